import type { Cut } from './cut.js';

/** Cuts a text to at most so many characters: behind a line, or else behind a character. */
export function cutText(text: string, most: number): Cut {
  if (text.length <= most) return { text, missing: [] };
  const line = text.lastIndexOf('\n', most);
  if (line > most / 2) {
    const kept = text.slice(0, line);
    return {
      text: kept,
      missing: [{ of: 'lines', shown: countLines(kept), all: countLines(text), path: '' }],
    };
  }
  // Not in the middle of a character.
  const kept = text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return { text: kept, missing: [{ of: 'characters', shown: kept.length, all: text.length, path: '' }] };
}

/** An end of line at the end of the text begins no other line. */
function countLines(text: string): number {
  let count = 0;
  for (let at = 0; at !== -1 && at < text.length; count += 1) {
    const end = text.indexOf('\n', at);
    at = end === -1 ? -1 : end + 1;
  }
  return count;
}
