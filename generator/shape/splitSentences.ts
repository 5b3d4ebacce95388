/** Abbreviations that never end a sentence. */
const always = new Set('e.g i.e cf vs mr mrs ms dr viz resp incl excl'.split(' '));
/** Those that do not where a number follows: `Jan. 5`, `No. 7`, `max. 20`. */
const beforeNumbers = new Set(
  'jan feb mar apr jun jul aug sep sept oct nov dec no nr fig sec ch art vol p pp max min approx ca v'.split(
    ' ',
  ),
);

/** What may end a sentence, with what closes behind it; in scripts without spaces nothing has to follow. */
const end = /(?:[.!?…]+["'”’)\]]*(?=\s)|[。！？]["”’」）]*)/gu;
const lower = /^\s+["'“‘([]*\p{Ll}/u;
const number = /^\s+\d/;

/**
 * Splits a text into its sentences. What is no end of one: the points of abbreviations, initials, numbers,
 * versions and addresses, and any point before a small letter.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const { 0: mark, index } of text.matchAll(end)) {
    const after = index + mark.length;
    if (!isEnd(text.slice(start, index), mark, text.slice(after, after + 8))) continue;
    sentences.push(text.slice(start, after).trim());
    start = after;
  }
  return [...sentences, text.slice(start).trim()].filter((sentence) => sentence !== '');
}

function isEnd(before: string, mark: string, next: string): boolean {
  if (/^[。！？]/u.test(mark)) return true;
  if (lower.test(next)) return false;
  if (mark !== '.') return true;
  const [word = ''] = /(?<![\p{L}.])[\p{L}.]*$/u.exec(before) ?? [];
  const known = word.toLowerCase();
  if (always.has(known) || /^\p{Lu}$/u.test(word)) return false;
  return !(beforeNumbers.has(known) && number.test(next));
}
