import { existsSync, mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import type { File } from '../../../generator/model/file.js';
import { eject } from '../../../generator/write/eject.js';
import { type WriteOptions, write } from '../../../generator/write/write.js';
import { quickDisk } from '../../support/quickDisk.js';
import { snapshot, tempFolder } from '../../support/tempFolder.js';

const path = 'src/runtime/json.ts';
const base = `.mcpwright/base/${path}`;
const filesWith = (content: string): File[] => [
  { path, owner: 'vendored', content },
  { path: 'README.md', owner: 'shared', content: '# Shop\n' },
  { path: 'src/custom.ts', owner: 'yours', content: 'custom\n' },
  { path: 'src/generated/api.ts', owner: 'generated', content: 'api\n' },
];
const plain: WriteOptions = { overwrite: false, force: false, version: '1.0.0', disk: quickDisk };
const textsWith = (content: string) => new Map([[path, content]]);

async function project(): Promise<string> {
  const folder = tempFolder();
  await write(filesWith('one\n'), folder, plain);
  return folder;
}

const changeOf = async (folder: string, content: string, options = plain) =>
  (await write(filesWith(content), folder, options)).changes.find((change) => change.path === path);

test('an ejected file is never touched again, and what it was made from is kept', async () => {
  const folder = await project();
  expect(await eject(join(folder, path), textsWith('one\n'), quickDisk)).toMatchObject({
    path,
    again: false,
  });
  writeFileSync(join(folder, path), 'mine\n');
  for (const overwrite of [false, true])
    expect(await changeOf(folder, 'two\n', { ...plain, overwrite })).toEqual({
      kind: 'ejected',
      path,
      pristine: 'one\n',
      content: 'two\n',
    });
  expect(readFileSync(join(folder, path), 'utf8')).toBe('mine\n');
  expect(readFileSync(join(folder, base), 'utf8')).toBe('one\n');
  // As long as the API does not need it, and when it does again.
  await write(filesWith('').slice(1), folder, { ...plain, overwrite: true });
  expect(readFileSync(join(folder, path), 'utf8')).toBe('mine\n');
  expect(await changeOf(folder, 'three\n')).toMatchObject({ kind: 'ejected', pristine: 'one\n' });
  unlinkSync(join(folder, path));
  expect(await changeOf(folder, 'three\n')).toEqual({ kind: 'absent', path });
});

test('ejecting again takes what is new for seen', async () => {
  const folder = await project();
  await eject(join(folder, path), textsWith('one\n'), quickDisk);
  writeFileSync(join(folder, path), 'mine\n');
  expect(await eject(join(folder, path), textsWith('two\n'), quickDisk)).toMatchObject({ again: true });
  expect(await changeOf(folder, 'two\n')).toMatchObject({
    kind: 'ejected',
    pristine: 'two\n',
    content: 'two\n',
  });
});

test('naming it with --overwrite gives it back', async () => {
  const folder = await project();
  await eject(join(folder, path), textsWith('one\n'), quickDisk);
  writeFileSync(join(folder, path), 'mine\n');
  expect(await changeOf(folder, 'two\n', { ...plain, overwrite: [path] })).toMatchObject({
    kind: 'replaced',
  });
  expect(existsSync(join(folder, base))).toBe(false);
  expect(await changeOf(folder, 'three\n')).toMatchObject({ kind: 'update' });
});

test('a file that was edited before has the text that it was made from, where that is still known', async () => {
  const folder = await project();
  writeFileSync(join(folder, path), 'mine\n');
  await eject(join(folder, path), textsWith('one\n'), quickDisk);
  expect(readFileSync(join(folder, base), 'utf8')).toBe('one\n');

  const other = await project();
  writeFileSync(join(other, path), 'mine\n');
  await eject(join(other, path), textsWith('two\n'), quickDisk);
  expect(existsSync(join(other, base))).toBe(false);
  expect(await changeOf(other, 'two\n')).toEqual({ kind: 'ejected', path, content: 'two\n' });
});

test.each([
  ['README.md', 'README.md is not ejected', 'merged'],
  ['src/custom.ts', 'src/custom.ts is not ejected', 'yours already'],
  ['src/generated/api.ts', 'src/generated/api.ts is not ejected', 'src/custom.ts'],
  ['src/runtime/other.ts', 'src/runtime/other.ts is not a file that mcpwright wrote', 'src/runtime/'],
])('%s is refused with a reason, and nothing changes', async (name, message, hint) => {
  const folder = await project();
  const before = snapshot(folder);
  const error = await eject(join(folder, name), textsWith('one\n'), quickDisk).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).message).toContain(message);
  expect((error as InputError).hint).toContain(hint);
  expect(snapshot(folder)).toEqual(before);
});

test('what is missing, and what is in no project, is said to be so', async () => {
  const folder = await project();
  rmSync(join(folder, path));
  await expect(eject(join(folder, path), textsWith('one\n'), quickDisk)).rejects.toThrow('There is no file');
  const outside = tempFolder();
  mkdirSync(join(outside, 'src'));
  await expect(eject(join(outside, 'src/x.ts'), new Map(), quickDisk)).rejects.toThrow(
    'in no project of mcpwright',
  );
});

const packageOf = (...names: string[]) =>
  JSON.stringify({ devDependencies: Object.fromEntries(names.map((name) => [name, '1'])) }, undefined, 2);

describe('an ejected file that is written no longer', () => {
  const user = 'src/runtime/user.ts';
  const needed = 'src/runtime/parts/needed.ts';
  const text = `import { a } from './parts/needed.js';\nimport b from '@scope/b/part';\nexport * from './json.js';\n`;
  const whole: File[] = [
    { path: 'package.json', owner: 'shared', content: packageOf('@scope/b') },
    { path: user, owner: 'vendored', content: text },
    { path: needed, owner: 'vendored', content: 'needed\n' },
    ...filesWith('one\n'),
  ];
  const less: File[] = [
    { path: 'package.json', owner: 'shared', content: packageOf('other') },
    ...filesWith('one\n'),
  ];

  async function ejected(): Promise<string> {
    const folder = tempFolder();
    await write(whole, folder, plain);
    await eject(join(folder, user), new Map([[user, text]]), quickDisk);
    return folder;
  }

  const changesOf = async (folder: string, files: File[], options = plain) =>
    (await write(files, folder, options)).changes.find(({ path: one }) => one === user);

  test('is named with what it imports that is gone, run after run', async () => {
    const folder = await ejected();
    for (const run of ['that removes it', 'after that'])
      expect(await changesOf(folder, less), run).toEqual({
        kind: 'orphaned',
        path: user,
        lost: [needed, '@scope/b'],
      });
    expect(readFileSync(join(folder, user), 'utf8')).toBe(text);
    // The user's own stand in for what is gone.
    mkdirSync(join(folder, 'src/runtime/parts'), { recursive: true });
    writeFileSync(join(folder, needed), 'mine\n');
    writeFileSync(join(folder, 'package.json'), packageOf('other', '@scope/b'));
    expect(await changesOf(folder, less)).toEqual({ kind: 'orphaned', path: user, lost: [] });
  });

  test('goes where it is named with --overwrite, and not with a bare one', async () => {
    const folder = await ejected();
    expect(await changesOf(folder, less, { ...plain, overwrite: true })).toMatchObject({ kind: 'orphaned' });
    expect(existsSync(join(folder, user))).toBe(true);
    expect(await changesOf(folder, less, { ...plain, overwrite: [user] })).toEqual({
      kind: 'replaced',
      path: user,
    });
    expect(existsSync(join(folder, user))).toBe(false);
    expect(await changesOf(folder, less)).toBeUndefined();
    expect(await changesOf(folder, whole)).toMatchObject({ kind: 'create' });
  });
});
