import type { ApiParameter, Schema } from '../../model/api.js';
import type { Check, Means } from '../check.js';
import type { Keywords } from '../listSubschemas.js';
import { repeats } from '../repeats.js';
import type { Survey, SurveyedParameter } from '../survey.js';

/** Looks at parameters: those of one name and place, of which the same is to be said, are one finding. */
export const checkParameters: Check = (survey, find, means) => {
  const groups = new Map<string, SurveyedParameter[]>();
  const group = (rule: string, surveyed: SurveyedParameter) => {
    const key = JSON.stringify([rule, surveyed.parameter.in, surveyed.parameter.name]);
    groups.set(key, [...(groups.get(key) ?? []), surveyed]);
  };
  for (const surveyed of survey.parameters) {
    for (const [rule, applies] of Object.entries(conditions)) {
      if (isArgument(surveyed) && applies(surveyed.parameter, survey, means)) group(rule, surveyed);
    }
  }
  for (const [key, members] of groups) {
    const [rule] = JSON.parse(key) as [keyof typeof conditions];
    const [first] = members;
    if (first === undefined) continue;
    const { name, in: place, pointer, description: words } = first.parameter;
    const why =
      first.parameter.required && place !== 'path' ? 'is required and' : 'has a name that says nothing, and';
    const operations = new Set(members.flatMap((member) => member.operations)).size;
    const thing = `The ${place} parameter "${name}"`;
    find(rule, pointer, { name, place, why, thing, words }, { operations });
  }
};

/** What each rule asks of a parameter. */
const conditions = {
  'undescribed-parameter': isUndescribed,
  'unbounded-path-string': isUnbounded,
  'secret-parameter': isSecret,
  'vague-description': isVague,
} as const satisfies Record<string, (parameter: ApiParameter, survey: Survey, means: Means) => boolean>;

/** Whether the model gives it: credentials and constants are never asked for. */
function isArgument({ parameter, operations }: SurveyedParameter): boolean {
  return operations.some(({ entry }) =>
    entry.tool.request.parameters.some(
      ({ name, in: place, constant }) =>
        name === parameter.name && place === parameter.in && constant === undefined,
    ),
  );
}

/** The schema itself, where it is not a reference. */
function settle(schema: Schema, { component }: Survey): Keywords {
  let found = schema;
  // References lead to components, which are no mere references themselves, or come to an end here.
  for (let hop = 0; hop < 10; hop++) {
    if (typeof found === 'boolean') return {};
    const { $ref } = found;
    if (typeof $ref !== 'string') return found;
    found = component($ref);
  }
  return {};
}

function isUndescribed(parameter: ApiParameter, survey: Survey, { splitWords }: Means): boolean {
  const schema = settle(parameter.schema, survey);
  if (parameter.description.trim() !== '' || text(schema['description']).trim() !== '') return false;
  const explained =
    parameter.examples.length > 0 ||
    ['enum', 'const', 'format', 'examples', 'title'].some((keyword) => schema[keyword] !== undefined);
  if (explained) return false;
  const words = splitWords(parameter.name);
  if (isOdd(parameter.name, words)) return true;
  return parameter.required && parameter.in !== 'path';
}

/** Short names that everyone knows. */
const known = new Set(
  'id ids ip url uri q to by at on in os lat lng lon x y ttl sql css html xml fts pk db tz md5 sha ssn vat dns'.split(
    ' ',
  ),
);

/** `qp`, `xtrm`, `_`: nothing can be guessed from it. */
function isOdd(name: string, words: readonly string[]): boolean {
  if (/[^\x20-\x7e]/.test(name)) return false;
  const [only = '', ...others] = words;
  if (others.length > 0 || known.has(only)) return false;
  return only.length <= 2 || !/[aeiouy]/.test(only);
}

const limits = [
  'pattern',
  'format',
  'maxLength',
  'enum',
  'const',
  'allOf',
  'anyOf',
  'oneOf',
  'contentEncoding',
];

function isUnbounded({ in: place, schema, mediaType }: ApiParameter, survey: Survey): boolean {
  if (place !== 'path' || mediaType !== undefined) return false;
  const { type = 'string', ...keywords } = settle(schema, survey);
  return type === 'string' && limits.every((keyword) => keywords[keyword] === undefined);
}

const secret =
  /^(x[-_])?(api[-_]?key|api[-_]?token|access[-_]?token|auth[-_]?token|bearer[-_]?token|session[-_]?token|client[-_]?secret|secret[-_]?key|password|authorization|proxy-authorization|private[-_]?token)$/i;

function isSecret({ in: place, name }: ApiParameter): boolean {
  return place !== 'path' && secret.test(name);
}

function isVague({ name, description, schema }: ApiParameter, survey: Survey, means: Means): boolean {
  const words = description.trim();
  const { enum: values, format } = settle(schema, survey);
  if (words === '' || values !== undefined || format !== undefined) return false;
  return repeats(words, name, means);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
