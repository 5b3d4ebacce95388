import { isDeepStrictEqual } from 'node:util';
import { type Members, isMap } from '../../model/document.js';
import type { Conflict } from '../../model/file.js';
import { withoutMark } from '../../text/json/findJsonFault.js';
import { type Merged, normalizeLineEnds } from './mergeLines.js';

/**
 * Merges a JSON file three ways, key by key: what one side alone changed is taken; where both changed a key to
 * different values, the user's stays and a conflict tells of ours. Order, indentation and line ends are the user's.
 *
 * @returns undefined where one of the texts is no JSON object, or one that JSON.parse would read only a part of
 */
export function mergePackage(base: string, yours: string, ours: string): Merged | undefined {
  const [old, mine, next] = [base, yours, ours].map(parseMembers);
  if (old === undefined || mine === undefined || next === undefined) return undefined;
  if (yours === base) return { text: ours, conflicts: [] };
  const conflicts: Conflict[] = [];
  const merged = mergeMembers({ old, mine, next }, '', conflicts);
  if (hasSameOrder(merged, mine)) return { text: yours, conflicts };
  const { text, restore } = normalizeLineEnds(yours);
  const [, indent = '  '] = /^\s*\{\n([ \t]+)/.exec(text) ?? [];
  const end = /\s*$/.exec(text)?.[0] ?? '';
  const mark = text.slice(0, text.length - withoutMark(text).length);
  return { text: restore(mark + JSON.stringify(merged, undefined, indent) + end), conflicts };
}

/** An object of which nothing is lost when it is printed again: no key is given twice, no number too long. */
function parseMembers(text: string): Members | undefined {
  try {
    const value: unknown = JSON.parse(withoutMark(text));
    const isWhole = withoutSpace(JSON.stringify(value)) === withoutSpace(withoutMark(text));
    return isMap(value) && isWhole ? value : undefined;
  } catch {
    return undefined;
  }
}

function withoutSpace(json: string): string {
  return json.replaceAll(/\s/g, '');
}

/** Three versions of an object: what we wrote before, what the user made of it, what we would write now. */
interface Versions {
  old: Members;
  mine: Members;
  next: Members;
}

function mergeMembers({ old, mine, next }: Versions, path: string, conflicts: Conflict[]): Members {
  const merged = Object.keys(mine);
  for (const [index, key] of Object.keys(next).entries()) {
    if (merged.includes(key)) continue;
    // Behind what it stands behind in ours.
    const before = Object.keys(next)
      .slice(0, index)
      .findLast((other) => merged.includes(other));
    merged.splice(before === undefined ? 0 : merged.indexOf(before) + 1, 0, key);
  }
  return Object.fromEntries(
    merged.flatMap((key) => {
      const [a, b, c] = [old, mine, next].map((side) => (Object.hasOwn(side, key) ? side[key] : undefined));
      const value = mergeValues(
        { old: a, mine: b, next: c },
        path === '' ? key : `${path}.${key}`,
        conflicts,
      );
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

function mergeValues(
  { old, mine, next }: Record<keyof Versions, unknown>,
  key: string,
  conflicts: Conflict[],
): unknown {
  if (isMap(old) && isMap(mine) && Object.hasOwn(mine, released) && !isDeepStrictEqual(old, next)) {
    const { [released]: _, ...left } = mine;
    return mergeValues({ old, mine: left, next }, key, conflicts);
  }
  if (isMap(mine) && isMap(next) && (old === undefined || isMap(old)))
    return mergeMembers({ old: old ?? {}, mine, next }, key, conflicts);
  const lists = listKeyed([old ?? [], mine, next]);
  if (lists !== undefined) return Object.values(mergeMembers(lists, key, conflicts));
  if (isDeepStrictEqual(mine, old)) return next;
  if (!isDeepStrictEqual(next, old) && !isDeepStrictEqual(next, mine))
    conflicts.push({
      key,
      ...(mine === undefined ? {} : { yours: JSON.stringify(mine) }),
      ...(next === undefined ? {} : { ours: JSON.stringify(next) }),
    });
  return mine;
}

/** What a release notes in an entry of server.json: it holds for what was released, and goes where the entry changes. */
const released = 'fileSha256';

/** What tells the items of a list apart: `name` of variables, `registryType` of packages, `url` of remotes. */
const identities = ['name', 'registryType', 'url'] as const;

/** Three versions of a list as members, each by what identifies it; undefined where something does not. */
function listKeyed(sides: readonly unknown[]): Versions | undefined {
  for (const identity of identities) {
    const keyed = sides.map((side) => {
      if (!Array.isArray(side) || !side.every(isMap)) return undefined;
      const names = side.map((item) => item[identity]);
      const isTold = names.every((name) => typeof name === 'string' && !/^\d*$/.test(name));
      if (!isTold || new Set(names).size < names.length) return undefined;
      return Object.fromEntries(side.map((item) => [item[identity] as string, item]));
    });
    const [old, mine, next] = keyed;
    if (old !== undefined && mine !== undefined && next !== undefined) return { old, mine, next };
  }
  return undefined;
}

function hasSameOrder(a: Members, b: Members): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
