import { expect, test } from 'vitest';
import { trimServerName } from '../../../../generator/shape/names/trimServerName.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const fine = { 200: { description: 'Fine' } };

/** An API with operations of short names, and some of names that fit beside a short name of the server alone. */
function makeApi(title: string, short: number, long: number) {
  const paths = [
    ...Array.from({ length: short }, (_, index) => [`/a${index}`, `listA${index}`]),
    ...Array.from({ length: long }, (_, index) => [
      `/b${index}`,
      `list${'Very'.repeat(6)}LongThings${index}`,
    ]),
  ].map(([path, operationId]) => [path, { get: { operationId, responses: fine } }] as const);
  return shapeDocument({ info: { title, version: '1' }, paths: Object.fromEntries(paths) }).api;
}

const names = 'snake_case' as const;

test('the first word of a title is enough where names of tools are cut beside all of it', () => {
  const found = trimServerName(makeApi('Acme Warehouses', 10, 5), { names });
  expect(found).toEqual({ name: 'acme', wanted: 'acme-warehouses', spared: 5 });
});

test.each([
  ['no name is cut', 'Acme Warehouses', 10, 0],
  ['few of many are', 'Acme Warehouses', 100, 5],
  ['the title is one word', 'Acmewarehouses', 10, 5],
])('the title counts where %s', (_, title, short, long) => {
  expect(trimServerName(makeApi(title, short, long), { names })).toBeUndefined();
});
