import type { Schema } from '../../model/api.js';
import { type Keywords, without } from '../../schema/subschemas.js';
import { cleanText } from '../../text/clean.js';
import { clipText } from '../../text/clip.js';

/** Longest description that is kept. */
const longest = 1000;

/**
 * What all enforced schemas have in common: unions are `anyOf`, but where they say which fields exclude others; what
 * `required` and `dependentRequired` name is declared, words are plain text, and formats are checks.
 */
export function finishSchema(schema: Keywords): Keywords {
  return tighten(cleanDescription(declareRequired(oneOfAsAnyOf(schema))));
}

function oneOfAsAnyOf(schema: Keywords): Keywords {
  const { oneOf, ...rest } = schema;
  if (oneOf === undefined || areExclusive(oneOf as Schema[])) return schema;
  if (rest['anyOf'] === undefined) return { ...rest, anyOf: oneOf };
  return { ...rest, allOf: [...((rest['allOf'] ?? []) as Schema[]), { anyOf: oneOf }] };
}

function declareRequired(schema: Keywords): Keywords {
  const { type, properties, required = [], dependentRequired = {} } = schema;
  if (type !== 'object' && properties === undefined) return schema;
  const declared = (properties ?? {}) as Record<string, Schema>;
  const needed = Object.entries(dependentRequired as Record<string, string[]>).flat(2);
  const missing = [...(required as string[]), ...needed].filter((name) => !Object.hasOwn(declared, name));
  if (missing.length === 0) return schema;
  return { ...schema, properties: { ...declared, ...Object.fromEntries(missing.map((name) => [name, {}])) } };
}

function cleanDescription(schema: Keywords): Keywords {
  const { description, ...rest } = schema;
  if (typeof description !== 'string') return schema;
  const clean = clipText(cleanText(description), longest);
  return clean === '' ? rest : { ...rest, description: clean };
}

/** What tells branches apart to a reader only. */
const words = new Set(['title', 'description', 'examples', 'deprecated', 'required']);

/**
 * Whether the branches of a `oneOf` differ in nothing but the fields that they require: then it means that exactly one
 * of them applies. Where one requires all that another does, it could never be the only one.
 */
export function areExclusive(branches: readonly Schema[]): boolean {
  const asked = branches.map((branch) =>
    typeof branch === 'object' ? ((branch['required'] ?? []) as string[]) : [],
  );
  if (branches.length < 2 || asked.some((names) => names.length === 0)) return false;
  const all = new Set(asked.flat());
  const [first, ...others] = (branches as Keywords[]).map((branch) => writeRest(branch, all));
  if (others.some((other) => other !== first)) return false;
  return !asked.some((names, index) =>
    asked.some((more, other) => other !== index && names.every((name) => more.includes(name))),
  );
}

/** What a branch says beside the fields that it requires; that such a field is there at all says nothing. */
function writeRest(branch: Keywords, asked: ReadonlySet<string>): string {
  const { properties = {}, type, ...rest } = without(branch, words);
  const declared = Object.entries(properties as Record<string, Schema>).filter(
    ([name, schema]) => !(asked.has(name) && JSON.stringify(schema) === '{}'),
  );
  const whole = { ...rest, ...(type === 'object' ? {} : { type }), properties: Object.fromEntries(declared) };
  return JSON.stringify(whole, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** The integers that a format allows (OpenAPI Format Registry), ends included. */
const ranges: Record<string, { minimum?: number; maximum?: number }> = {
  int8: { minimum: -(2 ** 7), maximum: 2 ** 7 - 1 },
  int16: { minimum: -(2 ** 15), maximum: 2 ** 15 - 1 },
  int32: { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint: { minimum: 0 },
  uint8: { minimum: 0, maximum: 2 ** 8 - 1 },
  uint16: { minimum: 0, maximum: 2 ** 16 - 1 },
  uint32: { minimum: 0, maximum: 2 ** 32 - 1 },
  uint64: { minimum: 0 },
};

/** Adds the checks that a format stands for and that validators do not make by themselves. */
function tighten(schema: Keywords): Keywords {
  return addRange(makeWhole(schema));
}

/** A format of integers beside the type `number` says that the number is whole (OpenAPI Format Registry). */
function makeWhole(schema: Keywords): Keywords {
  const isWhole = /^u?int(?:8|16|32|64)?$/.test(String(schema['format'] ?? '')) && !isListed(schema);
  if (!isWhole || !has(schema, ['number'])) return schema;
  const types = [schema['type']].flat().map((type) => (type === 'number' ? 'integer' : type));
  const [only, ...others] = new Set(types);
  return { ...schema, type: others.length === 0 ? only : [only, ...others] };
}

/** The bound that a format sets by itself. */
export function boundOfFormat(format: unknown, keyword: 'minimum' | 'maximum'): number | undefined {
  return ranges[String(format ?? '')]?.[keyword];
}

function addRange(schema: Keywords): Keywords {
  const range = isListed(schema) ? undefined : ranges[String(schema['format'] ?? '')];
  if (range === undefined || !has(schema, ['integer', 'number'])) return schema;
  const { minimum = range.minimum, maximum = range.maximum } = schema as typeof range;
  if (Number(minimum) > Number(maximum)) return schema;
  const isOpenBelow = schema['exclusiveMinimum'] === undefined && minimum !== undefined;
  const isOpenAbove = schema['exclusiveMaximum'] === undefined && maximum !== undefined;
  return { ...schema, ...(isOpenBelow ? { minimum } : {}), ...(isOpenAbove ? { maximum } : {}) };
}

function has({ type }: Keywords, wanted: readonly string[]): boolean {
  return type !== undefined && wanted.some((one) => [type].flat().includes(one));
}

function isListed(schema: Keywords): boolean {
  return schema['enum'] !== undefined || schema['const'] !== undefined;
}
