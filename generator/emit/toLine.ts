/** Characters that are invisible, reorder the text around them, or are half a character. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Document text as one visible line. */
export function toLine(text: string): string {
  return text.replace(invisible, ' ').replace(/\s+/g, ' ').trim();
}
