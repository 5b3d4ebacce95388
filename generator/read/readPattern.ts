import type { Place } from './Place.js';
import { translatePattern } from './translatePattern.js';

/** A pattern as ECMAScript has it; undefined where it has none. Either way the user is told. */
export function readPattern(source: string, place: Place): string | undefined {
  const { pattern, reason } = translatePattern(source);
  if (pattern === undefined) place.dropPattern(source, reason);
  else if (pattern !== source) place.changePattern(source, pattern);
  return pattern;
}
