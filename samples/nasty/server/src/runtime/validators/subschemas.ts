import { isObject } from '../isObject.js';

const single = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const named = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);

/** Whether a keyword holds schemas by a name that is not a keyword itself. */
export function holdsNames(keyword: string): boolean {
  return named.has(keyword);
}

/** Changes a schema and all that it holds, the innermost first; references are not followed. */
export function mapSchemas(
  schema: unknown,
  change: (schema: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (!isObject(schema)) return schema;
  const map = (part: unknown) => mapSchemas(part, change);
  return change(mapValues(schema, (part, keyword) => mapPart(part, keyword, map)));
}

function mapPart(part: unknown, keyword: string, map: (schema: unknown) => unknown): unknown {
  if (single.has(keyword)) return map(part);
  if (listed.has(keyword) && Array.isArray(part)) return part.map(map);
  return named.has(keyword) && isObject(part) ? mapValues(part, map) : part;
}

function mapValues(
  object: Record<string, unknown>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
