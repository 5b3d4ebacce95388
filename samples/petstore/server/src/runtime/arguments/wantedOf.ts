import { requiredBy, type Branch } from './chooseBranches.js';
import type { ExpandSchema } from './createExpander.js';

const known = new WeakMap<object, readonly string[][]>();

/**
 * The members that each branch of a union asks for and not all of them do, where that is all in which branches differ:
 * `oneOf: [{ required: [a] }, { required: [b] }]`. None where a branch asks for no more than all others.
 */
export function wantedOf(
  union: object,
  branches: readonly Branch[],
  expand: ExpandSchema,
): readonly string[][] {
  const found = known.get(union) ?? find(branches, expand);
  known.set(union, found);
  return found;
}

function find(branches: readonly Branch[], expand: ExpandSchema): readonly string[][] {
  if (branches.length < 2 || !areAlike(branches, expand)) return [];
  const required = branches.map(({ expanded }) => requiredBy(expanded));
  const [first = [], ...others] = required;
  const shared = new Set(first.filter((name) => others.every((names) => names.includes(name))));
  const own = required.map((names) => names.filter((name) => !shared.has(name)));
  return own.every(({ length }) => length > 0) ? own : [];
}

function areAlike([first, ...others]: readonly Branch[], expand: ExpandSchema): boolean {
  const text = first === undefined ? undefined : restOf(first, expand);
  return text !== undefined && others.every((branch) => restOf(branch, expand) === text);
}

/** Words, and what leads to a schema that is looked at as well. */
const silent = new Set(['required', '$ref', 'allOf', 'title', 'description', '$comment']);

/** What a branch says beside what it requires; nothing is known of one that holds a union. */
function restOf({ expanded: { all, unions } }: Branch, expand: ExpandSchema): string | undefined {
  if (unions.length > 0) return undefined;
  const texts = new Set<string>();
  for (const part of all) {
    for (const entry of Object.entries(part)) {
      if (silent.has(entry[0]) || (entry[0] === 'type' && entry[1] === 'object')) continue;
      const text = JSON.stringify(entry);
      expand.take(1 + (text.length >> 3));
      texts.add(text);
    }
  }
  return [...texts].toSorted().join();
}
