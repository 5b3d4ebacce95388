import { compactBytes, compactJson, type CompactJson } from './compactJson.js';
import { parseJson } from '../parseJson.js';
import { scanJson } from './scanJson.js';

/** Characters of JSON, or bytes, that are parsed at once; of longer ones it is first looked at what they come to. */
export const shortEnough = 256 * 1024;
/** Values and names, and levels, of JSON that is parsed: they take far more memory than their characters. */
export const mostValues = 500_000;
const deepest = 10_000;
/** Characters of JSON that is parsed where one of them is beyond Latin-1: each of them takes two bytes then. */
export const mostWide = 8_000_000;
/** Bytes of UTF-8 that begin such characters. */
const firstWide = 0xc4;

/** JSON that the API has sent. */
export interface Json extends CompactJson {
  /** Whether it has more values, levels or wide characters than are read. */
  isTooMuch: boolean;
  /** Its value, which is read when it is first needed; of JSON that is too much, there is none. */
  value: () => unknown;
}

/** Reads a text as JSON; where it is none, nothing. The text itself is not kept. */
export function readJson(text: string): Json | undefined {
  if (text.length > shortEnough) return readLargeJson(Buffer.from(text));
  const value = parseJson(text);
  return value === undefined ? undefined : { ...compactJson(text), isTooMuch: false, value: () => value };
}

/**
 * The same of bytes in UTF-8, which are overwritten where they are JSON: a text may take twice the memory of its bytes, so
 * that it is made only once, and only of what is left of them.
 */
export function readLargeJson(bytes: Uint8Array): Json | undefined {
  const json = hasMark(bytes) ? bytes.subarray(3) : bytes;
  const scanned = scanJson(json);
  if (scanned === undefined) return undefined;
  const isWide = hasWide(json);
  const whole = compactBytes(json);
  const isTooMuch =
    scanned.values > mostValues || scanned.levels > deepest || (isWide && whole.text.length > mostWide);
  let value: unknown;
  return { ...whole, isTooMuch, value: () => (isTooMuch ? undefined : (value ??= parseJson(whole.text))) };
}

function hasWide(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) < firstWide) at += 1;
  return at < bytes.length;
}

/** Whether a byte order mark comes first. */
function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}
