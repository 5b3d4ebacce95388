import { createHash } from 'node:crypto';
import { type Json, type JsonObject, joinPointer } from '../../model/document.js';
import { resolve, splitPointer } from '../resolve.js';
import { isObject } from '../../model/document.js';
import { asObject, asText } from '../values.js';

/** Where documents keep named schemas: these have the first claim on their names. */
const homes = ['#/components/schemas', '#/definitions'];

/** Names that members of every object have. */
const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

/** Characters of a title that serves as a name. */
const longestTitle = 60;

/** Last segments of places that say nothing of what is there. */
const mechanical = /^(?:\d+|schema|items|additionalProperties)$/;

/**
 * Gives each place that is referred to a name for the table of components: its last segment, as far as it
 * can be part of a URI reference, and unique regardless of case. Where that says nothing, such as `0` of a branch, it
 * is the title of what is there, else it begins with the component that it is in: refusals call forms by these names.
 */
export function nameComponents(root: JsonObject): (pointer: string) => string {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const give = (pointer: string, called: string): string => {
    const wanted = cleanName(called);
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
    for (const key of Object.keys(schemas).toSorted()) give(joinPointer(home, key), key);
  }
  return (pointer) => names.get(pointer) ?? give(pointer, nameOf(pointer));

  function nameOf(pointer: string): string {
    const segments = splitPointer(pointer) ?? [];
    const last = segments.at(-1) ?? '';
    if (!mechanical.test(last)) return last;
    const title = asText(asObject(resolve(root, pointer)?.value)['title'])
      .trim()
      .replaceAll('/', ' ');
    if (title !== '' && title.length <= longestTitle) return title;
    const home = homes.find((one) => pointer.startsWith(`${one}/`));
    const component = home === undefined ? undefined : segments[home.split('/').length - 1];
    return component === undefined ? last : `${component}_${last}`;
  }
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

/** Where the document has schemas with an `$id`, `$anchor` or `$dynamicAnchor` (JSON Schema 2020-12, core, 8.2). */
export function indexAnchors(root: JsonObject): (name: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (name) => (index ??= walk(root)).get(name) ?? [];
}

const keywords = ['$id', '$anchor', '$dynamicAnchor'];

function walk(root: JsonObject): Map<string, string[]> {
  const index = new Map<string, string[]>();
  const waiting: [value: Json, pointer: string][] = [[root, '#']];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value)) {
      for (const keyword of keywords) {
        const name = value[keyword];
        if (typeof name !== 'string') continue;
        const known = index.get(name);
        if (known === undefined) index.set(name, [pointer]);
        else known.push(pointer);
      }
    }
    for (const [key, child] of Object.entries(value)) waiting.push([child, joinPointer(pointer, key)]);
  }
  return index;
}
