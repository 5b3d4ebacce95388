import { hasMore } from './hasMore.js';

/** Levels of objects and lists. */
export const deepest = 64;
/** Values in all: more of them would keep the server busy for seconds. */
export const mostValues = 50_000;

/** Finds what no API is meant to get, whatever its schema says: the problem in words, or nothing. */
export function inspectArguments(value: unknown): string | undefined {
  if (hasMore(value, mostValues)) return `arguments: more than ${mostValues} values, too many for one call`;
  return inspect(value, '', 0);
}

function inspect(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return inspectText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) return `${path}: too large to be a number`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > deepest) return `${path.slice(0, 60)}…: nested more than ${deepest} levels deep`;
  for (const [key, item] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return `${at}: not allowed as a name`;
    const problem = inspectText(key, at) ?? inspect(item, at, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Half of a character cannot be encoded in UTF-8. */
function inspectText(text: string, path: string): string | undefined {
  return /\p{Surrogate}/u.test(text) ? `${path}: holds half of a character (a lone surrogate)` : undefined;
}
