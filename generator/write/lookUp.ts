import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { hashContent } from './hashContent.js';
import { ignoreMissing } from './ignoreMissing.js';

/**
 * What stands at a path. `other` is neither file nor folder: a link, which is the user's own.
 * `blocked`: one of the folders on the way is something else.
 */
export type Standing = { sha256: string } | 'other' | 'folder' | 'missing' | 'blocked';

/**
 * Looks at a path of the project, given with forward slashes.
 *
 * @param root - the project, as an absolute path without links
 * @throws InputError where a link on the way leads out of the project
 */
export async function lookUp(root: string, path: string): Promise<Standing> {
  const folder = dirname(path);
  if (folder !== '.') {
    const above = await lookUpFolder(root, folder);
    if (above !== 'folder') return above;
  }
  const full = join(root, path);
  const found = await lstat(full).catch(ignoreMissing);
  if (found === undefined) return 'missing';
  if (found.isDirectory()) return 'folder';
  return found.isFile() ? { sha256: hashContent(await readFile(full)) } : 'other';
}

async function lookUpFolder(root: string, path: string): Promise<'folder' | 'missing' | 'blocked'> {
  const parent = dirname(path);
  if (parent !== '.') {
    const above = await lookUpFolder(root, parent);
    if (above !== 'folder') return above;
  }
  const full = join(root, path);
  const found = await lstat(full).catch(ignoreMissing);
  if (found === undefined) return 'missing';
  if (found.isSymbolicLink()) await refuseEscape(root, path);
  return (await stat(full)).isDirectory() ? 'folder' : 'blocked';
}

async function refuseEscape(root: string, path: string): Promise<void> {
  const target = await realpath(join(root, path)).catch(ignoreMissing);
  const way = target === undefined ? '..' : relative(root, target);
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isElsewhere(way)) return;
  throw new InputError(
    `${join(root, path)} is a link that leads out of the project.`,
    'Put a folder in its place, or write to another one.',
  );
}

/** On Windows what is on another drive has no relative path. */
function isElsewhere(way: string): boolean {
  return /^[A-Za-z]:/.test(way);
}
