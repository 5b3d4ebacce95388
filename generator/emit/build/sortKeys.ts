/** The same entries in the order of their keys, so that the order in which they were found shows nowhere. */
export function sortKeys<T>(record: Record<string, T>): Record<string, T> {
  const sorted = Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1));
  // Unlike assignment, this makes `__proto__` a key like any other.
  return Object.fromEntries(sorted);
}
