import { describe, expect, test } from 'vitest';
import { compactJson } from '../../../../templates/project/src/runtime/http/readJson.js';
import {
  describeTruncation,
  truncateJson,
  truncateText,
} from '../../../../templates/project/src/runtime/result/truncate.js';
import { growthOf, mostGrowth } from '../../../support/growth.js';

const ids = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));
const words = (length: number) => 'word '.repeat(length / 5);

/** What is answered, how long it may be, what is shown of it, and what is said to be missing. */
const cases: [name: string, value: unknown, most: number, shown: unknown, note: string][] = [
  ['nothing of what is short', { a: 1 }, 100, { a: 1 }, 'shown '],
  ['a list, behind its first items', ids(100), 50, ids(5), 'shown 5 of 100 items'],
  [
    'the large list, and nothing that stands beside it',
    { total: 100, data: ids(100), next: 'abc' },
    100,
    { total: 100, data: ids(7), next: 'abc' },
    'shown 7 of 100 items of data',
  ],
  [
    'the list within',
    { data: { items: ids(100) }, page: 1 },
    80,
    { data: { items: ids(5) }, page: 1 },
    'shown 5 of 100 items of data.items',
  ],
  [
    'lists of one size alike',
    { a: ids(100), b: ids(100), c: 1 },
    140,
    { a: ids(6), b: ids(6), c: 1 },
    'shown 6 of 100 items of a, 6 of 100 items of b',
  ],
  [
    'the item that would leave the room empty',
    [{ id: 1, text: words(500) }, { id: 2 }],
    100,
    [{ id: 1, text: `${words(500).slice(0, 77)}…` }],
    'shown 1 of 2 items, 77 of 500 characters of [0].text',
  ],
  ['a text alone', words(500), 60, `${words(500).slice(0, 57)}…`, 'shown 57 of 500 characters'],
  [
    'an object of many members, behind the first of them',
    Object.fromEntries(ids(1_000).map(({ id }) => [`k${id}`, id])),
    100,
    Object.fromEntries(ids(13).map(({ id }) => [`k${id}`, id])),
    'shown 13 of 1,000 members',
  ],
  [
    'a member whose name is no word',
    { 'a "b"': ids(100) },
    60,
    { 'a "b"': ids(5) },
    'shown 5 of 100 items of ["a \\"b\\""]',
  ],
];

describe('JSON is cut', () => {
  test.each(cases)('%s', (_name, value, most, shown, note) => {
    const { text, missing } = truncateJson(JSON.stringify(value), most);
    expect(text.length).toBeLessThanOrEqual(most);
    expect(JSON.parse(text)).toEqual(shown);
    expect(describeTruncation(missing)).toBe(`[truncated: ${note}.]`);
  });

  test('without touching a number', () => {
    const json = `{"data":[${'12345678901234567890,1.0,1e400,'.repeat(50)}0]}`;
    expect(truncateJson(json, 60).text).toBe('{"data":[12345678901234567890,1.0,1e400]}');
  });

  test('where a number is longer than an answer, into a text', () => {
    const { text } = truncateJson(`[${'7'.repeat(500)}]`, 100);
    expect(JSON.parse(text)).toEqual([expect.stringMatching(/^7{50,97}…$/)]);
  });

  test.each(['"', '\\', '\n', '\u0001', 'é', '😀', '\\u00', '\ud83d'])(
    'at no place within a character: %j',
    (character) => {
      const value = { a: character.repeat(300) };
      for (const json of [JSON.stringify(value), escaped(value)]) {
        for (let most = 60; most < 80; most += 1) {
          const { text } = truncateJson(json, most);
          const { a } = JSON.parse(text) as { a: string };
          expect(text.length).toBeLessThanOrEqual(most);
          expect(a.endsWith('…')).toBe(true);
          expect(value.a.startsWith(a.slice(0, -1))).toBe(true);
          if (character !== '\ud83d') expect(a).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
        }
      }
    },
  );

  test('where it is deep, and names no more places than can be read', () => {
    const deep = `${'{"a":['.repeat(5_000)}${'1,'.repeat(500)}1${']}'.repeat(5_000)}`;
    const { text, missing } = truncateJson(deep, 400);
    expect(text.length).toBeLessThanOrEqual(400);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(missing.length).toBeGreaterThan(0);
    const wide = JSON.stringify(
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, ids(100)])),
    );
    expect(describeTruncation(truncateJson(wide, 500).missing)).toMatch(/ of c and 2 more places cut\.\]$/);
  });

  test('into JSON again, whatever it is and however little is shown', () => {
    const random = generator(7);
    for (let round = 0; round < 500; round += 1) {
      const json = JSON.stringify(anyValue(random, 0));
      const most = 100 + Math.floor(random() * 400);
      const { text, missing } = truncateJson(json, most);
      expect(text.length).toBeLessThanOrEqual(most);
      expect(() => JSON.parse(text) as unknown).not.toThrow();
      expect(missing.length === 0).toBe(text === json);
      for (const { shown, all } of missing) expect(shown).toBeLessThan(all);
    }
  });

  test('in time that grows no faster than its length', async () => {
    expect(await growthOf(cutMany, 40_000)).toBeLessThan(mostGrowth);
  });
});

describe('text is cut', () => {
  test('behind a line', () => {
    const { text, missing } = truncateText('abc\n'.repeat(100), 50);
    expect(text).toBe('abc\n'.repeat(12).trimEnd());
    expect(describeTruncation(missing)).toBe('[truncated: shown 12 of 100 lines.]');
  });

  test('behind a character where its lines are long', () => {
    const { text, missing } = truncateText(`a\n${'😀'.repeat(100)}`, 51);
    expect(text).toBe(`a\n${'😀'.repeat(24)}`);
    expect(describeTruncation(missing)).toBe('[truncated: shown 50 of 202 characters.]');
  });

  test('not where it is short', () => {
    expect(truncateText('a\nb', 3)).toEqual({ text: 'a\nb', missing: [] });
  });
});

/** Cuts a list of so many things. */
function cutMany(count: number): void {
  const things = ids(count).map(({ id }) => ({ id, name: 'a "name"', tags: ['x'] }));
  truncateJson(compactJson(JSON.stringify({ data: things }, null, 1)).text, 88_000);
}

function toEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON of nothing but ASCII. */
function escaped(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\u0080-\uffff]/g, toEscape);
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

function anyValue(random: () => number, depth: number): unknown {
  const many = () => Math.floor(random() ** 3 * 60);
  const kind = Math.floor(random() * (depth > 3 ? 3 : 6));
  if (kind === 0) return random() * 10 ** Math.floor(random() * 20);
  if (kind === 1) return ['é"\\', 'a,b]}', '😀', '{'][Math.floor(random() * 4)]?.repeat(many());
  if (kind === 2) return null;
  if (kind < 5) return Array.from({ length: many() }, () => anyValue(random, depth + 1) ?? null);
  return Object.fromEntries(
    Array.from({ length: many() }, (_, index) => [`m"${index}`, anyValue(random, depth + 1) ?? null]),
  );
}
