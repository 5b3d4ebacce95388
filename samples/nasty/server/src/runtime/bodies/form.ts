import { UnsendableError } from '../errors.js';
import type { BodyWriter } from '../request/outgoing.js';
import { writeFormPairs } from '../request/serialize.js';

/** `application/x-www-form-urlencoded`. */
export const writeForm: BodyWriter = (value, { mediaType, encoding, argument }) => {
  if (typeof value !== 'object' || value === null)
    throw new UnsendableError(argument, 'must be an object, since it is sent as a form');
  return { content: writeFormPairs(value, encoding).join('&'), contentType: mediaType };
};
