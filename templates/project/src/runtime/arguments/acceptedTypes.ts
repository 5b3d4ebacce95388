import type { Expanded, SchemaObject } from './createExpander.js';

export type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';

const everyType: ReadonlySet<JsonType> = new Set([
  'null',
  'boolean',
  'integer',
  'number',
  'string',
  'array',
  'object',
]);

const known = new WeakMap<Expanded, ReadonlySet<JsonType>>();

/** The types of JSON that a schema lets through. */
export function acceptedTypes(schema: Expanded): ReadonlySet<JsonType> {
  const found = known.get(schema) ?? findTypes(schema);
  known.set(schema, found);
  return found;
}

function findTypes({ all, unions }: Expanded): ReadonlySet<JsonType> {
  const limits = [
    ...all.map(ownTypes),
    ...unions.map((branches) => new Set(branches.flatMap((branch) => [...acceptedTypes(branch)]))),
  ];
  return limits.reduce(intersect, everyType);
}

/** The type of a value; of numbers without a fraction, `integer`. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'bigint') return 'integer';
  return Number.isInteger(value) ? 'integer' : (typeof value as JsonType);
}

function ownTypes({ type, enum: allowed, const: only }: SchemaObject): ReadonlySet<JsonType> {
  if (typeof type === 'string' || Array.isArray(type)) return new Set([type].flat() as JsonType[]);
  if (Array.isArray(allowed)) return new Set(allowed.map(typeOf));
  return only === undefined ? everyType : new Set([typeOf(only)]);
}

/** Every integer is a number, too. */
function intersect(a: ReadonlySet<JsonType>, b: ReadonlySet<JsonType>): ReadonlySet<JsonType> {
  if (a === everyType) return b;
  const shared = [...a].filter((type) => b.has(type) || (type === 'integer' && b.has('number')));
  return new Set(a.has('number') && b.has('integer') ? [...shared, 'integer'] : shared);
}
