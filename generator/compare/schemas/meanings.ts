import type { Schema } from '../../model/api.js';
import { besideReference } from '../../schema/annotations.js';
import { type Keywords, mapSubschemas, listSubschemas } from '../../schema/subschemas.js';

/** Schemas by name; a `$ref` is such a name. */
export type Table = Readonly<Record<string, Schema>>;

export type Side = 'old' | 'new';

/** Keywords that refuse no value, besides those that every schema may have. */
const silent = new Set([
  '$anchor',
  '$comment',
  '$id',
  '$schema',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
  'declared',
  'example',
  'externalDocs',
]);

export function isAnnotation(keyword: string): boolean {
  return besideReference.has(keyword) || silent.has(keyword) || keyword.startsWith('x-');
}

/** Keywords whose lists say the same in any order. */
const unordered = new Set(['allOf', 'anyOf', 'oneOf', 'enum', 'required', 'type']);

/** Tells schemas of two sides apart by number: those with the same number say the same. */
export class Meanings {
  readonly #numbers = new Map<string, number>();
  readonly #known = { old: new WeakMap<object, number>(), new: new WeakMap<object, number>() };
  readonly #tables: Record<Side, Table>;
  /** The components that lead to themselves: all others mean the same where they are written out. */
  readonly #recursive: Record<Side, ReadonlySet<string>>;
  /** The components that are the same on both sides, and all that they refer to. */
  #shared: ReadonlySet<string>;

  constructor(old: Table, now: Table) {
    this.#tables = { old, new: now };
    this.#recursive = { old: findRecursive(old), new: findRecursive(now) };
    const common = Object.keys(old).filter((name) => Object.hasOwn(now, name));
    // As long as nothing else is known, what has the same name is the same.
    this.#shared = new Set(common);
    this.#shared = dropDifferent(
      common.filter(
        (name) => this.numberOf(old[name] ?? true, 'old') !== this.numberOf(now[name] ?? true, 'new'),
      ),
      common,
      now,
    );
    this.#known = { old: new WeakMap(), new: new WeakMap() };
  }

  numberOf(schema: Schema, side: Side): number {
    if (typeof schema === 'boolean') return this.#number(String(schema));
    const known = this.#known[side].get(schema);
    if (known !== undefined) return known;
    const meant = this.#meantBy(schema, side);
    const number = meant === undefined ? this.#number(this.#write(schema, side)) : this.numberOf(meant, side);
    this.#known[side].set(schema, number);
    return number;
  }

  /** The schema that one stands for which says no more itself than `$ref` or `allOf` of one. */
  #meantBy(schema: Keywords, side: Side): Schema | undefined {
    const [keyword, another] = Object.keys(schema).filter((key) => !isAnnotation(key));
    if (another !== undefined) return undefined;
    if (keyword === 'allOf' && (schema['allOf'] as Schema[]).length === 1)
      return (schema['allOf'] as Schema[])[0];
    const name = schema['$ref'];
    if (typeof name !== 'string' || this.#recursive[side].has(name)) return undefined;
    return Object.hasOwn(this.#tables[side], name) ? this.#tables[side][name] : undefined;
  }

  #write(schema: Keywords, side: Side): string {
    const numbered = mapSubschemas(
      schema,
      (child) => ({ $number: this.numberOf(child, side) }) as Schema,
    ) as Keywords;
    const entries = Object.entries(numbered)
      .filter(
        ([keyword, value]) => value !== undefined && !isAnnotation(keyword) && !saysNothing(keyword, value),
      )
      .map(([keyword, value]): [string, unknown] => {
        if (keyword === '$ref') return [keyword, this.#shared.has(String(value)) ? value : { [side]: value }];
        if (!unordered.has(keyword) || !Array.isArray(value)) return [keyword, value];
        return [keyword, [...new Set(value.map(canonicalText))].toSorted()];
      });
    return canonicalText(Object.fromEntries(entries));
  }

  #number(text: string): number {
    const known = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, known);
    return known;
  }
}

/** Keywords that say nothing where they have this value. */
const empty: Readonly<Record<string, string>> = {
  minLength: '0',
  minItems: '0',
  minProperties: '0',
  uniqueItems: 'false',
  required: '[]',
  allOf: '[]',
  properties: '{}',
  patternProperties: '{}',
};

function saysNothing(keyword: string, value: unknown): boolean {
  return Object.hasOwn(empty, keyword) && canonicalText(value) === empty[keyword];
}

/** References that are followed one after another; what is further away counts as recursive. */
const longestChain = 50;

function findRecursive(table: Table): Set<string> {
  const references = new Map(Object.entries(table).map(([name, schema]) => [name, referencesOf(schema)]));
  const finished = new Set<string>();
  const found = new Set<string>();
  const visit = (name: string, way: readonly string[]): void => {
    const at = way.indexOf(name);
    if (at !== -1) for (const one of way.slice(at)) found.add(one);
    if (way.length > longestChain) found.add(name);
    if (at !== -1 || way.length > longestChain || finished.has(name)) return;
    for (const next of references.get(name) ?? []) visit(next, [...way, name]);
    finished.add(name);
  };
  for (const name of references.keys()) visit(name, []);
  return found;
}

/** The names but those that lead to a different one. */
function dropDifferent(different: readonly string[], common: readonly string[], table: Table): Set<string> {
  const users = new Map<string, string[]>();
  for (const name of common)
    for (const ref of referencesOf(table[name] ?? true)) users.set(ref, [...(users.get(ref) ?? []), name]);
  const kept = new Set(common);
  const known = new Set(common);
  const missing = [...users.keys()].filter((name) => !known.has(name));
  const waiting = [...different, ...missing];
  for (const name of waiting) {
    kept.delete(name);
    for (const user of users.get(name) ?? []) if (kept.delete(user)) waiting.push(user);
  }
  return kept;
}

function referencesOf(schema: Schema): Set<string> {
  const found = new Set<string>();
  const waiting = [schema];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one === 'object' && typeof one['$ref'] === 'string') found.add(one['$ref']);
    waiting.push(...listSubschemas(one));
  }
  return found;
}

/** JSON with the members of objects in the order of their names: the same for values that JSON Schema takes for equal. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
  return `{${members.toSorted().join(',')}}`;
}
