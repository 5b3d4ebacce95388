/** Words that tell no tool from another. */
const stopWords = new Set(
  (
    'a all an and any are as at be been by can could do does for from had has have he her here him his how i if ' +
    'in into is it its just like many may me much my need not of on or our please she should so some than that ' +
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
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropEnding(word: string): string {
  const [, root = ''] = /^(\w{3,}?)(?:ing|ed)$/.exec(word) ?? [];
  if (!/[aeiouy]/.test(root)) return word;
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

function dropEnd(word: string): string {
  if (word.length <= shortest) return word;
  return word.endsWith('e') ? word.slice(0, -1) : word.replace(/y$/, 'i');
}

/** The terms that there are. */
export type Vocabulary = ReadonlyMap<string, unknown>;

/** Shorter terms are only looked for as the beginning of others: they are like too many. */
const longEnough = 4;

/**
 * What a term that nothing is found by may stand for: those of which it is the beginning, else those that differ in
 * a letter, else those that hold it.
 */
export function similar(term: string, vocabulary: Vocabulary): readonly string[] {
  const terms = [...vocabulary.keys()];
  const ways = [
    () => terms.filter((other) => other.startsWith(term)),
    () => terms.filter((other) => differInOne(term, other)),
    () => terms.filter((other) => other.includes(term)),
  ];
  for (const way of term.length < longEnough ? ways.slice(0, 1) : ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether one letter is left out, put in, mistaken or swapped with the next. */
function differInOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}
