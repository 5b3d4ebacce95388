import { basename, dirname, join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { type Disk, makeFolders } from './disk.js';
import { type Journal, type Step, keepJournal, stagingPrefix } from './journal/journal.js';
import { type Action, hashContent } from './manifest.js';
import { type Standing, lookUp } from './readProject.js';

/** Folders that this run made, to be removed where it fails. */
type Made = string[];

/**
 * Carries out all actions, or none.
 *
 * Everything is written into a staging folder first: that is where a full disk or a missing right shows. Then the
 * list of all steps is kept as the project's journal: from that moment on a run that is stopped is finished by the next
 * one, before it everything is as it was. Then files are put into place by renaming, and what they replace is kept
 * until all of them are.
 *
 * @param root - the project, as an absolute path without links; made where it is missing
 * @returns why no journal could be kept, where it could not: then no other run would finish this one
 */
export async function apply(
  root: string,
  actions: readonly Action[],
  disk: Disk,
): Promise<string | undefined> {
  if (actions.length === 0) return undefined;
  const records = join(root, '.mcpwright');
  const made: Made = [];
  const steps: Step[] = [];
  const written: string[] = [];
  let folder: string | undefined;
  let work: Work;
  let unkept: string | undefined;
  try {
    await makeFolders(records, disk, made);
    folder = await disk.makeNewFolder(join(records, stagingPrefix));
    for (const [index, { path, content }] of actions.entries()) {
      const found = await lookUp(root, path);
      const was = typeof found === 'object' ? found.sha256 : null;
      steps.push({ path, was, now: content === undefined ? null : hashContent(content) });
      if (content === undefined) continue;
      written.push(join(folder, `${index}.new`));
      await disk.write(join(folder, `${index}.new`), content);
    }
    await disk.sync([...written, folder]);
    const staging = basename(folder);
    const journal = { root, staging, steps };
    const kept = await keepJournal(journal, disk);
    ({ unkept } = kept);
    work = { ...journal, file: kept.file, made };
  } catch (error) {
    if (folder !== undefined) await disk.remove(folder).catch(() => {});
    await removeMade(made, disk);
    throw error;
  }
  await carryOut(work, disk);
  return unkept;
}

/** Steps that are all prepared in a staging folder. */
interface Work extends Journal {
  /** Where the journal is, if it is kept. */
  file: string | undefined;
  made: Made;
}

/**
 * Carries out steps, from wherever an earlier run was stopped, or takes all of them back.
 *
 * @throws what a step throws, after all were taken back
 */
export async function carryOut(work: Work, disk: Disk): Promise<void> {
  const { root, steps, file, made } = work;
  const staging = join(root, wayTo(work));
  try {
    for (const [index, step] of steps.entries()) {
      if (step.now !== null) await putInPlace(work, index, disk);
      else if (isAsItWas(await lookUp(root, step.path), step))
        await disk.rename(join(root, step.path), join(root, wayTo(work, `${index}.old`)));
    }
    for (const { path, now } of steps) if (now === null) await removeEmpty(root, dirname(path), disk);
    await disk.sync([...new Set(steps.map(({ path }) => dirname(join(root, path))))]);
  } catch (error) {
    try {
      for (const [index] of [...steps.entries()].toReversed()) await takeBack(work, index, disk);
      if (file !== undefined) await disk.remove(file);
    } catch (cause) {
      const reason = [error, cause].map((one) => (one as Error).message).join('; ');
      throw new InputError(
        `The run failed half-way, and could not be taken back: ${reason}.`,
        file === undefined
          ? `Restore the project from version control, and delete ${staging}.`
          : `Run it again when that is mended: it is finished with what is in ${staging}.`,
      );
    }
    await disk.remove(staging).catch(() => {});
    await removeMade(made, disk);
    throw error;
  }
  if (file !== undefined) await disk.remove(file);
  await disk.remove(staging);
}

/** The staging folder in the project, or a file of it. */
function wayTo({ staging }: Work, ...names: readonly string[]): string {
  return ['.mcpwright', staging, ...names].join('/');
}

/** Puts a new file into place. What stood there is kept: as a copy, so that it is missing at no time. */
async function putInPlace(work: Work, index: number, disk: Disk): Promise<void> {
  const { root, steps, made } = work;
  const step = steps[index];
  const [fresh, old] = ['new', 'old'].map((kind) => wayTo(work, `${index}.${kind}`)) as [string, string];
  const prepared = await lookUp(root, fresh);
  // Otherwise it is in place already.
  if (step === undefined || prepared === 'missing') return;
  // It lies in the project, where others may have been since.
  if (typeof prepared !== 'object' || prepared.sha256 !== step.now)
    throw new InputError(
      `${join(root, fresh)} is not what the run that was stopped has prepared: nothing of it was carried out.`,
      'Run the command again.',
    );
  const target = join(root, step.path);
  const found = await lookUp(root, step.path);
  if (found === 'missing') await makeFolders(dirname(target), disk, made);
  else if (!isAsItWas(found, step)) return;
  else if (found === 'other') await disk.rename(target, join(root, old));
  else {
    // An earlier run may have been stopped after it, or on the way.
    await disk.remove(join(root, old));
    await disk.copy(target, join(root, old));
  }
  await disk.rename(join(root, fresh), target);
}

/** Whether what stands at a path is what the steps were planned for: the user may have edited it since. */
function isAsItWas(found: Standing, { was }: Step): boolean {
  return typeof found === 'object' ? found.sha256 === was : found === 'other' && was === null;
}

async function takeBack(work: Work, index: number, disk: Disk): Promise<void> {
  const { root, steps } = work;
  const step = steps[index];
  if (step === undefined) return;
  const [fresh, old] = ['new', 'old'].map((kind) => wayTo(work, `${index}.${kind}`)) as [string, string];
  const target = join(root, step.path);
  const found = await lookUp(root, step.path);
  const isOurs = typeof found === 'object' && found.sha256 === step.now;
  if (isOurs && (await lookUp(root, fresh)) === 'missing') await disk.rename(target, join(root, fresh));
  if ((await lookUp(root, step.path)) !== 'missing' || !isAsItWas(await lookUp(root, old), step)) return;
  await makeFolders(dirname(target), disk);
  await disk.rename(join(root, old), target);
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
  EEXIST: 'something is there already',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link',
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
