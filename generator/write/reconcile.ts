import { isUtf8 } from 'node:buffer';
import { posix } from 'node:path';
import type { Change, EditReason, File } from '../model/file.js';
import { type Manifest, type ManifestEntry, hashContent, isDeletable } from './manifest.js';
import { type Merged, markers, mergeLines } from './merge/mergeLines.js';
import { stripPadding, listTables } from '../text/markdown/stripPadding.js';
import { findJsonFault } from '../text/json/findJsonFault.js';
import { mergePackage } from './merge/mergePackage.js';
import type { FoundFile } from './readProject.js';

/** What stands at a path: a file, or something else that is none of ours, such as a link. */
export type Found = FoundFile | 'other';

/** A folder as it is before a run. */
export interface Before {
  /** What stands at the path of each file, of this run and of the last; nothing where it is missing. */
  disk: ReadonlyMap<string, Found>;
  /** What the last run left; undefined on the first. */
  manifest: Manifest | undefined;
  /** Records of ours are there, but not the manifest. */
  isLost?: boolean;
  /** The texts of shared and of ejected files as we wrote them last. */
  base: ReadonlyMap<string, string>;
}

/** Which edits are replaced: none, all but what can be merged, or those of certain files, whatever they are. */
export type Overwrite = boolean | readonly string[];

/**
 * How the file at a path compares with what the last run left and with what this one would write.
 * `customized`: edited, and what we would write is what we wrote before.
 */
type State = 'new' | 'deleted' | 'current' | 'untouched' | 'customized' | 'edited';

/** What can be decided of a file by its owner and its state alone. */
type Decision = 'absent' | 'create' | 'edited' | 'ejected' | 'keep' | 'merged' | 'stays' | 'update';

/** What is done to a file that is ours alone. */
const ofOurs: Record<State, Decision> = {
  new: 'create',
  deleted: 'create',
  current: 'keep',
  untouched: 'update',
  customized: 'stays',
  edited: 'edited',
};

/** What is done to a file, by its owner and its state. */
const decisions: Record<ManifestEntry['owner'], Record<State, Decision>> = {
  generated: ofOurs,
  vendored: ofOurs,
  shared: {
    new: 'create',
    deleted: 'absent',
    current: 'keep',
    untouched: 'update',
    customized: 'keep',
    edited: 'merged',
  },
  yours: {
    new: 'create',
    deleted: 'absent',
    current: 'keep',
    untouched: 'keep',
    customized: 'keep',
    edited: 'keep',
  },
  ejected: {
    new: 'create',
    deleted: 'absent',
    current: 'ejected',
    untouched: 'ejected',
    customized: 'ejected',
    edited: 'ejected',
  },
};

/** Files that a project does without: where the user's own were there first, they stay, and ours are not written. */
const dispensable = new Set(['.gitattributes', '.gitignore', 'README.md']);

/**
 * The files of a run, those in which the order of the document shows with the content that they were written with, where
 * nothing but that order has changed since: what lists parameters in another order now says what it said.
 *
 * That holds for all of them or for none, so that they agree with each other: names and shortened descriptions may
 * depend on what comes first.
 */
export function keepOrder(files: File[], before: Before, overwrite: Overwrite): File[] {
  const { manifest } = before;
  const ordered = files.filter(({ unordered }) => unordered !== undefined);
  if (manifest === undefined || ordered.some(({ unordered }) => unordered !== manifest.unordered))
    return files;
  const last = new Map(ordered.map(({ path }) => [path, findLast(path, before)]));
  const isWhole = ordered.every(
    ({ path, owner }) =>
      owner !== 'generated' ||
      last.get(path) !== undefined ||
      // What the user edited stays as it is.
      (overwrite === false && manifest.files.has(path) && before.disk.has(path)),
  );
  return isWhole ? files.map((file) => ({ ...file, content: last.get(file.path) ?? file.content })) : files;
}

/** The text of a file as it was written last, as far as that is known. */
function findLast(path: string, { disk, manifest, base }: Before): string | undefined {
  const found = disk.get(path);
  const isUntouched = typeof found === 'object' && found.sha256 === manifest?.files.get(path)?.sha256;
  return isUntouched ? found.bytes.toString('utf8').replaceAll('\r\n', '\n') : base.get(path);
}

/**
 * Works out what a run would do: which files it creates, replaces, merges and deletes, and which it must not touch.
 */
export function reconcile(files: readonly File[], before: Before, overwrite: Overwrite = false): Change[] {
  const { disk, manifest } = before;
  const emitted = new Set(files.map(({ path }) => path));
  const known = manifest?.files ?? new Map<string, ManifestEntry>();
  const left = [...known].filter(([path]) => !emitted.has(path));
  const changes = [
    ...files.map((file) => decide(file, before, overwrite)),
    ...left.flatMap(([path, entry]) => leave(path, disk.get(path), entry)),
  ];
  const decided = changes
    .map((change) => (isOverwritten(change, overwrite) ? toReplaced(change) : change))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return decided.map((change) =>
    change.kind === 'orphaned' ? toOrphaned(change.path, findLost(change.path, decided, disk)) : change,
  );
}

function decide(file: File, before: Before, overwrite: Overwrite): Change {
  const { path, content, owner } = file;
  const found = before.disk.get(path);
  const entry = before.manifest?.files.get(path);
  const isNamed = typeof overwrite !== 'boolean' && overwrite.includes(path);
  if (isNamed && found !== undefined && !isSame(found, content)) return { kind: 'replaced', path, content };
  const state = compareFile(file, found, entry, before.manifest?.unordered);
  if (entry === undefined && state === 'edited' && dispensable.has(path)) return { kind: 'foreign', path };
  const place = isKeyed(file) ? findBreak(found) : undefined;
  if (place !== undefined) return { kind: 'edited', path, owner, reason: 'json', place, content };
  const owns = entry?.owner === 'ejected' ? entry.owner : owner;
  const kind = file.isCommanded ? ofOurs[state] : decisions[owns][state];
  switch (kind) {
    case 'create':
    case 'update':
      return { kind, path, content };
    case 'edited':
      return { kind, path, owner, content, ...(entry === undefined ? { reason: 'foreign' } : {}) };
    case 'merged':
      return merge(file, found, { isOurs: entry !== undefined, base: before.base.get(path) });
    case 'ejected': {
      const pristine = before.base.get(path);
      return { kind, path, content, ...(pristine === undefined ? {} : { pristine }) };
    }
    case 'stays':
      return overwrite === true ? { kind: 'replaced', path, content } : { kind, path };
    case 'keep': {
      const unresolved = owner === 'shared' ? findMarkers(found) : undefined;
      return unresolved === undefined ? { kind, path } : { kind, path, unresolved };
    }
    case 'absent':
      return { kind, path };
  }
}

function compareFile(
  { content, replaces, unordered, isRecord }: File,
  found?: Found,
  entry?: ManifestEntry,
  before?: string,
): State {
  if (found === undefined) return entry === undefined ? 'new' : 'deleted';
  if (isSame(found, content)) return 'current';
  if (replaces !== undefined && isSame(found, replaces)) return 'untouched';
  if (found !== 'other' && found.sha256 === entry?.sha256) return 'untouched';
  if (isRecord && found !== 'other' && entry !== undefined) return 'untouched';
  // What is newer than what it was made from would be lost.
  if (replaces !== undefined) return 'edited';
  const saysTheSame = entry !== undefined && unordered !== undefined && unordered === before;
  return saysTheSame || entry?.sha256 === hashContent(content) ? 'customized' : 'edited';
}

function isSame(found: Found, content: string): boolean {
  return found !== 'other' && found.sha256 === hashContent(content);
}

/** The user's changes of a shared file and ours together, as far as they can be told apart. */
function merge(
  file: File,
  found: Found | undefined,
  { isOurs, base }: { isOurs: boolean; base: string | undefined },
): Change {
  const { path, owner, content } = file;
  const stop = (reason: EditReason) => ({ kind: 'edited', path, owner, reason, content }) as const;
  if (found === undefined || found === 'other') return stop('link');
  if (!isUtf8(found.bytes)) return stop('binary');
  if (base === undefined) return stop(isOurs ? 'base' : 'foreign');
  const line = findMarkers(found);
  // Code is not held up by words: what was written last stays known, and is merged once the conflict is resolved.
  if (line !== undefined && dispensable.has(path)) return { kind: 'stays', path, unresolved: line };
  if (line !== undefined) return { ...stop('markers'), place: { line, column: 1 } };
  const yours = found.bytes.toString('utf8');
  const isPackage = isKeyed(file);
  const byKey = isPackage ? mergePackage(base, yours, content) : undefined;
  const { text, conflicts } =
    byKey ?? (path === 'README.md' ? mergeReadme(base, yours, content) : mergeLines(base, yours, content));
  // With markers between its lines it would be JSON no longer.
  if (isPackage && byKey === undefined && conflicts.length > 0) return stop('keys');
  return text === yours && conflicts.length === 0
    ? { kind: 'keep', path }
    : { kind: 'merged', path, content: text, conflicts };
}

/** Whether a file is JSON that is merged by its keys: markers between its lines would make it none. */
function isKeyed({ path, place }: File): boolean {
  return path === 'package.json' || (place !== undefined && path.endsWith('.json'));
}

/** An earlier mcpwright padded the tables: without that, only rows that say something else differ. */
function mergeReadme(base: string, yours: string, content: string): Merged {
  const ours = new Set(listTables(base));
  const [old, own] = [base, yours].map((text) => stripPadding(text, (header) => ours.has(header)));
  return old === base ? mergeLines(base, yours, content) : mergeLines(old!, own!, content);
}

/** The first line that a conflict of an earlier run left in a file. */
function findMarkers(found: Found | undefined): number | undefined {
  if (typeof found !== 'object') return undefined;
  const lines = found.bytes.toString('utf8').split(/\r?\n/);
  const at = lines.findIndex((line) => line === markers.yours || line === markers.ours);
  return at === -1 ? undefined : at + 1;
}

/** Where a file is not JSON. */
function findBreak(found: Found | undefined): { line: number; column: number } | undefined {
  return typeof found === 'object' && isUtf8(found.bytes)
    ? findJsonFault(found.bytes.toString('utf8'))
    : undefined;
}

/** The programs of a project, which import what only they need. */
const entryPaths = new Set(['bundle.js', 'src/http.ts', 'src/lambda.ts', 'src/stdio.ts', 'src/worker.ts']);

/** A file of an earlier run that is no longer emitted. */
function leave(path: string, found: Found | undefined, { owner, sha256 }: ManifestEntry): Change[] {
  if (owner === 'yours' || found === undefined) return [];
  if (!isDeletable(path)) return [{ kind: 'left', path }];
  if (owner === 'ejected') return [toOrphaned(path)];
  if (found !== 'other' && found.sha256 === sha256) return [{ kind: 'delete', path }];
  // What the user made of a shared file is the user's, where we have no say in it any more; an entry does not work alone.
  return owner === 'shared' && !entryPaths.has(path)
    ? [{ kind: 'stays', path }]
    : [{ kind: 'edited', path, owner }];
}

function toOrphaned(path: string, lost: string[] = []): Change {
  return { kind: 'orphaned', path, lost };
}

/** What a file imports that will be there no more: files by their path, packages by their name. */
function findLost(path: string, changes: readonly Change[], disk: Before['disk']): string[] {
  const after = new Map(changes.map((change) => [change.path, change]));
  const isThere = (target: string) => {
    const change = after.get(target);
    if (change?.kind === 'delete' || (change?.kind === 'replaced' && change.content === undefined))
      return false;
    return disk.has(target) || (change !== undefined && 'content' in change);
  };
  const change = after.get('package.json');
  const found = disk.get('package.json');
  const text = change && 'content' in change ? change.content : undefined;
  const named = text ?? (typeof found === 'object' ? found.bytes.toString('utf8') : '');
  const { files, packages } = listImports(path, disk.get(path));
  return [
    ...files.filter((target) => !isThere(target)),
    // As a key of JSON has it.
    ...packages.filter((name) => !named.includes(`"${name}":`)),
  ];
}

/** What a file of TypeScript imports: files by their path in the project, packages by their name. */
export function listImports(path: string, found: Found | undefined): { files: string[]; packages: string[] } {
  const text = typeof found === 'object' ? found.bytes.toString('utf8') : '';
  const named = [...text.matchAll(/(?<![.\w])(?:from|import)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(
    ([, , name = '']) => name,
  );
  const own = named.filter((name) => name.startsWith('.'));
  const others = named.filter((name) => !name.startsWith('.') && !name.startsWith('node:'));
  return {
    files: [...new Set(own.map((name) => posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts')))],
    packages: [...new Set(others.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name))],
  };
}

function isOverwritten(change: Change, overwrite: Overwrite): boolean {
  if (change.kind !== 'edited' && change.kind !== 'orphaned') return false;
  if (typeof overwrite !== 'boolean') return overwrite.includes(change.path);
  // What the user took over is given up by its name alone.
  return overwrite && change.kind === 'edited';
}

function toReplaced(change: Change): Change {
  return 'content' in change && change.content !== undefined
    ? { kind: 'replaced', path: change.path, content: change.content }
    : { kind: 'replaced', path: change.path };
}
