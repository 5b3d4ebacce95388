import { Unsendable } from '../unsendable.js';
import type { BodyWriter } from '../writeBody.js';
import { writeScalar } from '../writeScalar.js';

/** Text of any kind, XML among it, is sent as it is given. */
export const writeText: BodyWriter = (value, { mediaType, argument }) => {
  if (typeof value === 'object')
    throw new Unsendable(argument, `must be a string that holds the ${mediaType} document`);
  return { content: writeScalar(value, argument), contentType: mediaType };
};
