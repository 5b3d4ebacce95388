import * as fc from 'fast-check';
import type { Schema } from '../../../generator/model/api.js';
import { joinSchemas } from './joinSchemas.js';
import type { Form, Part } from './sampleForms.js';

/** Samples lists that fit all parts, with up to `more` items than must be; `item` samples what an item has to be. */
export function sampleArray(
  form: Form,
  item: (schema: Schema) => fc.Arbitrary<unknown>,
  more: number,
): fc.Arbitrary<unknown> {
  const first = Math.max(0, ...form.map(({ prefixItems = [] }) => (prefixItems as Schema[]).length));
  const places = Array.from({ length: first + 1 }, (_, index) => itemSchema(form, index));
  const end = places.indexOf(false);
  const least = Math.max(0, ...form.map(({ minItems = 0 }) => minItems as number));
  const most = Math.min(
    end < 0 ? Infinity : end,
    ...form.map(({ maxItems = Infinity }) => maxItems as number),
  );
  const items = places.map((place) => item(place));
  const rest = items.at(-1) ?? fc.constant(undefined);
  const contained = form.flatMap(({ contains }) =>
    contains === undefined ? [] : [item(contains as Schema)],
  );
  const usual = Math.min(most, more > 0 ? Math.max(least, first) + more : least);
  const length = fc.integer({ min: least, max: Math.max(least, usual) });
  const list = length.chain((count) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => items[index] ?? rest), ...contained),
  );
  return form.some(({ uniqueItems }) => uniqueItems === true) ? list.map(withoutRepeats) : list;
}

/** What the item at an index has to be. */
function itemSchema(form: Form, index: number): Schema {
  return joinSchemas(form.map((part) => own(part, index)));
}

function own({ prefixItems = [], items, unevaluatedItems = true }: Part, index: number): Schema {
  return ((prefixItems as Schema[])[index] ?? items ?? unevaluatedItems) as Schema;
}

function withoutRepeats(list: readonly unknown[]): unknown[] {
  return [...new Map(list.map((value) => [JSON.stringify(value), value])).values()];
}
