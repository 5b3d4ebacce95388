import { isObject } from '../json.js';
import { checkSegments, segmentsWords } from '../request/serialize.js';
import { clip, countOf, echo, listNearest, nearest } from '../text.js';
import type { SchemaObject } from '../tool.js';
import { type ExpandSchema, asDeclared } from '../validate/createExpander.js';
import { type Problem, splitPointer } from '../validate/problem.js';
import { acceptedTypes, memberSchemas, tellContained, tellExcluded, toldValues, typeOf } from './schemas.js';

const mostValues = 12;
const mostPatterns = 3;
const longestName = 60;
const longestValue = 200;
const longestPattern = 200;

/** One problem of the validator in words: where, what was given and what is expected instead. */
export function explainProblem(found: Problem, expand: ExpandSchema, need?: Need): string {
  const problem = tellDeclared(found);
  const explanation = Object.hasOwn(explanations, problem.keyword)
    ? explanations[problem.keyword]
    : undefined;
  return explanation?.(problem, expand, need) ?? say(problem, `${given(problem)} does not fit its schema`);
}

/** A problem by what its schema says in the document: what examples let through beside it is not told. */
function tellDeclared(problem: Problem): Problem {
  const { keyword, params } = problem;
  const { declared } = problem.parentSchema;
  if (!isObject(declared)) return problem;
  const parentSchema = asDeclared(problem.parentSchema);
  if (!Object.hasOwn(declared, keyword)) return { ...problem, parentSchema };
  const value = declared[keyword];
  return { ...problem, parentSchema, params: { ...params, allowedValues: value, type: value, limit: value } };
}

/** Whether what is null has to be given, where that is known. */
type Need = 'required' | 'optional' | undefined;

type Explanation = (problem: Problem, expand: ExpandSchema, need: Need) => string;

/** What went wrong, by the keyword that found it. */
const explanations: Record<string, Explanation> = {
  required: (problem, expand) => explainMissing(problem, expand),
  dependentRequired: (problem, expand) => explainMissing(problem, expand),
  dependencies: (problem, expand) => explainMissing(problem, expand),
  additionalProperties: (problem, expand) =>
    explainUnknown(
      problem,
      String(problem.params['additionalProperty']),
      Object.keys(problem.parentSchema['properties'] ?? {}),
      Object.keys(problem.parentSchema['patternProperties'] ?? {}),
      segments(problem).length === 0 ? listInner(problem.parentSchema, expand) : new Map(),
    ),
  unevaluatedProperties: (problem) =>
    explainUnknown(problem, String(problem.params['unevaluatedProperty']), [], []),
  enum: (problem) =>
    say(
      problem,
      notAllowed(problem.data, problem.params['allowedValues'] as unknown[], knownNameOf(problem)),
    ),
  const: (problem) =>
    say(problem, notAllowed(problem.data, [problem.params['allowedValue']], knownNameOf(problem))),
  type: (problem, _expand, need) =>
    say(
      problem,
      `expected ${[problem.params['type']].flat().join(' or ')}${members(problem)}, got ${kind(problem, need)}${asUnixTime(problem)}`,
    ),
  format: (problem) => say(problem, `${given(problem)} is not a valid ${format(problem)}`),
  pattern: (problem) => say(problem, patternWords(problem)),
  minimum: explainComparison,
  maximum: explainComparison,
  exclusiveMinimum: explainComparison,
  exclusiveMaximum: explainComparison,
  multipleOf: (problem) =>
    say(problem, `${given(problem)} must be a multiple of ${problem.params['multipleOf']}`),
  minLength: (problem) =>
    say(problem, `${given(problem)} is shorter than ${countOf(limit(problem), 'character')}`),
  maxLength: (problem) =>
    say(problem, `${given(problem)} is longer than ${countOf(limit(problem), 'character')}`),
  minItems: (problem) => say(problem, tooFew(problem, 'item')),
  maxItems: tooManyItems,
  items: tooManyItems,
  unevaluatedItems: tooManyItems,
  uniqueItems: (problem) => say(problem, 'has the same item twice, give each once'),
  contains: (problem, expand) =>
    say(
      problem,
      tellContained(problem.parentSchema, (part) => expand(part).all) ??
        'lacks items of a form that some of them must have',
    ),
  not: (problem, expand) => {
    const words = tellExcluded(problem.parentSchema['not'], (part) => expand(part).all);
    return say(
      problem,
      words === undefined
        ? `${given(problem)} is of a form that is not allowed`
        : isObject(problem.data)
          ? words
          : `${given(problem)} is not allowed, it ${words}`,
    );
  },
  minProperties: (problem) => say(problem, tooFew(problem, 'member')),
  maxProperties: (problem) => say(problem, tooMany(problem, 'member')),
  propertyNames: (problem) =>
    line([...segments(problem), String(problem.params['propertyName'])], 'not allowed as a name'),
  'false schema': (problem) => say(problem, 'not allowed'),
};

/** A line on a field that is missing, and why it is required where that is not always so. */
export function explainMissing(problem: Problem, expand: ExpandSchema, reason?: Reason): string {
  const name = String(problem.params['missingProperty']);
  const { words = 'required but missing', schema = {} } = reason ?? {};
  const expected = expectation({ allOf: [schema, problem.parentSchema] }, name, expand);
  return line([...segments(problem), name], `${words}${expected}`);
}

function expectation(schema: SchemaObject, name: string, expand: ExpandSchema): string {
  const parts = expand(schema).all.flatMap((part) => memberSchemas(part, name));
  const expanded = expand.combine(parts.map((part) => expand(isObject(part) ? asDeclared(part) : part)));
  const allowed = toldValues(expanded);
  if (allowed !== undefined && allowed.length > 0) return `. ${oneOf(allowed)}`;
  const types = [...acceptedTypes(expanded)];
  return types.length > 0 && types.length < 3 ? ` (${types.join(' or ')})` : '';
}

/** A line on a field that nobody knows, with the one that was likely meant. */
export function explainUnknown(
  problem: Problem,
  name: string,
  known: readonly string[],
  patterns: readonly string[],
  inner: ReadonlyMap<string, string> = new Map(),
): string {
  const free = known.filter((key) => !Object.hasOwn(problem.data as object, key));
  const meant = nearest(name, free) ?? inner.get(nearest(name, [...inner.keys()]) ?? '');
  const all = [knownFields(known), knownPatterns(patterns)].filter((words) => words !== '');
  const others = all.length > 0 ? `; known are ${all.join(' and ')}` : '';
  const hint = meant === undefined ? others : `, did you mean "${meant}"?`;
  return line([...segments(problem), name], `unknown field${hint}`);
}

/** The members of the arguments that are objects, each with its path: `body.title`. */
function listInner({ properties }: SchemaObject, expand: ExpandSchema): Map<string, string> {
  const inner = Object.entries(isObject(properties) ? properties : {}).flatMap(([argument, schema]) =>
    expand(schema).all.flatMap((part) =>
      Object.keys(part.properties ?? {}).map((name) => [name, `${argument}.${name}`] as const),
    ),
  );
  return new Map(inner);
}

function knownFields(names: readonly string[]): string {
  return `${names.slice(0, mostValues).join(', ')}${names.length > mostValues ? ', …' : ''}`;
}

function knownPatterns(patterns: readonly string[]): string {
  const shown = patterns.slice(0, mostPatterns).map((pattern) => clip(pattern, longestName));
  const rest = patterns.length > mostPatterns ? ' or …' : '';
  return shown.length === 0 ? '' : `names that match ${shown.join(' or ')}${rest}`;
}

/** Where mcpwright has made a pattern, it has put what it asks for into `$comment`. */
function patternWords(problem: Problem): string {
  const { parentSchema, params, data } = problem;
  const words: unknown = parentSchema['$comment'];
  // Of a path there is much to say, and most of it is none of the fault.
  const isPath = typeof words === 'string' && words.startsWith(segmentsWords);
  const fault = isPath && !isSecretName(knownNameOf(problem)) ? checkSegments(String(data)) : undefined;
  if (fault !== undefined) return fault;
  return typeof words === 'string'
    ? `${given(problem)} ${words}`
    : `${given(problem)} does not match ${clip(String(params['pattern']), longestPattern)}`;
}

const examples: Record<string, string> = {
  'date-time': 'RFC 3339, such as 2024-05-01T13:00:00Z',
  'iso-date-time': 'such as 2024-05-01T13:00:00, with Z or an offset where it is meant',
  date: 'such as 2024-05-01',
  time: 'such as 13:00:00Z',
  duration: 'ISO 8601, such as PT1H30M',
  uuid: 'such as 123e4567-e89b-12d3-a456-426614174000',
  email: 'such as name@example.com',
  uri: 'such as https://example.com/page',
  url: 'such as https://example.com/page',
  byte: 'base64',
};

function format({ params }: Problem): string {
  const name = String(params['format']);
  const example = Object.hasOwn(examples, name) ? examples[name] : undefined;
  return `${name.replace(/^iso-/, '')}${example === undefined ? '' : ` (${example})`}`;
}

function explainComparison(problem: Problem): string {
  return say(
    problem,
    `${given(problem)} must be ${problem.params['comparison']} ${String(problem.params['limit'])}`,
  );
}

function tooManyItems(problem: Problem): string {
  return say(problem, tooMany(problem, 'item'));
}

function tooMany(problem: Problem, noun: string): string {
  const most = limit(problem);
  return `has ${countOf(countMembers(problem), noun)}, at most ${most} ${most === 1 ? 'is' : 'are'} allowed`;
}

function tooFew(problem: Problem, noun: string): string {
  const least = limit(problem);
  return `has ${countOf(countMembers(problem), noun)}, at least ${least} ${least === 1 ? 'is' : 'are'} needed`;
}

function kind(problem: Problem, need: Need): string {
  const type = typeOf(problem.data);
  if (type !== 'null') return `${type} ${given(problem)}`;
  return `null${nullWords(problem, need)}`;
}

/** A date as the number that an API may want in its place. */
function asUnixTime({ data, params }: Problem): string {
  const isDate = typeof data === 'string' && /^\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.test(data);
  const wantsNumber = [params['type']].flat().some((type) => type === 'integer' || type === 'number');
  const time = isDate && wantsNumber ? Date.parse(data) / 1000 : Number.NaN;
  return Number.isNaN(time) ? '' : `; in seconds since 1970 it is ${Math.floor(time)}`;
}

/** What to do where null was given and cannot be sent. */
export function nullWords(problem: Problem, need: Need): string {
  const isItem = /^\d+$/.test(segments(problem).at(-1) ?? '');
  if (need === 'required') return ', but it is required: give a value';
  return isItem || need === 'optional'
    ? ': leave it out if there is nothing to give'
    : ': give a value, or leave it out if it is not required';
}

/** What an object needs, where something else was given for it. */
function members({ parentSchema: { type, required, else: usual } }: Problem): string {
  const needed = [required, isObject(usual) ? usual['required'] : undefined].flatMap((names) =>
    Array.isArray(names) ? (names as unknown[]) : [],
  );
  return type === 'object' && needed.length > 0 ? ` with ${needed.slice(0, mostValues).join(', ')}` : '';
}

/** The value that the problem is about, in short. */
export function given(problem: Problem): string {
  return showValue(
    problem.data,
    problem.parentSchema['format'] === 'password' ? 'password' : knownNameOf(problem),
  );
}

/** The name by which a value is known: that of what is secret, if it is part of it. */
function knownNameOf(problem: Problem): string {
  const path = segments(problem);
  return path.find(isSecretName) ?? path.at(-1) ?? '';
}

function limit({ params }: Problem): number {
  return Number(params['limit']);
}

function countMembers({ data }: Problem): number {
  return Object.keys(data as object).length;
}

/** Says that a value is none of the allowed ones, and which it was likely meant to be. */
export function notAllowed(value: unknown, allowed: readonly unknown[], name = ''): string {
  const texts = allowed.filter((item) => typeof item === 'string');
  const near = texts.filter((text) => !areOpposite(String(value), text));
  const meant = typeof value === 'string' ? nearest(value, near) : undefined;
  const hint = meant === undefined ? '.' : `, did you mean ${JSON.stringify(meant)}?`;
  return `${showValue(value, name)} is not allowed${hint} ${tellNearest(value, allowed) ?? oneOf(allowed)}`;
}

/** Of more values than are listed, those that are nearest to the one that was given. */
function tellNearest(value: unknown, allowed: readonly unknown[]): string | undefined {
  if (allowed.length <= mostValues) return undefined;
  const near = nearestTo(value, allowed);
  if (near.length === 0) return undefined;
  const rest =
    near.length > mostValues ? ` and ${near.length - mostValues} more: give more of the beginning` : '';
  return `Of ${allowed.length} values, the nearest: ${near
    .slice(0, mostValues)
    .map(showAllowed)
    .join(', ')}${rest}. ${others}`;
}

function nearestTo(value: unknown, allowed: readonly unknown[]): unknown[] {
  if (typeof value === 'number') {
    const numbers = allowed.filter((item) => typeof item === 'number');
    return numbers.toSorted((a, b) => Math.abs(a - value) - Math.abs(b - value)).slice(0, mostValues);
  }
  if (typeof value !== 'string') return [];
  const bySpelling = new Map(allowed.filter(isScalar).map((item) => [String(item), item]));
  const words = value.toLowerCase().match(/[a-z]{3,}/g) ?? [];
  const [first, ...near] = listNearest(value, [...bySpelling.keys()]);
  const saying = [...bySpelling.keys()].filter((text) =>
    words.every((word) => text.toLowerCase().includes(word)),
  );
  const all = new Set([
    ...(first === undefined ? [] : [first]),
    ...(words.length < 2 ? [] : saying),
    ...near,
  ]);
  return [...all].map((text) => bySpelling.get(text));
}

/** Nobody means `paid` by `unpaid`. */
function areOpposite(a: string, b: string): boolean {
  return [`${a}|${b}`, `${b}|${a}`].some((pair) => /^(?:un|in|im|non|not|dis|de)(.{3,})\|\1$/i.test(pair));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** How the values that are not told can be seen: what ends in `*` is none of them, so nothing is sent. */
const others = 'To see others, give how they begin and *, such as "a*"';

/** One that may be given is of use only as a whole. */
function showAllowed(value: unknown): string {
  return showValue(value, '', longestValue);
}

/** Lists what may be given. */
export function oneOf(allowed: readonly unknown[]): string {
  const shown = allowed.slice(0, mostValues).map(showAllowed);
  if (allowed.length === 1) return `Use ${shown[0]}`;
  const rest = allowed.length > mostValues ? `, … (${allowed.length} in all). ${others}` : '';
  return `Use one of ${shown.join(', ')}${rest}`;
}

/** A line on the value that the problem is about. */
export function say(problem: Problem, words: string): string {
  return line(segments(problem), words);
}

/** A line on the value at `path`. */
export function line(path: readonly string[], words: string): string {
  return `${path.map((name) => echo(name, longestName)).join('.') || 'arguments'}: ${words}`;
}

/** The parts of the JSON pointer to the value. */
export function segments({ instancePath }: Problem): string[] {
  return splitPointer(instancePath);
}

/** Why something is required only of some objects. */
interface Reason {
  words: string;
  /** The schema that holds the condition. */
  schema: SchemaObject;
}

/**
 * Finds why a field is missing that is not always required: another one is given, or has a certain value. Of
 * conditions, only those that are on values or names of fields can be told.
 */
export function findReason(problem: Problem, problems: readonly Problem[]): Reason | undefined {
  const { keyword, params, parentSchema } = problem;
  if (keyword !== 'required') {
    const name = params['property'];
    return name === undefined
      ? undefined
      : { words: `required since ${isGiven(String(name))}`, schema: parentSchema };
  }
  const condition = problems.find((other) => holds(other, problem));
  const words = condition && describeCondition(condition, problem.data);
  return condition && words
    ? { words: `required here since ${words}`, schema: condition.parentSchema }
    : undefined;
}

function holds(condition: Problem, { parentSchema, instancePath }: Problem): boolean {
  return (
    condition.keyword === 'if' &&
    condition.instancePath === instancePath &&
    condition.parentSchema[String(condition.params['failingKeyword'])] === parentSchema
  );
}

function describeCondition({ parentSchema, params }: Problem, data: unknown): string | undefined {
  const condition: unknown = parentSchema['if'];
  if (!isObject(condition) || !isObject(data)) return undefined;
  const { properties = {}, required = [], type: _, ...rest } = condition;
  if (Object.keys(rest).length > 0) return undefined;
  const valued = Object.entries(properties as object);
  const names = [...new Set([...valued.map(([name]) => name), ...(required as string[])])];
  const isTold =
    valued.every(([, field]) => hasValues(field)) && names.every((name) => Object.hasOwn(data, name));
  // Of several, not all need be to blame where the condition is not met.
  if (!isTold || names.length === 0 || (params['failingKeyword'] === 'else' && names.length > 1))
    return undefined;
  const told = new Set(valued.map(([name]) => name));
  return names
    .map((name) =>
      told.has(name) ? `${echo(name, longestName)} is ${showValue(data[name], name)}` : isGiven(name),
    )
    .join(' and ');
}

function hasValues(field: unknown): boolean {
  return isObject(field) && (field['const'] !== undefined || Array.isArray(field['enum']));
}

function isGiven(name: string): string {
  return `${echo(name, longestName)} is given`;
}

const longest = 60;
const secretName =
  /pass(word|wd|phrase)?$|secret|token|credential|authorization|api[-_]?key|private[-_]?key/i;

/** Writes a value into a message: short, and without what a field of that name would keep secret. */
export function showValue(value: unknown, name = '', most = longest): string {
  const text = JSON.stringify(value, (key, member: unknown) => {
    if (isSecret(key || name, member)) return '[redacted]';
    // It was given as a string of its digits.
    if (typeof member === 'bigint') return String(member);
    return typeof member === 'string' ? member.slice(0, most) : member;
  });
  return echo(text, most);
}

/** Whether what is called so is to be kept secret. */
function isSecretName(name: string): boolean {
  return secretName.test(name);
}

/** A number of tokens is none. */
function isSecret(name: string, value: unknown): boolean {
  if (!isSecretName(name) || typeof value === 'boolean' || value === null) return false;
  return typeof value !== 'number' || !/tokens$/i.test(name);
}
