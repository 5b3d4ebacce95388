import { kindOf } from './kindOf.js';

/** Whether a media type is JSON: `application/json`, `text/json`, `application/problem+json`; a range is none. */
export function isJson(mediaType: string): boolean {
  return kindOf(mediaType) === 'json' && !mediaType.trim().endsWith('*');
}
