import { isObject } from '../isObject.js';

/** Where nulls stood. */
interface Nulls {
  [name: string]: Nulls | null;
}

/**
 * Takes the members out of the arguments of a patch that are null within them: at any depth, but in no list, they are to
 * be removed, whatever a schema says of their values (RFC 7396, 2). What is left can be checked; `restore` puts them
 * back.
 */
export function setNullsAside<T>(args: T): { rest: T; restore: <R>(checked: R) => R } {
  const nulls = find(args, false);
  if (nulls === undefined) return { rest: args, restore: (checked) => checked };
  return { rest: take(args, nulls) as T, restore: <R>(checked: R) => put(checked, nulls, args) as R };
}

/** `isInside`: an argument itself that is null is for its own schema to judge. */
function find(value: unknown, isInside = true): Nulls | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, member]) => {
    const nulls = member === null && isInside ? null : find(member);
    return nulls === undefined ? [] : [[name, nulls] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function take(value: unknown, nulls: Nulls): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
      if (within === null) return [];
      return [[name, within === undefined ? member : take(member, within)]];
    }),
  );
}

/** In the order in which the members were given. */
function put(value: unknown, nulls: Nulls, given: unknown): unknown {
  if (!isObject(value) || !isObject(given)) return value;
  const restored = Object.entries(given).map(([name, member]) => {
    const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
    if (within === null) return [name, null];
    return [name, within === undefined ? value[name] : put(value[name], within, member)];
  });
  return Object.fromEntries(restored) as object;
}
