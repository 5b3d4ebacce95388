import { expect, test } from 'vitest';
import { loadTokenCounter } from '../../generator/shape/loadTokenCounter.js';

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
  const time = (length: number) => {
    const started = performance.now();
    count(character.repeat(length));
    return performance.now() - started;
  };
  time(20_000);
  // Ten times the text in far less than the hundred times of a quadratic count.
  expect(time(200_000)).toBeLessThan(40 * Math.max(time(20_000), 1));
});
