import { mapNumbers } from '../answer/mapNumbers.js';
import { isDeep } from '../isDeep.js';
import { parseJson } from '../parseJson.js';
import { hasMore } from './hasMore.js';
import { mostValues } from './inspectArguments.js';
import { mapMembers } from './mapMembers.js';

/**
 * The value that a text holds as JSON, in which integers beyond 2^53 are `bigint`; nothing where another number is too
 * large to be read exactly, or where it holds too many values or levels.
 */
export function parseExact(text: string): unknown {
  const value = parseJson(text);
  if (isDeep(value) || hasMore(value, mostValues)) return undefined;
  if (isExact(value)) return value;
  const restored = restore(value, parseJson(quoteLarge(text)));
  return isExact(restored) ? restored : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** The JSON with the digits of its large integers as strings. */
function quoteLarge(json: string): string {
  return mapNumbers(
    json,
    (number) => /^-?\d{16,39}$/.test(number),
    (digits) => `"${digits}"`,
  );
}

/** The value, with the digits of those numbers that are strings in `quoted`. */
function restore(value: unknown, quoted: unknown): unknown {
  if (typeof value === 'number' && typeof quoted === 'string')
    return Number.isSafeInteger(value) ? value : BigInt(quoted);
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, key) => restore(member, (quoted as Record<string, unknown>)[key]));
}
