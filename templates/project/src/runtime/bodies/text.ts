import { UnsendableError } from '../errors.js';
import { isOfText } from '../mediaTypes.js';
import type { BodyWriter } from '../request/outgoing.js';
import { writeScalar } from '../request/serialize.js';

/** Text of any kind, XML among it, is sent as it is given. */
export const writeText: BodyWriter = (value, { mediaType, argument }) => {
  if (typeof value === 'object')
    throw new UnsendableError(argument, `must be a string that holds the ${mediaType} document`);
  const content = writeScalar(value, argument);
  return {
    content,
    contentType: isAmbiguous(mediaType, content) ? `${mediaType}; charset=utf-8` : mediaType,
  };
};

/** RFC 6657, 4: text whose type names no charset may be read as ASCII. */
function isAmbiguous(mediaType: string, content: string): boolean {
  return isOfText(mediaType) && !/charset/i.test(mediaType) && /[\u0080-\uffff]/.test(content);
}
