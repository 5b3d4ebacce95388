/** What JSON comes to before it is parsed. */
export interface Scanned {
  /** Values and names. */
  values: number;
  levels: number;
}

/** Deeper than this, nothing is told apart. */
const deepest = 100_000;

/** Goes over bytes once, in little memory: says what they come to where they are JSON (RFC 8259). */
export function scanJson(text: Uint8Array): Scanned | undefined {
  /** Whether each level that is open is an object. */
  const open = new Uint8Array(deepest);
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
      if (level === deepest) return undefined;
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
