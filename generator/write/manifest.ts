import { createHash } from 'node:crypto';
import { InputError } from '../model/diagnostic.js';
import { isMap } from '../model/document.js';
import { configSchemaPath } from '../model/config.js';
import { type Change, type File, type Made, type Owner, manifestPath } from '../model/file.js';
import { keptPath, namesPath } from '../model/names.js';
import { promisesPath } from '../model/server.js';

/** What the last run left in a project. */
export interface Manifest {
  /** The version of mcpwright that wrote it. */
  version: string;
  /** Identifies what the files were made of, whatever the order in which that was said. */
  unordered?: string;
  /** What made them, and from what. */
  made?: Made;
  files: Map<string, ManifestEntry>;
}

export interface ManifestEntry {
  /** `ejected`: the user took it over from us with `mcpwright eject`. */
  owner: Owner | 'ejected';
  /** Of what we wrote; of what we would have written, where the user's own file stayed. */
  sha256: string;
}

/**
 * The form of the file. Manifests of format 1 do not say so: in them the runtime is `shared`, and its texts are in
 * `.mcpwright/base/`. The owner that counts is that of the emitted file, so that the next run corrects both.
 */
const format = 2;

const owners = new Set<unknown>([
  'generated',
  'vendored',
  'shared',
  'yours',
  'ejected',
] satisfies ManifestEntry['owner'][]);

/**
 * Reads a manifest, which is input like any other: whoever can change it must not make us touch a file that
 * is not ours.
 *
 * @throws InputError where it is not a manifest, was written by a later version, or names a file outside of the
 * project.
 */
export function parseManifest(text: string): Manifest {
  const manifest = parseManifestJson(text);
  if (!isMap(manifest) || typeof manifest['version'] !== 'string' || !isMap(manifest['files'])) {
    throw broken('it does not have the form of a manifest');
  }
  checkFormat(manifest['format'] ?? 1, manifest['version']);
  const files = Object.entries(manifest['files']).map(([path, entry]): [string, ManifestEntry] => {
    if (!isSafePath(path))
      throw broken(`it names ${JSON.stringify(path)}, which is not a file of the project`);
    if (!isEntry(entry)) throw broken(`its entry for ${JSON.stringify(path)} lacks an owner or a hash`);
    return [path, { owner: entry.owner, sha256: entry.sha256 }];
  });
  const { unordered, made } = manifest;
  return {
    version: manifest['version'],
    ...(isHash(unordered) ? { unordered } : {}),
    ...(isMade(made) ? { made: { program: made.program, inputs: made.inputs } } : {}),
    files: new Map(files),
  };
}

function checkFormat(found: unknown, version: string): void {
  if (!Number.isSafeInteger(found) || Number(found) < 1) throw broken('its format is not a number');
  if (Number(found) <= format) return;
  throw new InputError(
    `${manifestPath} was written by mcpwright ${version}, which is newer: its format is ${String(found)}, and this version reads formats up to ${format}.`,
    'Update mcpwright to that version or a newer one, where you have it from.',
  );
}

function parseManifestJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw broken('it is not JSON');
  }
}

function isEntry(value: unknown): value is ManifestEntry {
  return isMap(value) && owners.has(value['owner']) && isHash(value['sha256']);
}

function isMade(value: unknown): value is Made {
  return isMap(value) && isHash(value['program']) && isHash(value['inputs']);
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}

function broken(reason: string): InputError {
  return new InputError(
    `${manifestPath} cannot be used: ${reason}.`,
    `Restore it from version control. Or delete it and pass --force: ${withoutIt}`,
  );
}

const withoutIt = 'files that differ are then treated as edited by hand.';

/** Where other records of a project are there, and the manifest is not. */
export function lostManifest(hint = `Or pass --force: ${withoutIt}`): InputError {
  return new InputError(
    `${manifestPath} is missing, though .mcpwright/ is there: what mcpwright wrote cannot be told from what you wrote.`,
    `Restore it from version control. ${hint}`.trimEnd(),
  );
}

/** The text of a manifest, with its files in a fixed order. */
export function printManifest({ version, unordered, made, files }: Manifest): string {
  const sorted = [...files].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify({ format, version, unordered, made, files: Object.fromEntries(sorted) }, undefined, 2)}\n`;
}

/**
 * What the next run needs to know of this one: the manifest, and the text of each shared file as we emitted
 * it, from which the user's changes and ours are told apart. Of a file that the user deleted or took over, what is
 * known stays: it may come back.
 */
export function planRecords(
  files: readonly File[],
  changes: readonly Change[],
  before: Manifest | undefined,
  version: string,
): Action[] {
  const known = before?.files ?? new Map<string, ManifestEntry>();
  const kinds = new Map(changes.map(({ path, kind }) => [path, kind]));
  const ejected = [...known].filter(
    ([path, { owner }]) =>
      owner === 'ejected' && kinds.get(path) !== 'replaced' && kinds.get(path) !== 'left',
  );
  const entries = new Map(ejected);
  const bases = new Map<string, string | undefined>(ejected.map(([path]) => [path, undefined]));
  for (const { path, owner, content, isCommanded } of files) {
    if (entries.has(path) || kinds.get(path) === 'foreign') continue;
    const kind = kinds.get(path);
    const last = kind === 'absent' || kind === 'stays' || isCommanded ? known.get(path) : undefined;
    entries.set(path, { owner, sha256: last?.sha256 ?? hashContent(content) });
    if (owner === 'shared') bases.set(path, last === undefined ? content : undefined);
  }
  const { unordered, made } = files.find((file) => file.unordered !== undefined) ?? {};
  // A file with a conflict in it was not written: the next run must not take it for what this one would have written.
  const isWhole = !changes.some((change) => change.kind === 'stays' && change.unresolved !== undefined);
  const identity = { ...(isWhole && unordered !== undefined && { unordered }), ...(made && { made }) };
  const manifest = { version, ...identity, files: entries };
  const stale = [...known].filter(([path, { owner }]) => hasBase(owner) && !bases.has(path));
  return [
    ...[...bases].flatMap(([path, content]) =>
      content === undefined ? [] : [{ path: toBase(path), content }],
    ),
    ...stale.map(([path, { sha256 }]) => ({ path: toBase(path), was: sha256 })),
    { path: manifestPath, content: printManifest(manifest) },
  ];
}

/** Whether the text of a file is kept as we emitted it. */
export function hasBase(owner: ManifestEntry['owner']): boolean {
  return owner === 'shared' || owner === 'ejected';
}

/** Where the text of a file is kept as we emitted it. */
export function toBase(path: string): string {
  return `.mcpwright/base/${path}`;
}

/** Folders that hold no file of ours to list, whatever a manifest says. */
const foreign = new Set(['.git', '.mcpwright', 'node_modules']);

/** Whether a path names a file that we could have emitted, inside of the project on every system. */
export function isSafePath(path: string): boolean {
  if ([namesPath, keptPath, promisesPath, configSchemaPath].includes(path)) return true;
  // A backslash separates folders on Windows, and a colon follows a drive letter there.
  if (/[\\:\p{Cc}]/u.test(path)) return false;
  return path
    .split('/')
    .every((name) => name !== '' && name !== '.' && name !== '..' && !foreign.has(name.toLowerCase()));
}

/**
 * Every shared file that a version of mcpwright has emitted: it may be deleted where it is emitted no longer. What is
 * listed once stays listed.
 */
const everShared: ReadonlySet<string> = new Set([
  '.claude-plugin/plugin.json',
  '.dockerignore',
  '.gitattributes',
  '.github/workflows/release.yml',
  '.gitignore',
  'Dockerfile',
  'INSTALL.md',
  'README.md',
  'build.js',
  'bundle.js',
  'compose.yaml',
  'docker-catalog/readme.md',
  'docker-catalog/server.yaml',
  'generate.js',
  'healthcheck.js',
  'kubernetes/account.yaml',
  'kubernetes/autoscaler.yaml',
  'kubernetes/config.yaml',
  'kubernetes/deployment.yaml',
  'kubernetes/disruption.yaml',
  'kubernetes/kustomization.yaml',
  'kubernetes/network.yaml',
  'kubernetes/secret.example.yaml',
  'kubernetes/service.yaml',
  'licenses.js',
  'mcp.json',
  'mcpb/manifest.json',
  'openai/README.md',
  'openai/chatgpt-app-submission.json',
  'pack.js',
  'package.json',
  'plugin.json',
  'server.json',
  'src/http.ts',
  'src/lambda.ts',
  'src/program.ts',
  'src/server.ts',
  'src/stdio.ts',
  'src/worker.ts',
  'test/callTools.ts',
  'test/server.test.ts',
  'tsconfig.json',
  'well-known/ai-catalog.json',
  'well-known/server-card.json',
]);

/** The files of a skill, whose folder is called after the server. */
const ofSkill = /^skills\/[a-z0-9-]+\/(?:SKILL|references\/[a-z][a-z0-9_]*)\.md$/;

/**
 * Whether a file that is emitted no longer may be deleted as one of ours. That a manifest names it does not suffice: it
 * comes with the project, and may name files of the owner.
 */
export function isDeletable(path: string): boolean {
  return (
    path.startsWith('src/runtime/') ||
    path.startsWith('src/generated/') ||
    everShared.has(path) ||
    ofSkill.test(path)
  );
}

/** Identifies the content of a file, whatever line ends a checkout gave it. */
export function hashContent(content: string | Buffer): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  if (!bytes.includes('\r\n')) return createHash('sha256').update(bytes).digest('hex');
  // As Latin-1 every byte is one character, so that nothing is lost on the way.
  const normal = bytes.toString('latin1').replaceAll('\r\n', '\n');
  return createHash('sha256').update(normal, 'latin1').digest('hex');
}

/** One file to write, or to delete where there is no content: a record only where it has the hash of what we wrote. */
export interface Action {
  path: string;
  content?: string;
  was?: string;
}
