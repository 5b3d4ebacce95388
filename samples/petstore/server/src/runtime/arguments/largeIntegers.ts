import { holdsLarge, isDeep, parseJson } from '../json.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Schema, SchemaObject } from '../tool.js';
import { findRepeated } from '../validate/assertions.js';
import type { Expanded, ExpandSchema } from '../validate/createExpander.js';
import {
  joinPointer,
  memberOf,
  type Problem,
  splitPointer,
  TooMuchWorkError,
  unfinished,
  type Validate,
} from '../validate/problem.js';
import { selectMember } from './chooseBranches.js';
import { acceptedTypes, hasMore, holdersOf, mapMembers, mostValues } from './schemas.js';

/** A large integer in a value, and what it breaks. */
interface Judged {
  value: bigint;
  broken: Broken | undefined;
}

/**
 * The validator, which also takes integers beyond 2^53, as `bigint`. To it, the nearest number stands for each; its
 * bounds are held to the integer itself.
 */
export function acceptLarge(validate: Validate, expand: ExpandSchema): Validate {
  return (schema, value, isBrief) => {
    if (!holdsLarge(value)) return validate(schema, value, isBrief);
    const judged = new Map(judgeAll(value, expand(schema), [], expand));
    const found = validate(schema, mapLarge(value, Number));
    const unions = new Set(found.filter(isUnionProblem).map(({ instancePath }) => instancePath));
    const isWrong = (problem: Problem): boolean => {
      const { keyword, instancePath } = problem;
      const large = judged.get(instancePath);
      if (large === undefined) return keyword !== 'uniqueItems' || repeats(valueAt(value, problem));
      return !judges(keyword) && !(large.broken === undefined && unions.has(instancePath));
    };
    const problems = found
      .filter(isWrong)
      .map((problem) => Object.assign({}, problem, { data: valueAt(value, problem) }));
    const broken = [...judged].flatMap(([instancePath, { value: data, broken: own }]) =>
      own === undefined || unions.has(instancePath) ? [] : [{ ...own, instancePath, data, isPart: false }],
    );
    const all = [...problems, ...broken];
    if (all.length === 0 && unfinished.has(found)) throw new TooMuchWorkError();
    return all;
  };
}

function judgeAll(
  value: unknown,
  schema: Expanded,
  path: readonly string[],
  expand: ExpandSchema,
): [pointer: string, Judged][] {
  if (typeof value === 'bigint') return [[joinPointer(path), { value, broken: judgeLarge(value, schema) }]];
  if (!holdsLarge(value)) return [];
  return Object.entries(value as object).flatMap(([key, member]) => {
    const part = selectMember(schema, value as object, Array.isArray(value) ? Number(key) : key, expand);
    return judgeAll(member, part, [...path, key], expand);
  });
}

function isUnionProblem({ keyword }: Problem): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function repeats(items: unknown): boolean {
  return findRepeated(items as unknown[]) !== undefined;
}

function valueAt(value: unknown, { instancePath }: Problem): unknown {
  return splitPointer(instancePath).reduce(memberOf, value);
}

/** What a large integer breaks. */
type Broken = Pick<Problem, 'keyword' | 'params' | 'schema' | 'parentSchema'>;

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
function judges(keyword: string): boolean {
  return others.has(keyword) || Object.hasOwn(comparisons, keyword);
}

/** Holds an integer to what its schema says of numbers, with all of its digits; of a union, one branch has to let it through. */
function judgeLarge(value: bigint, schema: Expanded, known: Known = new Map()): Broken | undefined {
  if (!known.has(schema)) known.set(schema, judgeValue(value, schema, known));
  return known.get(schema);
}

/** What a value breaks of schemas that it was held to before. */
type Known = Map<Expanded, Broken | undefined>;

function judgeValue(value: bigint, { all, unions }: Expanded, known: Known): Broken | undefined {
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
  const isEdge = bound === 'maximum' && (limit === 2 ** 63 || limit === 2 ** 64);
  return isEdge ? BigInt(limit) - 1n : limit;
}

/** Puts something else in the place of every integer that JavaScript's numbers cannot hold. */
function mapLarge(value: unknown, change: (large: bigint) => unknown): unknown {
  if (typeof value === 'bigint') return change(value);
  return holdsLarge(value)
    ? mapMembers(value as object, (member: unknown) => mapLarge(member, change))
    : value;
}

/** The arguments as code of the project gets them: integers beyond 2^53 as strings of their digits. */
export function spellLarge(args: Arguments): Arguments {
  return mapLarge(args, String) as Arguments;
}

/** Finds an integer that is too large to be exact in JSON, and so may not be what was given: the path to it. */
export function findInexact(value: unknown, schema: Schema, expand: ExpandSchema): string[] | undefined {
  return findIn(value, expand(schema), { expand, holders: holdersOf(value, isInexact) });
}

/** `holders`: what else holds no such integer, whatever its schema. */
interface Search {
  expand: ExpandSchema;
  holders: ReadonlySet<unknown>;
}

function findIn(value: unknown, schema: Expanded, search: Search): string[] | undefined {
  if (isInexact(value)) return isInteger(schema) ? [] : undefined;
  if (typeof value !== 'object' || value === null || !search.holders.has(value)) return undefined;
  for (const [key, member] of Object.entries(value)) {
    const at = Array.isArray(value) ? Number(key) : key;
    if (!isInexact(member) && !search.holders.has(member)) continue;
    const path = findIn(member, selectMember(schema, value, at, search.expand), search);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

function isInexact(value: unknown): boolean {
  return Number.isInteger(value) && !Number.isSafeInteger(value);
}

/** Other numbers may be as large as they like: they are rounded anyway. */
function isInteger(schema: Expanded): boolean {
  const types = acceptedTypes(schema);
  return types.has('integer') && !types.has('number');
}

/**
 * The value that a text holds as JSON, in which integers beyond 2^53 are `bigint`; nothing where another number is too
 * large to be read exactly, or where it holds too many values or levels.
 */
export function parseExact(text: string): unknown {
  const value = parseJson(text);
  if (isDeep(value) || hasMore(value, mostValues)) return undefined;
  if (isExact(value)) return value;
  const restored = restoreExact(value, parseJson(quoteLarge(text)));
  return isExact(restored) ? restored : undefined;
}

function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

/** The JSON with the digits of its large integers as strings. */
function quoteLarge(json: string): string {
  return mapNumbers(
    json,
    (number) => /^-?\d{16,39}$/.test(number),
    (digits) => `"${digits}"`,
  );
}

/** The value, with the digits of those numbers that are strings in `quoted`. */
function restoreExact(value: unknown, quoted: unknown): unknown {
  if (typeof value === 'number' && typeof quoted === 'string')
    return Number.isSafeInteger(value) ? value : BigInt(quoted);
  if (typeof value !== 'object' || value === null) return value;
  return mapMembers(value, (member, key) => restoreExact(member, (quoted as Record<string, unknown>)[key]));
}

/** Digits of a decimal number that JavaScript always keeps, in numbers that are not smaller than this. */
const keptDigits = 15;
const leastExact = 1e-300;

/**
 * Whether JavaScript would write a number of JSON as another one: one of more digits than it keeps, or out of its
 * range. Another spelling (`1.10`, `1E2`) is the same number; so is a fraction in the 17 digits that C writes it in.
 */
export function isRounded(number: string): boolean {
  const value = Number(number);
  if (!Number.isFinite(value)) return true;
  if (number.length <= keptDigits && Math.abs(value) > leastExact) return false;
  if (String(value) === number) return false;
  const exact = canonicalNumber(number);
  return (
    exact !== canonicalNumber(String(value)) &&
    (Number.isInteger(value) || exact !== canonicalNumber(value.toPrecision(17)))
  );
}

/** Numbers that are equal are spelled alike, but for their sign: `0.0120` as `12e-1`. */
function canonicalNumber(number: string): string {
  const [mantissa = '', exponent = '0'] = number.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + fraction;
  const first = digits.search(/[1-9]/);
  if (first === -1) return '0';
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return `${digits.slice(first, end)}e${whole.length - first + Number(exponent)}`;
}

/** Shorter numbers without an exponent are never rounded. */
const shortest = 16;

/**
 * Finds the next number of valid JSON that JavaScript might round and that fits: where it starts and ends. `from` is a
 * place outside of texts.
 */
export function findNumber(
  json: Buffer,
  fits: (number: string) => boolean,
  from = 0,
): [start: number, end: number] | undefined {
  for (let at = from; at < json.length;) {
    const start = at;
    const first = json[at] ?? 0;
    at += 1;
    if (first === 0x22) {
      for (let byte = json[at]; at < json.length && byte !== 0x22; byte = json[at])
        at += byte === 0x5c ? 2 : 1;
      at += 1;
    } else if (isPartOfNumber(first)) {
      let hasExponent = false;
      for (let byte = json[at] ?? 0; ; byte = json[at] ?? 0) {
        if (byte === 0x65 || byte === 0x45) hasExponent = true;
        else if (!isPartOfNumber(byte)) break;
        at += 1;
      }
      if ((hasExponent || at - start >= shortest) && fits(json.toString('latin1', start, at)))
        return [start, at];
    }
  }
  return undefined;
}

/** A digit, sign or point. */
function isPartOfNumber(byte: number): boolean {
  return (0x30 <= byte && byte <= 0x39) || byte === 0x2d || byte === 0x2e || byte === 0x2b;
}

/** Writes something else in the place of each number of valid JSON that JavaScript might round and that fits. */
export function mapNumbers(
  json: string,
  fits: (number: string) => boolean,
  write: (number: string) => string,
): string {
  const bytes = Buffer.from(json);
  const parts: string[] = [];
  let taken = 0;
  for (let found = findNumber(bytes, fits); found !== undefined; found = findNumber(bytes, fits, taken)) {
    const [start, end] = found;
    parts.push(bytes.toString('utf8', taken, start), write(bytes.toString('latin1', start, end)));
    taken = end;
  }
  return parts.join('') + bytes.toString('utf8', taken);
}
