import { findNext, type Page } from './findNext.js';

/** The line that says how to get what follows: `More: call again with page=3`. */
export function tellMore(page: Page): string | undefined {
  const next = findNext(page);
  if (next === undefined) return undefined;
  return `More: call again with ${next.map(([name, value]) => `${name}=${toWords(value)}`).join(', ')}`;
}

/** What could be taken for more than a value is put in quotes. */
function toWords(value: string | number): string {
  return typeof value === 'number' || /^[\w.~:+/=-]+$/.test(value) ? String(value) : JSON.stringify(value);
}
