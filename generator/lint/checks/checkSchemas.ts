import type { Schema } from '../../model/api.js';
import { valueNames } from '../../schema/annotations.js';
import type { Check, Find, Means } from '../finding.js';
import { samplesOf } from '../samplesOf.js';
import type { Keywords, Survey, SurveyedSchema } from '../survey.js';

/** Looks at single schemas of requests. */
export const checkSchemas: Check = (survey, find, { matches }) => {
  findUndeclared(survey, find, matches);
  const aroundItems = new Map(survey.schemas.map((one) => [one.schema['items'], tellWords(one)] as const));
  for (const surveyed of survey.schemas) {
    const { schema, pointer, name, operations } = surveyed;
    if (schema['readOnly'] === true && schema['writeOnly'] === true) {
      find('read-and-write-only', pointer, { name }, { operations });
    }
    const bounds = impossibleBounds(schema);
    if (bounds !== undefined) find('impossible-range', pointer, { name, ...bounds }, { operations });
    const members = impossibleMembers(schema, matches);
    if (members.length > 0) find('impossible-object', pointer, { name, members }, { operations });
    const limits = impossibleLimits(schema, matches);
    if (limits.length > 0) {
      const format = String(schema['format']);
      find('impossible-format', pointer, { name, format, limits }, { operations });
    }
    const values = opaqueValues(surveyed, aroundItems.get(schema));
    if (values.length > 0) find('undocumented-enum', pointer, { name, values }, { operations });
  }
};

/** The bounds of each kind, and those that are not part of the range (JSON Schema 2020-12, Validation, 6). */
const ranges = [
  ['minimum', 'maximum'],
  ['exclusiveMinimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
  ['minProperties', 'maxProperties'],
  ['minContains', 'maxContains'],
] as const;

/** Two bounds that no value is between. */
function impossibleBounds(schema: SurveyedSchema['schema']): { least: string; most: string } | undefined {
  for (const [lower, upper] of ranges) {
    const [least, most] = [schema[lower], schema[upper]];
    if (typeof least !== 'number' || typeof most !== 'number') continue;
    const isExclusive = lower.startsWith('exclusive') || upper.startsWith('exclusive');
    if (least > most || (isExclusive && least === most))
      return { least: `${lower} ${least}`, most: `${upper} ${most}` };
  }
  return undefined;
}

/**
 * Required members that no object can have: their schema is `false`, or nothing declares them where no other members are
 * allowed (JSON Schema 2020-12, Core, 10.3.2; Validation, 6.5.3).
 */
function impossibleMembers(schema: SurveyedSchema['schema'], matches: Means['matches']): string[] {
  const { required, properties = {}, patternProperties = {}, additionalProperties } = schema;
  if (!Array.isArray(required)) return [];
  const patterns = Object.entries(patternProperties as Record<string, unknown>);
  return (required as string[]).filter((name) => {
    const own = Object.hasOwn(properties as object, name);
    if (own && (properties as Record<string, unknown>)[name] === false) return true;
    const named = patterns.filter(([pattern]) => meets(matches, pattern, name));
    if (named.some(([, member]) => member === false)) return true;
    return !own && named.length === 0 && additionalProperties === false;
  });
}

/**
 * Required members that no schema of a value declares. A value has the schemas that it refers to or puts together, their
 * alternatives included; what is only ever a part of others is judged with them.
 */
function findUndeclared(survey: Survey, find: Find, matches: Means['matches']): void {
  const { schemas, component, pointerOf } = survey;
  const users = new Map(schemas.map((one) => [one.schema, one]));
  const parts = new Set(schemas.flatMap(({ schema }) => inPlace(schema)));
  const included = new Set(
    [...parts].flatMap(({ $ref }) => (typeof $ref === 'string' ? [component($ref)] : [])),
  );
  for (const surveyed of schemas) {
    const { schema, pointer, name, operations } = surveyed;
    // What a reference leads to is judged where it stands, unless it is a part of something else.
    if (parts.has(schema) || included.has(schema) || typeof schema['$ref'] === 'string') continue;
    const all = new Map<Keywords, string>([[schema, pointer]]);
    for (const [one, at] of all) {
      const target = typeof one['$ref'] === 'string' ? component(one['$ref']) : undefined;
      if (typeof target === 'object' && !all.has(target)) all.set(target, pointerOf(String(one['$ref'])));
      for (const part of inPlace(one)) if (!all.has(part)) all.set(part, users.get(part)?.pointer ?? at);
    }
    const isDeclared = (member: string) => [...all.keys()].some((one) => declares(one, member, matches));
    for (const [one, at] of all) {
      const required = Array.isArray(one['required']) ? (one['required'] as string[]) : [];
      const members = required.filter((member) => !isDeclared(member));
      if (members.length > 0 && one['additionalProperties'] !== false)
        find('undeclared-member', at, { name, members }, { operations });
    }
  }
}

/** The schemas inside one that apply to the same value. */
function inPlace(schema: Keywords): Keywords[] {
  const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => (schema[keyword] ?? []) as Schema[]);
  const singles = ['if', 'then', 'else'].map((keyword) => schema[keyword] as Schema | undefined);
  const dependent = Object.values((schema['dependentSchemas'] ?? {}) as Record<string, Schema>);
  return [...lists, ...singles, ...dependent].filter((one): one is Keywords => typeof one === 'object');
}

/** Whether a schema says something of a member, or of any member. */
function declares(schema: Keywords, member: string, matches: Means['matches']): boolean {
  const { properties = {}, patternProperties = {}, additionalProperties: more, discriminator } = schema;
  const { propertyName } = (discriminator ?? {}) as { propertyName?: string };
  return (
    Object.hasOwn(properties as object, member) ||
    propertyName === member ||
    (typeof more === 'object' && more !== null && Object.keys(more).length > 0) ||
    Object.keys(patternProperties as object).some((pattern) => meets(matches, pattern, member))
  );
}

/** Whether a sample matches a pattern; one that cannot be compared is taken to match. */
function meets(matches: Means['matches'], pattern: string, sample: string): boolean {
  try {
    return matches(pattern, sample);
  } catch {
    return true;
  }
}

/** What beside a format leaves all values of it out, as far as examples of each kind of them can tell. */
function impossibleLimits(schema: SurveyedSchema['schema'], matches: Means['matches']): string[] {
  const { type, format, pattern, minLength = 0, maxLength = Infinity } = schema;
  if (type !== undefined && ![type].flat().includes('string')) return [];
  const samples = samplesOf(format);
  const tests: [limit: string, test: (sample: string) => boolean][] = [
    [
      `the pattern ${String(pattern)}`,
      (sample) => typeof pattern !== 'string' || meets(matches, pattern, sample),
    ],
    [`minLength ${String(minLength)}`, ({ length }) => !(length < Number(minLength))],
    [`maxLength ${String(maxLength)}`, ({ length }) => !(length > Number(maxLength))],
  ];
  return samples.length === 0 ? [] : tests.filter(([, test]) => !samples.some(test)).map(([limit]) => limit);
}

/** Things that are counted or measured, and those whose codes everyone knows. */
const plain =
  /size|limit|count|width|height|days?$|hours?|minutes?|seconds?|degree|rotat|angle|version|percent|port$|year|month|quality|per_?page|scale|resolution|bit|rate|country|locale|lang|currency|state|region|grade|letter|duration|period|interval|ttl|retention|amount|price|dpi|depth|max|min|num/i;

/** How many values are looked for in the words. */
const most = 40;

/** The values of an enum that are numbers or codes, where the words do not mention half of them. */
function opaqueValues(surveyed: SurveyedSchema, ofList = ''): string[] {
  const { schema, name } = surveyed;
  const list = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  const values = list.filter((value) => value !== null);
  const isNamed = schema[valueNames] !== undefined;
  if (isNamed || values.length < 2 || values.length > most || plain.test(name) || !values.every(isOpaque))
    return [];
  const words = `${ofList} ${tellWords(surveyed)}`;
  const shown = values.map(String);
  const mentioned = shown.filter((value) => isMentioned(value, words));
  return mentioned.length * 2 < shown.length ? shown : [];
}

/** What is said of a value. */
function tellWords({ schema, parameter }: SurveyedSchema): string {
  return `${parameter?.description ?? ''} ${stringOrEmpty(schema['description'])} ${stringOrEmpty(schema['title'])}`;
}

/** `3`, `"3"`, `A`: not `eu`, which may be a word. */
function isOpaque(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^(\d+|[A-Za-z])$/.test(value));
}

function isMentioned(value: string, words: string): boolean {
  const literal = value.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\w.-])${literal}(?![\\w-])`).test(words);
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
