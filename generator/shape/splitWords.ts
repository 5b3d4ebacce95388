import { foldText } from './foldText.js';

/** Longest text that is looked at: no name has room for what follows. */
const longest = 1000;

/**
 * The words of an identifier or a path, in lower case: `listPetsV2` is `list pets v2`, `getURLById` is
 * `get url by id`. Digits belong to the word before them; diacritics go, and
 * what is neither letter nor digit divides.
 */
export function splitWords(text: string): string[] {
  return (
    foldText(text.slice(0, longest)).match(
      /(?:[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+)(?:\d+[a-z]*)*|\d+[a-z]*/g,
    ) ?? []
  ).map((word) => word.toLowerCase());
}
