import { isObject } from '../json.js';
import type { Components } from './createExpander.js';
import { followPointer } from './problem.js';

/** What references mean at some place of a schema. */
export interface Scope {
  /** What references that begin with `#` are within: the schema itself, or a component. */
  resource: object;
  /** What `$dynamicRef` leads to, by the name of the anchor: that of the schema that was entered first. */
  dynamic: ReadonlyMap<string, Target>;
  /** The scopes that are entered from this one. */
  inner: Map<object, Scope>;
  /** What stands for a schema in this scope; undefined where that is the schema itself. */
  keys: Map<object, object> | undefined;
}

interface Target {
  schema: unknown;
  resource: object;
}

/** The anchors of a schema, and whether anything in it depends on where it is referred to. */
interface Resource {
  anchors: Map<string, object>;
  dynamic: Map<string, object>;
  isPlain: boolean;
}

/** Where a reference leads to. */
interface Resolved {
  schema: unknown;
  scope: Scope;
}

/** Follows references: names of components, and what begins with `#` (JSON Schema Core, section 8). */
export interface References {
  open: (root: object) => Scope;
  resolve: (ref: string, scope: Scope) => Resolved;
  resolveDynamic: (ref: string, scope: Scope) => Resolved;
}

export function createReferences(components: Components): References {
  const known = new WeakMap<object, Resource>();

  function read(schema: object): Resource {
    const found = known.get(schema) ?? readResource(schema);
    known.set(schema, found);
    return found;
  }

  /** Most components depend on nothing around them: they share a scope, in which they are judged once. */
  function enter(scope: Scope, schema: unknown): Scope {
    if (!isObject(schema)) return scope;
    const { isPlain, dynamic } = read(schema);
    if (isPlain || scope.resource === schema) return scope;
    const found = scope.inner.get(schema);
    if (found !== undefined) return found;
    const anchors = new Map(scope.dynamic);
    for (const [name, target] of dynamic)
      if (!anchors.has(name)) anchors.set(name, { schema: target, resource: schema });
    const entered: Scope = { resource: schema, dynamic: anchors, inner: new Map(), keys: new Map() };
    scope.inner.set(schema, entered);
    return entered;
  }

  function resolveWithin(ref: string, scope: Scope): unknown {
    const fragment = ref.slice(1);
    if (fragment === '' || fragment.startsWith('/')) return followPointer(scope.resource, fragment);
    const { anchors, dynamic } = read(scope.resource);
    return anchors.get(fragment) ?? dynamic.get(fragment);
  }

  function resolve(ref: string, scope: Scope): Resolved {
    const isWithin = ref.startsWith('#');
    const own = Object.hasOwn(components, ref) ? components[ref] : undefined;
    const schema = isWithin ? resolveWithin(ref, scope) : own;
    if (schema === undefined) throw new Error(`the reference ${ref} leads nowhere`);
    return { schema, scope: isWithin ? scope : enter(scope, schema) };
  }

  return {
    open: (root) => {
      const outer: Scope = { resource: root, dynamic: new Map(), inner: new Map(), keys: undefined };
      const { isPlain } = read(root);
      return isPlain ? outer : enter({ ...outer, resource: {} }, root);
    },
    resolve,
    resolveDynamic: (ref, scope) => {
      const name = ref.slice(1);
      const target = read(scope.resource).dynamic.has(name) ? scope.dynamic.get(name) : undefined;
      if (target === undefined) return resolve(ref, scope);
      return { schema: target.schema, scope: enter(scope, target.resource) };
    },
  };
}

function readResource(schema: object): Resource {
  const resource: Resource = { anchors: new Map(), dynamic: new Map(), isPlain: true };
  const waiting: unknown[] = [schema];
  const seen = new Set<unknown>();
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    note(next, resource);
    for (const part of Object.values(next)) waiting.push(part);
  }
  return resource;
}

function note(part: object, resource: Resource): void {
  const { $ref, $dynamicRef, $anchor, $dynamicAnchor } = part as Record<string, unknown>;
  if (typeof $anchor === 'string') resource.anchors.set($anchor, part);
  if (typeof $dynamicAnchor === 'string') resource.dynamic.set($dynamicAnchor, part);
  const isWithin = typeof $ref === 'string' && $ref.startsWith('#');
  if (isWithin || typeof $dynamicRef === 'string' || typeof $dynamicAnchor === 'string')
    resource.isPlain = false;
}
