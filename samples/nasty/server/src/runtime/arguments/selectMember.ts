import { acceptedTypes } from './acceptedTypes.js';
import { allowedFor } from './allowedValues.js';
import type { Expanded, ExpandSchema, SchemaObject } from './createExpander.js';
import { memberSchemas } from './memberSchemas.js';

/** What is known of a value and a schema that holds unions. */
interface Selection {
  /** The branches that the value may be meant for. */
  unions: readonly (readonly Expanded[])[];
  members: Map<string | number, Expanded>;
}

const selections = new WeakMap<object, Map<Expanded, Selection>>();
const plausible = new WeakMap<object, Map<Expanded, boolean>>();

/** The schema of one member of a value; of a union, only the branches that the value may be meant for count. */
export function selectMember(
  schema: Expanded,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded {
  const { all, unions } = schema;
  if (unions.length === 0) return select(all, key, [], expand);
  const selection = recall(selections, value, schema, () => ({
    unions: unions
      .map((branches) => branches.filter((branch) => isPlausible(branch, value, expand)))
      .filter((branches) => branches.length > 0),
    members: new Map<string | number, Expanded>(),
  }));
  const known = selection.members.get(key);
  if (known !== undefined) return known;
  const alternatives = selection.unions.map((branches) =>
    branches.map((branch) => selectMember(branch, value, key, expand)),
  );
  const selected = select(all, key, alternatives, expand);
  selection.members.set(key, selected);
  return selected;
}

function select(
  all: readonly SchemaObject[],
  key: string | number,
  alternatives: readonly (readonly Expanded[])[],
  expand: ExpandSchema,
): Expanded {
  const own = all.flatMap((part) => memberSchemas(part, key)).map(expand);
  return expand.combine(own, alternatives);
}

/** Whether a value's type and its tags, the properties with one allowed value, fit a branch. */
export function isPlausible(branch: Expanded, value: object, expand: ExpandSchema): boolean {
  return recall(plausible, value, branch, () => {
    if (!acceptedTypes(branch).has(Array.isArray(value) ? 'array' : 'object')) return false;
    const names = new Set(branch.all.flatMap(({ properties }) => Object.keys(properties ?? {})));
    expand.take(names.size);
    return [...names].every((name) => {
      const allowed = Object.hasOwn(value, name) ? allowedFor(branch, name, expand) : undefined;
      return allowed?.length !== 1 || isAlike(allowed[0], (value as Record<string, unknown>)[name]);
    });
  });
}

/** What was found out before of a value and a schema, as long as there is the value. */
function recall<T>(
  known: WeakMap<object, Map<Expanded, T>>,
  value: object,
  schema: Expanded,
  find: () => T,
): T {
  const ofValue = known.get(value) ?? new Map<Expanded, T>();
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
