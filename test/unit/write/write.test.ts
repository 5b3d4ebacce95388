import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { Change, File } from '../../../generator/model/file.js';
import { write } from '../../../generator/write/write.js';
import { snapshot, snapshotFiles, tempFolder } from '../../support/tempFolder.js';

const first: File[] = [
  { path: '.env.example', owner: 'generated', content: 'KEY=\n' },
  { path: 'README.md', owner: 'shared', content: '# One\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'export const custom = {};\n' },
  { path: 'src/generated/tools/pets.ts', owner: 'generated', content: 'export const tools = 1;\n' },
];

const second: File[] = [
  { path: '.env.example', owner: 'generated', content: 'TOKEN=\n' },
  { path: 'README.md', owner: 'shared', content: '# Two\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'export const custom = { other: true };\n' },
  { path: 'src/generated/tools/owners.ts', owner: 'generated', content: 'export const tools = 2;\n' },
];

const plain = { overwrite: false, force: false, version: '1.0.0' };
const overwrite = { ...plain, overwrite: true };
const force = { ...plain, force: true };

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
    });
    expect(Object.fromEntries(snapshotFiles(folder))).toEqual({
      '.env.example': 'TOKEN=\n',
      'README.md': '# Two\n',
      'src/custom.ts': 'export const custom = {};\n',
      'src/generated/tools/owners.ts': 'export const tools = 2;\n',
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

  test.each(['.env.example', 'README.md', 'src/generated/tools/pets.ts'])(
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
    });
    expect([...snapshotFiles(folder).keys()]).toEqual(['.env.example', 'src/generated/tools/pets.ts']);
    expect(kinds((await write(second, folder, plain)).changes)).toMatchObject({
      'README.md': 'absent',
      'src/custom.ts': 'absent',
    });
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
    edit(folder, 'README.md', 'mine\n');
    const before = snapshot(folder);
    const { changes, written } = await write(first, folder, force);
    expect(written).toBe(false);
    expect(kinds(changes)['README.md']).toBe('edited');
    expect(snapshot(folder)).toEqual(before);
    await write(first, folder, { ...force, overwrite: true });
    expect(read(folder, 'README.md')).toBe('# One\n');
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
    await write(second.slice(0, 3), folder, plain);
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

  test('a folder may be a link within the project', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'code'));
    symlinkSync('code', join(folder, 'src'));
    await write(first, folder, force);
    expect(read(folder, 'code/custom.ts')).toBe('export const custom = {};\n');
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
