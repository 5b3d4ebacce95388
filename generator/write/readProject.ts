import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { fileExtent, readBytes } from '../model/files.js';
import { type Manifest, hashContent, manifestPath, parseManifest } from './manifest.js';

/** A folder as it is before a run. */
interface Project {
  /** Absolute and, where the folder exists, without links. */
  root: string;
  /** It holds nothing, or our configuration, or only what belongs to any folder, such as a license: nobody else's project. */
  isFree: boolean;
  /** Records of ours are in it, but not the manifest. */
  isLost: boolean;
  /** What the last run left; undefined where there was none. */
  manifest: Manifest | undefined;
}

/** What a folder holds that is made for a project which is not there yet: dotfiles, and what tells of it. */
const prelude =
  /^(?:\..*|(?:readme|licen[cs]e|notice|copying|changelog|contributing|code_of_conduct|security|authors|codeowners)(?:[.-].*)?)$/i;

/**
 * Reads a folder and our manifest in it; the folder need not exist.
 *
 * @throws InputError where it is not a folder, or the manifest cannot be used
 */
export async function readProject(folder: string): Promise<Project> {
  const entries = await listFolder(folder);
  if (entries === undefined)
    return { root: resolve(folder), isFree: true, isLost: false, manifest: undefined };
  const root = await realpath(folder);
  const standing = await lookUp(root, manifestPath);
  const manifest = typeof standing === 'object' ? parseManifest(standing.bytes.toString('utf8')) : undefined;
  return {
    root,
    isFree: entries.includes(configName) || entries.every((name) => prelude.test(name)),
    isLost: manifest === undefined && (await holdsRecords(root)),
    manifest,
  };
}

/** Whether a folder has records of ours, but for what a stopped run prepared. */
async function holdsRecords(root: string): Promise<boolean> {
  if ((await lookUp(root, '.mcpwright')) !== 'folder') return false;
  const names = (await listFolder(join(root, '.mcpwright'))) ?? [];
  return names.some((name) => !name.startsWith('staging-') && name !== 'local.json');
}

async function listFolder(folder: string): Promise<string[] | undefined> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    if (code !== 'ENOTDIR') throw error;
    throw new InputError(`${folder} is a file.`, 'Name a folder with --out.');
  }
}

/**
 * What stands at a path. `other` is none of these: a link, a pipe, or a file that is larger than any that a run
 * writes, which is the user's own.
 * `blocked`: one of the folders on the way is something else.
 */
export type Standing = FoundFile | 'other' | 'folder' | 'missing' | 'blocked';

/** A file: the bytes as they are, and what identifies them whatever their line ends. */
export interface FoundFile {
  sha256: string;
  bytes: Buffer;
}

/**
 * Looks at a path of the project, given with forward slashes.
 *
 * @param root - the project, as an absolute path without links
 * @throws InputError where a link on the way leads out of the project
 */
export async function lookUp(root: string, path: string): Promise<Standing> {
  const names = path.split('/');
  for (const [index] of names.slice(1).entries()) {
    const folder = names.slice(0, index + 1).join('/');
    const found = await lstat(join(root, folder)).catch(ignoreMissing);
    if (found === undefined) return 'missing';
    if (found.isSymbolicLink()) await refuseEscape(root, folder);
    if (!(await stat(join(root, folder))).isDirectory()) return 'blocked';
  }
  const full = join(root, path);
  const found = await lstat(full).catch(ignoreMissing);
  if (found === undefined) return 'missing';
  if (found.isDirectory()) return 'folder';
  if (!found.isFile() || found.size > fileExtent.mostBytes) return 'other';
  const bytes = await readBytes(full);
  return { sha256: hashContent(bytes), bytes };
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

/**
 * The files that the last run left in a folder and that are gone since.
 *
 * @throws InputError where the folder or its manifest cannot be used
 */
export async function findDeleted(folder: string): Promise<Set<string>> {
  const { root, manifest } = await readProject(folder);
  const deleted = new Set<string>();
  for (const path of manifest?.files.keys() ?? [])
    if ((await lookUp(root, path)) === 'missing') deleted.add(path);
  return deleted;
}

/** To catch with: that there is nothing at a path is an answer too. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
