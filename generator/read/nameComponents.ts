import { createHash } from 'node:crypto';
import type { JsonObject } from '../model/document.js';
import { asObject } from './asObject.js';
import { joinPointer } from '../model/pointer.js';
import { splitPointer } from './splitPointer.js';

/** Where documents keep named schemas: these have the first claim on their names. */
const homes = ['#/components/schemas', '#/definitions'];

/** Names that members of every object have. */
const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * Gives each place that is referred to a name for the table of components: its last segment, as far as it
 * can be part of a URI reference, and unique regardless of case.
 */
export function nameComponents(root: JsonObject): (pointer: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (pointer: string): string => {
    const wanted = cleanName(splitPointer(pointer)?.at(-1) ?? '');
    let name = wanted;
    for (let length = 6; taken.has(name.toLowerCase()); length += 6)
      name = `${wanted}_${hash(pointer, length)}`;
    taken.add(name.toLowerCase());
    names.set(pointer, name);
    return name;
  };
  for (const home of homes) {
    const [, ...path] = home.split('/');
    const schemas = path.reduce((parent, segment) => asObject(parent[segment]), root);
    for (const key of Object.keys(schemas).toSorted()) give(joinPointer(home, key));
  }
  return (pointer) => names.get(pointer) ?? give(pointer);
}

function cleanName(segment: string): string {
  const name = segment
    .replace(/^.*\/(?=[^/]+$)/, '')
    .replace(/\.(json|ya?ml)$/i, '')
    .replaceAll(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^(?![A-Za-z_])/, '_');
  return unsafe.has(name) ? `${name}_` : name;
}

function hash(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
