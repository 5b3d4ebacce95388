import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { InputError } from '../../../generator/model/diagnostic.js';
import { keepFolder } from '../../../generator/write/keepFolder.js';
import { hashContent } from '../../../generator/write/manifest.js';
import { tempFolder } from '../../support/tempFolder.js';

/** A folder, and the file by which runs wait for each other. */
function layOut() {
  const folder = tempFolder();
  const lock = join(tmpdir(), `mcpwright-${hashContent(folder).slice(0, 16)}.lock`);
  onTestFinished(() => rmSync(lock, { recursive: true, force: true }));
  return { folder, lock };
}

describe('in the place of a lock', () => {
  const odd: [string, (lock: string, folder: string) => void, string][] = [
    ['nonsense', (lock) => writeFileSync(lock, 'abc'), 'does not name a process'],
    ['a number of none', (lock) => writeFileSync(lock, '-1'), 'does not name a process'],
    ['a very long text', (lock) => writeFileSync(lock, '1'.repeat(1_000_000)), 'is larger than 100 bytes'],
    ['a link that leads nowhere', (lock, folder) => symlinkSync(join(folder, 'no'), lock), 'is a link'],
    [
      'a link to a file',
      (lock, folder) => {
        writeFileSync(join(folder, 'precious'), String(process.pid));
        symlinkSync(join(folder, 'precious'), lock);
      },
      'is a link',
    ],
    ['a pipe', (lock) => void execFileSync('mkfifo', [lock]), 'is not a file'],
    ['a folder', (lock) => mkdirSync(lock), 'is a folder'],
  ];
  test.each(odd)('%s ends in words', async (_name, put, words) => {
    const { folder, lock } = layOut();
    put(lock, folder);
    const error = await keepFolder(folder).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect((error as InputError).message).toContain(
      `${lock}, by which runs on one project wait for each other`,
    );
    expect((error as InputError).message).toContain(words);
    expect((error as InputError).hint).toContain('Delete it');
    // Whoever asks next is not kept waiting by it.
    rmSync(lock, { recursive: true, force: true });
    await (
      await keepFolder(folder)
    )();
  });

  test.each([
    ['an empty file, as a power cut leaves it', ''],
    ['the number of a process that cannot be', '9999999999'],
  ])('%s is taken over', async (_name, content) => {
    const { folder, lock } = layOut();
    writeFileSync(lock, content);
    await (
      await keepFolder(folder)
    )();
    expect(existsSync(lock)).toBe(false);
  });

  test('a folder in the place of what the lock is made of ends in words', async () => {
    const { folder, lock } = layOut();
    const own = `${lock}.${process.pid}`;
    mkdirSync(join(own, 'full'), { recursive: true });
    onTestFinished(() => rmSync(own, { recursive: true, force: true }));
    await (
      await keepFolder(folder)
    )();
    expect(existsSync(own)).toBe(false);
  });
});

test('where the folder of temporary files is not there, it is said how to go on', async () => {
  const { folder } = layOut();
  const { TMPDIR } = process.env;
  const missing = join(folder, 'missing');
  onTestFinished(() => {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  });
  process.env['TMPDIR'] = missing;
  const error = await keepFolder(folder).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(InputError);
  expect((error as InputError).hint).toBe(`Make the folder ${missing}, or set TMPDIR to another one.`);
});
