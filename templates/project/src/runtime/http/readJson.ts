import { isAscii } from 'node:buffer';
import { parseJson } from '../json.js';
import { findNumber, isRounded } from '../arguments/largeIntegers.js';

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
  if (isAscii(bytes)) return false;
  let at = 0;
  while (at < bytes.length && (bytes[at] ?? 0) < firstWide) at += 1;
  return at < bytes.length;
}

/** Whether a byte order mark comes first. */
function hasMark(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** What JSON comes to before it is parsed. */
interface Scanned {
  /** Values and names. */
  values: number;
  levels: number;
}

/** Deeper than this, nothing is told apart. */
const deepestScanned = 100_000;

/** Goes over bytes once, in little memory: says what they come to where they are JSON (RFC 8259). */
export function scanJson(text: Uint8Array): Scanned | undefined {
  /** Whether each level that is open is an object. */
  const open = new Uint8Array(deepestScanned);
  let level = 0;
  let levels = 0;
  let values = 0;
  /** What may come next: a value, a value or the end of a list, a name or the end of an object, a name, what follows a value. */
  let state: 'value' | 'first item' | 'first name' | 'name' | 'next' = 'value';
  for (let at = 0; at < text.length;) {
    const code = text[at] ?? 0;
    if (isSpace(code)) {
      at += 1;
    } else if (state === 'next') {
      if (level === 0) return undefined;
      const isObject = open[level - 1] === 1;
      if (code === 0x2c) state = isObject ? 'name' : 'value';
      else if (code === (isObject ? 0x7d : 0x5d)) level -= 1;
      else return undefined;
      at += 1;
    } else if (state === 'first name' && code === 0x7d) {
      level -= 1;
      state = 'next';
      at += 1;
    } else if (state === 'name' || state === 'first name') {
      const end = code === 0x22 ? skipSpace(text, endOfText(text, at)) : -1;
      if (end === -1 || text[end] !== 0x3a) return undefined;
      values += 1;
      state = 'value';
      at = end + 1;
    } else if (state === 'first item' && code === 0x5d) {
      level -= 1;
      state = 'next';
      at += 1;
    } else if (code === 0x5b || code === 0x7b) {
      if (level === deepestScanned) return undefined;
      open[level] = code === 0x7b ? 1 : 0;
      level += 1;
      levels = Math.max(levels, level);
      values += 1;
      state = code === 0x7b ? 'first name' : 'first item';
      at += 1;
    } else {
      at = code === 0x22 ? endOfText(text, at) : endOfScalar(text, at);
      if (at === -1) return undefined;
      values += 1;
      state = 'next';
    }
  }
  return state === 'next' && level === 0 ? { values, levels } : undefined;
}

function skipSpace(text: Uint8Array, from: number): number {
  let at = from;
  while (at !== -1 && isSpace(text[at])) at += 1;
  return at;
}

function isSpace(code: number | undefined): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** What may follow a backslash, but for `u`. */
const escapable = new Set(Buffer.from('"\\\\/bfnrt'));
/** The values that are words. */
const words = ['true', 'false', 'null'].map((word) => Array.from(Buffer.from(word)));

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isHex(code: number): boolean {
  const lower = code | 0x20;
  return isDigit(code) || (lower >= 0x61 && lower <= 0x66);
}

/** Where a text in quotes ends; -1 where it is none. */
function endOfText(text: Uint8Array, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text[at] ?? 0;
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    at += 1;
    const escaped = text[at] ?? 0;
    if (escaped === 0x75) {
      for (let digit = at + 1; digit <= at + 4; digit += 1) if (!isHex(text[digit] ?? 0)) return -1;
      at += 4;
    } else if (!escapable.has(escaped)) return -1;
  }
  return -1;
}

/** Where a number, a truth value or null ends; -1 where it is none. */
function endOfScalar(text: Uint8Array, start: number): number {
  const word = words.find((one) => one.every((code, index) => text[start + index] === code));
  if (word !== undefined) return start + word.length;
  const first = text[start] === 0x2d ? start + 1 : start;
  let end = text[first] === 0x30 ? first + 1 : endOfDigits(text, first);
  if (end !== -1 && text[end] === 0x2e) end = endOfDigits(text, end + 1);
  if (end === -1 || ((text[end] ?? 0) | 0x20) !== 0x65) return end;
  const sign = text[end + 1];
  return endOfDigits(text, sign === 0x2b || sign === 0x2d ? end + 2 : end + 1);
}

/** Where digits end; -1 where there is none. */
function endOfDigits(text: Uint8Array, start: number): number {
  let end = start;
  while (isDigit(text[end] ?? 0)) end += 1;
  return end === start ? -1 : end;
}

/** JSON as the API wrote it, less the white space between its parts. */
export interface CompactJson {
  text: string;
  /** Whether JavaScript rounds a number of it, so that the parsed value would be written as another one. */
  isLossy: () => boolean;
}

/** What a number has that JavaScript may round: many digits, or an exponent. */
const mayRound = /[\d.+-]{16}|\d[eE]/;

/** Removes white space from valid JSON without touching its numbers: identifiers beyond 2^53 stay what they are. */
export function compactJson(json: string): CompactJson {
  const text = compact(json);
  return {
    text,
    isLossy: () => mayRound.test(text) && findNumber(Buffer.from(text), isRounded) !== undefined,
  };
}

/** The same of bytes in UTF-8, which are overwritten: nothing of them is kept but the text. */
function compactBytes(json: Uint8Array): CompactJson {
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

/** Made once, since most answers need it. */
const utf8 = new TextDecoder();

/** Decodes bytes in the character set that a content type names, UTF-8 where it names none that is known. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const charset = charsetOf(contentType);
  if (charset === undefined) return utf8.decode(bytes);
  try {
    const decoder = new TextDecoder(charset);
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? text.replaceAll(/[\x80-\x9f]/g, toWindows) : text;
  } catch {
    return utf8.decode(bytes);
  }
}

/** What windows-1252 has from 0x80 on (WHATWG Encoding Standard), where Node leaves controls. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function toWindows(control: string): string {
  return windows[control.charCodeAt(0) - 0x80] ?? control;
}

/** Whether bytes of such a content type are read as UTF-8. */
export function isInUtf8(contentType: string): boolean {
  const charset = charsetOf(contentType);
  return charset === undefined || /^utf-?8$/i.test(charset);
}

function charsetOf(contentType: string): string | undefined {
  return /;\s*charset="?([\w-]+)/i.exec(contentType)?.[1];
}
