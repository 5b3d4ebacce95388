/** The sentences of a text in Markdown, each on one line; list items and table rows are sentences of their own. */
export function splitSentences(text: string): string[] {
  return text
    .replaceAll(/<br\s*\/?>|<\/?(?:p|li|ul|ol|div)\b[^<>]{0,200}>/gi, '\n')
    .split(/\n\s*\n|\n\s*(?=[-*|])|(?<=[.!?])\s+(?=[A-Z`"'(*])/)
    .map((part) => part.replaceAll(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
}
