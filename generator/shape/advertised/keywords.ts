import { headerText } from '../../schema/files.js';
import type { Keywords } from '../../schema/subschemas.js';
import { guessType } from '../../schema/types.js';
import type { Limits } from '../profiles.js';

/** A keyword that restricts a value by a value of its own. */
interface Check {
  /** The types it says something about; others do not carry it. */
  types: readonly string[];
  /** Whether a value is worth its tokens. */
  keep?: (value: unknown) => boolean;
  /** What it says, for clients that do not take it. */
  words: (value: unknown) => string;
}

const text = ['string'];
const number = ['number', 'integer'];
const list = ['array'];
const object = ['object'];
const scalar = [...text, ...number, 'boolean'];
const any = [...scalar, ...list, ...object];

const isShort = (value: unknown): boolean => JSON.stringify(value).length <= 120;

/** The checks that advertised schemas carry as they are. Those that hold schemas or values are written apart. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  // In how many bits a number is stored says nothing to a model; that it is not negative, it says.
  [
    'format',
    { types: scalar, words: (name) => (numeric.test(String(name)) ? '' : `Format: ${String(name)}.`) },
  ],
  [
    'default',
    {
      types: any,
      keep: (value) => value !== null && isShort(value),
      words: (value) => `Default: ${JSON.stringify(value)}.`,
    },
  ],
  ['pattern', { types: text, words: (source) => `Pattern: ${String(source)}` }],
  ['minLength', { types: text, words: (count) => `At least ${String(count)} characters.` }],
  ['maxLength', { types: text, words: (count) => `At most ${String(count)} characters.` }],
  ['multipleOf', { types: number, words: (step) => `A multiple of ${String(step)}.` }],
  ['minimum', { types: number, words: (least) => `At least ${String(least)}.` }],
  ['maximum', { types: number, words: (most) => `At most ${String(most)}.` }],
  ['exclusiveMinimum', { types: number, words: (bound) => `More than ${String(bound)}.` }],
  ['exclusiveMaximum', { types: number, words: (bound) => `Less than ${String(bound)}.` }],
  ['minItems', { types: list, words: (count) => `At least ${String(count)} items.` }],
  ['maxItems', { types: list, words: (count) => `At most ${String(count)} items.` }],
  ['uniqueItems', { types: list, keep: (value) => value === true, words: () => 'No item twice.' }],
  ['minProperties', { types: object, words: (count) => `At least ${String(count)} members.` }],
  ['maxProperties', { types: object, words: (count) => `At most ${String(count)} members.` }],
]);

/** Patterns that are there for the check alone. */
const addedPatterns = new Set<unknown>([headerText]);

/** Formats of integers and their bits. */
const numeric = /^(?:int(?:8|16|32|64)|float|double)$/;
const widths = /^(u?)int(8|16|32|64)?$/;

/** Whether a pattern looks ahead or behind. */
function looksAround(pattern: string): boolean {
  return /(?<!\\)(?:\\\\)*\(\?<?[=!]/.test(pattern);
}

/** The one type that is said of a schema; undefined for any, or for several. */
export function onlyType(
  schema: Keywords,
  types: readonly string[] | undefined,
  { typed }: Limits,
): string | undefined {
  if (types?.length === 1) return types[0];
  return typed ? guessType(schema) : undefined;
}

/** The checks of a schema that the profile takes, and words for the others; `type` is undefined where any will do. */
export function writeChecks(
  schema: Keywords,
  type: string | undefined,
  profile: Limits,
): { kept: Keywords; words: string[] } {
  const kept: Keywords = {};
  const words: string[] = [];
  for (const [keyword, enforced] of Object.entries(schema)) {
    const value = showValue(keyword, enforced);
    const check = checks.get(keyword);
    if (check === undefined || (type !== undefined && !check.types.includes(type))) continue;
    if (check.keep?.(value) === false || isImplied(keyword, schema)) continue;
    if (takes(profile, keyword, value, type)) kept[keyword] = value;
    else words.push(check.words(value));
  }
  // It is said, and asked for by nobody (JSON Schema 2020-12, Validation, 8.3): a data URI has it inside.
  if (schema['contentEncoding'] === 'base64' && schema['format'] === undefined) words.push('In base64.');
  return { kept, words };
}

/** Characters and items that a call hardly has by mistake. */
const far = 200;

/** The checks without what calls keep to that know nothing of it: limits far off, and the value of what is left out. */
export function dropFar(written: Keywords): Keywords {
  const { default: _, ...kept } = written;
  const isFar = (keyword: string) =>
    ['maxLength', 'maxItems', 'maxProperties'].includes(keyword) && Number(kept[keyword]) > far;
  return Object.fromEntries(Object.entries(kept).filter(([keyword]) => !isFar(keyword)));
}

/** Whether the keyword may stand in a schema of that type, with that value. */
export function takes(profile: Limits, keyword: string, value: unknown, type: string | undefined): boolean {
  if (!profile.keywords.has(keyword)) return false;
  if (keyword === 'pattern') return profile.lookaround || !looksAround(String(value));
  if (keyword !== 'format' || profile.formats === 'all') return true;
  return profile.formats[type ?? '']?.has(String(value)) ?? false;
}

/** The value of a keyword as clients see it: the usual check of the format `url` refuses hosts such as localhost. */
export function showValue(keyword: string, value: unknown): unknown {
  return keyword === 'format' && value === 'url' ? 'uri' : value;
}

/** Whether something else in the schema says it, or we added it for the check alone. */
export function isImplied(keyword: string, schema: Keywords): boolean {
  if (keyword === 'format') return Array.isArray(schema['enum']) || schema['const'] !== undefined;
  if (keyword === 'pattern') return addedPatterns.has(schema['pattern']);
  const [format, unsigned, bits = 64] = widths.exec(String(schema['format'])) ?? [];
  if (format === undefined) return false;
  const values = 2 ** Number(bits);
  if (keyword === 'minimum') return schema['minimum'] === (unsigned === '' ? -values / 2 : 0);
  return keyword === 'maximum' && Number(schema['maximum']) >= (unsigned === '' ? values / 2 : values) - 1;
}
