import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../generator/model/file.js';
import { hashContent } from '../../../generator/write/manifest.js';
import { withSources } from '../../../generator/write/withSources.js';
import { runCommand } from '../../support/runCommand.js';
import { restore, snapshot, tempFolder } from '../../support/tempFolder.js';

const documentOf = (title: string, operationId = 'listPets') =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: { '/pets': { get: { operationId, tags: ['all'], responses: { 200: { description: 'OK' } } } } },
  });
const document = documentOf('Shop');

// Not `tempFolder()`, which lasts as long as one test.
const folder = join(import.meta.dirname, '../../.tmp/links/server');
const at = (path: string) => join(folder, path);
let made: Map<string, string>;
beforeAll(async () => {
  rmSync(dirname(folder), { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await runCommand(['generate', '-', '-o', folder, '--quiet'], document);
  made = snapshot(folder);
}, 30_000);
beforeEach(() => restore(folder, made));

const program = join(import.meta.dirname, 'the program');
const run = async () => '';
const generate = (text: string, ...options: string[]) =>
  runCommand(['generate', '-', '-o', folder, ...options], text, {}, { program, run });

/** A folder elsewhere, with a file that nothing may touch. */
function outside() {
  const away = tempFolder();
  writeFileSync(join(away, '.profile'), 'export A=1\n');
  return { away, profile: join(away, '.profile'), untouched: [['.profile', 'export A=1\n']] };
}

describe('what a run remembers on this machine', () => {
  const local = '.mcpwright/local.json';

  test.each(['.profile', 'nowhere'])('is written through no link to %s', async (name) => {
    const { away, untouched } = outside();
    symlinkSync(join(away, name), at(local));
    const { code } = await generate(documentOf('Shop $(touch pwned)'));
    expect(code).toBe(0);
    expect([...snapshot(away)]).toEqual(untouched);
    expect(lstatSync(at(local)).isFile()).toBe(true);
    expect(JSON.parse(readFileSync(at(local), 'utf8'))).toMatchObject({ program });
  });

  test('is written in the place of a pipe, for which nobody waits', async () => {
    execFileSync('mkfifo', [at(local)]);
    expect((await generate(document)).code).toBe(0);
    expect(JSON.parse(readFileSync(at(local), 'utf8'))).toMatchObject({ program });
  });

  test('stays away where a folder is in its place', async () => {
    mkdirSync(at(local));
    expect((await generate(document)).code).toBe(0);
    expect(lstatSync(at(local)).isDirectory()).toBe(true);
    expect([...snapshot(at('.mcpwright')).keys()].filter((path) => path.includes('staging'))).toEqual([]);
  });
});

describe('a folder of the project that is a link', () => {
  test.each(['src', 'src/generated', 'src/generated/tools', 'src/runtime', '.mcpwright', '.mcpwright/base'])(
    '%s is refused by each command, within the project and out of it',
    async (path) => {
      for (const target of [at('moved'), join(tempFolder(), 'moved')]) {
        restore(folder, made);
        renameSync(at(path), target);
        symlinkSync(target, at(path));
        const before = [snapshot(folder), snapshot(target)];
        const runs = [
          await generate(documentOf('Shop', 'buyPets'), '--force', '--overwrite'),
          await runCommand(['check', '-', '-o', folder], documentOf('Shop', 'buyPets')),
          ...(path === 'src' || path === 'src/runtime' || path.startsWith('.mcpwright')
            ? [await runCommand(['eject', at('src/runtime/json.ts')])]
            : []),
        ];
        for (const { code, stderr } of runs) {
          expect(code).toBe(2);
          expect(stderr).toContain(`${at(path)} is a link`);
        }
        expect([snapshot(folder), snapshot(target)]).toEqual(before);
        rmSync(at(path));
        renameSync(target, at(path));
      }
    },
  );
});

/** Lays the sources out as they would be, and looks at them. */
async function layOut<T>(changes: readonly Change[], use: (copy: string) => T): Promise<T | undefined> {
  mkdirSync(at('node_modules/compiler'), { recursive: true });
  writeFileSync(at('node_modules/compiler/run'), '');
  return withSources(folder, changes, 'compiler/run', async (copy) => use(copy));
}
const read = (copy: string, path: string) => readFileSync(join(copy, path), 'utf8');

describe('what is compiled for a check', () => {
  test('is a copy: what it changes is put in the place of links, and never where they lead to', async () => {
    const { away, profile, untouched } = outside();
    const tools = 'src/generated/tools/all.ts';
    rmSync(at(tools));
    symlinkSync('../../custom.ts', at(tools));
    rmSync(at('src/http.ts'));
    symlinkSync(profile, at('src/http.ts'));
    symlinkSync(join(away, 'nowhere'), at('src/generated/new.ts'));
    const changes: Change[] = [
      { kind: 'edited', path: tools, owner: 'generated', content: 'tools\n' },
      { kind: 'replaced', path: 'src/http.ts', content: 'http\n' },
      { kind: 'create', path: 'src/generated/new.ts', content: 'new\n' },
      { kind: 'delete', path: 'src/generated/api.ts' },
    ];
    const before = snapshot(folder);
    const found = await layOut(changes, (copy) => [
      read(copy, tools),
      read(copy, 'src/http.ts'),
      read(copy, 'src/generated/new.ts'),
      [...snapshot(join(copy, 'src')).keys()].includes('generated/api.ts'),
    ]);
    expect(found).toEqual(['tools\n', 'http\n', 'new\n', false]);
    expect([...snapshot(away)]).toEqual(untouched);
    const after = snapshot(folder);
    for (const path of ['node_modules', 'node_modules/compiler', 'node_modules/compiler/run'])
      after.delete(path);
    expect(after).toEqual(before);
  });

  test('has the links of the owner, with what they lead to', async () => {
    const { away } = outside();
    writeFileSync(join(away, 'shared.ts'), 'shared\n');
    symlinkSync(away, at('src/shared'));
    expect(await layOut([], (copy) => read(copy, 'src/shared/shared.ts'))).toBe('shared\n');
    const write: Change = { kind: 'create', path: 'src/shared/evil.ts', content: 'evil\n' };
    await expect(layOut([write], () => undefined)).rejects.toThrow('is a link');
    expect([...snapshot(away).keys()]).toEqual(['.profile', 'shared.ts']);
  });
});

test('a manifest that names a file of the owner is said to do so, and the file stays', async () => {
  writeFileSync(at('notes.txt'), 'mine\n');
  const manifest = JSON.parse(readFileSync(at('.mcpwright/manifest.json'), 'utf8')) as { files: object };
  const files = { ...manifest.files, 'notes.txt': { owner: 'generated', sha256: hashContent('mine\n') } };
  writeFileSync(at('.mcpwright/manifest.json'), JSON.stringify({ ...manifest, files }));
  const checked = await runCommand(['check', '-', '-o', folder], document);
  expect(checked.code).toBe(1);
  expect(checked.stderr).toContain('keep, and no longer list as a file of mcpwright, notes.txt');
  const { code, stderr } = await generate(document);
  expect(code).toBe(0);
  expect(stderr).toContain('notes.txt stays: .mcpwright/manifest.json named it as a file of mcpwright');
  expect(readFileSync(at('notes.txt'), 'utf8')).toBe('mine\n');
  expect((await runCommand(['check', '-', '-o', folder], document)).code).toBe(0);
});
