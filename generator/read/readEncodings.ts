import type { Encoding } from '../model/api.js';
import type { JsonObject } from '../model/document.js';
import { asObject, asText, isObject } from './asObject.js';
import { readStyle } from './readStyle.js';

/** How the properties of a form are written, by their names (OpenAPI 3.2, Encoding Object). */
export function readEncodings(media: JsonObject): Record<string, Encoding> {
  const entries = Object.entries(asObject(media['encoding'])).filter(([, encoding]) => isObject(encoding));
  return Object.fromEntries(entries.map(([name, encoding]) => [name, readEncoding(asObject(encoding))]));
}

/** What is said counts even where it says the default: it is then not the media type that decides. */
function readEncoding(node: JsonObject): Encoding {
  const { contentType, style, explode, allowReserved } = node;
  const known = typeof style === 'string' ? readStyle('query', style) : undefined;
  return {
    ...(contentType === undefined ? {} : { contentType: asText(contentType) }),
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
  };
}
