import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as prettier from 'prettier';
import { beforeAll, describe, expect, test } from 'vitest';
import { emit } from '../../generator/emit/emit.js';
import type { File } from '../../generator/model/file.js';
import { makeEntry, makeServer } from './makeServer.js';
import { pins, readTemplates } from './readTemplates.js';

const folder = fileURLToPath(new URL('../.tmp/project', import.meta.url));
const getPet = makeEntry({
  name: 'get_pet',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  request: {
    method: 'GET',
    path: '/pets/{id}',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [{ key: [] }],
  },
});
const server = makeServer({
  toolsets: [
    { name: 'pets', title: 'Pets', description: 'All about pets.', tools: [makeEntry()] },
    { name: 'components', title: 'Others', description: '', tools: [getPet] },
  ],
});
let files: File[];

const run = (command: string, ...args: string[]) => promisify(execFile)(command, args, { cwd: folder });

beforeAll(async () => {
  files = await emit(server, readTemplates(), pins);
  await rm(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
});

test('what is emitted passes its own tests', async () => {
  const { stdout } = await run('npm', 'test');
  // The marks before the counts depend on the version of Node.
  expect(stdout).toMatch(/^\S pass 8\n\S fail 0\n\S cancelled 0\n\S skipped 0$/m);
});

test('every file that is made is as prettier would have it', async () => {
  const copied = readTemplates();
  for (const { path, content } of files.filter(
    (file) => !copied.has(file.path) || file.owner === 'generated',
  )) {
    const { inferredParser } = await prettier.getFileInfo(path);
    if (inferredParser === null) continue;
    const options = { parser: inferredParser, printWidth: 110, singleQuote: true };
    expect(await prettier.format(content, options), path).toBe(content);
  }
});

describe('custom.ts', () => {
  const cases: [string, string | undefined][] = [
    [
      "{ tools: { list_pets: { title: 'All', wrap: (args, next) => next({ ...args, limit: 1 }) } } }",
      undefined,
    ],
    ['{ tools: { get_pet: { wrap: ({ id }, next) => next({ id: id.trim() }) } } }', undefined],
    ['{ tools: { list_pet: { hidden: true } } }', "Did you mean to write 'list_pets'?"],
    [
      '{ tools: { list_pets: { wrap: (_, next) => next({ limitt: 1 }) } } }',
      "Did you mean to write 'limit'?",
    ],
    ["{ tools: { list_pets: { wrap: (_, next) => next({ limit: '1' }) } } }", 'is not assignable to type'],
    ['{ tools: { get_pet: { wrap: (_, next) => next({}) } } }', "Property 'id' is missing"],
  ];
  let complaints: string;

  beforeAll(async () => {
    const custom = files.find(({ path }) => path === 'src/custom.ts')?.content ?? '';
    const written = cases.map(async ([customization], index) => {
      const changed = custom.replace(
        'customize<Arguments>({})',
        () => `customize<Arguments>(${customization})`,
      );
      expect(changed).not.toBe(custom);
      await writeFile(join(folder, `src/custom${index}.ts`), changed);
    });
    await Promise.all(written);
    complaints = await run('npm', 'run', '--silent', 'typecheck').then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  });

  test.each(cases.map(([customization, complaint], index) => ({ customization, complaint, index })))(
    '$customization: $complaint',
    ({ complaint, index }) => {
      const found = complaints.split(/^(?=\S)/m).filter((text) => text.startsWith(`src/custom${index}.ts`));
      if (complaint === undefined) expect(found).toEqual([]);
      else expect(found.join('')).toContain(complaint);
    },
  );
});
