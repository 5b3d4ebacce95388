import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { everything } from '../../support/everything.js';
import { describeCard } from '../../../generator/emit/describeCard.js';
import { emit } from '../../../generator/emit/emit.js';
import { defaults } from '../../../generator/model/config.js';
import type { File } from '../../../generator/model/file.js';
import type { Catalog } from '../../../templates/project/src/runtime/tool.js';
import { hostileTexts, makeHostileMocks, makeHostileServer } from '../../support/makeHostileServer.js';
import { pins, readTemplates } from '../../support/readTemplates.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(repository, 'test/.tmp/hostile');
const server = { ...makeHostileServer(), choices: everything };
const mocks = makeHostileMocks();
let files: File[];

const read = (path: string) => files.find((file) => file.path === path)?.content ?? '';

beforeAll(async () => {
  files = await emit(server, readTemplates(), pins, defaults, { mocks });
  await rm(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
});

describe('a document that is hostile in every string', () => {
  test('every file is TypeScript without a fault', async () => {
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  });

  test('what is imported is what went in, and nothing ran', async () => {
    await build({
      entryPoints: [join(folder, 'src/generated/catalog.ts')],
      outdir: join(folder, 'out'),
      bundle: true,
      splitting: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      outExtension: { '.js': '.mjs' },
    });
    const module: unknown = await import(
      /* @vite-ignore */ pathToFileURL(join(folder, 'out/catalog.mjs')).href
    );
    const { catalog } = module as { catalog: Catalog };
    const { absent: _, mode: __, ...api } = catalog.api;
    expect(same(api)).toEqual(same({ ...server.api, card: describeCard(server) }));
    expect(same(await catalog.components())).toEqual(same(server.components));
    expect(same(await catalog.mocks?.())).toEqual(same(mocks));
    expect(catalog.toolsets.map(({ name }) => name)).toEqual(server.toolsets.map(({ name }) => name));
    for (const [index, toolset] of catalog.toolsets.entries()) {
      const { title, description, tools = [] } = server.toolsets[index] ?? {};
      expect([toolset.title, toolset.description]).toEqual([title, description]);
      expect(JSON.stringify(await toolset.tools())).toBe(JSON.stringify(tools.map(({ tool }) => tool)));
      expect(JSON.stringify(await toolset.schemas())).toBe(
        JSON.stringify(Object.fromEntries(tools.map(({ tool, enforced }) => [tool.name, enforced]))),
      );
    }
    expect(globalThis).not.toHaveProperty('hostile');
    expect({}).not.toHaveProperty('polluted');
  });

  test('no generated file shows a character that hides or reorders others', () => {
    for (const { path, content, owner } of files) {
      if (owner === 'generated')
        expect(content.replaceAll('\n', ''), path).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u);
    }
  });

  test('every line of .env.example is empty, a comment, or a name without a value', () => {
    const lines = read('.env.example').split('\n');
    expect(lines.filter((line) => !/^$|^# |^[A-Z][A-Z0-9_]*=$/.test(line))).toEqual([]);
    expect(lines).toContain('HOSTILE_PASSWORD=');
  });

  test('package.json is JSON for every reader', () => {
    expect(JSON.parse(read('package.json'))).toMatchObject({ name: 'hostile', type: 'module' });
    expect(read('package.json')).not.toMatch(/\\u/);
  });

  test('no shell snippet of the README holds text of the document', () => {
    const fences = read('README.md').match(/^```[^]*?^```$/gm) ?? [];
    expect(fences.length).toBeGreaterThan(3);
    for (const text of hostileTexts) {
      expect(fences.filter((fence) => text.length > 12 && fence.includes(text.trim()))).toEqual([]);
    }
  });
});

/** As JSON, with the keys of records in a fixed order: only the order of named things may differ. */
function same(value: unknown): unknown {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
