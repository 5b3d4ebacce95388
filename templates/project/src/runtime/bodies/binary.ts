import { UnsendableError } from '../errors.js';
import { isOctets } from '../mediaTypes.js';
import type { BodyWriter } from '../request/outgoing.js';
import { readFileArgument } from '../request/readFileArgument.js';

/** Bytes, given as `{ base64, contentType? }` or `{ path, contentType? }`. */
export const writeBinary: BodyWriter = async (value, { mediaType, argument }, roots) => {
  const file = await readFileArgument(value, argument, roots);
  if (file === undefined)
    throw new UnsendableError(argument, 'must be an object with the bytes in its member "base64"');
  const isOpen = mediaType.includes('*') || isOctets(mediaType);
  const { content, contentType, guess } = file;
  return { content, contentType: (isOpen ? (contentType ?? guess) : undefined) ?? mediaType };
};
