import { isObject } from '../isObject.js';

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
