import { foldText } from './foldText.js';

/**
 * The words of an identifier or a path, in lower case: `listPetsV2` is `list pets v2`, `getURLById` is
 * `get url by id`. Digits belong to the word before them; diacritics go, and
 * what is neither letter nor digit divides.
 */
export function splitWords(text: string): string[] {
  return (
    foldText(text).match(/(?:[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+)(?:\d+[a-z]*)*|\d+[a-z]*/g) ??
    []
  ).map((word) => word.toLowerCase());
}
