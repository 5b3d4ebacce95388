import type { Schema } from '../model/api.js';
import { listNames } from '../text/notes.js';
import { takes } from './judge.js';
import type { Keywords } from './subschemas.js';

/** What schemas of one value ask for that no value can be, null apart. */
export interface Contradiction {
  /** In words, one for each schema. */
  asked: string[];
  /** Those that contradict each other, and those that any of them may be held to together with. */
  parts: readonly Keywords[];
  others: readonly Keywords[];
}

/** Bounds that must not cross. */
const bounds = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

/** Characters of the values that are named. */
const longestValues = 60;

/** Finds what schemas that apply to the same value contradict each other in; undefined where some value may fit all. */
export function findContradiction(
  parts: readonly Keywords[],
  lookUp: (name: string) => Schema,
): Contradiction | undefined {
  if (parts.length < 2) return undefined;
  return inTypes(parts) ?? inValues(parts, lookUp) ?? inBounds(parts);
}

function inTypes(parts: readonly Keywords[]): Contradiction | undefined {
  const typed = parts.filter(({ type }) => type !== undefined);
  const lists = typed.map(({ type }) => ([type].flat() as string[]).filter((one) => one !== 'null'));
  if (lists.some((list) => list.length === 0)) return undefined;
  if (lists.flat().some((type) => lists.every((list) => includesType(list, type)))) return undefined;
  if (typed.length < 2) return undefined;
  return tell(typed, parts, (_, index) => `the type ${lists[index]?.join(' or ')}`);
}

function includesType(list: readonly string[], type: string): boolean {
  return list.includes(type) || (type === 'integer' && list.includes('number'));
}

function inValues(parts: readonly Keywords[], lookUp: (name: string) => Schema): Contradiction | undefined {
  const listed = parts.filter((part) => valuesOf(part) !== undefined);
  if (listed.length < 2) return undefined;
  const all = listed.map((part) => (valuesOf(part) ?? []).filter((value) => value !== null));
  if (all.some((values) => values.length === 0 || values.some((value) => typeof value === 'object')))
    return undefined;
  if (all.flat().some((value) => listed.every((part) => takes([part], value, lookUp)))) return undefined;
  return tell(
    listed,
    parts,
    (_, index) => `one of ${listNames((all[index] ?? []).map(String), longestValues)}`,
  );
}

function valuesOf({ enum: values, const: constant }: Keywords): unknown[] | undefined {
  return constant === undefined ? (values as unknown[] | undefined) : [constant];
}

function inBounds(parts: readonly Keywords[]): Contradiction | undefined {
  for (const [least, most] of bounds) {
    const from = Math.max(...parts.map((part) => Number(part[least] ?? -Infinity)));
    const to = Math.min(...parts.map((part) => Number(part[most] ?? Infinity)));
    const bounding = parts.filter((part) => part[least] === from || part[most] === to);
    if (from <= to || bounding.length < 2) continue;
    return tell(bounding, parts, (part) => (part[least] === from ? `${least} ${from}` : `${most} ${to}`));
  }
  return undefined;
}

function tell(
  against: readonly Keywords[],
  parts: readonly Keywords[],
  say: (part: Keywords, index: number) => string,
): Contradiction {
  const asked = [...new Set(against.map(say))];
  const others = parts.filter((part) => !against.includes(part) && Object.keys(part).length > 0);
  return { asked, parts: against, others };
}
