import { isRounded } from '../answer/isRounded.js';
import { mapNumbers } from '../answer/mapNumbers.js';

/** Writes numbers that JavaScript would round as texts that begin with a mark, in valid JSON. */
export function markLarge(json: string, mark: string): string {
  return mapNumbers(json, isRounded, (number) => `"${mark}${number}"`);
}

/** Takes the marks out again: a text that is one number becomes that number. */
export function unmarkLarge(json: string, mark: string): string {
  return json.replaceAll(new RegExp(`"${mark}([\\d.eE+-]+)"`, 'g'), '$1').replaceAll(mark, '');
}
