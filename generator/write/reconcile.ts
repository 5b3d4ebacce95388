import { isUtf8 } from 'node:buffer';
import type { Change, EditReason, File, Owner } from '../model/file.js';
import { type Manifest, type ManifestEntry, hashContent } from './manifest.js';
import { markers, mergeLines } from './mergeLines.js';
import { mergePackage } from './mergePackage.js';
import type { FoundFile } from './readProject.js';

/** What stands at a path: a file, or something else that is none of ours, such as a link. */
export type Found = FoundFile | 'other';

/** A folder as it is before a run. */
export interface Before {
  /** What stands at the path of each file, of this run and of the last; nothing where it is missing. */
  disk: ReadonlyMap<string, Found>;
  /** What the last run left; undefined on the first. */
  manifest: Manifest | undefined;
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

/** What is done to a file that is ours alone. */
const ofOurs: Record<State, Change['kind']> = {
  new: 'create',
  deleted: 'create',
  current: 'keep',
  untouched: 'update',
  customized: 'stays',
  edited: 'edited',
};

/** What is done to a file, by its owner and its state. */
const decisions: Record<ManifestEntry['owner'], Record<State, Change['kind']>> = {
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
  return changes
    .map((change) => (isOverwritten(change, overwrite) ? toReplaced(change) : change))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function decide(file: File, before: Before, overwrite: Overwrite): Change {
  const { path, content, owner } = file;
  const found = before.disk.get(path);
  const entry = before.manifest?.files.get(path);
  const isNamed = typeof overwrite !== 'boolean' && overwrite.includes(path);
  if (isNamed && found !== undefined && !isSame(found, content)) return { kind: 'replaced', path, content };
  const owns = entry?.owner === 'ejected' ? entry.owner : owner;
  const kind = decisions[owns][compareFile(file, found, entry)];
  switch (kind) {
    case 'create':
    case 'update':
    case 'replaced':
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
    case 'keep':
      return isUnresolved(owner, found) ? { kind, path, unresolved: true } : { kind, path };
    case 'delete':
    case 'absent':
      return { kind, path };
  }
}

function compareFile({ content, replaces }: File, found?: Found, entry?: ManifestEntry): State {
  if (found === undefined) return entry === undefined ? 'new' : 'deleted';
  if (isSame(found, content)) return 'current';
  if (replaces !== undefined && isSame(found, replaces)) return 'untouched';
  if (found !== 'other' && found.sha256 === entry?.sha256) return 'untouched';
  // What is newer than what it was made from would be lost.
  if (replaces !== undefined) return 'edited';
  return entry?.sha256 === hashContent(content) ? 'customized' : 'edited';
}

function isSame(found: Found, content: string): boolean {
  return found !== 'other' && found.sha256 === hashContent(content);
}

/** The user's changes of a shared file and ours together, as far as they can be told apart. */
function merge(
  { path, owner, content }: File,
  found: Found | undefined,
  { isOurs, base }: { isOurs: boolean; base: string | undefined },
): Change {
  const stop = (reason: EditReason): Change => ({ kind: 'edited', path, owner, reason, content });
  if (found === undefined || found === 'other') return stop('link');
  if (!isUtf8(found.bytes)) return stop('binary');
  if (base === undefined) return stop(isOurs ? 'base' : 'foreign');
  const yours = found.bytes.toString('utf8');
  if (hasMarkers(yours)) return stop('markers');
  const byKey = path === 'package.json' ? mergePackage(base, yours, content) : undefined;
  const { text, conflicts } = byKey ?? mergeLines(base, yours, content);
  return text === yours && conflicts.length === 0
    ? { kind: 'keep', path }
    : { kind: 'merged', path, content: text, conflicts };
}

/** Whether conflicts of an earlier run are left in a shared file. */
function isUnresolved(owner: Owner, found: Found | undefined): boolean {
  return owner === 'shared' && typeof found === 'object' && hasMarkers(found.bytes.toString('utf8'));
}

function hasMarkers(text: string): boolean {
  return text.split(/\r?\n/).includes(markers.yours);
}

/** A file of an earlier run that is no longer emitted. */
function leave(path: string, found: Found | undefined, { owner, sha256 }: ManifestEntry): Change[] {
  if (owner === 'yours' || owner === 'ejected' || found === undefined) return [];
  if (found !== 'other' && found.sha256 === sha256) return [{ kind: 'delete', path }];
  // What the user made of a shared file is the user's, where we have no say in it any more.
  return owner === 'shared' ? [{ kind: 'stays', path }] : [{ kind: 'edited', path, owner }];
}

function isOverwritten(change: Change, overwrite: Overwrite): boolean {
  if (change.kind !== 'edited') return false;
  return typeof overwrite === 'boolean' ? overwrite : overwrite.includes(change.path);
}

function toReplaced(change: Change): Change {
  return 'content' in change && change.content !== undefined
    ? { kind: 'replaced', path: change.path, content: change.content }
    : { kind: 'replaced', path: change.path };
}
