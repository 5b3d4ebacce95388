import { escapeHidden } from '../escapeHidden.js';
import { clip } from './clip.js';

/** Characters of a name that are repeated to who gave it. */
const longest = 64;

/** A text of a caller as it may stand in a message: short, and with what would be hidden as JSON escapes it. */
export function echo(text: string, most = longest): string {
  return escapeHidden(clip(text, most));
}
