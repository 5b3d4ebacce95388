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

const anything: Expanded = { all: [], unions: [] };
const nothing: Expanded = { all: [{ enum: [] }], unions: [] };

/** Follows `$ref` and opens `allOf`, `anyOf` and `oneOf`, down to where a value's own members begin. */
export function expandSchema(
  schema: unknown,
  components: Components,
  within: readonly unknown[] = [],
): Expanded {
  if (schema === false) return nothing;
  if (!isObject(schema) || within.includes(schema)) return anything;
  const expand = (part: unknown) => expandSchema(part, components, [...within, schema]);
  const { $ref } = schema;
  const named = typeof $ref === 'string' && Object.hasOwn(components, $ref) ? [expand(components[$ref])] : [];
  return combine([
    {
      all: [schema],
      unions: [schema['anyOf'], schema['oneOf']].filter(Array.isArray).map((u) => u.map(expand)),
    },
    ...named,
    ...(Array.isArray(schema['allOf']) ? schema['allOf'].map(expand) : []),
  ]);
}

/** All of several schemas at once. */
export function combine(parts: readonly Expanded[]): Expanded {
  return { all: parts.flatMap(({ all }) => all), unions: parts.flatMap(({ unions }) => unions) };
}
