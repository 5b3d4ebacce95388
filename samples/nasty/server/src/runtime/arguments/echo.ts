import { hidden } from '../escapeHidden.js';
import { clip } from './clip.js';

/** Characters of a name that are repeated to who gave it. */
const longest = 64;

/** A text of a caller as it may stand in a message: short, and with a sign for each character that would be hidden. */
export function echo(text: string, most = longest): string {
  return clip(text, most).replaceAll(hidden, '\ufffd');
}
