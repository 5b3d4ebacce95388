import { dirname, join, relative, resolve, sep } from 'node:path';
import { configName } from '../model/config.js';
import { InputError } from '../model/diagnostic.js';
import type { Change, File } from '../model/file.js';
import { nearest } from '../text/nearest.js';
import { apply, explainError } from './apply.js';
import { type Disk, realDisk } from './disk.js';
import {
  type Action,
  hasBase,
  hashContent,
  isDeletable,
  isSafePath,
  lostManifest,
  planRecords,
  toBase,
} from './manifest.js';
import { type Standing, lookUpAll, readProject } from './readProject.js';
import { type Before, type Found, type Overwrite, keepOrder, listImports, reconcile } from './reconcile.js';
import { whileKept } from './keepFolder.js';
import { recover } from './recover.js';

export interface WriteOptions {
  /** Files that were edited by hand are replaced: all of them, or those that are named. */
  overwrite: Overwrite;
  /** A folder that holds something else is written to; files of its own count as edited by hand. */
  force: boolean;
  /** What the project is made from: a folder that one of these is in is meant for it. */
  sources?: readonly string[];
  /** The version of mcpwright, for the manifest. */
  version: string;
  /** How the disk is changed. */
  disk?: Disk;
}

/** What became of a folder: each file, and whether anything was written. */
interface Written {
  changes: Change[];
  written: boolean;
  /** Whether sources of the project are not as they are emitted: not yet, or since they are the owner's. */
  differs: boolean;
  /** Why no journal could be kept, by which the next run would have finished this one. */
  unkept?: string | undefined;
}

/**
 * Brings a folder up to date with the emitted files: with all of them, or with none where one that it would
 * replace was edited by hand. Another run that writes to the folder, on this machine, is waited for.
 *
 * @throws InputError where the folder is not ours, or the disk refuses.
 */
export async function write(files: File[], folder: string, options: WriteOptions): Promise<Written> {
  return whileKept(folder, () => writeLocked(files, folder, options), undefined);
}

/** The same for whoever keeps the folder already. */
export async function writeLocked(files: File[], folder: string, options: WriteOptions): Promise<Written> {
  const { disk = realDisk, version } = options;
  try {
    await recover(folder, disk);
    const { root, changes, before, settled } = await plan(files, folder, options);
    const differs = settled.some(({ path, content }) => {
      const found = before.disk.get(path);
      return path.startsWith('src/') && (typeof found !== 'object' || found.sha256 !== hashContent(content));
    });
    if (changes.some(({ kind }) => kind === 'edited')) return { changes, written: false, differs };
    const records = await findStale(root, planRecords(settled, changes, before.manifest, version));
    const unkept = await apply(root, [...changes.flatMap(toAction), ...records], disk);
    return { changes, written: true, differs, ...(unkept !== undefined && { unkept }) };
  } catch (error) {
    throw explainError(error);
  }
}

/** Works out what {@link write} would do to a folder. */
export async function plan(
  files: File[],
  folder: string,
  { overwrite, force, sources = [] }: Pick<WriteOptions, 'overwrite' | 'force' | 'sources'>,
): Promise<{ root: string; changes: Change[]; before: Before; settled: File[] }> {
  const { root, isFree, isLost, manifest } = await readProject(folder);
  if (isLost && !force) throw lostManifest();
  const isMeant = isFree || sources.some((source) => dirname(resolve(source)) === resolve(folder));
  if (manifest === undefined && !isMeant && !force) throw notOurs(folder);
  const paths = files.map(({ path }) => path);
  const isEmitted = new Set(paths);
  const emitted = await readDisk(root, paths, refusePath);
  const gone = [...(manifest?.files.keys() ?? [])].filter((path) => !isEmitted.has(path));
  const left = new Map([
    ...(await readDisk(root, gone.filter(isDeletable), () => {})),
    ...(await readDisk(
      root,
      gone.filter((path) => !isDeletable(path)),
      () => {},
      'other',
    )),
  ]);
  const imported = await readDisk(root, listOrphaned(paths, manifest, left), () => {}, 'other');
  const disk = new Map([...imported, ...left, ...emitted]);
  const before = { disk, manifest, isLost, base: await readBase(root, manifest) };
  const named = typeof overwrite === 'boolean' ? overwrite : nameFiles(overwrite, files, { root, manifest });
  const settled = keepOrder(files, before, named);
  return { root, before, settled, changes: reconcile(settled, before, named) };
}

/**
 * The text that a shared file of a project has after a run that emits it, with the edits of its owner; the one that is
 * emitted where these exclude each other, or where there is no project.
 */
export async function settleFile(file: File, folder: string): Promise<string> {
  const { root, manifest } = await readProject(folder);
  const disk = await readDisk(root, [file.path], () => {});
  const before = { disk, manifest, base: await readBase(root, manifest) };
  const change = reconcile([file], before).find(({ path }) => path === file.path);
  const found = disk.get(file.path);
  if (change !== undefined && 'content' in change && change.content !== undefined) return change.content;
  return typeof found === 'object' ? found.bytes.toString('utf8') : file.content;
}

/** What ejected files import that are written no longer: it may be gone, or the user's own. */
function listOrphaned(
  emitted: readonly string[],
  manifest: Before['manifest'],
  disk: Before['disk'],
): string[] {
  const entries = [...(manifest?.files ?? [])];
  return entries
    .filter(([path, { owner }]) => owner === 'ejected' && !emitted.includes(path))
    .flatMap(([path]) => listImports(path, disk.get(path)).files)
    .filter(isSafePath);
}

/** The texts that we wrote last; one that is not what the manifest says was changed, and nothing can be told from it. */
async function readBase(root: string, manifest: Before['manifest']): Promise<Map<string, string>> {
  const known = [...(manifest?.files ?? [])].filter(([, { owner }]) => hasBase(owner));
  const entries = new Map(known.map(([path, { sha256 }]) => [toBase(path), { path, sha256 }]));
  const base = new Map<string, string>();
  for await (const [at, found] of lookUpAll(root, [...entries.keys()])) {
    const { path, sha256 } = entries.get(at) ?? {};
    if (path !== undefined && typeof found === 'object' && found.sha256 === sha256)
      base.set(path, found.bytes.toString('utf8').replaceAll('\r\n', '\n'));
  }
  return base;
}

/** The paths of files, named from the project or from where the user is. */
function nameFiles(
  named: readonly string[],
  files: readonly File[],
  { root, manifest }: { root: string; manifest: Before['manifest'] },
): string[] {
  const known = [...(manifest?.files.keys() ?? [])].filter(isDeletable);
  const paths = new Set([...files.map(({ path }) => path), ...known]);
  const yours = new Set(files.filter(({ owner }) => owner === 'yours').map(({ path }) => path));
  return named.map((name) => {
    const inside = [join('.', name), relative(root, resolve(name))].map((path) => path.replaceAll(sep, '/'));
    const path = inside.find((one) => paths.has(one));
    if (path === undefined) {
      const meant = nearest(name, [...paths]);
      throw new InputError(
        `${name} is not a file that mcpwright writes.`,
        meant === undefined ? 'Name it as the message does that asks for it.' : `Did you mean ${meant}?`,
      );
    }
    if (yours.has(path))
      throw new InputError(`${path} is yours: mcpwright never replaces it.`, 'Delete it to get a new one.');
    return path;
  });
}

/** Looks at each path; what cannot be a file of ours is handed to `onObstacle` and counts as missing. */
async function readDisk(
  root: string,
  paths: readonly string[],
  onObstacle: (full: string, standing: Standing) => void,
  onLink?: Standing,
): Promise<Map<string, Found>> {
  const disk = new Map<string, Found>();
  for await (const [path, standing] of lookUpAll(root, paths, onLink)) {
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
  return actions.filter(({ path, content, was }) => {
    const found = disk.get(path);
    if (content === undefined) return typeof found === 'object' && found.sha256 === was;
    return typeof found !== 'object' || found.sha256 !== hashContent(content);
  });
}

function toAction(change: Change): Action[] {
  switch (change.kind) {
    case 'keep':
    case 'absent':
    case 'stays':
    case 'edited':
    case 'ejected':
    case 'foreign':
    case 'left':
    case 'orphaned':
      return [];
    case 'delete':
      return [{ path: change.path }];
    case 'create':
    case 'update':
    case 'replaced':
    case 'merged':
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
    `Name another folder with --out, or write ${configName} into this one with mcpwright init. --force writes into it as it is; files that differ are left alone either way.`,
  );
}
