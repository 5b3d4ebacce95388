import type { Schema } from '../../model/api.js';
import { mergeAll } from '../../schema/merge.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';

/** The properties of an object, each of which can be given by itself. */
export interface Fields {
  properties: Record<string, Schema>;
  required: ReadonlySet<string>;
  description: string;
  /** How many of them there have to be. */
  least?: number;
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
  'minProperties',
]);

/** Choices of fields that a schema can list of which one has to be given. */
const mostChoices = 100;

/**
 * The fields of a schema that is a closed object of listed properties; undefined for unions, maps, other types,
 * and objects with rules over several properties. References at its root are looked up with `lookUp`.
 *
 * @param mayBeOpen - takes apart as well what has other members besides those that are listed
 */
export function collectFields(
  schema: Schema,
  lookUp: (name: string) => Schema,
  mayBeOpen = false,
): Fields | undefined {
  const parts = gatherParts(schema, lookUp);
  if (parts === undefined || !parts.every((part) => isPlainObject(part, mayBeOpen))) return undefined;
  const withProperties = parts.filter(({ properties }) => properties !== undefined);
  const closed = parts.some((part) => part['additionalProperties'] === false);
  if (withProperties.length !== 1 || !(closed || mayBeOpen)) return undefined;
  const merged = mergeAll(parts);
  const declared = Object.entries(merged['properties'] as Record<string, Schema>);
  const properties = Object.fromEntries(declared.filter(([, field]) => field !== false));
  if (Object.keys(properties).length === 0) return undefined;
  const required = new Set((merged['required'] ?? []) as string[]);
  const least = Math.max(0, ...parts.map((part) => Number(part['minProperties'] ?? 0)));
  if (least > required.size && listChoices(Object.keys(properties), least) === undefined) return undefined;
  return {
    properties,
    required,
    ...(least > required.size && { least }),
    description: String(merged['description'] ?? ''),
  };
}

/** The ways of taking as many of some names as there have to be; undefined where there are none, or too many. */
export function listChoices(names: readonly string[], least: number): string[][] | undefined {
  let ways: string[][] = [[]];
  for (let taken = 0; taken < least; taken += 1) {
    ways = ways.flatMap((way) => {
      const start = way.length === 0 ? 0 : names.indexOf(way.at(-1) ?? '') + 1;
      return names.slice(start).map((name) => way.concat(name));
    });
    if (ways.length > mostChoices) return undefined;
  }
  return ways.length === 0 ? undefined : ways;
}

function isPlainObject(part: Keywords, mayBeOpen: boolean): boolean {
  const { type, additionalProperties } = part;
  return (
    Object.keys(part).every((keyword) => harmless.has(keyword)) &&
    (type === undefined || type === 'object') &&
    (additionalProperties === undefined || additionalProperties === false || mayBeOpen)
  );
}
