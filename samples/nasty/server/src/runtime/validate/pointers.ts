import { isObject } from '../json.js';

/** The parts of a JSON pointer (RFC 6901, section 4): `/a~1b/0` names `a/b` and `0`. */
export function splitPointer(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The same in a URI fragment, which is percent-encoded (section 6): `#/a~1b/%20` names `a/b` and a space. */
export function splitFragment(fragment: string): string[] {
  return splitPointer(decodeURIComponent(fragment));
}

/** A JSON pointer (RFC 6901, section 3). */
export function joinPointer(parts: readonly string[]): string {
  return parts.map((part) => `/${part.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A member of an object or array; nothing where there is none. */
export function memberOf(value: unknown, key: string): unknown {
  const holds = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key);
  return holds ? (value as Record<string, unknown>)[key] : undefined;
}

/** What a pointer of that form points to; nothing where it points nowhere. */
export function followPointer(value: unknown, fragment: string): unknown {
  return splitFragment(fragment).reduce(memberOf, value);
}
