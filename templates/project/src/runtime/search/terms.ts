/** Words that tell no tool from another. */
const stopWords = new Set(
  (
    'a all an and any are as at be been by can could did do does for from had has have he her here him his how i if ' +
    'in into is it its just like many may me much my need no not of on or our please she should so some than that ' +
    'the their them then there these they this those to us use using want was we were what when where which ' +
    'who whose why will with would you your'
  ).split(' '),
);

/** Characters of a term. */
const longest = 40;

/** The terms by which a text is found: its words less those that say nothing, each by its stem. */
export function termsOf(text: string): string[] {
  return splitText(text)
    .filter((word) => !stopWords.has(word))
    .map((word) => stem(word.slice(0, longest)));
}

/** The term of tools that are for whoever asks. */
export const selfTerm = 'me';

/** The letters and digits of a text, in any case and whatever stands between them. */
export function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

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
function splitText(text: string): string[] {
  const folded = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC').replaceAll(ends, '');
  return (folded.match(words) ?? []).flatMap((word) => {
    const lower = word.toLowerCase();
    return unspaced.test(lower) ? pairs([...lower]) : lower;
  });
}

function pairs(characters: readonly string[]): string[] {
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

/** What a word needs to be shortened at all. */
const shortest = 3;

/**
 * The stem of an English word in lower case: `repositories` and `repository` have the same, so do `creates`,
 * `created` and `creating`. It need not be a word. Words of other scripts, and those with digits, stay as they are.
 */
export function stem(word: string): string {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) return word;
  return dropEnd(dropEnding(toSingular(word)));
}

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return isPlural(word) ? word.slice(0, -1) : word;
}

/** Whether a word ends as English plurals do. */
export function isPlural(word: string): boolean {
  return /[^sui]s$/.test(word);
}

function dropEnding(word: string): string {
  const [, noun] = /^(\w{5,})ion$/.exec(word) ?? [];
  if (noun !== undefined) return noun;
  const [, root = ''] = /^(\w{3,}?)(?:ing|ed)$/.exec(word) ?? [];
  if (!/[aeiouy]/.test(root)) return word;
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

function dropEnd(word: string): string {
  if (word.length <= shortest) return word;
  return word.endsWith('e') ? word.slice(0, -1) : word.replace(/y$/, 'i');
}
