import { createHash } from 'node:crypto';
import { readdir, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Change, manifestPath } from '../model/file.js';
import { readTextIfAny } from '../model/files.js';
import { putFile } from './disk.js';
import { stagingPrefix } from './journal/journal.js';
import { hashContent, hasBase, isSafePath, toBase } from './manifest.js';
import { lookUp, lookUpAll, readProject } from './readProject.js';
import { findPackages } from './withSources.js';

/** Where a project says what is known of it on this machine; git ignores it. */
const recordPath = '.mcpwright/local.json';

/** What is known of a project on this machine. */
interface LocalRecord {
  /** The program that wrote it, so that its own script finds it. */
  program: string;
  last?: LastRun;
}

/** The last run, where it left nothing to decide: where all of it is as it was, another one would do nothing. */
export interface LastRun {
  /** Identifies all that it read: documents, choices, and the program. */
  inputs: string;
  /** Identifies all that it left in the project. */
  state: string;
  /** The files that another run names, since it leaves them alone. */
  named: { kind: (typeof named)[number]; path: string }[];
  /** What it offered, in words. */
  offered: string;
}

/** What becomes of files that another run leaves alone, and names. */
const named = ['absent', 'ejected', 'foreign', 'stays'] as const;

/** Remembers the program and the last run. That it cannot is no reason to fail. */
export async function recordRun(folder: string, record: LocalRecord): Promise<void> {
  const text = `${JSON.stringify(record, undefined, 2)}\n`;
  try {
    const root = await realpath(folder);
    const found = await lookUp(root, recordPath);
    if (typeof found !== 'object' || found.sha256 !== hashContent(text))
      await putFile(join(root, recordPath), text, stagingPrefix);
  } catch {
    // Then the next run looks at all of it anew.
  }
}

/** The last run, if it is known. */
export async function readLastRun(folder: string): Promise<LastRun | undefined> {
  try {
    const found = await lookUp(await realpath(folder), recordPath);
    if (typeof found !== 'object') return undefined;
    const { last } = JSON.parse(found.bytes.toString('utf8')) as Partial<LocalRecord>;
    return isLastRun(last) ? last : undefined;
  } catch {
    return undefined;
  }
}

function isLastRun(value: unknown): value is LastRun {
  const run = (value ?? {}) as Record<string, unknown>;
  return (
    [run['inputs'], run['state'], run['offered']].every((text) => typeof text === 'string') &&
    Array.isArray(run['named']) &&
    run['named'].every(isNamed)
  );
}

function isNamed(value: unknown): boolean {
  const { kind, path } = (value ?? {}) as Record<string, unknown>;
  return named.some((one) => one === kind) && typeof path === 'string' && isSafePath(path);
}

/** What another run would name of the changes that it would make; undefined where it would do more than that. */
export function nameLeft(changes: readonly Change[]): LastRun['named'] | undefined {
  if (changes.some((change) => 'unresolved' in change)) return undefined;
  const left = changes.filter(({ kind }) => kind !== 'keep').map(({ kind, path }) => ({ kind, path }));
  return left.every(isNamed) ? (left as LastRun['named']) : undefined;
}

/**
 * Identifies all of a project that a run looks at: the files that the last one wrote and what it knows of them, the
 * sources of the owner, and where there are any, the packages that they are compiled with.
 *
 * @param left - files besides, that were there before ours
 * @returns undefined where that cannot be told: there are links, or packages whose versions nothing lists
 */
export async function hashState(folder: string, left: LastRun['named']): Promise<string | undefined> {
  const { root, manifest } = await readProject(folder);
  if (manifest === undefined) return undefined;
  const known = [...manifest.files].flatMap(([path, { owner }]) =>
    hasBase(owner) ? [path, toBase(path)] : [path],
  );
  const sources = await listFiles(root, 'src');
  const hash = createHash('sha256');
  const paths = new Set([...known, ...sources, ...left.map(({ path }) => path), manifestPath]);
  let isEmitted = true;
  for await (const [path, standing] of lookUpAll(root, [...paths].toSorted(), 'other')) {
    if (standing === 'other') return undefined;
    const found = typeof standing === 'object' ? standing.sha256 : standing;
    hash.update(JSON.stringify([path, found]));
    if (path.startsWith('src/')) isEmitted &&= found === manifest.files.get(path)?.sha256;
  }
  // What is as it was emitted compiles, whatever it is compiled with.
  const packages = isEmitted ? '' : await hashPackages(root);
  if (packages === undefined) return undefined;
  return hash.update(packages).digest('hex');
}

/** All that lies below a folder of the project, by path. */
async function listFiles(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Identifies what npm has installed for the compiler to read; empty where there is no compiler. */
async function hashPackages(root: string): Promise<string | undefined> {
  const packages = await findPackages(await realpath(root), 'typescript/bin/tsc');
  if (packages === undefined) return '';
  const text = await readTextIfAny(join(packages, '.package-lock.json'));
  return text === undefined ? undefined : hashContent(`${packages}\n${text}`);
}
