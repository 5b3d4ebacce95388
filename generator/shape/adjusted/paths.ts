import type { Kept } from '../../../templates/project/src/runtime/select/reshape.js';

/** Names and lists inside one another: beyond them, no path is read. */
const mostParts = 20;

/** Stands for the items of a list. */
export const ofItems = '[]';

/** Stands for the members of an object that are not named, as those of a map: `prices.*.amount`. */
export const ofOthers = '*';

/**
 * The parts of a path such as `items[].owner.login` or `[].id`: names, {@link ofItems} and {@link ofOthers}. A name may stand
 * in quotes.
 * Undefined where it is none.
 */
export function parsePath(text: string): string[] | undefined {
  const parts: string[] = [];
  const part = /\[\]|(\.?)("(?:[^"\\]|\\.)+"|[^.[\]"]+)/y;
  while (part.lastIndex < text.length) {
    const [found, dot, name] = part.exec(text) ?? [];
    if (found === undefined || parts.length === mostParts) return undefined;
    // A dot stands before each name but the first.
    if (name !== undefined && (dot === '.') !== parts.length > 0) return undefined;
    parts.push(name === undefined ? ofItems : readName(name));
  }
  return parts.length === 0 || parts.includes('__proto__') || parts.includes('') ? undefined : parts;
}

function readName(name: string): string {
  if (!name.startsWith('"')) return name;
  try {
    return JSON.parse(name) as string;
  } catch {
    return '';
  }
}

/** A name as it stands in a path. */
export function writeName(name: string): string {
  return /^[^.[\]"]+$/.test(name) ? name : JSON.stringify(name);
}

/** What is kept with one more path; undefined where one takes for a list what another takes for an object. */
export function addPath(keep: Kept | undefined, [head, ...rest]: readonly string[]): Kept | undefined {
  if (head === undefined || keep === true) return true;
  const isList = Array.isArray(keep);
  if (keep !== undefined && isList !== (head === ofItems)) return undefined;
  if (head === ofItems) {
    const inner = addPath(isList ? (keep as readonly [Kept])[0] : undefined, rest);
    if (inner === undefined || inner === true) return inner;
    return [inner];
  }
  const members = (keep ?? {}) as { readonly [name: string]: Kept };
  const inner = addPath(Object.hasOwn(members, head) ? members[head] : undefined, rest);
  return inner === undefined ? undefined : { ...members, [head]: inner };
}
