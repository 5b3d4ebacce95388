import { describe, expect, test } from 'vitest';
import { InputError } from '../../generator/model/diagnostic.js';
import { spareOthers } from '../../generator/spareOthers.js';

describe('a step over many items', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);

  test('goes on without those that it throws at', () => {
    const bad = new Set([0, 41, 42, 99]);
    const { result, failures, runs } = spare((given) => given.some((item) => bad.has(item)));
    expect(result).toEqual(items.filter((item) => !bad.has(item)));
    expect(failures.map(({ item }) => item)).toEqual([...bad]);
    expect(runs).toBeLessThan(60);
  });

  test('goes on without the last of those that it throws at together', () => {
    const { result, failures, runs } = spare((given) => given.includes(7) && given.includes(70));
    expect(result).toEqual(items.filter((item) => item !== 70));
    expect(failures.map(({ item }) => item)).toEqual([70]);
    expect(runs).toBeLessThan(20);
  });

  test('throws what it throws at nothing, and what the user has to mend', () => {
    expect(() => spareOthers([1, 2], () => fail(new Error('always')))).toThrow('always');
    expect(() => spareOthers([1, 2], () => fail(new InputError('mend it')))).toThrow('mend it');
  });

  function spare(isBad: (given: readonly number[]) => boolean) {
    let runs = 0;
    const outcome = spareOthers(items, (given) => {
      runs += 1;
      return isBad(given) ? fail(new Error('bad')) : [...given];
    });
    return { ...outcome, runs };
  }
});

function fail(error: Error): never {
  throw error;
}
