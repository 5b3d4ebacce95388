import type { Schema } from '../../model/api.js';
import { mergeAll } from '../../schema/merge.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';

/** The properties of an object, each of which can be given by itself. */
export interface Fields {
  properties: Record<string, Schema>;
  required: ReadonlySet<string>;
  description: string;
}

/** Keywords that do not stand in the way of taking an object apart. */
const harmless = new Set([
  'type',
  'properties',
  'required',
  'description',
  'default',
  'additionalProperties',
  'declared',
]);

/**
 * The fields of a schema that is a closed object of listed properties; undefined for unions, maps, other types,
 * and objects with rules over several properties. References at its root are looked up with `lookUp`.
 */
export function collectFields(schema: Schema, lookUp: (name: string) => Schema): Fields | undefined {
  const parts = gatherParts(schema, lookUp);
  if (parts === undefined || !parts.every(isPlainObject)) return undefined;
  const withProperties = parts.filter(({ properties }) => properties !== undefined);
  const closed = parts.some((part) => part['additionalProperties'] === false);
  if (withProperties.length === 0 || !closed || withProperties.length > 1) return undefined;
  const merged = mergeAll(parts);
  const declared = Object.entries(merged['properties'] as Record<string, Schema>);
  const properties = Object.fromEntries(declared.filter(([, field]) => field !== false));
  if (Object.keys(properties).length === 0) return undefined;
  return {
    properties,
    required: new Set((merged['required'] ?? []) as string[]),
    description: String(merged['description'] ?? ''),
  };
}

function isPlainObject(part: Keywords): boolean {
  const { type, additionalProperties } = part;
  return (
    Object.keys(part).every((keyword) => harmless.has(keyword)) &&
    (type === undefined || type === 'object') &&
    (additionalProperties === undefined || additionalProperties === false)
  );
}
