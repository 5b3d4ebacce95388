import { shortestSecret, sign } from '../redact.js';
import { decodeBase64, decodeEscapes, decodeHex, decodeQuoted, sourceOf, type View } from './encodings.js';

/** Layers of escapes, one over the other, below which a secret is found; and of base64 or hexadecimal in one another. */
const mostLayers = 5;
const mostRuns = 2;
/** Layers of escapes over base64 that is looked into. */
const mostAround = 1;
/** Places of secrets in one text; one with more of them is left out as a whole. */
const mostSpans = 100_000;
/** Characters that are decoded at once; and for each character of a secret, those that an escape may take. */
const step = 64 * 1024;
const longestEscape = 24;

/** A part of a text. */
type Span = [start: number, end: number];

/**
 * Takes secrets out of a text, but for very short ones: as they are, as base64, as hexadecimal, in one row or as a dump, in
 * quoted-printable, in UTF-16, and in any escapes of JSON, URLs, forms and HTML, one over the other, and mixed.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const needles = needlesOf(secrets);
  if (text === needles.clean) return text;
  const spans = findSecrets(text, needles.all);
  if (spans.length === 0 && text.length <= longestKept) needles.clean = text;
  return replace(text, spans);
}

/** The same of a file: its bytes are looked at as the characters of Latin-1. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const wide = secrets
    .filter(isLong)
    .flatMap((secret) => listWide(secret).map((one) => one.toString('latin1')));
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const spans = findSecrets(text, [...needlesOf(secrets).all, ...wide]);
  return spans.length === 0 ? bytes : Buffer.from(replace(text, spans), 'latin1');
}

function isLong({ length }: string): boolean {
  return length >= shortestSecret;
}

/** What is looked for. */
interface Needles {
  /** The secrets in all the spellings that are not undone, and what is left where they hold escapes. */
  all: readonly string[];
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
  const needles = { all: listSpellings(secrets), clean: '' };
  if (known.size >= mostKnown) known.clear();
  known.set(key, needles);
  return needles;
}

function listSpellings(secrets: readonly string[]): string[] {
  const spelled = new Set(secrets.filter(isLong).flatMap(spellSecret));
  // A secret may hold what looks like an escape; what is added is looked at in its turn.
  for (const one of spelled) {
    const decoded = decodeEscapes({ text: one })?.text ?? '';
    if (isLong(decoded)) spelled.add(decoded);
  }
  return [...spelled];
}

function replace(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let taken = 0;
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (start >= taken) parts.push(text.slice(taken, start), sign);
    taken = Math.max(taken, end);
  }
  return parts.join('') + text.slice(taken);
}

/** Where secrets are; of a text that holds very many, all of it. */
function findSecrets(text: string, needles: readonly string[]): readonly Span[] {
  if (needles.length === 0) return [];
  const spans: Span[] = [];

  function find(view: View): void {
    for (const needle of needles) {
      let at = view.text.indexOf(needle);
      for (; at !== -1 && spans.length <= mostSpans; at = view.text.indexOf(needle, at + needle.length))
        spans.push([sourceOf(view, at), sourceOf(view, at + needle.length)]);
    }
  }

  /** Looks into a view, and below what it is encoded by. */
  function look(view: View | undefined, layers = mostLayers, around = mostAround, runs = mostRuns): void {
    if (view === undefined || spans.length > mostSpans) return;
    find(view);
    if (layers > 0) look(decodeEscapes(view), layers - 1, around - 1, runs);
    if (around < 0 || runs === 0) return;
    for (const inner of [...decodeBase64(view), ...decodeHex(view)]) look(inner, mostLayers, 0, runs - 1);
    look(decodeQuoted(view), 1, 0, runs - 1);
  }

  find({ text });
  // Of a long text one part comes after the other, so that little of it is kept twice.
  const overlap = longestEscape * Math.max(...needles.map(({ length }) => length));
  const length = Math.max(step, overlap);
  for (let from = 0; from < text.length && spans.length <= mostSpans; from += length)
    look({ text: text.slice(from, from + length + overlap), from });
  return spans.length > mostSpans ? [[0, text.length]] : spans;
}

/** The spellings of a secret that no undoing of escapes leads back to it. */
function spellSecret(secret: string): string[] {
  // Characters beyond ASCII are written in several ways, and taken for others in another character set.
  const composed = [secret, secret.normalize('NFC'), secret.normalize('NFD')];
  const texts = new Set([...composed, misread(secret), Buffer.from(secret, 'latin1').toString()]);
  const all = new Set(texts);
  for (const text of texts) all.add(misread(text));
  // Between two characters of UTF-16 there is a zero, whichever byte comes first, where they are of Latin-1.
  all.add([...secret].join('\0'));
  // Short base64 is not looked into.
  const encodable = [...texts].flatMap((text) => listWide(text).concat(Buffer.from(text)));
  for (const bytes of encodable) {
    const encoded = [0, 1, 2].map((before) => spellWithin(bytes, before));
    for (const one of encoded) all.add(one).add(one.replaceAll('+', '-').replaceAll('/', '_'));
  }
  // In forms, a space is a plus.
  return [...new Set([...all].flatMap((one) => [one, one.replaceAll('+', ' ')]))];
}

/** A text in UTF-16, both ways round. */
function listWide(text: string): Buffer[] {
  return [Buffer.from(text, 'utf16le'), Buffer.from(text, 'utf16le').swap16()];
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
