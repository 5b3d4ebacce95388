import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodePercent } from '../../text/decodePercent.js';
import type { Report } from '../../model/diagnostic.js';
import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { setMember } from '../values.js';
import { formatPointer, formatReference } from '../parsePointer.js';
import { resolveUrl } from '../resolveUrl.js';
import { adoptComponents } from './adoptComponents.js';
import { type Reference, findReferences } from './findReferences.js';
import { type Files, type SourceFile, type Target, followReference } from './followReference.js';
import { guessReference } from './guessReference.js';
import type { Kind } from './specObjects.js';
import { parseUrl } from '../../text/parseUrl.js';

/** Reads files by URL; a reason stands for one that cannot be read. */
export type ReadFiles = (urls: readonly string[]) => Promise<Files>;

interface Pending extends Reference {
  file: SourceFile;
}

interface Followed extends Pending {
  target: Target;
}

interface Lost extends Pending {
  reason: string;
  cause: string;
}

/** Where a place of a file is in the document that is made of all files. */
type PlaceOf = (file: SourceFile, path: readonly string[]) => readonly string[];

/**
 * Reads all files that a document refers to and makes one document of them: each becomes a member of `x-files`,
 * and each reference to it a local one. The document is changed in place, so it has to be ours.
 *
 * References of the kinds that `keeps` tells stay references. What the others lead to takes their place: OpenAPI
 * allows none there, but people write `paths: { $ref: paths.yaml }` all the same. So does what a component leads to
 * that is nothing but a reference.
 *
 * @returns where something took the place of a reference: JSON pointer of the place to that of the original.
 */
export async function resolveReferences(
  main: SourceFile & { value: JsonObject },
  keeps: (kind: Kind) => boolean,
  readFiles: ReadFiles,
  report: Report,
): Promise<ReadonlyMap<string, string>> {
  const { files, followed, lost } = await followAll(main, keeps, readFiles, report);
  const placeOf: PlaceOf = (file, path) =>
    file === main ? path : ['x-files', nameFile(main.url, file.url), ...path];

  for (const { file, path, text, reason } of lost) {
    report('unreadable-reference', formatPointer(placeOf(file, path)), { ref: text, reason });
  }
  for (const { target, holder, key } of followed) {
    holder[key] = formatReference(placeOf(target.file, target.path));
  }
  const inlined = inlineAll(
    followed.filter(({ kind }) => !keeps(kind)),
    placeOf,
  );
  addFiles(main, files);
  nameSchemes(main.value, followed);
  const adopted = adoptComponents(main, inlined);
  for (const { holder, key } of followed) {
    const text = holder[key] as string;
    holder[key] = adopted.get(text) ?? text;
  }
  return inlined;
}

/** Follows the references of the document, then those of the files they lead to, until there are no more. */
async function followAll(
  main: SourceFile,
  keeps: (kind: Kind) => boolean,
  readFiles: ReadFiles,
  report: Report,
): Promise<{ files: Files; followed: Followed[]; lost: Lost[] }> {
  const files = new Map<string, SourceFile | string>();
  addFile(files, main.url, main);
  const followed: Followed[] = [];
  let lost: Lost[] = [];
  const seen = new Map<Kind, WeakSet<object>>();
  let ids: Set<string> | undefined;
  /** A schema may be meant that says that this is its name (JSON Schema 2020-12, section 8.2.1). */
  const isIdentified = (text: string) =>
    !text.startsWith('#') && parseUrl(text) !== undefined && (ids ??= collectIds(main.value)).has(text);
  const staysAsItIs = ({ file, kind, text }: Pending, target: Target) =>
    file === main && target.file === main && /^(?:#|$)/.test(text) && !target.detour && keeps(kind);
  const schemes = schemesOf(main.value);
  /** A name comes before a URI (OpenAPI 3.2, Security Requirement Object). */
  const isNamed = (text: string) => Object.hasOwn(schemes, text);
  const find = (file: SourceFile, value: Json, path: readonly string[], kind: Kind): Pending[] =>
    findReferences(value, kind, path, seen)
      .filter(({ requirement, text }) => requirement === undefined || (keeps(kindOfScheme) && !isNamed(text)))
      .map((reference) => Object.assign(reference, { file }));

  /** A reference that is close to one of a component becomes that, and is followed anew. */
  const correct = (reference: Pending): boolean => {
    const { file, text, holder, key, path, requirement } = reference;
    const meant =
      file === main && requirement === undefined ? guessReference(main.value, reference) : undefined;
    if (meant === undefined) return false;
    holder[key] = reference.text = meant;
    const what = `The reference "${text}" leads nowhere`;
    report('odd-document', formatPointer(path), { what, done: `it is read as "${meant}"` });
    return true;
  };

  let open = find(main, main.value, [], 'document');
  while (open.length > 0) {
    const next: Pending[] = [];
    const wanted = new Set<string>();
    for (const reference of open) {
      const { file, text, kind } = reference;
      if (isIdentified(text)) continue;
      // A bare name may be a file, but hardly where a component is called so.
      if (/^[\w-]+$/.test(text) && correct(reference)) {
        next.push(reference);
        continue;
      }
      const outcome = followReference(files, file, text, !keeps(kind));
      if ('target' in outcome) {
        const { target } = outcome;
        if (!staysAsItIs(reference, target)) followed.push({ ...reference, target });
        next.push(...find(target.file, target.value, target.path, kind));
      } else if ('wanted' in outcome) {
        wanted.add(outcome.wanted);
        next.push(reference);
      } else if (correct(reference)) next.push(reference);
      else lost.push(Object.assign(reference, outcome));
    }
    if (wanted.size > 0) {
      for (const [url, file] of await readFiles([...wanted])) {
        // What could not be read may be what a file says that it is.
        if (!addFile(files, url, file)) continue;
        next.push(...lost);
        lost = [];
      }
    }
    open = next;
  }
  const ours = lost.filter((reference) => isOurs(reference, main));
  const byCause = new Map(ours.toReversed().map((one) => [one.cause, one]));
  return { files, followed, lost: ours.filter((one) => byCause.get(one.cause) === one) };
}

/**
 * Adds a file by the address where it was read, and by that which it says it has, unless another file has that.
 *
 * @returns whether it says one that was not known before
 */
function addFile(files: Map<string, SourceFile | string>, url: string, file: SourceFile | string): boolean {
  const known = files.get(url);
  if (known === undefined || typeof known === 'string') files.set(url, file);
  const self = typeof file === 'string' ? undefined : selfOf(file);
  if (self === undefined || typeof file === 'string') return false;
  file.self = self;
  if (typeof files.get(self) === 'object') return false;
  files.set(self, file);
  return true;
}

const kindOfScheme: Kind = 'securityScheme';

function schemesOf(root: Json): JsonObject {
  const components = isObject(root) ? root['components'] : undefined;
  const schemes = isObject(components) ? components['securitySchemes'] : undefined;
  return isObject(schemes) ? schemes : {};
}

/** Gives every scheme that is required by its URI, in whatever file, a name among those of the document. */
function nameSchemes(root: JsonObject, followed: readonly Followed[]): void {
  const home = '#/components/securitySchemes/';
  for (const { requirement, text, holder, target } of followed) {
    if (requirement === undefined) continue;
    const $ref = holder['$ref'] as string;
    const schemes = schemesOf(root);
    const wanted = $ref.startsWith(home) ? target.path.at(-1) : undefined;
    const name = wanted ?? nameScheme(schemes, $ref, target.path.at(-1) ?? 'scheme');
    if (wanted === undefined) {
      if (!isObject(root['components'])) root['components'] = {};
      setMember(root['components'] as JsonObject, 'securitySchemes', { ...schemes, [name]: { $ref } });
    }
    renameKey(requirement, text, name);
  }
}

/** The last part of the URI, with a number where another scheme is called so. */
function nameScheme(schemes: JsonObject, $ref: string, wanted: string): string {
  const isFree = (name: string) => {
    const scheme = Object.hasOwn(schemes, name) ? schemes[name] : undefined;
    return scheme === undefined || (isObject(scheme) && scheme['$ref'] === $ref);
  };
  let name = wanted;
  for (let number = 2; !isFree(name); number += 1) name = `${wanted}${number}`;
  return name;
}

function renameKey(object: JsonObject, from: string, to: string): void {
  const scopes = object[from] ?? [];
  delete object[from];
  setMember(object, to, scopes);
}

/** The address that a document says it has (OpenAPI 3.2, OpenAPI Object, `$self`); other files say none. */
function selfOf({ url, value }: SourceFile): string | undefined {
  const self = isObject(value) && value['openapi'] !== undefined ? value['$self'] : undefined;
  return typeof self === 'string' ? resolveUrl(self.replace(/#.*$/s, ''), url) : undefined;
}

function collectIds(value: Json, ids = new Set<string>()): Set<string> {
  if (typeof value !== 'object' || value === null) return ids;
  if (isObject(value) && typeof value['$id'] === 'string') ids.add(value['$id']);
  for (const child of Object.values(value)) collectIds(child, ids);
  return ids;
}

/** Examples may be missing, and local references of the document itself are for those to judge who use them. */
function isOurs({ kind, file, text }: Pending, main: SourceFile): boolean {
  return kind !== 'example' && !(file === main && text.startsWith('#'));
}

function addFiles(main: SourceFile & { value: JsonObject }, files: Files): void {
  const others = [...files.values()].filter((file) => typeof file === 'object' && file !== main);
  if (others.length === 0) return;
  const named = (others as SourceFile[]).map(({ url, value }) => [nameFile(main.url, url), value] as const);
  main.value['x-files'] = Object.fromEntries(named.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function inlineAll(references: readonly Followed[], placeOf: PlaceOf): Map<string, string> {
  const inlined = new Map<string, string>();
  // Backwards, since what is inlined first may hold what is inlined after.
  for (const reference of references.toReversed()) {
    const { file, path, target } = reference;
    for (const member of inline(reference)) {
      const origin = placeOf(target.file, [...target.path, ...member]);
      inlined.set(formatPointer(placeOf(file, [...path, ...member])), formatPointer(origin));
    }
  }
  return inlined;
}

/**
 * Puts what a reference leads to in its place, unless that is a part of it. Members beside the `$ref` take precedence.
 *
 * @returns the paths, from that place, of what is not written there: of all of it, or of some members
 */
function inline({ parent, path, holder, target }: Followed): string[][] {
  const key = path.at(-1);
  if (key === undefined || holds(target.value, parent)) return [];
  const { $ref: _, ...beside } = holder;
  const merges = Object.keys(beside).length > 0 && isObject(target.value);
  const value = merges ? { ...(target.value as JsonObject), ...beside } : target.value;
  setMember(parent, key, value);
  if (!merges) return [[]];
  return Object.keys(value as JsonObject)
    .filter((member) => !Object.hasOwn(beside, member))
    .map((member) => [member]);
}

/** Whether `part` is `value` or a part of it: in its place, `value` would be endless. */
function holds(value: Json, part: object, seen = new Set<object>()): boolean {
  if (value === part) return true;
  if (typeof value !== 'object' || value === null || seen.has(value)) return false;
  seen.add(value);
  return Object.values(value).some((child) => holds(child, part, seen));
}

/**
 * The name of a file that a document refers to: its path from the folder of the document, or its whole URL where that
 * is on another host. Unique, since no two files have the same.
 */
export function nameFile(main: string, url: string): string {
  const folder = new URL('.', main).href;
  if (url.startsWith(folder)) return decodePercent(url.slice(folder.length));
  if (!main.startsWith('file:') || !url.startsWith('file:')) return url;
  return relative(fileURLToPath(folder), fileURLToPath(url)).split(sep).join('/');
}
