import { copyFile, lstat, mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { ignoreMissing } from './readProject.js';
import type { Action } from './manifest.js';

/** What takes back a step that was taken. */
type Undo = () => Promise<unknown>;

/**
 * Carries out all actions, or none.
 *
 * Everything is written beside the project's files first: that is where a full disk or a missing right shows.
 * Then files are put into place by renaming, and what they replace is kept until all of them are.
 *
 * @param root - the project; made where it is missing
 */
export async function apply(root: string, actions: readonly Action[]): Promise<void> {
  if (actions.length === 0) return;
  const records = join(root, '.mcpwright');
  const undo: Undo[] = [];
  let staging = records;
  try {
    await makeFolder(records, undo);
    staging = await mkdtemp(join(records, 'staging-'));
    undo.push(() => rm(staging, { recursive: true }));
    for (const move of await stage(root, staging, actions)) {
      await setAside(move, undo);
      await putInPlace(move, undo);
    }
  } catch (error) {
    await takeBack(undo, staging);
    throw error;
  }
  await rm(staging, { recursive: true, force: true });
  for (const { path, content } of actions) {
    if (content === undefined) await removeEmpty(root, dirname(path));
  }
}

async function takeBack(undo: readonly Undo[], staging: string): Promise<void> {
  try {
    for (const step of undo.toReversed()) await step();
  } catch (cause) {
    throw new Error(
      `A run that failed half-way could not be taken back; what it replaced is in ${staging}.`,
      {
        cause,
      },
    );
  }
}

interface Move {
  target: string;
  /** Where the new content waits; undefined where there is none. */
  source: string | undefined;
  /** Where what stood at the path is kept. */
  old: string;
}

async function stage(root: string, staging: string, actions: readonly Action[]): Promise<Move[]> {
  const moves: Move[] = [];
  for (const [index, { path, content }] of actions.entries()) {
    const source = content === undefined ? undefined : join(staging, `${index}.new`);
    if (source !== undefined) await writeFile(source, content ?? '');
    moves.push({ target: join(root, path), source, old: join(staging, `${index}.old`) });
  }
  return moves;
}

/** Keeps what stands at a path: as a copy where it is about to be replaced, so that it is missing at no time. */
async function setAside({ target, source, old }: Move, undo: Undo[]): Promise<void> {
  const found = await lstat(target).catch(ignoreMissing);
  if (found === undefined) return;
  if (source !== undefined && found.isFile()) await copyFile(target, old);
  else await rename(target, old);
  undo.push(() => rename(old, target));
}

async function putInPlace({ target, source }: Move, undo: Undo[]): Promise<void> {
  if (source === undefined) return;
  await makeFolder(dirname(target), undo);
  await rename(source, target);
  undo.push(() => rename(target, source));
}

/** Makes a folder and those above it, one at a time: where a file system makes none, Node's own way never ends. */
async function makeFolder(path: string, undo: Undo[]): Promise<void> {
  const found = await stat(path).catch(ignoreMissing);
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), undo);
  await mkdir(path);
  // Unless somebody has put something there.
  undo.push(() => rmdir(path).catch(() => {}));
}

/** Removes a folder and those above it, up to the root, as long as there is nothing in them. */
async function removeEmpty(root: string, path: string): Promise<void> {
  for (let folder = path; folder !== '.'; folder = dirname(folder)) {
    try {
      await rmdir(join(root, folder));
    } catch {
      return;
    }
  }
}

/** What the disk may refuse, by the code of the error. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use by another program',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder on the way to it is a file',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
};

/** Puts what the disk refused into words; any other error stays what it is. */
export function explainError(
  error: unknown,
  hint = 'Make the folder writable, or name another one with --out.',
): unknown {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new InputError(`Nothing was written: ${path}: ${reason}.`, hint);
}
