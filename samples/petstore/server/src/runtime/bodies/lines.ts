import { toJson } from '../json.js';
import { isJsonSequence } from '../mediaTypes.js';
import type { BodyWriter } from '../request/outgoing.js';

/**
 * One JSON value on each line; in a `json-seq`, each behind a record separator (RFC 7464). A text is sent as it is given.
 */
export const writeLines: BodyWriter = (value, { mediaType }) => {
  const before = isJsonSequence(mediaType) ? '\x1e' : '';
  const lines = [value].flat().map((item) => `${before}${toJson(item)}\n`);
  return { content: typeof value === 'string' ? value : lines.join(''), contentType: mediaType };
};
