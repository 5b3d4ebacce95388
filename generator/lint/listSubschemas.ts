import type { Schema } from '../model/api.js';
import { joinPointer } from '../model/pointer.js';

/** A schema that is not a boolean. */
export type Keywords = { [keyword: string]: unknown };

/** A schema inside another. */
export interface Inner {
  schema: Keywords;
  pointer: string;
  /** Of the property that it describes, or of the nearest one around it. */
  name: string;
}

/** Keywords that hold schemas: one, a list, or a map of them. The values of all others are data. */
const one = new Set(
  'items additionalProperties unevaluatedProperties propertyNames unevaluatedItems contains if then else'.split(
    ' ',
  ),
);
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps = new Set(['properties', 'patternProperties', 'dependentSchemas']);

/** A schema and all schemas inside it, references not followed. What `not` says is no description of a value. */
export function* listSubschemas(schema: Schema, pointer: string, name = ''): Generator<Inner> {
  if (typeof schema === 'boolean') return;
  yield { schema, pointer, name };
  for (const [keyword, value] of Object.entries(schema)) {
    const at = joinPointer(pointer, keyword);
    if (one.has(keyword)) yield* listSubschemas(value as Schema, at, name);
    else if (lists.has(keyword)) {
      for (const [index, item] of (value as Schema[]).entries())
        yield* listSubschemas(item, joinPointer(at, index), name);
    } else if (maps.has(keyword)) {
      for (const [key, item] of Object.entries(value as Record<string, Schema>))
        yield* listSubschemas(item, joinPointer(at, key), keyword === 'properties' ? key : name);
    }
  }
}
