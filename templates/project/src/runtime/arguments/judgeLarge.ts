import { acceptedTypes } from './acceptedTypes.js';
import type { Expanded, SchemaObject } from './createExpander.js';
import type { Problem } from '../validate.js';

/** What a large integer breaks. */
export type Broken = Pick<Problem, 'keyword' | 'params' | 'schema' | 'parentSchema'>;

/** The integers that a format allows (OpenAPI Format Registry), ends included. */
const ranges: Record<string, { minimum: bigint; maximum: bigint }> = {
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
  uint64: { minimum: 0n, maximum: 2n ** 64n - 1n },
};

/** How a value is compared to a bound; numbers and `bigint` are compared exactly. */
const comparisons = {
  minimum: { sign: '>=', holds: (value: bigint, limit: number | bigint) => value >= limit },
  maximum: { sign: '<=', holds: (value: bigint, limit: number | bigint) => value <= limit },
  exclusiveMinimum: { sign: '>', holds: (value: bigint, limit: number | bigint) => value > limit },
  exclusiveMaximum: { sign: '<', holds: (value: bigint, limit: number | bigint) => value < limit },
};

type Bound = keyof typeof comparisons;

/** What else a large integer is held to. */
const others = new Set(['multipleOf', 'enum', 'const']);

const bounds = Object.keys(comparisons) as Bound[];

/** Whether it is here that a keyword is held to a large integer, and not in a validator. */
export function judges(keyword: string): boolean {
  return others.has(keyword) || Object.hasOwn(comparisons, keyword);
}

/** Holds an integer to what its schema says of numbers, with all of its digits; of a union, one branch has to let it through. */
export function judgeLarge(value: bigint, schema: Expanded, known: Known = new Map()): Broken | undefined {
  if (!known.has(schema)) known.set(schema, judge(value, schema, known));
  return known.get(schema);
}

/** What a value breaks of schemas that it was held to before. */
type Known = Map<Expanded, Broken | undefined>;

function judge(value: bigint, { all, unions }: Expanded, known: Known): Broken | undefined {
  for (const schema of all) {
    const broken = bounds.map((bound) => judgeBound(value, schema, bound)).find(Boolean);
    if (broken !== undefined) return broken;
    const { multipleOf, enum: allowedValues, const: allowedValue } = schema;
    // Values that are listed have been rounded where the document was read.
    if (Array.isArray(allowedValues) && !allowedValues.includes(Number(value)))
      return { keyword: 'enum', params: { allowedValues }, schema: allowedValues, parentSchema: schema };
    if (allowedValue !== undefined && allowedValue !== Number(value))
      return { keyword: 'const', params: { allowedValue }, schema: allowedValue, parentSchema: schema };
    if (Number.isSafeInteger(multipleOf) && value % BigInt(multipleOf as number) !== 0n)
      return { keyword: 'multipleOf', params: { multipleOf }, schema: multipleOf, parentSchema: schema };
  }
  return unions.map((branches) => judgeBranches(value, branches, known)).find(Boolean);
}

function judgeBranches(value: bigint, branches: readonly Expanded[], known: Known): Broken | undefined {
  const judged = branches.filter(takesIntegers).map((branch) => judgeLarge(value, branch, known));
  // A bound says more than that it is none of the values of another branch.
  return judged.every(Boolean)
    ? (judged.find((broken) => broken?.keyword !== 'enum') ?? judged[0])
    : undefined;
}

function takesIntegers(branch: Expanded): boolean {
  const types = acceptedTypes(branch);
  return types.has('integer') || types.has('number');
}

function judgeBound(value: bigint, schema: SchemaObject, bound: Bound): Broken | undefined {
  const { sign, holds } = comparisons[bound];
  const limit = limitsOf(schema, bound).find((one) => !holds(value, one));
  if (limit === undefined) return undefined;
  return { keyword: bound, params: { comparison: sign, limit }, schema: limit, parentSchema: schema };
}

function limitsOf(schema: SchemaObject, bound: Bound): (number | bigint)[] {
  const range: Partial<Record<Bound, bigint>> = ranges[String(schema['format'])] ?? {};
  const declared = schema[bound];
  return [
    ...(range[bound] === undefined ? [] : [range[bound]]),
    ...(typeof declared === 'number' ? [restore(declared, bound)] : []),
  ];
}

/** The largest integers of 64 bits are rounded up where a document is read: nobody means the next power of two. */
function restore(limit: number, bound: Bound): number | bigint {
  const isRounded = bound === 'maximum' && (limit === 2 ** 63 || limit === 2 ** 64);
  return isRounded ? BigInt(limit) - 1n : limit;
}
