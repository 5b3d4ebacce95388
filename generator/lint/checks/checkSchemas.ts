import type { Check, Means } from '../finding.js';
import { samplesOf } from '../samplesOf.js';
import type { SurveyedSchema } from '../survey.js';

/** Looks at single schemas of requests. */
export const checkSchemas: Check = ({ schemas }, find, { matches }) => {
  for (const surveyed of schemas) {
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
    const values = opaqueValues(surveyed);
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
function opaqueValues({ schema, name, parameter }: SurveyedSchema): string[] {
  const list = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  const values = list.filter((value) => value !== null);
  if (values.length < 2 || values.length > most || plain.test(name) || !values.every(isOpaque)) return [];
  const words = `${parameter?.description ?? ''} ${stringOrEmpty(schema['description'])} ${stringOrEmpty(schema['title'])}`;
  const shown = values.map(String);
  const mentioned = shown.filter((value) => isMentioned(value, words));
  return mentioned.length * 2 < shown.length ? shown : [];
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
