import { type Json, isObject, joinPointer } from '../../model/document.js';
import type { Found } from '../resolve.js';

/** Where dynamic references lead to, by the names of their anchors. */
export type Bindings = ReadonlyMap<string, string>;

/** References that lead nowhere else than their text says. */
export const noBindings: Bindings = new Map();

/** Where documents keep named schemas: each is a resource of its own to dynamic references. */
const component = /^#\/(?:components\/schemas|definitions)\/[^/]+/;

/** Follows the dynamic references of a document. */
interface Dynamics {
  /** What is bound within a schema that was come to by `outer`: what was entered first counts. */
  enter: (found: Found, outer: Bindings) => Bindings;
  /** What of the bindings makes another schema of one that is referred to. */
  restrict: (found: Found, bindings: Bindings) => Bindings;
}

/**
 * Makes a {@link Dynamics}, by which generics are read, as `Page` with items of a type that those say who refer to it: a
 * `$dynamicRef` leads to the outermost of the schemas that it was come through which has such an anchor (JSON Schema
 * 2020-12, core, 8.2.3.2). `lookUp` finds what a reference leads to.
 */
export function followDynamics(lookUp: (ref: string, base: string) => Found | undefined): Dynamics {
  const anchorsOf = new Map<string, Bindings>();
  const reached = new Map<string, ReadonlySet<string>>();

  function ownAnchors(found: Found): Bindings {
    const [pointer = found.pointer] = component.exec(found.pointer) ?? [];
    const known = anchorsOf.get(pointer);
    if (known !== undefined) return known;
    const own = new Map<string, string>();
    const resource = pointer === found.pointer ? found : lookUp(pointer, pointer);
    for (const part of listObjects(resource ?? found)) {
      const { $dynamicAnchor: anchor } = part.value;
      if (typeof anchor === 'string' && !own.has(anchor)) own.set(anchor, part.pointer);
    }
    anchorsOf.set(pointer, own);
    return own;
  }

  /** The anchors of the dynamic references that a schema has, or comes to by its references. */
  function anchorsMeant(start: Found): ReadonlySet<string> {
    const known = reached.get(start.pointer);
    if (known !== undefined) return known;
    const needed = new Set<string>();
    const seen = new Set<string>();
    const waiting = [start];
    for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
      if (seen.has(found.pointer)) continue;
      seen.add(found.pointer);
      for (const { value } of listObjects(found)) {
        const { $ref: ref, $dynamicRef: dynamic } = value;
        if (typeof dynamic === 'string') needed.add(dynamic.replace(/^#/, ''));
        const target = typeof ref === 'string' ? lookUp(ref, found.pointer) : undefined;
        if (target !== undefined) waiting.push(target);
      }
    }
    reached.set(start.pointer, needed);
    return needed;
  }

  return {
    enter: (found, outer) => {
      const own = ownAnchors(found);
      return own.size === 0 ? outer : new Map([...own, ...outer]);
    },
    restrict: (found, bindings) => {
      if (bindings.size === 0) return noBindings;
      const needed = new Set(anchorsMeant(found));
      for (const name of needed) {
        const target = bindings.get(name);
        const bound = target === undefined ? undefined : lookUp(target, target);
        for (const more of bound === undefined ? [] : anchorsMeant(bound)) needed.add(more);
      }
      const own = ownAnchors(found);
      return new Map([...bindings].filter(([name, target]) => needed.has(name) && own.get(name) !== target));
    },
  };
}

/** The objects within a schema, and itself. */
function* listObjects(start: Found): Generator<{ value: { [key: string]: Json }; pointer: string }> {
  const waiting: [value: Json, pointer: string][] = [[start.value, start.pointer]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pointer] = next;
    if (typeof value !== 'object' || value === null) continue;
    if (isObject(value)) yield { value, pointer };
    for (const [key, child] of Object.entries(value)) waiting.push([child, joinPointer(pointer, key)]);
  }
}
