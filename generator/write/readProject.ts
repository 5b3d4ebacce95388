import { readdir, readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { lookUp } from './lookUp.js';
import { manifestPath, type Manifest } from './manifest.js';
import { parseManifest } from './parseManifest.js';

/** A folder as it is before a run. */
export interface Project {
  /** Absolute and, where the folder exists, without links. */
  root: string;
  /** What is in it, other than a manifest of ours. */
  empty: boolean;
  /** What the last run left; undefined where there was none. */
  manifest: Manifest | undefined;
}

/** What a folder may hold and still count as empty. */
const ignored = new Set(['.git', '.DS_Store', configName]);

/**
 * Reads a folder and our manifest in it; the folder need not exist.
 *
 * @throws InputError where it is not a folder, or the manifest cannot be used
 */
export async function readProject(folder: string): Promise<Project> {
  const entries = await list(folder);
  if (entries === undefined) return { root: resolve(folder), empty: true, manifest: undefined };
  const root = await realpath(folder);
  const standing = await lookUp(root, manifestPath);
  return {
    root,
    empty: entries.every((name) => ignored.has(name)),
    manifest:
      typeof standing === 'object'
        ? parseManifest(await readFile(join(root, manifestPath), 'utf8'))
        : undefined,
  };
}

async function list(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'ENOTDIR') throw error;
    throw new InputError(`${folder} is a file.`, 'Name a folder with --out.');
  }
}
