import { type Json, type JsonObject, isObject } from '../../model/document.js';
import type { Located } from '../parse/createLocator.js';
import { setMember } from '../values.js';
import type { Origins } from './trackOrigins.js';

/** A value that is merged, and where it was written. */
export interface Update {
  value: Json;
  from: Located;
  path: readonly string[];
  /** Whether all of it stands at this path, however deep: it was copied from elsewhere. */
  isCopy: boolean;
}

/** A member of the document that is changed. */
export interface Place {
  parent: JsonObject | Json[];
  key: string;
}

/** What kind of value it is, as the specification tells them apart. */
export function tellKind(value: Json): 'object' | 'array' | 'single value' {
  if (Array.isArray(value)) return 'array';
  return isObject(value) ? 'object' : 'single value';
}

/**
 * Where a value cannot be merged into another, since both have a member of unlike types; undefined where it can be
 * (Overlay Specification 1.1.0, 4.4.3.1).
 */
export function findConflict(target: Json, update: Json, path: readonly string[] = []): string | undefined {
  const [old, now] = [tellKind(target), tellKind(update)];
  // An entry of any kind is appended.
  if (old === 'array' && path.length === 0) return undefined;
  if (old !== now) {
    const where = path.length === 0 ? 'what the target selects' : JSON.stringify(path.join('.'));
    return `${where} is ${withArticle(old)} in the document, and ${withArticle(now)} in the action`;
  }
  if (!isObject(target) || !isObject(update)) return undefined;
  for (const [key, value] of Object.entries(update)) {
    const member = Object.hasOwn(target, key) ? target[key] : undefined;
    const conflict = member === undefined ? undefined : findConflict(member, value, [...path, key]);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

function withArticle(kind: ReturnType<typeof tellKind>): string {
  return `${kind === 'single value' ? 'a' : 'an'} ${kind}`;
}

/** Merges a value into one that it fits, and notes where what is new was written. */
export function mergeUpdate(target: Json, update: Update, place: Place | undefined, origins: Origins): void {
  const { value } = update;
  if (Array.isArray(target)) {
    if (Array.isArray(value))
      value.forEach((item, index) => append(target, stepInto(update, item, String(index))));
    else append(target, update);
  } else if (isObject(target) && isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      const next = stepInto(update, inner, key);
      const member = Object.hasOwn(target, key) ? target[key] : undefined;
      if (typeof member === 'object' && member !== null) mergeUpdate(member, next, undefined, origins);
      else put({ parent: target, key }, next);
    }
  } else if (place !== undefined) put(place, update);

  function append(list: Json[], item: Update): void {
    put({ parent: list, key: String(list.length) }, item);
  }

  function put({ parent, key }: Place, { value: made, from, path }: Update): void {
    setMember(parent, key, copyValue(made));
    origins.set(parent, key, from, path);
  }
}

/** A value of its own, the same as another. */
export function copyValue<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue) as T;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyValue(inner)])) as T;
}

function stepInto(update: Update, value: Json, key: string): Update {
  return { ...update, value, path: update.isCopy ? update.path : [...update.path, key] };
}

/** Removes members: of a list all at once, since each moves those that follow. */
export function removeMembers(places: readonly Place[], origins: Origins): void {
  const byParent = new Map<Place['parent'], Set<string>>();
  for (const { parent, key } of places)
    byParent.set(parent, (byParent.get(parent) ?? new Set<string>()).add(key));
  for (const [parent, keys] of byParent) {
    if (Array.isArray(parent)) {
      const left = [...parent.keys()].filter((index) => !keys.has(String(index)));
      const items = left.map((index) => parent[index] as Json);
      origins.renumber(parent, left);
      parent.length = 0;
      for (const item of items) parent.push(item);
    } else {
      for (const key of keys) {
        delete parent[key];
        origins.forget(parent, key);
      }
    }
  }
}
