/** A text, and where each of its characters comes from; behind the last, where that ends. Without, it is as it was. */
export interface View {
  text: string;
  starts?: ArrayLike<number>;
  /** Where it begins, where it is a part of another one. */
  from?: number;
}

/** Where a character of a view comes from. */
export function sourceOf({ starts, from = 0 }: View, index: number): number {
  return starts?.[index] ?? from + index;
}

/** Entities of HTML that stand for characters of ASCII, each with its code. */
const ascii =
  'Tab9 NewLine10 excl33 quot34 QUOT34 num35 dollar36 percnt37 amp38 AMP38 apos39 lpar40 rpar41 ast42 midast42 plus43 ' +
  'comma44 period46 sol47 colon58 semi59 lt60 LT60 equals61 gt62 GT62 quest63 commat64 lsqb91 lbrack91 bsol92 rsqb93 ' +
  'rbrack93 Hat94 lowbar95 UnderBar95 grave96 DiacriticalGrave96 lcub123 lbrace123 verbar124 vert124 VerticalLine124 ' +
  'rcub125 rbrace125';

/** Those of Latin-1, from 160 on. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

const entities = new Map([
  ...Array.from(ascii.matchAll(/([a-z]+)(\d+)/gi), ([, name = '', code]) => [name, Number(code)] as const),
  ...latin.split(' ').map((name, index) => [name, 160 + index] as const),
]);

/** What a letter behind a backslash stands for. */
const controls: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** A character of UTF-8, each of whose bytes is two digits behind a sign; or else one such byte. */
function writeBytes(mark: string): string {
  const later = `${mark}[89abAB][\\da-fA-F]`;
  return [
    `${mark}[cdCD][\\da-fA-F]${later}`,
    `${mark}[eE][\\da-fA-F](?:${later}){2}`,
    `${mark}[fF][0-4](?:${later}){3}`,
    `${mark}[\\da-fA-F]{2}`,
  ].join('|');
}

/** One layer of the escapes of JSON, JavaScript and Python, of URLs and forms, and of HTML. */
const escapes = new RegExp(
  [
    String.raw`\\(?:u\{(?<braced>[\da-fA-F]{1,8})\}|u(?<four>[\da-fA-F]{4})|x(?<two>[\da-fA-F]{2})|U(?<eight>[\da-fA-F]{8}))`,
    String.raw`\\(?:(?<octal>[0-3][0-7]{2})|(?<control>[bfnrtv])|(?<itself>[^\da-zA-Z]))`,
    `(?<bytes>${writeBytes('%')})`,
    String.raw`%u(?<wide>[\da-fA-F]{4})`,
    String.raw`&#(?:[xX](?<hex>[\da-fA-F]{1,16})|(?<decimal>\d{1,16}));?`,
    // Some may stand without their semicolon, right before other letters.
    String.raw`&(?:(?<name>[a-zA-Z][\da-zA-Z]{1,16});|(?<short>amp|AMP|lt|LT|gt|GT|quot|QUOT))`,
    String.raw`(?<space>\+)`,
  ].join('|'),
  'g',
);

/**
 * Undoes one layer of all the escapes in a text, at once; what is no escape stays as it is. Where there is none, there is
 * nothing to undo.
 */
export function decodeEscapes(view: View): View | undefined {
  return /[\\%&+]/.test(view.text) ? decode(view, escapes, readEscape) : undefined;
}

function readEscape(found: Readonly<Record<string, string | undefined>>): string | undefined {
  const { octal, control, itself, bytes, decimal, name, short, space } = found;
  if (space !== undefined) return ' ';
  if (control !== undefined) return controls[control];
  if (bytes !== undefined) return readBytes(bytes.replaceAll('%', ''));
  if (name !== undefined || short !== undefined) return toCharacter(entities.get(name ?? short ?? ''));
  if (decimal !== undefined) return toCharacter(Number(decimal));
  if (octal !== undefined) return toCharacter(Number.parseInt(octal, 8));
  const digits =
    found['braced'] ?? found['four'] ?? found['two'] ?? found['eight'] ?? found['wide'] ?? found['hex'];
  return digits === undefined ? itself : toCharacter(Number.parseInt(digits, 16));
}

function toCharacter(code: number | undefined): string | undefined {
  return code === undefined || code > 0x10_ff_ff ? undefined : String.fromCodePoint(code);
}

/** Bytes of UTF-8; those that are none of it are characters of Latin-1. */
function readBytes(digits: string): string {
  const bytes = Buffer.from(digits, 'hex');
  const text = bytes.toString();
  return text.includes('\ufffd') ? bytes.toString('latin1') : text;
}

/** Signs of quoted-printable: lines that go on, and what is never written as it is (RFC 2045, 6.7). */
const quoted = /=(?:\r?\n|3D|[C-F][\dA-F])/;
const quotedBytes = new RegExp(`=\\r?\\n|(?<bytes>${writeBytes('=')})`, 'g');

/** Undoes quoted-printable, where a text may be such. */
export function decodeQuoted(view: View): View | undefined {
  if (!quoted.test(view.text)) return undefined;
  return decode(view, quotedBytes, ({ bytes }) => readBytes((bytes ?? '').replaceAll('=', '')));
}

/** Puts what it stands for in the place of each match, where that is known. */
function decode(
  view: View,
  pattern: RegExp,
  read: (groups: Readonly<Record<string, string | undefined>>) => string | undefined,
): View | undefined {
  const { text } = view;
  // What is undone is no longer than it was.
  const starts = new Int32Array(text.length + 1);
  let made = '';
  let end = 0;
  const keep = (to: number) => {
    for (let at = end; at < to; at += 1) starts[made.length + at - end] = sourceOf(view, at);
    made += text.slice(end, to);
  };
  for (const { 0: match, index, groups = {} } of text.matchAll(pattern)) {
    const decoded = read(groups);
    if (decoded === undefined) continue;
    keep(index);
    starts.fill(sourceOf(view, index), made.length, made.length + decoded.length);
    made += decoded;
    end = index + match.length;
  }
  if (end === 0) return undefined;
  keep(text.length);
  starts[made.length] = sourceOf(view, text.length);
  return { text: made, starts };
}

/** Base64, whose slashes and lines may be escaped as in JSON (RFC 4648, 4 and 5). */
const base64 = /(?:[\w+/-]|\\[/nr]|[\n\r]){16,}/g;
/** Hexadecimal bytes, in a row or with what stands between them in a dump: `61 62`, `61:62`, `0x61, 0x62`. */
const hex = /[\da-f]{2}(?:(?:[\s:,.-]{1,2}(?:0x)?)?[\da-f]{2}){5,}/gi;

/** What texts in base64 hold, as characters of Latin-1: read from each of the places that a group may begin at. */
export function decodeBase64(view: View): View[] {
  return decodeRuns(view, base64, 'base64', /[\n\r]|\\[nr]|\\(?=\/)/g);
}

/** The same of hexadecimal. */
export function decodeHex(view: View): View[] {
  return decodeRuns(view, hex, 'hex', /0x|[\s:,.-]/gi);
}

/** Digits that stand for whole bytes together. */
const groupOf = { base64: 4, hex: 2 } as const;
const bytesOf = { base64: 3, hex: 1 } as const;

/** Whether some part of it may be a text: identifiers, images and the like come to anything. */
function isReadable(text: string): boolean {
  return (text.match(/[^]{1,64}/g) ?? []).some(
    (part) => part.replaceAll(/[^\t\n\r\x20-\x7e]/g, '').length >= 0.75 * part.length,
  );
}

function decodeRuns(view: View, pattern: RegExp, encoding: keyof typeof groupOf, between: RegExp): View[] {
  const group = groupOf[encoding];
  const views = Array.from({ length: group }, () => ({ text: '', starts: [] as number[] }));
  for (const { 0: run, index } of view.text.matchAll(pattern)) {
    const plain = run.replaceAll(between, '');
    let digits: number[] | undefined;
    for (const [skipped, made] of views.entries()) {
      const text = Buffer.from(plain.slice(skipped), encoding).toString('latin1');
      // Of UTF-16, every other byte of a character of Latin-1 is zero.
      const shown = text.replaceAll('\0', '');
      if (encoding === 'base64' && !isReadable(shown)) continue;
      digits ??= placesOf(run, between).map((at) => sourceOf(view, index + at));
      made.text += `${shown}\n`;
      for (let byte = 0; byte <= text.length; byte += 1)
        if (text[byte] !== '\0')
          made.starts.push(digits[skipped + Math.floor((byte * group) / bytesOf[encoding])] ?? 0);
    }
  }
  for (const made of views) made.starts.push(made.starts.at(-1) ?? 0);
  return views.filter(({ text }) => text !== '');
}

/** Where the first digit of a run begins, and where each of them ends. */
function placesOf(run: string, between: RegExp): number[] {
  const places: number[] = [0];
  let end = 0;
  for (const { 0: gap, index } of [...run.matchAll(between), { 0: '', index: run.length }]) {
    for (let at = end; at < index; at += 1) places.push(at + 1);
    end = index + gap.length;
  }
  return places;
}
