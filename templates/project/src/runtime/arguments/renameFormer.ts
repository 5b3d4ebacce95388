import { isObject } from '../json.js';

/**
 * Gives the arguments of a call the names that they have now, where it names them as they were called before. What is given
 * by both names keeps both, for the call to be refused.
 *
 * @param former - the names of before, each with that of now
 */
export function renameFormer(former: object, args: unknown): unknown {
  if (!isObject(args)) return args;
  const names = new Map(Object.entries(former) as [string, string][]);
  const taken = new Set(Object.keys(args));
  const entries = Object.entries(args).map(([name, value]) => {
    const now = names.get(name);
    if (now === undefined || taken.has(now)) return [name, value];
    taken.add(now);
    return [now, value];
  });
  return Object.fromEntries(entries);
}
