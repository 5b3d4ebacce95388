import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { readBytes } from '../model/files.js';
import { type Step, carryOut, journalName } from './apply.js';
import { type Disk, realDisk } from './disk.js';
import { isSafePath, manifestPath, toBase } from './manifest.js';
import { ignoreMissing, lookUp } from './readProject.js';

/**
 * Finishes what a run left undone that was stopped: puts all of its files into place where it had begun to, and
 * removes what it had prepared where it had not. A file that the user edited since is left alone.
 *
 * @throws InputError where the list of what is to be done cannot be used
 */
export async function recover(folder: string, disk: Disk = realDisk): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return;
  const root = await realpath(folder);
  for (const name of await findInterrupted(root)) {
    const staging = join(root, '.mcpwright', name);
    const journal = await readJournal(join(staging, journalName));
    if (journal === undefined) await disk.remove(staging);
    else await carryOut({ root, staging, steps: await parseJournal(journal, root, name), made: [] }, disk);
  }
  // What the first run of all made before it was stopped.
  if ((await readdir(join(root, '.mcpwright')).catch(() => undefined))?.length === 0)
    await disk.removeEmpty(join(root, '.mcpwright'));
}

async function readJournal(path: string): Promise<string | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  return found === undefined ? undefined : (await readBytes(path)).toString('utf8');
}

/** The folders of runs that were stopped, in a project. */
export async function findInterrupted(root: string): Promise<string[]> {
  if ((await lookUp(root, manifestPath)) === 'blocked') return [];
  const names = await readdir(join(root, '.mcpwright')).catch(ignoreMissing);
  return (names ?? []).filter((name) => name.startsWith('staging-')).toSorted();
}

async function parseJournal(text: string, root: string, name: string): Promise<Step[]> {
  const broken = () =>
    new InputError(
      `.mcpwright/${name}/${journalName} cannot be used: it is not a list of files of the project.`,
      `Delete the folder .mcpwright/${name}, and restore what the run had begun to replace from version control.`,
    );
  let steps: unknown;
  try {
    steps = JSON.parse(text);
  } catch {
    throw broken();
  }
  if (!Array.isArray(steps) || !steps.every(isStep)) throw broken();
  // Throws where a link leads out of the project.
  for (const { path } of steps) await lookUp(root, path);
  return steps;
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
