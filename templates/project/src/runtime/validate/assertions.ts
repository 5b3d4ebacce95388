import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isObject } from '../json.js';
import { compilePattern } from '../patterns/compilePattern.js';
import { parseUrl } from '../text.js';

type Params = Record<string, unknown>;

/** Holds a value to one keyword; the parameters, by AJV's names, for each way in which it does not meet it. */
export type Assertion = (value: never) => Params[];

/** The kinds of values that keywords speak of. */
export type Kind = 'any' | 'number' | 'string' | 'array' | 'object';

interface Maker {
  kind: Kind;
  make: (expected: never, schema: Record<string, unknown>) => Assertion;
}

const none: Params[] = [];

/** What the keywords say of a value itself, whatever it holds (JSON Schema Validation, section 6). */
export const assertions: Record<string, Maker> = {
  type: maker('any', (type: string | string[]) => {
    const fits = [type].flat().map((name) => (value: unknown) => isOfType(value, name));
    return (value: unknown) => (fits.some((fit) => fit(value)) ? none : [{ type }]);
  }),
  enum: maker('any', (allowedValues: unknown[]) => {
    const isListed = createLookup(allowedValues);
    return (value: unknown) => (isListed(value) ? none : [{ allowedValues }]);
  }),
  const: maker('any', (allowedValue: unknown) => {
    const isListed = createLookup([allowedValue]);
    return (value: unknown) => (isListed(value) ? none : [{ allowedValue }]);
  }),
  maximum: bound('<=', (value, limit) => value <= limit),
  minimum: bound('>=', (value, limit) => value >= limit),
  exclusiveMaximum: bound('<', (value, limit) => value < limit),
  exclusiveMinimum: bound('>', (value, limit) => value > limit),
  multipleOf: maker('number', (multipleOf: number) => {
    const isMultiple = createMultipleTest(multipleOf);
    return (value: number) => (isMultiple(value) ? none : [{ multipleOf }]);
  }),
  maxLength: maker(
    'string',
    (limit: number) => (text: string) => (exceeds(text, limit) ? [{ limit }] : none),
  ),
  minLength: maker(
    'string',
    (limit: number) => (text: string) => (exceeds(text, limit - 1) ? none : [{ limit }]),
  ),
  pattern: maker('string', (pattern: string, { maxLength }) => {
    const expression = compilePattern(pattern);
    return (text: string) => (exceeds(text, maxLength) || expression.test(text) ? none : [{ pattern }]);
  }),
  format: maker('string', (format: string) => {
    const isOf = Object.hasOwn(formats, format) ? formats[format] : undefined;
    return (text: string) => (isOf?.(text) === false ? [{ format }] : none);
  }),
  maxItems: maker(
    'array',
    (limit: number) => (items: unknown[]) => (items.length > limit ? [{ limit }] : none),
  ),
  minItems: maker(
    'array',
    (limit: number) => (items: unknown[]) => (items.length < limit ? [{ limit }] : none),
  ),
  uniqueItems: maker('array', (unique: boolean) => (items: unknown[]) => {
    const repeated = unique ? findRepeated(items) : undefined;
    return repeated === undefined ? none : [{ ...repeated }];
  }),
  maxProperties: maker('object', (limit: number) => (value: object) => {
    return Object.keys(value).length > limit ? [{ limit }] : none;
  }),
  minProperties: maker('object', (limit: number) => (value: object) => {
    return Object.keys(value).length < limit ? [{ limit }] : none;
  }),
  required: maker('object', (names: string[]) => (value: object) => {
    return missing(names, value).map((missingProperty) => ({ missingProperty }));
  }),
  dependentRequired: maker('object', dependent),
  dependencies: maker('object', dependent),
};

function maker<Expected, Value>(
  kind: Kind,
  make: (expected: Expected, schema: Record<string, unknown>) => (value: Value) => Params[],
): Maker {
  return { kind, make: make as unknown as Maker['make'] };
}

function bound(comparison: string, holds: (value: number, limit: number) => boolean): Maker {
  return maker(
    'number',
    (limit: number) => (value: number) => (holds(value, limit) ? none : [{ comparison, limit }]),
  );
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function missing(names: readonly string[], value: object): string[] {
  return names.filter((name) => !Object.hasOwn(value, name));
}

/** `dependencies` may hold schemas instead of names. */
function dependent(table: Record<string, unknown>) {
  const lists = Object.entries(table).filter((entry): entry is [string, string[]] => Array.isArray(entry[1]));
  return (value: object) =>
    lists
      .filter(([property]) => Object.hasOwn(value, property))
      .flatMap(([property, names]) => {
        const deps = names.join(', ');
        const depsCount = names.length;
        return missing(names, value).map((missingProperty) => ({
          property,
          missingProperty,
          depsCount,
          deps,
        }));
      });
}

/**
 * Makes the test of whether a number is a multiple of another one, by the decimal digits that both are written with
 * (JSON Schema Validation, 6.2.1): in binary fractions 1.1 is no multiple of 0.01.
 */
export function createMultipleTest(step: number): (value: number) => boolean {
  if (!Number.isFinite(step) || step === 0) return () => true;
  const ofStep = toDecimal(step);
  return (value) => {
    if (!Number.isFinite(value)) return true;
    if (Number.isSafeInteger(value) && Number.isSafeInteger(step)) return value % step === 0;
    const { digits, power } = toDecimal(value);
    const shift = power - ofStep.power;
    // Numbers have exponents of three digits at most: so have these powers.
    return shift < 0
      ? digits % (ofStep.digits * 10n ** BigInt(-shift)) === 0n
      : (digits * 10n ** BigInt(shift)) % ofStep.digits === 0n;
  };
}

/** A number as its shortest spelling has it: its digits, and the power of ten that they are of. */
function toDecimal(value: number): { digits: bigint; power: number } {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), power: Number(exponent) - fraction.length };
}

/** Whether a text is of a format. */
type FormatCheck = (text: string) => boolean;

const { date, email, hostname, ipv4, ipv6, uri } = fullFormats;

const isUri = toCheck(uri);

/** A number of a duration: ISO 8601 allows a fraction, which JSON Schema's grammar has forgotten. */
const number = String.raw`\d+(?:[.,]\d+)?`;
const days = `(?:${number}Y)?(?:${number}M)?(?:${number}D)?`;
const hours = `(?:${number}H)?(?:${number}M)?(?:${number}S)?`;
const duration = new RegExp(`^-?P(?!$)(?:${number}W|${days}(?:T(?=\\d)${hours})?)$`);

/** No API fetches them, redirects to them, or names a thing by them. */
const script = /^(?:javascript|vbscript):/i;
/** RFC 3987: letters of any script beside those of a URI; no white space, and none of `<>"\\^`{|}`. */
const iriReference = /^(?:[^\s\p{Cc}<>"\\^`{|}%]|%[0-9a-f]{2})*$/iu;
const scheme = /^[a-z][a-z0-9+.-]*:./i;
const ascii = /^[\x21-\x7e]*$/;

/** The formats that are checked; a text of any other format is taken as it is. */
export const formats: Readonly<Record<string, FormatCheck>> = {
  date: toCheck(date),
  /** Many APIs mean local time, which has no offset. */
  time: toCheck(fullFormats['iso-time']),
  'date-time': toCheck(fullFormats['date-time']),
  /** The same without an offset, where the API takes its own time. */
  'iso-date-time': toCheck(fullFormats['iso-date-time']),
  duration: toCheck(duration),
  email: toCheck(email),
  hostname: toCheck(hostname),
  ipv4: toCheck(ipv4),
  ipv6: toCheck(ipv6),
  'json-pointer': toCheck(fullFormats['json-pointer']),
  /** Absolute (RFC 3986), of any scheme but those of scripts: apps have schemes of their own. */
  uri: (text) => isUri(text) && !script.test(text),
  /** As browsers read it, and so with hosts such as `localhost`. */
  url: (text) => parseUrl(text) !== undefined && !/\s/.test(text) && !script.test(text),
  'uri-reference': (text) => ascii.test(text) && iriReference.test(text),
  iri: (text) => scheme.test(text) && iriReference.test(text) && !script.test(text),
  'iri-reference': (text) => iriReference.test(text),
  /** Not `urn:uuid:` before it: APIs take the bare form. */
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  /** Base64 (RFC 4648, section 4), which may be long. */
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
};

/** A format as `ajv-formats` has it: an expression, or an object with a function or an expression. */
function toCheck(format: unknown): FormatCheck {
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'function') return format as FormatCheck;
  return toCheck((format as { validate: unknown }).validate);
}

/** The texts of the values of one check: lists within lists ask for them again at each level. */
let texts = new WeakMap<object, string>();

/** Begins a check: values may have changed since the one before. */
export function forgetTexts(): void {
  texts = new WeakMap();
}

/** A text that two values share if JSON Schema takes them for the same: members count in any order, `1.0` is 1. */
function canonical(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const known = texts.get(value);
  if (known !== undefined) return known;
  const text = spell(value);
  texts.set(value, text);
  return text;
}

function spell(value: object): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`,
  );
  return `{${members.toSorted().join(',')}}`;
}

/** Makes the test of whether a value is one of a list. */
export function createLookup(values: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(values.filter((value) => !isComposite(value)));
  const composites = new Set(values.filter(isComposite).map(canonical));
  return (value) =>
    isComposite(value) ? composites.size > 0 && composites.has(canonical(value)) : scalars.has(value);
}

/** The last item that there is twice, and the one before it that is like it. */
export function findRepeated(items: readonly unknown[]): { i: number; j: number } | undefined {
  const known = new Map<string, number>();
  let repeated: { i: number; j: number } | undefined;
  for (const [i, item] of items.entries()) {
    const text = canonical(item);
    const j = known.get(text);
    if (j !== undefined) repeated = { i, j };
    known.set(text, i);
  }
  return repeated;
}

function isComposite(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

/** Whether a text has more characters than a `maxLength` allows. */
export function exceeds(text: string, maxLength: unknown): boolean {
  if (typeof maxLength !== 'number' || text.length <= maxLength) return false;
  return text.length > maxLength * 2 || [...text].length > maxLength;
}
