import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommand } from '../../support/runCommand.js';

const content = { 'application/json': { schema: { type: 'object' } } };
const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/pets': { get: { operationId: 'listPets', responses: { '200': { description: 'Ok', content } } } },
  },
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'select-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('--select gives tools the argument, and is kept for the next run', async () => {
  const { code, stderr } = await runCommand(['generate', '-', '--select', '-o', folder, '-q'], document);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const read = (path: string) => readFile(join(folder, path), 'utf8');
  expect(await read('mcpwright.yaml')).toContain('\nselect: true\n');
  expect(await read('src/generated/tools/pets.ts')).toContain('select: true');
  expect(await read('src/generated/arguments.ts')).toContain('_select?: string');
});
