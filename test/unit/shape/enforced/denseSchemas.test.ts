import { expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import { addReached, reachComponents } from '../../../../generator/schema/components.js';
import { listSubschemas } from '../../../../generator/schema/subschemas.js';
import { enforce } from '../../../../generator/shape/enforced/enforce.js';
import { createSearch } from '../../../../templates/project/src/runtime/validate/createExpander.js';

const count = 10;
const members = 4;

/** Components, each member of which includes another one: every one leads to all others in many ways. */
const components = Object.fromEntries(
  Array.from({ length: count }, (_, index): [string, Schema] => {
    const properties = Object.fromEntries(
      Array.from({ length: members }, (_value, member) => {
        const $ref = `S${(index * 7 + member * 3 + 1) % count}`;
        const beside = { type: 'object', properties: { x: { type: 'string' } } };
        return [`p${member}`, { allOf: [{ $ref }, beside] }];
      }),
    );
    return [`S${index}`, { type: 'object', properties }];
  }),
);

/** A ring of objects, of which one is a union that a discriminator chooses from, by a member that leads on as well. */
const ring = (() => {
  const size = 23;
  const to = (index: number) => ({ $ref: `R${index % size}`, minProperties: 1 });
  const objects = Array.from({ length: size }, (_, index): [string, Schema] => [
    `R${index}`,
    { type: 'object', properties: { next: to(index + 1), kind: to(index + 1) }, required: ['next'] },
  ]);
  const union: Schema = {
    oneOf: [{ $ref: 'R18' }, { $ref: 'R21' }],
    discriminator: { propertyName: 'kind', mapping: {} },
    allOf: [{ $ref: 'R9' }],
  };
  return { ...Object.fromEntries(objects), R14: union };
})();

/** Schemas as often as they are written. */
function countWritten(schema: Schema): number {
  return listSubschemas(schema).reduce((sum, part) => sum + countWritten(part), 1);
}

test('schemas that include one another densely are not written out in every way', () => {
  const table = reachComponents([{ $ref: 'S0' }], enforce({ components }).component);
  const written = Object.values(table).reduce<number>((sum, schema) => sum + countWritten(schema), 0);
  // Written out they come to 300,000 and more: each further component multiplies them.
  expect(written).toBeLessThan(10_000);
});

test('unions that come up again within one another are not put together in every way', () => {
  const enforcer = enforce({ components: ring });
  reachComponents([{ $ref: 'R0' }], enforcer.component);
  // Unbounded, there are more than can be counted.
  expect([...enforcer.origins()].length).toBeLessThan(20_000);
});

test('what leads to all components is found out by one look at each', () => {
  const held = Object.values(components).map((schema) => countHeld(schema));
  const all = held.reduce((sum, one) => sum + one, 0);
  for (const isThere of [false, true]) {
    let looks = 0;
    const asks = createSearch(components, (part) => {
      looks += 1;
      return isThere && part === components['S3'];
    });
    for (const schema of Object.values(components)) expect(asks(schema as object)).toBe(isThere);
    expect(asks({ items: { $ref: 'S0' } })).toBe(isThere);
    expect(asks({ items: { type: 'string' } })).toBe(false);
    expect(looks).toBeLessThan(2 * all);
  }
});

function countHeld(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countHeld(part), 1);
}

test('components that are known are not gone through again for what is added', () => {
  const table = reachComponents([{ $ref: 'S0' }], (name) => components[name]);
  const asked: string[] = [];
  const added: Schema = { type: 'object', properties: { back: { $ref: 'S1' } } };
  const lookUp = (name: string) => {
    asked.push(name);
    return name === 'New' ? added : components[name];
  };
  addReached(table, { items: { $ref: 'New' }, not: { $ref: 'S5' } }, lookUp, new Set());
  expect(asked).toEqual(['New']);
  expect(table['New']).toBe(added);
});
