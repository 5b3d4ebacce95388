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

/** What a text may hold, by the characters that it has: what is not there need not be undone. */
export interface Survey {
  escapes: boolean;
  /** Characters of base64 in a row that are worth a look. */
  base64: boolean;
  /** Hexadecimal digits in a row; and with what stands between the pairs in a dump. */
  digits: boolean;
  dump: boolean;
}

/** Characters in a row that are worth a look. */
const shortestRun = 16;
const shortestDigits = 12;
const shortestDump = 17;

/** The characters that escapes begin with. */
const escapes = /[\\%&+]/;

/** The characters of ASCII that are of a kind. */
const ofBase64 = charactersOf(/[\w+/-]/);
const ofDigits = charactersOf(/[\da-f]/i);
const ofDump = charactersOf(/[\da-fx\s:,.-]/i);

function charactersOf(pattern: RegExp): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => Number(pattern.test(String.fromCharCode(code))));
}

export function surveyText(text: string): Survey {
  return {
    escapes: escapes.test(text),
    base64: hasRun(text, ofBase64, shortestRun),
    digits: hasRun(text, ofDigits, shortestDigits),
    dump: hasRun(text, ofDump, shortestDump),
  };
}

/** Looks at the last of so many characters first: where it is of another kind, none before it need be looked at. */
function hasRun(text: string, kind: Uint8Array, shortest: number): boolean {
  for (let end = shortest - 1; end < text.length;) {
    let at = end;
    while (at > end - shortest && isOf(kind, text.charCodeAt(at))) at -= 1;
    if (at === end - shortest) return true;
    end = at + shortest;
  }
  return false;
}

function isOf(kind: Uint8Array, code: number): boolean {
  return code < 128 && kind[code] === 1;
}

/** A text as it is, at a place of another one. */
export function viewOf(text: string, from = 0): View {
  const { length } = text;
  const { codes, starts } = makeView(length);
  for (let at = 0; at < length; at += 1) {
    codes[at] = text.charCodeAt(at);
    starts[at] = from + at;
  }
  starts[length] = from + length;
  return { codes, starts, length };
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

/** Signs of quoted-printable: lines that go on, and what is never written as it is (RFC 2045, 6.7). */
const quoted = /=(?:\r?\n|3D|[C-F][\dA-F])/;

/** Undoes quoted-printable, where a text may be such. */
export function decodeQuoted(text: string, from: View): View | undefined {
  if (!quoted.test(text)) return undefined;
  const { codes, starts, length } = from;
  const made = makeView(length);
  for (let at = 0; at < length;) {
    const code = codes[at] ?? 0;
    const line = code === 0x3d ? endOfLine(codes, at + 1) : at;
    if (line > at + 1) {
      at = line;
      continue;
    }
    const isByte = code === 0x3d && readBytes(from, at, 0x3d);
    addCode(made, isByte ? read.code : code, starts[at] ?? 0);
    at = isByte ? read.end : at + 1;
  }
  made.starts[made.length] = starts[length] ?? 0;
  return made;
}

/** Where a line break ends that is at a place, or that place. */
function endOfLine(codes: Uint16Array, at: number): number {
  const isLong = codes[at] === 0x0d && codes[at + 1] === 0x0a;
  return isLong ? at + 2 : codes[at] === 0x0a ? at + 1 : at;
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
  let first = 0;
  while (first < length && !readEscape(from, codes[first] ?? 0, first)) first += 1;
  if (first === length) return undefined;
  const made = makeView(length);
  made.codes.set(codes.subarray(0, first));
  made.starts.set(starts.subarray(0, first));
  made.length = first;
  for (let at = first; at < length;) {
    const code = codes[at] ?? 0;
    const start = starts[at] ?? 0;
    if (!readEscape(from, code, at)) {
      addCode(made, code, start);
      at += 1;
      continue;
    }
    if (read.code > 0xff_ff) addCode(made, 0xd7_c0 + (read.code >> 10), start);
    addCode(made, read.code > 0xff_ff ? 0xdc_00 + (read.code & 0x3_ff) : read.code, start);
    at = read.end;
  }
  made.starts[made.length] = starts[length] ?? 0;
  return made;
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
  if (readBytes(view, at, 0x25)) return true;
  const wide = view.codes[at + 1] === 0x75 ? readHex(view, at + 2, 4) : -1;
  return wide >= 0 && found(wide, at + 6);
}

/** A character of UTF-8, each of whose bytes is two digits behind a sign. */
function readBytes(view: View, at: number, sign: number): boolean {
  const byte = readHex(view, at + 1, 2);
  if (byte < 0) return false;
  const more = byte < 0xc2 || byte > 0xf4 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
  let code = more === 0 ? byte : byte & (0x3f >> more);
  for (let count = 1; count <= more; count += 1) {
    const place = at + 3 * count;
    const next = view.codes[place] === sign ? readHex(view, place + 1, 2) : -1;
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

/** What comes of a run of base64 that shows whether it is a text. */
const shownBytes = 12;

/**
 * What the texts in base64 hold that a text has, as characters of Latin-1, a line for each run. They may themselves be in
 * lines, and their slashes and lines escaped as in JSON. `taken` says how many characters of base64 stand right before
 * the text, so that the first run is read in step.
 */
export function decodeBase64({ codes, starts, length }: View, taken = 0): View | undefined {
  const made = makeView(length);
  for (let at = 0; at < length;) {
    const next = at === 0 ? 0 : skipWords(codes, at, length);
    if (next > at) {
      at = next;
      continue;
    }
    const first = at === 0 ? (4 - (taken % 4)) % 4 : 0;
    const before = made.length;
    let count = -first;
    let bits = 0;
    let isText = true;
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
      if (count <= 0 || !isText) continue;
      if (count === shortestRun) isText = mayBeText(made.codes.subarray(before, made.length), true);
      bits = ((bits << 6) | value) & 0xff_ff;
      const place = (count - 1) % 4;
      if (place > 0) addCode(made, (bits >> (6 - 2 * place)) & 0xff, start);
      start = starts[at] ?? 0;
    }
    if (count >= shortestRun && isText) narrow(made, before);
    if (count < shortestRun || !isText || !mayBeText(made.codes.subarray(before, made.length)))
      made.length = before;
    else addCode(made, 0x0a, starts[at] ?? 0);
    if (count <= 0) at += 1;
  }
  made.starts[made.length] = starts[length] ?? 0;
  return made.length === 0 ? undefined : made;
}

/** Where the next run of base64 may begin, behind words that are none: most of a text is such. */
function skipWords(codes: Uint16Array, start: number, length: number): number {
  let at = start;
  while (at < length) {
    const before = at;
    while (at < length && valueOf(codes[at] ?? 0) >= 0) at += 1;
    const isLine = codes[at] === 0x0a || codes[at] === 0x0d || isEscapedLine(codes, at);
    if (at - before >= shortestRun || (at > before && isLine)) return before;
    if (at === before) at += 1;
  }
  return at;
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

/** Whether what begins so may be a text, or one in UTF-16: identifiers and the like come to anything. */
function mayBeText(codes: Uint16Array, isWide = false): boolean {
  const shown = codes.subarray(0, shownBytes);
  return shown.every(
    (code) => code >= 0x20 || code === 0x09 || code === 0x0a || code === 0x0d || (isWide && code === 0),
  );
}

/**
 * How many characters of base64 stand right before a place, where so many stand before an earlier one: counted back from
 * there, since most of them stand in a word.
 */
export function countBase64(text: string, from: number, to: number, taken: number): number {
  let count = 0;
  let at = to - 1;
  while (at >= from) {
    const code = text.charCodeAt(at);
    const isEscaped = at > from && text.charCodeAt(at - 1) === 0x5c;
    if (isEscaped && (code === 0x6e || code === 0x72)) at -= 2;
    else if (valueOf(code) >= 0) {
      count += 1;
      at -= isEscaped && code === 0x2f ? 2 : 1;
    } else if (code === 0x0a || code === 0x0d) at -= 1;
    else if (code === 0x5c && at === to - 1 && /[/nr]/.test(text.charAt(to))) at -= 1;
    else return count;
  }
  return count + taken;
}

/** `\/`, `\n` or `\r`. */
function isEscapedLine(codes: Uint16Array, at: number): boolean {
  const next = codes[at + 1];
  return codes[at] === 0x5c && (next === 0x2f || next === 0x6e || next === 0x72);
}

/** RFC 4648, 4 and 5. */
const values = Int8Array.from({ length: 128 }, (_, code) => {
  const at = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.indexOf(
    String.fromCharCode(code),
  );
  return code === 0x2d ? 62 : code === 0x5f ? 63 : at;
});

function valueOf(code: number): number {
  return code < 128 ? (values[code] ?? -1) : -1;
}
