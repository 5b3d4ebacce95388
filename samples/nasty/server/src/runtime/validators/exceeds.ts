/** Whether a text has more characters than a `maxLength` allows. */
export function exceeds(text: string, maxLength: unknown): boolean {
  if (typeof maxLength !== 'number' || text.length <= maxLength) return false;
  return text.length > maxLength * 2 || [...text].length > maxLength;
}
