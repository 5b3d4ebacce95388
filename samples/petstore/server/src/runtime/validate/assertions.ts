import { isObject } from '../json.js';
import { compilePattern } from '../patterns/compilePattern.js';
import { createLookup, exceeds, findRepeated } from './canonical.js';
import { formats } from './formats.js';

type Params = Record<string, unknown>;

/** Holds a value to one keyword; the params of AJV for each way in which it does not meet it. */
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
  multipleOf: maker('number', (multipleOf: number) => (value: number) => {
    const quotient = value / multipleOf;
    // Else 1.1 is no multiple of 0.01.
    return Math.abs(Math.round(quotient) - quotient) > 1e-9 ? [{ multipleOf }] : none;
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
      .flatMap(([property, names]) =>
        missing(names, value).map((missingProperty) => ({
          property,
          missingProperty,
          depsCount: names.length,
          deps: names.join(', '),
        })),
      );
}
