import type { Schema } from '../model/server.js';
import { flatten } from './flatten.js';
import { guessType } from './guessType.js';
import { listNames } from './listNames.js';
import type { Keywords } from './subschemas.js';
import { typesOf } from './typesOf.js';
import { isImplied } from './writeChecks.js';

/** Unions inside one another that are looked into. */
const mostUnions = 5;
/** Forms of a union that are named. */
const mostForms = 3;
const numbers = new Set(['number', 'integer']);

/** A schema in a few words: its type, the values that it lists, or its range; empty where any value will do. */
export function describeBriefly(schema: Schema, lookUp: (name: string) => Schema, unions = 0): string {
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
  return listNames(values.filter((value) => value !== null).map((value) => JSON.stringify(value))).replaceAll(
    ', ',
    ' | ',
  );
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
