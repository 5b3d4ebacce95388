import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises';
import { isAbsolute, normalize, relative, resolve, sep } from 'node:path';
import { nameRoots } from './nameRoots.js';

/** A regular file that may be sent. */
export interface FoundFile {
  /** Where it is, with no links on the way. */
  path: string;
  state: BigIntStats;
}

/** How the disk is looked at; a test may do something in between. */
export interface Disk {
  lstat: (path: string, options: { bigint: true }) => Promise<BigIntStats>;
  open: (path: string, flags: number) => Promise<FileHandle>;
}

/** How a file is opened: a pipe that took its place is not waited for, a link is not followed (not on Windows). */
export const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * Finds the file that a path names: below each of the roots in turn, where it is relative. Links are followed, as long
 * as they do not lead out. What is outside, or not there, is told in the same words: nothing is to be learnt about
 * what lies outside.
 *
 * @returns what is wrong with it in words, where it may not be sent.
 */
export async function findFile(
  path: string,
  roots: readonly string[],
  disk: Disk = { lstat, open },
): Promise<FoundFile | string> {
  const where = `below ${nameRoots(roots)}`;
  let problem: string | undefined;
  let isInside = false;
  for (const root of roots) {
    const real = await realpath(root).catch(() => undefined);
    const place = isAbsolute(path) ? normalize(path) : resolve(root, path);
    const bases = [resolve(root), ...(real === undefined ? [] : [real])];
    if (!bases.some((base) => isBelow(place, base))) continue;
    isInside = true;
    const target = await realpath(place).catch(() => undefined);
    if (real === undefined || target === undefined || !isBelow(target, real)) continue;
    const found = await look(target, real, disk);
    if (typeof found !== 'string') return found;
    problem ??= found;
  }
  if (problem !== undefined) return problem;
  return isInside ? `there is no such file ${where}` : `only files ${where} may be sent`;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Looks at what is at a path before it is opened: to open a device may do something. */
async function look(path: string, root: string, disk: Disk): Promise<FoundFile | string> {
  try {
    const seen = await disk.lstat(path, { bigint: true });
    if (seen.isDirectory()) return 'it is a folder, not a file';
    if (!seen.isFile()) return 'it is not a regular file';
    const file = await disk.open(path, openFlags);
    try {
      const state = await file.stat({ bigint: true });
      const isSame = state.dev === seen.dev && state.ino === seen.ino;
      return isSame && (await isWithin(file, path, root)) ? { path, state } : 'it cannot be read';
    } finally {
      await file.close();
    }
  } catch (error) {
    const isForbidden = ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
    return isForbidden ? 'it may not be read: permission denied' : 'it cannot be read';
  }
}

/**
 * Whether what was opened lies below a folder: a folder on the way may have become a link since it was looked at. Linux
 * says where an open file is; elsewhere the path is looked at once more, and has to lead to the same file.
 */
async function isWithin(file: FileHandle, path: string, root: string): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${file.fd}`).catch(() => undefined);
  if (place !== undefined) return isBelow(place, root);
  const [opened, again] = await Promise.all([file.stat({ bigint: true }), realpath(path)]);
  const there = await stat(again, { bigint: true });
  return isBelow(again, root) && there.dev === opened.dev && there.ino === opened.ino;
}
