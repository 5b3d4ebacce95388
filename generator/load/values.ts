import { isObject } from '../model/document.js';
import type { Json, JsonObject } from '../model/document.js';

/** The member of an object, or the item of a list, that a token of a JSON pointer names. */
export function memberOf(parent: Json | undefined, token: string): Json | undefined {
  if (Array.isArray(parent)) return parent[Number(token)];
  return isObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined;
}

/** The object that `value` is, each of its members that is an object changed by `change`. */
export function mapMembers(
  value: Json | undefined,
  change: (member: JsonObject, name: string) => JsonObject,
): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isObject(member) ? change(member, name) : member]),
  );
}

/** The objects in the list that `value` is. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts in the list that `value` is. */
export function textsIn(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The members of an object that are extensions. */
export function extensionsOf(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name.startsWith('x-')));
}

/** Sets a member whatever its name is: assigning to `__proto__` does something else. */
export function setMember(parent: JsonObject | Json[], name: string, value: Json): void {
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
}
