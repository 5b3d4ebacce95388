/** A run of letters, as camel case divides them, with the digits that follow it: `pets`, `URL`, `v1beta1`; or a number. */
const words =
  /(?:\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+)(?:\p{Nd}+\p{Ll}*)*|\p{Nd}+/gu;
/** The ends of words such as `pet's` and `don't`. */
const ends = /(?<=\p{L})['’]\p{L}{1,2}(?!\p{L})/gu;
/** Scripts that put no spaces between words, or join what English divides. */
const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]{2,}/u;

/**
 * The words of a text, a name or a path, in lower case and without diacritics: `listPets`, `list-pets` and
 * `list pets` are the same. Where words have no spaces between them, each two neighbouring characters are one.
 */
export function splitText(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll(ends, '');
  return (folded.match(words) ?? []).flatMap((word) => {
    const lower = word.toLowerCase();
    return unspaced.test(lower) ? pairs([...lower]) : lower;
  });
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
