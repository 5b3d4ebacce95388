import { countWays } from './countWays.js';
import type { Keywords } from './subschemas.js';

/** Longest text that a pattern is tried on; whoever writes one does not need to know. */
export const longestMatched = 4096;

/**
 * Adds a bound on the length of texts that a pattern is tried on: backtracking may take time that grows with the
 * square of the length. A larger bound of the document stands where the pattern takes time in proportion only.
 */
export function boundPattern(schema: Keywords): Keywords {
  return isTooLong(schema) ? { ...schema, maxLength: longestMatched } : schema;
}

/** The bound of a document that {@link boundPattern} lowers, and what it lowers it to. */
export function loweredBound(schema: Keywords): { from: number; to: number } | undefined {
  const { maxLength } = schema;
  if (typeof maxLength !== 'number' || !isTooLong(schema)) return undefined;
  return { from: maxLength, to: longestMatched };
}

function isTooLong({ pattern, type, maxLength = Infinity, ...rest }: Keywords): boolean {
  if (typeof pattern !== 'string' || rest['enum'] !== undefined || rest['const'] !== undefined) return false;
  if (type !== undefined && ![type].flat().includes('string')) return false;
  const longest = Number(maxLength);
  return longest > longestMatched && (longest === Infinity || countWays(pattern) > 1);
}
