import { joinNotes } from './joinNotes.js';
import type { Keywords } from './subschemas.js';

/** What an object is called that is given as JSON in a string. */
const opening = 'A JSON object as text';

const opens = new RegExp(`^${opening}[.:] ?`);

/** An object as JSON in a string, which the server makes an object of again. */
export function tellAsText(words: string, notes: string): Keywords {
  const description = joinNotes(words === '' ? `${opening}.` : `${opening}: ${words}`, [notes]);
  return { type: 'string', description };
}

/** Whether a written schema is an object as text. */
export function isAsText({ description }: Keywords): boolean {
  return typeof description === 'string' && opens.test(description);
}

/** The words of a written schema, and what stands before any words of an object as text. */
export function partWords(schema: Keywords): { before: string; words: string } {
  const text = String(schema['description'] ?? '');
  return isAsText(schema)
    ? { before: `${opening}:`, words: text.replace(opens, '') }
    : { before: '', words: text };
}
