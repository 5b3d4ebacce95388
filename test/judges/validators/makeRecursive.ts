import * as fc from 'fast-check';
import type { SchemaObject } from '../../../templates/project/src/runtime/tool.js';

/** Schemas that lead to one another in every way there is, and values of their vocabulary. */
export interface Recursive {
  table: Record<string, SchemaObject>;
  values: unknown[];
}

const names = ['A', 'B', 'C', 'D'];
const members = ['next', 'other', 'list'];

/** A schema refers to any other for its members, but in place only to those after it: nothing leads in a circle. */
export function makeRecursive(tracks: boolean): fc.Arbitrary<Recursive> {
  const table = fc.record(
    Object.fromEntries(names.map((name, index) => [name, schemaAt(index, 2, tracks)])),
  ) as fc.Arbitrary<Record<string, SchemaObject>>;
  return fc.record({ table, values: fc.array(value(), { minLength: 6, maxLength: 6 }) });
}

function schemaAt(index: number, depth: number, tracks: boolean): fc.Arbitrary<SchemaObject> {
  const leaf = fc.constantFrom<SchemaObject[]>(
    {},
    { type: 'object' },
    { type: 'string' },
    { type: ['array', 'object'] },
    { required: ['next'] },
    { const: 'x' },
    { enum: ['x', { next: 'x' }, 5] },
    { maxProperties: 1 },
    { minItems: 1, uniqueItems: true },
  );
  if (depth === 0) return leaf;
  const later = names.slice(index + 1);
  const inner = schemaAt(index, depth - 1, tracks);
  const inPlace =
    later.length === 0
      ? inner
      : fc.oneof(
          inner,
          fc.constantFrom(...later).map(($ref) => ({ $ref })),
        );
  const member = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...names).map(($ref): SchemaObject => ({ $ref })) },
    { weight: 1, arbitrary: inner },
  );
  const some = fc.array(inPlace, { minLength: 1, maxLength: 3 });
  const properties = fc.dictionary(fc.constantFrom(...members), member, { maxKeys: 3 });
  const ways: fc.Arbitrary<SchemaObject>[] = [
    fc.record({ properties }),
    fc.record({ properties, additionalProperties: fc.oneof(member, fc.constant(false)) }),
    fc.record({ patternProperties: fc.record({ '^n': member, e: member }, { requiredKeys: [] }) }),
    fc.record({ anyOf: some, properties }),
    fc.record({ oneOf: some }),
    fc.record({ allOf: some }),
    fc.record({ not: inPlace }),
    fc
      .tuple(inPlace, fc.dictionary(fc.constantFrom('then', 'else'), inPlace))
      .map(([condition, rest]) => Object.assign({ if: condition }, rest) as SchemaObject),
    fc.record({ dependentSchemas: fc.record({ next: inPlace }), properties }),
    fc.record({ items: member, prefixItems: fc.array(member, { minLength: 1, maxLength: 2 }) }),
    fc.record({ contains: member, items: member }),
    fc.record({ propertyNames: fc.constantFrom({ maxLength: 4 }, { enum: members }), properties }),
  ];
  if (tracks)
    ways.push(
      fc.record({ allOf: some, properties, unevaluatedProperties: fc.oneof(member, fc.constant(false)) }),
    );
  return fc.oneof({ weight: 1, arbitrary: leaf }, ...ways.map((arbitrary) => ({ weight: 1, arbitrary })));
}

/** Values of up to 40 levels: an object or a list around each, and few of them wide. */
function value(): fc.Arbitrary<unknown> {
  const leaf = fc.constantFrom<unknown[]>('x', 5, null, {}, [], { next: 'x' });
  const around = fc.constantFrom<((inner: unknown) => unknown)[]>(
    (next) => ({ next }),
    (next) => ({ next, other: 'x' }),
    (next) => ({ next, other: { next: 5 } }),
    (other) => ({ other }),
    (list) => ({ list: [list] }),
    (inner) => [inner, inner],
    (inner) => [inner],
  );
  return fc.tuple(leaf, fc.array(around, { maxLength: 40 })).map(([first, layers]) => {
    let doubled = 0;
    return layers.reduce<unknown>((inner, wrap) => {
      const wrapped = wrap(inner);
      const isDoubled = Array.isArray(wrapped) && wrapped.length === 2;
      if (isDoubled) doubled += 1;
      return isDoubled && doubled > 5 ? [inner] : wrapped;
    }, first);
  });
}
