import type { Json, JsonObject } from '../../model/document.js';
import { isObject } from '../../model/document.js';
import { memberOf } from '../values.js';
import { formatPointer, parseFragment } from '../parsePointer.js';
import { resolveUrl } from '../resolveUrl.js';
import { parseUrl } from '../../text/parseUrl.js';

/** A file that takes part in a document. */
export interface SourceFile {
  /** Where it was read: absolute, without a fragment. */
  url: string;
  /** The address that it says it has, from which its references start (OpenAPI 3.2, OpenAPI Object, `$self`). */
  self?: string;
  value: Json;
}

/** Files by their addresses, those that they say included; a reason stands for one that cannot be read. */
export type Files = ReadonlyMap<string, SourceFile | string>;

/** Where a reference leads. */
export interface Target {
  file: SourceFile;
  path: readonly string[];
  value: Json;
  /** Other references stand on the way, so that the path is not the one that is written. */
  detour: boolean;
}

/** What comes of following a reference. */
type Outcome =
  | { target: Target }
  /** Another file has to be read first. */
  | { wanted: string }
  /** It leads nowhere; `cause` is the same for all references that fail for the same reason. */
  | { reason: string; cause: string };

/** Beyond this many references in a row, they lead in a circle. */
const maxHops = 50;

/**
 * Follows a reference that is written in `base`. With `toTheEnd`, a target that is a reference itself is followed too.
 */
export function followReference(files: Files, base: SourceFile, text: string, toTheEnd: boolean): Outcome {
  return step(files, base, text, [], toTheEnd, 0);
}

function step(
  files: Files,
  base: SourceFile,
  text: string,
  rest: readonly string[],
  toTheEnd: boolean,
  hops: number,
): Outcome {
  // A `#` at the end of a fragment is seen in the wild, and means nothing.
  const [address = '', fragment = ''] = text.split('#');
  const found = address === '' ? base : findFile(files, base, address);
  if (found === undefined) return { reason: 'it is not a valid reference', cause: text };
  if (hops > maxHops) return { reason: 'it leads in a circle', cause: text };
  if (!('value' in found)) return found;
  const file = found;

  const start = parseFragment(fragment) ?? anchorsOf(file).get(fragment);
  const path = [...(start ?? []), ...rest];
  let value = start && file.value;
  for (const [index, token] of path.entries()) {
    const next = memberOf(value, token);
    const detour = next === undefined ? referenceIn(value) : undefined;
    if (detour !== undefined) return step(files, file, detour, path.slice(index), toTheEnd, hops + 1);
    value = next;
  }
  if (value === undefined) {
    return { reason: 'nothing is at that place of the file', cause: `${file.url}${formatPointer(path)}` };
  }
  const further = toTheEnd ? referenceIn(value) : undefined;
  if (further !== undefined) return step(files, file, further, [], toTheEnd, hops + 1);
  return { target: { file, path, value, detour: hops > 0 } };
}

/** The file that an address leads to; where none of those that it may mean can be read, the last reason counts. */
function findFile(files: Files, base: SourceFile, address: string): SourceFile | Outcome | undefined {
  let failed: Outcome | undefined;
  for (const url of addressesOf(base, address)) {
    const file = files.get(url);
    if (file === undefined) return { wanted: url };
    if (typeof file !== 'string') return file;
    failed = { reason: file, cause: url };
  }
  return failed;
}

/**
 * What an address may mean: it starts from what its file says of its own address. What lies there is often only to be
 * had beside the file, at the same way from where that was read.
 */
function addressesOf({ url, self }: SourceFile, address: string): string[] {
  const meant = resolveUrl(address, self ?? url);
  if (self === undefined) return meant === undefined ? [] : [meant];
  const folder = resolveUrl('.', self);
  const isAbsolute = parseUrl(address) !== undefined;
  const isBeside = isAbsolute && folder !== undefined && meant?.startsWith(folder);
  const way = isBeside ? `./${meant?.slice(folder.length)}` : isAbsolute ? undefined : address;
  const beside = way === undefined ? undefined : resolveUrl(way, url);
  return [...new Set([meant, beside].filter((one) => one !== undefined))];
}

function referenceIn(value: Json | undefined): string | undefined {
  const text = isObject(value) ? value['$ref'] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Anchors by file: a file may have as many references to them as it has anchors. */
const known = new WeakMap<SourceFile, ReadonlyMap<string, readonly string[]>>();

/** The places of the schemas that plain names stand for (JSON Schema 2020-12, section 8.2.2). */
function anchorsOf(file: SourceFile): ReadonlyMap<string, readonly string[]> {
  const anchors = known.get(file) ?? listAnchors(file.value);
  known.set(file, anchors);
  return anchors;
}

/** The first place of each name counts. */
function listAnchors(
  value: Json,
  path: readonly string[] = [],
  anchors = new Map<string, readonly string[]>(),
): ReadonlyMap<string, readonly string[]> {
  if (typeof value !== 'object' || value === null) return anchors;
  for (const keyword of isObject(value) ? ['$anchor', '$dynamicAnchor'] : []) {
    const name = (value as JsonObject)[keyword];
    if (typeof name === 'string' && !anchors.has(name)) anchors.set(name, path);
  }
  for (const [key, child] of Object.entries(value)) listAnchors(child, [...path, key], anchors);
  return anchors;
}
