/**
 * The value at a place of a table in which arrays and objects hold the places of their members.
 *
 * @param {readonly unknown[]} table
 * @param {number} place
 * @returns {unknown}
 */
export function unpack(table, place) {
  const entry = table[place];
  if (Array.isArray(entry)) return entry.map((member) => unpack(table, member));
  if (typeof entry !== 'object' || entry === null) return entry;
  return Object.fromEntries(Object.entries(entry).map(([key, member]) => [key, unpack(table, member)]));
}
