/** What nobody must overlook. */
const grave = /\b(?:replac|overwr|permanent|irreversibl|cannot be undone|can't be undone|not reversible)/i;
/** Between two sentences, paragraphs or items of a list. */
const betweenSentences =
  /(?<=[.!?][)"'`*]*)(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx)\.)\s+(?=[^a-z])|\n\s*\n|\n(?=\s*[-*#|]\s)/;
/** What stands for words that are left out. */
export const cut = ' …';
/** Characters of a sentence that is worth being said in part. */
const shortestClause = 20;

/**
 * Cuts a text to about so many characters where a sentence ends, or the first sentence where a clause does. Sentences that
 * say what is lost come first.
 */
export function cutWords(text: string, most: number): string {
  if (text.length <= most) return text;
  if (most === 0) return '';
  const sentences = text.split(betweenSentences).filter((sentence) => sentence.trim() !== '');
  const ranked = [
    ...sentences.filter((one) => grave.test(one)),
    ...sentences.filter((one) => !grave.test(one)),
  ];
  const [first = ''] = ranked;
  let said = '';
  for (const sentence of ranked) {
    if (said.length + sentence.length >= most) break;
    said += `${said === '' ? '' : ' '}${sentence.trim()}`;
  }
  if (said !== '') return said + cut;
  const ends = [...first.matchAll(/[,;:] | \(| [-–—] /g)].map(({ index }) => index);
  const end = ends.findLast((index) => index <= most && index >= shortestClause);
  return end === undefined ? '' : first.slice(0, end) + cut;
}
