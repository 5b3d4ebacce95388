import type { Schema } from '../model/api.js';
import { besideReference, personal } from './annotations.js';
import { mergeAll } from './merge.js';
import { type Keywords, without } from './subschemas.js';

/** Finds a component by the name that a reference gives. */
export type LookUp = (name: string) => Schema;

/** Finds the components of a table; one that it has not takes every value. */
export function lookIn(table: Readonly<Record<string, Schema>>): LookUp {
  return (name) => (Object.hasOwn(table, name) ? (table[name] ?? true) : true);
}

/** Keywords with which a schema says no more than which members an object has. */
const members = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  ...besideReference,
]);

/** How what applies to the same value becomes one. */
interface Fold<T> {
  lookUp: LookUp;
  /** Components that went in; one that comes up again is left out. */
  seen: Set<string>;
  /** What a schema becomes, of what the schemas that it includes became and of its other keywords. */
  combine: (included: T[], own: Keywords) => T;
  ofBoolean: (schema: boolean) => T | undefined;
  /** Components that may not be referred to. */
  refused?: ReadonlySet<string>;
}

/**
 * Walks the schemas that apply to the same value through `$ref` and `allOf`, which none of them keeps; undefined where
 * one of them comes to nothing.
 */
export function foldParts<T>(schema: Schema, fold: Fold<T>): T | undefined {
  if (typeof schema === 'boolean') return fold.ofBoolean(schema);
  const { $ref: ref, allOf = [], ...own } = schema as { $ref?: string; allOf?: Schema[] } & Keywords;
  if (ref !== undefined && fold.refused?.has(ref) === true) return undefined;
  const parts = [...allOf];
  if (ref !== undefined && !fold.seen.has(ref)) {
    fold.seen.add(ref);
    parts.unshift(fold.lookUp(ref));
  }
  const included: T[] = [];
  for (const part of parts) {
    const folded = foldParts(part, fold);
    if (folded === undefined) return undefined;
    included.push(folded);
  }
  return fold.combine(included, own);
}

/**
 * The schemas that apply to the same value through `$ref` and `allOf`, each without those two keywords; the
 * outermost comes last. Undefined where one of them refuses every value. The names of those that are components are
 * added to `seen`.
 */
export function gatherParts(
  schema: Schema,
  lookUp: LookUp,
  seen = new Set<string>(),
): Keywords[] | undefined {
  const parts: Keywords[] = [];
  const fits = foldParts<true>(schema, {
    lookUp,
    seen,
    combine: (_, own) => {
      parts.push(own);
      return true;
    },
    ofBoolean: (part) => part || undefined,
  });
  return fits && parts;
}

/**
 * One object for the schemas that apply to the same value, where none of them says more than which members an
 * object has; undefined otherwise. It is closed where one of them is and none is open, as documents mean it
 * that extend a closed schema.
 */
export function mergeObjects(parts: readonly Keywords[]): Keywords | undefined {
  if (!parts.some(({ type }) => type === 'object') || !parts.every(listsMembers)) return undefined;
  const opened = parts.some(({ additionalProperties: more }) => more !== undefined && more !== false);
  const closed = parts.some(({ additionalProperties: more }) => more === false);
  const own = parts.at(-1) ?? {};
  const merged = mergeAll(parts.map((part) => (part === own ? part : without(part, personal))));
  const { additionalProperties: _, ...rest } = merged;
  return { ...rest, type: 'object', ...(opened || closed ? { additionalProperties: opened } : {}) };
}

function listsMembers(part: Keywords): boolean {
  const { type, additionalProperties: more = true } = part;
  const isOpen = typeof more === 'boolean' || Object.keys(more as object).length === 0;
  return (
    isOpen &&
    (type === undefined || type === 'object') &&
    Object.keys(part).every((keyword) => members.has(keyword))
  );
}
