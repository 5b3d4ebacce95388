import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Json, JsonObject } from '../model/document.js';
import { isObject, memberOf } from './isObject.js';
import { formatPointer, parseFragment } from './parsePointer.js';

/** A file that takes part in a document. `url` is absolute and has no fragment. */
export interface SourceFile {
  url: string;
  value: Json;
}

/** Files by URL; a reason stands for one that cannot be read. */
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
export type Outcome =
  | { target: Target }
  /** Another file has to be read first. */
  | { wanted: string }
  /** It leads nowhere; `cause` is the same for all references that fail for the same reason. */
  | { reason: string; cause: string };

/** Beyond this many references in a row, they lead in a circle. */
const maxHops = 50;

/**
 * Follows a reference that is written in the file at `base`. With `toTheEnd`, a target that is a reference itself
 * is followed too.
 */
export function followReference(files: Files, base: string, text: string, toTheEnd: boolean): Outcome {
  return step(files, base, text, [], toTheEnd, 0);
}

function step(
  files: Files,
  base: string,
  text: string,
  rest: readonly string[],
  toTheEnd: boolean,
  hops: number,
): Outcome {
  const { url, fragment } = splitReference(base, text);
  if (url === undefined) return { reason: 'it is not a valid reference', cause: text };
  if (hops > maxHops) return { reason: 'it leads in a circle', cause: url };
  const file = files.get(url);
  if (file === undefined) return { wanted: url };
  if (typeof file === 'string') return { reason: file, cause: url };

  const start = parseFragment(fragment) ?? anchorsOf(file).get(fragment);
  const path = [...(start ?? []), ...rest];
  let value = start && file.value;
  for (const [index, token] of path.entries()) {
    const next = memberOf(value, token);
    const detour = next === undefined ? referenceIn(value) : undefined;
    if (detour !== undefined) return step(files, url, detour, path.slice(index), toTheEnd, hops + 1);
    value = next;
  }
  if (value === undefined) {
    return { reason: 'nothing is at that place of the file', cause: `${url}${formatPointer(path)}` };
  }
  const further = toTheEnd ? referenceIn(value) : undefined;
  if (further !== undefined) return step(files, url, further, [], toTheEnd, hops + 1);
  return { target: { file, path, value, detour: hops > 0 } };
}

/** A `#` at the end of a fragment is seen in the wild, and means nothing. */
function splitReference(base: string, text: string): { url: string | undefined; fragment: string } {
  const [address = '', fragment = ''] = text.split('#');
  if (address === '') return { url: base, fragment };
  return { url: resolveUrl(address, base), fragment };
}

/** One spelling for each file: `x%41.json` and `xA.json` are the same. */
function resolveUrl(address: string, base: string): string | undefined {
  try {
    const url = new URL(address, base);
    return url.protocol === 'file:' ? pathToFileURL(fileURLToPath(url)).href : url.href;
  } catch {
    return undefined;
  }
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
