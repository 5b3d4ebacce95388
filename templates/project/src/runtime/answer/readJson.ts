import { compactJson, type CompactJson } from './compactJson.js';
import { parseJson } from '../parseJson.js';
import { scanJson } from './scanJson.js';

/** Characters of JSON that are parsed at once; of longer texts it is first looked at what they come to. */
const shortEnough = 256 * 1024;
/** Values and names, and levels, of JSON that is parsed: they take far more memory than their characters. */
export const mostValues = 500_000;
const deepest = 10_000;

/** JSON that the API has sent. */
export interface Json extends CompactJson {
  /** Whether it has more values or levels than are read. */
  isTooMuch: boolean;
  /** Its value, which is read when it is first needed; of JSON that is too much, there is none. */
  value: () => unknown;
}

/** Reads a text as JSON; where it is none, nothing. The text itself is not kept. */
export function readJson(text: string): Json | undefined {
  if (text.length <= shortEnough) {
    const value = parseJson(text);
    return value === undefined ? undefined : { ...compactJson(text), isTooMuch: false, value: () => value };
  }
  const scanned = scanJson(text);
  if (scanned === undefined) return undefined;
  const isTooMuch = scanned.values > mostValues || scanned.levels > deepest;
  const whole = compactJson(text);
  let value: unknown;
  return { ...whole, isTooMuch, value: () => (isTooMuch ? undefined : (value ??= parseJson(whole.text))) };
}
