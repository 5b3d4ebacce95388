import { acceptedTypes, typeOf, type JsonType } from './acceptedTypes.js';
import type { Expanded, SchemaObject } from './createExpander.js';

/**
 * The values that a schema lists, by `enum` or `const`; of one type only, where a type is given. Nothing where it
 * lets others through as well.
 */
export function allowedValues(schema: Expanded, type?: JsonType): readonly unknown[] | undefined {
  if (type !== undefined && !acceptedTypes(schema).has(type)) return [];
  const lists = [...schema.all.map(listOf), ...schema.unions.map((branches) => listOfUnion(branches, type))];
  const limits = lists.filter((list) => list !== undefined);
  const [first, ...others] = limits;
  return first?.filter(
    (value) => (type === undefined || typeOf(value) === type) && others.every((list) => list.includes(value)),
  );
}

/** Whether a schema lists values that the document does not say: names of schemas, which nothing is corrected by. */
export function isInferred({ all, unions }: Expanded): boolean {
  return (
    all.some(({ inferred }) => inferred === true) || unions.some((branches) => branches.some(isInferred))
  );
}

/** The values that a schema lists for one of its properties. */
export function allowedFor(
  schema: Expanded,
  name: string,
  expand: (schema: unknown) => Expanded,
): readonly unknown[] | undefined {
  const parts = schema.all.flatMap((part) => propertyOf(part, name));
  const lists = parts.map((part) => allowedValues(expand(part))).filter((list) => list !== undefined);
  const [first, ...others] = lists;
  return first?.filter((value) => others.every((list) => list.includes(value)));
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
  const lists = branches.map((branch) => allowedValues(branch, type));
  return lists.every((list) => list !== undefined) ? [...new Set(lists.flat())] : undefined;
}
