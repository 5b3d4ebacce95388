import { acceptedTypes } from './acceptedTypes.js';
import { requiredBy } from './chooseBranches.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { isObject } from '../isObject.js';
import { mapMembers } from './mapMembers.js';
import { isPlausible, selectMember } from './selectMember.js';
import type { Schema } from '../tool.js';

/** Leaves out the fields that are null, unless they are required: where all must be given, it is how to leave one out. */
export function dropNulls(value: unknown, schema: Schema, expand: ExpandSchema): unknown {
  return dropFrom(value, expand(schema), expand);
}

function dropFrom(value: unknown, schema: Expanded, expand: ExpandSchema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, key) => {
    const part = selectMember(schema, value, key, expand);
    if (member !== null) return dropFrom(member, part, expand);
    const isAbsent = typeof key === 'string' && isOptional(schema, key, value, expand, part);
    return isAbsent ? undefined : member;
  });
}

/** Of a map, only what cannot be null is no member. */
function isOptional(
  schema: Expanded,
  key: string,
  value: object,
  expand: ExpandSchema,
  member: Expanded,
): boolean {
  const chosen = schema.unions.flat().filter((branch) => isPlausible(branch, value, expand));
  const parts = [schema, ...chosen];
  if (parts.some((part) => requiredBy(part).includes(key))) return false;
  const types = acceptedTypes(member);
  // What lets nothing through is no member at all: it is to be reported.
  return types.size > 0 && (!types.has('null') || parts.some((part) => lists(part, key)));
}

function lists({ all }: Expanded, key: string): boolean {
  return all.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, key));
}
