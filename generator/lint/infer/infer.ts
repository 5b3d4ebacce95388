import type { JsonObject } from '../../model/document.js';
import type { Keywords } from '../survey.js';
import { inferBounds } from './bounds.js';
import { inferDefault } from './defaults.js';
import { inferEnum } from './enums.js';
import { inferFormat, inferList } from './formats.js';
import { type Inferred, type Inferrer } from './sentence.js';
import { splitMarkdown } from '../../text/sentences.js';

/** What words may say something about. */
interface Described {
  words: string;
  schema: Keywords;
  /** Whether it is the schema of a query parameter, which has a style. */
  inQuery: boolean;
  /** Values that the document gives beside the schema. */
  examples: readonly unknown[];
}

const miners: readonly Inferrer[] = [inferBounds, inferEnum, inferDefault, inferFormat, inferList];

/** How much of a text is read. */
const longest = 4000;

/** What one sentence says that a schema does not declare. */
interface Suggested extends Inferred {
  evidence: string;
}

/** The constraints that words state and a schema does not declare, each with the sentence that says so. */
export function infer({ words, schema, inQuery, examples }: Described): Suggested[] {
  const type = onlyType(schema);
  if (words.trim() === '' || type === undefined) return [];
  const found = splitMarkdown(words.slice(0, longest)).flatMap((evidence) =>
    miners.flatMap((miner) =>
      miner({ text: evidence, words, schema, type, inQuery }).map((mined) =>
        Object.assign(mined, { evidence }),
      ),
    ),
  );
  const agreed = withoutDisputes(found).filter(({ update }) => !contradicts(update, schema, examples));
  return joinBySentence(agreed);
}

function onlyType({ type }: Keywords): string | undefined {
  const types = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null');
  return types.length === 1 && typeof types[0] === 'string' ? types[0] : undefined;
}

/** Where two sentences say different things of one keyword, neither is believed. */
function withoutDisputes(found: readonly Suggested[]): Suggested[] {
  const said = new Map<string, Set<string>>();
  for (const { update } of found) {
    for (const [keyword, value] of Object.entries(update))
      said.set(keyword, new Set([...(said.get(keyword) ?? []), JSON.stringify(value)]));
  }
  const agreed = found.filter(({ update }) => Object.keys(update).every((key) => said.get(key)?.size === 1));
  return [...new Map(agreed.map((mined) => [mined.says, mined])).values()];
}

/** What one sentence says is one suggestion, unless a part of it is for the parameter. */
function joinBySentence(found: readonly Suggested[]): Suggested[] {
  const joined = new Map<string, Suggested>();
  for (const mined of found) {
    const key = `${mined.ofParameter ?? false} ${mined.evidence}`;
    const known = joined.get(key);
    const says = known === undefined ? mined.says : `${known.says}, ${mined.says}`;
    joined.set(key, { ...known, ...mined, says, update: { ...known?.update, ...mined.update } });
  }
  return [...joined.values()];
}

/** Whether the document itself has a value that a mined constraint would refuse, or refuses a mined default. */
function contradicts(update: JsonObject, schema: Keywords, examples: readonly unknown[]): boolean {
  const { default: preset, examples: own = [], enum: values = [], const: constant } = schema;
  const given = [preset, constant, ...asList(own), ...asList(values), ...examples].filter(
    (value) => value !== undefined && value !== null,
  );
  const refused = given.some((value) => !fitsKeywords(value, update));
  return refused || (update['default'] !== undefined && !fitsKeywords(update['default'], schema));
}

/** Whether a value keeps to the few keywords that are mined. */
function fitsKeywords(value: unknown, keywords: { [keyword: string]: unknown }): boolean {
  return Object.entries(keywords).every(([keyword, limit]) => tests.get(keyword)?.(value, limit) ?? true);
}

const atMost = (size: unknown, limit: unknown) => !(Number(size) > Number(limit));
const atLeast = (size: unknown, limit: unknown) => !(Number(size) < Number(limit));

const tests: ReadonlyMap<string, (value: unknown, limit: unknown) => boolean> = new Map([
  ['maximum', atMost],
  ['minimum', atLeast],
  ['maxLength', (value: unknown, limit: unknown) => typeof value !== 'string' || atMost(value.length, limit)],
  [
    'minLength',
    (value: unknown, limit: unknown) => typeof value !== 'string' || atLeast(value.length, limit),
  ],
  ['maxItems', (value: unknown, limit: unknown) => !Array.isArray(value) || atMost(value.length, limit)],
  ['minItems', (value: unknown, limit: unknown) => !Array.isArray(value) || atLeast(value.length, limit)],
  ['enum', (value: unknown, limit: unknown) => asList(limit).includes(value)],
  ['format', (value: unknown, limit: unknown) => formats.get(String(limit))?.test(String(value)) ?? true],
]);

const formats: ReadonlyMap<string, RegExp> = new Map([
  ['uuid', /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['date-time', /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/],
]);

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value];
}
