import { array, assert, constantFrom, property, string, stringMatching, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HeaderMap } from '../../../../templates/project/src/runtime/request/outgoing.js';

const odd = constantFrom(' ', '\t', '\r', '\n', '\0', '\u007f', '\u00e4', '\u0101', 'A', 'a', ':', ',', '-');
const text = string({ unit: odd, maxLength: 6 });
const sent = stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,9}$/);
const name = constantFrom('Accept', 'accept', 'X-Trace', 'x-trace', 'link', 'LINK');

/** What comes of setting a header: its value, or that it cannot be. */
function set(headers: Pick<Headers, 'set' | 'get'>, key: string, value: string): string | null {
  try {
    headers.set(key, value);
    return headers.get(key);
  } catch (error) {
    return error instanceof TypeError ? 'refused' : String(error);
  }
}

describe('a map of headers', () => {
  test('takes the names and values that the platform takes, and keeps them as it does', () => {
    assert(
      property(text, text, (key, value) => {
        expect(set(new HeaderMap(), key, 'a')).toBe(set(new Headers(), key, 'a'));
        expect(set(new HeaderMap(), 'x', value)).toBe(set(new Headers(), 'x', value));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is gone through with the last value of each name, in small letters', () => {
    assert(
      property(array(tuple(name, sent)), (pairs) => {
        const ours = new HeaderMap(pairs);
        const theirs = new Headers();
        for (const [key, value] of pairs) theirs.set(key, value);
        expect([...ours].toSorted()).toEqual([...theirs]);
        expect([...ours.keys()].toSorted()).toEqual([...theirs.keys()]);
        for (const [key] of pairs) expect([ours.has(key), ours.get(key)]).toEqual([true, theirs.get(key)]);
        expect([ours.has('other'), ours.get('other')]).toEqual([false, null]);
      }),
    );
  });

  test('has what an answer says more than once as one list', () => {
    assert(
      property(array(tuple(name, sent)), (pairs) => {
        const theirs = new Headers();
        // What stands around a value is taken off before it gets here.
        const trimmed = pairs.map(([key, value]): [string, string] => [key, value.trim()]);
        for (const [key, value] of trimmed) theirs.append(key, value);
        expect([...HeaderMap.ofAnswer(trimmed.flat())].toSorted()).toEqual([...theirs]);
      }),
    );
  });

  test('does not show a value that cannot be sent', () => {
    expect(() => new HeaderMap([['x-key', 'secret\nvalue']])).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('secret') as string }),
    );
  });
});
