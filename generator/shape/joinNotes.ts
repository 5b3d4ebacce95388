/** A text and notes on it, each a sentence of its own; a note in brackets belongs to the sentence before it. */
export function joinNotes(text: string, notes: readonly string[]): string {
  return notes.reduce((line, note) => {
    if (line === '' || note === '') return line || note;
    return `${line}${note.startsWith('(') || /[.!?:;,…]$/.test(line) ? '' : '.'} ${note}`;
  }, text);
}
