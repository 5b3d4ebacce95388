/** Names in about `longest` characters, and how many more there are: `a, b, c and 12 more`. */
export function listNames(names: readonly string[], longest = 120): string {
  let text = '';
  for (const [index, name] of names.entries()) {
    const next = text === '' ? name.slice(0, longest) : `${text}, ${name}`;
    if (next.length > longest) return `${text} and ${names.length - index} more`;
    text = next;
  }
  return text;
}
