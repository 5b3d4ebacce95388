import { isObject } from '../isObject.js';
import type { Schema } from '../tool.js';

/** Schemas by name; a `$ref` is such a name. */
export type Components = Readonly<Record<string, Schema>>;

export type SchemaObject = Exclude<Schema, boolean>;

/** A schema with its references followed: a value has to fit all of `all`, and one branch of each union. */
export interface Expanded {
  all: readonly SchemaObject[];
  unions: readonly (readonly Expanded[])[];
}

/** Follows `$ref` and opens `allOf`, `anyOf` and `oneOf`, down to where a value's own members begin. */
export type ExpandSchema = (schema: unknown) => Expanded;

const anything: Expanded = { all: [], unions: [] };
const nothing: Expanded = { all: [{ enum: [] }], unions: [] };

/** Makes the function that expands schemas, each of them once. */
export function createExpander(components: Components): ExpandSchema {
  const known = new WeakMap<object, Expanded>();

  function expand(schema: unknown): Expanded {
    if (schema === false) return nothing;
    if (!isObject(schema)) return anything;
    const found = known.get(schema);
    if (found !== undefined) return found;
    // What a schema says of itself, in a circle, says nothing.
    known.set(schema, anything);
    const expanded = combine([open(schema), ...parts(schema).map(expand)]);
    known.set(schema, expanded);
    return expanded;
  }

  function open(schema: SchemaObject): Expanded {
    const unions = [schema['anyOf'], schema['oneOf']].filter(Array.isArray);
    return {
      all: [schema],
      unions: unions.map((branches: unknown[]) => branches.map(expand)),
    };
  }

  function parts({ $ref, allOf }: SchemaObject): unknown[] {
    const named = typeof $ref === 'string' && Object.hasOwn(components, $ref) ? [components[$ref]] : [];
    return [...named, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
  }

  return expand;
}

/** All of several schemas at once. */
export function combine(parts: readonly Expanded[]): Expanded {
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return only;
  return { all: parts.flatMap(({ all }) => all), unions: parts.flatMap(({ unions }) => unions) };
}
