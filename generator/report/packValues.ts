/** Values that have much in common, each part of them written once. */
interface Packed {
  /** Texts, numbers and the like as they are; in arrays and objects, the places of their members in this table. */
  table: unknown[];
  /** Adds a value, and tells its place. */
  add: (value: unknown) => number;
}

/** Makes a table of values that `unpack` of the page takes apart again. */
export function packValues(): Packed {
  const table: unknown[] = [];
  const places = new Map<string, number>();
  const add = (value: unknown): number => {
    const entry = toEntry(value);
    const key = JSON.stringify(entry);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, table.length);
    return table.push(entry) - 1;
  };
  const toEntry = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(add);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => [key, add(member)]),
    );
  };
  return { table, add };
}
