/** Whether a value is what JSON calls an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Levels of a value that are handed on: programs that read it call themselves for each, and fail beyond some thousands. */
const deepest = 500;

/** Whether a value is nested deeper than programs can be expected to read. */
export function isDeep(value: unknown, left = deepest): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((member) => isDeep(member, left - 1));
}

/** The same of a value that a text holds: in a short one there are not so many levels, each of which is opened and closed. */
export function isDeepJson(text: string, value: unknown): boolean {
  return text.length >= 2 * deepest && isDeep(value);
}

/** The value that a text holds as JSON; of a text that is not JSON, nothing. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Writes a value as JSON, a `bigint` with all of its digits as a number. Nothing that comes out of JSON is a `bigint`,
 * so no text can pass for one.
 */
export function toJson(value: unknown): string {
  return holdsLarge(value) ? writeJsonValue(value) : JSON.stringify(value);
}

/** Whether a value is or holds an integer that JavaScript's numbers cannot. */
export function holdsLarge(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint';
  return Object.values(value).some(holdsLarge);
}

function writeJsonValue(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(writeJsonValue).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeJsonValue(member)}`).join(',')}}`;
}
