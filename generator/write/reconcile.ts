import type { Change, File, Owner } from '../model/file.js';
import { type Manifest, type ManifestEntry, hashContent } from './manifest.js';

/** What stands at a path: a file by its hash, or something else that is none of ours, such as a link. */
export type Found = { sha256: string } | 'other';

/** How the file at a path compares with what the last run left and with what this one would write. */
type State = 'new' | 'deleted' | 'current' | 'untouched' | 'edited';

/** What is done to a file, by its owner and its state. */
const decisions: Record<Owner, Record<State, Change['kind']>> = {
  generated: { new: 'create', deleted: 'create', current: 'keep', untouched: 'update', edited: 'edited' },
  shared: { new: 'create', deleted: 'absent', current: 'keep', untouched: 'update', edited: 'edited' },
  yours: { new: 'create', deleted: 'absent', current: 'keep', untouched: 'keep', edited: 'keep' },
};

/**
 * Works out what a run would do: which files it creates, replaces and deletes, and which it must not touch.
 *
 * @param disk - what stands at the path of each file, of this run and of the last; nothing where it is missing
 * @param manifest - what the last run left; undefined on the first
 */
export function reconcile(
  files: readonly File[],
  disk: ReadonlyMap<string, Found>,
  manifest: Manifest | undefined,
): Change[] {
  const emitted = new Set(files.map(({ path }) => path));
  const known = manifest?.files ?? new Map<string, ManifestEntry>();
  const left = [...known].filter(([path]) => !emitted.has(path));
  return [
    ...files.map((file) => decide(file, disk.get(file.path), known.get(file.path))),
    ...left.flatMap(([path, entry]) => leave(path, disk.get(path), entry)),
  ].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function decide(file: File, found?: Found, entry?: ManifestEntry): Change {
  const { path, content, owner } = file;
  const kind = decisions[owner][compareFile(file, found, entry)];
  return kind === 'create' || kind === 'update' || kind === 'edited'
    ? { kind, path, content }
    : { kind, path };
}

function compareFile({ content, replaces }: File, found?: Found, entry?: ManifestEntry): State {
  if (found === undefined) return entry === undefined ? 'new' : 'deleted';
  if (found === 'other') return 'edited';
  if (found.sha256 === hashContent(content)) return 'current';
  if (replaces !== undefined && found.sha256 === hashContent(replaces)) return 'untouched';
  return found.sha256 === entry?.sha256 ? 'untouched' : 'edited';
}

/** A file of an earlier run that is no longer emitted. */
function leave(path: string, found: Found | undefined, { owner, sha256 }: ManifestEntry): Change[] {
  if (owner === 'yours' || found === undefined) return [];
  return [{ kind: found !== 'other' && found.sha256 === sha256 ? 'delete' : 'edited', path }];
}
