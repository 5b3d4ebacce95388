import { escapeHidden, hidden } from './hidden.js';
import { endsInSign } from './sentences.js';

/** A text and notes on it, each a sentence of its own; a note in brackets belongs to the sentence before it. */
export function joinNotes(text: string, notes: readonly string[]): string {
  return notes.reduce((line, note) => {
    if (line === '' || note === '') return line || note;
    return `${line}${note.startsWith('(') || endsInSign(line) ? '' : '.'} ${note}`;
  }, text);
}

/** A name as words may hold it: one with characters that nobody sees is told as JSON escapes it. */
export function showName(name: string): string {
  return name.search(hidden) === -1 ? name : escapeHidden(JSON.stringify(name));
}

/**
 * Names in about `longest` characters, and how many more there are: `a, b, c and 12 more`. One with characters that
 * nobody sees is told as JSON escapes it.
 */
export function listNames(names: readonly string[], longest = 120): string {
  let text = '';
  for (const [index, name] of names.map(showName).entries()) {
    const next = text === '' ? name.slice(0, longest) : `${text}, ${name}`;
    if (next.length > longest) return `${text} and ${names.length - index} more`;
    text = next;
  }
  return text;
}

/** Values as JSON, in as many characters. */
export function listAsJson(values: readonly unknown[]): string {
  return listNames(values.map((value) => escapeHidden(JSON.stringify(value))));
}
