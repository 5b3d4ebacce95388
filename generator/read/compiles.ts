/** Whether the pattern is a regular expression of ECMAScript in `u` mode: without it, `\A` would mean "A". */
export function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
