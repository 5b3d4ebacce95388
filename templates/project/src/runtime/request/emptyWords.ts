/** What is said of a list or an object that has to be sent, and of which there is nothing to send. */
export function emptyWords(value: unknown): string {
  const what = Array.isArray(value)
    ? 'an empty list: give at least one item'
    : 'an object without a value: give one';
  return `required, and nothing can be sent of ${what}`;
}
