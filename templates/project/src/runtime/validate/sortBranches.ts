import { isObject } from '../json.js';
import type { Components } from './createExpander.js';
import type { FindBranches } from './validate.js';

type Kind = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** What a schema asks for at least: a value without it does not fit. */
interface Demands {
  kinds: ReadonlySet<Kind>;
  required: Set<string>;
  /** The values that a member may have. */
  tags: Map<string, readonly unknown[]>;
  /** The only names that an object may have. */
  only: readonly string[] | undefined;
}

/** The branches that are left for one name: by its value, and for objects without it. */
interface Tag {
  byValue: Map<unknown, number[]>;
  absent: number[];
}

/** Schemas that are put together to one branch: what others ask for is not looked at. */
const mostParts = 50;

const everyKind: readonly Kind[] = ['null', 'boolean', 'number', 'string', 'array', 'object'];

/**
 * Sorts the branches of a union by what they ask for: a value of a certain type, a member with a certain value, a name
 * that must be there, or no names but some. Each branch stands where it is met least often.
 */
export function sortBranches(branches: readonly unknown[], components: Components): FindBranches {
  const demands = branches.map((branch) => readDemands(branch, components));
  const byKind = Object.fromEntries(
    everyKind.map((kind) => [kind, demands.flatMap(({ kinds }, index) => (kinds.has(kind) ? [index] : []))]),
  ) as Record<Kind, number[]>;
  const objects = byKind.object;
  const count = countDemands(objects.map((index) => demands[index] as Demands));
  const always: number[] = [];
  const tags = new Map<string, Tag>();
  const required = new Map<string, number[]>();
  const closed = new Map<string, number[]>();
  const empty: number[] = [];

  for (const index of objects) put(index, demands[index] as Demands);

  function put(index: number, { required: names, tags: values, only }: Demands): void {
    const ofTags = [...values].map(([name, allowed]) => ({
      often: Math.max(0, ...allowed.map((value) => count.tags.get(name)?.get(value) ?? 0)),
      put: () => putTag(index, name, allowed, names.has(name)),
    }));
    const ofNames = [...names].map((name) => ({
      often: count.required.get(name) ?? 0,
      put: () => addIndex(required, name, index),
    }));
    const ofOnly = only && {
      often: Math.max(0, ...only.map((name) => count.only.get(name) ?? 0)),
      put: () => {
        empty.push(index);
        for (const name of only) addIndex(closed, name, index);
      },
    };
    const ways = [...ofTags, ...ofNames, ...(ofOnly ? [ofOnly] : [])];
    const [first] = ways.toSorted((a, b) => a.often - b.often);
    if (first === undefined) always.push(index);
    else first.put();
  }

  function putTag(index: number, name: string, allowed: readonly unknown[], isRequired: boolean): void {
    const tag = tags.get(name) ?? { byValue: new Map<unknown, number[]>(), absent: [] };
    tags.set(name, tag);
    for (const value of new Set(allowed)) addIndex(tag.byValue, value, index);
    if (!isRequired) tag.absent.push(index);
  }

  function findForObject(value: object): number[] {
    const found = [...always];
    for (const [name, { byValue, absent }] of tags) {
      const isGiven = Object.hasOwn(value, name);
      const left = isGiven ? byValue.get((value as Record<string, unknown>)[name]) : absent;
      if (left !== undefined) found.push(...left);
    }
    const names = Object.keys(value);
    if (required.size > 0) {
      const known = names.length <= required.size ? names : [...required.keys()];
      for (const name of known) if (Object.hasOwn(value, name)) found.push(...(required.get(name) ?? []));
    }
    const [first] = names;
    found.push(...(first === undefined ? empty : (closed.get(first) ?? [])));
    return found.toSorted((a, b) => a - b);
  }

  return (value) => {
    const kind = valueKindOf(value);
    return kind === 'object' ? findForObject(value as object) : byKind[kind];
  };
}

function addIndex<K>(table: Map<K, number[]>, key: K, index: number): void {
  const list = table.get(key) ?? [];
  table.set(key, list);
  list.push(index);
}

function valueKindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'bigint' ? 'number' : (type as Kind);
}

/** How often each is asked for. */
function countDemands(demands: readonly Demands[]) {
  const required = new Map<string, number>();
  const only = new Map<string, number>();
  const tags = new Map<string, Map<unknown, number>>();
  for (const one of demands) {
    for (const name of one.required) more(required, name);
    for (const name of one.only ?? []) more(only, name);
    for (const [name, allowed] of one.tags) {
      const ofName = tags.get(name) ?? new Map<unknown, number>();
      tags.set(name, ofName);
      for (const value of new Set(allowed)) more(ofName, value);
    }
  }
  return { required, only, tags };
}

function more<K>(table: Map<K, number>, key: K): void {
  table.set(key, (table.get(key) ?? 0) + 1);
}

function readDemands(branch: unknown, components: Components): Demands {
  const demands: Demands = {
    kinds: new Set(everyKind),
    required: new Set(),
    tags: new Map(),
    only: undefined,
  };
  const waiting = [branch];
  const seen = new Set<unknown>();
  while (waiting.length > 0 && seen.size < mostParts) {
    const part = waiting.pop();
    if (part === false) demands.kinds = new Set();
    if (!isObject(part) || seen.has(part)) continue;
    seen.add(part);
    readPart(part, demands, components);
    const { $ref, allOf } = part;
    if (typeof $ref === 'string' && Object.hasOwn(components, $ref)) waiting.push(components[$ref]);
    if (Array.isArray(allOf)) waiting.push(...(allOf as unknown[]));
  }
  return demands;
}

function readPart(part: Record<string, unknown>, demands: Demands, components: Components): void {
  const { type, required, properties, patternProperties, additionalProperties } = part;
  if (typeof type === 'string' || Array.isArray(type)) {
    const kinds = new Set([type].flat().map((name) => (name === 'integer' ? 'number' : name) as Kind));
    demands.kinds = new Set([...demands.kinds].filter((kind) => kinds.has(kind)));
  }
  const values = listedValues(part);
  if (values !== undefined) {
    const kinds = new Set(values.map(valueKindOf));
    demands.kinds = new Set([...demands.kinds].filter((kind) => kinds.has(kind)));
  }
  if (Array.isArray(required)) for (const name of required as unknown[]) demands.required.add(String(name));
  const members = isObject(properties) ? Object.entries(properties) : [];
  for (const [name, member] of members) {
    const allowed = listedBy(member, components);
    if (allowed !== undefined && !demands.tags.has(name)) demands.tags.set(name, allowed);
  }
  if (additionalProperties === false && patternProperties === undefined)
    demands.only ??= members.map(([name]) => name);
}

/** The values that the schema of a member lists, if all of them are scalars. */
function listedBy(member: unknown, components: Components): readonly unknown[] | undefined {
  if (!isObject(member)) return undefined;
  const { $ref } = member;
  const named = typeof $ref === 'string' && Object.hasOwn(components, $ref) ? components[$ref] : undefined;
  const allowed = listedValues(member) ?? (isObject(named) ? listedValues(named) : undefined);
  return allowed?.some((value) => typeof value === 'object' && value !== null) ? undefined : allowed;
}

function listedValues(schema: Record<string, unknown>): readonly unknown[] | undefined {
  if (schema['const'] !== undefined) return [schema['const']];
  return Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : undefined;
}
