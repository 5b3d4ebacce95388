import { type Json, type JsonObject, isObject, joinPointer } from '../../model/document.js';
import { memoizeIn } from '../../text/memo.js';

/** What each dynamic anchor stands for, by a reference. */
type Scope = ReadonlyMap<string, string>;

/** Schemas that are written down anew for what they are used with; further ones stay open. */
const mostCopies = 1_000;
const home = '#/components/schemas';

/**
 * Gives each `$dynamicRef` what it means where it is used, in place: the outermost schema on the way there that has the
 * anchor decides, as a page of pets does over a page of anything (JSON Schema 2020-12, core, 8.2.3.2). A schema that is
 * used with several meanings is written down once for each, as `PetPage.Page`.
 */
export function bindAnchors(root: JsonObject): void {
  const { components } = root;
  const schemas = isObject(components) ? components['schemas'] : undefined;
  if (!isObject(schemas) || !isObject(components)) return;
  const names = indexNames(schemas);
  const generics = findGenerics(schemas, names);
  if (generics.size === 0) return;
  const asWritten = { ...schemas };
  const known = new Map<string, string>();
  const taken = new Set<string>();
  const waiting: { name: string; copy: string; outer: Scope; user: string }[] = [];

  /** The name of that schema with its anchors bound; `user` is what uses it. */
  function specialize(name: string, outer: Scope, user: string): string {
    const key = JSON.stringify([name, ...outer]);
    const made = known.get(key);
    if (made !== undefined || known.size >= mostCopies) return made ?? name;
    const copy = free(`${user}.${name}`);
    known.set(key, copy);
    waiting.push({ name, copy, outer, user });
    return copy;
  }

  function free(wanted: string): string {
    let name = wanted;
    for (let turn = 2; Object.hasOwn(asWritten, name) || taken.has(name); turn += 1)
      name = `${wanted}.${turn}`;
    taken.add(name);
    return name;
  }

  /** A part of a schema with what its references mean; without its anchors, where it `isCopy`. */
  function bind(part: Json, scope: Scope, user: string, isCopy: boolean): Json {
    if (Array.isArray(part)) return part.map((item) => bind(item, scope, user, isCopy));
    if (!isObject(part)) return part;
    const entries = Object.entries(part).flatMap(([key, value]): [string, Json][] => {
      if (isCopy && (key === '$dynamicAnchor' || key === '$id')) return [];
      if (typeof value !== 'string') return [[key, bind(value, scope, user, isCopy)]];
      const meant = key === '$dynamicRef' ? scope.get(value.replace(/^#/, '')) : undefined;
      if (meant !== undefined) return [['$ref', meant]];
      const name = key === '$ref' ? names.get(value) : undefined;
      if (name === undefined || !generics.has(name) || scope.size === 0) return [[key, value]];
      return [[key, joinPointer(home, specialize(name, scope, user))]];
    });
    return Object.fromEntries(entries);
  }

  for (const [name, schema] of Object.entries(asWritten)) {
    const pointer = joinPointer(home, name);
    schemas[name] = bind(schema, anchorsOf(schema, pointer), name, false);
  }
  // The list grows while it is walked.
  for (const { name, copy, outer, user } of waiting) {
    const schema = asWritten[name] ?? true;
    const itself = isObject(schema) ? schema['$dynamicAnchor'] : undefined;
    const inner = [...anchorsOf(schema, joinPointer(home, name))].map(([anchor, to]): [string, string] => [
      anchor,
      anchor === itself ? joinPointer(home, copy) : to,
    ]);
    schemas[copy] = bind(schema, new Map([...inner, ...outer]), user, true);
  }
}

/** The anchors that a schema has, as references: its own, and those of its definitions. */
function anchorsOf(schema: Json, pointer: string): Map<string, string> {
  const found = new Map<string, string>();
  if (!isObject(schema)) return found;
  const { $dynamicAnchor: own, $defs: definitions } = schema;
  if (typeof own === 'string') found.set(own, pointer);
  for (const [name, definition] of Object.entries(isObject(definitions) ? definitions : {})) {
    const anchor = isObject(definition) ? definition['$dynamicAnchor'] : undefined;
    if (typeof anchor === 'string') found.set(anchor, joinPointer(pointer, '$defs', name));
  }
  return found;
}

/** The names of schemas by the references that mean them: their places, and `$id`. */
function indexNames(schemas: JsonObject): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(schemas).flatMap(([name, schema]): [string, string][] => {
      const id = isObject(schema) ? schema['$id'] : undefined;
      const ids = typeof id === 'string' ? [id] : [];
      return [joinPointer(home, name), ...ids].map((ref) => [ref, name]);
    }),
  );
}

/** The schemas whose meaning depends on who uses them: those with a `$dynamicRef`, and those that refer to them. */
function findGenerics(schemas: JsonObject, names: ReadonlyMap<string, string>): ReadonlySet<string> {
  const users = new Map<string, Set<string>>();
  const generics: string[] = [];
  for (const [name, schema] of Object.entries(schemas)) {
    const waiting: Json[] = [schema];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (typeof part !== 'object' || part === null) continue;
      for (const [key, value] of Object.entries(part)) {
        if (key === '$dynamicRef') generics.push(name);
        const used = key === '$ref' && typeof value === 'string' ? value : undefined;
        if (used !== undefined) memoizeIn(users, used, () => new Set<string>()).add(name);
        else waiting.push(value as Json);
      }
    }
  }
  if (generics.length === 0) return new Set();
  const found = new Set(generics);
  const usersOf = new Map<string, Set<string>>();
  for (const [ref, some] of users)
    for (const user of some) memoizeIn(usersOf, names.get(ref) ?? '', () => new Set<string>()).add(user);
  // The set grows while it is walked.
  for (const name of found) for (const user of usersOf.get(name) ?? []) found.add(user);
  return found;
}
