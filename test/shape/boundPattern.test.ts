import { describe, expect, test } from 'vitest';
import { boundPattern } from '../../generator/shape/boundPattern.js';
import cases from './boundPattern.json' with { type: 'json' };

describe('a bound for texts with a pattern', () => {
  test.each(cases)('$name', ({ in: schema, out }) => {
    expect(boundPattern(schema)).toEqual(out ?? schema);
    if (out === undefined) expect(boundPattern(schema)).toBe(schema);
  });
});
