import type { Config } from '../model/config.js';
import { hashText } from './hashText.js';

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
  const whole = write(words, style);
  if (whole.length <= longest) return whole;
  const room = longest - hashLength - 1;
  const fitting = words.findLastIndex((_, index) => write(words.slice(0, index), style).length <= room);
  const kept = write(words.slice(0, fitting), style);
  const start = kept.length >= room / 2 ? kept : whole.slice(0, room);
  return write([start, hashText(identity, hashLength)], 'snake_case');
}

function write(words: readonly string[], style: Config['names']): string {
  if (style === 'snake_case') return words.join('_');
  return words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('');
}
