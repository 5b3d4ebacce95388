import { UnsendableError } from '../errors.js';
import { toJson } from '../json.js';
import { isFields, isJson, isOfText } from '../mediaTypes.js';
import type { Parameter, ParameterLocation, Style } from '../tool.js';
import { checkPathText, checkSegments } from './checkPath.js';
import {
  type Format,
  encodeReserved,
  keptInQuery,
  percentEncode,
  serialize,
  writeFormPairs,
  writeScalar,
} from './serialize.js';

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
    const problem = constant === undefined ? checkPathText(text, slashes) : undefined;
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
