import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { plan } from '../generator/emit/plan.js';
import { defaults } from '../generator/model/config.js';
import type { Server } from '../generator/model/server.js';
import { pins, readTemplates } from './support/readTemplates.js';
import { inspectOnce } from './support/realDocuments.js';
import { shapeDocument } from './support/shapeDocument.js';
import { root } from './support/sources.js';

/**
 * What an owner is given to read: the lines of the emitted runtime that are neither blank nor comment. A change that adds
 * some says so here, and has looked before for what it makes superfluous; one that takes some away writes down how far it
 * came, so that nobody uses them up again.
 */
const projects: readonly {
  name: string;
  lines: number;
  makeServer: () => Promise<Server>;
  without?: string;
}[] = [
  {
    name: 'one GET without credentials, over stdio',
    lines: 9_786,
    makeServer: async () => shapeDocument({ paths: { '/pets': { get: fine } } }).server,
    without: 'src/http.ts',
  },
  { name: 'the pet shop, over both transports', lines: 11_834, makeServer: shapePetstore },
  {
    name: 'a thousand operations, over HTTP with tokens of an authorization server',
    lines: 14_410,
    makeServer: async () => ({ ...shapeDocument(makeLarge()).server, choices: { auth: true } }),
    without: 'src/stdio.ts',
  },
  {
    name: 'the pet shop, on Workers, Deno, Bun or Vercel',
    lines: 11_354,
    makeServer: async () => ({ ...(await shapePetstore()), choices: { transports: ['worker'] } }),
  },
];

/** The lines of all parts there are. */
const everything = 23_994;

/** So many lines less than what is written down are worth being written down. */
const slack = 40;

const fine = { responses: { 200: { description: 'Fine', content: { 'application/json': {} } } } };

async function shapePetstore(): Promise<Server> {
  return (await inspectOnce(join(root, 'samples/petstore/openapi.yaml'))).server;
}

function makeLarge(): object {
  const paths = Array.from({ length: 500 }, (_, index): [string, object] => [
    `/things${index}`,
    {
      get: fine,
      post: { ...fine, requestBody: { content: { 'application/json': { schema: { type: 'object' } } } } },
    },
  ]);
  const flows = { clientCredentials: { tokenUrl: 'https://api.test/token', scopes: {} } };
  return {
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { login: { type: 'oauth2', flows } } },
    security: [{ login: [] }],
  };
}

const templates = readTemplates();

function countLines(paths: readonly string[]): number {
  const lines = paths
    .filter((path) => path.startsWith('src/runtime/') && path.endsWith('.ts'))
    .flatMap((path) => (templates.get(path) ?? '').split('\n'));
  return lines.filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)).length;
}

function hold(lines: number, most: number): void {
  expect(lines, 'more than is written down').toBeLessThanOrEqual(most);
  expect(lines, 'less than is written down: write it down').toBeGreaterThan(most - slack);
}

describe('the lines of the emitted runtime', () => {
  test.each(projects)('are few: $name', async ({ lines, makeServer, without }) => {
    const deleted = new Set(without === undefined ? [] : [without]);
    const rows = plan({ server: await makeServer(), mocks: {}, templates, pins, config: defaults, deleted });
    hold(countLines(rows.map(({ path }) => path)), lines);
  });

  test('are few: everything', () => hold(countLines([...templates.keys()]), everything));
});

test('the README of the pet shop is read in one go', () => {
  const text = readFileSync(join(root, 'samples/petstore/server/README.md'), 'utf8');
  expect(text.trimEnd().split('\n').length).toBeLessThan(150);
});
