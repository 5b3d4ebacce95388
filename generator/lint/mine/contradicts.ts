import type { JsonObject } from '../../model/document.js';
import type { Keywords } from '../listSubschemas.js';

/** Whether the document itself has a value that a mined constraint would refuse, or refuses a mined default. */
export function contradicts(update: JsonObject, schema: Keywords, examples: readonly unknown[]): boolean {
  const { default: preset, examples: own = [], enum: values = [], const: constant } = schema;
  const given = [preset, constant, ...asList(own), ...asList(values), ...examples].filter(
    (value) => value !== undefined && value !== null,
  );
  const refused = given.some((value) => !fits(value, update));
  return refused || (update['default'] !== undefined && !fits(update['default'], schema));
}

/** Whether a value keeps to the few keywords that are mined. */
function fits(value: unknown, keywords: { [keyword: string]: unknown }): boolean {
  return Object.entries(keywords).every(([keyword, limit]) => tests.get(keyword)?.(value, limit) ?? true);
}

const atMost = (size: unknown, limit: unknown) => !(Number(size) > Number(limit));
const atLeast = (size: unknown, limit: unknown) => !(Number(size) < Number(limit));

const tests: ReadonlyMap<string, (value: unknown, limit: unknown) => boolean> = new Map([
  ['maximum', atMost],
  ['minimum', atLeast],
  ['maxLength', (value: unknown, limit: unknown) => typeof value !== 'string' || atMost(value.length, limit)],
  [
    'minLength',
    (value: unknown, limit: unknown) => typeof value !== 'string' || atLeast(value.length, limit),
  ],
  ['maxItems', (value: unknown, limit: unknown) => !Array.isArray(value) || atMost(value.length, limit)],
  ['minItems', (value: unknown, limit: unknown) => !Array.isArray(value) || atLeast(value.length, limit)],
  ['enum', (value: unknown, limit: unknown) => asList(limit).includes(value)],
  ['format', (value: unknown, limit: unknown) => formats.get(String(limit))?.test(String(value)) ?? true],
]);

const formats: ReadonlyMap<string, RegExp> = new Map([
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/],
]);

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
