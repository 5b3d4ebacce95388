import type { Json, JsonObject } from '../model/document.js';
import { isObject, own } from './asObject.js';
import { Fault } from './Fault.js';
import { joinPointer } from './joinPointer.js';
import { type Found, resolve } from './resolve.js';

/** References that may lead to one another before it is called a circle. */
const mostHops = 50;

/** What a value stands for: itself, or what it refers to (OpenAPI 3.2, Reference Object). */
export function follow(root: JsonObject, start: Found): Found {
  let found = start;
  for (let hop = 0; hop < mostHops; hop++) {
    const ref = refOf(found.value);
    if (ref === undefined) return found;
    const target = resolve(root, ref);
    if (target === undefined) throw new Fault(explainUnresolved(ref), found.pointer);
    found = target;
  }
  throw new Fault(`the reference "${refOf(start.value)}" leads back to itself`, start.pointer);
}

/** Like {@link follow} for the member `key` of `parent`; undefined where there is no such member. */
export function followMember(root: JsonObject, parent: Found, key: string | number): Found | undefined {
  if (typeof parent.value !== 'object' || parent.value === null) return undefined;
  const value = own(parent.value as JsonObject, String(key));
  if (value === undefined) return undefined;
  return follow(root, { value, pointer: joinPointer(parent.pointer, key) });
}

/** Why a reference cannot be followed. Those to other files have become local ones, if they could be read. */
export function explainUnresolved(ref: string): string {
  return `the reference "${ref}" ${ref.startsWith('#') ? 'leads nowhere' : 'could not be read'}`;
}

function refOf(value: Json): string | undefined {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref : undefined;
}
