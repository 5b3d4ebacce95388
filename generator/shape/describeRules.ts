import type { Schema } from '../model/server.js';
import { flatten, type Condition } from './flatten.js';
import { showName } from './listNames.js';
import type { Keywords } from './subschemas.js';

type LookUp = (name: string) => Schema;

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
    const values = valuesOf(field, lookUp);
    return values && `${showName(name)} is ${values}${always.has(name) ? '' : ' or absent'}`;
  });
  const all = [...questions, ...given];
  return all.length === 0 || all.length > mostNamed || all.includes(undefined)
    ? undefined
    : all.join(' and ');
}

function valuesOf(field: Schema, lookUp: LookUp): string | undefined {
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
