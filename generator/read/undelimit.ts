/**
 * The text and the flags of a pattern that stands between slashes, as in `/^a+$/i`; undefined for others. A slash
 * at both ends may also be meant, as in a path: not where a start follows it, or an end precedes it.
 */
export function undelimit(source: string): { text: string; letters: string } | undefined {
  const [, text, letters = ''] = /^\/([^]*)\/([a-zA-Z]*)$/.exec(source) ?? [];
  return text !== undefined && /^(?:\^|\\A)|(?:(?<!\\)\$|\\[zZ])$/.test(text) ? { text, letters } : undefined;
}
