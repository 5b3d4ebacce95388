import { createMultipleTest } from '../../schema/judge.js';
import type { Keywords } from '../../schema/subschemas.js';
import type { Narrowing } from './narrowing.js';
import type { View } from './view.js';

/** What of a number, a text, or the size of a list or object is refused where it was taken; the kind of value aside. */
export function narrowValues(before: View, after: View): Narrowing[] {
  const kinds = new Set([...before.kinds].filter((kind) => after.kinds.has(kind)));
  const old = before.parts;
  const now = after.parts;
  const found: Narrowing[] = [];
  if (kinds.has('integer') || kinds.has('fraction')) {
    const whole = !kinds.has('fraction');
    found.push(...narrowBound(old, now, lowest, whole), ...narrowBound(old, now, highest, whole));
    found.push(...narrowMultiples(old, now, whole));
  }
  if (kinds.has('string')) {
    found.push(...narrowSize(old, now, 'minLength', 'maxLength'));
    for (const keyword of ['pattern', 'format']) found.push(...narrowWording(old, now, keyword));
  }
  if (kinds.has('array')) {
    found.push(...narrowSize(old, now, 'minItems', 'maxItems'));
    if (isUnique(now) && !isUnique(old) && most(old, 'maxItems') > 1)
      found.push({ path: [], keyword: 'uniqueItems', certain: true, to: true });
  }
  if (kinds.has('object')) {
    found.push(...narrowSize(old, now, 'minProperties', 'maxProperties'));
  }
  return found;
}

function isUnique(parts: readonly Keywords[]): boolean {
  return parts.some((part) => part['uniqueItems'] === true);
}

function numbers(parts: readonly Keywords[], keyword: string): number[] {
  return parts.map((part) => part[keyword]).filter((value) => typeof value === 'number');
}

function least(parts: readonly Keywords[], keyword: string): number {
  return Math.max(0, ...numbers(parts, keyword));
}

/** What a list, text or object may hold at most. */
export function most(parts: readonly Keywords[], keyword: string): number {
  return Math.min(Infinity, ...numbers(parts, keyword));
}

function narrowSize(
  old: readonly Keywords[],
  now: readonly Keywords[],
  min: string,
  max: string,
): Narrowing[] {
  const found: Narrowing[] = [];
  const [from, to] = [least(old, min), least(now, min)];
  if (to > from) found.push({ path: [], keyword: min, certain: true, ...(from > 0 ? { from } : {}), to });
  const [before, after] = [most(old, max), most(now, max)];
  if (after < before)
    found.push({
      path: [],
      keyword: max,
      certain: true,
      ...(before === Infinity ? {} : { from: before }),
      to: after,
    });
  return found;
}

/** Where numbers end, on one side. */
interface End {
  keyword: string;
  exclusive: string;
  /** -1 where values are to lie above, 1 where they are to lie below. */
  sign: -1 | 1;
}

const lowest: End = { keyword: 'minimum', exclusive: 'exclusiveMinimum', sign: -1 };
const highest: End = { keyword: 'maximum', exclusive: 'exclusiveMaximum', sign: 1 };

interface Bound {
  value: number;
  /** The value itself is beyond it. */
  open: boolean;
}

function narrowBound(
  old: readonly Keywords[],
  now: readonly Keywords[],
  end: End,
  whole: boolean,
): Narrowing[] {
  const before = boundOf(old, end, whole);
  const after = boundOf(now, end, whole);
  if (after === undefined || (before !== undefined && !isTighter(after, before, end))) return [];
  const from = before === undefined ? {} : { from: before.value };
  return [
    { path: [], keyword: after.open ? end.exclusive : end.keyword, certain: true, ...from, to: after.value },
  ];
}

function isTighter(a: Bound, b: Bound, { sign }: End): boolean {
  return sign * a.value < sign * b.value || (a.value === b.value && a.open && !b.open);
}

function boundOf(parts: readonly Keywords[], end: End, whole: boolean): Bound | undefined {
  const bounds = [
    ...numbers(parts, end.keyword).map((value): Bound => ({ value, open: false })),
    ...numbers(parts, end.exclusive).map((value): Bound => ({ value, open: true })),
  ].map((bound) => (whole ? toWhole(bound, end) : bound));
  return bounds.reduce<Bound | undefined>(
    (tightest, bound) => (tightest === undefined || isTighter(bound, tightest, end) ? bound : tightest),
    undefined,
  );
}

/** Among integers, a bound is as good as the nearest integer that is allowed. */
function toWhole({ value, open }: Bound, { sign }: End): Bound {
  if (!Number.isSafeInteger(Math.trunc(value))) return { value, open };
  const nearest = sign === 1 ? Math.floor(value) : Math.ceil(value);
  return { value: open && nearest === value ? value - sign : nearest, open: false };
}

function narrowMultiples(old: readonly Keywords[], now: readonly Keywords[], whole: boolean): Narrowing[] {
  const before = numbers(old, 'multipleOf');
  return [...new Set(numbers(now, 'multipleOf'))]
    .filter((step) => ![...before, ...(whole ? [1] : [])].some(createMultipleTest(step)))
    .map((to) => pointAt('multipleOf', before, to, true));
}

/** Patterns and formats are the same or not: what they take is not compared. */
function narrowWording(old: readonly Keywords[], now: readonly Keywords[], keyword: string): Narrowing[] {
  const listed = (parts: readonly Keywords[]) => [
    ...new Set(parts.map((part) => part[keyword]).filter((value) => value !== undefined)),
  ];
  const before = listed(old);
  return (
    listed(now)
      .filter((value) => !before.includes(value))
      // A format may be one that nobody checks, a pattern one that everything matches.
      .map((to) => pointAt(keyword, before, to, false))
  );
}

function pointAt(keyword: string, before: readonly unknown[], to: unknown, certain: boolean): Narrowing {
  return { path: [], keyword, certain, ...(before.length === 1 ? { from: before[0] } : {}), to };
}
