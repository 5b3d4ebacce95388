import { UnsendableError } from '../errors.js';
import type { BodyWriter } from '../request/outgoing.js';
import { writeScalar } from '../request/serialize.js';

/** Text of any kind, XML among it, is sent as it is given. */
export const writeText: BodyWriter = (value, { mediaType, argument }) => {
  if (typeof value === 'object')
    throw new UnsendableError(argument, `must be a string that holds the ${mediaType} document`);
  return { content: writeScalar(value, argument), contentType: mediaType };
};
