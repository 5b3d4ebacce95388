import { decodePercent } from '../text/decodePercent.js';
import { type Json, type JsonObject, joinPointer, unescapeSegment } from '../model/document.js';
import { ReadError } from './fault.js';
import { isObject } from '../model/document.js';
import { nearest } from '../text/nearest.js';
import { own } from './values.js';

/** A part of the document, and where it stands. */
export interface Found {
  value: Json;
  pointer: string;
}

/**
 * What a local reference leads to, if anything (RFC 6901). References may stand on the way: in
 * `#/paths/~1a/post/requestBody/content`, the request body may be one. `budget` bounds how many.
 */
export function resolve(root: JsonObject, ref: string, budget = { hops: 50 }): Found | undefined {
  const segments = splitPointer(ref);
  if (segments === undefined) return undefined;
  let found: Found | undefined = { value: root, pointer: '#' };
  for (const segment of segments) {
    found = step(found, segment) ?? stepThrough(root, found, segment, budget);
    if (found === undefined) return undefined;
  }
  return found;
}

function step({ value, pointer }: Found, segment: string): Found | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const child = own(value as JsonObject, segment);
  return child === undefined ? undefined : { value: child, pointer: joinPointer(pointer, segment) };
}

function stepThrough(
  root: JsonObject,
  { value }: Found,
  segment: string,
  budget: { hops: number },
): Found | undefined {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  if (typeof ref !== 'string' || budget.hops-- <= 0) return undefined;
  const target = resolve(root, ref, budget);
  return target && step(target, segment);
}

/** References that may lead to one another. */
const mostHops = 50;

/** What a value stands for: itself, or what it refers to (OpenAPI 3.2, Reference Object). */
export function dereference(root: JsonObject, start: Found): Found {
  const passed = new Set<string>();
  let found = start;
  while (!passed.has(found.pointer)) {
    const ref = refOf(found.value);
    if (ref === undefined) return withOwnWords(found, start, root);
    if (passed.size > mostHops)
      throw new ReadError(explainReference(start, `leads through over ${mostHops} others`), start.pointer);
    passed.add(found.pointer);
    const target = resolve(root, ref);
    if (target === undefined) throw unresolved(ref, found.pointer, root);
    found = target;
  }
  throw new ReadError(explainReference(start, 'leads back to itself'), start.pointer);
}

/** From 3.1 on, words beside a reference take the place of those that it leads to (OpenAPI 3.2, Reference Object). */
function withOwnWords(found: Found, start: Found, { openapi }: JsonObject): Found {
  if (found === start || !isObject(start.value) || !isObject(found.value)) return found;
  if (typeof openapi !== 'string' || !/^3\.[1-9]/.test(openapi)) return found;
  const { description, summary } = start.value;
  const words = {
    ...(typeof description === 'string' && { description }),
    ...(typeof summary === 'string' && { summary }),
  };
  return Object.keys(words).length === 0 ? found : { ...found, value: { ...found.value, ...words } };
}

function explainReference({ value }: Found, what: string): string {
  return `the reference "${refOf(value)}" ${what}`;
}

/** Like {@link dereference} for the member `key` of `parent`; undefined where there is no such member. */
export function followMember(root: JsonObject, parent: Found, key: string | number): Found | undefined {
  if (typeof parent.value !== 'object' || parent.value === null) return undefined;
  const value = own(parent.value as JsonObject, String(key));
  if (value === undefined) return undefined;
  return dereference(root, { value, pointer: joinPointer(parent.pointer, key) });
}

/** Why a reference cannot be followed. Those to other files have become local ones, if they could be read. */
export function unresolved(ref: string, pointer: string, root: JsonObject): ReadError {
  const isElsewhere = /^[^#]*[^#\s]/.test(ref);
  const near = isElsewhere ? undefined : findNear(root, ref);
  const meant = near === undefined ? '' : ` (did you mean "${near}"?)`;
  const what = isElsewhere ? 'could not be read' : `leads nowhere${meant}`;
  return new ReadError(`the reference "${ref}" ${what}`, pointer, isElsewhere);
}

/** By document: a reference that leads nowhere may stand in many places. */
const nearOnes = new WeakMap<JsonObject, Map<string, string | undefined>>();

/** The reference to a neighbour of what is missing that is spelt nearly so. */
function findNear(root: JsonObject, ref: string): string | undefined {
  const known = nearOnes.get(root) ?? new Map<string, string | undefined>();
  nearOnes.set(root, known);
  if (!known.has(ref)) known.set(ref, searchNear(root, ref));
  return known.get(ref);
}

function searchNear(root: JsonObject, ref: string): string | undefined {
  const segments = splitPointer(ref) ?? [];
  const last = segments.at(-1);
  const around = resolve(root, joinPointer('#', ...segments.slice(0, -1)));
  if (last === undefined || !isObject(around?.value)) return undefined;
  const meant = nearest(last, Object.keys(around.value));
  return meant === undefined ? undefined : joinPointer('#', ...segments.slice(0, -1), meant);
}

function refOf(value: Json): string | undefined {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/** The segments of a local reference such as `#/paths/~1pets`, `#` or `#/a#`; undefined where it is none. */
export function splitPointer(ref: string): string[] | undefined {
  const fragment = /^#(|\/[^#]*)#?$/.exec(ref)?.[1];
  if (fragment === undefined) return undefined;
  return fragment
    .split('/')
    .slice(1)
    .map((segment) => unescapeSegment(decodePercent(segment)));
}
