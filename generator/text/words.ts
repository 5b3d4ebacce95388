import type { Config } from '../model/config.js';
import { hashText } from './hash.js';
import { commands } from './hidden.js';

/** The terms that a text is found by: the servers look for those that the generator has written. */
export { selfTerm, termsOf } from '../../templates/project/src/runtime/search/terms.js';
/** Terms that say little, and verbs that say no more than what a tool does anyway. */
export { faint, usual } from '../../templates/project/src/runtime/search/vocabulary.js';

/** Longest text that is looked at: no name has room for what follows. */
const longestSplit = 1000;

/**
 * The words of an identifier or a path, in lower case: `listPetsV2` is `list pets v2`, `getURLById` is
 * `get url by id`. Digits belong to the word before them; diacritics go, and
 * what is neither letter nor digit divides.
 */
export function splitWords(text: string): string[] {
  return (
    foldText(text.slice(0, longestSplit).replace(commands, ' ')).match(
      /(?:[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+)(?:\d+[a-z]*)*|\d+[a-z]*/g,
    ) ?? []
  ).map((word) => word.toLowerCase());
}

/** Latin letters that are more than one with a mark, and what stands for each in ASCII. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ı: 'i',
  ĸ: 'k',
  ə: 'e',
};

const known = new RegExp(`([${Object.keys(letters).join('')}])(?=(.?))`, 'giu');

/**
 * The text with letters of ASCII for all of Latin scripts: `Müller` is `Muller`, `Størrelse` is `Storrelse`, and
 * `Ægir` is `Aegir`. Other scripts stay as they are.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(known, (letter: string, _same: string, next: string) => {
      const written = letters[letter.toLowerCase()] ?? letter;
      if (letter === letter.toLowerCase()) return written;
      return /\p{Lu}/u.test(next)
        ? written.toUpperCase()
        : written.charAt(0).toUpperCase() + written.slice(1);
    });
}

/** Characters of the hash that a cut name ends in. */
const hashLength = 6;

/**
 * Writes words as one name of at most `longest` characters. A longer one is cut, between words where that
 * leaves enough of it, and ends in a hash of `identity`: so it depends on no other name.
 */
export function joinWords(
  words: readonly string[],
  style: Config['names'],
  longest: number,
  identity: string,
): string {
  const whole = joinInStyle(words, style);
  if (whole.length <= longest) return whole;
  const room = longest - hashLength - 1;
  const fitting = words.findLastIndex((_, index) => joinInStyle(words.slice(0, index), style).length <= room);
  const kept = joinInStyle(words.slice(0, fitting), style);
  const start = kept.length >= room / 2 ? kept : whole.slice(0, room);
  return joinInStyle([start, hashText(identity, hashLength)], 'snake_case');
}

function joinInStyle(words: readonly string[], style: Config['names']): string {
  if (style === 'snake_case') return words.join('_');
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}

/** Plurals that no ending tells. */
const plurals: Readonly<Record<string, string>> = {
  children: 'child',
  people: 'person',
  indices: 'index',
  leaves: 'leaf',
  lives: 'life',
  shelves: 'shelf',
};

/** The singular of an English noun, where it is plain. */
export function toOne(word: string): string {
  const irregular = Object.hasOwn(plurals, word) ? plurals[word] : undefined;
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|tus)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

/** Words for more than one thing that have no plural. */
const uncounted = new Set(
  'data info information staff inventory stock equipment feedback media content metadata'.split(' '),
);

/** A noun in the plural; one that is, or has none, stays. */
export function toMany(word: string): string {
  if (uncounted.has(word) || word.endsWith('s') || Object.hasOwn(plurals, word)) return word;
  const irregular = Object.keys(plurals).find((many) => plurals[many] === word);
  if (irregular !== undefined) return irregular;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

/** A line of a file. */
export interface Mention {
  line: number;
  text: string;
}

/** Where a name stands in a text, as a word of its own. */
export function findWord(text: string, name: string): number[] {
  const escaped = name.replaceAll(/[$.-]/g, String.raw`\$&`);
  return [...text.matchAll(new RegExp(`(?<![\\w$])${escaped}(?![\\w$])`, 'g'))].map(({ index }) => index);
}

/** The lines at places of a text, each once and in order, without the blanks around them. */
export function listMentions(text: string, places: readonly number[]): Mention[] {
  const lines = text.split('\n');
  const numbers = places.map((place) => text.slice(0, place).split('\n').length);
  return [...new Set(numbers)]
    .toSorted((a, b) => a - b)
    .map((line) => ({ line, text: (lines[line - 1] ?? '').trim() }));
}
