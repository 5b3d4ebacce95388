import { expect, test } from 'vitest';
import { renameFormer } from '../../../../templates/project/src/runtime/arguments/renameFormer.js';

const former = { limit: 'max', count: 'max', q: 'query' };

test.each<[what: string, args: unknown, now: unknown]>([
  ['by its former name', { limit: 1, page: 2 }, { max: 1, page: 2 }],
  ['by its name of now', { max: 1 }, { max: 1 }],
  ['several', { count: 1, q: 'x' }, { max: 1, query: 'x' }],
  ['by both names, for the call to be refused', { limit: 1, max: 2 }, { limit: 1, max: 2 }],
  ['by two former names, for the call to be refused', { limit: 1, count: 2 }, { max: 1, count: 2 }],
  ['what every object inherits', { constructor: 1 }, { constructor: 1 }],
  ['what is no object', '{"limit":1}', '{"limit":1}'],
  ['a list', [{ limit: 1 }], [{ limit: 1 }]],
  ['nothing', undefined, undefined],
])('an argument is given %s', (_, args, now) => {
  expect(renameFormer(former, args)).toEqual(now);
});

test('a name that JavaScript gives a meaning stays one of the arguments', () => {
  const args = JSON.parse('{ "__proto__": 1, "limit": 2 }') as object;
  expect(Object.entries(renameFormer(former, args) as object)).toEqual([
    ['__proto__', 1],
    ['max', 2],
  ]);
});
