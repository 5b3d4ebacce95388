import { expect, test } from 'vitest';
import { stripPadding, listTables } from '../../../generator/text/markdown/stripPadding.js';

const lines = (...all: string[]) => all.join('\n');

test('rows have no more than a space beside each cell', () => {
  const padded = lines(
    '# One',
    '',
    '| Name     | Tools |',
    '| -------- | ----: |',
    '| `a \\|  b` |     5 |',
    '| c        |       |',
    '',
    'Not   a table |   here.',
  );
  const compact = lines(
    '# One',
    '',
    '| Name | Tools |',
    '| --- | ---: |',
    '| `a \\|  b` | 5 |',
    '| c | |',
    '',
    'Not   a table |   here.',
  );
  expect(stripPadding(padded)).toBe(compact);
  expect(stripPadding(compact)).toBe(compact);
});

test('code within a line opens no block, and a block ends with as many marks and nothing else', () => {
  const table = ['| A   | B |', '| --- | - |'];
  const [padded, compact] = [lines(...table), lines('| A | B |', '| --- | - |')];
  expect(stripPadding(lines('```npm i``` runs', padded))).toBe(lines('```npm i``` runs', compact));
  const block = lines('````md', '```js', padded, '````js', padded, '````');
  expect(stripPadding(lines(block, padded))).toBe(lines(block, compact));
});

test('a row of dashes is data but below the header', () => {
  const table = lines('| A | B |', '| --- | --- |', '| ----- | ----- |');
  expect(stripPadding(table)).toBe(table);
});

test('what stands in a block of code, and tables of other headers, are as they were', () => {
  const text = lines(
    '| A   | B |',
    '| --- | - |',
    '| 1   | 2 |',
    '',
    '```',
    '| x   | y |',
    '```',
    '',
    '| C   | D |',
  );
  expect(stripPadding(text, (header) => header === '| A | B |')).toBe(
    text.replaceAll(/(?<=\| [A1])\s+/g, ' '),
  );
  expect(listTables(text)).toEqual(['| A | B |', '| C | D |']);
});
