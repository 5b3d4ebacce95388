import { isObject } from '../json.js';
import type { ObjectSchema } from '../tool.js';
import { type ExpandSchema, type Expanded, toldBranches } from '../validate/createExpander.js';
import { memberOf } from '../validate/problem.js';
import {
  acceptedTypes,
  allowedFor,
  isOpenFor,
  memberSchemas,
  toldFor,
  toldSchema,
  typeOf,
} from './schemas.js';

/** One branch of a union. */
export interface Branch {
  schema: unknown;
  expanded: Expanded;
}

/** The branches of a union that a value may be meant for. */
interface Choice {
  meant: readonly Branch[];
  /** Set where a property tells branches apart, and the value does not have a value of any of them. */
  tag?: { name: string; allowed: readonly unknown[] };
}

/** Opens the branches of a union that are told of; the others come after them. */
export function openBranches(union: unknown, expand: ExpandSchema): Branch[] {
  return toldBranches(union).map((schema) => ({ schema, expanded: expand(schema) }));
}

/** Finds out which branches a value is meant for: by its type, by its tag, and by what it holds. */
export function chooseBranches(branches: readonly Branch[], value: unknown, expand: ExpandSchema): Choice {
  const possible = branches.filter(({ expanded }) => acceptsType(expanded, value));
  if (branches.length === 1) return { meant: branches };
  if (!isObject(value) || possible.length < 2) return { meant: possible };
  const name = findTag(possible, expand);
  if (name !== undefined) {
    const choice = chooseByTag(possible, name, value[name], expand);
    if (choice.meant.length > 0 || !mayBeOther(possible, name, value, expand)) return choice;
  }
  const complete = possible.filter(({ expanded }) =>
    requiredBy(expanded).every((key) => Object.hasOwn(value, key)),
  );
  const meant = complete.length > 0 ? complete : possible;
  const plausible = meant.filter(({ expanded }) => isPlausible(expanded, value, expand));
  if (plausible.length === 0) return { meant };
  const named = nameBranches(plausible, value, expand);
  return { meant: named.length > 0 ? named : plausible };
}

/** The branches whose tag a value has, beside others that leave it open; unless one of these knows more of its members. */
function nameBranches(
  branches: readonly Branch[],
  value: Record<string, unknown>,
  expand: ExpandSchema,
): Branch[] {
  const tagged = branches.filter(({ expanded }) =>
    tagsOf(expanded, expand).some(([name]) => Object.hasOwn(value, name)),
  );
  if (tagged.length === 0 || tagged.length === branches.length) return tagged;
  const names = Object.keys(value);
  const countKnown = ({ expanded: { all } }: Branch): number => {
    expand.take(names.length * all.length);
    return names.filter((name) =>
      all.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, name)),
    ).length;
  };
  const most = branches.map(countKnown).reduce((left, right) => Math.max(left, right), 0);
  return tagged.filter((branch) => countKnown(branch) === most);
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
  const allowed = branches.flatMap(({ expanded }) => toldFor(expanded, name, expand));
  return { meant: [], tag: { name, allowed } };
}

/** Whether a branch may be meant though the property does not say which: it need not be given, or takes other values. */
function mayBeOther(branches: readonly Branch[], name: string, value: object, expand: ExpandSchema): boolean {
  return branches.some(({ expanded }) =>
    Object.hasOwn(value, name) ? isOpenFor(expanded, name, expand) : !requiredBy(expanded).includes(name),
  );
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

type Branches = readonly Expanded[];

/** The branches of a union that a value may be meant for, and what they come to for its members. */
interface Selection {
  meant: Branches;
  members: Map<string | number, Expanded>;
  /** Whether members of branches depend on nothing else of a value. */
  isPlain: boolean;
}

/** What the branches of a union look at in a value; those that are meant, by what is found there. */
interface Sieve {
  /** The tags of all branches, with the values that tell them apart. */
  tags: [name: string, values: Set<unknown>][];
  selections: Map<string, Selection>;
}

/** Selections of one union that are known again. */
const mostKept = 1_000;

const sieves = new WeakMap<Branches, Sieve>();
const ofValues = new WeakMap<object, Map<Branches, Selection>>();

/** The schema of one member of a value; of a union, only the branches that the value may be meant for count. */
export function selectMember(
  schema: Expanded,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded {
  if (schema.unions.length === 0 && schema.all.length === 1) return selectOwn(schema, key, expand);
  const own = schema.all.flatMap((part) => memberSchemas(part, key)).map(expand);
  const ofUnions = schema.unions.flatMap((branches) => selectOfUnion(branches, value, key, expand));
  return expand.combine([...own, ...ofUnions]);
}

function selectOwn({ all }: Expanded, key: string | number, expand: ExpandSchema): Expanded {
  return expand.combine(all.flatMap((part) => memberSchemas(part, key)).map(expand));
}

/** The schema that the branches have for a member: none where none is meant. Each list of branches is asked once. */
function selectOfUnion(
  branches: Branches,
  value: object,
  key: string | number,
  expand: ExpandSchema,
): Expanded[] {
  const { meant, members } = selectionOf(branches, value, expand);
  if (meant.length === 0) return [];
  const known = members.get(key);
  if (known !== undefined) return [known];
  const selected = expand.combine([], [meant.map((branch) => selectMember(branch, value, key, expand))]);
  if (members.size >= mostKept) members.clear();
  members.set(key, selected);
  return [selected];
}

/** Where branches hold unions, what they have for a member depends on the very value. */
function selectionOf(branches: Branches, value: object, expand: ExpandSchema): Selection {
  const shared = sift(branches, value, expand);
  if (shared.isPlain) return shared;
  const ofValue = ofValues.get(value) ?? new Map<Branches, Selection>();
  ofValues.set(value, ofValue);
  const own = ofValue.get(branches) ?? { ...shared, members: new Map() };
  ofValue.set(branches, own);
  return own;
}

/** The branches of a union that a value may be meant for, by its type and its tags: found once for those that are alike. */
export function plausibleOf(branches: Branches, value: object, expand: ExpandSchema): Branches {
  return sift(branches, value, expand).meant;
}

function sift(branches: Branches, value: object, expand: ExpandSchema): Selection {
  const { tags, selections } = sieveOf(branches, expand);
  expand.take(1 + tags.length);
  const key = Array.isArray(value) ? 'list' : signatureOf(value, tags);
  const known = selections.get(key);
  if (known !== undefined) return known;
  const named = branches.filter((branch) => isPlausible(branch, value, expand));
  const meant =
    named.length > 0 ? named : branches.filter((branch) => isPlausible(branch, value, expand, true));
  const selection = { meant, members: new Map(), isPlain: meant.every(({ unions }) => unions.length === 0) };
  if (selections.size >= mostKept) selections.clear();
  selections.set(key, selection);
  return selection;
}

function sieveOf(branches: Branches, expand: ExpandSchema): Sieve {
  const known = sieves.get(branches);
  if (known !== undefined) return known;
  const tags = new Map<string, Set<unknown>>();
  for (const [name, allowed] of branches.flatMap((branch) => tagsOf(branch, expand)))
    tags.set(name, (tags.get(name) ?? new Set()).add(inSmall(allowed)));
  const sieve: Sieve = { tags: [...tags], selections: new Map() };
  sieves.set(branches, sieve);
  return sieve;
}

/** What the tags of a union are in a value, as far as it tells branches apart. */
function signatureOf(value: object, tags: Sieve['tags']): string {
  return JSON.stringify(
    tags.map(([name, values]) => {
      if (!Object.hasOwn(value, name)) return 0;
      const given = inSmall((value as Record<string, unknown>)[name]);
      return values.has(given) ? [typeof given, String(given)] : 1;
    }),
  );
}

/**
 * Whether a value's type and its tags, the properties with one allowed value, fit a branch; `isOther` says that tags
 * which are but suggested do not count.
 */
function isPlausible(branch: Expanded, value: object, expand: ExpandSchema, isOther = false): boolean {
  if (!acceptedTypes(branch).has(Array.isArray(value) ? 'array' : 'object')) return false;
  const tags = tagsOf(branch, expand);
  expand.take(1 + tags.length);
  return tags.every(
    ([name, allowed]) =>
      !Object.hasOwn(value, name) ||
      inSmall(allowed) === inSmall((value as Record<string, unknown>)[name]) ||
      (isOther && isOpenFor(branch, name, expand)),
  );
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

/** Texts that differ in case only are put right. */
function inSmall(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

/** The arguments of a call, and the schema that they are held to. */
export interface Root {
  schema: ObjectSchema;
  value: unknown;
}

/** Whether a member has to be given, as the document says it; undefined where that depends on what an object is meant for. */
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
  if (toldNames(expanded).includes(name)) return 'required';
  const chosen = chosenBy(expanded, holder, expand).map((branches) => branches.map(toldNames));
  if (chosen.some((branches) => branches.length > 0 && branches.every((names) => names.includes(name))))
    return 'required';
  return chosen.flat(2).includes(name) ? undefined : 'optional';
}

/** The names that a schema asks for, as the document says it. */
function toldNames(schema: Expanded): string[] {
  return requiredBy(toldSchema(schema));
}

/** Of each union, the branches that an object may be meant for. */
export function chosenBy({ unions }: Expanded, value: object, expand: ExpandSchema): Expanded[][] {
  return unions.map((branches) => branches.filter((branch) => isPlausible(branch, value, expand)));
}
