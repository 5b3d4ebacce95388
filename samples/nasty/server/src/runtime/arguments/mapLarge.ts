import { holdsLarge } from '../toJson.js';
import { mapMembers } from './mapMembers.js';

/** Puts something else in the place of every integer that JavaScript's numbers cannot hold. */
export function mapLarge(value: unknown, change: (large: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return change(value);
  return holdsLarge(value)
    ? mapMembers(value as object, (member: unknown) => mapLarge(member, change))
    : value;
}
