import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countJson } from '../../../../generator/text/countJson.js';
import { countTokens } from '../../../support/countTokens.js';

const ends = "a B don ' 's ’ é e\u0301 ⚠️ \u0301 \" \\ / 1 1234 . , { } 日本 😀 Iñ _ - $ref … \u{1F469}\u200D"
  .split(' ')
  .concat(' ', '  ', '\n');

/** Texts that end and begin with what tokens may go on with: marks, apostrophes, spaces, emoji, other scripts. */
const text = fc.array(fc.constantFrom(...ends), { maxLength: 8 }).map((parts) => parts.join(''));

const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(text, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).any;
const object = fc.dictionary(text, value, { maxKeys: 4, noNullPrototype: true });

test('counts as the whole text is counted, to the token', () => {
  const counter = countJson(countTokens);
  fc.assert(
    fc.property(object, object, (one, other) => {
      // The second time, everything in it is known.
      for (const known of [one, { again: one, other }, { again: one, other }]) {
        expect(counter.count(known)).toBe(countTokens(JSON.stringify(known)));
      }
    }),
    { seed: 11, numRuns: 400 },
  );
});

test('joins pieces as one text', () => {
  const counter = countJson(countTokens);
  fc.assert(
    fc.property(fc.array(object, { maxLength: 5 }), text, (objects, between) => {
      const parts = objects.flatMap((one) => [counter.piece(one), between]);
      const whole = objects.flatMap((one) => [JSON.stringify(one), between]).join('');
      const joined = counter.join(parts);
      expect(counter.total(joined)).toBe(countTokens(whole));
      expect(counter.total(counter.join([between, joined, '}']))).toBe(countTokens(`${between}${whole}}`));
    }),
    { seed: 12, numRuns: 400 },
  );
});

test('leaves out what JSON leaves out', () => {
  const { count } = countJson(countTokens);
  expect(count({ a: undefined, b: { c: undefined } })).toBe(countTokens('{"b":{}}'));
});

test('counts what is the same once', () => {
  let counted = 0;
  const { count } = countJson((whole) => {
    counted += whole.length;
    return countTokens(whole);
  });
  const shared = { type: 'string', description: 'Words that many tools have in common. '.repeat(20) };
  for (let index = 0; index < 50; index += 1)
    count({ name: `tool${index}`, inputSchema: { properties: { shared } } });
  expect(counted).toBeLessThan(10 * JSON.stringify(shared).length);
});
