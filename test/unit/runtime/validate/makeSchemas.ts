import * as fc from 'fast-check';
import type { SchemaObject } from '../../../../templates/project/src/runtime/tool.js';

/** A schema with what it refers to, and values of its vocabulary, of which some fit. */
export interface SchemasAndValues {
  table: Record<string, SchemaObject>;
  schema: SchemaObject;
  values: unknown[];
}

type Entry = [name: string, schema: fc.Arbitrary<SchemaObject>];

const names = ['a', 'b', 'c', 'kind'];
/** What is referred to in place is open, by the depth of what refers to it, so that nothing leads in a circle. */
const open = [[], ['LeafA', 'LeafB'], ['OpenA', 'OpenB']];
/** What stands for a member may be closed: as the generator has it. */
const closed = ['ClosedA', 'ClosedB'];
const tags = ['cat', 'dog'];

/** Schemas as the generator makes them, out of few names, so that they meet. */
export function makeSchemas(): fc.Arbitrary<SchemasAndValues> {
  const table = fc.record(
    Object.fromEntries([
      ...open.flatMap((list, depth) => list.map((name): Entry => [name, openObject(depth - 1)])),
      ...closed.map((name): Entry => [name, closedObject(1)]),
    ]),
  );
  return fc.record({ table, schema: closedObject(2), values: fc.array(anyValue(3), { minLength: 10 }) });
}

function closedObject(depth: number): fc.Arbitrary<SchemaObject> {
  const ways = fc.constantFrom(
    { unevaluatedProperties: false },
    { additionalProperties: { type: 'string' } },
    {},
  );
  return merge(openObject(depth), ways);
}

/** An object that says nothing of members it does not name. */
function openObject(depth: number): fc.Arbitrary<SchemaObject> {
  const properties = fc.dictionary(fc.constantFrom(...names), member(depth - 1), { maxKeys: 4 });
  const required = fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 });
  const own = fc.record(
    { type: fc.constant('object'), properties, required },
    { requiredKeys: ['properties'] },
  );
  return depth <= 0 ? own : merge(own, fc.oneof(fc.constant({}), union(depth), parts(depth)));
}

function union(depth: number): fc.Arbitrary<SchemaObject> {
  const variant = fc
    .tuple(fc.constantFrom(...tags), openName(depth))
    .map(([tag, $ref]) => ({ $ref, properties: { kind: { enum: [tag] } }, required: ['kind'] }));
  const branch = fc.oneof(variant, openObject(depth - 1), openRef(depth));
  return fc.record({ anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }) });
}

function parts(depth: number): fc.Arbitrary<SchemaObject> {
  const part = fc.oneof(openRef(depth), openObject(depth - 1));
  return fc.oneof(fc.record({ allOf: fc.array(part, { minLength: 1, maxLength: 2 }) }), openRef(depth));
}

function openRef(depth: number): fc.Arbitrary<SchemaObject> {
  return openName(depth).map(($ref) => ({ $ref }));
}

function openName(depth: number): fc.Arbitrary<string> {
  return fc.constantFrom(...(open[depth] ?? []));
}

function member(depth: number): fc.Arbitrary<SchemaObject> {
  const simple = fc.constantFrom<SchemaObject[]>(
    {},
    { type: 'string' },
    { type: 'integer' },
    { enum: ['cat'] },
    { type: ['string', 'null'] },
    { $ref: 'ClosedA' },
    { $ref: 'ClosedB' },
  );
  return depth <= 0 ? simple : fc.oneof(simple, closedObject(depth - 1));
}

function anyValue(depth: number): fc.Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown[]>('x', 'cat', 1, null);
  if (depth <= 0) return leaf;
  const inner = fc.oneof(leaf, anyValue(depth - 1));
  const object = fc.record(
    { a: inner, b: inner, c: inner, kind: fc.constantFrom(...tags), other: leaf },
    { requiredKeys: [] },
  );
  return fc.oneof({ weight: 1, arbitrary: leaf }, { weight: 4, arbitrary: object });
}

function merge(
  one: fc.Arbitrary<SchemaObject>,
  other: fc.Arbitrary<SchemaObject>,
): fc.Arbitrary<SchemaObject> {
  return fc.tuple(one, other).map(([a, b]) => Object.assign({}, a, b) as SchemaObject);
}
