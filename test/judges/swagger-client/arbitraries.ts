import * as fc from 'fast-check';
import type { Case, Described } from './case.js';

/** Texts of what means something somewhere: delimiters, escapes, quotes, brackets, and all of Unicode. */
const text = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('a', 'B9', '-', '.', '_~', 'x y') },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...":/?#[]@!$&'()*+,;=", '|', '%', '"', '{', '}', '<', '^', '`'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('%41', '%2F', '%%', 'ä', '名', '😀', 'e\u0301', '\\', '\t', 'null'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 2 }) },
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''));

const number = fc.oneof(fc.maxSafeInteger(), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const scalar = fc.oneof({ weight: 3, arbitrary: text }, { weight: 1, arbitrary: number }, fc.boolean());
const member = fc.oneof({ weight: 6, arbitrary: scalar }, { weight: 1, arbitrary: fc.constant(null) });
const key = text.filter((name) => name !== '' && !['__proto__'].includes(name));
const list = fc.array(member, { maxLength: 3 });
const map = fc.dictionary(key, member, { maxKeys: 3, noNullPrototype: true });
const deep = fc.dictionary(key, fc.oneof(member, list, map, fc.array(map, { maxLength: 2 })), {
  maxKeys: 3,
  noNullPrototype: true,
});
const value = fc.oneof({ weight: 2, arbitrary: scalar }, list, map, { weight: 1, arbitrary: deep });

const versions = fc.constantFrom('3.0.4' as const, '3.1.1' as const, '3.2.0' as const);
const names = fc.constantFrom('p', 'page[size]', '$top', 'a b', 'ü', 'x.y-z', 'c:d', 'e=f');
const maybe = fc.option(fc.boolean(), { nil: undefined });

const styles: [place: Described['in'], styles: readonly string[]][] = [
  ['path', ['simple', 'label', 'matrix']],
  ['query', ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']],
  ['header', ['simple']],
  ['cookie', ['form']],
];

/** A parameter with a style. */
const styled: fc.Arbitrary<Described> = fc
  .oneof(
    ...styles.map(([place, known]) =>
      fc.record({ in: fc.constant(place), style: fc.constantFrom(...known) }),
    ),
  )
  .chain(({ in: place, style }) =>
    fc.record({
      name: nameIn(place),
      in: fc.constant(place),
      value,
      style: fc.constant(style),
      explode: maybe,
      allowReserved: maybe,
    }),
  )
  .map(withoutUndefined);

/** A parameter with a media type. */
const contained = fc.constantFrom<Described['in'][]>('path', 'query', 'header', 'cookie').chain((place) =>
  fc.record({
    name: nameIn(place),
    in: fc.constant(place),
    value,
    mediaType: fc.constant('application/json'),
  }),
);

const old = fc.constantFrom<Described['in'][]>('path', 'query', 'header', 'formData').chain((place) =>
  fc.record({
    name: nameIn(place),
    in: fc.constant(place),
    value: fc.oneof(scalar, fc.array(text, { maxLength: 3 })),
    collectionFormat: fc.constantFrom('csv', 'ssv', 'tsv', 'pipes', isOfPairs(place) ? 'multi' : 'csv'),
  }),
);

const encoding = fc.oneof(
  fc.record(
    {
      style: fc.constantFrom('form', 'spaceDelimited', 'pipeDelimited', 'deepObject'),
      explode: fc.boolean(),
      allowReserved: fc.boolean(),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
  fc.constant({ contentType: 'application/json' }),
);

const form = fc.record({
  value: fc.dictionary(fc.constantFrom('a', 'b c', 'd[]'), value, { minKeys: 1, noNullPrototype: true }),
  mediaType: fc.constant('application/x-www-form-urlencoded'),
  encoding: fc.dictionary(fc.constantFrom('a', 'b c', 'd[]'), encoding, { noNullPrototype: true }),
});
const json = fc.record({
  value: fc.oneof(map, deep),
  mediaType: fc.constant('application/merge-patch+json'),
});

const last: Described = { name: 'z', in: 'query', value: 'last' };

/** Requests of every version, place and style. */
export const cases: fc.Arbitrary<Case> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      version: versions,
      parameters: fc.oneof(fc.tuple(styled), fc.tuple(styled, fc.constant(last))),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ version: versions, parameters: contained.map((one) => [one]) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ version: fc.constant('2.0' as const), parameters: old.map((one) => [one]) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ version: versions, parameters: fc.constant([]), body: fc.oneof(form, json) }),
  },
);

/** Headers are named by tokens, and so are cookies in practice. */
function nameIn(place: Described['in']): fc.Arbitrary<string> {
  if (place === 'header') return fc.constant('X-P');
  return place === 'cookie' ? fc.constant('p') : names;
}

function isOfPairs(place: Described['in']): boolean {
  return place === 'query' || place === 'formData';
}

/** What is not said is not there. */
function withoutUndefined({ explode, allowReserved, ...one }: Parts): Described {
  return {
    ...one,
    ...(explode === undefined ? {} : { explode }),
    ...(allowReserved === undefined ? {} : { allowReserved }),
  };
}

type Parts = Omit<Described, 'explode' | 'allowReserved'> & {
  explode: boolean | undefined;
  allowReserved: boolean | undefined;
};
