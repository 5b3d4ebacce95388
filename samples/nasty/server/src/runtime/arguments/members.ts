import { isObject } from '../json.js';

/** Changes each member of an object or array; what is undefined then is left out. */
export function mapMembers(
  value: object,
  change: (member: unknown, key: string | number) => unknown,
): unknown {
  if (!isObject(value)) return (value as unknown[]).map(change);
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, member]): [string, unknown] => [key, change(member, key)])
      .filter(([, member]) => member !== undefined),
  );
}

/** The objects and lists of a value that hold, at any level, a value that is looked for. */
export function holdersOf(value: unknown, isSought: (value: unknown) => boolean): ReadonlySet<unknown> {
  const holders = new Set<unknown>();
  const visit = (one: unknown): boolean => {
    if (typeof one !== 'object' || one === null) return isSought(one);
    let holds = false;
    for (const member of Object.values(one)) holds = visit(member) || holds;
    if (holds) holders.add(one);
    return holds;
  };
  visit(value);
  return holders;
}
