import { expect, test } from 'vitest';
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
