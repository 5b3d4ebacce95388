import type { Schema } from '../model/api.js';
import { escapeSegment } from '../model/document.js';

/** A schema that is not a boolean. */
export type Keywords = { [keyword: string]: unknown };

/** How a keyword holds schemas: one, a list of them, or a map from names to them. */
type Holds = 'one' | 'list' | 'map';

/** Every keyword that holds schemas. The values of all others are data. */
const holders: ReadonlyMap<string, Holds> = new Map<string, Holds>([
  ['properties', 'map'],
  ['patternProperties', 'map'],
  ['dependentSchemas', 'map'],
  ['additionalProperties', 'one'],
  ['unevaluatedProperties', 'one'],
  ['propertyNames', 'one'],
  ['items', 'one'],
  ['unevaluatedItems', 'one'],
  ['contains', 'one'],
  ['prefixItems', 'list'],
  ['allOf', 'list'],
  ['anyOf', 'list'],
  ['oneOf', 'list'],
  ['not', 'one'],
  ['if', 'one'],
  ['then', 'one'],
  ['else', 'one'],
]);

/** The schemas that stand directly inside a schema. */
export function listSubschemas(schema: Schema): Schema[] {
  if (typeof schema === 'boolean') return [];
  const found: Schema[] = [];
  for (const keyword of Object.keys(schema)) {
    const holds = holders.get(keyword);
    if (holds === undefined) continue;
    const value = schema[keyword] as Schema | Record<string, Schema>;
    if (holds === 'one') found.push(value as Schema);
    else for (const child of Object.values(value)) found.push(child as Schema);
  }
  return found;
}

/** The schemas that a schema is put together from: its parts, and its alternatives. */
export function combinedSchemas({ allOf = [], anyOf = [], oneOf = [] }: Keywords): Schema[] {
  return [allOf, anyOf, oneOf].flat() as Schema[];
}

/** The same as {@link listSubschemas}, each with the JSON pointer from the schema to it: `/properties/name`. */
export function subschemaEntries(schema: Keywords): [pointer: string, child: Schema][] {
  return Object.entries(schema).flatMap(([keyword, value]): [string, Schema][] => {
    switch (holders.get(keyword)) {
      case 'one':
        return [[`/${keyword}`, value as Schema]];
      case 'list':
      case 'map':
        return Object.entries(value as Record<string, Schema>).map(([key, child]) => [
          `/${keyword}/${escapeSegment(key)}`,
          child,
        ]);
      default:
        return [];
    }
  });
}

/** The schema with each schema directly inside it changed; `change` is told the keyword that holds it. */
export function mapSubschemas(
  schema: Keywords,
  change: (child: Schema, keyword: string) => Schema,
): Keywords {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    switch (holders.get(keyword)) {
      case 'one':
        return [keyword, change(value as Schema, keyword)];
      case 'list':
        return [keyword, (value as Schema[]).map((child) => change(child, keyword))];
      case 'map':
        return [keyword, mapValues(value as Record<string, Schema>, (child) => change(child, keyword))];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(entries);
}

/** The same keys with other values; keys of documents may be `__proto__`, which only `fromEntries` takes. */
export function mapValues<T, U>(
  map: { [key: string]: T },
  change: (value: T, key: string) => U,
): { [key: string]: U } {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]));
}

/** A schema less some of its keywords. */
export function without(schema: Keywords, keywords: ReadonlySet<string>): Keywords {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.has(keyword)));
}

/** Keywords whose schemas apply to the same object: what one declares, another may require. */
export const inPlace: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'then',
  'else',
  'dependentSchemas',
]);
