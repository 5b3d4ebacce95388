import { join } from 'node:path';
import { InputError } from '../model/diagnostic.js';
import type { Change, File } from '../model/file.js';
import { apply, explainError } from './apply.js';
import { type Action } from './manifest.js';
import { hashContent, planRecords } from './manifest.js';
import { type Standing, lookUp, readProject } from './readProject.js';
import { type Found, reconcile } from './reconcile.js';

export interface WriteOptions {
  /** Files that were edited by hand are replaced. */
  overwrite: boolean;
  /** A folder that holds something else is written to; files of its own count as edited by hand. */
  force: boolean;
  /** The version of mcpwright, for the manifest. */
  version: string;
}

/**
 * Brings a folder up to date with the emitted files: with all of them, or with none where one that it would
 * replace was edited by hand.
 *
 * @throws InputError where the folder is not ours, or the disk refuses.
 */
export async function write(
  files: File[],
  folder: string,
  options: WriteOptions,
): Promise<{ changes: Change[]; written: boolean }> {
  try {
    const { root, empty, manifest } = await readProject(folder);
    if (manifest === undefined && !empty && !options.force) throw notOurs(folder);
    const emitted = await readDisk(
      root,
      files.map(({ path }) => path),
      refusePath,
    );
    const left = await readDisk(root, [...(manifest?.files.keys() ?? [])], () => {});
    const changes = reconcile(files, new Map([...left, ...emitted]), manifest);
    if (!options.overwrite && changes.some(({ kind }) => kind === 'edited'))
      return { changes, written: false };
    const records = await findStale(root, planRecords(files, manifest, options.version));
    await apply(root, [...changes.flatMap(toAction), ...records]);
    return { changes, written: true };
  } catch (error) {
    throw explainError(error);
  }
}

/** Looks at each path; what cannot be a file of ours is handed to `onObstacle` and counts as missing. */
async function readDisk(
  root: string,
  paths: readonly string[],
  onObstacle: (full: string, standing: Standing) => void,
): Promise<Map<string, Found>> {
  const disk = new Map<string, Found>();
  for (const path of paths) {
    const standing = await lookUp(root, path);
    if (standing === 'other' || typeof standing === 'object') disk.set(path, standing);
    else if (standing !== 'missing') onObstacle(join(root, path), standing);
  }
  return disk;
}

/** The actions that would change something. */
async function findStale(root: string, actions: readonly Action[]): Promise<Action[]> {
  const disk = await readDisk(
    root,
    actions.map(({ path }) => path),
    refusePath,
  );
  return actions.filter(({ path, content }) => {
    const found = disk.get(path);
    if (content === undefined) return found !== undefined;
    return typeof found !== 'object' || found.sha256 !== hashContent(content);
  });
}

function toAction(change: Change): Action[] {
  switch (change.kind) {
    case 'keep':
    case 'absent':
      return [];
    case 'delete':
      return [{ path: change.path }];
    case 'create':
    case 'update':
    case 'edited':
      return [change];
  }
}

function refusePath(path: string, standing: Standing): never {
  throw new InputError(
    standing === 'folder'
      ? `${path} is a folder, but a file is to be written there.`
      : `${path} cannot be written: a folder on the way to it is a file.`,
    'Move what is there away, or name another folder with --out.',
  );
}

function notOurs(folder: string): InputError {
  return new InputError(
    `${folder} is not empty, and mcpwright did not write what is in it.`,
    'Name another folder with --out, or pass --force to write into this one; files that differ are then still left alone.',
  );
}
