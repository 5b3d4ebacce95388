import { array, assert, constantFrom, integer, letrec, oneof, pre, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createScanner, createWalker } from '../../../templates/project/src/runtime/patterns/createWalker.js';
import {
  type Pattern,
  leavesChoice,
  parsePattern,
  subpatternsOf,
} from '../../../templates/project/src/runtime/patterns/parsePattern.js';
import { countSteps } from '../../support/countSteps.js';

const times = ['*', '+', '?', '{0,2}', '{2,}', '{2}', '{1,3}?', '*?', '{0}', '{3,40}'];

/** Patterns put together at random, of all that a pattern may be made of but references. */
function makePatterns(letters: readonly string[], looks: readonly string[]) {
  return letrec<{ pattern: string; piece: string }>((tie) => ({
    piece: oneof(
      { maxDepth: 4 },
      constantFrom(...letters),
      tuple(constantFrom('a', '[ab]', '.'), constantFrom(...times)).map((pieces) => pieces.join('')),
      tuple(tie('piece'), constantFrom(...times)).map(([piece, count]) => `(?:${piece})${count}`),
      array(tie('piece'), { minLength: 2, maxLength: 3 }).map((pieces) => pieces.join('')),
      array(tie('piece'), { minLength: 2, maxLength: 3 }).map((pieces) => `(${pieces.join('|')})`),
      tuple(constantFrom(...looks), tie('piece')).map(([opening, piece]) => `(${opening}${piece})`),
    ),
    pattern: tuple(constantFrom('', '^'), tie('piece'), constantFrom('', '$', 'c$')).map((pieces) =>
      pieces.join(''),
    ),
  })).pattern;
}

const plain = ['a', 'b', 'c', '[ab]', '[^a]', '\\w', '.', '-', '(?:)', '^', '$'];

function compiles(source: string): boolean {
  try {
    return new RegExp(source, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function countParts(pattern: Pattern): number {
  return subpatternsOf(pattern).reduce((sum, part) => sum + countParts(part), 1);
}

/** How many texts match, of which both say the same. */
function agrees(patterns: ReturnType<typeof makePatterns>, characters: readonly string[]): number {
  const texts = array(array(constantFrom(...characters), { maxLength: 12 }), {
    minLength: 4,
    maxLength: 4,
  });
  let matched = 0;
  assert(
    property(patterns, texts, (source, given) => {
      pre(compiles(source));
      const { walk } = createWalker(parsePattern(source));
      for (const text of given.map((parts) => parts.join(''))) {
        const isMatch = new RegExp(source, 'u').test(text);
        expect(walk(text, { left: 1e6 }), `${source} on ${JSON.stringify(text)}`).toBe(isMatch);
        if (isMatch) matched++;
      }
    }),
    { numRuns: 3000, seed: 7 },
  );
  return matched;
}

describe('what walks through a pattern by all ways at once', () => {
  test('says the same as the engine of the language', () => {
    const patterns = makePatterns([...plain, '\\b', '\\B', 'é'], ['?:', '?=', '?!', '?<=', '?<!']);
    expect(agrees(patterns, ['a', 'b', 'c', '-', 'é', '\n'])).toBeGreaterThan(1000);
  });

  // Engines look for assertions within a character of two units, too, which the specification does not.
  test('says the same of characters of two units', () => {
    const patterns = makePatterns(
      [...plain, '😀', '[é😀]', '\\p{L}', '\\P{L}', '\\ud83d', '\\u{1f600}'],
      ['?:'],
    );
    expect(agrees(patterns, ['a', '-', '😀', '\ud83d', '\ude00'])).toBeGreaterThan(1000);
  });

  test('says the same where each set of places is found once', () => {
    const patterns = makePatterns([...plain, 'é', '😀'], ['?:', '?=', '?!']);
    const texts = array(constantFrom('a', 'b', 'c', '-', 'é', '😀', '\n'), { maxLength: 12 });
    let scanned = 0;
    assert(
      property(patterns, array(texts, { minLength: 4, maxLength: 4 }), (source, given) => {
        pre(compiles(source));
        for (const pattern of [source, `^(?=.*a)(?!.*b)(?:${source})`]) {
          const scanner = createScanner(parsePattern(pattern));
          for (const text of scanner === undefined ? [] : given.map((parts) => parts.join(''))) {
            const found = scanner?.scan(text, { left: 1e6 });
            if (found === undefined) continue;
            expect(found, `${pattern} on ${JSON.stringify(text)}`).toBe(new RegExp(pattern, 'u').test(text));
            scanned++;
          }
        }
      }),
      { numRuns: 2000, seed: 7 },
    );
    expect(scanned).toBeGreaterThan(5000);
  });
});

describe('what is left to the engine of the language', () => {
  test('takes steps in proportion to a text and its own parts, whatever the text', () => {
    let kept = 0;
    const fragments = array(constantFrom('a', 'b', 'c', '-', 'ab', 'aab', '\n'), {
      minLength: 1,
      maxLength: 3,
    });
    const attacks = tuple(fragments, integer({ min: 20, max: 120 }), constantFrom('', '!', '\n', 'c')).map(
      ([parts, count, end]) => parts.join('').repeat(count) + end,
    );
    const patterns = makePatterns(plain, ['?:', '?=', '?!']);
    assert(
      property(patterns, array(attacks, { minLength: 4, maxLength: 4 }), (source, texts) => {
        pre(compiles(source));
        const pattern = parsePattern(source);
        if (leavesChoice(pattern)) return;
        kept++;
        const parts = countParts(pattern);
        for (const text of texts) {
          const most = 20 * (text.length + 1) * parts;
          expect(countSteps(pattern, text, most), `${source} on ${JSON.stringify(text)}`).toBeLessThanOrEqual(
            most,
          );
        }
      }),
      { numRuns: 8000, seed: 3 },
    );
    expect(kept).toBeGreaterThan(500);
  });
});
