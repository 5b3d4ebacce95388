import { array, constantFrom, integer, sample, string } from 'fast-check';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { loadTokenCounter } from '../../../generator/text/tokens.js';
import { growthOf, mostGrowth } from '../../support/growth.js';

test('counts tokens of o200k', async () => {
  const count = await loadTokenCounter();
  expect(count('')).toBe(0);
  expect(count('hello world')).toBe(2);
});

test('takes special tokens for text', async () => {
  const count = await loadTokenCounter();
  expect(count('<|endoftext|>')).toBeGreaterThan(1);
});

test.each(['\n', ' ', 'a', '\u{1F600}', '-'])('is not quadratic on a run of %j', async (character) => {
  const count = await loadTokenCounter();
  expect(await growthOf((length) => count(character.repeat(length)), 200_000)).toBeLessThan(mostGrowth);
});

test('is not quadratic on a long run that repeats nothing', async () => {
  const count = await loadTokenCounter();
  const letters = Array.from({ length: 100_000 }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * at * 31 + at * 7919) % 20_000)),
  ).join('');
  expect(await growthOf((length) => count(letters.slice(0, length)), letters.length)).toBeLessThan(
    mostGrowth,
  );
});

describe('counts as the tokenizer does that the table is made of', () => {
  /** Without runs of 256 characters and more, which are cut before they are counted. */
  const longest = 200;
  const options = { disallowedSpecial: new Set<string>() };
  const differing = async (texts: readonly string[]) => {
    const count = await loadTokenCounter();
    return texts.filter((text) => count(text) !== countTokens(text, options));
  };

  test.each([
    'The quick brown fox, jumping over 12 lazy dogs (since 1984), costs $3.50/kg.',
    '{"type":"object","properties":{"petId":{"type":"integer","format":"int64"}},"required":["petId"]}',
    "don't DON'T we'll I'VE it's o'clock 'quoted'",
    'HTTPServerXMLParser camelCaseWords snake_case_words kebab-case-words SCREAMING_CASE',
    '1234567890123456789012345 1,234,567.89 ٣٤٥ ⅷ ² 1e-10 0xdeadbeef',
    '   leading   runs \t\t of\r\n\r\n  white \u00a0\u2003 space  ',
    '\n\n\n\n  \n\t\n',
    '////// --- ===== >>>>> !!!!! ...... ;;;;;;\n////\n',
    'Übergrößenträger naïve façade Ångström ﬁ ǅ ĳ',
    'a\u0301e\u0300o\u0302 \u0301 \u{1d400}\u{1d401} \u0130stanbul \u0e33\u0e49',
    '這是一個很長的中文句子，用來測試分詞。日本語のテキストもあります。한국어 문장도 있습니다.',
    'Привет, мир! Γειά σου Κόσμε. שלום עולם مرحبا بالعالم नमस्ते दुनिया สวัสดีชาวโลก',
    '👍🏽👨‍👩‍👧‍👦🏳️‍🌈🇩🇪🇫🇷 ☃️ ✈ 🫠🫠🫠',
    '\ud800 \udc00x \udc00\ud800 \ufffd\ufffd \ufeff \u0000\u0001\u007f\u200b\u200d',
    'x'.repeat(longest),
    'pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4),
    'AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAhIiMkJSYnKCkqKywtLi8wMTIzNDU2Nzg5Ojs8PT4/QA==',
    '<|endoftext|><|fim_prefix|><|im_start|>',
  ])('%j', async (text) => {
    expect(await differing([text])).toEqual([]);
  });

  test.each([
    ['characters of every kind', string({ unit: 'binary', maxLength: longest })],
    ['parts of characters', string({ unit: 'grapheme', maxLength: longest })],
    ['code units', array(integer({ min: 0, max: 0xffff }), { maxLength: longest }).map(ofUnits)],
    ['ASCII', string({ unit: 'binary-ascii', maxLength: longest })],
    ['words and what stands between them', array(constantFrom(...parts()), { maxLength: 60 }).map(join)],
  ])('%s, at random', async (_kind, texts) => {
    expect(await differing(sample(texts, 1_500))).toEqual([]);
  });
});

function ofUnits(units: readonly number[]): string {
  return String.fromCharCode(...units);
}

function join(texts: readonly string[]): string {
  return texts.join('');
}

function parts(): string[] {
  const words =
    'a The pet petId getPetById description Returns objects ID HTTP straße 漢字 ひらがな слово שלום नमस्ते 한국어 é Ⅷ 42 007 3.14';
  return [
    ...words.split(' '),
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '/',
    '-',
    '"',
    '":',
    "'s",
    "'LL",
    '👍',
    '́',
    '',
    '{',
    '}',
  ];
}
