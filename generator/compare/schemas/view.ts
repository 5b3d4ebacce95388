import type { Schema } from '../../model/api.js';
import { gatherParts } from '../../schema/parts.js';
import type { Keywords } from '../../schema/subschemas.js';
import { type Table, canonicalText } from './meanings.js';

/** The kinds of values that keywords tell apart: `fraction` is a number that is no integer. */
export type Kind = 'null' | 'boolean' | 'integer' | 'fraction' | 'string' | 'array' | 'object';

const allKinds: readonly Kind[] = ['null', 'boolean', 'integer', 'fraction', 'string', 'array', 'object'];

/** What several schemas say together of one value, as far as it can be seen without looking into its members. */
export interface View {
  /** The schemas with neither `$ref` nor `allOf`: a value has to fit each. */
  parts: readonly Keywords[];
  /** No value of another kind fits. */
  kinds: ReadonlySet<Kind>;
  /** Where the values are listed: no other value fits. */
  values: unknown[] | undefined;
}

/** Unions inside of unions that are looked into for kinds. */
const deepest = 3;

/** Looks at schemas that apply to the same value; undefined where no value fits them all. */
export function openView(schemas: readonly Schema[], table: Table, depth = 0): View | undefined {
  const lookUp = (name: string): Schema => (Object.hasOwn(table, name) ? (table[name] ?? true) : true);
  const parts = gatherParts({ allOf: schemas }, lookUp);
  if (parts === undefined) return undefined;
  let values = finiteValues(parts);
  const kinds = new Set(allKinds);
  const keep = (kept: ReadonlySet<Kind>) => {
    for (const kind of kinds) if (!kept.has(kind)) kinds.delete(kind);
  };
  for (const part of parts) {
    if (part['type'] !== undefined) keep(kindsOf(part['type']));
    if (depth === deepest) continue;
    for (const alternatives of unionsOf(part)) {
      const views = alternatives.map((one) => openView([one], table, depth + 1));
      keep(unite(views));
    }
  }
  if (values === undefined && [...kinds].every((kind) => kind === 'null' || kind === 'boolean'))
    values = [...(kinds.has('null') ? [null] : []), ...(kinds.has('boolean') ? [true, false] : [])];
  if (values !== undefined) keep(new Set(values.map(kindOf)));
  return kinds.size === 0 ? undefined : { parts, kinds, values };
}

function unite(views: readonly (View | undefined)[]): Set<Kind> {
  return new Set(allKinds.filter((kind) => views.some((view) => view?.kinds.has(kind))));
}

/** The alternatives of each union of a schema. */
export function unionsOf(part: Keywords): Schema[][] {
  return [part['anyOf'], part['oneOf']].filter((list): list is Schema[] => Array.isArray(list));
}

export function kindsOf(type: unknown): Set<Kind> {
  const named = [type].flat() as string[];
  return new Set(named.flatMap((name) => (name === 'number' ? ['integer', 'fraction'] : [name]) as Kind[]));
}

export function kindOf(value: unknown): Kind {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value as Kind;
}

/** The values that all lists of the parts have in common; undefined where there is no list. */
function finiteValues(parts: readonly Keywords[]): unknown[] | undefined {
  const lists = parts.flatMap((part) => [
    ...(Array.isArray(part['enum']) ? [part['enum'] as unknown[]] : []),
    ...(part['const'] === undefined ? [] : [[part['const']]]),
  ]);
  const [first, ...others] = lists.map((list) => new Map(list.map((value) => [canonicalText(value), value])));
  if (first === undefined) return undefined;
  return [...first].filter(([text]) => others.every((list) => list.has(text))).map(([, value]) => value);
}
