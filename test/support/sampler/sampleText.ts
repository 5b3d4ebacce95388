import * as fc from 'fast-check';
import type { Schema } from '../../../generator/model/api.js';
import { memoizeIn } from '../../../generator/text/memo.js';
import type { Form, Part } from './sampleForms.js';

/** Says whether a value fits a schema. */
export type Accepts = (schema: Exclude<Schema, boolean>, value: unknown) => boolean;

/** Samples texts that fit all parts. */
export type SampleText = (form: Form) => fc.Arbitrary<unknown>;

/** Keywords that only strings are held to. */
const keywords = new Set(['type', 'pattern', 'format', 'minLength', 'maxLength', 'contentEncoding']);

/** Texts that often fit where nothing better is known, such as beside a lookahead. */
const words = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.stringMatching(/^[A-Z][A-Z0-9_]{0,8}$/),
  fc.stringMatching(/^[\w.~-]{1,24}$/),
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.stringMatching(/^[0-9a-f]{32}$/),
  fc.stringMatching(/^[a-z]{2,5}[-_/:.][a-z0-9]{2,5}$/),
  fc.string({ maxLength: 12 }),
);

const wideCharacter = fc.constantFrom(
  'é',
  'ß',
  '字',
  'ا',
  '😀',
  '\u0000',
  '\u2028',
  '\n',
  '"',
  '\\',
  '%',
  '/',
);

const moments = fc
  .date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const links = fc.stringMatching(
  /^https?:\/\/[a-z]{1,8}\.(com|org)(\/[a-z0-9]{1,4}){0,2}(\?[a-z]=[0-9])?(#[a-z])?$/,
);

/** Texts of a format. */
const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'date-time': fc.oneof(
    moments,
    moments.map((text) => text.replace(/\.\d+Z/, '+02:00')),
  ),
  date: moments.map((text) => text.slice(0, 10)),
  time: moments.map((text) => text.slice(11)),
  duration: fc.oneof(fc.stringMatching(/^P[1-9]D(T[1-9]H)?$/), fc.stringMatching(/^PT[1-9]M$/)),
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  hostname: fc.domain(),
  ipv4: fc.ipV4(),
  ipv6: fc.ipV6(),
  uri: fc.oneof(links, fc.constantFrom('urn:a:b', 'mailto:a@example.com', 'http://localhost:8080')),
  url: links,
  'uri-reference': fc.oneof(links, fc.constantFrom('/a/b', '../c', '?d=1', '#e')),
  'uri-template': fc.constantFrom('https://example.com/{id}', '/{a}{?b}'),
  byte: fc.base64String({ maxLength: 12 }),
  'json-pointer': fc.constantFrom('', '/a', '/a/0/b~1c'),
  'relative-json-pointer': fc.constantFrom('0', '1/a'),
  regex: fc.constantFrom('^a', '[0-9]+'),
};

/** Makes the function that samples texts which fit all parts; those with a pattern or format come from a pool. */
export function sampleText(accepts: Accepts): SampleText {
  const pools = new Map<string, readonly string[]>();
  const lengths = new Map<string, fc.Arbitrary<string>>();

  return (form) => {
    const parts = form.map((part) => pick(part)).filter((part) => Object.keys(part).length > 0);
    const patterns = parts.flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern as string]));
    const named = parts.flatMap(({ format }) => formats[format as string] ?? []);
    const least = Math.max(0, ...parts.map(({ minLength = 0 }) => minLength as number));
    const most = Math.min(...parts.map(({ maxLength = Infinity }) => maxLength as number));
    const sized = memoizeIn(lengths, `${least} ${most}`, () => sampleSized(least, most));
    if (patterns.length === 0 && parts.every(({ format }) => format === undefined)) return sized;
    const pool = memoizeIn(pools, JSON.stringify(parts), () => {
      // One schema for all texts: whoever judges them makes each schema ready when it is first seen.
      const whole = { allOf: parts };
      return fill([...patterns.flatMap(matching), ...named, words, sized], (text) => accepts(whole, text));
    });
    return pool.length === 0 ? fc.constant(undefined) : fc.constantFrom(...pool);
  };
}

function pick(part: Part): Part {
  return Object.fromEntries(Object.entries(part).filter(([keyword]) => keywords.has(keyword)));
}

/** Texts of any characters and of a length: shorter ones, and the longest. */
function sampleSized(least: number, most: number): fc.Arbitrary<string> {
  const sizes = { minLength: least, maxLength: Math.max(least, Math.min(most, least + 8)) };
  const wide = fc.array(wideCharacter, sizes).map((characters) => characters.join(''));
  const longest = most <= 5000 ? [fc.constant('x'.repeat(most))] : [];
  return fc.oneof(fc.string(sizes), wide, ...longest);
}

/** The texts that a pattern matches; none where it has what the generator of texts does not know. */
function matching(pattern: string): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(new RegExp(pattern, 'u'), { maxLength: 40 })];
  } catch {
    return [];
  }
}

/** Some texts of each source that fit, always the same ones. */
function fill(sources: readonly fc.Arbitrary<string>[], fits: (text: string) => boolean): readonly string[] {
  const texts = sources.flatMap((source) => fc.sample(source, { seed: 1, numRuns: 24 }));
  return [...new Set(texts)].filter(fits);
}
