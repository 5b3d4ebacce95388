import { realpathSync } from 'node:fs';
import { link, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../model/diagnostic.js';
import { UnreadableError, readWhole } from '../model/files.js';
import { hashContent } from './manifest.js';

/** How often it is looked whether another run has ended. */
const lookEachMs = 100;

/** Of each lock that runs of this process have, the last that waits for it. */
const queues = new Map<string, Promise<void>>();

/** Is told the process that is waited for, and the file that it keeps. */
type OnWait = (pid: number, file: string) => void;

/**
 * Keeps a folder for one run at a time: another one, of this process or of this machine, is waited for, and what a
 * process that is gone has left is taken over. Runs of this process get the folder in the order in which they ask for
 * it. The lock lies beside the temporary files of the machine: a project that nobody may write to can be looked at
 * still.
 *
 * @returns what gives the folder back
 */
export async function keepFolder(folder: string, onWait: OnWait = () => {}): Promise<() => Promise<void>> {
  const file = join(tmpdir(), `mcpwright-${hashContent(findReal(folder)).slice(0, 16)}.lock`);
  const before = queues.get(file);
  let pass: (() => void) | undefined;
  const passed = new Promise<void>((done) => (pass = done));
  const mine = Promise.all([before, passed]).then(() => undefined);
  queues.set(file, mine);
  const leave = () => {
    if (queues.get(file) === mine) queues.delete(file);
    pass?.();
  };
  await before;
  try {
    await takeLock(file, onWait);
  } catch (error) {
    leave();
    throw error;
  }
  return async () => {
    await rm(file, { force: true });
    leave();
  };
}

/** Runs a step that changes a folder, while no other does. */
export async function whileKept<T>(
  folder: string,
  run: () => Promise<T>,
  onWait: OnWait | undefined,
): Promise<T> {
  const unlock = await keepFolder(folder, onWait);
  try {
    return await run();
  } finally {
    await unlock();
  }
}

/** The path of a folder without links, as far as it is there: it keeps its lock when it is made. */
function findReal(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(findReal(dirname(path)), basename(path));
  }
}

async function takeLock(file: string, onWait: OnWait): Promise<void> {
  const own = `${file}.${process.pid}`;
  let told = 0;
  await rm(own, { force: true });
  await writeFile(own, String(process.pid), { flag: 'wx' });
  try {
    while (!(await linkNew(own, file))) {
      const holder = await readHolder(file);
      if (holder > 0 && holder !== process.pid && isAlive(holder)) {
        if (told !== holder) onWait(holder, file);
        told = holder;
        await wait(lookEachMs);
      } else await takeOver(file, holder, own);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** The process that a lock says it is of; no number where there is no lock, or none of ours. */
async function readHolder(file: string): Promise<number> {
  try {
    return Number((await readWhole(file, { mostBytes: 100, pipeMs: lookEachMs })).toString('utf8'));
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (error.code === 'ENOENT') return Number.NaN;
    throw new InputError(
      `${file}, by which runs on one project wait for each other, ${error.message}.`,
      'Delete it if no other run of mcpwright is under way.',
    );
  }
}

/** Whether a process of that number is there; one of another user cannot be asked, and is there all the same. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
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
  if ((await readHolder(aside)) !== holder) await linkNew(aside, file);
  await rm(aside, { force: true });
}
