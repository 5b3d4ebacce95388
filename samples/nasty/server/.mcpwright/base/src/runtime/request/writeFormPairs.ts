import { isJson } from '../isJson.js';
import { isObject } from '../isObject.js';
import { encodeReserved, percentEncode } from './percentEncode.js';
import { bracketed, serialize } from './serialize.js';
import type { Encoding } from '../tool.js';
import { writeScalar } from './writeScalar.js';

/** Writes an object as the pairs of `application/x-www-form-urlencoded` (OpenAPI 3.2, Encoding Object). */
export function writeFormPairs(value: object, encoding: Readonly<Record<string, Encoding>> = {}): string[] {
  return Object.entries(value).flatMap(([name, item]) =>
    writeProperty(name, item, Object.hasOwn(encoding, name) ? encoding[name] : undefined),
  );
}

function writeProperty(name: string, value: unknown, encoding: Encoding = {}): string[] {
  const { contentType, style, explode, allowReserved } = encoding;
  const encode = (text: string) =>
    allowReserved ? encodeReserved(text, ":/?@!$'()*,;[]") : percentEncode(text);
  const pair = ([key, item]: [string, unknown]) => `${encode(key)}=${encode(writeScalar(item, name))}`;
  // A property that is set to null is to be cleared; an empty value is what servers take for it.
  if (value === null) return [pair([name, ''])];
  if (style !== undefined) {
    return serialize(name, value, { style, explode: explode ?? style === 'form', argument: name, encode });
  }
  if (contentType !== undefined && isJson(contentType)) return [pair([name, JSON.stringify(value)])];
  if (Array.isArray(value) && !value.some(hasMembers)) {
    return serialize(name, value, { style: 'form', explode: explode ?? true, argument: name, encode });
  }
  return bracketed(name, value).map(pair);
}

function hasMembers(value: unknown): boolean {
  return isObject(value) || Array.isArray(value);
}
