import type { Keywords } from './subschemas.js';

/**
 * The types that a schema accepts, `null` apart; undefined where it accepts any. Without a `type`, those of
 * the values that it lists.
 */
export function typesOf(schema: Keywords): string[] | undefined {
  const { type, enum: values, const: constant } = schema;
  const listed = constant === undefined ? (values as unknown[] | undefined) : [constant];
  if (type === undefined && listed === undefined) return undefined;
  const types = new Set(type === undefined ? listed?.map(typeOf) : ([type].flat() as string[]));
  types.delete('null');
  if (types.has('number')) types.delete('integer');
  return [...types];
}

/** The type of a value (JSON Schema 2020-12, 4.2.1). */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
