import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { translatePattern } from '../../../generator/regex/translate.js';
import cases from './translatePattern.json' with { type: 'json' };

interface Case {
  name: string;
  source: string;
  /** What it is written as. */
  pattern?: string;
  /** Texts that must match, and texts that must not. */
  match?: string[];
  refuse?: string[];
  /** A part of the reason why it is dropped. */
  reason?: string;
}

/** Pieces of ECMAScript in `u` mode that no other dialect reads otherwise. */
const atom = fc.constantFrom(
  'a',
  'B',
  '7',
  ' ',
  '-',
  '.',
  '[a-c]',
  '[^xY]',
  '\\d',
  '\\W',
  '[\\w-]',
  'é',
  '\\.',
  '\\u0041',
);
const quantifier = fc.constantFrom('', '', '', '*', '+?', '?', '{2}', '{1,}');
const { pattern: ecmascript } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.tuple(atom, quantifier).map(([one, many]) => one + many),
    fc.array(tie('pattern'), { maxLength: 3 }).map((parts) => parts.join('')),
    fc.tuple(tie('pattern'), tie('pattern')).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(tie('pattern'), quantifier).map(([inner, many]) => `(${inner})${many}`),
    tie('pattern').map((inner) => `(?=${inner})`),
    tie('pattern').map((inner) => `^${inner}$`),
  ),
}));
const text = fc.string({
  unit: fc.constantFrom('a', 'A', 'b', 'B', 'x', 'y', 'Y', '7', '-', '.', ' ', '\n', 'é', 'É'),
  maxLength: 6,
});

/** Anything that could be mistaken for a pattern. */
const scrap = fc.string({
  unit: fc.constantFrom(
    ...'aZ09_ \n.^$|*+?(){}[]\\/-&:,<>=!#iQEdpPxuhAz',
    '(?i)',
    '(?x-i:',
    '(?P<n>',
    '[[:alpha:]]',
    '\\p{L}',
    '{,2}',
    '\\Q',
    '\\E',
    '(?<n>',
    '\\k<n>',
    '[^]',
  ),
  maxLength: 24,
});

describe('patterns', () => {
  test.each(cases as Case[])('$name', ({ source, pattern, match = [], refuse = [], reason }) => {
    const found = translatePattern(source);
    if (reason !== undefined) {
      expect(found.reason).toContain(reason);
      return;
    }
    expect(found).toEqual({ pattern });
    const expression = new RegExp(pattern ?? '', 'u');
    for (const one of match) expect(one).toMatch(expression);
    for (const one of refuse) expect(one).not.toMatch(expression);
  });

  test('what is of ECMAScript is not touched', () => {
    fc.assert(
      fc.property(ecmascript, (source) => {
        expect(translatePattern(source)).toEqual({ pattern: source });
      }),
      { numRuns: 500 },
    );
  });

  test('whatever comes, what is returned compiles, and is returned as it is the next time', () => {
    fc.assert(
      fc.property(scrap, (source) => {
        const { pattern, reason } = translatePattern(source);
        if (pattern === undefined) expect(reason).toMatch(/^[^.]+/);
        else {
          expect(() => new RegExp(pattern, 'u')).not.toThrow();
          expect(translatePattern(pattern)).toEqual({ pattern });
        }
      }),
      { numRuns: 3000 },
    );
  });

  test.each(['i', 's', 'm', 'im', 'ims'])('(?%s) means what the flag of ECMAScript means', (flags) => {
    fc.assert(
      fc.property(ecmascript, fc.array(text, { minLength: 1, maxLength: 8 }), (source, texts) => {
        const { pattern = '' } = translatePattern(`(?${flags})${source}`);
        const [ours, theirs] = [new RegExp(pattern, 'u'), new RegExp(source, `u${flags}`)];
        for (const one of texts) expect(ours.test(one), `${pattern} on ${one}`).toBe(theirs.test(one));
      }),
      { numRuns: 300 },
    );
  });

  test('one that is too long or too deep is dropped', () => {
    expect(translatePattern('a'.repeat(5000)).pattern).toHaveLength(5000);
    expect(translatePattern('a'.repeat(50_000)).reason).toBe('it is over 5,000 characters long');
    expect(translatePattern(`${'('.repeat(100)}${')'.repeat(100)}`).reason).toBeUndefined();
    expect(translatePattern(`${'('.repeat(1000)}${')'.repeat(1000)}`).reason).toContain('levels deep');
    expect(translatePattern(`(?i)${'(?:'.repeat(1000)}a${')'.repeat(1000)}`).reason).toContain('levels deep');
  });
});
