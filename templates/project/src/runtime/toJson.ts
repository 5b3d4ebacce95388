/**
 * Writes a value as JSON, a `bigint` with all of its digits as a number. Nothing that comes out of JSON is a `bigint`,
 * so no text can pass for one.
 */
export function toJson(value: unknown): string {
  return holdsLarge(value) ? write(value) : JSON.stringify(value);
}

/** Whether a value is or holds an integer that JavaScript's numbers cannot. */
export function holdsLarge(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(holdsLarge);
}

function write(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`;
}
