import { isObject } from '../json.js';
import type { Schema } from '../tool.js';
import type { ExpandSchema, Expanded } from '../validate/expandSchema.js';
import { plausibleOf, requiredBy, selectMember } from './chooseBranches.js';
import { holdersOf, mapMembers } from './members.js';
import { acceptedTypes } from './readSchema.js';

/** Which nulls say that nothing is given. */
interface AbsentNulls {
  /** Those of fields that may be null as well: where all fields must be given, it is how to leave one out. */
  allowed: boolean;
  /** Those within arguments as well. */
  inside: boolean;
}

/** Leaves out the fields that are null, unless they are required. */
export function dropNulls(
  value: unknown,
  schema: Schema,
  expand: ExpandSchema,
  nulls: AbsentNulls = { allowed: true, inside: true },
): unknown {
  const holders = holdersOf(value, (one) => one === null);
  return dropFrom(value, expand(schema), { ...nulls, expand, holders });
}

/** `holders`: in what else there is no null. */
interface Drop extends AbsentNulls {
  expand: ExpandSchema;
  holders: ReadonlySet<unknown>;
}

function dropFrom(value: unknown, schema: Expanded, drop: Drop): unknown {
  if (typeof value !== 'object' || value === null || !drop.holders.has(value)) return value;
  const { expand, holders } = drop;
  return mapMembers(value, (member, key) => {
    if (member !== null && !(drop.inside && holders.has(member))) return member;
    const part = selectMember(schema, value, key, expand);
    if (member !== null) return dropFrom(member, part, drop);
    const isAbsent = typeof key === 'string' && isOptional({ schema, key, value, part }, expand, drop);
    return isAbsent ? undefined : member;
  });
}

/** A field that is null. */
interface Field {
  schema: Expanded;
  key: string;
  /** What holds it. */
  value: object;
  part: Expanded;
}

/** Of a map, only what cannot be null is no member. */
function isOptional(
  { schema, key, value, part }: Field,
  expand: ExpandSchema,
  { allowed }: AbsentNulls,
): boolean {
  const chosen = schema.unions.flatMap((branches) => plausibleOf(branches, value, expand));
  const parts = [schema, ...chosen];
  if (parts.some((one) => requiredBy(one).includes(key))) return false;
  const types = acceptedTypes(part);
  const isListed = parts.some((one) => lists(one, key));
  // What lets nothing through is no member at all: it is to be reported.
  if (types.size === 0) return false;
  return allowed ? isListed || !types.has('null') : isListed && !types.has('null');
}

function lists({ all }: Expanded, key: string): boolean {
  return all.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, key));
}

/** Where nulls stood. */
interface Nulls {
  [name: string]: Nulls | null;
}

/**
 * Takes the members out of the arguments of a patch that are null within them: at any depth, but in no list, they are to
 * be removed, whatever a schema says of their values (RFC 7396, 2). What is left can be checked; `restore` puts them
 * back.
 */
export function setNullsAside<T>(args: T): { rest: T; restore: <R>(checked: R) => R } {
  const nulls = findNulls(args, false);
  if (nulls === undefined) return { rest: args, restore: (checked) => checked };
  return { rest: take(args, nulls) as T, restore: <R>(checked: R) => put(checked, nulls, args) as R };
}

/** `isInside`: an argument itself that is null is for its own schema to judge. */
function findNulls(value: unknown, isInside = true): Nulls | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, member]) => {
    const nulls = member === null && isInside ? null : findNulls(member);
    return nulls === undefined ? [] : [[name, nulls] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function take(value: unknown, nulls: Nulls): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
      if (within === null) return [];
      return [[name, within === undefined ? member : take(member, within)]];
    }),
  );
}

/** In the order in which the members were given. */
function put(value: unknown, nulls: Nulls, given: unknown): unknown {
  if (!isObject(value) || !isObject(given)) return value;
  const restored = Object.entries(given).map(([name, member]) => {
    const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
    if (within === null) return [name, null];
    return [name, within === undefined ? value[name] : put(value[name], within, member)];
  });
  return Object.fromEntries(restored) as object;
}
