import { isObject } from '../json.js';
import type { Schema, SchemaObject } from '../tool.js';
import { followPointer, type Work } from './problem.js';

/** Schemas by name; a `$ref` is such a name. */
export type Components = Readonly<Record<string, Schema>>;

/** A schema with its references followed: a value has to fit all of `all`, and one branch of each union. */
export interface Expanded {
  all: readonly SchemaObject[];
  unions: readonly (readonly Expanded[])[];
}

/** Follows `$ref` and opens `allOf`, `anyOf` and `oneOf`, down to where a value's own members begin. */
export interface ExpandSchema {
  (schema: unknown): Expanded;
  /** All of several schemas at once, and one of each list of alternatives. The same for the same ones. */
  combine: (parts: readonly Expanded[], alternatives?: readonly (readonly Expanded[])[]) => Expanded;
  /** Counts steps of a check, as every schema that is expanded is one. */
  take: Work['take'];
}

const anything: Expanded = { all: [], unions: [] };
const nothing: Expanded = { all: [{ enum: [] }], unions: [] };

/**
 * The branches of a union that are told of. One that is marked as `untold` lets a value through as it stands: nothing is
 * corrected by it, and no message names it.
 */
export function toldBranches(union: unknown): unknown[] {
  const branches = Array.isArray(union) ? (union as unknown[]) : [];
  return branches.filter((branch) => !isObject(branch) || branch['untold'] !== true);
}

/**
 * A schema as it is told: where an example of the document contradicts it, `declared` holds what it says itself, and the
 * check alone lets more through.
 */
export function asDeclared({ declared, ...schema }: SchemaObject): SchemaObject {
  return isObject(declared) ? { ...schema, ...declared } : schema;
}

/** Combinations that are known again. */
const mostKept = 10_000;

/** Makes the function that expands schemas, each of them once. */
export function createExpander(components: Components, work?: Work): ExpandSchema {
  const known = new WeakMap<object, Expanded>();
  const combinations = new Combinations();

  function expand(schema: unknown): Expanded {
    work?.take();
    if (schema === false) return nothing;
    if (!isObject(schema)) return anything;
    const found = known.get(schema);
    if (found !== undefined) return found;
    // What a schema says of itself, in a circle, says nothing.
    known.set(schema, anything);
    const expanded = combine([open(schema), ...parts(schema).map(expand)]);
    known.set(schema, expanded);
    return expanded;
  }

  function open(schema: SchemaObject): Expanded {
    const unions = [schema['anyOf'], schema['oneOf']].filter(Array.isArray);
    return {
      all: [schema],
      unions: unions.map((branches) => toldBranches(branches).map(expand)),
    };
  }

  function parts({ $ref, allOf }: SchemaObject): unknown[] {
    const named = typeof $ref === 'string' && Object.hasOwn(components, $ref) ? [components[$ref]] : [];
    return [...named, ...(Array.isArray(allOf) ? (allOf as unknown[]) : [])];
  }

  function combine(
    given: readonly Expanded[],
    alternatives: readonly (readonly Expanded[])[] = [],
  ): Expanded {
    const lists = alternatives.map((branches) => new Set(branches));
    const sole = soleOf(given, lists);
    if (sole !== undefined) return sole;
    const all = new Set<SchemaObject>();
    const unions = new Map<string, readonly Expanded[]>();
    const add = (part: Expanded): void => {
      work?.take(part.all.length + part.unions.length);
      for (const schema of part.all) all.add(schema);
      for (const branches of part.unions) addUnion(branches);
    };
    const addUnion = (branches: Iterable<Expanded>): void => {
      const distinct = [...new Set([...branches].flatMap(openOnlyUnion))];
      work?.take(distinct.length);
      const [first] = distinct;
      if (first !== undefined && distinct.length === 1) add(first);
      else unions.set(...combinations.keep(distinct));
    };
    for (const part of given) add(part);
    for (const branches of lists) addUnion(branches);
    return combinations.recall([...all], unions);
  }

  return Object.assign(expand, { combine, take: (steps?: number) => work?.take(steps) });
}

/** Combinations that were made before: the same parts are the same object, so that what is found out of it is found out once. */
class Combinations {
  readonly #ids = new WeakMap<object, number>();
  readonly #lists = new Map<string, readonly Expanded[]>();
  readonly #made = new Map<string, Expanded>();
  #lastId = 0;

  /** The list of these branches, and its key. */
  keep(branches: readonly Expanded[]): [key: string, list: readonly Expanded[]] {
    const key = this.#keyOf(branches);
    const list = this.#lists.get(key) ?? branches;
    if (this.#lists.size >= mostKept) this.#lists.clear();
    this.#lists.set(key, list);
    return [key, list];
  }

  /** The schema of these parts; `unions` are lists by their keys. */
  recall(all: readonly SchemaObject[], unions: ReadonlyMap<string, readonly Expanded[]>): Expanded {
    const key = [this.#keyOf(all), ...unions.keys()].join(' ');
    const found = this.#made.get(key);
    if (found !== undefined) return found;
    if (this.#made.size >= mostKept) this.#made.clear();
    const made: Expanded = { all, unions: [...unions.values()] };
    this.#made.set(key, made);
    return made;
  }

  #keyOf(parts: readonly object[]): string {
    return parts.map((part) => this.#idOf(part)).join();
  }

  #idOf(part: object): number {
    const id = this.#ids.get(part) ?? ++this.#lastId;
    this.#ids.set(part, id);
    return id;
  }
}

/** The one schema that all come to: where schemas are recursive, branches often lead to the same one. */
function soleOf(given: readonly Expanded[], lists: readonly ReadonlySet<Expanded>[]): Expanded | undefined {
  if (lists.some(({ size }) => size !== 1)) return undefined;
  const distinct = new Set([...given, ...lists.flatMap((list) => [...list])]);
  distinct.delete(anything);
  const [first = anything] = distinct;
  return distinct.size < 2 ? first : undefined;
}

/** A branch that is a union and no more than that stands for its branches. */
function openOnlyUnion(branch: Expanded): readonly Expanded[] {
  const [union] = branch.unions;
  const isUnion = union !== undefined && branch.unions.length === 1 && branch.all.length === 0;
  return isUnion ? union : [branch];
}

/** Adds a schema, and all that it holds or refers to, to `reached`. */
export function reach(schema: unknown, components: Components, reached: Set<unknown>): void {
  const waiting = [schema];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== 'object' || next === null || reached.has(next)) continue;
    reached.add(next);
    for (const [keyword, part] of Object.entries(next)) {
      const isName = keyword === '$ref' && typeof part === 'string' && Object.hasOwn(components, part);
      waiting.push(isName ? components[part] : part);
    }
  }
}

/** What a schema holds itself: whether something is true of any part of it, and the components that it refers to. */
interface Look {
  isFound: boolean;
  names: Set<string>;
}

/**
 * Makes the function that says whether something is true of a schema, or of any that it holds or refers to. Each component
 * is gone through once, however many schemas are asked about.
 */
export function createSearch(
  components: Components,
  isSought: (schema: object) => boolean,
): (schema: object) => boolean {
  const looks = new WeakMap<object, Look>();
  const known = new WeakMap<object, boolean>();

  function look(schema: object): Look {
    const found = looks.get(schema) ?? { isFound: false, names: new Set() };
    if (!looks.has(schema)) lookInto(schema, found);
    looks.set(schema, found);
    return found;
  }

  function lookInto(schema: object, found: Look): void {
    for (const part of listHeld(schema)) {
      found.isFound ||= isSought(part);
      const ref = '$ref' in part ? part.$ref : undefined;
      if (typeof ref === 'string' && Object.hasOwn(components, ref)) found.names.add(ref);
    }
  }

  return (schema) => {
    const visited = new Map<object, object | undefined>([[schema, undefined]]);
    for (const [next, from] of visited) {
      const { isFound, names } = look(next);
      if (isFound || known.get(next) === true) {
        known.set(next, true);
        for (let at = from; at !== undefined; at = visited.get(at)) known.set(at, true);
        return true;
      }
      for (const name of names) {
        const part = components[name];
        if (isObject(part) && known.get(part) !== false && !visited.has(part)) visited.set(part, next);
      }
    }
    for (const none of visited.keys()) known.set(none, false);
    return false;
  };
}

/** A schema, and all objects and lists in it; references are not followed. */
function listHeld(schema: object): Set<object> {
  const held = new Set([schema]);
  for (const next of held)
    for (const part of Object.values(next) as unknown[])
      if (typeof part === 'object' && part !== null) held.add(part);
  return held;
}

const single = new Set([
  'additionalProperties',
  'contains',
  'else',
  'if',
  'items',
  'not',
  'propertyNames',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
]);
const listed = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const named = new Set(['$defs', 'dependentSchemas', 'patternProperties', 'properties']);

/** Where a schema stands in the one that holds it: under which keyword, and by which name if that holds names. */
export interface Step {
  keyword: string;
  name?: string;
}

/** Changes a schema and all that it holds, the innermost first; references are not followed. */
export function mapSchemas(
  schema: unknown,
  change: (schema: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  return isObject(schema) ? change(mapParts(schema, (part) => mapSchemas(part, change))) : schema;
}

/** Changes the schemas that one holds itself. */
export function mapParts(
  schema: Record<string, unknown>,
  change: (part: unknown, step: Step) => unknown,
): Record<string, unknown> {
  return mapValues(schema, (value, keyword) => {
    if (single.has(keyword)) return change(value, { keyword });
    if (listed.has(keyword) && Array.isArray(value))
      return (value as unknown[]).map((part) => change(part, { keyword }));
    if (!named.has(keyword) || !isObject(value)) return value;
    return mapValues(value, (part, name) => change(part, { keyword, name }));
  });
}

function mapValues(
  object: Record<string, unknown>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

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
  for (const part of listHeld(schema)) note(part, resource);
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
