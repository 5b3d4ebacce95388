import { toJson } from '../../toJson.js';
import type { BodyWriter } from '../writeBody.js';

/** JSON and everything that ends in `+json`; a string is quoted. */
export const writeJson: BodyWriter = (value, { mediaType }) => ({
  content: toJson(value),
  contentType: mediaType.includes('*') ? 'application/json' : mediaType,
});
