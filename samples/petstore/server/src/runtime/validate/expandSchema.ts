import { isObject } from '../json.js';
import type { Schema } from '../tool.js';
import type { Work } from './work.js';

/** Schemas by name; a `$ref` is such a name. */
export type Components = Readonly<Record<string, Schema>>;

export type SchemaObject = Exclude<Schema, boolean>;

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

/** Combinations that are known again. */
const mostKept = 10_000;

/** Makes the function that expands schemas, each of them once. */
export function createExpander(components: Components, work?: Work): ExpandSchema {
  const known = new WeakMap<object, Expanded>();
  const ids = new WeakMap<object, number>();
  const combinations = new Map<string, Expanded>();
  const kept = new Map<string, readonly Expanded[]>();
  let lastId = 0;

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
      unions: unions.map((branches: unknown[]) => branches.map(expand)),
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
      const distinct = [...new Set([...branches].flatMap(alternativesOf))];
      work?.take(distinct.length);
      const [first] = distinct;
      if (first !== undefined && distinct.length === 1) add(first);
      else keep(distinct);
    };
    // The same branches are the same list, so that what is found out of them is found out once.
    const keep = (distinct: readonly Expanded[]): void => {
      const key = distinct.map(idOf).join();
      const list = kept.get(key) ?? distinct;
      if (kept.size >= mostKept) kept.clear();
      kept.set(key, list);
      unions.set(key, list);
    };
    for (const part of given) add(part);
    for (const branches of lists) addUnion(branches);
    return recall([...all], unions);
  }

  function recall(all: readonly SchemaObject[], unions: ReadonlyMap<string, readonly Expanded[]>): Expanded {
    const key = [all.map(idOf).join(), ...unions.keys()].join(' ');
    const found = combinations.get(key);
    if (found !== undefined) return found;
    if (combinations.size >= mostKept) combinations.clear();
    const made: Expanded = { all, unions: [...unions.values()] };
    combinations.set(key, made);
    return made;
  }

  function idOf(part: object): number {
    const id = ids.get(part) ?? ++lastId;
    ids.set(part, id);
    return id;
  }

  return Object.assign(expand, { combine, take: (steps?: number) => work?.take(steps) });
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
function alternativesOf(branch: Expanded): readonly Expanded[] {
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
