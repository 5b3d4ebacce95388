import { acceptedTypes } from './acceptedTypes.js';
import { allowedFor } from './allowedValues.js';
import { combine, type Expanded, type ExpandSchema } from './createExpander.js';
import { memberSchemas } from './memberSchemas.js';

/** The schema of one member of a value; of a union, only the branches that the value may be meant for count. */
export function selectMember(
  { all, unions }: Expanded,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded {
  const own = combine(all.flatMap((part) => memberSchemas(part, key)).map(expand));
  const alternatives = unions
    .map((branches) => branches.filter((branch) => isPlausible(branch, value, expand)))
    .filter((branches) => branches.length > 0)
    .map((branches) => branches.map((branch) => selectMember(branch, value, key, expand)));
  return alternatives.length === 0 ? own : { all: own.all, unions: [...own.unions, ...alternatives] };
}

/** Whether a value's type and its tags, the properties with one allowed value, fit a branch. */
export function isPlausible(branch: Expanded, value: object, expand: ExpandSchema): boolean {
  if (!acceptedTypes(branch).has(Array.isArray(value) ? 'array' : 'object')) return false;
  const names = new Set(branch.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].every((name) => {
    const allowed = Object.hasOwn(value, name) ? allowedFor(branch, name, expand) : undefined;
    return allowed?.length !== 1 || isAlike(allowed[0], (value as Record<string, unknown>)[name]);
  });
}

/** Texts that differ in case only are put right. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  return a.toLowerCase() === b.toLowerCase();
}
