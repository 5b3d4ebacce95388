import { isJson } from '../isJson.js';
import { encodeReserved, keptInQuery, percentEncode } from './percentEncode.js';
import { serialize } from './serialize.js';
import { toJson } from '../toJson.js';
import type { Encoding } from '../tool.js';
import { writeScalar } from './writeScalar.js';

/** Writes an object as the pairs of `application/x-www-form-urlencoded` (OpenAPI 3.2, Encoding Object). */
export function writeFormPairs(value: object, encoding: Readonly<Record<string, Encoding>> = {}): string[] {
  return Object.entries(value).flatMap(([name, item]) =>
    writeProperty(name, item, Object.hasOwn(encoding, name) ? encoding[name] : undefined),
  );
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
  const items = [value].flat().filter((item) => item !== undefined && item !== null);
  return items.map((item) => pair(writeScalar(item, name)));
}

/** Whether a property is written like a query parameter (OpenAPI 3.2, Fixed Fields for RFC6570-style Serialization). */
export function isStyled({ style, explode, allowReserved }: Encoding): boolean {
  return [style, explode, allowReserved].some((field) => field !== undefined);
}
