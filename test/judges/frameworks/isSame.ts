import type { TakenFile } from './withFiles.js';

/**
 * Whether what a handler received is what was given: values of its language such as dates, sets and large integers are what
 * they are written as in JSON, a member without a value is not there, and a file is its octets with what else was said of it.
 */
export function isSame(given: unknown, received: unknown): boolean {
  if (received instanceof Date)
    return (
      ['string', 'number'].includes(typeof given) &&
      new Date(given as string).getTime() === received.getTime()
    );
  if (received instanceof Set) return isSame(given, [...received]);
  if (received instanceof Map) return isSame(given, [...received]);
  if (typeof received === 'bigint' || received instanceof URL || received instanceof RegExp)
    return String(received) === String(given);
  if (typeof given !== 'object' || typeof received !== 'object' || given === null || received === null)
    // There is no negative zero in a query.
    return given === received;
  if (Array.isArray(given) !== Array.isArray(received)) return false;
  const [one, other] = [present(given), present(received)];
  if (isFile(received)) {
    const { base64, ...rest } = given as Partial<TakenFile>;
    const octets = Buffer.from(base64 ?? '', 'base64').toString('base64');
    return (
      octets === received.base64 && Object.entries(rest).every(([name, value]) => other.get(name) === value)
    );
  }
  return (
    one.size === other.size &&
    [...one].every(([name, value]) => other.has(name) && isSame(value, other.get(name)))
  );
}

function isFile(value: object): value is TakenFile {
  return Object.keys(value).join() === 'base64,filename,contentType';
}

function present(value: object): Map<string, unknown> {
  return new Map(Object.entries(value).filter(([, member]) => member !== undefined));
}
