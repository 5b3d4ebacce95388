import { expect, test } from 'vitest';
import type { ApiParameter, Schema } from '../../../../generator/model/api.js';
import { flattenMembers } from '../../../../generator/shape/frameworks/flattenMembers.js';

const parameter = (schema: Schema): ApiParameter => ({
  name: 'filter',
  in: 'query',
  style: 'form',
  explode: true,
  allowReserved: false,
  required: true,
  deprecated: false,
  description: '',
  schema,
  examples: [],
  pointer: '#',
});

test('of more values than can be parameters, no more are looked at than tells that', () => {
  let looks = 0;
  const node: Schema = {
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`m${index}`, { $ref: 'Node' }])),
  };
  const lookUp = () => {
    looks += 1;
    return node;
  };
  expect(flattenMembers(parameter({ $ref: 'Node' }), new Set(), lookUp)).toBeUndefined();
  // Those of the object itself, and about as many as there may be parameters, at each level.
  expect(looks).toBeLessThan(1_000);
});

test('a name that the operation has already leaves the object as it is', () => {
  const range: Schema = { type: 'object', properties: { min: { type: 'number' } } };
  const filter = parameter({ type: 'object', properties: { total: range } });
  expect(flattenMembers(filter, new Set(['total.min']), () => true)).toBeUndefined();
  expect(flattenMembers(filter, new Set(), () => true)?.map(({ name }) => name)).toEqual(['total.min']);
});
