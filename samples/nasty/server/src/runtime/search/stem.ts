/** What a word needs to be shortened at all. */
const shortest = 3;

/**
 * The stem of an English word in lower case: `repositories` and `repository` have the same, so do `creates`,
 * `created` and `creating`. It need not be a word. Words of other scripts, and those with digits, stay as they are.
 */
export function stem(word: string): string {
  if (word.length < shortest || !/^[a-z]+$/.test(word)) return word;
  return dropEnd(dropEnding(toSingular(word)));
}

function toSingular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word;
}

function dropEnding(word: string): string {
  const [, root = ''] = /^(\w{3,}?)(?:ing|ed)$/.exec(word) ?? [];
  if (!/[aeiouy]/.test(root)) return word;
  return /([bdgmnprt])\1$/.test(root) ? root.slice(0, -1) : root;
}

function dropEnd(word: string): string {
  if (word.length <= shortest) return word;
  return word.endsWith('e') ? word.slice(0, -1) : word.replace(/y$/, 'i');
}
