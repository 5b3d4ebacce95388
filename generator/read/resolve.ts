import type { Json, JsonObject } from '../model/document.js';
import { isObject, own } from './asObject.js';
import { joinPointer } from '../model/pointer.js';
import { splitPointer } from './splitPointer.js';

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
