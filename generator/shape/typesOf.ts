import type { Keywords } from './subschemas.js';

/** The types that a schema accepts, by its `type` and the values that it lists, `null` apart; undefined for any. */
export function typesOf(schema: Keywords): string[] | undefined {
  const { type, enum: values, const: constant } = schema;
  const listed = constant === undefined ? (values as unknown[] | undefined) : [constant];
  if (type === undefined && listed === undefined) return undefined;
  const ofValues = listed && new Set(listed.map(typeOf));
  const named = type === undefined ? [...(ofValues ?? [])] : ([type].flat() as string[]);
  const types = new Set(
    named.filter((one) => one !== 'null' && (ofValues === undefined || has(ofValues, one))),
  );
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function has(types: ReadonlySet<string>, type: string): boolean {
  return types.has(type) || (type === 'number' && types.has('integer'));
}

/** The type of a value (JSON Schema 2020-12, 4.2.1). */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}
