import { describe, expect, test } from 'vitest';
import { decodeText } from '../../../templates/project/src/runtime/http/readJson.js';
import { safeName } from '../../../templates/project/src/runtime/result/saveFile.js';
import { fileName } from '../../../templates/project/src/runtime/result/toFileResult.js';
import { readNextLink } from '../../../templates/project/src/runtime/result/pagination.js';
import { truncateText } from '../../../templates/project/src/runtime/result/truncate.js';
import { growthOf, mostGrowth } from '../../support/growth.js';

const repeat = (text: string) => (length: number) => text.repeat(length / text.length);

/** What an API may send where it is read by a pattern. */
const attacks: [what: string, make: (length: number) => string, read: (text: string) => unknown][] = [
  ...[' ', '; ', ';filename="', ";filename*=a'", ';filename="\\"', '\\'].map(
    (piece): (typeof attacks)[number] => [
      `a file name of ${piece}`,
      repeat(piece),
      // As headers do, without what HTTP would refuse.
      (text) => fileName(new Headers({ 'content-disposition': `a;filename="${text}x` })),
    ],
  ),
  ...[' ', ', ', '<a>;', '<a>; b="', '<a>; b=\\"', '<a>; b ', '<'].map((piece): (typeof attacks)[number] => [
    `a link of ${piece}`,
    repeat(piece),
    (text) => readNextLink(`<a>${text}x`),
  ]),
  ...['; ', ';charset="', ';charset=a '].map((piece): (typeof attacks)[number] => [
    `a character set of ${piece}`,
    repeat(piece),
    (text) => decodeText(new Uint8Array(1), `a${text}`),
  ]),
  ...[' .', '-', '. a'].map((piece): (typeof attacks)[number] => [
    `a saved name of ${piece}`,
    repeat(piece),
    safeName,
  ]),
  ['a text of lines', repeat('\n'), (text) => truncateText(text, 1_000)],
];

describe('what an API sends is read in time that grows no faster than its length', () => {
  test.each(attacks)('%s', async (_what, make, read) => {
    expect(await growthOf((length) => read(make(length)), 200_000)).toBeLessThan(mostGrowth);
  });
});
