import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { Change, EditReason, File } from '../../../generator/model/file.js';
import { hashContent } from '../../../generator/write/manifest.js';
import { type WriteOptions, write } from '../../../generator/write/write.js';
import { quickDisk } from '../../support/quickDisk.js';
import { restore, snapshot, snapshotFiles, tempFolder } from '../../support/tempFolder.js';

const first: File[] = [
  { path: '.env.example', owner: 'generated', content: 'KEY=\n' },
  { path: 'README.md', owner: 'shared', content: '# One\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'export const custom = {};\n' },
  { path: 'src/generated/tools/pets.ts', owner: 'generated', content: 'export const tools = 1;\n' },
  { path: 'src/runtime/json.ts', owner: 'vendored', content: 'export const json = 1;\n' },
];

const second: File[] = [
  { path: '.env.example', owner: 'generated', content: 'TOKEN=\n' },
  { path: 'README.md', owner: 'shared', content: '# Two\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'export const custom = { other: true };\n' },
  { path: 'src/generated/tools/owners.ts', owner: 'generated', content: 'export const tools = 2;\n' },
  { path: 'src/runtime/json.ts', owner: 'vendored', content: 'export const json = 2;\n' },
];

const plain: WriteOptions = { overwrite: false, force: false, version: '1.0.0', disk: quickDisk };
const overwrite: WriteOptions = { ...plain, overwrite: true };
const force: WriteOptions = { ...plain, force: true };

function kinds(changes: Change[]): Record<string, string> {
  return Object.fromEntries(changes.map(({ path, kind }) => [path, kind]));
}

/** A folder as the first run leaves it. */
async function project(): Promise<string> {
  const folder = tempFolder();
  await write(first, folder, plain);
  return folder;
}

function edit(folder: string, path: string, content: string | Buffer): void {
  writeFileSync(join(folder, path), content);
}

const read = (folder: string, path: string) => readFileSync(join(folder, path), 'utf8');

/** Fails where the run changes anything, and returns what it says. */
async function refused(folder: string, files: File[], options = plain): Promise<InputError> {
  const before = snapshot(folder);
  const error = await write(files, folder, options).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(snapshot(folder)).toEqual(before);
  if (!(error instanceof InputError)) throw new Error(`was not refused: ${String(error)}`);
  return error;
}

describe('the first run', () => {
  test('creates everything, and the records of the next run', async () => {
    const folder = join(tempFolder(), 'not/there/yet');
    const { changes, written } = await write(first, folder, plain);
    expect(written).toBe(true);
    expect(new Set(Object.values(kinds(changes)))).toEqual(new Set(['create']));
    expect([...snapshotFiles(folder)]).toEqual(first.map(({ path, content }) => [path, content]));
    expect(JSON.parse(read(folder, '.mcpwright/manifest.json'))).toMatchObject({
      version: '1.0.0',
      files: { 'src/custom.ts': { owner: 'yours' }, '.env.example': { owner: 'generated' } },
    });
    expect(read(folder, '.mcpwright/base/README.md')).toBe('# One\n');
    expect([...snapshot(folder).keys()].filter((path) => path.includes('staging'))).toEqual([]);
  });

  test('takes a folder with a repository and nothing else for an empty one', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, '.git'));
    expect((await write(first, folder, plain)).written).toBe(true);
  });

  test('follows the folder itself where that is a link', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    await write(first, join(folder, 'link'), plain);
    expect(read(folder, 'real/README.md')).toBe('# One\n');
  });
});

test('runs of one process on one folder follow one another', async () => {
  const folder = join(tempFolder(), 'new');
  const runs = await Promise.all([first, second, first].map((files) => write(files, folder, plain)));
  expect(runs.map(({ written }) => written)).toEqual([true, true, true]);
  expect(kinds(runs[1]?.changes ?? [])['README.md']).toBe('update');
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('# One\n');
});

describe('a later run', () => {
  test('that changes nothing touches nothing', async () => {
    const folder = await project();
    const times = () => [...snapshot(folder).keys()].map((path) => statSync(join(folder, path)).mtimeMs);
    const before = times();
    const { changes, written } = await write(first, folder, plain);
    expect(written).toBe(true);
    expect(new Set(Object.values(kinds(changes)))).toEqual(new Set(['keep']));
    expect(times()).toEqual(before);
  });

  test('updates what is as we left it, deletes what is no longer emitted, leaves custom.ts alone', async () => {
    const folder = await project();
    const { changes, written } = await write(second, folder, plain);
    expect(written).toBe(true);
    expect(kinds(changes)).toEqual({
      '.env.example': 'update',
      'README.md': 'update',
      'src/custom.ts': 'keep',
      'src/generated/tools/owners.ts': 'create',
      'src/generated/tools/pets.ts': 'delete',
      'src/runtime/json.ts': 'update',
    });
    expect(Object.fromEntries(snapshotFiles(folder))).toEqual({
      '.env.example': 'TOKEN=\n',
      'README.md': '# Two\n',
      'src/custom.ts': 'export const custom = {};\n',
      'src/generated/tools/owners.ts': 'export const tools = 2;\n',
      'src/runtime/json.ts': 'export const json = 2;\n',
    });
    expect(read(folder, '.mcpwright/base/README.md')).toBe('# Two\n');
  });

  test('removes the folders that it empties, and the base of shared files that are gone', async () => {
    const folder = await project();
    await write(second.slice(0, 1), folder, plain);
    expect([...snapshot(folder).keys()]).toEqual([
      '.env.example',
      '.mcpwright',
      '.mcpwright/manifest.json',
      'src',
      'src/custom.ts',
    ]);
  });

  test.each(['.env.example', 'src/runtime/json.ts', 'src/generated/tools/pets.ts'])(
    'stops before a byte is written where %s was edited, and replaces it with --overwrite',
    async (path) => {
      const folder = await project();
      edit(folder, path, 'mine\n');
      const before = snapshot(folder);
      const { changes, written } = await write(second, folder, plain);
      expect(written).toBe(false);
      expect(changes.filter(({ kind }) => kind === 'edited').map((change) => change.path)).toEqual([path]);
      expect(snapshot(folder)).toEqual(before);

      expect((await write(second, folder, overwrite)).written).toBe(true);
      const wanted = second.find((file) => file.path === path);
      if (wanted === undefined) expect(existsSync(join(folder, path))).toBe(false);
      else expect(read(folder, path)).toBe(wanted.content);
      expect((await write(second, folder, plain)).written).toBe(true);
    },
  );

  test('an edit that happens to be what is emitted now is none', async () => {
    const folder = await project();
    edit(folder, 'README.md', '# Two\n');
    expect(kinds((await write(second, folder, plain)).changes)['README.md']).toBe('keep');
  });

  test('what a file was made from is no edit, and anything newer is', async () => {
    const folder = await project();
    const merged: File = { path: '.env.example', owner: 'generated', content: 'B\n', replaces: 'A\n' };
    edit(folder, '.env.example', 'A\n');
    expect(kinds((await write([merged], folder, plain)).changes)['.env.example']).toBe('update');
    expect(read(folder, '.env.example')).toBe('B\n');
    edit(folder, '.env.example', 'C\n');
    expect((await write([merged], folder, plain)).written).toBe(false);
    expect(read(folder, '.env.example')).toBe('C\n');
  });

  test('a checkout with other line ends is no edit, and stays so where nothing changes', async () => {
    const folder = await project();
    for (const { path, content } of first) edit(folder, path, content.replaceAll('\n', '\r\n'));
    expect(new Set(Object.values(kinds((await write(first, folder, plain)).changes)))).toEqual(
      new Set(['keep']),
    );
    expect(read(folder, 'README.md')).toBe('# One\r\n');
    expect(kinds((await write(second, folder, plain)).changes)['README.md']).toBe('update');
    expect(read(folder, 'README.md')).toBe('# Two\n');
  });

  test('tables that were padded are merged row by row, and those of the user stay as they are', async () => {
    const folder = tempFolder();
    const head = '| Name   | Tools |\n| ------ | ----: |\n| pets   |     5 |\n| toys   |     9 |\n';
    const ours = '\n| Ours   | Who |\n| ------ | --- |\n| a      | Ada |\n';
    const readme = { path: 'README.md', owner: 'shared' } as const;
    await write([{ ...readme, content: `${head}| owners |     3 |\n` }], folder, plain);
    edit(folder, 'README.md', `${head}| owners |     3, all old |\n${ours}`);
    const next = '| Name | Tools |\n| --- | ---: |\n| pets | 6 |\n| toys | 9 |\n';
    const { changes } = await write([{ ...readme, content: `${next}| owners | 3 |\n` }], folder, plain);
    expect(changes).toMatchObject([{ path: 'README.md', kind: 'merged', conflicts: [] }]);
    expect(read(folder, 'README.md')).toBe(`${next}| owners | 3, all old |\n${ours}`);
  });

  test('bytes that are no text are an edit', async () => {
    const folder = await project();
    const odd: File[] = [{ path: 'README.md', owner: 'shared', content: '\ufffd' }];
    await write(odd, folder, plain);
    edit(folder, 'README.md', Buffer.from([0xff]));
    expect((await write(first, folder, plain)).written).toBe(false);
  });

  test('creates again what the user deleted if it is generated, else leaves it deleted and says so', async () => {
    const folder = await project();
    for (const { path } of first) unlinkSync(join(folder, path));
    const { changes } = await write(first, folder, plain);
    expect(kinds(changes)).toEqual({
      '.env.example': 'create',
      'README.md': 'absent',
      'src/custom.ts': 'absent',
      'src/generated/tools/pets.ts': 'create',
      'src/runtime/json.ts': 'create',
    });
    expect([...snapshotFiles(folder).keys()]).toEqual([
      '.env.example',
      'src/generated/tools/pets.ts',
      'src/runtime/json.ts',
    ]);
    expect(kinds((await write(second, folder, plain)).changes)).toMatchObject({
      'README.md': 'absent',
      'src/custom.ts': 'absent',
    });
  });

  test('changes a file of the owner as they command, and only where it is as it was read', async () => {
    const folder = await project();
    const path = 'src/custom.ts';
    const change: File = { path, owner: 'yours', content: 'mine\n', replaces: 'my own\n', isCommanded: true };
    const files = first.map((file) => (file.path === path ? change : file));
    edit(folder, path, 'my newest\n');
    const { changes, written } = await write(files, folder, plain);
    expect(kinds(changes)[path]).toBe('edited');
    expect(written).toBe(false);
    edit(folder, path, 'my own\n');
    const manifest = read(folder, '.mcpwright/manifest.json');
    expect(kinds((await write(files, folder, plain)).changes)[path]).toBe('update');
    expect(read(folder, path)).toBe('mine\n');
    // What it was when it was made is known still.
    expect(read(folder, '.mcpwright/manifest.json')).toBe(manifest);
    expect(kinds((await write(first, folder, plain)).changes)[path]).toBe('keep');
  });

  test('never deletes custom.ts, nor replaces it with --overwrite', async () => {
    const folder = await project();
    edit(folder, 'src/custom.ts', 'mine\n');
    await write(second, folder, overwrite);
    expect(read(folder, 'src/custom.ts')).toBe('mine\n');
    await write(second.slice(0, 2), folder, overwrite);
    expect(read(folder, 'src/custom.ts')).toBe('mine\n');
  });

  test('a file of the user’s own in the place of a new one of ours counts as edited', async () => {
    const folder = await project();
    edit(folder, 'src/generated/tools/owners.ts', 'mine\n');
    const { changes, written } = await write(second, folder, plain);
    expect(written).toBe(false);
    expect(kinds(changes)['src/generated/tools/owners.ts']).toBe('edited');
  });

  test('leaves files alone that are none of ours', async () => {
    const folder = await project();
    edit(folder, 'src/generated/tools/mine.ts', 'mine\n');
    edit(folder, 'notes.txt', 'mine\n');
    await write(second.slice(0, 2), folder, overwrite);
    expect(read(folder, 'src/generated/tools/mine.ts')).toBe('mine\n');
    expect(read(folder, 'notes.txt')).toBe('mine\n');
  });
});

/** The first files again, with other contents of some. */
function firstWith(contents: Record<string, string>): File[] {
  return first.map((file) => ({ ...file, content: contents[file.path] ?? file.content }));
}

const page = Array.from({ length: 9 }, (_, index) => `line ${index}\n`).join('');

describe('an edit', () => {
  test.each(['.env.example', 'src/generated/tools/pets.ts', 'src/runtime/json.ts'])(
    'of %s stays and is named, where what is emitted is what was emitted before',
    async (path) => {
      const folder = await project();
      edit(folder, path, 'mine\n');
      const files = firstWith({ 'README.md': '# Two\n' });
      const { changes, written } = await write(files, folder, plain);
      expect(written).toBe(true);
      expect(kinds(changes)).toMatchObject({ [path]: 'stays', 'README.md': 'update' });
      expect(read(folder, path)).toBe('mine\n');
      // Again, and where it would be lost the run still stops.
      expect(kinds((await write(files, folder, plain)).changes)[path]).toBe('stays');
      expect((await write(firstWith({ [path]: 'next\n' }), folder, plain)).written).toBe(false);
      // And a bare --overwrite says what it replaced.
      expect(kinds((await write(files, folder, overwrite)).changes)[path]).toBe('replaced');
      expect(read(folder, path)).toBe(first.find((file) => file.path === path)?.content);
    },
  );

  test('is replaced alone where it is named, from the project or from where the user is', async () => {
    const folder = await project();
    edit(folder, '.env.example', 'mine\n');
    edit(folder, 'src/runtime/json.ts', 'mine\n');
    const named = (...names: string[]) => write(second, folder, { ...plain, overwrite: names });
    const { changes, written } = await named('src/runtime/json.ts');
    expect(written).toBe(false);
    expect(kinds(changes)).toMatchObject({ 'src/runtime/json.ts': 'replaced', '.env.example': 'edited' });
    expect(read(folder, 'src/runtime/json.ts')).toBe('mine\n');
    const both = await named('./src/runtime/json.ts', join(folder, '.env.example'));
    expect(kinds(both.changes)).toMatchObject({
      'src/runtime/json.ts': 'replaced',
      '.env.example': 'replaced',
    });
    expect(read(folder, '.env.example')).toBe('TOKEN=\n');
  });

  test.each([
    ['src/custom.ts', 'src/custom.ts is yours', 'Delete it'],
    ['src/runtime/jsn.ts', 'src/runtime/jsn.ts is not a file that mcpwright writes', 'src/runtime/json.ts?'],
    ['../other.ts', '../other.ts is not a file that mcpwright writes', ''],
  ])('of %s cannot be replaced by naming it', async (name, message, hint) => {
    const error = await refused(await project(), second, { ...plain, overwrite: [name] });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });
});

const shared = (content: string, path = 'README.md'): File[] => [{ path, owner: 'shared', content }];
const json = (value: object) => `${JSON.stringify(value, undefined, 2)}\n`;

/** Has both sides change a shared file. */
async function merge(yours: string | Buffer, ours: string, { base = page, path = 'README.md' } = {}) {
  const folder = tempFolder();
  await write(shared(base, path), folder, plain);
  edit(folder, path, yours);
  return { folder, ...(await write(shared(ours, path), folder, plain)) };
}

describe('a shared file that both changed', () => {
  test('is merged by lines, and the next run changes nothing', async () => {
    const ours = page.replace('line 7', 'ours');
    const { folder, changes, written } = await merge(page.replace('line 1', 'mine'), ours);
    expect(written).toBe(true);
    expect(changes).toMatchObject([{ kind: 'merged', path: 'README.md', conflicts: [] }]);
    expect(read(folder, 'README.md')).toBe(page.replace('line 1', 'mine').replace('line 7', 'ours'));
    expect(read(folder, '.mcpwright/base/README.md')).toBe(ours);
    const before = snapshot(folder);
    expect(kinds((await write(shared(ours), folder, plain)).changes)).toEqual({ 'README.md': 'keep' });
    expect(kinds((await write(shared(ours), folder, overwrite)).changes)).toEqual({ 'README.md': 'keep' });
    expect(snapshot(folder)).toEqual(before);
  });

  test('has markers where lines overlap; as long as they are there, it is not merged, and all else is written', async () => {
    const ours = page.replace('line 1', 'ours');
    const { folder, changes, written } = await merge(page.replace('line 1', 'mine'), ours);
    const conflicting = read(folder, 'README.md');
    expect(written).toBe(true);
    expect(changes).toMatchObject([{ kind: 'merged', conflicts: [{ line: 2 }] }]);
    expect(read(folder, 'README.md')).toBe(
      page.replace('line 1', '<<<<<<< yours\nmine\n=======\nours\n>>>>>>> mcpwright'),
    );
    expect((await write(shared(ours), folder, plain)).written).toBe(true);
    const later = ours.replace('line 8', 'later');
    const code = { path: 'src/generated/a.ts', content: 'new', owner: 'generated' } as const;
    const next = await write([...shared(later), code], folder, plain);
    expect(next).toMatchObject({
      written: true,
      changes: [{ kind: 'stays', path: 'README.md', unresolved: 2 }, { kind: 'create' }],
    });
    expect(read(folder, 'README.md')).toBe(conflicting);
    expect(read(folder, 'src/generated/a.ts')).toBe('new');
    // Once it is resolved, what changed meanwhile is merged as well.
    writeFileSync(join(folder, 'README.md'), page.replace('line 1', 'mine'));
    const last = await write([...shared(later), code], folder, plain);
    expect(last).toMatchObject({
      written: true,
      changes: [{ kind: 'merged', conflicts: [] }, { kind: 'keep' }],
    });
    expect(read(folder, 'README.md')).toBe(page.replace('line 1', 'mine').replace('line 8', 'later'));
  });

  test.each(['.gitignore', '.gitattributes'])(
    'does not stop the run where markers are left in %s',
    async (path) => {
      const ours = page.replace('line 1', 'ours');
      const { folder } = await merge(page.replace('line 1', 'mine'), ours, { base: page, path });
      const later = [{ path, content: page.replace('line 8', 'ours'), owner: 'shared' } as const];
      expect(await write(later, folder, plain)).toMatchObject({
        written: true,
        changes: [{ kind: 'stays', path, unresolved: 2 }],
      });
    },
  );

  test('stops the run where markers are left in code', async () => {
    const path = 'src/server.ts';
    const ours = page.replace('line 1', 'ours');
    const { folder } = await merge(page.replace('line 1', 'mine'), ours, { base: page, path });
    const later = [{ path, content: page.replace('line 8', 'ours'), owner: 'shared' } as const];
    const stopped = await write(later, folder, plain);
    expect(stopped).toMatchObject({ written: false, changes: [{ kind: 'edited', reason: 'markers' }] });
  });

  test('is merged by keys where it is package.json', async () => {
    const path = 'package.json';
    const yours = json({ name: 'shop', version: '9.0.0', license: 'MIT' });
    const { folder, changes } = await merge(yours, json({ name: 'shop', version: '1.1.0', type: 'module' }), {
      base: json({ name: 'shop', version: '1.0.0' }),
      path,
    });
    expect(JSON.parse(read(folder, path))).toEqual({
      name: 'shop',
      version: '9.0.0',
      license: 'MIT',
      type: 'module',
    });
    const conflict = { key: 'version', yours: '"9.0.0"', ours: '"1.1.0"' };
    expect(changes).toMatchObject([{ kind: 'merged', conflicts: [conflict] }]);
  });

  test.each<[string, (folder: string) => void, EditReason]>([
    ['has no base', (folder) => rmSync(join(folder, '.mcpwright/base'), { recursive: true }), 'base'],
    ['has another base', (folder) => edit(folder, '.mcpwright/base/README.md', 'else\n'), 'base'],
    ['is no text', (folder) => edit(folder, 'README.md', Buffer.from([0xff])), 'binary'],
  ])('stops the run where it %s', async (_, harm, reason) => {
    const folder = tempFolder();
    await write(shared(page), folder, plain);
    edit(folder, 'README.md', `mine\n${page}`);
    harm(folder);
    const before = snapshot(folder);
    const { changes, written } = await write(shared(`${page}ours\n`), folder, plain);
    expect({ written, changes }).toMatchObject({ written: false, changes: [{ kind: 'edited', reason }] });
    expect(snapshot(folder)).toEqual(before);
    await write(shared(`${page}ours\n`), folder, { ...plain, overwrite: ['README.md'] });
    expect(read(folder, 'README.md')).toBe(`${page}ours\n`);
    // What is known is complete again.
    expect(read(folder, '.mcpwright/base/README.md')).toBe(`${page}ours\n`);
  });

  test('is the user’s where it is no longer emitted, and leaves no base', async () => {
    const folder = await project();
    edit(folder, 'README.md', 'mine\n');
    const files = first.filter(({ path }) => path !== 'README.md');
    expect(kinds((await write(files, folder, plain)).changes)['README.md']).toBe('stays');
    expect(read(folder, 'README.md')).toBe('mine\n');
    expect(existsSync(join(folder, '.mcpwright/base'))).toBe(false);
    expect(kinds((await write(files, folder, overwrite)).changes)['README.md']).toBeUndefined();
  });

  test('that the user deleted and restored is as we left it then', async () => {
    const folder = await project();
    unlinkSync(join(folder, 'README.md'));
    await write(second, folder, plain);
    edit(folder, 'README.md', '# One\n');
    expect(kinds((await write(second, folder, plain)).changes)['README.md']).toBe('update');
  });
});

describe('the records', () => {
  test('hold the texts of shared files alone', async () => {
    const folder = await project();
    const kept = [...snapshot(folder).keys()].filter((path) => path.startsWith('.mcpwright/base/'));
    expect(kept).toEqual(['.mcpwright/base/README.md']);
  });

  test('of the first format are taken over: the runtime was shared, and its texts were kept', async () => {
    const folder = await project();
    const manifest = JSON.parse(read(folder, '.mcpwright/manifest.json')) as {
      format?: number;
      files: Record<string, { owner: string }>;
    };
    expect(manifest.format).toBe(2);
    delete manifest.format;
    const runtime = manifest.files['src/runtime/json.ts'];
    if (runtime !== undefined) runtime.owner = 'shared';
    edit(folder, '.mcpwright/manifest.json', JSON.stringify(manifest));
    mkdirSync(join(folder, '.mcpwright/base/src/runtime'), { recursive: true });
    edit(folder, '.mcpwright/base/src/runtime/json.ts', 'export const json = 1;\n');
    edit(folder, 'README.md', '# One\nmine\n');
    const { changes, written } = await write(second, folder, plain);
    expect(written).toBe(true);
    expect(kinds(changes)).toMatchObject({ 'src/runtime/json.ts': 'update', 'README.md': 'merged' });
    expect(existsSync(join(folder, '.mcpwright/base/src'))).toBe(false);
    expect(JSON.parse(read(folder, '.mcpwright/manifest.json'))).toMatchObject({
      format: 2,
      files: { 'src/runtime/json.ts': { owner: 'vendored' } },
    });
  });

  test('of a later format are refused, with what to do', async () => {
    const folder = await project();
    const manifest = JSON.parse(read(folder, '.mcpwright/manifest.json')) as object;
    edit(folder, '.mcpwright/manifest.json', JSON.stringify({ ...manifest, format: 3, version: '9.9.9' }));
    const error = await refused(folder, second, { ...overwrite, force: true });
    expect(error.message).toContain('was written by mcpwright 9.9.9, which is newer');
    expect(error.hint).toContain('Update mcpwright');
  });
});

describe('a folder that is not ours', () => {
  test('is refused, with a way out', async () => {
    const folder = tempFolder();
    edit(folder, 'package.json', '{}');
    const error = await refused(folder, first);
    expect(error.message).toBe(`${folder} is not empty, and mcpwright did not write what is in it.`);
    expect(error.hint).toContain('--force');
  });

  test('is written to with --force, where nothing of its own would be replaced', async () => {
    const folder = tempFolder();
    edit(folder, 'notes.txt', 'mine\n');
    expect((await write(first, folder, force)).written).toBe(true);
    expect(read(folder, 'notes.txt')).toBe('mine\n');
  });

  test('keeps its own files even with --force, and loses them only with --overwrite too', async () => {
    const folder = tempFolder();
    edit(folder, '.env.example', 'mine\n');
    const before = snapshot(folder);
    const { changes, written } = await write(first, folder, force);
    expect(written).toBe(false);
    expect(kinds(changes)['.env.example']).toBe('edited');
    expect(snapshot(folder)).toEqual(before);
    await write(first, folder, { ...force, overwrite: true });
    expect(read(folder, '.env.example')).toBe('KEY=\n');
  });

  test.each([
    ['our configuration', ['mcpwright.yaml', 'notes.txt'], {}],
    ['the document', ['api.yaml', 'notes.txt'], { sources: ['api.yaml'] }],
    ['what belongs to any folder', ['LICENSE', '.editorconfig', 'CONTRIBUTING.md', 'licence.txt'], {}],
  ])('is free where it holds %s, as far as nothing would be replaced', async (_, names, options) => {
    const folder = tempFolder();
    for (const name of names) edit(folder, name, 'mine\n');
    const sources = 'sources' in options ? options.sources.map((name) => join(folder, name)) : [];
    const before = snapshot(folder);
    edit(folder, '.env.example', 'mine\n');
    expect((await write(first, folder, { ...plain, sources })).written).toBe(false);
    rmSync(join(folder, '.env.example'));
    expect(snapshot(folder)).toEqual(before);
    expect((await write(first, folder, { ...plain, sources })).written).toBe(true);
    for (const name of names) expect(read(folder, name)).toBe('mine\n');
  });

  test('is not free by a document that is further down', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'api'));
    edit(folder, 'api/api.yaml', '');
    await refused(folder, first, { ...plain, sources: [join(folder, 'api/api.yaml')] });
  });

  test('keeps a README of its own on every run, until it is named behind --overwrite', async () => {
    const folder = tempFolder();
    edit(folder, 'README.md', 'mine\n');
    for (const files of [first, second, second]) {
      const { changes, written } = await write(files, folder, plain);
      expect(written).toBe(true);
      expect(changes.find(({ path }) => path === 'README.md')).toEqual({
        kind: 'foreign',
        path: 'README.md',
      });
    }
    await write(second, folder, overwrite);
    expect(read(folder, 'README.md')).toBe('mine\n');
    await write(second, folder, { ...plain, overwrite: ['README.md'] });
    expect(read(folder, 'README.md')).toBe('# Two\n');
    await write(first, folder, plain);
    expect(read(folder, 'README.md')).toBe('# One\n');
  });

  test.each([
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path])],
    ['a link', (path: string) => symlinkSync('/nowhere', path)],
    ['a folder', (path: string) => void mkdirSync(path)],
  ])(
    'whose manifest is %s is said to be none that can be read, and not that it is missing',
    async (_, put) => {
      const folder = await project();
      const path = join(folder, '.mcpwright/manifest.json');
      rmSync(path);
      put(path);
      const error = await write(second, folder, plain).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toContain(
        '.mcpwright/manifest.json is not a file that can be read',
      );
      expect((error as InputError).hint).toContain('restore the file from version control');
    },
  );

  test('whose manifest is lost is not taken for free, and --force takes it', async () => {
    const folder = await project();
    edit(folder, 'mcpwright.yaml', '');
    rmSync(join(folder, '.mcpwright/manifest.json'));
    const error = await refused(folder, second);
    expect(error.message).toContain('.mcpwright/manifest.json is missing, though .mcpwright/ is there');
    expect(error.hint).toContain('Restore it from version control. Or pass --force');
    expect((await write(first, folder, force)).written).toBe(true);
    expect((await write(second, folder, plain)).written).toBe(true);
  });

  test('keeps a custom.ts that is there already', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'src'));
    edit(folder, 'src/custom.ts', 'mine\n');
    expect((await write(first, folder, { ...force, overwrite: true })).written).toBe(true);
    expect(read(folder, 'src/custom.ts')).toBe('mine\n');
  });

  test('that is a file is refused', async () => {
    const folder = tempFolder();
    edit(folder, 'out', 'mine\n');
    const error = await write(first, join(folder, 'out'), plain).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toBe(`${join(folder, 'out')} is a file.`);
    const below = await write(first, join(folder, 'out/below'), plain).catch((thrown: unknown) => thrown);
    expect(below).toBeInstanceOf(InputError);
    expect(read(folder, 'out')).toBe('mine\n');
  });
});

describe('what stands in the way', () => {
  test('a folder where a file is wanted', async () => {
    const folder = await project();
    mkdirSync(join(folder, 'src/generated/tools/owners.ts'));
    const error = await refused(folder, second, overwrite);
    expect(error.message).toContain('owners.ts is a folder');
    expect(error.hint).toBeDefined();
  });

  test('a file where a folder is wanted', async () => {
    const folder = await project();
    rmSync(join(folder, 'src/generated'), { recursive: true });
    edit(folder, 'src/generated', 'mine\n');
    expect((await refused(folder, second, overwrite)).message).toContain(
      'a folder on the way to it is a file',
    );
    await write([...second.slice(0, 3), ...second.slice(4)], folder, plain);
    expect(read(folder, 'src/generated')).toBe('mine\n');
  });

  test.each([
    ['src', 'the sources'],
    ['.mcpwright/base', 'our records'],
    ['.mcpwright', 'all our records'],
  ])('%s as a link out of the project: nothing is written through it', async (path) => {
    const outside = tempFolder();
    edit(outside, 'precious.txt', 'mine\n');
    const folder = await project();
    rmSync(join(folder, path), { recursive: true });
    symlinkSync(outside, join(folder, path));
    const error = await refused(folder, second, { ...overwrite, force: true });
    expect(error.message).toBe(`${join(folder, path)} is a link that leads out of the project.`);
    expect([...snapshot(outside).keys()]).toEqual(['precious.txt']);
  });

  test('a link that leads nowhere', async () => {
    const folder = await project();
    rmSync(join(folder, 'src'), { recursive: true });
    symlinkSync(join(folder, 'nowhere'), join(folder, 'src'));
    expect((await refused(folder, second, overwrite)).message).toContain('is a link that leads out');
    expect(existsSync(join(folder, 'nowhere'))).toBe(false);
  });

  test.each([
    ['src', 'the sources'],
    ['src/generated', 'a room of them'],
    ['.mcpwright', 'our records'],
    ['.mcpwright/base', 'a room of them'],
  ])('%s as a link within the project: nothing is written through it', async (path) => {
    const folder = await project();
    renameSync(join(folder, path), join(folder, 'moved'));
    symlinkSync(join(folder, 'moved'), join(folder, path));
    const before = snapshot(folder);
    for (const options of [plain, { ...overwrite, force: true }]) {
      const error = await refused(folder, second, options);
      expect(error.message).toBe(
        `${join(folder, path)} is a link, and mcpwright writes to no folder through one.`,
      );
      expect(error.hint).toContain('Put a folder in its place');
    }
    expect(snapshot(folder)).toEqual(before);
  });

  test('links of the owner elsewhere are none of ours', async () => {
    const folder = await project();
    const outside = tempFolder();
    for (const path of ['node_modules', 'src/shared', 'test/data']) {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      symlinkSync(outside, join(folder, path));
    }
    expect((await write(second, folder, plain)).written).toBe(true);
    expect([...snapshot(outside).keys()]).toEqual([]);
  });

  test('a hard link is a file as any other: its other name keeps what it had', async () => {
    const folder = await project();
    const other = join(tempFolder(), 'other.ts');
    linkSync(join(folder, first[0]!.path), other);
    const before = readFileSync(other, 'utf8');
    await write(second, folder, overwrite);
    expect(readFileSync(other, 'utf8')).toBe(before);
  });

  test('a link in the place of a file is the user’s: an edit, and never followed', async () => {
    const outside = tempFolder();
    edit(outside, 'readme', '# One\n');
    const folder = await project();
    unlinkSync(join(folder, 'README.md'));
    symlinkSync(join(outside, 'readme'), join(folder, 'README.md'));
    const { changes, written } = await write(second, folder, plain);
    expect(written).toBe(false);
    expect(kinds(changes)['README.md']).toBe('edited');
    await write(second, folder, overwrite);
    expect(read(folder, 'README.md')).toBe('# Two\n');
    expect(read(outside, 'readme')).toBe('# One\n');
  });
});

/** A project whose manifest names a file, with its hash. */
async function naming(path: string, owner: string, content = 'mine\n'): Promise<string> {
  const folder = await project();
  mkdirSync(join(folder, path, '..'), { recursive: true });
  if (!existsSync(join(folder, path))) edit(folder, path, content);
  const manifest = JSON.parse(read(folder, '.mcpwright/manifest.json')) as { files: object };
  const files = { ...manifest.files, [path]: { owner, sha256: hashContent(read(folder, path)) } };
  edit(folder, '.mcpwright/manifest.json', JSON.stringify({ ...manifest, files }));
  return folder;
}
const without = (path: string) => first.filter((file) => file.path !== path);

describe('a manifest that names more than is ours', () => {
  test.each(
    [
      'notes.txt',
      'src/custom.ts',
      'src/app.ts',
      'src/Runtime/json.ts',
      'src/runtime.ts',
      'mcpwright.yaml',
      '.github/workflows/ci.yml',
      '.env.example',
      '.npmrc',
      'test/custom.test.ts',
    ].flatMap((path) =>
      ['generated', 'vendored', 'shared', 'ejected'].map((owner): [string, string] => [path, owner]),
    ),
  )('%s, as %s: it is left and named, whatever the flags', async (path, owner) => {
    const folder = await naming(path, owner);
    const before = read(folder, path);
    for (const options of [plain, { ...overwrite, force: true }]) {
      const kept = snapshot(folder);
      const { changes, written } = await write(without(path), folder, options);
      expect(written).toBe(true);
      expect(changes).toContainEqual({ kind: 'left', path });
      expect(read(folder, path)).toBe(before);
      restore(folder, kept);
    }
    const named = { ...plain, overwrite: [path] };
    expect((await refused(folder, without(path), named)).message).toBe(
      `${path} is not a file that mcpwright writes.`,
    );
    // Once named, it is not any more.
    await write(without(path), folder, plain);
    expect((await write(without(path), folder, plain)).changes).not.toContainEqual({ kind: 'left', path });
    expect(read(folder, '.mcpwright/manifest.json')).not.toContain(`"${path}"`);
  });

  test.each([
    ['src/runtime/old/part.ts', 'vendored'],
    ['src/runtime/older.ts', 'shared'],
    ['src/generated/tools/gone.ts', 'generated'],
    ['src/program.ts', 'shared'],
    ['test/callTools.ts', 'shared'],
  ])('%s was one of ours, and is deleted where it is as it was written', async (path, owner) => {
    const folder = await naming(path, owner);
    const { changes } = await write(first, folder, plain);
    expect(changes).toContainEqual({ kind: 'delete', path });
    expect(existsSync(join(folder, path))).toBe(false);
  });

  test('a base is deleted only as the text that the manifest knows', async () => {
    const folder = await naming('src/program.ts', 'shared');
    const base = '.mcpwright/base/src/program.ts';
    mkdirSync(join(folder, base, '..'), { recursive: true });
    edit(folder, base, 'another\n');
    await write(first, folder, plain);
    expect(read(folder, base)).toBe('another\n');
  });
});

/** Runs as a user with no special rights; who has them may write everywhere. */
async function asNobody<T>(run: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return run();
  process.seteuid?.(65534);
  try {
    return await run();
  } finally {
    process.seteuid?.(0);
  }
}

/** Gives a folder and what is in it to that user. */
function own(folder: string): void {
  if (process.geteuid?.() !== 0) return;
  chownSync(folder, 65534, 65534);
  for (const path of snapshot(folder).keys()) chownSync(join(folder, path), 65534, 65534);
}

describe.skipIf(process.platform === 'win32')('what the disk refuses', () => {
  test('a read-only folder is said to be so', async () => {
    const folder = tempFolder();
    own(folder);
    chmodSync(folder, 0o555);
    const error = await asNobody(() => refused(folder, first));
    expect(error.message).toBe(`Nothing was written: ${join(folder, '.mcpwright')}: permission is denied.`);
    expect(error.hint).toContain('--out');
  });

  test('a folder that cannot be read is said to be so', async () => {
    const folder = await project();
    own(folder);
    chmodSync(join(folder, 'src'), 0o000);
    const error = await asNobody(() => write(first, folder, plain).catch((thrown: unknown) => thrown));
    chmodSync(join(folder, 'src'), 0o755);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toContain('permission is denied');
  });

  test('what was put in place before the refusal is taken back', async () => {
    const folder = await project();
    own(folder);
    chmodSync(join(folder, 'src/generated/tools'), 0o555);
    const error = await asNobody(() =>
      refused(folder, [...second, { path: 'a/b/new.ts', owner: 'generated', content: 'x\n' }]),
    );
    expect(error.message).toContain('permission is denied');
    chmodSync(join(folder, 'src/generated/tools'), 0o755);
    expect((await asNobody(() => write(second, folder, plain))).written).toBe(true);
  });
});

test.skipIf(!existsSync('/proc/self'))(
  'a file system that makes no folders is refused, not tried for ever',
  async () => {
    await expect(write(first, '/proc/mcpwright', plain)).rejects.toThrow(InputError);
  },
);

const says = (unordered: string, order: string, text = ''): File[] => [
  { path: 'README.md', owner: 'shared', content: `# ${order}\n\nSet up.\n`, unordered },
  { path: 'src/generated/search.ts', owner: 'generated', content: `search ${order}\n`, unordered },
  { path: 'src/generated/tools/pets.ts', owner: 'generated', content: `tools ${order}\n`, unordered },
  { path: 'src/runtime/json.ts', owner: 'vendored', content: `json${text}\n` },
];

describe('files that say the same in another order', () => {
  const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
  const start = async () => {
    const folder = tempFolder();
    await write(says(one, 'a b'), folder, plain);
    return folder;
  };

  test('stay as they are, and count as unchanged', async () => {
    const folder = await start();
    const before = snapshot(folder);
    const { changes, written } = await write(says(one, 'b a'), folder, plain);
    expect(written).toBe(true);
    expect(new Set(Object.values(kinds(changes)))).toEqual(new Set(['keep']));
    expect(snapshot(folder)).toEqual(before);
  });

  test('stay where another file changes', async () => {
    const folder = await start();
    const { changes } = await write(says(one, 'b a', '!'), folder, plain);
    expect(kinds(changes)).toMatchObject({ 'src/runtime/json.ts': 'update', 'README.md': 'keep' });
    expect(read(folder, 'src/generated/search.ts')).toBe('search a b\n');
  });

  test('are written where they say something else', async () => {
    const folder = await start();
    await write(says(two, 'b a'), folder, plain);
    expect(snapshotFiles(folder).get('src/generated/tools/pets.ts')).toBe('tools b a\n');
    await write(says(two, 'a b'), folder, plain);
    expect(read(folder, 'src/generated/tools/pets.ts')).toBe('tools b a\n');
  });

  test('are written where the last run did not say what they were made of', async () => {
    const folder = tempFolder();
    const unknown = says(one, 'a b').map(({ path, owner, content }) => ({ path, owner, content }));
    await write(unknown, folder, plain);
    await write(says(one, 'b a'), folder, plain);
    expect(read(folder, 'src/generated/search.ts')).toBe('search b a\n');
  });

  test('keep the edits of the user', async () => {
    const folder = await start();
    edit(folder, 'README.md', '# a b\n\nSet up.\n\nOurs.\n');
    edit(folder, 'src/generated/tools/pets.ts', 'mine\n');
    const before = snapshot(folder);
    const { changes } = await write(says(one, 'b a'), folder, plain);
    expect(kinds(changes)).toEqual({
      'README.md': 'keep',
      'src/generated/search.ts': 'keep',
      'src/generated/tools/pets.ts': 'stays',
      'src/runtime/json.ts': 'keep',
    });
    expect(snapshot(folder)).toEqual(before);
  });

  test.each([
    ['one is missing', (folder: string) => rmSync(join(folder, 'src/generated/search.ts')), plain],
    [
      'the edit of one is given up',
      (folder: string) => edit(folder, 'src/generated/search.ts', 'mine\n'),
      overwrite,
    ],
  ])('are written together where %s', async (_what, change, options) => {
    const folder = await start();
    change(folder);
    await write(says(one, 'b a'), folder, options);
    expect(read(folder, 'src/generated/search.ts')).toBe('search b a\n');
    expect(read(folder, 'src/generated/tools/pets.ts')).toBe('tools b a\n');
    expect(read(folder, 'README.md')).toBe('# b a\n\nSet up.\n');
  });
});
