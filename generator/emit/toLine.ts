import { hidden } from '../model/escapeHidden.js';

/** Document text as one visible line. */
export function toLine(text: string): string {
  return text.replace(hidden, ' ').replace(/\s+/g, ' ').trim();
}
