import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import { parseConstants } from '../../../generator/load/project/parseConstants.js';
import { everything } from '../../support/everything.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';
import { pins, readTemplates } from '../../support/readTemplates.js';
import { root } from '../../support/sources.js';

// Within the repository, where the packages are found.
const scratch = join(root, 'test/.tmp/many-tools');
const templates = readTemplates();

const point = { type: 'object', properties: { x: { type: 'number' }, y: { type: 'number' } } };
const properties = Object.fromEntries(['note', 'size', 'place', 'way'].map((name) => [name, point]));

/** A server of so many tools whose data is nested. */
function makeLarge(count: number) {
  const entries = Array.from({ length: count }, (_, index) =>
    makeEntry({ name: `tool_${index}`, inputSchema: { type: 'object', properties } }),
  );
  const toolsets = [{ name: 'pets', title: 'Pets', description: 'All.', tools: entries }];
  return { ...makeServer({ toolsets }), choices: everything };
}

interface Checked {
  files: Map<string, string>;
  said: string;
  symbols: number;
  types: number;
}

/** Checks the types of the generated files, and of a file that uses one of them in a wrong way. */
async function check(count: number): Promise<Checked> {
  const emitted = await emit(makeLarge(count), templates, pins);
  const files = new Map(emitted.map(({ path, content }) => [path, content]));
  files.set(
    'src/wrong.ts',
    "import type { Arguments } from './generated/arguments.js';\nexport const wrong: Arguments['tool_0'] = { note: 1 };\n",
  );
  const { compilerOptions } = JSON.parse(files.get('tsconfig.json') ?? '') as { compilerOptions: object };
  const inputs = ['src/wrong.ts', ...files.keys()].filter((path) => /^src\/(?:generated|wrong)/.test(path));
  files.set('tsconfig.json', JSON.stringify({ compilerOptions, files: inputs }));
  const folder = join(scratch, String(count));
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  // The program fails, since one file is wrong.
  const { stdout: said } = await promisify(execFile)(process.execPath, [tsc, '--extendedDiagnostics'], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error);
  const read = (what: string) => Number(new RegExp(`^${what}:\\s*(\\d+)`, 'm').exec(said)?.[1]);
  return { files, said, symbols: read('Symbols'), types: read('Types') };
}

describe('a project of very many tools', () => {
  let none: Checked;
  let some: Checked;
  let many: Checked;

  beforeAll(async () => {
    none = await check(1);
    some = await check(301);
    many = await check(3_001);
  });
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));

  test('takes the compiler a small part of the memory for each tool', () => {
    for (const what of ['symbols', 'types'] as const) {
      const few = (some[what] - none[what]) / 300;
      expect(few).toBeGreaterThan(20);
      expect((many[what] - none[what]) / 3_000).toBeLessThan(few / 4);
    }
  });

  test('still has its arguments checked where they are used', () => {
    for (const { said } of [some, many]) {
      const faults = said.split('\n').filter((line) => /error TS/.test(line));
      expect(faults).toEqual([expect.stringMatching(/^src\/wrong\.ts\(2,\d+\): error TS2559/)]);
    }
  });

  test.each(['tools/pets', 'schemas/pets', 'search', 'components', 'mocks'])(
    'holds the same in %s as a project of few',
    (name) => {
      const path = `src/generated/${name}.ts`;
      expect(many.files.get(path)).toContain('JSON.parse(String.raw`');
      const [few, more] = [some, many].map(({ files }) => {
        const [first] = parseConstants(files.get(path) ?? '');
        return JSON.stringify(first).slice(0, 1_000);
      });
      expect(more).toBe(few);
    },
  );
});
