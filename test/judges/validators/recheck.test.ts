import { array, constantFrom, letrec, oneof, sample, tuple } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countWays, mostWays } from '../../../generator/regex/ambiguity.js';

type Recheck = typeof import('recheck');

/** Anchored at both ends, as patterns of documents are; `c` after a loop lets texts almost fit. */
const { pattern: patterns } = letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: oneof(
    { maxDepth: 3 },
    constantFrom('a', 'b', 'c', '[ab]', '[bc]', '\\w', '.'),
    tuple(tie('piece'), constantFrom('*', '+', '?', '{0,2}', '{2,}')).map(
      ([piece, times]) => `(?:${piece})${times}`,
    ),
    array(tie('piece'), { minLength: 2, maxLength: 3 }).map((pieces) => pieces.join('')),
    array(tie('piece'), { minLength: 2, maxLength: 2 }).map((pieces) => `(?:${pieces.join('|')})`),
  ),
  pattern: tuple(tie('piece'), constantFrom('*', '+')).map(([piece, times]) => `^(?:${piece})${times}c$`),
}));

describe('patterns that another analysis judges', () => {
  let judge: Recheck['checkSync'];
  const before = process.env['RECHECK_BACKEND'];

  beforeAll(async () => {
    // In this process, without a native binary or a JVM.
    process.env['RECHECK_BACKEND'] = 'pure';
    const recheck = await import('recheck');
    judge = recheck.checkSync;
  });

  afterAll(() => {
    if (before === undefined) delete process.env['RECHECK_BACKEND'];
    else process.env['RECHECK_BACKEND'] = before;
  });

  test('none that takes exponential time is kept, and few others are lost', () => {
    const found = sample(patterns, { seed: 20, numRuns: 60 }).map((pattern) => {
      const verdict = judge(pattern, 'u', { checker: 'automaton', timeout: 5000 });
      const kind = verdict.status === 'unknown' ? 'unknown' : verdict.complexity.type;
      return { pattern, kind, kept: countWays(pattern) <= mostWays };
    });
    const exponential = found.filter(({ kind }) => kind === 'exponential');
    const harmless = found.filter(({ kind }) => kind === 'safe' || kind === 'linear');
    expect(exponential.filter(({ kept }) => kept)).toEqual([]);
    expect(harmless.filter(({ kept }) => !kept)).toEqual([]);
    expect(exponential.length).toBeGreaterThan(10);
    expect(harmless.length).toBeGreaterThan(5);
  });
});
