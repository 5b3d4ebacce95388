import { acceptedTypes } from './acceptedTypes.js';
import { requiredBy } from './chooseBranches.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { isObject } from '../isObject.js';
import { mapMembers } from './mapMembers.js';
import { isPlausible, selectMember } from './selectMember.js';
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
  return dropFrom(value, expand(schema), expand, nulls);
}

function dropFrom(value: unknown, schema: Expanded, expand: ExpandSchema, nulls: AbsentNulls): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, key) => {
    const part = selectMember(schema, value, key, expand);
    if (member !== null) return nulls.inside ? dropFrom(member, part, expand, nulls) : member;
    const isAbsent = typeof key === 'string' && isOptional({ schema, key, value, part }, expand, nulls);
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
  const chosen = schema.unions.flat().filter((branch) => isPlausible(branch, value, expand));
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
