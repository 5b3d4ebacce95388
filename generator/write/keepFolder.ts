import { lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { InputError } from '../model/diagnostic.js';
import { UnreadableError, readWhole } from '../model/files.js';
import { findReal, giveName, realDisk } from './disk.js';
import { hashContent } from './manifest.js';
import { ignoreMissing } from './readProject.js';

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
  const file = join(findReal(tmpdir()), `mcpwright-${hashContent(findReal(folder)).slice(0, 16)}.lock`);
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
    throw explainLock(file, error);
  }
  return async () => {
    await realDisk.remove(file).catch(() => {});
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

async function takeLock(file: string, onWait: OnWait): Promise<void> {
  const own = `${file}.${process.pid}`;
  let told = 0;
  await realDisk.remove(own);
  await realDisk.write(own, String(process.pid));
  try {
    while (!(await giveName(own, file))) {
      const holder = await readHolder(file);
      if (holder > 0 && holder !== process.pid && isAlive(holder)) {
        if (told !== holder) onWait(holder, file);
        told = holder;
        await wait(lookEachMs);
      } else await takeOver(file, holder, own);
    }
  } finally {
    await realDisk.remove(own);
  }
}

/** What is wrong with the lock, in words: among the files of all users of a machine anything may lie in its place. */
function explainLock(file: string, error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof InputError || code === undefined) return error;
  return new InputError(
    `${file}, by which runs on one project wait for each other, cannot be made: ${message}.`,
    code === 'ENOENT'
      ? `Make the folder ${dirname(file)}, or set TMPDIR to another one.`
      : 'Delete what is there if it is not needed, or set TMPDIR to another folder.',
  );
}

/**
 * The process that a lock says it is of; 0 where it is empty, as after a power cut, or there is none any more.
 *
 * @throws InputError where it is none of ours
 */
async function readHolder(file: string): Promise<number> {
  const refuse = (words: string) =>
    new InputError(
      `${file}, by which runs on one project wait for each other, ${words}.`,
      'Delete it if no other run of mcpwright is under way.',
    );
  const found = await lstat(file).catch(ignoreMissing);
  if (found === undefined) return 0;
  if (found.isSymbolicLink()) throw refuse('is a link');
  if (!found.isFile()) throw refuse(found.isDirectory() ? 'is a folder' : 'is not a file');
  try {
    const text = (await readWhole(file, { mostBytes: 100, pipeMs: lookEachMs })).toString('utf8');
    if (!/^\d{0,10}$/.test(text)) throw refuse('does not name a process');
    return Number(text);
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    if (error.code === 'ENOENT') return 0;
    throw refuse(error.message);
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

/** Removes the lock of a process that is gone; where another run has been faster, its lock is put back. */
async function takeOver(file: string, holder: number, own: string): Promise<void> {
  const aside = `${own}.old`;
  try {
    await realDisk.rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readHolder(aside)) !== holder) await giveName(aside, file);
  await realDisk.remove(aside);
}
