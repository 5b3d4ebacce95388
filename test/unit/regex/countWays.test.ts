import { describe, expect, test } from 'vitest';
import { countWays, mostWays } from '../../../generator/regex/ambiguity.js';
import cases from './countWays.json' with { type: 'json' };
import verdicts from './recheck.json' with { type: 'json' };

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

  test.each(verdicts.exponential)('another analysis finds it exponential, too: %s', (pattern) => {
    expect(countWays(pattern)).toBe(Infinity);
  });

  test.each(verdicts.linear)('another analysis finds it linear, and it is kept: %s', (pattern) => {
    expect(countWays(pattern)).toBeLessThanOrEqual(mostWays);
  });

  test('a large pattern is judged too, one way or the other', () => {
    const branches = Array.from({ length: 600 }, (_, index) => `[a-z]x?${index}`);
    expect(countWays(`^(?:${branches.join('|')})*$`)).toBe(Infinity);
    expect(countWays(`^(?:${'(?:a|ab)*c'.repeat(400)})$`)).toBeGreaterThan(1);
    expect(countWays(`${'('.repeat(100)}a|ab${')*c'.repeat(100)}`)).toBeGreaterThan(1);
  });
});
