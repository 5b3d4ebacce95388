import { checkPathText } from './checkPathText.js';
import { isJson } from '../isJson.js';
import { encodeReserved, percentEncode } from './percentEncode.js';
import { serialize, type Format } from './serialize.js';
import type { Parameter, Place, Style } from '../tool.js';
import { Unsendable } from './unsendable.js';
import { writeFormPairs } from './writeFormPairs.js';
import { writeScalar } from './writeScalar.js';

/** Writes a parameter for the place it goes to: one text for a path or header, pairs for a query or cookie. */
export function writeParameter(parameter: Parameter, value: unknown): string[] {
  return writers[parameter.in](parameter, value);
}

const writers: Record<Place, (parameter: Parameter, value: unknown) => string[]> = {
  path: writePath,
  query: writeQuery,
  querystring: writeQuerystring,
  header: writeHeader,
  cookie: writeCookie,
};

/** Reserved characters that do not end a path segment. */
const keptInPath = ":@!$&'()*+,;=";
/** Reserved characters that mean nothing of their own in a form-style query. */
const keptInQuery = ":/?@!$'()*,;=[]";

/** What stands before the pieces of a path parameter, and between them. */
const pathMarks: Partial<Record<Style, [before: string, between: string]>> = {
  label: ['.', '.'],
  matrix: [';', ';'],
};

function writePath(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'simple', allowReserved = false, segments = false } = parameter;
  const writeSegment = (text: string): string => {
    const problem = checkPathText(text);
    if (problem !== undefined) throw new Unsendable(argument, problem);
    return allowReserved ? encodeReserved(text, keptInPath) : percentEncode(text);
  };
  const pieces = toPieces(parameter, value, style, (text) =>
    segments ? writeSegments(text, argument, writeSegment) : writeSegment(text),
  );
  if (pieces.length === 0) throw new Unsendable(argument, 'required, since it is a part of the path');
  const [before, between] = pathMarks[style] ?? ['', ','];
  return [before + pieces.join(between)];
}

/** A path of its own within the path; an empty segment would make it another one, or none. */
function writeSegments(text: string, argument: string, writeSegment: (text: string) => string): string {
  const parts = text.split('/');
  if (parts.length > 1 && parts.includes('')) {
    const problem = 'may hold / between its segments, but not at either end nor twice in a row';
    throw new Unsendable(argument, `${problem}, since it is a part of the path`);
  }
  return parts.map(writeSegment).join('/');
}

function writeQuery(parameter: Parameter, value: unknown): string[] {
  const { style = 'form', allowReserved = false } = parameter;
  return toPieces(parameter, value, style, (text) =>
    allowReserved ? encodeReserved(text, keptInQuery) : percentEncode(text),
  );
}

/** OpenAPI 3.2, Parameter Object, `in: querystring`: the value is the whole query. */
function writeQuerystring({ argument, mediaType = '' }: Parameter, value: unknown): string[] {
  if (isJson(mediaType)) return [percentEncode(JSON.stringify(value))];
  if (typeof value === 'object') return writeFormPairs(value ?? {});
  return [encodeReserved(writeScalar(value, argument).replace(/^\?/, ''), `${keptInQuery}&+`)];
}

/** Header values are not percent-encoded (OpenAPI 3.2, Percent-Encoding and Form Media Types). */
function writeHeader(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'simple' } = parameter;
  return toPieces(parameter, value, style, (text) => {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) return text;
    throw new Unsendable(
      argument,
      'must hold neither line breaks nor characters outside of Latin-1, since it is sent as a header',
    );
  });
}

function writeCookie(parameter: Parameter, value: unknown): string[] {
  const { argument, style = 'form' } = parameter;
  if (style !== 'cookie') return toPieces(parameter, value, style, percentEncode);
  return toPieces(parameter, value, style, (text) => {
    if (cookieText.test(text)) return text;
    throw new Unsendable(
      argument,
      'must hold no blanks, quotes, commas, semicolons or backslashes, since it is sent as a cookie',
    );
  });
}

/** RFC 6265, section 4.1.1: `style: cookie` escapes nothing, so what a cookie cannot hold has to be refused. */
const cookieText = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

function toPieces(parameter: Parameter, value: unknown, style: Style, encode: Format['encode']): string[] {
  const { argument, name, mediaType, explode = style === 'form' || style === 'cookie' } = parameter;
  const place = parameter.in === 'path' || parameter.in === 'header' ? parameter.in : undefined;
  const format = { style, explode, argument, encode, ...(place && { place }) };
  if (mediaType === undefined) return serialize(name, value, format);
  const text =
    isJson(mediaType) || typeof value === 'object' ? JSON.stringify(value) : writeScalar(value, argument);
  return serialize(name, text, { ...format, explode: false });
}
