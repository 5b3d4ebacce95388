import type { Operation } from '../model/api.js';
import type { Means } from './finding.js';

/** Words that say nothing by themselves. */
const fillers = new Set(
  'a an the this that of in on for to from by with and or is are be it its your operation method endpoint api request'.split(
    ' ',
  ),
);

/** Placeholders that were never filled in. */
const placeholder =
  /^(todo|tbd|fixme|n\/?a|none|null|undefined|string|description|desc|test|lorem ipsum.*|[-.?…]+)\.?$/i;

/** Whether a text says nothing beyond a name: its words are all in there, or it is a placeholder. */
export function repeats(
  text: string,
  name: string,
  { cleanText, splitWords }: Pick<Means, 'cleanText' | 'splitWords'>,
): boolean {
  const clean = cleanText(text);
  if (isPlaceholder(clean)) return true;
  // Words of other scripts are not split: nothing is known of them.
  if (clean.length > 120 || /[^\x20-\x7e]/.test(clean)) return false;
  const known = new Set(splitWords(name).map(stem));
  const said = splitWords(clean).filter((word) => !fillers.has(word));
  return said.length > 0 && said.every((word) => known.has(stem(word)));
}

/** Whether a text was never filled in: `tbd`, `string`. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** `pets` and `pet` are the same word here. */
export function stem(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(s|x|z|ch|sh)es$/, '$1')
    .replace(/([^s])s$/, '$1');
}

/** An operation as people write it: `GET /pets`. */
export function nameOperation({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  return `${method} ${path}`;
}
