import { findNumber } from './findNumber.js';
import { isRounded } from './isRounded.js';

/** JSON as the API wrote it, less the white space between its parts. */
export interface CompactJson {
  text: string;
  /** Whether JavaScript rounds a number of it, so that the parsed value would be written as another one. */
  isLossy: () => boolean;
}

/** Removes white space from valid JSON without touching its numbers: identifiers beyond 2^53 stay what they are. */
export function compactJson(json: string): CompactJson {
  const text = compact(json);
  return { text, isLossy: () => findNumber(Buffer.from(text), isRounded) !== undefined };
}

/** The same of bytes in UTF-8, which are overwritten: nothing of them is kept but the text. */
export function compactBytes(json: Uint8Array): CompactJson {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  const left = bytes.subarray(0, removeSpace(bytes));
  const isLossy = findNumber(left, isRounded) !== undefined;
  return { text: new TextDecoder().decode(left), isLossy: () => isLossy };
}

function compact(json: string): string {
  if (!/[\t\n\r ]/.test(json)) return json;
  const bytes = Buffer.from(json);
  const left = bytes.subarray(0, removeSpace(bytes));
  return left.length === bytes.length ? json : left.toString();
}

/** Moves the bytes that stay to the front, one by one: as texts, the parts could be millions. Says how many stay. */
function removeSpace(json: Buffer): number {
  let length = 0;
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0;
    if (byte <= 0x20 && !isText) continue;
    json[length] = byte;
    length += 1;
    if (byte === 0x22) isText = !isText;
    else if (byte === 0x5c && at + 1 < json.length) {
      at += 1;
      json[length] = json[at] ?? 0;
      length += 1;
    }
  }
  return length;
}
