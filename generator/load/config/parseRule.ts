import { METHODS } from 'node:http';
import type { FixedMethod } from '../../model/api.js';
import { type Rule, ruleWords } from '../../model/config.js';
import type { Json } from '../../model/document.js';
import { nearest } from '../../text/nearest.js';
import { isObject } from '../../model/document.js';

const fixed = Object.keys({
  GET: true,
  PUT: true,
  POST: true,
  DELETE: true,
  OPTIONS: true,
  HEAD: true,
  PATCH: true,
  TRACE: true,
  QUERY: true,
} satisfies Record<FixedMethod, true>);

/** Also those that have no field of their own. */
const methods: ReadonlySet<string> = new Set([...fixed, ...METHODS]);

type Member = keyof Rule;

/** A member as it may be written: as in a file, or as on the command line. */
const members: ReadonlyMap<string, Member> = new Map(
  Object.entries(ruleWords).flatMap(([key, word]): [string, Member][] => [
    [word, key as Member],
    [key, key as Member],
  ]),
);

/**
 * Reads a rule: a mapping such as `{ tag: [pets], method: GET }`, or one line of text such as
 * `tag=pets method=GET,POST` or `deprecated`, whose parts a space or `&` divides.
 *
 * @throws RuleError where it is neither.
 */
export function parseRule(rule: Json): Rule {
  if (typeof rule === 'string') return readMembers(splitLine(rule));
  if (isObject(rule)) return readMembers(Object.entries(rule));
  throw new RuleError('is neither a text, such as tag=pets, nor a mapping');
}

/** The members of a rule in one line. */
function splitLine(text: string): [string, Json][] {
  const found: [string, Json][] = [];
  let at = 0;
  const read = (expression: RegExp): string | undefined => {
    expression.lastIndex = at;
    const match = expression.exec(text)?.[0];
    at += match?.length ?? 0;
    return match;
  };
  const expect = (expression: RegExp): string => {
    const match = read(expression);
    if (match === undefined) throw unclear(text.slice(at));
    return match;
  };
  read(/[\s&]*/y);
  let last = 0;
  while (at < text.length) {
    const start = at;
    const word = expect(/[\w-]+/y);
    if (read(/=/y) === undefined) {
      if (Array.isArray(found.at(-1)?.[1])) checkStray(word, text.slice(last), start - last);
      found.push([word, true]);
    } else {
      const values: string[] = [];
      last = start;
      do values.push(expect(/"[^"]+"|'[^']+'|[^\s&,"']+/y).replace(/^(["'])(.*)\1$/, '$2'));
      while (read(/,/y) !== undefined);
      found.push([word, values]);
    }
    expect(/[\s&]+|$/y);
  }
  return found;
}

/** A word that is no part of a rule is likely the rest of the value before it, which `text` begins with. */
function checkStray(word: string, text: string, start: number): void {
  if (members.has(word) || nearest(word, [...members.keys()]) !== undefined) return;
  const rest = /^[^\s&=]+(?:[\s&]+[^\s&=]+(?![^\s&]))*/.exec(text.slice(start))?.[0] ?? word;
  const value = text.slice(0, start) + rest;
  const last = Math.max(value.lastIndexOf('='), value.lastIndexOf(',')) + 1;
  const meant = value.slice(0, last) + quoteWords(value.slice(last));
  throw new RuleError(
    `has the unknown part ${JSON.stringify(word)}; a value with a space stands in quotes: ${meant}`,
    [],
    meant,
  );
}

function quoteWords(words: string): string {
  return `"${words.replaceAll('"', '')}"`;
}

function unclear(rest: string): RuleError {
  return new RuleError(
    rest === ''
      ? 'ends where a value should be'
      : `cannot be read at ${JSON.stringify(rest.slice(0, 20))}; a value with a space, a comma or a & stands in quotes: tag="Pet store"`,
  );
}

function readMembers(found: readonly [string, Json][]): Rule {
  const rule: Rule = {};
  for (const [key, value] of found) {
    const member = members.get(key);
    if (member === undefined) throw unknown(key);
    if (rule[member] !== undefined)
      throw new RuleError(`says ${key} twice; give its values as a list`, [key]);
    if (member === 'deprecated' || member === 'readOnly' || member === 'destructive')
      rule[member] = readRuleSwitch(value, key);
    else rule[member] = readTexts(value, key);
  }
  if (found.length === 0) throw new RuleError('is empty, and so would match everything');
  return rule;
}

function readRuleSwitch(value: Json, key: string): boolean {
  const [text, ...others] = [value].flat().map(String);
  if ((text === 'true' || text === 'false') && others.length === 0) return text === 'true';
  throw new RuleError(`has a value for ${key} that is neither true nor false`, [key]);
}

function readTexts(value: Json, key: string): string[] {
  const values = [value].flat();
  if (value === true || values.length === 0) throw new RuleError(`has no value for ${key}`, [key]);
  return values.map((text, index) => {
    const path = Array.isArray(value) ? [key, String(index)] : [key];
    // What is a number to YAML may be the name of a tag.
    if ((typeof text !== 'string' && typeof text !== 'number') || text === '') {
      throw new RuleError(`has a value for ${key} that is no text`, path);
    }
    return key === 'method' ? readMethod(String(text), path) : String(text);
  });
}

function readMethod(text: string, path: readonly string[]): string {
  const method = text.toUpperCase();
  // With `*` it is compared as all other values are.
  if (methods.has(method) || method.includes('*')) return method;
  throw new RuleError(`has the unknown method ${JSON.stringify(text)}${suggest(text, fixed)}`, path);
}

function unknown(key: string): RuleError {
  const hint = suggest(key, [...members.keys()]);
  const known = `; a rule is made of ${Object.values(ruleWords).join(', ')}`;
  return new RuleError(`has the unknown part ${JSON.stringify(key)}${hint === '' ? known : hint}`, [key]);
}

function suggest(text: string, candidates: readonly string[]): string {
  const meant = nearest(text, candidates);
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** What is wrong with a rule, and at which of its members. */
export class RuleError extends Error {
  override name = 'RuleError';
  constructor(
    /** What is said of the rule, without a full stop: `has the unknown part "tga"`. */
    message: string,
    readonly path: readonly string[] = [],
    /** The rule as it may be meant. */
    readonly meant?: string,
  ) {
    super(message);
  }
}
