import { mkdir, open, rm } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import { safeName } from './safeName.js';

/** Files of one name that are kept beside each other. */
const mostAlike = 1_000;

/**
 * Writes a file into a folder under the name that it has, or that name with a number where it is taken, and returns
 * its path. Nothing that is there is overwritten or followed, and only this user may read the file.
 */
export async function saveFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const safe = safeName(name);
  const extension = extname(safe);
  const stem = safe.slice(0, safe.length - extension.length);
  await mkdir(folder, { recursive: true });
  for (let count = 1; count <= mostAlike; count += 1) {
    const path = join(resolve(folder), count === 1 ? safe : `${stem}-${count}${extension}`);
    if (await create(path, bytes)) return path;
  }
  throw Object.assign(new Error('too many files of this name'), { code: 'EEXIST' });
}

/** Whether the file could be created; where it could not be written to its end, nothing is left of it. */
async function create(path: string, bytes: Uint8Array): Promise<boolean> {
  const file = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return undefined;
    throw error;
  });
  if (file === undefined) return false;
  try {
    await file.writeFile(bytes);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  return true;
}
