import { isObject } from '../json.js';
import type { Schema } from '../tool.js';
import type { ExpandSchema, Expanded } from '../validate/createExpander.js';
import { plausibleOf, requiredBy, selectMember } from './chooseBranches.js';
import { parseExact } from './largeIntegers.js';
import { type JsonType, acceptedTypes, allowedValues, holdersOf, isInferred, mapMembers } from './schemas.js';

type Types = ReadonlySet<JsonType>;

/**
 * Puts right what clients get wrong without losing anything: `"5"` for 5, `"true"` for true, JSON in a string
 * for an object or array, a single value for a list of one, 5 for `"5"`, 1.5 for a decimal, `"OPEN"` for `"open"`. Only a
 * value of a type that the schema does not accept is touched, and nothing else is tried. The digits of an integer beyond
 * 2^53 become a `bigint`.
 */
export function coerce(value: unknown, schema: Schema, expand: ExpandSchema): unknown {
  return coerceTo(value, expand(schema), expand);
}

/** `isItem`: whether the value has been made the only item of a list; lists of lists of one are meant by nobody. */
function coerceTo(value: unknown, schema: Expanded, expand: ExpandSchema, isItem = false): unknown {
  if (schema.all.length === 0 && schema.unions.length === 0) return value;
  expand.take();
  // Of a text that is no decimal, the zeros at the end of 1.10 may count.
  const isListed =
    typeof value === 'number' && allowedValues(schema, 'string')?.includes(String(value)) === true;
  const isDecimal = isListed || schema.all.some(({ format }) => format === 'decimal');
  const converted = matchCase(convert(value, typesFor(value, schema, isItem), isDecimal), schema);
  if (typeof converted !== 'object' || converted === null) return converted;
  const isWrapped = Array.isArray(converted) && converted[0] === value;
  return mapMembers(converted, (member, key) =>
    coerceTo(member, selectMember(schema, converted, key, expand), expand, isWrapped),
  );
}

/** The digits of a number, `true` and `false` are none of the texts that a schema lists. */
function typesFor(value: unknown, schema: Expanded, isItem: boolean): Types {
  const types = isItem
    ? new Set([...acceptedTypes(schema)].filter((type) => type !== 'array'))
    : acceptedTypes(schema);
  const mayBeOther = types.has('boolean') || types.has('number') || types.has('integer');
  if (typeof value !== 'string' || !mayBeOther || !types.has('string')) return types;
  if (!/^-?\d|^(?:true|false)$/.test(value)) return types;
  const isOther = allowedValues(schema, 'string')?.includes(value) === false;
  return isOther ? new Set([...types].filter((type) => type !== 'string')) : types;
}

function convert(value: unknown, types: Types, isDecimal: boolean): unknown {
  switch (typeof value) {
    case 'string':
      return types.has('string') ? value : convertString(value, types);
    case 'number':
      if (types.has('number') || (types.has('integer') && Number.isInteger(value))) return value;
      if (types.has('string') && (isDecimal || Number.isSafeInteger(value))) return String(value);
      return wrapInList(value, types);
    case 'bigint':
      if (types.has('number') || types.has('integer')) return value;
      return types.has('string') ? String(value) : wrapInList(value, types);
    case 'boolean':
      return types.has('boolean') ? value : wrapInList(value, types);
    default:
      return value;
  }
}

function convertString(text: string, types: Types): unknown {
  const isNumber = types.has('number') || (types.has('integer') && !text.includes('.'));
  const number = isNumber ? coerceNumber(text) : undefined;
  if (number !== undefined) return number;
  if ((types.has('number') || types.has('integer')) && isLarge(text)) return BigInt(text);
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  const parsed = /^\s*[[{]/.test(text) ? parseExact(text) : undefined;
  if (parsed !== undefined && types.has(Array.isArray(parsed) ? 'array' : 'object')) return parsed;
  // "a,b" may mean one value or two.
  return /[,\n]/.test(text) ? text : wrapInList(text, types);
}

/** Whether a text is the digits of an integer that no number holds exactly; of more than 128 bits, none is. */
function isLarge(text: string): boolean {
  return /^-?[1-9]\d{15,38}$/.test(text) && !Number.isSafeInteger(Number(text));
}

/** Only what is read and written again as the same digits, but for zeros at the end of a fraction. */
function coerceNumber(text: string): number | undefined {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return undefined;
  const shortest = text.includes('.') ? text.replace(/(?<!0)0+$/, '').replace(/\.$/, '') : text;
  const isSame = String(Number(text)) === shortest && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
  return isSame ? Number(text) : undefined;
}

function wrapInList(value: unknown, types: Types): unknown {
  return types.has('array') && !types.has('object') ? [value] : value;
}

/** The one allowed string that differs from the value in case only, if the document says it. */
function matchCase(value: unknown, schema: Expanded): unknown {
  if (typeof value !== 'string') return value;
  const allowed = allowedValues(schema, 'string') ?? [];
  if (allowed.length === 0 || isInferred(schema)) return value;
  const alike = spellingsOf(allowed).get(value.toLowerCase()) ?? new Set();
  return !alike.has(value) && alike.size === 1 ? [...alike][0] : value;
}

const spellings = new WeakMap<object, Map<string, Set<unknown>>>();

/** The texts of a list by what they are in small letters. */
function spellingsOf(allowed: readonly unknown[]): Map<string, Set<unknown>> {
  const known = spellings.get(allowed);
  if (known !== undefined) return known;
  const made = new Map<string, Set<unknown>>();
  for (const text of allowed) {
    const small = String(text).toLowerCase();
    made.set(small, (made.get(small) ?? new Set()).add(text));
  }
  spellings.set(allowed, made);
  return made;
}

/** Which nulls say that nothing is given. */
interface AbsentNulls {
  /** Those of fields that may be null as well: where all fields must be given, it is how to leave one out. */
  allowed: boolean;
  /** Those within arguments as well. */
  inside: boolean;
}

/** Leaves out the fields that are null, unless they are required. */
export function dropNulls(
  value: unknown,
  schema: Schema,
  expand: ExpandSchema,
  nulls: AbsentNulls = { allowed: true, inside: true },
): unknown {
  const holders = holdersOf(value, (one) => one === null);
  return dropFrom(value, expand(schema), { ...nulls, expand, holders });
}

/** `holders`: in what else there is no null. */
interface Drop extends AbsentNulls {
  expand: ExpandSchema;
  holders: ReadonlySet<unknown>;
}

function dropFrom(value: unknown, schema: Expanded, drop: Drop): unknown {
  if (typeof value !== 'object' || value === null || !drop.holders.has(value)) return value;
  const { expand, holders } = drop;
  return mapMembers(value, (member, key) => {
    if (member !== null && !(drop.inside && holders.has(member))) return member;
    const part = selectMember(schema, value, key, expand);
    if (member !== null) return dropFrom(member, part, drop);
    const isAbsent = typeof key === 'string' && isOptional({ schema, key, value, part }, expand, drop);
    return isAbsent ? undefined : member;
  });
}

/** A field that is null. */
interface Field {
  schema: Expanded;
  key: string;
  /** What holds it. */
  value: object;
  part: Expanded;
}

/**
 * Of a map, only what cannot be null is no member. A branch that asks for a member which it does not list wants a value:
 * `anyOf` of `required` says that one of several has to be given.
 */
function isOptional(
  { schema, key, value, part }: Field,
  expand: ExpandSchema,
  { allowed }: AbsentNulls,
): boolean {
  const chosen = schema.unions.flatMap((branches) => plausibleOf(branches, value, expand));
  const parts = [schema, ...chosen];
  const asks = (one: Expanded) => (one === schema || lists(one, key)) && requiredBy(one).includes(key);
  const types = acceptedTypes(part);
  const isListed = parts.some((one) => lists(one, key));
  // What lets nothing through is no member at all: it is to be reported.
  if (types.size === 0 || parts.some(asks)) return false;
  return allowed ? isListed || !types.has('null') : isListed && !types.has('null');
}

function lists({ all }: Expanded, key: string): boolean {
  return all.some(({ properties }) => isObject(properties) && Object.hasOwn(properties, key));
}

/** Where nulls stood. */
interface Nulls {
  [name: string]: Nulls | null;
}

/**
 * Takes the members out of the arguments of a patch that are null within them: at any depth, but in no list, they are to
 * be removed, whatever a schema says of their values (RFC 7396, 2). What is left can be checked; `restore` puts them
 * back.
 */
export function setNullsAside<T>(args: T): { rest: T; restore: <R>(checked: R) => R } {
  const nulls = findNulls(args, false);
  if (nulls === undefined) return { rest: args, restore: (checked) => checked };
  return { rest: take(args, nulls) as T, restore: <R>(checked: R) => put(checked, nulls, args) as R };
}

/** `isInside`: an argument itself that is null is for its own schema to judge. */
function findNulls(value: unknown, isInside = true): Nulls | undefined {
  if (!isObject(value)) return undefined;
  const found = Object.entries(value).flatMap(([name, member]) => {
    const nulls = member === null && isInside ? null : findNulls(member);
    return nulls === undefined ? [] : [[name, nulls] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function take(value: unknown, nulls: Nulls): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
      if (within === null) return [];
      return [[name, within === undefined ? member : take(member, within)]];
    }),
  );
}

/** In the order in which the members were given. */
function put(value: unknown, nulls: Nulls, given: unknown): unknown {
  if (!isObject(value) || !isObject(given)) return value;
  const restored = Object.entries(given).map(([name, member]) => {
    const within = Object.hasOwn(nulls, name) ? nulls[name] : undefined;
    if (within === null) return [name, null];
    return [name, within === undefined ? value[name] : put(value[name], within, member)];
  });
  return Object.fromEntries(restored) as object;
}
