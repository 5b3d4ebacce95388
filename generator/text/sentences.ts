/** The sentences of a text in Markdown, each on one line; list items and table rows are sentences of their own. */
export function splitMarkdown(text: string): string[] {
  return text
    .replaceAll(/<br\s*\/?>|<\/?(?:p|li|ul|ol|div)\b[^<>]{0,200}>/gi, '\n')
    .split(/\n\s*\n|\n\s*(?=[-*|])|(?<=[.!?])\s+(?=[A-Z`"'(*])/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
}

/** What ends a sentence within a text. */
export const sentenceEnds = ['. ', '! ', '? '];

/** Abbreviations that never end a sentence. */
const always = new Set('e.g i.e cf vs mr mrs ms dr viz resp incl excl'.split(' '));

/** Those that do not where a number follows: `Jan. 5`, `No. 7`, `max. 20`. */
const beforeNumbers = new Set(
  'jan feb mar apr jun jul aug sep sept oct nov dec no nr fig sec ch art vol p pp max min approx ca v'.split(
    ' ',
  ),
);

/** What may end a sentence, from its first sign, with what closes behind it; in scripts without spaces nothing has to follow. */
const end = /(?:(?<![.!?…])[.!?…]+["'”’)\]]*(?=\s)|[。！？]["”’」）]*)/gu;
const lower = /^\s+["'“‘([]*\p{Ll}/u;
const numbering = /^\s+\d/;

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
  return !(beforeNumbers.has(known) && numbering.test(next));
}

/** The sentences of a plain text, by their last characters alone. */
export function splitPlainly(text: string): string[] {
  return text.split(/(?<=[.!?。])\s+/);
}

/** What to put behind a text to end its sentence: nothing where that has an end. */
export function fullStop(text: string): string {
  return text === '' || /[.!?…。]$/.test(text) ? '' : '.';
}

/** Whether a text ends in a sign that parts sentences, or parts of one. */
export function endsInSign(text: string): boolean {
  return /[.!?:;,…]$/.test(text);
}
