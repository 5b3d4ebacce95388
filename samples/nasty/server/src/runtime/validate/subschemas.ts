import { isObject } from '../json.js';

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

/** Where a schema stands in the one that holds it: under which keyword, and by which name if that holds names. */
export interface Step {
  keyword: string;
  name?: string;
}

/** Changes a schema and all that it holds, the innermost first; references are not followed. */
export function mapSchemas(
  schema: unknown,
  change: (schema: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  return isObject(schema) ? change(mapParts(schema, (part) => mapSchemas(part, change))) : schema;
}

/** Changes the schemas that one holds itself. */
export function mapParts(
  schema: Record<string, unknown>,
  change: (part: unknown, step: Step) => unknown,
): Record<string, unknown> {
  return mapValues(schema, (value, keyword) => {
    if (single.has(keyword)) return change(value, { keyword });
    if (listed.has(keyword) && Array.isArray(value))
      return (value as unknown[]).map((part) => change(part, { keyword }));
    if (!named.has(keyword) || !isObject(value)) return value;
    return mapValues(value, (part, name) => change(part, { keyword, name }));
  });
}

function mapValues(
  object: Record<string, unknown>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}
