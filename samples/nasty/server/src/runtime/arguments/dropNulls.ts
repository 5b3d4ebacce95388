import { acceptedTypes } from './acceptedTypes.js';
import { requiredBy } from './chooseBranches.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { mapMembers } from './mapMembers.js';
import { isPlausible, selectMember } from './selectMember.js';
import type { Schema } from '../tool.js';

/** Leaves out the members that are null where their schema does not accept it, unless they are required. */
export function dropNulls(value: unknown, schema: Schema, expand: ExpandSchema): unknown {
  return dropFrom(value, expand(schema), expand);
}

function dropFrom(value: unknown, schema: Expanded, expand: ExpandSchema): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, key) => {
    const part = selectMember(schema, value, key, expand);
    if (member !== null) return dropFrom(member, part, expand);
    const isAbsent = typeof key === 'string' && !takesNull(part) && !asksFor(schema, key, value, expand);
    return isAbsent ? undefined : member;
  });
}

/** What lets nothing through is no member at all: it is to be reported. */
function takesNull(schema: Expanded): boolean {
  const types = acceptedTypes(schema);
  return types.size === 0 || types.has('null');
}

function asksFor(schema: Expanded, key: string, value: object, expand: ExpandSchema): boolean {
  const chosen = schema.unions.flat().filter((branch) => isPlausible(branch, value, expand));
  return [schema, ...chosen].some((part) => requiredBy(part).includes(key));
}
