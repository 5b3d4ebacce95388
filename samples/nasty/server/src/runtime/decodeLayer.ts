/** The characters of a text, and what each of them was made of: where that begins, and behind the last where it ends. */
export interface View {
  codes: Uint16Array;
  starts: Int32Array;
  length: number;
}

/** Entities of HTML that stand for characters of ASCII, by their code. */
const ascii: Readonly<Record<number, string>> = {
  9: 'Tab',
  10: 'NewLine',
  33: 'excl',
  34: 'quot QUOT',
  35: 'num',
  36: 'dollar',
  37: 'percnt',
  38: 'amp AMP',
  39: 'apos',
  40: 'lpar',
  41: 'rpar',
  42: 'ast midast',
  43: 'plus',
  44: 'comma',
  46: 'period',
  47: 'sol',
  58: 'colon',
  59: 'semi',
  60: 'lt LT',
  61: 'equals',
  62: 'gt GT',
  63: 'quest',
  64: 'commat',
  91: 'lsqb lbrack',
  92: 'bsol',
  93: 'rsqb rbrack',
  94: 'Hat',
  95: 'lowbar UnderBar',
  96: 'grave DiacriticalGrave',
  123: 'lcub lbrace',
  124: 'verbar vert VerticalLine',
  125: 'rcub rbrace',
};

/** Those of Latin-1, from 160 on. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';

const entities = new Map<string, number>([
  ...Object.entries(ascii).flatMap(([code, names]) =>
    names.split(' ').map((name): [string, number] => [name, Number(code)]),
  ),
  ...latin.split(' ').map((name, index): [string, number] => [name, 160 + index]),
]);

/** What a letter behind a backslash stands for. */
const controls = new Map(
  [...'bfnrtv'].map((letter, index) => [letter.charCodeAt(0), [8, 12, 10, 13, 9, 11][index] ?? 0]),
);

/** The characters that escapes begin with. */
const escapes = /[\\%&+]/;

/** Whether a text may hold escapes. */
export function mayHoldEscapes(text: string): boolean {
  return escapes.test(text);
}

/** A text as it is, at a place of another one. */
export function viewOf(text: string, from = 0): View {
  const view = makeView(text.length);
  for (let at = 0; at < text.length; at += 1) addCode(view, text.charCodeAt(at), from + at);
  view.starts[text.length] = from + text.length;
  return view;
}

/** The text of a view. */
export function textOf({ codes, length }: View): string {
  let text = '';
  for (let from = 0; from < length; from += 8_192)
    text += String.fromCharCode.apply(
      undefined,
      codes.subarray(from, Math.min(length, from + 8_192)) as unknown as number[],
    );
  return text;
}

function makeView(length: number): View {
  return { codes: new Uint16Array(length), starts: new Int32Array(length + 1), length: 0 };
}

function addCode(view: View, code: number, start: number): void {
  view.codes[view.length] = code;
  view.starts[view.length] = start;
  view.length += 1;
}

/** What an escape stands for, and where it ends: kept here, since there are millions of them in some texts. */
const read = { code: 0, end: 0 };

function found(code: number, end: number): boolean {
  read.code = code;
  read.end = end;
  return code <= 0x10_ff_ff;
}

/**
 * Undoes one layer of all the escapes of JSON and JavaScript, URLs, forms and HTML in a text, at once; what is no escape
 * stays as it is. Where there is none, there is nothing to undo.
 */
export function decodeEscapes(from: View): View | undefined {
  const { codes, starts, length } = from;
  const made = makeView(length);
  let isChanged = false;
  for (let at = 0; at < length;) {
    const code = codes[at] ?? 0;
    const start = starts[at] ?? 0;
    if (!readEscape(from, code, at)) {
      addCode(made, code, start);
      at += 1;
      continue;
    }
    isChanged = true;
    if (read.code > 0xff_ff) addCode(made, 0xd7_c0 + (read.code >> 10), start);
    addCode(made, read.code > 0xff_ff ? 0xdc_00 + (read.code & 0x3_ff) : read.code, start);
    at = read.end;
  }
  made.starts[made.length] = starts[length] ?? 0;
  return isChanged ? made : undefined;
}

function readEscape(view: View, code: number, at: number): boolean {
  switch (code) {
    case 0x5c:
      return readBackslash(view, at);
    case 0x25:
      return readPercent(view, at);
    case 0x26:
      return readEntity(view, at);
    case 0x2b:
      return found(0x20, at + 1);
    default:
      return false;
  }
}

function readBackslash(view: View, at: number): boolean {
  const { codes, length } = view;
  if (at + 1 >= length) return false;
  const next = codes[at + 1] ?? 0;
  if (next === 0x75) return readUnicode(view, at + 2);
  if (next === 0x78) {
    const byte = readHex(view, at + 2, 2);
    return byte >= 0 && found(byte, at + 4);
  }
  if (next === 0x55) {
    const code = readHex(view, at + 2, 8);
    return code >= 0 && found(code, at + 10);
  }
  if (next >= 0x30 && next <= 0x33) {
    const end = endOfDigits(view, at + 1, 8, 3);
    return end === at + 4 && found(readDigits(view, at + 1, end, 8), end);
  }
  const control = controls.get(next);
  if (control !== undefined) return found(control, at + 2);
  return !isWord(next) && found(next, at + 2);
}

/** `0041` or `{41}`. */
function readUnicode(view: View, at: number): boolean {
  if (view.codes[at] !== 0x7b) {
    const code = readHex(view, at, 4);
    return code >= 0 && found(code, at + 4);
  }
  const end = endOfDigits(view, at + 1, 16, 8);
  return end > at + 1 && view.codes[end] === 0x7d && found(readHex(view, at + 1, end - at - 1), end + 1);
}

/** RFC 3986, 2.1, in UTF-8; a byte that is none of it is a character of Latin-1. `%u0041` is what JavaScript had before. */
function readPercent(view: View, at: number): boolean {
  const byte = readHex(view, at + 1, 2);
  if (byte < 0) {
    const wide = view.codes[at + 1] === 0x75 ? readHex(view, at + 2, 4) : -1;
    return wide >= 0 && found(wide, at + 6);
  }
  const more = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  let code = more === 0 ? byte : byte & (0x3f >> more);
  for (let count = 1; count <= more; count += 1) {
    const place = at + 3 * count;
    const next = view.codes[place] === 0x25 ? readHex(view, place + 1, 2) : -1;
    if (next < 0x80 || next > 0xbf) return found(byte, at + 3);
    code = (code << 6) | (next & 0x3f);
  }
  return found(code, at + 3 * (more + 1)) || found(byte, at + 3);
}

/** Digits of an entity, zeros before them included, and letters of its name. */
const mostDigits = 16;

function readEntity(view: View, at: number): boolean {
  const { codes, length } = view;
  if (codes[at + 1] === 0x23 && at + 2 < length) {
    const isHex = ((codes[at + 2] ?? 0) | 0x20) === 0x78;
    const start = isHex ? at + 3 : at + 2;
    const end = endOfDigits(view, start, isHex ? 16 : 10, mostDigits);
    if (end === start) return false;
    return found(readDigits(view, start, end, isHex ? 16 : 10), codes[end] === 0x3b ? end + 1 : end);
  }
  let name = '';
  for (let place = at + 1; place < length && name.length <= mostDigits; place += 1) {
    const code = codes[place] ?? 0;
    const known = code === 0x3b ? entities.get(name) : undefined;
    if (known !== undefined) return found(known, place + 1);
    if (!isWord(code)) break;
    name += String.fromCharCode(code);
  }
  // Some may stand without their semicolon, right before other letters.
  const short = /^(?:amp|AMP|lt|LT|gt|GT|quot|QUOT)/.exec(name)?.[0];
  return short !== undefined && found(entities.get(short) ?? 0, at + 1 + short.length);
}

function endOfDigits(view: View, start: number, radix: number, most: number): number {
  let end = start;
  while (end < view.length && end - start < most && isDigit(view.codes[end] ?? 0, radix)) end += 1;
  return end;
}

function isDigit(code: number, radix: number): boolean {
  const value = hexOf(code);
  return value >= 0 && value < radix;
}

function readDigits(view: View, start: number, end: number, radix: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) value = value * radix + hexOf(view.codes[at] ?? 0);
  return value;
}

/** A number of so many digits, or less than none. */
function readHex(view: View, start: number, digits: number): number {
  if (start + digits > view.length) return -1;
  let value = 0;
  for (let at = start; at < start + digits; at += 1) {
    const digit = hexOf(view.codes[at] ?? 0);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function hexOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function isWord(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/** Characters of base64 that are worth a look, and what comes of them that shows whether it is a text. */
const shortestRun = 16;
const shownBytes = 12;

/**
 * What the texts in base64 hold that a text has, as characters of Latin-1, a line for each run. They may themselves be in
 * lines, and their slashes and lines escaped as in JSON. `taken` says how many characters of base64 stand right before
 * the text, so that the first run is read in step.
 */
export function decodeBase64({ codes, starts, length }: View, taken = 0): View | undefined {
  const made = makeView(length);
  for (let at = 0; at < length;) {
    const first = at === 0 ? (4 - (taken % 4)) % 4 : 0;
    const before = made.length;
    let count = -first;
    let bits = 0;
    let start = starts[at] ?? 0;
    for (; at < length; at += 1) {
      const code = codes[at] ?? 0;
      const value = valueOf(code);
      if (value < 0) {
        const isLine = code === 0x0a || code === 0x0d;
        if (count <= -first || !(isLine || isEscapedLine(codes, at))) break;
        if (!isLine && codes[at + 1] !== 0x2f) at += 1;
        continue;
      }
      count += 1;
      if (count <= 0) continue;
      bits = ((bits << 6) | value) & 0xff_ff;
      const place = (count - 1) % 4;
      if (place > 0) addCode(made, (bits >> (6 - 2 * place)) & 0xff, start);
      start = starts[at] ?? 0;
    }
    if (count >= shortestRun) narrow(made, before);
    if (count < shortestRun || !mayBeText(made.codes.subarray(before, made.length))) made.length = before;
    else addCode(made, 0x0a, starts[at] ?? 0);
    if (count <= 0) at += 1;
  }
  made.starts[made.length] = starts[length] ?? 0;
  return made.length === 0 ? undefined : made;
}

/** Makes characters of the bytes from a place on, where they are UTF-16: every other one of them is zero. */
function narrow(made: View, from: number): void {
  const shown = made.codes.subarray(from, Math.min(from + shownBytes, made.length));
  const isZero = (odd: number) => shown.every((code, index) => index % 2 !== odd || code === 0);
  const high = isZero(1) ? 1 : isZero(0) ? 0 : -1;
  if (high === -1 || shown.every((code) => code === 0)) return;
  const end = made.length;
  made.length = from;
  for (let at = from; at + 1 < end; at += 2) {
    const code = ((made.codes[at + high] ?? 0) << 8) | (made.codes[at + 1 - high] ?? 0);
    addCode(made, code, made.starts[at] ?? 0);
  }
}

/** Whether what begins so may be a text: identifiers and the like come to anything. */
function mayBeText(codes: Uint16Array): boolean {
  return codes
    .subarray(0, shownBytes)
    .every((code) => code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d);
}

/** How many characters of base64 stand right before a place, where so many stand before an earlier one. */
export function countBase64(text: string, from: number, to: number, taken: number): number {
  let count = taken;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (valueOf(code) >= 0) count += 1;
    else if (code === 0x5c && /[/nr]/.test(text.charAt(at + 1))) at += text.charAt(at + 1) === '/' ? 0 : 1;
    else if (code !== 0x0a && code !== 0x0d) count = 0;
  }
  return count;
}

/** `\/`, `\n` or `\r`. */
function isEscapedLine(codes: Uint16Array, at: number): boolean {
  const next = codes[at + 1];
  return codes[at] === 0x5c && (next === 0x2f || next === 0x6e || next === 0x72);
}

/** RFC 4648, 4 and 5. */
function valueOf(code: number): number {
  if (code >= 0x41 && code <= 0x5a) return code - 0x41;
  if (code >= 0x61 && code <= 0x7a) return code - 0x47;
  if (code >= 0x30 && code <= 0x39) return code + 4;
  if (code === 0x2b || code === 0x2d) return 62;
  return code === 0x2f || code === 0x5f ? 63 : -1;
}
