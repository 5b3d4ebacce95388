import { longestText } from './longestText.js';
import type { Keywords } from './subschemas.js';

/**
 * Adds a bound on the length of texts that a pattern is tried on: backtracking may take time that grows with a
 * power of the length. A larger bound of the document stands where the pattern takes time in proportion only.
 */
export function boundPattern(schema: Keywords): Keywords {
  const bound = findBound(schema);
  return bound === undefined ? schema : { ...schema, maxLength: bound };
}

/** The bound of a document that {@link boundPattern} lowers, and what it lowers it to. */
export function loweredBound(schema: Keywords): { from: number; to: number } | undefined {
  const { maxLength } = schema;
  const bound = findBound(schema);
  return typeof maxLength !== 'number' || bound === undefined ? undefined : { from: maxLength, to: bound };
}

function findBound({ pattern, type, maxLength, ...rest }: Keywords): number | undefined {
  if (typeof pattern !== 'string' || rest['enum'] !== undefined || rest['const'] !== undefined)
    return undefined;
  if (type !== undefined && ![type].flat().includes('string')) return undefined;
  const { length, needed } = longestText(pattern);
  if (maxLength === undefined) return length;
  return needed && Number(maxLength) > length ? length : undefined;
}
