/** A text that two values share if JSON Schema takes them for the same: members count in any order, `1.0` is 1. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${members.toSorted().join(',')}}`;
}

/** Makes the test of whether a value is one of a list. */
export function createLookup(values: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(values.filter((value) => !isComposite(value)));
  const composites = new Set(values.filter(isComposite).map(canonical));
  return (value) =>
    isComposite(value) ? composites.size > 0 && composites.has(canonical(value)) : scalars.has(value);
}

/** The last item that there is twice, and the one before it that is like it. */
export function findRepeated(items: readonly unknown[]): { i: number; j: number } | undefined {
  const known = new Map<string, number>();
  let repeated: { i: number; j: number } | undefined;
  for (const [i, item] of items.entries()) {
    const text = canonical(item);
    const j = known.get(text);
    if (j !== undefined) repeated = { i, j };
    known.set(text, i);
  }
  return repeated;
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a text has more characters than a `maxLength` allows. */
export function exceeds(text: string, maxLength: unknown): boolean {
  if (typeof maxLength !== 'number' || text.length <= maxLength) return false;
  return text.length > maxLength * 2 || [...text].length > maxLength;
}
