import type { Encoding } from '../model/api.js';
import { joinPointer } from '../model/pointer.js';
import { asObject, isObject } from './asObject.js';
import type { Context } from './context.js';
import { readEncoding } from './readEncoding.js';
import type { Found } from './resolve.js';

/** How the properties of a form are written, by their names (OpenAPI 3.2, Media Type Object, encoding). */
export function readEncodings(media: Found, mediaType: string, context: Context): Record<string, Encoding> {
  const pointer = joinPointer(media.pointer, 'encoding');
  const entries = Object.entries(asObject(asObject(media.value)['encoding'])).filter(([, value]) =>
    isObject(value),
  );
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      readEncoding({ value, pointer: joinPointer(pointer, name) }, mediaType, context),
    ]),
  );
}
