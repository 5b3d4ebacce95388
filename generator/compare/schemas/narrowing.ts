/** Something that one schema takes and another refuses. */
export interface Narrowing {
  /** The members that lead to it: names, `[]` for items and `*` for members of any other name. */
  path: readonly string[];
  /** What refuses it. */
  keyword: string;
  /** False where it may be that no value is refused. */
  certain: boolean;
  /** What the keyword said, and says; undefined where it says nothing. */
  from?: unknown;
  to?: unknown;
}

export const anyItem = '[]';
export const anyMember = '*';

/** Narrowings that are told of one schema; more of them are only more of the same. */
const mostTold = 25;

/** Each narrowing once. */
export function distinct(found: readonly Narrowing[]): Narrowing[] {
  const known = new Map<string, Narrowing>();
  for (const one of found) {
    const key = JSON.stringify([one.path, one.keyword, one.from, one.to]);
    const other = known.get(key);
    if (other === undefined || (one.certain && !other.certain)) known.set(key, one);
  }
  return [...known.values()].toSorted((a, b) => Number(b.certain) - Number(a.certain)).slice(0, mostTold);
}
