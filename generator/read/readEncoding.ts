import type { Encoding } from '../model/api.js';
import { asObject, asText } from './asObject.js';
import type { Context } from './context.js';
import { readPartHeaders } from './readPartHeaders.js';
import type { Found } from './resolve.js';
import { readStyle } from './readStyle.js';

/** How a property or an item is written (OpenAPI 3.2, Encoding Object); only parts of `multipart` have headers. */
export function readEncoding(encoding: Found, mediaType: string, context: Context): Encoding {
  const { contentType, style, explode, allowReserved } = asObject(encoding.value);
  // What is said counts even where it says the default: it is then not the media type that decides.
  const known = typeof style === 'string' ? readStyle('query', style) : undefined;
  const headers = /^multipart\//i.test(mediaType) ? readPartHeaders(encoding, context) : {};
  return {
    ...(contentType === undefined ? {} : { contentType: asText(contentType) }),
    ...(known === undefined ? {} : { style: known }),
    ...(typeof explode === 'boolean' ? { explode } : {}),
    ...(typeof allowReserved === 'boolean' ? { allowReserved } : {}),
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
  };
}
