import { UnsendableError } from '../errors.js';
import type { BodyWriter } from '../request/outgoing.js';
import { writeFormPairs } from '../request/serialize.js';
import { checkMembers } from './checkMembers.js';
import { flattenPaths } from './flattenPaths.js';

/** `application/x-www-form-urlencoded`. */
export const writeForm: BodyWriter = (value, body, _roots, tool) => {
  const { mediaType, encoding, argument, fields = {} } = body;
  if (typeof value !== 'object' || value === null)
    throw new UnsendableError(argument, 'must be an object, since it is sent as a form');
  checkMembers(value, body, tool);
  const pairs = writeFormPairs(flattenPaths(value, encoding), encoding, Object.values(fields));
  return { content: pairs.join('&'), contentType: mediaType };
};
