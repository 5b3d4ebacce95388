import type { Content } from '../model/api.js';
import { joinPointer } from '../model/pointer.js';
import { asArray, asObject } from './asObject.js';
import type { Context } from './context.js';
import { readEncoding } from './readEncoding.js';
import type { Found } from './resolve.js';

/** How the items of a multipart body that is a list are written (OpenAPI 3.2, Encoding By Position). */
export function readItemEncodings(
  media: Found,
  mediaType: string,
  context: Context,
): Pick<Content, 'prefixEncoding' | 'itemEncoding'> {
  if (!/^multipart\//i.test(mediaType)) return {};
  const { prefixEncoding, itemEncoding } = asObject(media.value);
  const first = asArray(prefixEncoding).map((value, index) =>
    readEncoding(
      { value, pointer: joinPointer(`${media.pointer}/prefixEncoding`, index) },
      mediaType,
      context,
    ),
  );
  const pointer = `${media.pointer}/itemEncoding`;
  return {
    ...(first.length === 0 ? {} : { prefixEncoding: first }),
    ...(itemEncoding === undefined
      ? {}
      : { itemEncoding: readEncoding({ value: itemEncoding, pointer }, mediaType, context) }),
  };
}
