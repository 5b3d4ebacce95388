import { readFileArgument } from '../readFileArgument.js';
import { Unsendable } from '../unsendable.js';
import type { BodyWriter } from '../writeBody.js';

/** Bytes, given as `{ base64, contentType? }`. */
export const writeBinary: BodyWriter = (value, { mediaType, argument }) => {
  const file = readFileArgument(value, argument);
  if (file === undefined)
    throw new Unsendable(argument, 'must be an object with the bytes in its member "base64"');
  const isOpen = mediaType.includes('*') || mediaType === 'application/octet-stream';
  return { content: file.bytes, contentType: (isOpen ? file.contentType : undefined) ?? mediaType };
};
