import type { Json, JsonObject } from '../model/document.js';
import { isObject } from './asObject.js';
import { joinPointer } from '../model/pointer.js';

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
