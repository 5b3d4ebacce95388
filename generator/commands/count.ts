/** A number of things in words: `count(1, 'tool')` is `1 tool`, `count(1123, 'tool')` is `1,123 tools`. */
export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}
