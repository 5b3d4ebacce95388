import { dirname, join } from 'node:path';
import { InputError } from '../../model/diagnostic.js';
import { readBytes } from '../../model/files.js';
import { type Disk, makeFolders } from '../disk.js';
import { hashContent, isSafePath, toBase } from '../manifest.js';
import { StateError, findStateFolder, isOwn } from './findStateFolder.js';
import { manifestPath } from '../../model/file.js';

/** What becomes of one file. */
export interface Step {
  path: string;
  /** The hash of what stood there when the run began; null where there was nothing, or a link. */
  was: string | null;
  /** The hash of what is put there; null where the file is deleted. */
  now: string | null;
}

/** The list of all steps of a run: where it is, they are being carried out. */
export interface Journal {
  /** The project, as an absolute path without links. */
  root: string;
  /** The folder below `.mcpwright/` in which what is put into place was prepared. */
  staging: string;
  steps: readonly Step[];
}

/** What the folders begin with in which runs prepare what they put into place. */
export const stagingPrefix = 'staging-';

/**
 * Where the journal of a project lies: in the folder of the user, since whoever wrote the project may write to that;
 * undefined where the user has none.
 */
function placeJournal(root: string): string | undefined {
  const folder = findStateFolder();
  return folder && join(folder, `${hashContent(root).slice(0, 32)}.json`);
}

/** What the system answers where nothing can be kept in a folder at all. */
const unwritable: Readonly<Record<string, string>> = {
  EACCES: 'may not be written: permission is denied',
  ELOOP: 'is a link that leads in a circle',
  ENOENT: 'cannot be made',
  ENOTDIR: 'cannot be made: a folder on the way to it is a file',
  EPERM: 'may not be written: permission is denied',
  EROFS: 'may not be written: the disk is read-only',
};

/**
 * Keeps a journal, whole or not at all: from this moment on a run that is stopped is finished by the next one.
 *
 * @returns where it is, or why it cannot be kept on this machine
 */
export async function keepJournal(
  journal: Journal,
  disk: Disk,
): Promise<{ file: string; unkept?: never } | { file?: never; unkept: string }> {
  const file = placeJournal(journal.root);
  if (file === undefined)
    return { unkept: 'the folder of what programs keep is not known, since there is no home folder' };
  const folder = dirname(file);
  const draft = `${file}.new`;
  try {
    if (!(await isOwn(folder, 'folder', journal.root))) await makeStateFolder(folder, journal.root, disk);
    await disk.remove(draft);
    await disk.write(draft, JSON.stringify(journal), 0o600);
    await disk.sync([draft]);
    await disk.rename(draft, file);
    await disk.sync([folder]);
    return { file };
  } catch (error) {
    for (const path of [file, draft]) await disk.remove(path).catch(() => {});
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = error instanceof StateError ? error.message : unwritable[code];
    if (reason === undefined) throw error;
    return { unkept: `${folder} ${reason}` };
  }
}

async function makeStateFolder(folder: string, root: string, disk: Disk): Promise<void> {
  await makeFolders(dirname(folder), disk);
  await disk.makeFolder(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    // Another run has been faster.
    if (error.code !== 'EEXIST') throw error;
  });
  await isOwn(folder, 'folder', root);
}

/**
 * The journal that a stopped run has left of a project, and where it is; undefined where there is none.
 *
 * @throws InputError where it cannot be used
 */
export async function findJournal(root: string): Promise<(Journal & { file: string }) | undefined> {
  const file = placeJournal(root);
  if (file === undefined) return undefined;
  const told = `${file} cannot be used: it`;
  const hint = 'Delete it, and restore what a stopped run had begun to replace from version control.';
  const broken = (reason: string) => new InputError(`${told} ${reason}.`, hint);
  try {
    if (!(await isOwn(dirname(file), 'folder', root))) return undefined;
  } catch (error) {
    // Then no run has kept one there: this one says why.
    if (error instanceof StateError) return undefined;
    throw error;
  }
  try {
    if (!(await isOwn(file, 'file', root))) return undefined;
  } catch (error) {
    throw error instanceof StateError ? broken(error.message) : error;
  }
  const journal = parseJournal((await readBytes(file, told, hint)).toString('utf8'));
  if (journal === undefined) throw broken('is not a list of files of a project');
  if (journal.root !== root) throw broken('is of another project');
  return { ...journal, file };
}

function parseJournal(text: string): Journal | undefined {
  let journal: unknown;
  try {
    journal = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { root, staging, steps } = (journal ?? {}) as Record<string, unknown>;
  if (typeof root !== 'string' || typeof staging !== 'string' || !Array.isArray(steps)) return undefined;
  const isStaging = staging.startsWith(stagingPrefix) && /^[\w-]+$/.test(staging);
  return isStaging && steps.every(isStep) ? { root, staging, steps } : undefined;
}

function isStep(value: unknown): value is Step {
  if (typeof value !== 'object' || value === null) return false;
  const { path, was, now } = value as Record<string, unknown>;
  return typeof path === 'string' && isOurs(path) && isHash(was) && isHash(now);
}

function isOurs(path: string): boolean {
  const base = toBase('');
  return path === manifestPath || isSafePath(path.startsWith(base) ? path.slice(base.length) : path);
}

function isHash(value: unknown): boolean {
  return value === null || typeof value === 'string';
}
