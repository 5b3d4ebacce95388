import { acceptedTypes } from './acceptedTypes.js';
import { requiredBy } from './chooseBranches.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { holdersOf } from './holdersOf.js';
import { isObject } from '../isObject.js';
import { mapMembers } from './mapMembers.js';
import { plausibleOf, selectMember } from './selectMember.js';
import type { Schema } from '../tool.js';

/** Which nulls say that nothing is given. */
export interface AbsentNulls {
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
