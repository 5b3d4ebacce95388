import { expect, test } from 'vitest';
import { findCycles } from '../../../../generator/shape/budget/countNaive.js';

test.each<[edges: Record<string, string[]>, cyclic: string[]]>([
  [{}, []],
  [{ a: ['b'], b: ['c'], c: [] }, []],
  [{ a: ['a'] }, ['a']],
  [{ a: ['b'], b: ['c'], c: ['b', 'd'], d: [] }, ['b', 'c']],
  [{ a: ['b'], b: ['a', 'c'], c: ['d'], d: ['e'], e: ['d'] }, ['a', 'b', 'c', 'd', 'e']],
  [{ a: ['gone'] }, []],
])('%j: %j', (edges, cyclic) => {
  expect([...findCycles(new Map(Object.entries(edges)))].toSorted()).toEqual(cyclic);
});
