import {
  type Survey,
  type View,
  countBase64,
  decodeBase64,
  decodeEscapes,
  decodeQuoted,
  surveyText,
  textOf,
  viewOf,
} from './layers.js';
import { shortestSecret, sign } from '../redact.js';

/** Layers of escapes, one over the other, below which a secret is found; and of base64 in base64. */
const mostLayers = 5;
const mostBase64 = 2;
/** Layers of escapes over base64 that is looked into. */
const mostAround = 1;
/** Places of secrets in one text; one with more of them is left out as a whole. */
const mostSpans = 100_000;
/** Characters that are decoded at once; and for each character of a secret, those that an escape may take. */
const step = 64 * 1024;
const longestEscape = 24;
/** Bytes as a dump shows them, and what stands between two of them: `61 62`, `61:62`, `0x61, 0x62`. */
const dumped = /(?:[\da-f]{2}[\s:,.-]{1,2}(?:0x)?){5}/i;
const between = '[\\s:,.-]{1,2}(?:0x)?';

/** How many layers may follow. */
interface Left {
  escapes: number;
  around: number;
  base64: number;
  quoted: number;
}
const whole: Left = { escapes: mostLayers, around: mostAround, base64: mostBase64, quoted: 1 };

/** A part of a text. */
type Span = [start: number, end: number];

/**
 * Takes secrets out of a text, but for very short ones: as they are, as base64, as hexadecimal, in one row or as a dump, in quoted-printable, in UTF-16, and in any escapes of JSON, URLs, forms and HTML, one over the other, and mixed.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const needles = needlesOf(secrets);
  if (text === needles.clean) return text;
  const spans = findSecrets(text, needles);
  if (spans.length === 0 && text.length <= longestKept) needles.clean = text;
  return replace(text, spans);
}

/** The same of a file: its bytes are looked at as the characters of Latin-1. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const needles = needlesOf(secrets);
  const wide = secrets
    .filter(isLong)
    .flatMap((secret) => [Buffer.from(secret, 'utf16le'), Buffer.from(secret, 'utf16le').swap16()]);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const all = [...needles.all, ...wide.map((one) => one.toString('latin1'))];
  const spans = findSecrets(text, { all, hex: needles.hex });
  return spans.length === 0 ? bytes : Buffer.from(replace(text, spans), 'latin1');
}

function isLong({ length }: string): boolean {
  return length >= shortestSecret;
}

/** What is looked for. */
interface Needles {
  /** The secrets in all the spellings that are not undone, and what is left where they hold escapes. */
  all: readonly string[];
  /** Those that are hexadecimal. */
  hex: readonly string[];
  /** A text in which none was found: a result shows what is in one of its texts once more as a value. */
  clean: string;
}

/** Those that were looked for last, by the secrets: callers may have their own. */
const known = new Map<string, Needles>();
const mostKnown = 100;
/** Characters of a text that is kept so. */
const longestKept = 64 * 1024;

function needlesOf(secrets: readonly string[]): Needles {
  const key = secrets.join('\0');
  const found = known.get(key);
  if (found !== undefined) return found;
  const all = listSpellings(secrets);
  const needles = { all, hex: all.filter((needle) => /^[\da-f]{12,}$/.test(needle)), clean: '' };
  if (known.size >= mostKnown) known.clear();
  known.set(key, needles);
  return needles;
}

function listSpellings(secrets: readonly string[]): string[] {
  const spelled = new Set(secrets.filter(isLong).flatMap(spellSecret));
  // A secret may hold what looks like an escape; what is added is looked at in its turn.
  for (const one of spelled) {
    const decoded = decodeEscapes(viewOf(one));
    if (decoded !== undefined && decoded.length >= shortestSecret) spelled.add(textOf(decoded));
  }
  return [...spelled];
}

function replace(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let taken = 0;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start >= taken) parts.push(text.slice(taken, start), sign);
    taken = Math.max(taken, end);
  }
  return parts.join('') + text.slice(taken);
}

/** Where secrets are; of a text that holds very many, all of it. */
function findSecrets(text: string, { all: needles, hex }: Pick<Needles, 'all' | 'hex'>): readonly Span[] {
  if (needles.length === 0) return [];
  const spans: Span[] = [];
  let patterns: RegExp[] | undefined;
  const dumps = () => (patterns ??= hex.map(spellDump));

  function find(within: string, starts?: Int32Array): void {
    const placeOf = (index: number) => starts?.[index] ?? index;
    for (const needle of needles) {
      let at = within.indexOf(needle);
      for (; at !== -1 && spans.length <= mostSpans; at = within.indexOf(needle, at + needle.length))
        spans.push([placeOf(at), placeOf(at + needle.length)]);
    }
  }

  /** Hexadecimal digits may be in letters of both sizes, and apart from one another. */
  function findHex(within: string, has: Survey, starts?: Int32Array, from = 0): void {
    if (has.dump && dumped.test(within)) {
      for (const pattern of dumps())
        for (const { 0: match, index } of within.matchAll(pattern)) {
          const end = index + match.length;
          spans.push([starts?.[index] ?? from + index, starts?.[end] ?? from + end]);
        }
    }
    const small = has.digits ? within.toLowerCase() : '';
    if (small.length !== within.length) return;
    for (const needle of hex) {
      let at = small.indexOf(needle);
      for (; at !== -1 && spans.length <= mostSpans; at = small.indexOf(needle, at + needle.length)) {
        const end = at + needle.length;
        spans.push([starts?.[at] ?? from + at, starts?.[end] ?? from + end]);
      }
    }
  }

  /** Looks below what a view is encoded by, and below that: `left` says how many layers may follow. */
  function look(view: View | undefined, left: Left): void {
    if (view === undefined) return;
    const within = textOf(view);
    const has = surveyText(within);
    find(within, view.starts);
    findHex(within, has, view.starts);
    lookBelow(within, has, view, left);
  }

  function lookBelow(within: string, has: Survey, view: View, left: Left, taken = 0): void {
    const { escapes, around, base64, quoted } = left;
    if (has.base64 && base64 > 0 && around >= 0)
      look(decodeBase64(view, taken), { ...left, escapes: mostLayers, around: 0, base64: base64 - 1 });
    if (has.escapes && escapes > 0)
      look(decodeEscapes(view), { ...left, escapes: escapes - 1, around: around - 1 });
    if (quoted > 0) look(decodeQuoted(within, view), { ...left, escapes: 1, base64: 0, quoted: 0 });
  }

  find(text);
  // Of a long text one part comes after the other, so that little of it is kept twice.
  const overlap = longestEscape * Math.max(...needles.map(({ length }) => length));
  const length = Math.max(step, overlap);
  let taken = 0;
  for (let from = 0; from < text.length && spans.length <= mostSpans; from += length) {
    const part = text.slice(from, from + length + overlap);
    const has = surveyText(part);
    if (has.escapes || has.base64 || part.includes('='))
      lookBelow(part, has, viewOf(part, from), whole, taken);
    findHex(part, has, undefined, from);
    taken = countBase64(text, from, Math.min(from + length, text.length), taken);
  }
  return spans.length > mostSpans ? [[0, text.length]] : spans;
}

/** The spellings of a secret that no undoing of escapes leads back to it. */
function spellSecret(secret: string): string[] {
  // Characters beyond ASCII are written in several ways, and taken for others in another character set.
  const composed = [secret.normalize('NFC'), secret.normalize('NFD')];
  const texts = new Set([secret, ...composed, misread(secret), Buffer.from(secret, 'latin1').toString()]);
  const all = new Set(texts);
  for (const text of texts) all.add(misread(text));
  // Between two characters of UTF-16 there is a zero, whichever byte comes first, where they are of Latin-1.
  all.add([...secret].join('\0'));
  const wide = Buffer.from(secret, 'utf16le');
  for (const bytes of [...[...texts].map((text) => Buffer.from(text)), wide, Buffer.from(wide).swap16()]) {
    const hex = bytes.toString('hex');
    const encoded = [0, 1, 2].map((before) => spellWithin(bytes, before));
    const urlSafe = encoded.map((one) => one.replaceAll('+', '-').replaceAll('/', '_'));
    for (const one of [hex, ...encoded, ...urlSafe]) all.add(one);
  }
  // In forms, a space is a plus.
  return [...new Set([...all].flatMap((one) => [one, one.replaceAll('+', ' ')]))];
}

/** Bytes with something between any two of them. */
function spellDump(digits: string): RegExp {
  return new RegExp((digits.match(/../g) ?? []).join(between), 'gi');
}

/** The bytes of UTF-8 as the characters of Latin-1. */
function misread(text: string): string {
  return Buffer.from(text).toString('latin1');
}

/** The characters of base64 that bytes alone decide, where they stand behind so many others (RFC 4648, 4). */
function spellWithin(bytes: Buffer, before: number): string {
  const all = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return all.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
