import type { Schema } from '../../model/api.js';
import type { Keywords } from '../../schema/subschemas.js';
import { withoutUntold } from './relax.js';

/** Where a value goes that needs more care than the document asks for. */
export type Guard = 'path' | 'segment' | 'segments' | 'header';

interface Rule {
  /** What every string in the value must be; `$comment` says the pattern in words. */
  text: { pattern: string; $comment: string; minLength?: number };
  /** Whether the value must not be empty or null. */
  filled: boolean;
}

// What a path segment holds: no `/ \`, no control character, no half of a surrogate pair, and no `.`, `/` or
// `\` in percent-encoding, however often encoded: URL parsers treat `%2e%2e` as `..`.
const character = '(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25)*(?:2[eEfF]|5[cC])))';
/** The same where slashes are encoded: what stands between two of them. */
const encoded = '(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))';
/** `.` or `..`, however they are spelled. */
const dots = '(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$)';
/** One of several: neither `.` nor `..`, up to the next `/`. */
const segment = `(?!\\.{1,2}(?:/|$))${character}+`;

const rules: Record<Guard, Rule> = {
  path: {
    text: {
      minLength: 1,
      pattern: `^(?!$)(?!${dots})${encoded}*(?:/(?!${dots})${encoded}*)*$`,
      $comment:
        'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
    },
    filled: true,
  },
  segment: {
    text: {
      minLength: 1,
      pattern: `^(?!\\.{1,2}$)${character}+$`,
      $comment:
        'must not be empty, "." or "..", nor hold / \\ or control characters, percent-encoded ones included, since it is a part of the path',
    },
    filled: true,
  },
  segments: {
    text: {
      minLength: 1,
      pattern: `^${segment}(?:/${segment})*$`,
      $comment:
        'may hold / between its segments, of which none may be empty, "." or "..", nor hold \\ or control characters, percent-encoded ones included, since it is a part of the path',
    },
    filled: true,
  },
  // RFC 9110, 5.5: what a field value may hold, in the one byte a character that is sent.
  header: {
    text: {
      pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
      $comment:
        'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
    },
    filled: false,
  },
};

/** Whether a value may be sent there as it is. */
export function fitsGuard(value: unknown, place: Guard): boolean {
  return typeof value !== 'string' || new RegExp(rules[place].text.pattern, 'u').test(value);
}

const scalars = new Set(['string', 'integer', 'number', 'boolean', 'null']);

/** The schema, which also refuses strings that would break out of the place they are sent in. */
export function guard(schema: Schema, place: Guard, lookUp: (name: string) => Schema): Schema {
  const rule = rules[place];
  const whole = resolve(schema, lookUp);
  const checks = withoutUntold(whole);
  if (checks !== whole) return guardTold(whole, checks, place, lookUp);
  const types = [whole['type'] ?? []].flat() as string[];
  if (types.length === 0 || !types.every((type) => scalars.has(type)))
    return guardAny(schema, whole, rule, place, lookUp);
  const filled = rule.filled ? withoutNull(whole, types) : whole;
  return types.includes('string') ? addRule(filled, rule) : filled;
}

/** A value that nobody is told of stays where it can be sent. */
function guardTold(
  { anyOf, ...beside }: Keywords,
  checks: Schema,
  place: Guard,
  lookUp: (name: string) => Schema,
): Schema {
  const [told, untold] = anyOf as [Schema, Keywords];
  const isSendable = [untold['enum']]
    .flat()
    .every((value) => typeof value !== 'object' && fitsGuard(value, place));
  return isSendable
    ? { ...beside, anyOf: [guard(told, place, lookUp), untold] }
    : guard(checks, place, lookUp);
}

/** A reference to a scalar is written out, for the rule to be beside its type. */
function resolve(schema: Schema, lookUp: (name: string) => Schema): Keywords {
  if (typeof schema === 'boolean') return {};
  const { $ref: ref, ...beside } = schema;
  if (typeof ref !== 'string') return schema;
  const target = resolve(lookUp(ref), lookUp);
  const isScalar = [target['type'] ?? 'object'].flat().every((type) => scalars.has(type as string));
  return isScalar ? { ...target, ...beside } : schema;
}

function addRule(schema: Keywords, { text }: Rule): Keywords {
  const { pattern, minLength = 0, ...rest } = schema;
  const length = Math.max(Number(minLength), text.minLength ?? 0);
  const sized = { ...rest, ...(length > 0 ? { minLength: length } : {}) };
  const ruled = { pattern: text.pattern, $comment: text.$comment };
  if (pattern === undefined) return { ...sized, ...ruled };
  const allOf = [...((schema['allOf'] ?? []) as Schema[]), ruled];
  return { ...sized, pattern, allOf };
}

function withoutNull(schema: Keywords, types: string[]): Keywords {
  const left = types.filter((type) => type !== 'null');
  const values = (schema['enum'] as unknown[] | undefined)?.filter((value) => value !== null);
  return {
    ...schema,
    type: left.length === 1 ? left[0] : left,
    ...(values === undefined ? {} : { enum: values }),
  };
}

/** Lists, maps and unions: every string in them is held to the rule. */
function guardAny(
  schema: Schema,
  whole: Keywords,
  rule: Rule,
  place: Guard,
  lookUp: (name: string) => Schema,
): Schema {
  if (whole['type'] === 'array') {
    const items = guard((whole['items'] ?? true) as Schema, place, lookUp);
    const least = Math.max(Number(whole['minItems'] ?? 0), rule.filled ? 1 : 0);
    return { ...whole, items, ...(least > 0 ? { minItems: least } : {}) };
  }
  const inside = { items: rule.text, additionalProperties: rule.text, propertyNames: rule.text };
  const filled = rule.filled ? { minItems: 1, minProperties: 1, not: { type: 'null' } } : {};
  const ruled = { ...rule.text, ...inside, ...filled };
  return Object.keys(whole).length === 0 ? ruled : { allOf: [schema, ruled] };
}
