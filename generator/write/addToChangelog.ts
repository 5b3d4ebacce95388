import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { readBytes } from '../model/files.js';
import { explainError } from './apply.js';
import { findReal, putFile } from './disk.js';
import { ignoreMissing } from './readProject.js';

/** The changelog of a project, which is the owner's. */
export const changelogName = 'CHANGELOG.md';

/**
 * Puts an entry on top of the changelog of a project, below its title, and keeps all that it holds.
 *
 * @throws InputError where it is no file, or the disk refuses
 */
export async function addToChangelog(folder: string, entry: string): Promise<void> {
  const path = join(findReal(folder), changelogName);
  try {
    const found = await lstat(path).catch(ignoreMissing);
    if (found !== undefined && !found.isFile())
      throw new InputError(`${path} is not a file: nothing was added to it.`, 'Move what is there away.');
    const before = found === undefined ? '# Changelog\n' : (await readBytes(path)).toString('utf8');
    await putFile(path, insertEntry(before, entry));
  } catch (error) {
    throw explainError(error);
  }
}

/** The text with an entry before its first one. */
export function insertEntry(text: string, entry: string): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const added = entry.replaceAll('\n', end);
  const lines = text.split(/(?<=\n)/);
  const first = lines.findIndex((line) => line.startsWith('## '));
  // What stands between the title and the first entry says what the file is.
  const hasTitle = lines[0]?.replace('\uFEFF', '').startsWith('# ') ?? false;
  const length = hasTitle ? (first === -1 ? lines.length : first) : 0;
  const parts = [
    lines.slice(0, length).join('').trimEnd(),
    added.trimEnd(),
    lines.slice(length).join('').trim(),
  ];
  return parts.filter((part) => part !== '').join(end + end) + end;
}
