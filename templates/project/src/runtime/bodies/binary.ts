import { UnsendableError } from '../errors.js';
import { isOctets } from '../mediaTypes.js';
import type { BodyWriter } from '../request/outgoing.js';
import { checkRanges, readFileArgument } from '../request/readFileArgument.js';

/** Bytes, given as `{ base64, contentType? }` or `{ path, contentType? }`. */
export const writeBinary: BodyWriter = async (value, { mediaType, argument }, roots) => {
  const file = await readFileArgument(value, argument, roots);
  if (file === undefined)
    throw new UnsendableError(argument, 'must be an object with the bytes in its member "base64"');
  const isRange = mediaType.includes('*');
  const { content, contentType, guess } = file;
  const said = isRange || isOctets(mediaType) ? (contentType ?? guess) : undefined;
  if (said === undefined) return { content, contentType: mediaType };
  return { content, contentType: isRange ? checkRanges(said, [mediaType], argument) : said };
};
