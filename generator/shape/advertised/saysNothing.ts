import type { Keywords } from '../../schema/subschemas.js';
import { splitWords } from '../../text/words.js';

/** Characters of a text that may say nothing; no longer one is looked at. */
const longest = 160;

/** Words that say nothing by themselves. */
const empty = new Set(
  (
    'a an the this that these its it is are be of for to in on by with and or as ' +
    'value values field fields parameter parameters param property properties argument attribute ' +
    'string number integer boolean array object'
  ).split(' '),
);

/** Words for what keywords say: they count as said where the schema has one of these. */
const ofKeywords: readonly [words: string, keywords: readonly string[]][] = [
  ['default defaults', ['default']],
  ['one of possible allowed valid supported enum enumeration can may either following', ['enum', 'const']],
  ['minimum min least', ['minimum', 'minLength', 'minItems']],
  ['maximum max most up', ['maximum', 'maxLength', 'maxItems']],
];

/**
 * Whether a text only repeats what the name of a value and its schema say: `The user ID.` of `user_id`,
 * `Defaults to 10` beside a default of 10.
 */
export function saysNothing(text: string, name: string, schema: Keywords): boolean {
  if (text.length > longest) return false;
  let named: string[] | undefined;
  const isKnown = (word: string): boolean => {
    named ??= splitWords(name);
    return named.includes(word) || impliedWords(schema).has(word);
  };
  // Most texts say something within their first words.
  return wordsAndNumbers(text).every((part) => split(part).every((word) => empty.has(word) || isKnown(word)));
}

/** What schemas imply: each is written in many degrees of detail. */
const implied = new WeakMap<Keywords, ReadonlySet<string>>();

function impliedWords(schema: Keywords): ReadonlySet<string> {
  const known = implied.get(schema) ?? new Set(listImplied(schema));
  implied.set(schema, known);
  return known;
}

function listImplied(schema: Keywords): string[] {
  const { type, format, default: usual, enum: values = [], const: constant } = schema;
  const listed = [...(values as unknown[]), constant, usual].filter((value) => typeof value !== 'object');
  const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']
    .map((keyword) => schema[keyword])
    .filter((value) => value !== undefined);
  const said = ofKeywords
    .filter(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))
    .flatMap(([words]) => words.split(' '));
  const told = [type, format, ...listed, ...bounds].flat();
  return [...said, ...told.flatMap((value) => wordsAndNumbers(String(value ?? '')).flatMap(split))];
}

/** The words and numbers of a text; a sign belongs to its number. */
function wordsAndNumbers(text: string): string[] {
  return text.match(/[-+]?\d+(?:\.\d+)?|[\p{L}\p{M}]+/gu) ?? [];
}

function split(part: string): string[] {
  const words = /\d/.test(part) ? [] : splitWords(part);
  return words.length === 0 ? [part.toLowerCase()] : words;
}
