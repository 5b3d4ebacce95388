import { expect, test } from 'vitest';
import { saysNothing } from '../../../../generator/shape/advertised/saysNothing.js';

test.each<[text: string, name: string, schema: object, nothing: boolean]>([
  ['', 'user_id', {}, true],
  ['The user ID.', 'user_id', {}, true],
  ['userId', 'user_id', {}, true],
  ['The value of the user_id parameter', 'user_id', {}, true],
  ['The ID of the pet.', 'petId', {}, true],
  ['The name of the pet.', 'name', {}, false],
  ['string', 'q', { type: 'string' }, true],
  ['A date-time string.', 'q', { type: 'string', format: 'date-time' }, true],
  ['Defaults to 10.', 'q', { default: 10 }, true],
  ['Defaults to 10.', 'q', { default: 20 }, false],
  ['Defaults to 10.', 'q', {}, false],
  ['One of: open, closed', 'state', { enum: ['open', 'closed', 'all'] }, true],
  ['One of: open, merged', 'state', { enum: ['open', 'closed', 'all'] }, false],
  ['Limit, maximum 100', 'limit', { maximum: 100 }, true],
  ['Limit, maximum 50', 'limit', { maximum: 100 }, false],
  ['Not the user ID.', 'user_id', {}, false],
  ['-1', 'count', { default: 1 }, false],
  ['用户', 'user', {}, false],
  ['用户', '用户', {}, false],
  ['✔', 'done', {}, true],
  [`${'the '.repeat(60)}id`, 'id', {}, false],
])('%j of %s beside %j: %j', (text, name, schema, nothing) => {
  expect(saysNothing(text, name, schema as Record<string, unknown>)).toBe(nothing);
});
