import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import { addToChangelog } from '../../../generator/write/addToChangelog.js';
import { copyAll, giveName, makeFolders, putFile, realDisk } from '../../../generator/write/disk.js';
import { writeConfig, writePage } from '../../../generator/write/writePage.js';
import { snapshot, tempFolder } from '../../support/tempFolder.js';

/** A folder with a file, and a link that leads to it. */
function layOut() {
  const folder = tempFolder();
  const outside = join(tempFolder(), 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, 'precious'), 'mine\n');
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'file'), 'file\n');
  symlinkSync(outside, join(folder, 'away'));
  symlinkSync(join(outside, 'precious'), join(folder, 'link'));
  symlinkSync(join(outside, 'nowhere'), join(folder, 'dangling'));
  return { folder, outside };
}

const thrown = (run: Promise<unknown>) => run.catch((error: unknown) => error as Error);

describe('every step that changes the disk', () => {
  const steps: [string, (folder: string, file: string) => Promise<unknown>][] = [
    ['makes a folder', (_, file) => realDisk.makeFolder(file)],
    ['makes a new folder', (_, file) => realDisk.makeNewFolder(`${file}-`)],
    ['makes folders', (_, file) => makeFolders(join(file, 'below'), realDisk)],
    ['writes', (_, file) => realDisk.write(file, 'evil\n')],
    ['copies to', (folder, file) => realDisk.copy(join(folder, 'file'), file)],
    ['copies from', (folder, file) => realDisk.copy(join(file, '../precious'), join(folder, 'new'))],
    ['renames to', (folder, file) => realDisk.rename(join(folder, 'file'), file)],
    ['renames from', (folder, file) => realDisk.rename(join(file, '../precious'), join(folder, 'new'))],
    ['removes', (_, file) => realDisk.remove(join(file, '../precious'))],
    ['removes an empty folder', (_, file) => realDisk.removeEmpty(join(file, '../empty'))],
    ['gives a name', (folder, file) => giveName(join(folder, 'file'), file)],
    ['puts a file', (_, file) => putFile(file, 'evil\n')],
    ['copies all', (folder, file) => copyAll(join(folder, 'file'), file)],
  ];

  test.each(steps)('%s through no link in the place of a folder', async (_name, step) => {
    const { folder, outside } = layOut();
    mkdirSync(join(outside, 'empty'));
    mkdirSync(join(outside, 'deep'));
    for (const way of ['away/x', 'away/deep/x']) {
      if (way.includes('deep')) writeFileSync(join(outside, 'deep/precious'), 'mine\n');
      const before = [snapshot(folder), snapshot(outside)];
      const error = await thrown(step(folder, join(folder, way)));
      expect(error).toBeInstanceOf(InputError);
      expect((error as InputError).message).toContain(`${join(folder, 'away')} is a link`);
      expect([snapshot(folder), snapshot(outside)]).toEqual(before);
    }
  });

  test.each(['link', 'dangling', 'file'])(
    'writes and copies where nothing is, and not to a %s',
    async (name) => {
      const { folder, outside } = layOut();
      const before = [snapshot(folder), snapshot(outside)];
      expect(await thrown(realDisk.write(join(folder, name), 'evil\n'))).toHaveProperty('code', 'EEXIST');
      expect(await thrown(realDisk.copy(join(folder, 'file'), join(folder, name)))).toHaveProperty(
        'code',
        'EEXIST',
      );
      expect([snapshot(folder), snapshot(outside)]).toEqual(before);
    },
  );

  test.each(['link', 'dangling', 'file'])(
    'puts a file in the place of a %s, which is not followed',
    async (name) => {
      const { folder, outside } = layOut();
      const before = snapshot(outside);
      await putFile(join(folder, name), 'new\n');
      expect(snapshot(outside)).toEqual(before);
      expect(snapshot(folder).get(name)).toBe('new\n');
    },
  );

  test('copies no link as what it leads to, and removes none of that', async () => {
    const { folder, outside } = layOut();
    const before = snapshot(outside);
    expect(await thrown(realDisk.copy(join(folder, 'link'), join(folder, 'new')))).toHaveProperty(
      'code',
      'ELOOP',
    );
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    mkdirSync(join(folder, 'copy'));
    for (const name of ['away', 'link', 'dangling', 'real', 'pipe', 'file'])
      await copyAll(join(folder, name), join(folder, 'copy', name));
    expect([...snapshot(join(folder, 'copy'))]).toEqual([
      ['away', `link to ${outside}`],
      ['dangling', `link to ${join(outside, 'nowhere')}`],
      ['file', 'file\n'],
      ['link', `link to ${join(outside, 'precious')}`],
      ['real', 'folder'],
    ]);
    for (const name of ['away', 'link', 'copy', 'pipe']) await realDisk.remove(join(folder, name));
    expect(snapshot(outside)).toEqual(before);
  });
});

describe('what the user names', () => {
  test('may be below a folder that is a link; where it is one itself, nothing happens to what that leads to', async () => {
    const { folder, outside } = layOut();
    await writePage(join(folder, 'away/report.html'), '<p>');
    expect(readFileSync(join(outside, 'report.html'), 'utf8')).toBe('<p>');
    const before = snapshot(outside);
    for (const name of ['file', 'link', 'dangling']) {
      await writePage(join(folder, name), '<p>');
      expect(snapshot(folder).get(name)).toBe('<p>');
    }
    expect(snapshot(outside)).toEqual(before);
  });

  test('is no device, and no link to one: they stay', async () => {
    const { folder } = layOut();
    symlinkSync('/dev/null', join(folder, 'null.html'));
    execFileSync('mkfifo', [join(folder, 'pipe.html')]);
    for (const path of ['/dev/null', join(folder, 'null.html'), join(folder, 'pipe.html')])
      expect(await thrown(writePage(path, '<p>'))).toHaveProperty(
        'message',
        `Nothing was written: ${path} is not a file.`,
      );
    expect(lstatSync(join(folder, 'null.html')).isSymbolicLink()).toBe(true);
    expect(lstatSync(join(folder, 'pipe.html')).isFIFO()).toBe(true);
  });

  test('is made of no link that leads nowhere', async () => {
    const { folder, outside } = layOut();
    const before = [snapshot(folder), snapshot(outside)];
    const there = await thrown(writeConfig(folder, 'dangling', 'x'));
    expect(there).toHaveProperty(
      'message',
      `Nothing was written: ${join(folder, 'dangling')} is there already.`,
    );
    const below = await thrown(writeConfig(join(folder, 'dangling'), 'mcpwright.yaml', 'x'));
    expect(below).toBeInstanceOf(InputError);
    for (const name of ['link', 'dangling']) {
      symlinkSync(join(folder, name), join(folder, 'CHANGELOG.md'));
      expect(await thrown(addToChangelog(folder, '## New\n'))).toBeInstanceOf(InputError);
      await realDisk.remove(join(folder, 'CHANGELOG.md'));
    }
    expect([snapshot(folder), snapshot(outside)]).toEqual(before);
  });
});
