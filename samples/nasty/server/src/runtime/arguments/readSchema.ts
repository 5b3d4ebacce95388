import { isObject } from '../json.js';
import { compilePattern } from '../patterns/compilePattern.js';
import type { ExpandSchema, Expanded, SchemaObject } from '../validate/expandSchema.js';

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

const lists = new WeakMap<Expanded, Map<JsonType | undefined, readonly unknown[] | undefined>>();
const ofProperties = new WeakMap<Expanded, Map<string, readonly unknown[] | undefined>>();

/**
 * The values that a schema lists, by `enum` or `const`; of one type only, where a type is given. Nothing where it
 * lets others through as well.
 */
export function allowedValues(schema: Expanded, type?: JsonType): readonly unknown[] | undefined {
  const ofSchema = lists.get(schema) ?? new Map<JsonType | undefined, readonly unknown[] | undefined>();
  lists.set(schema, ofSchema);
  if (!ofSchema.has(type)) ofSchema.set(type, findValues(schema, type));
  return ofSchema.get(type);
}

function findValues(schema: Expanded, type: JsonType | undefined): readonly unknown[] | undefined {
  if (type !== undefined && !acceptedTypes(schema).has(type)) return [];
  const found = [...schema.all.map(listOf), ...schema.unions.map((branches) => listOfUnion(branches, type))];
  return sharedBy(found)?.filter((value) => type === undefined || typeOf(value) === type);
}

/** What all of the lists hold. */
function sharedBy(found: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
  const [first, ...others] = found.filter((list) => list !== undefined);
  const sets = others.map((list) => new Set(list));
  return first?.filter((value) => sets.every((set) => set.has(value)));
}

/** Whether a schema lists values that the document does not say: names of schemas, which nothing is corrected by. */
export function isInferred(schema: Expanded): boolean {
  const { all, unions } = schema;
  const found =
    inferred.get(schema) ??
    (all.some((part) => part['inferred'] === true) || unions.some((branches) => branches.some(isInferred)));
  inferred.set(schema, found);
  return found;
}

const inferred = new WeakMap<Expanded, boolean>();

/** The values that a schema lists for one of its properties. */
export function allowedFor(
  schema: Expanded,
  name: string,
  expand: ExpandSchema,
): readonly unknown[] | undefined {
  const ofSchema = ofProperties.get(schema) ?? new Map<string, readonly unknown[] | undefined>();
  ofProperties.set(schema, ofSchema);
  const parts = ofSchema.has(name) ? [] : schema.all.flatMap((part) => propertyOf(part, name));
  if (parts.length > 0) ofSchema.set(name, sharedBy(parts.map((part) => allowedValues(expand(part)))));
  return ofSchema.get(name);
}

function propertyOf({ properties }: SchemaObject, name: string): unknown[] {
  const declared = (properties ?? {}) as Record<string, unknown>;
  return Object.hasOwn(declared, name) ? [declared[name]] : [];
}

function listOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

function listOfUnion(branches: readonly Expanded[], type?: JsonType): readonly unknown[] | undefined {
  const found = branches.map((branch) => allowedValues(branch, type));
  return found.every((list) => list !== undefined) ? [...new Set(found.flat())] : undefined;
}

/** The schemas that one schema has for the property of a name, or for the item at an index. */
export function memberSchemas(schema: SchemaObject, key: string | number): unknown[] {
  return typeof key === 'number' ? itemSchemas(schema, key) : propertySchemas(schema, key);
}

function itemSchemas({ prefixItems, items }: SchemaObject, index: number): unknown[] {
  const isListed = Array.isArray(prefixItems) && index < prefixItems.length;
  return [isListed ? (prefixItems as unknown[])[index] : items];
}

function propertySchemas(schema: SchemaObject, key: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema;
  const own = isObject(properties) && Object.hasOwn(properties, key) ? [properties[key]] : [];
  const fitting = Object.entries(isObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => compilePattern(pattern).test(key))
    .map(([, part]) => part);
  const found = [...own, ...fitting];
  return found.length > 0 ? found : [additionalProperties];
}
