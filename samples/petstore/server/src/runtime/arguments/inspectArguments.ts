const deepest = 64;

/** Finds what no API is meant to get, whatever its schema says: the problem in words, or nothing. */
export function inspectArguments(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value === 'string') return inspectText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) return `${path}: too large to be a number`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > deepest) return `${path.slice(0, 60)}…: nested more than ${deepest} levels deep`;
  for (const [key, item] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return `${at}: not allowed as a name`;
    const problem = inspectText(key, at) ?? inspectArguments(item, at, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Half of a character cannot be encoded in UTF-8. */
function inspectText(text: string, path: string): string | undefined {
  return /\p{Surrogate}/u.test(text) ? `${path}: holds half of a character (a lone surrogate)` : undefined;
}
