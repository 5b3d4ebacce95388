import { createHash } from 'node:crypto';
import { InputError } from '../model/diagnostic.js';
import type { File, Owner } from '../model/file.js';
import { namesPath } from '../model/names.js';

/** What the last run left in a project. */
export interface Manifest {
  /** The version of mcpwright that wrote it. */
  version: string;
  files: Map<string, ManifestEntry>;
}

export interface ManifestEntry {
  owner: Owner;
  sha256: string;
}

/** Where it is kept, relative to the project. */
export const manifestPath = '.mcpwright/manifest.json';

const owners = new Set<unknown>(['generated', 'shared', 'yours'] satisfies Owner[]);

/**
 * Reads a manifest, which is input like any other: whoever can change it must not make us touch a file that
 * is not ours.
 *
 * @throws InputError where it is not a manifest, or names a file outside of the project.
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseManifestJson(text);
  if (!isRecord(manifest) || typeof manifest['version'] !== 'string' || !isRecord(manifest['files'])) {
    throw broken('it does not have the form of a manifest');
  }
  const files = Object.entries(manifest['files']).map(([path, entry]): [string, ManifestEntry] => {
    if (!isSafePath(path))
      throw broken(`it names ${JSON.stringify(path)}, which is not a file of the project`);
    if (!isEntry(entry)) throw broken(`its entry for ${JSON.stringify(path)} lacks an owner or a hash`);
    return [path, { owner: entry.owner, sha256: entry.sha256 }];
  });
  return { version: manifest['version'], files: new Map(files) };
}

function parseManifestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('it is not JSON');
  }
}

function isEntry(value: unknown): value is ManifestEntry {
  return isRecord(value) && owners.has(value['owner']) && /^[0-9a-f]{64}$/.test(String(value['sha256']));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function broken(reason: string): InputError {
  return new InputError(
    `${manifestPath} cannot be used: ${reason}.`,
    'Restore it from version control. Or delete it and pass --force: files that differ are then treated as edited by hand.',
  );
}

/** The text of a manifest, with its files in a fixed order. */
export function printManifest({ version, files }: Manifest): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ version, files: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}

/**
 * What the next run needs to know of this one: the manifest, and the text of each shared file as we emitted
 * it, from which a later version can tell the user's changes and ours apart.
 */
export function planRecords(files: readonly File[], before: Manifest | undefined, version: string): Action[] {
  const shared = files.filter(({ owner }) => owner === 'shared');
  const kept = new Set(shared.map(({ path }) => path));
  const stale = [...(before?.files ?? [])].filter(
    ([path, { owner }]) => owner === 'shared' && !kept.has(path),
  );
  const entries = files.map(
    ({ path, owner, content }) => [path, { owner, sha256: hashContent(content) }] as const,
  );
  return [
    ...shared.map(({ path, content }) => ({ path: toBase(path), content })),
    ...stale.map(([path]) => ({ path: toBase(path) })),
    { path: manifestPath, content: printManifest({ version, files: new Map(entries) }) },
  ];
}

function toBase(path: string): string {
  return `.mcpwright/base/${path}`;
}

/** Folders that hold no file of ours to list, whatever a manifest says. */
const foreign = new Set(['.git', '.mcpwright', 'node_modules']);

/** Whether a path names a file that we could have emitted, inside of the project on every system. */
function isSafePath(path: string): boolean {
  if (path === namesPath) return true;
  // A backslash separates folders on Windows, and a colon follows a drive letter there.
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !foreign.has(name.toLowerCase()));
}

/** Identifies the content of a file, whatever line ends a checkout gave it. */
export function hashContent(content: string | Buffer): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  // As Latin-1 every byte is one character, so that nothing is lost on the way.
  const normal = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(normal, 'latin1').digest('hex');
}

/** One file to write, or to delete where there is no content. */
export interface Action {
  path: string;
  content?: string;
}
