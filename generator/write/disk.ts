import { copyFile, mkdir, mkdtemp, open, rename, rm, rmdir, writeFile } from 'node:fs/promises';

/** Each step that changes the disk. A run may be stopped between any two of them. */
export interface Disk {
  makeFolder(path: string): Promise<void>;
  /** Makes a folder with a new name that begins so. */
  makeNewFolder(prefix: string): Promise<string>;
  /** Writes a file. */
  write(path: string, content: string): Promise<void>;
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
  makeFolder: async (path) => void (await mkdir(path)),
  makeNewFolder: (prefix) => mkdtemp(prefix),
  write: (path, content) => writeFile(path, content),
  copy: (from, to) => copyFile(from, to),
  rename: (from, to) => rename(from, to),
  remove: (path) => rm(path, { recursive: true, force: true }),
  removeEmpty: (path) => rmdir(path),
  sync: async (paths) => {
    for (let index = 0; index < paths.length; index += atOnce)
      await Promise.all(paths.slice(index, index + atOnce).map(syncPath));
  },
};

/** How many files are open at the same time. */
const atOnce = 32;

async function syncPath(path: string): Promise<void> {
  // Not every system opens folders, nor does every file system know what to do with the order.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(ignoreUnknown);
  await handle?.close();
}

/** A full disk may show only now. */
function ignoreUnknown(error: unknown): void {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (['EIO', 'ENOSPC', 'EDQUOT'].includes(code)) throw error;
}
