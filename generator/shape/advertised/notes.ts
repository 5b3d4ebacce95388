import { untold } from '../enforced/discriminator.js';
import type { Schema } from '../../model/api.js';
import { valueNames } from '../../schema/annotations.js';
import { splitSuggestions } from '../../schema/declared.js';
import { type Condition, flatten } from '../../schema/flatten.js';
import type { LookUp } from '../../schema/parts.js';
import { spellPattern } from '../../regex/sample.js';
import { tellContained, tellExcluded } from '../../schema/judge.js';
import type { Keywords } from '../../schema/subschemas.js';
import { guessType, typesOf } from '../../schema/types.js';
import { escapeHidden } from '../../text/hidden.js';
import { joinNotes, listAsJson, listNames, showName } from '../../text/notes.js';
import type { Limits } from '../profiles.js';
import { isImplied } from './keywords.js';

/** Unions inside one another that are looked into. */
const mostUnions = 5;
/** Forms of a union that are named. */
const mostForms = 3;
const numbers = new Set(['number', 'integer']);

/** A schema in a few words: its type, the values that it lists, or its range; empty where any value will do. */
function describeBriefly(schema: Schema, lookUp: (name: string) => Schema, unions = 0): string {
  const { keywords = {} } = flatten(schema, lookUp, new Set()) ?? {};
  const types = typesOf(keywords) ?? guessType(keywords);
  if (types === undefined) return describeForms(keywords, lookUp, unions);
  const values = describeValues(keywords);
  return values === ''
    ? [types]
        .flat()
        .map((type) => describeType(keywords, type))
        .join(' or ')
    : values;
}

function describeValues({ const: constant, enum: listed }: Keywords): string {
  const values = (constant === undefined ? (listed ?? []) : [constant]) as unknown[];
  return listAsJson(values.filter((value) => value !== null)).replaceAll(', ', ' | ');
}

function describeType(schema: Keywords, type: string): string {
  return numbers.has(type) ? [type, ...describeRange(schema)].join(' ') : type;
}

function describeRange(schema: Keywords): string[] {
  const bound = (keyword: string): unknown => (isImplied(keyword, schema) ? undefined : schema[keyword]);
  const [least, most] = [bound('minimum'), bound('maximum')];
  if (least !== undefined && most !== undefined) return [`from ${String(least)} to ${String(most)}`];
  const bounds = [
    ['at least', least],
    ['at most', most],
    ['more than', bound('exclusiveMinimum')],
    ['less than', bound('exclusiveMaximum')],
  ] as const;
  return bounds
    .filter(([, value]) => value !== undefined)
    .map(([words, value]) => `${words} ${String(value)}`);
}

function describeForms({ anyOf = [] }: Keywords, lookUp: (name: string) => Schema, unions: number): string {
  const branches = anyOf as Schema[];
  if (branches.length > mostForms) return `one of ${branches.length} forms`;
  if (unions >= mostUnions) return '';
  const forms = branches.map((branch) => describeBriefly(branch, lookUp, unions + 1));
  return forms.includes('') ? '' : [...new Set(forms)].join(' or ');
}

/** Fields of an object that are named where it is one of several forms. */
const mostFields = 5;
/** Forms that are named where any value is taken. */
const mostOptions = 4;

/** Says which forms are meant where a union takes any value: `Usually object (a, b) or string.` */
export function describeOptions(alternatives: readonly Schema[], lookUp: LookUp): string[] {
  const forms = alternatives.map((one) => describeOption(one, lookUp)).filter((form) => form !== '');
  const distinct = [...new Set(forms)];
  if (distinct.length > mostOptions) return [`Usually one of ${alternatives.length} forms.`];
  return distinct.length === 0 ? [] : [`Usually ${distinct.join(' or ')}.`];
}

function describeOption(schema: Schema, lookUp: LookUp): string {
  const form = describeBriefly(schema, lookUp);
  const { properties = {} } = flatten(schema, lookUp, new Set())?.keywords ?? {};
  const names = Object.keys(properties as object);
  if (form !== 'object' || names.length === 0) return form;
  const more = names.length > mostFields ? ', …' : '';
  return `object (${names.slice(0, mostFields).map(showName).join(', ')}${more})`;
}

/** A member that cannot be listed: its name, whether it is required, and its type or values. */
export function describeMember(name: string, schema: Schema, isRequired: boolean, lookUp: LookUp): string {
  const form = describeBriefly(schema, lookUp);
  const said = [isRequired ? 'required' : '', form === 'string' ? '' : form].filter((part) => part !== '');
  const shown = escapeHidden(JSON.stringify(name));
  return said.length === 0 ? shown : `${shown} (${said.join(', ')})`;
}

/** Values and fields that are named in one condition. */
const mostNamed = 3;
/** Characters of a value that is named. */
const longestValue = 40;
/** What a condition may say to be put in words. */
const simple = new Set(['type', 'properties', 'required', 'description', 'title']);
const other = 'Some fields depend on others.';

/**
 * Says which fields of an object depend on others (JSON Schema 2020-12, Core, 10.2.2; Validation, 6.5.4):
 * `If method is "card", card is needed; else iban.` What is not as simple has one sentence in common.
 */
export function describeRules(schema: Keywords, lookUp: LookUp): string[] {
  const { dependentRequired = {}, dependentSchemas = {}, conditions = [] } = schema;
  const rules = [
    ...Object.entries(dependentRequired as Record<string, string[]>).map(([name, needed]) =>
      describeNeed(name, needed),
    ),
    ...Object.entries(dependentSchemas as Record<string, Schema>).map(([name, part]) =>
      describeNeed(name, namesNeeded(part, lookUp)),
    ),
    ...(conditions as Condition[]).map((condition) => describeCondition(condition, schema, lookUp)),
  ].filter((rule) => rule !== '');
  const told = rules.filter((rule) => rule !== other);
  return [...new Set([...told, ...rules])];
}

function describeNeed(name: string, needed: readonly string[] | undefined): string {
  if (needed === undefined) return other;
  return needed.length === 0 ? '' : `${showName(name)} needs ${needed.map(showName).join(' and ')}.`;
}

function describeCondition({ asked, met, unmet }: Condition, schema: Keywords, lookUp: LookUp): string {
  const [needed, otherwise] = [namesNeeded(met, lookUp), namesNeeded(unmet, lookUp)];
  if (needed?.length === 0 && otherwise?.length === 0) return '';
  const question = describeQuestion(asked, schema, lookUp);
  if (needed === undefined || otherwise === undefined || question === undefined) {
    return isOfObject(schema) ? other : '';
  }
  if (needed.length === 0) return `Unless ${question}, ${areNeeded(otherwise)}.`;
  const rest = otherwise.length === 0 ? '' : `; else ${otherwise.map(showName).join(' and ')}`;
  return `If ${question}, ${areNeeded(needed)}${rest}.`;
}

function areNeeded(names: readonly string[]): string {
  return `${names.map(showName).join(' and ')} ${names.length === 1 ? 'is' : 'are'} needed`;
}

function isOfObject({ type, properties }: Keywords): boolean {
  return type === 'object' || properties !== undefined;
}

/** The fields that a part requires; none where it says nothing, undefined where it says more than that. */
function namesNeeded(part: Schema, lookUp: LookUp): string[] | undefined {
  if (part === true) return [];
  const keywords = simpleKeywords(part, lookUp);
  const { properties = {}, required = [] } = keywords ?? {};
  const isSaid = (required as string[]).length > 0 || Object.keys(properties as object).length === 0;
  return keywords !== undefined && isSaid ? (required as string[]) : undefined;
}

/** What an object is asked for: that fields have one of a few values, or are given. */
function describeQuestion(part: Schema, schema: Keywords, lookUp: LookUp): string | undefined {
  const { properties = {}, required = [] } = simpleKeywords(part, lookUp) ?? {};
  const fields = Object.entries(properties as Record<string, Schema>);
  const always = new Set([...(required as string[]), ...((schema['required'] ?? []) as string[])]);
  const named = new Set(fields.map(([name]) => name));
  const given = (required as string[])
    .filter((name) => !named.has(name))
    .map((name) => `${showName(name)} is given`);
  const questions = fields.map(([name, field]) => {
    const values = listValues(field, lookUp);
    return values && `${showName(name)} is ${values}${always.has(name) ? '' : ' or absent'}`;
  });
  const all = [...questions, ...given];
  return all.length === 0 || all.length > mostNamed || all.includes(undefined)
    ? undefined
    : all.join(' and ');
}

function listValues(field: Schema, lookUp: LookUp): string | undefined {
  const {
    const: constant,
    enum: listed,
    type: _,
    ...rest
  } = flatten(field, lookUp, new Set())?.keywords ?? {};
  const values = (constant === undefined ? (listed ?? []) : [constant]) as unknown[];
  const texts = values.map((value) => JSON.stringify(value));
  const isShort = texts.length <= mostNamed && texts.every((text) => text.length <= longestValue);
  const isAll = Object.keys(rest).every((keyword) => simple.has(keyword) && keyword !== 'required');
  return texts.length > 0 && isShort && isAll ? texts.join(' or ') : undefined;
}

function simpleKeywords(part: Schema, lookUp: LookUp): Keywords | undefined {
  if (part === false) return undefined;
  const keywords = flatten(part, lookUp, new Set())?.keywords;
  return keywords && Object.keys(keywords).every((keyword) => simple.has(keyword)) ? keywords : undefined;
}

/** Characters of a pattern that is shown. */
const longestPattern = 60;
/** What every name matches, which restricts none. */
const anyName = new Set(['', '^', '.*', '^.*$']);

function isUntold(schema: Schema): boolean {
  return typeof schema === 'object' && schema['$comment'] === untold;
}

/** Says which names an object may have by their pattern (JSON Schema 2020-12, Core, 10.3.2.2). */
export function describeNames(
  { properties = {}, patternProperties = {} }: Keywords,
  lookUp: (name: string) => Schema,
): string[] {
  const patterns = Object.entries(patternProperties as Record<string, Schema>).filter(
    ([pattern, schema]) => schema !== false && !anyName.has(pattern) && !isUntold(schema),
  );
  if (patterns.length === 0) return [];
  const isShort = patterns.every(([pattern]) => pattern.length <= longestPattern);
  const names = isShort ? `names that match ${listNames(patterns.map(describe))}` : 'names by pattern';
  return [Object.keys(properties as object).length === 0 ? `Fields: ${names}.` : `Also ${names}.`];

  function describe([pattern, schema]: [string, Schema]): string {
    const form = describeBriefly(schema, lookUp);
    return form === '' ? pattern : `${pattern} (${form})`;
  }
}

/** Says of which form each of the first items is (JSON Schema 2020-12, Core, 10.3.1.1): `Items in order: string, integer.` */
export function describeItems({ prefixItems, items }: Keywords, lookUp: (name: string) => Schema): string[] {
  if (!Array.isArray(prefixItems)) return [];
  const first = (prefixItems as Schema[]).map((item) => describeBriefly(item, lookUp) || 'anything');
  const rest = items === undefined || items === false ? '' : describeBriefly(items as Schema, lookUp);
  return [`Items in order: ${listNames(first)}${rest === '' ? '' : `, then ${rest}`}.`];
}

/** Says which values are refused, and which items a list must have: `Must not be 22 or 80.` (JSON Schema 2020-12, Core, 10.2.1.4 and 10.3.1.3). */
export function describeLimits(schema: Keywords, lookUp: LookUp): string[] {
  const resolve = (part: unknown): Keywords[] => {
    const keywords = flatten(part as Schema, lookUp, new Set())?.keywords;
    return [keywords ?? { recursive: true }];
  };
  const told = [tellExcluded(schema['not'], resolve), tellContained(schema, resolve)];
  return told
    .filter((words) => words !== undefined)
    .map((words) =>
      words.replace(
        /^(?:must not|at (?:least|most)) /,
        (start) => start.charAt(0).toUpperCase() + start.slice(1),
      ),
    )
    .map((words) => `${words}.`);
}

/** A schema with the values that it suggests in a keyword of ours, for {@link describeSuggestions}. */
export function tellSuggestions(schema: Keywords): Keywords {
  const { rest = schema, values } = splitSuggestions(schema) ?? {};
  return values === undefined ? rest : { ...rest, suggested: values };
}

/** Says which values are meant where others are taken as well: `Usually "Cat".` */
export function describeSuggestions({ suggested = [] }: Keywords): string[] {
  const values = (suggested as unknown[]).filter((value) => value !== null);
  return values.length === 0 ? [] : [`Usually ${listAsJson(values).replaceAll(', ', ' or ')}.`];
}

/** Says what the document calls the values of an enum, where the words do not: `10: Pending, 20: Active.` */
export function describeValueNames({
  enum: values,
  const: constant,
  description,
  ...schema
}: Keywords): string[] {
  const names = (schema[valueNames] ?? {}) as Record<string, string>;
  const listed = (constant === undefined ? (values ?? []) : [constant]) as unknown[];
  const words = String(description ?? '').toLowerCase();
  const told = listed
    .map((value) => [value, JSON.stringify(value)] as const)
    .filter(([, text]) => Object.hasOwn(names, text))
    .map(([value, text]) => [showName(String(value)), names[text] ?? ''] as const)
    .filter(([, name]) => !words.includes(name.toLowerCase()));
  return told.length === 0 ? [] : [`${told.map((pair) => pair.join(': ')).join(', ')}.`];
}

/** Characters of a text that matches a pattern. */
const longestSample = 100;

/** Says what a pattern is like that there is no room for, by a text that matches it: `Such as "arn:aws:a".` */
export function describePattern({ pattern, minLength = 0, maxLength = Infinity }: Keywords): string {
  const lengths = { least: Number(minLength), most: Math.min(Number(maxLength), longestSample) };
  const text = spellPattern(String(pattern), lengths);
  return text === undefined ? '' : `Such as ${escapeHidden(JSON.stringify(text))}.`;
}

/** What an object is called that is given as JSON in a string. */
const opening = 'A JSON object as text';

const opens = new RegExp(`^${opening}[.:] ?`);

/** An object as JSON in a string, which the server makes an object of again. */
export function tellAsText(words: string, notes: string): Keywords {
  const description = joinNotes(words === '' ? `${opening}.` : `${opening}: ${words}`, [notes]);
  return { type: 'string', description };
}

/** Whether a written schema is an object as text. */
export function isAsText({ description }: Keywords): boolean {
  return typeof description === 'string' && opens.test(description);
}

/** The words of a written schema, and what stands before any words of an object as text. */
export function partWords(schema: Keywords): { before: string; words: string } {
  const text = String(schema['description'] ?? '');
  return isAsText(schema)
    ? { before: `${opening}:`, words: text.replace(opens, '') }
    : { before: '', words: text };
}

/** The written schema with notes after its description, which the first alternative of a union bears where nothing may stand beside it. */
export function addWords(schema: Keywords, notes: readonly string[], profile: Limits): Keywords {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && profile.besideUnion === 'nothing') {
    const [first = {}, ...others] = anyOf as Keywords[];
    const { description = '', ...beside } = rest;
    return { ...beside, anyOf: [surround(first, [String(description), ...notes], []), ...others] };
  }
  return surround(schema, [], notes);
}

/** The schema with texts before and after its own words. */
function surround(schema: Keywords, first: readonly string[], last: readonly string[]): Keywords {
  if ([...first, ...last].every((text) => text === '')) return schema;
  const { before, words } = partWords(schema);
  return { ...schema, description: joinNotes(before, [...first, words, ...last]) };
}
