import type { Api, Operation, Schema } from '../model/api.js';
import type { Snapshot, ToolSnapshot } from '../model/comparison.js';
import type { Keywords } from '../schema/subschemas.js';
import { operationKey } from './names/legal.js';

/** Schemas within one another that are looked into. */
const deepest = 40;
/** Schemas that are put in order; what is beyond them stays in that of the document. */
const mostSorted = 2_000_000;

/**
 * The same API in the order in which the last run had it: parameters, the members of objects, and what is required; operations
 * are in order whatever the document says. That order says nothing (RFC 8259, section 4), but what is printed follows it, and the budget is spent in it.
 * What is new comes behind what stands before it in the document.
 */
export function sortAsBefore(api: Api, { tools, components }: Snapshot): Api {
  const sorter = new Sorter(api.components);
  const known = new Map(tools.map((one) => [one.operation, one]));
  const operations = api.operations.map((operation) => {
    const last = known.get(operationKey(operation));
    return last === undefined ? operation : sortOperation(operation, last, sorter);
  });
  // What has a place of its own counts more than what was written out of it.
  for (const [name, last] of Object.entries(components)) sorter.sortComponent(name, last, 0);
  return { ...api, operations, components: { ...api.components, ...Object.fromEntries(sorter.sorted) } };
}

function sortOperation(operation: Operation, { tool, enforced }: ToolSnapshot, sorter: Sorter): Operation {
  const { parameters, body } = tool.request;
  const places = new Map(parameters.map((one, index) => [`${one.in} ${one.name}`, index]));
  const schemas = new Map(
    parameters.map((one) => [`${one.in} ${one.name}`, enforced.properties[one.argument]]),
  );
  const fields = Object.entries(enforced.properties).flatMap(([argument, schema]): [string, Schema][] => {
    const name = body?.fields?.[argument];
    return name === undefined ? [] : [[name, schema]];
  });
  const asked =
    body?.fields === undefined
      ? enforced.properties[body?.argument ?? '']
      : { type: 'object', properties: Object.fromEntries(fields) };
  const accepted = tool.request.accept ?? [];
  const encodings = body?.encoding ?? {};
  return {
    ...operation,
    parameters: sortLike(operation.parameters, (one) => places.get(`${one.in} ${one.name}`)).map((one) =>
      sorter.change(one, { schema: sorter.sort(one.schema, schemas.get(`${one.in} ${one.name}`), 0) }),
    ),
    // What is asked for is written out in full: its order counts more.
    responses: operation.responses.map((response) =>
      Object.assign({}, response, {
        contents: sortLike(response.contents, ({ mediaType }) => placeIn(accepted, mediaType)).map((one) =>
          sorter.change(one, { schema: sorter.sort(one.schema, tool.outputSchema, 0) }),
        ),
      }),
    ),
    bodies: operation.bodies.map((one) =>
      sorter.change(one, {
        schema: sorter.sort(one.schema, asked, 0),
        encoding: sortObject(one.encoding, encodings),
      }),
    ),
    security: operation.security.map((one, index) => sortObject(one, tool.request.security[index] ?? {})),
  };
}

/** Sorts schemas like others that were made of them, and the components that they lead to. */
class Sorter {
  /** Components that have been sorted, by all that lead to them one after the other. */
  readonly sorted = new Map<string, Schema>();
  /** Those that were sorted like a schema: what leads to them by several ways, or from themselves, does so once. */
  readonly #done = new Map<Schema, Set<string>>();
  #left = mostSorted;

  /** What became of parameters and bodies that several operations share: they share it still. */
  readonly #made = new Map<object, object[]>();

  constructor(readonly components: Api['components']) {}

  /** A part of an operation with some of it in another order; itself where that is none. */
  change<T extends object>(one: T, changes: Partial<T>): T {
    if (Object.entries(changes).every(([key, value]) => one[key as keyof T] === value)) return one;
    const made = { ...one, ...changes };
    const known = this.#made.get(one) ?? [];
    const same = known.find((other) => JSON.stringify(other) === JSON.stringify(made));
    if (same === undefined) this.#made.set(one, known.concat(made));
    return (same as T | undefined) ?? made;
  }

  sortComponent(name: string, last: Schema, depth: number): void {
    const done = this.#done.get(last) ?? new Set();
    this.#done.set(last, done);
    if (!Object.hasOwn(this.components, name) || done.has(name)) return;
    done.add(name);
    this.sorted.set(name, this.sort(this.sorted.get(name) ?? this.components[name] ?? true, last, depth));
  }

  /** The schema itself where it is in that order already. */
  sort(schema: Schema, last: Schema | undefined, depth: number): Schema {
    if (typeof schema !== 'object' || typeof last !== 'object' || depth > deepest) return schema;
    if (this.#left === 0) return schema;
    this.#left -= 1;
    const next = schema as Keywords;
    const known = withoutWrapper(next, last as Keywords);
    if (typeof next['$ref'] === 'string') {
      if (typeof known['$ref'] !== 'string') this.sortComponent(next['$ref'], last, depth + 1);
      return schema;
    }
    const entries = sortByKeys(Object.entries(next), known).map(([keyword, value]): [string, unknown] => [
      keyword,
      this.#sortValue(keyword, value, known, depth + 1),
    ]);
    const isSame = Object.entries(next).every(
      ([keyword, value], index) => entries[index]?.[0] === keyword && entries[index]?.[1] === value,
    );
    return isSame ? schema : (Object.fromEntries(entries) as Schema);
  }

  #sortValue(keyword: string, value: unknown, known: Keywords, depth: number): unknown {
    const last = known[keyword];
    // The parts of a whole may be one object by now.
    if (keyword === 'allOf' && Array.isArray(value))
      return keepSame(
        value,
        value.map((part: Schema, index) => {
          const beside = Array.isArray(last) ? (last[index] as Schema) : (known as Schema);
          return this.sort(part, beside, depth);
        }),
      );
    if (['anyOf', 'oneOf', 'prefixItems'].includes(keyword) && Array.isArray(value) && Array.isArray(last))
      return keepSame(
        value,
        value.map((part: Schema, index) => this.sort(part, last[index] as Schema, depth)),
      );
    if (keyword === 'properties' || keyword === 'patternProperties')
      return this.#sortProperties(value as Record<string, Schema>, last, depth);
    if (keyword === 'required' && Array.isArray(value) && Array.isArray(last))
      return keepSame(
        value,
        sortLike(value as string[], (name) => placeIn(last, name)),
      );
    return ['items', 'additionalProperties', 'not', 'if', 'then', 'else'].includes(keyword)
      ? this.sort(value as Schema, last as Schema, depth)
      : value;
  }

  #sortProperties(value: Record<string, Schema>, last: unknown, depth: number): Record<string, Schema> {
    const known = Object(last) as Record<string, Schema>;
    const before = Object.entries(value);
    const after = sortByKeys(before, known).map(([name, child]): [string, Schema] => [
      name,
      this.sort(child, Object.hasOwn(known, name) ? known[name] : undefined, depth),
    ]);
    const isSame = before.every(
      ([name, child], index) => after[index]?.[0] === name && after[index]?.[1] === child,
    );
    return isSame ? value : Object.fromEntries(after);
  }
}

/** What a field of a patch may be besides null, which removes it. */
function withoutWrapper(next: Keywords, last: Keywords): Keywords {
  const { anyOf, ...rest } = last;
  const isWrapped = Array.isArray(anyOf) && next['anyOf'] === undefined && rest['type'] === undefined;
  return isWrapped ? (Object(anyOf[0]) as Keywords) : last;
}

function keepSame<T>(before: readonly T[], after: T[]): readonly T[] {
  return before.every((item, index) => item === after[index]) ? before : after;
}

function sortByKeys<T>(entries: [string, T][], like: object): [string, T][] {
  const places = new Map(Object.keys(like).map((key, index) => [key, index]));
  return sortLike(entries, ([key]) => places.get(key));
}

/** An object with its members in the order of another; itself where they are. */
function sortObject<T>(object: Record<string, T>, like: object): Record<string, T> {
  const before = Object.keys(object);
  const after = sortByKeys(Object.entries(object), like);
  return before.every((key, index) => key === after[index]?.[0]) ? object : Object.fromEntries(after);
}

function placeIn(list: readonly unknown[], item: unknown): number | undefined {
  const place = list.indexOf(item);
  return place === -1 ? undefined : place;
}

/** The items with those that have a place in its order; all others behind what stood before them. */
function sortLike<T>(items: readonly T[], placeOf: (item: T) => number | undefined): T[] {
  const placed = items.map((item) => ({ item, place: placeOf(item), followers: [] as T[] }));
  const first: T[] = [];
  let last: T[] = first;
  for (const { item, place, followers } of placed)
    if (place === undefined) last.push(item);
    else last = followers;
  const known = placed.filter(({ place }) => place !== undefined);
  const sorted = known.toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return first.concat(sorted.flatMap(({ item, followers }) => [item].concat(followers)));
}
