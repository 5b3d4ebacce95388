import { constants, lstatSync, realpathSync, statSync } from 'node:fs';
import {
  link,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  rmdir,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../model/diagnostic.js';

/**
 * Each step that changes the disk. A run may be stopped between any two of them.
 *
 * A step follows no link: whatever stands in the place of a file is not written through, and a path with a link in
 * the place of a folder is refused. So paths begin with a folder whose own links are resolved, see {@link findReal}.
 */
export interface Disk {
  makeFolder(path: string, mode?: number): Promise<void>;
  /** Makes a folder with a new name that begins so. */
  makeNewFolder(prefix: string): Promise<string>;
  /** Writes a file where nothing is. */
  write(path: string, content: string, mode?: number): Promise<void>;
  /** Copies a file to where nothing is. */
  copy(from: string, to: string): Promise<void>;
  /** Puts a file in the place of another one: at any moment one of the two stands there. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file, or a folder with all that is in it; nothing happens where there is none. */
  remove(path: string): Promise<void>;
  /** Removes a folder that is empty. */
  removeEmpty(path: string): Promise<void>;
  /** Ends when files, and what was made and renamed in folders, would outlive a power cut. */
  sync(paths: readonly string[]): Promise<void>;
}

export const realDisk: Disk = {
  makeFolder: async (path, mode) => void (await mkdir(direct(path), mode)),
  makeNewFolder: async (prefix) => mkdtemp(direct(prefix)),
  write: async (path, content, mode) =>
    writeFile(direct(path), content, { flag: 'wx', ...(mode && { mode }) }),
  copy: copyFile,
  rename: async (from, to) => rename(direct(from), direct(to)),
  remove: async (path) => {
    if (isThere(path)) await rm(direct(path), { recursive: true, force: true });
  },
  removeEmpty: async (path) => rmdir(direct(path)),
  sync: async (paths) => {
    for (let index = 0; index < paths.length; index += atOnce)
      await Promise.all(paths.slice(index, index + atOnce).map(syncPath));
  },
};

/** Opens what is read without following a link, and without waiting for whoever writes to a pipe. */
const readOnly = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** How many files are open at the same time. */
const atOnce = 32;

/**
 * A path on which no folder is a link.
 *
 * @throws InputError where one is
 */
function direct(path: string): string {
  for (let folder = dirname(path), below = path; folder !== below; below = folder, folder = dirname(folder))
    if (lstatSync(folder).isSymbolicLink())
      throw new InputError(
        `Nothing was written: ${folder} is a link, and ${path} would lie where it leads to.`,
        'Put a folder in its place.',
      );
  return path;
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

async function copyFile(from: string, to: string): Promise<void> {
  const file = await open(direct(from), readOnly);
  try {
    const found = await file.stat();
    if (!found.isFile()) throw new InputError(`${from} is not a file any more.`, 'Run the command again.');
    const bytes = file.createReadStream({ autoClose: false });
    await writeFile(direct(to), bytes, { flag: 'wx', mode: found.mode & 0o777 });
  } finally {
    await file.close();
  }
}

async function syncPath(path: string): Promise<void> {
  // Not every system opens folders, nor does every file system know what to do with the order.
  const handle = await open(path, readOnly).catch(() => undefined);
  await handle?.sync().catch(ignoreUnknown);
  await handle?.close();
}

/** A full disk may show only now. */
function ignoreUnknown(error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['EIO', 'ENOSPC', 'EDQUOT'].includes(code)) throw error;
}

/** The absolute path of a folder without links, as far as it is there. */
export function findReal(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(findReal(dirname(path)), basename(path));
  }
}

/**
 * Puts a file into a folder that is there, in the place of what stands there: whole, or not at all.
 *
 * @param prefix - of the folder beside it that lasts as long as that takes
 */
export async function putFile(path: string, content: string, prefix = '.mcpwright-'): Promise<void> {
  const staging = await realDisk.makeNewFolder(join(dirname(path), prefix));
  try {
    const whole = join(staging, basename(path));
    await realDisk.write(whole, content);
    await realDisk.rename(whole, path);
  } finally {
    await realDisk.remove(staging);
  }
}

/**
 * Makes a folder and those above it, one at a time: where a file system makes none, Node's own way never ends.
 *
 * @param made - is given those that were missing
 */
export async function makeFolders(path: string, disk: Disk, made: string[] = []): Promise<void> {
  if (isThere(path)) return;
  if (dirname(path) !== path) await makeFolders(dirname(path), disk, made);
  await disk.makeFolder(path);
  made.push(path);
}

/**
 * Copies a file, or a folder with all that is in it, to where nothing is. A link stays a link to the same place, which
 * nothing of this file writes through; pipes and the like are left out.
 */
export async function copyAll(from: string, to: string): Promise<void> {
  const found = lstatSync(from);
  if (found.isSymbolicLink()) await makeLink(resolve(dirname(from), await readlink(from)), to);
  else if (found.isFile()) await copyFile(from, to);
  if (!found.isDirectory()) return;
  await realDisk.makeFolder(to);
  for (const name of await readdir(from)) await copyAll(join(from, name), join(to, name));
}

/** Makes a link to a file or folder. */
export async function makeLink(target: string, path: string): Promise<void> {
  // Only Windows asks what it leads to, and lets everybody make links to folders of this kind alone.
  const type = statSync(target, { throwIfNoEntry: false })?.isDirectory() ? 'junction' : 'file';
  await symlink(target, direct(path), type);
}

/** Gives a file another name; says whether nothing had that name. */
export async function giveName(from: string, to: string): Promise<boolean> {
  try {
    await link(direct(from), direct(to));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Runs a step with a new folder among the temporary files, and takes that away again. */
export async function withFolder<T>(name: string, use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realDisk.makeNewFolder(join(findReal(tmpdir()), `${name}-`));
  try {
    return await use(folder);
  } finally {
    await realDisk.remove(folder);
  }
}
