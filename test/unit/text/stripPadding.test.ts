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
