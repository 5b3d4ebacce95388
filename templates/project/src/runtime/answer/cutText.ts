/** About 20,000 tokens. */
const mostCharacters = 88_000;

/** Keeps a text within what a model can be given, and says what is missing. */
export function cutText(text: string, most = mostCharacters): string {
  if (text.length <= most) return text;
  // Not in the middle of a character.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return `${kept}\n[truncated: ${count(text.length - kept.length)} of ${count(text.length)} characters are omitted. Ask for less, with a filter or a smaller page]`;
}

function count(characters: number): string {
  return characters.toLocaleString('en');
}
