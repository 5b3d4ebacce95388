import { requiredBy } from './chooseBranches.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { isObject } from '../isObject.js';
import { isPlausible, selectMember } from './selectMember.js';
import type { ObjectSchema } from '../tool.js';
import { memberOf } from '../validators/pointers.js';

/** The arguments of a call, and the schema that they are held to. */
export interface Root {
  schema: ObjectSchema;
  value: unknown;
}

/** Whether a member has to be given; undefined where that depends on what an object is meant for. */
export function findNeed(
  path: readonly string[],
  { schema, value }: Root,
  expand: ExpandSchema,
): 'required' | 'optional' | undefined {
  const name = path.at(-1);
  let holder: unknown = value;
  let expanded = expand(schema);
  for (const key of path.slice(0, -1)) {
    if (typeof holder !== 'object' || holder === null) return undefined;
    expanded = selectMember(expanded, holder, Array.isArray(holder) ? Number(key) : key, expand);
    holder = memberOf(holder, key);
  }
  if (name === undefined || !isObject(holder)) return undefined;
  if (requiredBy(expanded).includes(name)) return 'required';
  const chosen = chosenBy(expanded, holder, expand).map((branches) => branches.map(requiredBy));
  if (chosen.some((branches) => branches.length > 0 && branches.every((names) => names.includes(name))))
    return 'required';
  return chosen.flat(2).includes(name) ? undefined : 'optional';
}

/** Of each union, the branches that an object may be meant for. */
export function chosenBy({ unions }: Expanded, value: object, expand: ExpandSchema): Expanded[][] {
  return unions.map((branches) => branches.filter((branch) => isPlausible(branch, value, expand)));
}
