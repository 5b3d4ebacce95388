import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countWays, mostWays } from '../../generator/shape/countWays.js';
import cases from './countWays.json' with { type: 'json' };

/** The part of the library that works in this process, without workers, and is as thorough as the others. */
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as typeof import('recheck');

/** Limits by steps only: the library's verdict is the same on every machine. */
const limits = { checker: 'automaton', timeout: null, attackTimeout: null } as const;

const loops = fc.letrec<{ loop: string; part: string }>((tie) => ({
  loop: fc.tuple(tie('part'), fc.constantFrom('*', '+', '{2,}')).map(([part, many]) => `(?:${part})${many}`),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', 'c', '[ab]', 'a?', 'b*', 'ab', '[bc]{2}', 'a{0,2}'),
    fc.array(tie('part'), { minLength: 2, maxLength: 3 }).map((parts) => parts.join('')),
    fc.tuple(tie('part'), tie('part')).map(([left, right]) => `(?:${left}|${right})`),
    tie('loop'),
  ),
}));

describe('ways that a pattern may match in', () => {
  test.each(cases.one)('one: %s', (pattern) => {
    expect(countWays(pattern)).toBe(1);
  });

  test.each(cases.several)('several: %s', (pattern) => {
    expect(countWays(pattern)).toBeGreaterThan(1);
    expect(countWays(pattern)).toBeLessThanOrEqual(mostWays);
  });

  test.each(cases['too many'])('too many: %s', (pattern) => {
    expect(countWays(pattern)).toBeGreaterThan(mostWays);
    expect(countWays(pattern)).toBeLessThan(Infinity);
  });

  test.each(cases.endless)('endless: %s', (pattern) => {
    expect(countWays(pattern)).toBe(Infinity);
  });

  test('what recheck finds to be exponential is endless, and what is one way is safe to it', () => {
    const counts = { exponential: 0, safe: 0 };
    fc.assert(
      fc.property(loops.loop, (loop) => {
        const pattern = `^${loop}$`;
        const { status, complexity } = checkSync(pattern, 'u', limits) as {
          status: string;
          complexity?: { type: string };
        };
        const ways = countWays(pattern);
        if (complexity?.type === 'exponential') expect(ways, pattern).toBe(Infinity);
        if (ways === 1) expect(status, pattern).toBe('safe');
        counts.exponential += Number(complexity?.type === 'exponential');
        counts.safe += Number(ways === 1);
      }),
      { numRuns: 60, seed: 7 },
    );
    expect(counts.exponential).toBeGreaterThan(10);
    expect(counts.safe).toBeGreaterThan(3);
  });

  test('a large pattern is judged too, one way or the other', () => {
    const branches = Array.from({ length: 600 }, (_, index) => `[a-z]x?${index}`);
    expect(countWays(`^(?:${branches.join('|')})*$`)).toBe(Infinity);
    expect(countWays(`^(?:${'(?:a|ab)*c'.repeat(400)})$`)).toBeGreaterThan(1);
    expect(countWays(`${'('.repeat(100)}a|ab${')*c'.repeat(100)}`)).toBeGreaterThan(1);
  });
});
