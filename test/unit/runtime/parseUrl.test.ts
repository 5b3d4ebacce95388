import { expect, test } from 'vitest';
import { parseUrl } from '../../../templates/project/src/runtime/text.js';

const cases: [text: string, base: string | undefined, href: string | undefined][] = [
  ['https://a.example/b?c', undefined, 'https://a.example/b?c'],
  ['http://ü.de/ä', undefined, 'http://xn--tda.de/%C3%A4'],
  ['ä/b', 'http://ü.de/c', 'http://xn--tda.de/%C3%A4/b'],
  ['http://例え.jp', undefined, 'http://xn--r8jz45g.jp/'],
  ['a', undefined, undefined],
  ['http://a b', undefined, undefined],
];

test('URLs are read in the same way however often that is done', () => {
  for (let times = 0; times < 50_000; times += 1) {
    const [text, base, href] = cases[times % cases.length]!;
    if (parseUrl(text, base)?.href !== href) expect.fail(`${text} after ${times} others`);
  }
});
