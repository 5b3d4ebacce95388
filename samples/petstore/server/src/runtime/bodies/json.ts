import { toJson } from '../json.js';
import type { BodyWriter } from '../request/outgoing.js';

/** JSON, whatever its media type is called; a string is quoted. */
export const writeJson: BodyWriter = (value, { mediaType }) => ({
  content: toJson(value),
  contentType: mediaType.includes('*') ? 'application/json' : mediaType,
});
