import { expect, test } from 'vitest';
import { UnknownFact } from './findings.js';
import { toChoices } from './toChoices.js';

test('every way to choose operations is that of a configuration', () => {
  expect(
    toChoices({
      includeTags: ['a'],
      paths: '/b/**',
      includeOperationIds: ['list*'],
      excludeMethods: ['DELETE'],
      excludeToolset: 'admin',
      excludeDeprecated: true,
      readOnly: true,
      include: 'tag=x',
      exclude: ['deprecated'],
    }),
  ).toEqual({
    include: [{ tag: ['x'] }, { tag: ['a'], path: ['/b/**'], operationId: ['list*'] }],
    exclude: [{ method: ['DELETE'] }, { toolset: ['admin'] }, { deprecated: true }, { deprecated: true }],
    readOnly: true,
  });
  expect(toChoices({ includeDeprecated: false })).toEqual({
    include: [],
    exclude: [{ deprecated: true }],
    readOnly: false,
  });
  expect(toChoices({})).toEqual({ include: [], exclude: [], readOnly: false });
  expect(() => toChoices({ colours: ['red'] })).toThrow(UnknownFact);
});
