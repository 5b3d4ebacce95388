import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import { carryOut } from './apply.js';
import { type Disk, realDisk } from './disk.js';
import { findJournal, stagingPrefix } from './journal/journal.js';
import { ignoreMissing, lookUp } from './readProject.js';
import { manifestPath } from '../model/file.js';

/**
 * Finishes what a run left undone that was stopped: puts all of its files into place where it had begun to, and
 * removes what it had prepared where it had not. A file that the user edited since is left alone.
 *
 * @throws InputError where the journal cannot be used, or one lies in the project
 */
export async function recover(folder: string, disk: Disk = realDisk): Promise<void> {
  if (!(await stat(folder).catch(() => undefined))?.isDirectory()) return;
  const root = await realpath(folder);
  const journal = await findJournal(root);
  if (journal !== undefined) {
    const isPrepared = (await lookUp(root, `.mcpwright/${journal.staging}`)) === 'folder';
    if (isPrepared) await carryOut({ ...journal, made: [] }, disk);
    // Without what it would put into place: the project was removed, or another one is there.
    else await disk.remove(journal.file);
  }
  const left = await listStaging(root);
  await refuseJournals(root, left);
  for (const name of left) await disk.remove(join(root, '.mcpwright', name));
  // What the first run of all made before it was stopped.
  if ((await readdir(join(root, '.mcpwright')).catch(() => undefined))?.length === 0)
    await disk.removeEmpty(join(root, '.mcpwright'));
}

/**
 * Whether a run on a project was stopped.
 *
 * @throws InputError as {@link recover} does
 */
export async function isInterrupted(root: string): Promise<boolean> {
  const [journal, left] = [await findJournal(root), await listStaging(root)];
  await refuseJournals(
    root,
    left.filter((name) => name !== journal?.staging),
  );
  return left.length > 0;
}

/** What runs that were stopped have left in a project. */
async function listStaging(root: string): Promise<string[]> {
  if ((await lookUp(root, manifestPath)) === 'blocked') return [];
  const names = await readdir(join(root, '.mcpwright')).catch(ignoreMissing);
  return (names ?? []).filter((name) => name.startsWith(stagingPrefix)).toSorted();
}

/** A project may come from anybody: a journal in it, as versions before kept theirs, says nothing of what is to be done. */
async function refuseJournals(root: string, left: readonly string[]): Promise<void> {
  for (const name of left) {
    const folder = join(root, '.mcpwright', name);
    if ((await lstat(join(folder, 'journal.json')).catch(() => undefined)) === undefined) continue;
    throw new InputError(
      `.mcpwright/${name}/journal.json cannot be used: what lies in a project is never carried out, since anybody may have put it there.`,
      `Delete the folder ${folder}. If an earlier version of mcpwright was stopped here, restore what it had begun to replace from version control.`,
    );
  }
}
