import { UnsendableError } from '../errors.js';
import { isObject, toJson } from '../json.js';
import { isFields, isJson, isOfText } from '../mediaTypes.js';
import { echo } from '../text.js';
import type { Encoding, Parameter, ParameterLocation, Style } from '../tool.js';
import { checkPathText, listReadings } from './servers.js';

/** How to write one value. */
interface Format {
  style: Style;
  explode: boolean;
  /** Who is named where the value cannot be written. */
  argument: string;
  /** Where it is written, if not among pairs of names and values. */
  place?: 'path' | 'header' | 'part';
  /** Escapes values for the place they are written to. */
  encode: (text: string) => string;
  /** Escapes names, where they are not escaped as values are. */
  encodeName?: (text: string) => string;
}

/** Whether a style repeats the parameter's name, and what stands between the members that are not exploded. */
const styles: Record<Style, { named: boolean; delimiter: string }> = {
  simple: { named: false, delimiter: ',' },
  label: { named: false, delimiter: ',' },
  matrix: { named: true, delimiter: ',' },
  form: { named: true, delimiter: ',' },
  cookie: { named: true, delimiter: ',' },
  spaceDelimited: { named: true, delimiter: '%20' },
  pipeDelimited: { named: true, delimiter: '%7C' },
  tabDelimited: { named: true, delimiter: '%09' },
  deepObject: { named: true, delimiter: '' },
};

/**
 * OpenAPI 3.2, Style Values: the pieces that a value is written in. What stands before and between the pieces
 * belongs to the place: `&` in a query, `;` in a matrix path. Null and empty lists and objects have no piece.
 */
export function serialize(name: string, value: unknown, format: Format): string[] {
  const { style, explode, argument, place } = format;
  const { encode, encodeName = encode } = format;
  const write = (item: unknown) => encode(writeScalar(item, argument));
  // A list in an object that is exploded repeats its key, as one that is a parameter does.
  const pairsOf = ([key, item]: [string, unknown]) =>
    givenItems(explode ? item : [item]).map((one) => [encodeName(key), write(one)]);
  if (style === 'deepObject')
    return bracketed(name, value)
      .flatMap(pairsOf)
      .map((one) => one.join('='));

  const { delimiter } = styles[style];
  const named = styles[style].named && (place === undefined || style === 'matrix');
  const before = named ? `${encodeName(name)}=` : '';
  const members = isObject(value) ? Object.entries(value).flatMap(pairsOf) : undefined;
  if (explode && members !== undefined) return members.map((member) => member.join('='));
  const items = members?.flat() ?? givenItems(value).map(write);
  if (explode) return items.map((item) => before + item);
  if (items.length === 0) return [];
  const isEncoded = place === undefined || place === 'path';
  return [before + items.join(isEncoded ? delimiter : decodeURIComponent(delimiter))];
}

/**
 * The names in brackets that a nested value has: `filter[size][min]`. OpenAPI leaves open how lists are written;
 * `ids[]` for single values and `items[0][id]` for what has members is what most servers read.
 */
export function bracketed(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      bracketed(`${name}[${typeof item === 'object' ? index : ''}]`, item),
    );
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([key, item]) => bracketed(`${name}[${key}]`, item));
  return givenItems(value).map((one) => [name, one]);
}

function givenItems(value: unknown): unknown[] {
  return [value].flat().filter((item) => item !== undefined && item !== null);
}

/** RFC 3986, section 2: everything but unreserved characters as `%XX`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Reserved characters that stand for themselves in a query or a form (OpenAPI 3.2, Appendix C.4.2): not `& = +`, which
 * mean something there, and not `[ ] #`, which RFC 3986 does not allow there.
 */
const keptInQuery = ":/?@!$'()*,;";

/**
 * OpenAPI 3.2, Parameter Object, `allowReserved`: reserved characters and what is percent-encoded already stay
 * as they are, but for those that would end the part of the URL that they stand in.
 */
function encodeReserved(text: string, kept: string): string {
  return percentEncode(text).replaceAll(
    /%25([0-9a-f]{2})|%([0-9a-f]{2})/gi,
    (encoded, already: string | undefined, code: string) => {
      if (already !== undefined) return `%${already}`;
      const character = String.fromCharCode(Number.parseInt(code, 16));
      return kept.includes(character) ? character : encoded;
    },
  );
}

/** Writes a value where only text can stand, and what has members as JSON; `argument` is named where that fails. */
export function writeScalar(value: unknown, argument: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object') return toJson(value);
  if (typeof value === 'number' && mayBeRounded(value)) {
    throw new UnsendableError(argument, 'is too large to be exact as a number; give its digits as a string');
  }
  return String(value);
}

/** An integer beyond 2^53 may have been another one, unless few digits say it: 1e20. */
function mayBeRounded(value: number): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && Number(value.toPrecision(15)) !== value;
}

/**
 * Writes an object as the pairs of `application/x-www-form-urlencoded` (OpenAPI 3.2, Encoding Object). A member of an
 * object that is written out cannot be one of `names`, which the form has of its own.
 *
 * @throws UnsendableError where one is.
 */
export function writeFormPairs(
  value: object,
  encoding: Readonly<Record<string, Encoding>> = {},
  names: readonly string[] = [],
): string[] {
  const known = new Set([...names, ...Object.keys(value)]);
  return Object.entries(value).flatMap(([name, item]) => {
    const own = Object.hasOwn(encoding, name) ? encoding[name] : undefined;
    const taken =
      own?.explode !== false && own?.style !== 'deepObject' && isObject(item) && isStyled(own ?? {})
        ? Object.keys(item).find((member) => member !== name && known.has(member))
        : undefined;
    if (taken !== undefined) throw refuseTaken(`${name}.${taken}`, taken);
    return writeProperty(name, item, own);
  });
}

/** Why a member of an object that is written out is refused, where another `argument` is sent by its name. */
export function refuseTaken(member: string, argument: string): UnsendableError {
  const instead =
    argument === '' ? 'the API takes one value only' : `its name is that of ${argument}, which takes it`;
  return new UnsendableError(member, `must not be given here: ${instead}`);
}

/** A property with a style of any kind is written like a query parameter, any other by its media type. */
function writeProperty(name: string, value: unknown, encoding: Encoding = {}): string[] {
  const { contentType, style = 'form', explode = style === 'form', allowReserved } = encoding;
  const encode = (text: string) => (allowReserved ? encodeReserved(text, keptInQuery) : percentEncode(text));
  const pair = (text: string) => `${percentEncode(name)}=${encode(text)}`;
  if (value === undefined) return [];
  // A property that is set to null is to be cleared; an empty value is what servers take for it.
  if (value === null) return [pair('')];
  if (isStyled(encoding)) {
    return serialize(name, value, { style, explode, argument: name, encode, encodeName: percentEncode });
  }
  if (contentType !== undefined && isJson(contentType)) return [pair(toJson(value))];
  return givenItems(value).map((item) => pair(writeScalar(item, name)));
}

/** Whether a property is written like a query parameter (OpenAPI 3.2, Fixed Fields for RFC6570-style Serialization). */
export function isStyled({ style, explode, allowReserved }: Encoding): boolean {
  return [style, explode, allowReserved].some((field) => field !== undefined);
}

/** What is said of a list or an object that has to be sent, and of which there is nothing to send. */
export function emptyWords(value: unknown): string {
  const what = Array.isArray(value)
    ? 'an empty list: give at least one item'
    : 'an object without a value: give one';
  return `required, and nothing can be sent of ${what}`;
}

/** Whether a server may take one name for the other: many do not look at case, and take `name[]` or ` name` for `name`. */
export function isSameName(given: string, name: string): boolean {
  return [given, given.replace(/\[[^\]]*\]$/, '')].some((one) => foldCase(one) === foldCase(name));
}

function foldCase(text: string): string {
  return text.trim().toLowerCase();
}

/** Whether a parameter has that name; those of headers are the same in any case (RFC 9110, 5.1). */
export function isNameOf(given: string, { name, in: place }: Pick<Parameter, 'name' | 'in'>): boolean {
  return place === 'header' ? given.toLowerCase() === name.toLowerCase() : given === name;
}

/** Writes a parameter for the place it goes to: one text for a path or header, pairs for a query or cookie. */
export function writeParameter(parameter: Parameter, value: unknown): string[] {
  return writers[parameter.in](parameter, value);
}

const writers: Record<ParameterLocation, (parameter: Parameter, value: unknown) => string[]> = {
  path: writePath,
  query: writeQuery,
  querystring: writeQuerystring,
  header: writeHeader,
  cookie: writeCookie,
};

/** Reserved characters that do not end a path segment. */
const keptInPath = ":@!$&'()*+,;=";
/** Reserved characters that the value of a cookie can hold (RFC 6265, 4.1.1). */
const keptInCookie = ":/?#[]@!$&'()*+=";

/** What stands before the pieces of a path parameter, and between them. */
const pathMarks: Partial<Record<Style, [before: string, between: string]>> = {
  label: ['.', '.'],
  matrix: [';', ';'],
};

function writePath(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'simple', allowReserved = false, segments = false, constant } = parameter;
  // What is passed on as it is, or is a segment already, holds none.
  const slashes = parameter.slashes !== 'refused' && segments === false && !allowReserved;
  const check = (text: string): string => {
    // What the document itself says of its path is meant so.
    const problem = constant === undefined ? checkPathValue(text, slashes) : undefined;
    if (problem !== undefined) throw new UnsendableError(argument, problem);
    return text;
  };
  const writeSegment = (text: string): string =>
    allowReserved ? encodeReserved(check(text), keptInPath) : percentEncode(check(text));
  const pieces = toPieces(parameter, value, style, {
    encode: (text) => (segments ? writeSegments(text, parameter, writeSegment) : writeSegment(text)),
    encodeName: (text) => percentEncode(check(text)),
  });
  if (pieces.length === 0) throw new UnsendableError(argument, 'required, since it is a part of the path');
  const [before, between] = pathMarks[style] ?? ['', ','];
  return [before + pieces.join(between)];
}

/** A path of its own within the path. */
function writeSegments(
  text: string,
  { argument, segments }: Parameter,
  writeSegment: (text: string) => string,
): string {
  const problem = checkSegments(text);
  if (problem !== undefined) throw new UnsendableError(argument, problem);
  const parts = text.split('/');
  return parts.map(writeSegment).join(segments === 'encoded' ? '%2F' : '/');
}

function writeQuery(parameter: Parameter, value: unknown): string[] {
  const { style = 'form', allowReserved = false } = parameter;
  return toPieces(parameter, value, style, {
    encode: (text) => (allowReserved ? encodeReserved(text, keptInQuery) : percentEncode(text)),
    encodeName: percentEncode,
  });
}

/** OpenAPI 3.2, Parameter Object, `in: querystring`: the value is the whole query. */
function writeQuerystring({ argument, mediaType = '', encoding }: Parameter, value: unknown): string[] {
  if (isJson(mediaType)) return [percentEncode(toJson(value))];
  if (typeof value === 'object') return writeFormPairs(value ?? {}, encoding);
  const text = writeScalar(value, argument);
  // Of other texts the document says no more: what they hold of a query's own characters is meant as such.
  if (mediaType !== '' && !isOfText(mediaType) && !isFields(mediaType)) return [percentEncode(text)];
  return [encodeReserved(text.replace(/^\?/, ''), `${keptInQuery}&=+`)];
}

/** Header values are not percent-encoded (OpenAPI 3.2, Parameter Object, Fixed Fields for use with `schema`). */
function writeHeader(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'simple' } = parameter;
  const encode = (text: string): string => {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
    throw new UnsendableError(
      argument,
      'must hold neither line breaks nor characters outside of Latin-1, since it is sent as a header',
    );
  };
  return toPieces(parameter, value, style, { encode });
}

/** OpenAPI 3.2, Appendix D: what is of `style: cookie`, or text by its media type, is escaped by whoever gives it. */
function writeCookie(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'form', mediaType = '', allowReserved = false } = parameter;
  if (style !== 'cookie' && !isOfText(mediaType)) {
    return toPieces(parameter, value, style, {
      encode: (text) => (allowReserved ? encodeReserved(text, keptInCookie) : percentEncode(text)),
      encodeName: percentEncode,
    });
  }
  const pass = (pattern: RegExp, problem: string) => (text: string) => {
    if (pattern.test(text)) return text;
    throw new UnsendableError(argument, `${problem}, since it is sent as a cookie`);
  };
  return toPieces(parameter, value, style, {
    encode: pass(bareValue, 'must hold no semicolons, line breaks or characters outside of Latin-1'),
    encodeName: pass(bareName, 'must have members whose names hold no blanks, = or ;'),
  });
}

/** What does not end a cookie; RFC 6265 wants less of them, but many cookies have blanks, commas and quotes. */
const bareValue = /^[\x20-\x3a\x3c-\x7e\x80-\xff]*$/;
/** With a blank, `=` or `;`, a name could pass for that of a cookie which is not the caller's to give. */
const bareName = /^[\x21-\x3a\x3c\x3e-\x7e\xa1-\xff]+$/;

function toPieces(
  parameter: Parameter,
  value: unknown,
  style: Style,
  escape: Pick<Format, 'encode' | 'encodeName'>,
): string[] {
  const { argument, name, mediaType, explode = style === 'form' || style === 'cookie' } = parameter;
  const place = parameter.in === 'path' || parameter.in === 'header' ? parameter.in : undefined;
  const format = { style, explode, argument, ...escape, ...(place && { place }) };
  if (mediaType === undefined) return serialize(name, value, format);
  const isText = !isJson(mediaType) && typeof value !== 'object';
  const text = isText ? writeScalar(value, argument) : writeJson(value, place === 'header');
  return serialize(name, text, { ...format, explode: false });
}

/** JSON, in ASCII where nothing else can be sent. */
function writeJson(value: unknown, asAscii: boolean): string {
  const json = toJson(value);
  if (!asAscii) return json;
  return json.replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const longestText = 200;
const place = 'since it is a part of the path';

/**
 * Says what keeps a value out of a path, if anything does: the text itself, or what servers make of it that are less
 * strict than URLs are, and take octets for ASCII that are no UTF-8 (RFC 3629, 10), or characters for their plain forms.
 *
 * @param slashes - whether it may hold `/`, as of {@link checkPathText}
 */
function checkPathValue(text: string, slashes: boolean): string | undefined {
  return (
    checkPathText(text, slashes) ??
    (/%(?:25)*[89a-fu]|[^\0-\x7f]/i.test(text)
      ? listReadings(text, slashes)
          .map((reading) => checkLoosely(reading, slashes))
          .find((problem) => problem !== undefined)
      : undefined)
  );
}

/**
 * Says what keeps a segment, as it is sent, out of a path: values may be fine by themselves and not side by side, as
 * `.%2` and `e` are, or `/` behind a dot. A `;` that it begins with is never a value's.
 *
 * @param slashes - whether it may hold `%2F`
 */
export function checkJoined(segment: string, slashes: boolean): string | undefined {
  const text = segment
    .replace(/^;/, '')
    .replaceAll(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return checkPathValue(text, slashes);
}

function checkLoosely(text: string, slashes: boolean): string | undefined {
  const overlong = decodeOverlong(text);
  const loose = [overlong, dropInvalid(text)].filter((one) => one !== text && one !== '');
  // Other slashes and backslashes are text; it is dots beside them, or alone, that climb.
  const dots = text
    .normalize('NFKC')
    .split('/')
    .find((part) => part === '.' || part === '..');
  return [...loose.map((one) => checkPathText(one, slashes)), dots && checkPathText(dots, slashes)].find(
    Boolean,
  );
}

const octet = '%(?:25)*[0-9a-f]{2}';
/** What may follow the octet that begins a sequence: some servers look at six bits of whatever stands there. */
const next = `(?:${octet}|[\\0-\\x7f])`;
const overlongs = new RegExp(
  `%(?:25)*(?:(?:c[01])${next}|e0${next}{2}|f0${next}{3}|f8${next}{4}|fc${next}{5}|u[0-9a-f]{4})`,
  'gi',
);

/** The text with ASCII for what is spelt in more octets than it needs (`%c0%af`), or by its number (`%u002f`). */
function decodeOverlong(text: string): string {
  return text.replaceAll(overlongs, (written) => {
    const [, number] = /u(.{4})$/i.exec(written) ?? [];
    if (number !== undefined) return String.fromCharCode(Number.parseInt(number, 16)).normalize('NFKC');
    const octets = written.match(new RegExp(`${octet}|.`, 'gis')) ?? [];
    const codes = octets.map((one) =>
      one.length > 1 ? Number.parseInt(one.slice(-2), 16) : one.charCodeAt(0),
    );
    const code = codes.reduce((sum, one, index) => (index === 0 ? one & 1 : sum * 64 + (one & 63)), 0);
    return code < 128 ? String.fromCharCode(code) : written;
  });
}

/** The text without octets that are no UTF-8. */
function dropInvalid(text: string): string {
  return text.replaceAll(/(?:%(?:25)*[89a-f][0-9a-f])+/gi, (run) => {
    const octets = run.match(/[89a-f][0-9a-f](?=%|$)/gi) ?? [];
    const bytes = Uint8Array.from(octets, (one) => Number.parseInt(one, 16));
    return new TextDecoder().decode(bytes).replaceAll('\ufffd', '');
  });
}

/** How the enforced schema says that a text is a path of its own: with these words its `$comment` begins. */
export const segmentsWords = 'may hold / between its segments';

/** Says what keeps a text from being a path of its own within the path, and how to give it instead, if anything does. */
export function checkSegments(text: string): string | undefined {
  if (!/%(?:25)*2[ef]/i.test(text)) return checkPlain(text);
  const plain = decodeFully(text);
  return (
    checkPlain(plain) ??
    `give it unencoded: ${show(plain)}; it is encoded where it becomes a part of the path`
  );
}

function checkPlain(text: string): string | undefined {
  if (text === '') return `must not be empty, ${place}`;
  const parts = text.split('/');
  if (parts.includes('.') || parts.includes('..'))
    return `must hold no "." or ".." between its slashes, ${place}`;
  if (parts.includes('')) return checkSlashes(text);
  const problem = parts.map((part) => checkPathValue(part, false)).find((one) => one !== undefined);
  // The slashes between segments are no fault.
  return problem?.replace('must not hold / ', 'must not hold ');
}

/** What is wrong with slashes beside which there is no segment. */
function checkSlashes(text: string): string {
  const plain = text.split('/').filter(Boolean).join('/');
  const spots = [
    ...(text.startsWith('/') ? ['begin with /'] : []),
    ...(text.length > 1 && text.endsWith('/') ? ['end with /'] : []),
    ...(/.\/\/+./.test(text) ? ['hold // with nothing between'] : []),
  ];
  const instead = checkPlain(plain) !== undefined ? '' : `: give ${show(plain)}`;
  return `must not ${spots.join(' nor ')}, ${place}${instead}`;
}

/** The text without percent-encoding, however often it is encoded. */
function decodeFully(text: string): string {
  const once = text.replaceAll(/%(?:25)+/g, '%');
  try {
    return decodeURIComponent(once);
  } catch {
    return once.replaceAll(/%2f/gi, '/').replaceAll(/%2e/gi, '.');
  }
}

function show(text: string): string {
  return `"${echo(text, longestText)}"`;
}
