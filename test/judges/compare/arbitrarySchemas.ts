import * as fc from 'fast-check';
import type { Schema } from '../../../generator/model/api.js';
import { type Keywords, mapSubschemas } from '../../../generator/schema/subschemas.js';

/** Schemas by name. */
export type Table = Record<string, Schema>;

/** Two schemas, the one made of the other or by itself, with what they refer to. */
export interface Pair {
  old: Schema;
  now: Schema;
  oldTable: Table;
  newTable: Table;
}

const names = ['a', 'b', 'kind'];
const texts = ['', 'cat', 'dog', 'aaaaa', '2020-01-01'];
const components = ['Leaf', 'Node', 'Union'];

const number = fc.constantFrom(-1, 0, 0.5, 1, 2, 3, 10);
const size = fc.constantFrom(0, 1, 2, 3);
const scalar = fc.oneof(fc.constantFrom<unknown>(null, true, false, ...texts), number);

const own: Record<string, fc.Arbitrary<Keywords>> = {
  number: fc.record(
    {
      type: fc.constantFrom('integer', 'number'),
      minimum: number,
      maximum: number,
      exclusiveMinimum: number,
      exclusiveMaximum: number,
      multipleOf: fc.constantFrom(0.5, 1, 2, 3),
    },
    { requiredKeys: [] },
  ),
  text: fc.record(
    {
      type: fc.constant('string'),
      minLength: size,
      maxLength: size,
      pattern: fc.constantFrom('^c', 't$', ''),
    },
    { requiredKeys: [] },
  ),
  types: fc.record({
    type: fc.oneof(
      fc.constantFrom('boolean', 'null', 'string'),
      fc.uniqueArray(fc.constantFrom('boolean', 'null', 'string', 'integer', 'object', 'array'), {
        minLength: 1,
      }),
    ),
  }),
  values: fc.oneof(
    fc.record({ enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 }) }),
    fc.record({ const: scalar }),
  ),
  reference: fc.record({ $ref: fc.constantFrom(...components) }),
};

/** A schema that uses most keywords, of few names and values, so that many values fit. */
export function arbitrarySchema(depth = 3): fc.Arbitrary<Schema> {
  const flat = fc.oneof(...Object.values(own).map((arbitrary) => ({ arbitrary, weight: 4 })), {
    arbitrary: fc.constantFrom<Schema[]>({}, true, false),
    weight: 1,
  }) as fc.Arbitrary<Schema>;
  if (depth === 0) return flat;
  const inner = fc.memo(() => arbitrarySchema(depth - 1))();
  const map = fc.dictionary(fc.constantFrom(...names), inner, { maxKeys: 3 });
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const object = fc.record(
    {
      type: fc.constant('object'),
      properties: map,
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      additionalProperties: fc.oneof(fc.constant<Schema>(false), inner),
      patternProperties: fc.dictionary(fc.constantFrom('^a', 'd$'), inner, { maxKeys: 1 }),
      minProperties: size,
      maxProperties: size,
      propertyNames: fc.record({ enum: fc.constant(['a', 'kind']) }),
      dependentRequired: fc.record({ a: fc.constant(['b']) }),
      dependentSchemas: fc.record({ a: inner }),
      unevaluatedProperties: fc.constant(false),
    },
    { requiredKeys: ['properties'] },
  );
  const array = fc.record(
    {
      type: fc.constant('array'),
      items: inner,
      prefixItems: list,
      minItems: size,
      maxItems: size,
      uniqueItems: fc.boolean(),
      contains: inner,
      minContains: size,
      maxContains: size,
    },
    { requiredKeys: ['items'] },
  );
  const combined = fc
    .record(
      Object.fromEntries([
        ...['allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, list]),
        ...['not', 'if', 'then', 'else'].map((keyword) => [keyword, inner]),
      ]) as Record<string, fc.Arbitrary<unknown>>,
      { requiredKeys: [] },
    )
    .chain((all) => fc.subarray(Object.keys(all)).map((keys) => pick(all, keys.slice(0, 2))));
  const mixed = fc
    .tuple(flat, combined)
    .map(([a, b]) => (typeof a === 'boolean' ? b : Object.assign({}, a, b)));
  return fc.oneof(flat, object, object, array, combined, mixed) as fc.Arbitrary<Schema>;
}

function pick(all: Keywords, keys: readonly string[]): Keywords {
  return Object.fromEntries(keys.map((key) => [key, all[key]]));
}

/** What the names stand for: `Node` may be recursive. */
export function arbitraryTable(): fc.Arbitrary<Table> {
  const rest = fc.record({ Leaf: arbitrarySchema(0), Union: arbitrarySchema(1) });
  return fc.tuple(rest, arbitrarySchema(1), fc.boolean()).map(([{ Leaf, Union }, value, isList]) => ({
    Leaf: hasReference(Leaf) ? { type: 'string' } : Leaf,
    Node: {
      type: 'object',
      properties: { a: value, b: isList ? { type: 'array', items: { $ref: 'Node' } } : { $ref: 'Node' } },
    },
    Union: hasReference(Union, 'Union') ? { anyOf: [{ $ref: 'Leaf' }, { type: 'null' }] } : Union,
  }));
}

function hasReference(schema: Schema, name = ''): boolean {
  return JSON.stringify(schema).includes(`"$ref":"${name}`);
}

/** Pairs of schemas: one changed in a few points, or two that have nothing to do with one another. */
export function arbitraryPair(): fc.Arbitrary<Pair> {
  const unrelated = fc.tuple(arbitrarySchema(2), arbitrarySchema(2));
  const mutated = fc
    .tuple(
      arbitrarySchema(),
      fc.array(fc.tuple(fc.nat(), fc.nat(), arbitrarySchema(1)), { minLength: 1, maxLength: 2 }),
    )
    .map(([old, changes]): [Schema, Schema] => {
      const now = changes.reduce((schema, [place, way, other]) => mutate(schema, place, way, other), old);
      return [old, now];
    });
  const tables = fc
    .tuple(arbitraryTable(), fc.option(arbitraryTable(), { freq: 2 }))
    .map(([oldTable, other]) => ({ oldTable, newTable: other ?? oldTable }));
  return fc
    .tuple(fc.oneof({ arbitrary: mutated, weight: 4 }, unrelated), tables, fc.boolean())
    .map(([[a, b], { oldTable, newTable }, isTurned]) =>
      // The other way round, what was loosened is tightened.
      isTurned ? { old: b, now: a, oldTable, newTable } : { old: a, now: b, oldTable, newTable },
    );
}

/** Changes one keyword somewhere in a schema: drops it, changes its number or list, or puts another schema in. */
function mutate(schema: Schema, place: number, way: number, other: Schema): Schema {
  const copy = structuredClone({ schema }) as Record<string, unknown>;
  const spots: [holder: Record<string, unknown>, key: string][] = [];
  const visit = (holder: Record<string, unknown>): void => {
    for (const [key, value] of Object.entries(holder)) {
      spots.push([holder, key]);
      if (data.has(key)) continue;
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>);
    }
  };
  visit(copy);
  const [holder, key] = spots[place % spots.length] ?? [copy, 'schema'];
  holder[key] = change(key, holder[key], way, other);
  if (holder[key] === undefined) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1, true);
    else delete holder[key];
  }
  return (copy['schema'] ?? true) as Schema;
}

/** Keywords whose values hold no schema. */
const data = new Set(['type', 'enum', 'const', 'required', 'dependentRequired', 'propertyNames']);
const lists = new Set(['required', 'enum', 'type', 'anyOf', 'allOf', 'oneOf', 'prefixItems']);
const schemas = new Set(['items', 'additionalProperties', 'not', 'contains', 'schema', ...names]);

function change(key: string, value: unknown, way: number, other: Schema): unknown {
  if (typeof value === 'number')
    return key.startsWith('m') ? Math.max(0, value + (way % 3) - 1) || 1 : value + (way % 3) - 1;
  if (Array.isArray(value) && lists.has(key) && way % 3 > 0) {
    if (way % 3 === 1 && value.length > 1) return value.slice(1);
    if (key === 'required') return [...new Set([...(value as string[]), 'a'])];
    if (key === 'enum') return [...new Set([...(value as string[]), 'dog'])];
    if (key === 'type') return [...new Set([...(value as string[]), 'null'])];
    return [...(value as unknown[]), other];
  }
  if (schemas.has(key) && way % 2 === 0) return other;
  if (key === 'properties' && way % 2 === 0) return { ...(value as object), b: other };
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && way % 2 === 1) return value;
  return key === 'properties' || schemas.has(key) ? value : undefined;
}

/** Values of the same names and texts. */
export function arbitraryValue(depth = 3): fc.Arbitrary<unknown> {
  if (depth === 0) return scalar;
  const inner = fc.memo(() => arbitraryValue(depth - 1))();
  return fc.oneof(
    scalar,
    fc.dictionary(fc.constantFrom(...names, 'd'), inner, { maxKeys: 3, noNullPrototype: true }),
    fc.array(inner, { maxLength: 3 }),
  );
}

/** The same schema in other words: keys and lists in another order, references inlined, `allOf` of one around it. */
export function rewriteSchema(schema: Schema, table: Table, ways: readonly number[]): Schema {
  let turn = 0;
  const next = () => ways[turn++ % ways.length] ?? 0;
  const rewrite = (one: Schema, depth: number): Schema => {
    if (typeof one === 'boolean') return one;
    const way = next();
    const name = one['$ref'];
    if (
      typeof name === 'string' &&
      Object.keys(one).length === 1 &&
      (name === 'Leaf' || !hasReference(table[name] ?? true)) &&
      way % 2 === 0 &&
      depth > 0
    )
      return rewrite(table[name] ?? true, depth - 1);
    const inner = mapSubschemas(one, (child) => rewrite(child, depth)) as Keywords;
    const reordered = Object.fromEntries(
      Object.entries(inner)
        .toReversed()
        .map(([key, value]) => [key, turnAround(key, value)]),
    );
    if (way % 3 === 0) return { allOf: [reordered] };
    return way % 3 === 1 ? { description: 'The same', ...reordered } : reordered;
  };
  return rewrite(schema, 3);
}

function turnAround(key: string, value: unknown): unknown {
  if (key === 'properties') return Object.fromEntries(Object.entries(value as object).toReversed());
  return Array.isArray(value) && lists.has(key) && key !== 'prefixItems' ? value.toReversed() : value;
}
