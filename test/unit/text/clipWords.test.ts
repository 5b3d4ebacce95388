import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipWords } from '../../../generator/text/clip.js';
import cases from './clipWords.json' with { type: 'json' };
import { countTokens } from '../../support/countTokens.js';

interface Case {
  name: string;
  text: string;
  tokens: number;
  sentences: number;
  more?: number;
  out: string;
}

const clip = clipWords(countTokens);

describe('clipping', () => {
  test.each(cases as Case[])('$name', ({ text, tokens, sentences, more = 0, out }) => {
    expect(clip(text, { tokens, sentences, more, notes: true })).toBe(out);
  });

  test('keeps a text that may be of any length', () => {
    const text = 'One. '.repeat(50);
    const all = {
      tokens: Number.POSITIVE_INFINITY,
      sentences: Number.POSITIVE_INFINITY,
      more: 0,
      notes: true,
    };
    expect(clip(text, all)).toBe(text);
  });

  test('keeps to the allowance, whatever the text', () => {
    const part = fc.constantFrom(
      'word',
      'Must',
      '. ',
      ', ',
      ' ',
      '😀',
      '日本',
      '1.5',
      'e.g. ',
      '…',
      "don't",
      '\ud83d',
    );
    const text = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));
    const limits = fc.record({
      tokens: fc.nat(12),
      sentences: fc.integer({ min: 1, max: 3 }),
      more: fc.nat(8),
    });
    fc.assert(
      fc.property(text, limits, (given, { tokens, sentences, more }) => {
        const clipped = clip(given, { tokens, sentences, more, notes: true });
        expect(countTokens(clipped)).toBeLessThanOrEqual(tokens === 0 ? 0 : tokens + more);
        const pairs = /[\ud800-\udbff](?![\udc00-\udfff])/;
        if (!pairs.test(given)) expect(clipped).not.toMatch(pairs);
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
