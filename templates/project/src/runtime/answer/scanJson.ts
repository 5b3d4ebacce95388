/** What JSON comes to before it is parsed. */
export interface Scanned {
  /** Values and names. */
  values: number;
  levels: number;
}

/** Deeper than this, nothing is told apart. */
const deepest = 100_000;

/** Goes over a text once, in little memory: says what it comes to where it is JSON (RFC 8259). */
export function scanJson(text: string): Scanned | undefined {
  /** Whether each level that is open is an object. */
  const open = new Uint8Array(deepest);
  let level = 0;
  let levels = 0;
  let values = 0;
  /** What may come next: a value, a value or the end of a list, a name or the end of an object, a name, what follows a value. */
  let state: 'value' | 'first item' | 'first name' | 'name' | 'next' = 'value';
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at);
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
      if (end === -1 || text.charCodeAt(end) !== 0x3a) return undefined;
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

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at !== -1 && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Where a text in quotes ends; -1 where it is none. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    at += 1;
    const escaped = text.charAt(at);
    if (escaped === 'u') {
      if (!/^[\da-f]{4}$/i.test(text.slice(at + 1, at + 5))) return -1;
      at += 4;
    } else if (escaped === '' || !'"\\/bfnrt'.includes(escaped)) return -1;
  }
  return -1;
}

/** Where a number, a truth value or null ends; -1 where it is none. */
function endOfScalar(text: string, start: number): number {
  const word = ['true', 'false', 'null'].find((one) => text.startsWith(one, start));
  if (word !== undefined) return start + word.length;
  const first = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  let end = text.charCodeAt(first) === 0x30 ? first + 1 : endOfDigits(text, first);
  if (end !== -1 && text.charCodeAt(end) === 0x2e) end = endOfDigits(text, end + 1);
  if (end === -1 || (text.charCodeAt(end) | 0x20) !== 0x65) return end;
  const sign = text.charCodeAt(end + 1);
  return endOfDigits(text, sign === 0x2b || sign === 0x2d ? end + 2 : end + 1);
}

/** Where digits end; -1 where there is none. */
function endOfDigits(text: string, start: number): number {
  let end = start;
  for (let code = text.charCodeAt(end); code >= 0x30 && code <= 0x39; code = text.charCodeAt(end)) end += 1;
  return end === start ? -1 : end;
}
