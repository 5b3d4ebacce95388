import { type Stats } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import { fileExtent, readBytes } from '../model/files.js';
import type { Mode } from '../model/server.js';
import { memoizeIn } from '../text/memo.js';
import { findReal } from './disk.js';
import { type Manifest, hashContent, parseManifest } from './manifest.js';
import { manifestPath } from '../model/file.js';

/** A folder as it is before a run. */
interface Project {
  /** Absolute and without links. */
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
    return { root: findReal(folder), isFree: true, isLost: false, manifest: undefined };
  const root = await realpath(folder);
  const standing = await lookUp(root, manifestPath);
  if (standing === 'other' || standing === 'folder')
    throw new InputError(
      `${manifestPath} is not a file that can be read: it is a folder, a link, a pipe or too large.`,
      'Remove it, and restore the file from version control.',
    );
  const manifest = typeof standing === 'object' ? parseManifest(standing.bytes.toString('utf8')) : undefined;
  return {
    root,
    isFree: entries.includes(configName) || entries.every((name) => prelude.test(name)),
    isLost: manifest === undefined && (await holdsRecords(root)),
    manifest,
  };
}

/**
 * Makes sure that a folder holds a project of ours.
 *
 * @param shown - what the folder is called
 * @throws InputError where it does not, or where its manifest cannot be used
 */
export async function requireProject(folder: string, shown: string): Promise<void> {
  const { manifest } = await readProject(folder);
  if (manifest !== undefined) return;
  throw new InputError(
    `There is no project of mcpwright in ${shown}.`,
    'Run it in the folder of one, or name that with --project.',
  );
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
 * @throws InputError where a folder on the way is a link: nothing is written through it
 */
export async function lookUp(root: string, path: string, ways: Ways = new Map()): Promise<Standing> {
  const found = await findEntry(root, path, ways);
  if (found === 'linked') throw await refuseLink(root, path);
  if (typeof found === 'string') return found;
  if (found.isDirectory()) return 'folder';
  if (!found.isFile() || found.size > fileExtent.mostBytes) return 'other';
  const bytes = await readBytes(join(root, path));
  return { sha256: hashContent(bytes), bytes };
}

/** How many paths are looked at at the same time. */
const atOnce = 32;

/**
 * Looks at paths as {@link lookUp} does, in their order, and at each folder on the way once.
 *
 * @param onLink - what is said of a path where a folder on the way is a link, in place of an error
 * @throws InputError for the first such path
 */
export async function* lookUpAll(
  root: string,
  paths: readonly string[],
  onLink?: Standing,
): AsyncGenerator<[string, Standing]> {
  const ways: Ways = new Map();
  const look = async (path: string): Promise<Standing> =>
    onLink !== undefined && (await findEntry(root, path, ways)) === 'linked'
      ? onLink
      : lookUp(root, path, ways);
  for (let index = 0; index < paths.length; index += atOnce) {
    const some = paths.slice(index, index + atOnce);
    const looked = await Promise.allSettled(
      some.map(async (path): Promise<[string, Standing]> => [path, await look(path)]),
    );
    for (const one of looked) {
      if (one.status === 'rejected') throw one.reason;
      yield one.value;
    }
  }
}

/** Whether a path leads through a folder. */
type Way = 'open' | 'missing' | 'blocked' | 'linked';

/** The folders of a project that were looked at. */
type Ways = Map<string, Promise<Way>>;

/** What is at a path, unless a folder on the way to it is missing or something else. */
async function findEntry(root: string, path: string, ways: Ways): Promise<Stats | Exclude<Way, 'open'>> {
  const way = await openWay(root, folderOf(path), ways);
  if (way !== 'open') return way;
  return (await lstat(join(root, path)).catch(ignoreMissing)) ?? 'missing';
}

async function openWay(root: string, folder: string, ways: Ways): Promise<Way> {
  if (folder === '') return 'open';
  return memoizeIn(ways, folder, async () => {
    const before = await openWay(root, folderOf(folder), ways);
    if (before !== 'open') return before;
    const found = await lstat(join(root, folder)).catch(ignoreMissing);
    if (found === undefined) return 'missing';
    return found.isSymbolicLink() ? 'linked' : found.isDirectory() ? 'open' : 'blocked';
  });
}

/** The folder of a path that is given with forward slashes; empty where that is the root. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** Says which folder on the way to a path is a link. */
async function refuseLink(root: string, path: string): Promise<InputError> {
  let folder = folderOf(path);
  for (let above = folder; above !== ''; above = folderOf(above))
    if ((await lstat(join(root, above)).catch(() => undefined))?.isSymbolicLink()) folder = above;
  const target = await realpath(join(root, folder)).catch(() => undefined);
  const way = target === undefined ? '..' : relative(root, target);
  const isOutside = way === '..' || way.startsWith(`..${sep}`) || isElsewhere(way);
  return new InputError(
    isOutside
      ? `${join(root, folder)} is a link that leads out of the project.`
      : `${join(root, folder)} is a link, and mcpwright writes to no folder through one.`,
    'Put a folder in its place, or write to another one.',
  );
}

/** On Windows what is on another drive has no relative path. */
function isElsewhere(way: string): boolean {
  return /^[A-Za-z]:/.test(way);
}

/**
 * The files of a project that its owner has deleted, but for those that are ours and written again, and how its tools are
 * met: what is searched for is in a file of its own; nothing where there is no project.
 */
export async function findBefore(folder: string): Promise<{ deleted: Set<string>; mode: Mode } | undefined> {
  const { root, manifest } = await readProject(folder);
  if (manifest === undefined) return undefined;
  const deleted = new Set<string>();
  const ways: Ways = new Map();
  for (const [path, { owner }] of manifest.files) {
    const isOurs = owner === 'generated' || owner === 'vendored';
    if (!isOurs && (await findEntry(root, path, ways)) === 'missing') deleted.add(path);
  }
  return { deleted, mode: manifest.files.has(searchPath) ? 'dynamic' : 'list' };
}

/** Whether a file of a project, of which this is the text, is not as the last run left it. */
export async function isEdited(folder: string, path: string, text: string): Promise<boolean> {
  const { manifest } = await readProject(folder);
  const entry = manifest?.files.get(path);
  return entry !== undefined && entry.sha256 !== hashContent(text);
}

/** What tools are found by, in a project whose tools are searched for. */
const searchPath = 'src/generated/search.ts';

/** To catch with: that there is nothing at a path is an answer too. */
export function ignoreMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}
