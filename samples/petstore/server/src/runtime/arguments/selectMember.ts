import { acceptedTypes } from './acceptedTypes.js';
import { allowedFor } from './allowedValues.js';
import type { Expanded, ExpandSchema } from './createExpander.js';
import { memberSchemas } from './memberSchemas.js';

type Branches = readonly Expanded[];

/** What is known of a value and the branches of a union. */
interface Selection {
  /** Those that the value may be meant for. */
  meant: Branches;
  members: Map<string | number, Expanded>;
}

const selections = new WeakMap<object, Map<Branches, Selection>>();
const plausible = new WeakMap<object, Map<Expanded, boolean>>();

/** The schema of one member of a value; of a union, only the branches that the value may be meant for count. */
export function selectMember(
  schema: Expanded,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded {
  const own = schema.all.flatMap((part) => memberSchemas(part, key)).map(expand);
  const ofUnions = schema.unions.flatMap((branches) => selectOfUnion(branches, value, key, expand));
  return expand.combine([...own, ...ofUnions]);
}

/** The schema that the branches have for a member, each value and list of branches asked once: none where none is meant. */
function selectOfUnion(
  branches: Branches,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded[] {
  const { meant, members } = recall(selections, value, branches, () => ({
    meant: branches.filter((branch) => isPlausible(branch, value, expand)),
    members: new Map<string | number, Expanded>(),
  }));
  if (meant.length === 0) return [];
  const known = members.get(key);
  if (known !== undefined) return [known];
  const selected = expand.combine([], [meant.map((branch) => selectMember(branch, value, key, expand))]);
  members.set(key, selected);
  return [selected];
}

/** Whether a value's type and its tags, the properties with one allowed value, fit a branch. */
export function isPlausible(branch: Expanded, value: object, expand: ExpandSchema): boolean {
  return recall(plausible, value, branch, () => {
    if (!acceptedTypes(branch).has(Array.isArray(value) ? 'array' : 'object')) return false;
    const tags = tagsOf(branch, expand);
    expand.take(1 + tags.length);
    return tags.every(
      ([name, allowed]) =>
        !Object.hasOwn(value, name) || isAlike(allowed, (value as Record<string, unknown>)[name]),
    );
  });
}

const tagsOfBranches = new WeakMap<Expanded, [name: string, allowed: unknown][]>();

/** The properties of a branch with one allowed value. */
function tagsOf(branch: Expanded, expand: ExpandSchema): [name: string, allowed: unknown][] {
  const known = tagsOfBranches.get(branch);
  if (known !== undefined) return known;
  const names = new Set(branch.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
  expand.take(names.size);
  const tags = [...names].flatMap((name): [string, unknown][] => {
    const allowed = allowedFor(branch, name, expand);
    return allowed?.length === 1 ? [[name, allowed[0]]] : [];
  });
  tagsOfBranches.set(branch, tags);
  return tags;
}

/** What was found out before of a value and a schema, as long as there is the value. */
function recall<S, T>(known: WeakMap<object, Map<S, T>>, value: object, schema: S, find: () => T): T {
  const ofValue = known.get(value) ?? new Map<S, T>();
  known.set(value, ofValue);
  const found = ofValue.get(schema) ?? find();
  ofValue.set(schema, found);
  return found;
}

/** Texts that differ in case only are put right. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return a === b;
  return a.toLowerCase() === b.toLowerCase();
}
