/** What ends a sentence. */
const ends = ['. ', '! ', '? '];

/**
 * Cuts a text to at most `longest` characters: after a sentence where that leaves half of them, else between
 * words with an ellipsis; never within a surrogate pair.
 */
export function clipText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest <= 0) return '';
  const sentence = Math.max(...ends.map((end) => text.lastIndexOf(end, longest - 1))) + 1;
  if (sentence >= longest / 2) return text.slice(0, sentence);
  const room = text.slice(0, longest - 1).replace(/[\uD800-\uDBFF]$/, '');
  const word = room.lastIndexOf(' ');
  return `${word >= longest / 2 ? room.slice(0, word) : room}…`;
}
