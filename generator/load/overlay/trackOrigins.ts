import type { Json, JsonObject } from '../../model/document.js';
import type { Located } from '../parse/createLocator.js';
import { memberOf } from '../values.js';

/** Where a member of a document stands: in a file, or under another name, which it had before. */
type Origin = { from: Located; path: readonly string[] } | { key: string };

/** A place in a file. */
interface Origins {
  /** Notes that a member comes from a place of a file. */
  set: (parent: JsonObject | Json[], key: string | number, from: Located, path: readonly string[]) => void;
  /** Notes that a member is gone. */
  forget: (parent: JsonObject | Json[], key: string) => void;
  /** Notes which items of a list, by their numbers, are left. */
  renumber: (list: Json[], left: readonly number[]) => void;
  /** Where what a path leads to was written. */
  follow: (root: Json, main: Located, path: readonly string[]) => { from: Located; path: readonly string[] };
}

/** Keeps track of what of a document was written elsewhere: its objects are known by themselves, wherever they move. */
export function trackOrigins(): Origins {
  const origins = new WeakMap<object, Map<string, Origin>>();
  const membersOf = (parent: object): Map<string, Origin> => {
    const known = origins.get(parent) ?? new Map<string, Origin>();
    origins.set(parent, known);
    return known;
  };
  return {
    set: (parent, key, from, path) => void membersOf(parent).set(String(key), { from, path }),
    forget: (parent, key) => void origins.get(parent)?.delete(key),
    renumber: (list, left) => {
      const before = membersOf(list);
      origins.set(
        list,
        new Map(left.map((old, now) => [String(now), before.get(String(old)) ?? { key: String(old) }])),
      );
    },
    follow: (root, main, path) => {
      let from = main;
      let way: string[] = [];
      let value: Json | undefined = root;
      for (const token of path) {
        const origin: Origin | undefined =
          typeof value === 'object' && value !== null ? origins.get(value)?.get(token) : undefined;
        if (origin !== undefined && 'from' in origin) {
          from = origin.from;
          way = [...origin.path];
        } else way.push(origin?.key ?? token);
        value = memberOf(value, token);
      }
      return { from, path: way };
    },
  };
}

export type { Origins };
