import { acceptedTypes, typeOf } from './acceptedTypes.js';
import { allowedFor } from './allowedValues.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { isObject } from '../isObject.js';
import { isPlausible } from './selectMember.js';

/** One branch of a union. */
export interface Branch {
  schema: unknown;
  expanded: Expanded;
}

/** The branches of a union that a value may be meant for. */
export interface Choice {
  meant: readonly Branch[];
  /** Set where a property tells branches apart, and the value does not have a value of any of them. */
  tag?: { name: string; allowed: readonly unknown[] };
}

/** Opens the branches of a union. */
export function branchesOf(union: unknown, expand: ExpandSchema): Branch[] {
  const schemas = Array.isArray(union) ? (union as unknown[]) : [];
  return schemas.map((schema) => ({ schema, expanded: expand(schema) }));
}

/** Finds out which branches a value is meant for: by its type, by its tag, and by what it holds. */
export function chooseBranches(branches: readonly Branch[], value: unknown, expand: ExpandSchema): Choice {
  const possible = branches.filter(({ expanded }) => acceptsType(expanded, value));
  if (branches.length === 1) return { meant: branches };
  if (!isObject(value) || possible.length < 2) return { meant: possible };
  const name = findTag(possible, expand);
  if (name !== undefined) return chooseByTag(possible, name, value[name], expand);
  const complete = possible.filter(({ expanded }) =>
    requiredBy(expanded).every((key) => Object.hasOwn(value, key)),
  );
  const meant = complete.length > 0 ? complete : possible;
  const plausible = meant.filter(({ expanded }) => isPlausible(expanded, value, expand));
  return { meant: plausible.length > 0 ? plausible : meant };
}

/** The names that a schema asks for. */
export function requiredBy({ all }: Expanded): string[] {
  return [...new Set(all.flatMap(({ required }) => (Array.isArray(required) ? required.map(String) : [])))];
}

function acceptsType(schema: Expanded, value: unknown): boolean {
  const types = acceptedTypes(schema);
  const type = typeOf(value);
  return types.has(type) || (type === 'integer' && types.has('number'));
}

function chooseByTag(
  branches: readonly Branch[],
  name: string,
  value: unknown,
  expand: ExpandSchema,
): Choice {
  const meant = branches.filter(({ expanded }) => allowedFor(expanded, name, expand)?.includes(value));
  if (meant.length > 0) return { meant };
  const allowed = branches.flatMap(({ expanded }) => allowedFor(expanded, name, expand) ?? []);
  return { meant: [], tag: { name, allowed } };
}

/** The property whose value says which branch is meant: each has values of its own for it, null apart. */
function findTag(branches: readonly Branch[], expand: ExpandSchema): string | undefined {
  const [first] = branches;
  const names = new Set(first?.expanded.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return [...names].find((name) => {
    const lists = branches.map(({ expanded }) =>
      (allowedFor(expanded, name, expand) ?? []).filter((value) => value !== null),
    );
    const all = lists.flat();
    expand.take(branches.length + all.length);
    return lists.every(({ length }) => length > 0) && new Set(all).size === all.length;
  });
}
