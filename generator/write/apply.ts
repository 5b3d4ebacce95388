import { lstat, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import type { Disk } from './disk.js';
import { type Action, hashContent } from './manifest.js';
import { type Standing, ignoreMissing, lookUp } from './readProject.js';

/** What becomes of one file. */
export interface Step {
  path: string;
  /** The hash of what stood there when the run began; null where there was nothing, or a link. */
  was: string | null;
  /** The hash of what is put there; null where the file is deleted. */
  now: string | null;
}

/** The name of the list of steps in a staging folder: where it is, the steps are being carried out. */
export const journalName = 'journal.json';

/** Folders that this run made, to be removed where it fails. */
type Made = string[];

/**
 * Carries out all actions, or none.
 *
 * Everything is written into a staging folder first: that is where a full disk or a missing right shows. Then the
 * list of all steps, the journal, is put there: from that moment on a run that is stopped is finished by the next
 * one, before it everything is as it was. Then files are put into place by renaming, and what they replace is kept
 * until all of them are.
 *
 * @param root - the project; made where it is missing
 */
export async function apply(root: string, actions: readonly Action[], disk: Disk): Promise<void> {
  if (actions.length === 0) return;
  const records = join(root, '.mcpwright');
  const made: Made = [];
  const steps: Step[] = [];
  let staging: string | undefined;
  const written: string[] = [];
  try {
    await makeFolder(records, made, disk);
    staging = await disk.makeNewFolder(join(records, 'staging-'));
    for (const [index, { path, content }] of actions.entries()) {
      const found = await lookUp(root, path);
      const was = typeof found === 'object' ? found.sha256 : null;
      steps.push({ path, was, now: content === undefined ? null : hashContent(content) });
      if (content === undefined) continue;
      written.push(join(staging, `${index}.new`));
      await disk.write(join(staging, `${index}.new`), content);
    }
    const journal = join(staging, 'journal');
    await disk.write(journal, JSON.stringify(steps));
    await disk.sync([...written, journal, staging]);
    await disk.rename(journal, join(staging, journalName));
    await disk.sync([staging]);
  } catch (error) {
    if (staging !== undefined) await disk.remove(staging).catch(() => {});
    await removeMade(made, disk);
    throw error;
  }
  await carryOut({ root, staging, steps, made }, disk);
}

/** Steps that are all prepared in a staging folder. */
interface Work {
  root: string;
  staging: string;
  steps: readonly Step[];
  made: Made;
}

/**
 * Carries out steps, from wherever an earlier run was stopped, or takes all of them back.
 *
 * @throws what a step throws, after all were taken back
 */
export async function carryOut(work: Work, disk: Disk): Promise<void> {
  const { root, staging, steps, made } = work;
  try {
    for (const [index, step] of steps.entries()) {
      if (step.now !== null) await putInPlace(work, index, disk);
      else if (isAsItWas(await lookUp(root, step.path), step))
        await disk.rename(join(root, step.path), fileOf(work, index, 'old'));
    }
    for (const { path, now } of steps) if (now === null) await removeEmpty(root, dirname(path), disk);
    await disk.sync([...new Set(steps.map(({ path }) => dirname(join(root, path))))]);
  } catch (error) {
    try {
      for (const [index] of [...steps.entries()].toReversed()) await takeBack(work, index, disk);
      await disk.remove(join(staging, journalName));
    } catch (cause) {
      throw new Error(
        `A run that failed half-way could not be taken back; the next run finishes it with what is in ${staging}.`,
        { cause },
      );
    }
    await disk.remove(staging).catch(() => {});
    await removeMade(made, disk);
    throw error;
  }
  await disk.remove(join(staging, journalName));
  await disk.remove(staging);
}

function fileOf({ staging }: Work, index: number, kind: 'new' | 'old'): string {
  return join(staging, `${index}.${kind}`);
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== undefined;
}

/** Puts a new file into place. What stood there is kept: as a copy, so that it is missing at no time. */
async function putInPlace(work: Work, index: number, disk: Disk): Promise<void> {
  const { root, steps, made } = work;
  const step = steps[index];
  // Otherwise it is in place already.
  if (step === undefined || !(await exists(fileOf(work, index, 'new')))) return;
  const target = join(root, step.path);
  const found = await lookUp(root, step.path);
  if (found === 'missing') await makeFolder(dirname(target), made, disk);
  else if (!isAsItWas(found, step)) return;
  else if (found === 'other') await disk.rename(target, fileOf(work, index, 'old'));
  else await disk.copy(target, fileOf(work, index, 'old'));
  await disk.rename(fileOf(work, index, 'new'), target);
}

/** Whether what stands at a path is what the steps were planned for: the user may have edited it since. */
function isAsItWas(found: Standing, { was }: Step): boolean {
  return typeof found === 'object' ? found.sha256 === was : found === 'other' && was === null;
}

async function takeBack(work: Work, index: number, disk: Disk): Promise<void> {
  const { root, steps } = work;
  const step = steps[index];
  if (step === undefined) return;
  const target = join(root, step.path);
  const found = await lookUp(root, step.path);
  const isOurs = typeof found === 'object' && found.sha256 === step.now;
  if (isOurs && !(await exists(fileOf(work, index, 'new'))))
    await disk.rename(target, fileOf(work, index, 'new'));
  const isGone = !(await exists(target));
  if (isGone && (await exists(fileOf(work, index, 'old')))) {
    await makeFolder(dirname(target), [], disk);
    await disk.rename(fileOf(work, index, 'old'), target);
  }
}

/** Makes a folder and those above it, one at a time: where a file system makes none, Node's own way never ends. */
async function makeFolder(path: string, made: Made, disk: Disk): Promise<void> {
  const found = await stat(path).catch(ignoreMissing);
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), made, disk);
  await disk.makeFolder(path);
  made.push(path);
}

/** Removes folders that were made, unless somebody has put something there. */
async function removeMade(made: Made, disk: Disk): Promise<void> {
  for (const folder of made.toReversed()) await disk.removeEmpty(folder).catch(() => {});
}

/** Removes a folder and those above it, up to the root, as long as there is nothing in them. */
async function removeEmpty(root: string, path: string, disk: Disk): Promise<void> {
  for (let folder = path; folder !== '.'; folder = dirname(folder)) {
    try {
      await disk.removeEmpty(join(root, folder));
    } catch {
      return;
    }
  }
}

/** What the disk may refuse, by the code of the error. */
const reasons: Record<string, string> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use by another program',
  EDQUOT: 'the disk quota is used up',
  EISDIR: 'it is a folder',
  ENOENT: 'no folder can be made there',
  ENAMETOOLONG: 'the path is too long',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder on the way to it is a file',
  EPERM: 'permission is denied',
  EROFS: 'the disk is read-only',
};

/** Puts what the disk refused into words; any other error stays what it is. */
export function explainError(
  error: unknown,
  hint = 'Make the folder writable, or name another one with --out.',
): unknown {
  const { code = '', path = '' } = error as NodeJS.ErrnoException;
  const reason = reasons[code];
  if (reason === undefined) return error;
  return new InputError(
    `Nothing was written: ${path}: ${reason}.`,
    code === 'ENOSPC' || code === 'EDQUOT' ? 'Free some space, and run it again.' : hint,
  );
}
