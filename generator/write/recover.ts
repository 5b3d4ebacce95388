import { link, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../model/diagnostic.js';
import { type Step, carryOut, journalName } from './apply.js';
import { type Disk, realDisk } from './disk.js';
import { hashContent, isSafePath, manifestPath, toBase } from './manifest.js';
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
    const journal = await readFile(join(staging, journalName), 'utf8').catch(ignoreMissing);
    if (journal === undefined) await disk.remove(staging);
    else await carryOut({ root, staging, steps: await parseJournal(journal, root, name), made: [] }, disk);
  }
  // What the first run of all made before it was stopped.
  if ((await readdir(join(root, '.mcpwright')).catch(() => undefined))?.length === 0)
    await disk.removeEmpty(join(root, '.mcpwright'));
}

/** The process that runs, as others of this machine know it. */
export interface Self {
  pid: number;
  /** Whether a process of that number is there. */
  isAlive: (pid: number) => boolean;
}

/** How often it is looked whether another run has ended. */
const lookEachMs = 100;

/**
 * Keeps a folder for one run at a time: another one on this machine is waited for, and what a process that is gone has
 * left is taken over. The lock lies beside the temporary files of the machine: a project that nobody may write to can
 * be looked at still.
 *
 * @param onWait - told the process that is waited for, and the file that it keeps
 * @returns what gives the folder back
 */
export async function lockFolder(
  folder: string,
  self: Self,
  onWait: (pid: number, file: string) => void,
): Promise<() => Promise<void>> {
  const root = await realpath(folder).catch(() => resolve(folder));
  const file = join(tmpdir(), `mcpwright-${hashContent(root).slice(0, 16)}.lock`);
  const own = `${file}.${self.pid}`;
  let told = 0;
  await rm(own, { force: true });
  await writeFile(own, String(self.pid), { flag: 'wx' });
  try {
    while (!(await linkNew(own, file))) {
      const holder = Number(await readFile(file, 'utf8').catch(ignoreMissing));
      if (holder > 0 && holder !== self.pid && self.isAlive(holder)) {
        if (told !== holder) onWait(holder, file);
        told = holder;
        await wait(lookEachMs);
      } else await takeOver(file, holder, own);
    }
  } finally {
    await rm(own, { force: true });
  }
  return () => rm(file, { force: true });
}

/** Makes a file by another name of it; says whether there was none. */
async function linkNew(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes the lock of a process that is gone; where another run has been faster, its lock is put back. */
async function takeOver(file: string, holder: number, own: string): Promise<void> {
  const aside = `${own}.old`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (Number(await readFile(aside, 'utf8')) !== holder) await linkNew(aside, file);
  await rm(aside, { force: true });
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
