import { expect, test } from 'vitest';
import { flattenPaths } from '../../../../templates/project/src/runtime/bodies/flattenPaths.js';

test.each([
  ['.', { 'a.b': 1, 'a.c': ['x', 'y'], 'a.d[0].e': 2, 'a.d[1].e.f': 3, other: { g: 1 } }],
  ['', { 'a.b': 1, 'a.c': ['x', 'y'], 'a.d[0]e': 2, 'a.d[1]e.f': 3, other: { g: 1 } }],
] as const)('values are sent by their paths, %j behind an index', (paths, flat) => {
  const value = { a: { b: 1, c: ['x', 'y'], d: [{ e: 2 }, { e: { f: 3 } }] }, other: { g: 1 } };
  expect(flattenPaths(value, { a: { paths } })).toEqual(flat);
});

test('a list within a list stays one', () => {
  expect(flattenPaths({ a: [[1, 2], [3]] }, { a: { paths: '.' } })).toEqual({ a: [[1, 2], [3]] });
});

test('what has no path of its own is left as it is', () => {
  const value = { a: { b: 1 } };
  expect(flattenPaths(value, {})).toBe(value);
});

test('a long list is gone through once', () => {
  let reads = 0;
  const tags = new Proxy(Array.from({ length: 50_000 }, String), {
    get(list, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1;
      return Reflect.get(list, key, receiver) as unknown;
    },
  });
  const { 'a.tags': flat } = flattenPaths({ a: { tags } }, { a: { paths: '.' } }) as { 'a.tags': string[] };
  expect(flat.length).toBe(50_000);
  expect(reads).toBeLessThanOrEqual(100_000);
});
