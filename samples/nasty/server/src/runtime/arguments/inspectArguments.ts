import { echo } from '../text.js';

/** Levels of objects and lists. */
export const deepest = 64;
/** Values in all: more of them would keep the server busy for seconds. */
export const mostValues = 50_000;

/** Characters of the place of a problem that are shown. */
const shownPath = 60;

/** Finds what no API is meant to get, whatever its schema says: the problem in words, or nothing. */
export function inspectArguments(value: unknown): string | undefined {
  if (hasMore(value, mostValues)) return `arguments: more than ${mostValues} values, too many for one call`;
  return inspect(value, '', 0);
}

function inspect(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return inspectText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value))
    return `${echo(path, shownPath)}: too large to be a number`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > deepest) return `${echo(path, shownPath)}: nested more than ${deepest} levels deep`;
  for (const [key, item] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (key === '__proto__') return `${showEnd(at)}: not allowed as a name`;
    const problem = inspectText(key, at) ?? inspect(item, at, depth + 1);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Half of a character cannot be encoded in UTF-8. */
function inspectText(text: string, path: string): string | undefined {
  return /\p{Surrogate}/u.test(text)
    ? `${echo(path, shownPath)}: holds half of a character (a lone surrogate)`
    : undefined;
}

/** A place whose last name matters most. */
function showEnd(path: string): string {
  return path.length > shownPath ? `…${echo(path.slice(-shownPath), shownPath)}` : echo(path, shownPath);
}

/** Whether a value holds more members than these, those of its members included. */
export function hasMore(value: unknown, most: number): boolean {
  const open = [value];
  let count = 0;
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null) continue;
    const members: unknown[] = Object.values(one);
    count += members.length;
    if (count > most) return true;
    for (const member of members) open.push(member);
  }
  return false;
}
