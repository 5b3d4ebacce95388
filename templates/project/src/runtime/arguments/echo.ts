import { clip } from './clip.js';

/** Characters of a name that are repeated to who gave it. */
const longest = 64;

/** What no reader sees, or what changes the order of what he does see. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A text of a caller as it may stand in a message: short, and with a sign for each character that would be hidden. */
export function echo(text: string, most = longest): string {
  return clip(text, most).replaceAll(hidden, '\ufffd');
}
