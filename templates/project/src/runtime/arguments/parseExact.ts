import { parseJson } from '../parseJson.js';

/** The value that a text holds as JSON; nothing where an integer in it is too large to be read exactly. */
export function parseExact(text: string): unknown {
  const value = parseJson(text);
  return isExact(value) ? value : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}
