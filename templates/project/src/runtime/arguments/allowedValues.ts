import { acceptedTypes, typeOf, type JsonType } from './acceptedTypes.js';
import type { Expanded, ExpandSchema, SchemaObject } from './createExpander.js';

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
  return shared(found)?.filter((value) => type === undefined || typeOf(value) === type);
}

/** What all of the lists hold. */
function shared(found: readonly (readonly unknown[] | undefined)[]): readonly unknown[] | undefined {
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
  if (parts.length > 0) ofSchema.set(name, shared(parts.map((part) => allowedValues(expand(part)))));
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
