import { acceptedTypes } from './acceptedTypes.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { holdersOf } from './holdersOf.js';
import { selectMember } from './selectMember.js';
import type { Schema } from '../tool.js';

/** Finds an integer that is too large to be exact in JSON, and so may not be what was given: the path to it. */
export function findInexact(value: unknown, schema: Schema, expand: ExpandSchema): string[] | undefined {
  return findIn(value, expand(schema), { expand, holders: holdersOf(value, isInexact) });
}

/** `holders`: what else holds no such integer, whatever its schema. */
interface Search {
  expand: ExpandSchema;
  holders: ReadonlySet<unknown>;
}

function findIn(value: unknown, schema: Expanded, search: Search): string[] | undefined {
  if (isInexact(value)) return isInteger(schema) ? [] : undefined;
  if (typeof value !== 'object' || value === null || !search.holders.has(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key;
    if (!isInexact(member) && !search.holders.has(member)) continue;
    const path = findIn(member, selectMember(schema, value, at, search.expand), search);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Other numbers may be as large as they like: they are rounded anyway. */
function isInteger(schema: Expanded): boolean {
  const types = acceptedTypes(schema);
  return types.has('integer') && !types.has('number');
}
