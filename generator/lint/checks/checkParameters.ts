import type { ApiParameter, Operation, Schema } from '../../model/api.js';
import { bareName, identifyCredential, isLikelyField, isOfLogin } from '../../model/identifyCredential.js';
import type { Check, Find, Means } from '../finding.js';
import type { Keywords, Survey, SurveyedOperation, SurveyedParameter } from '../survey.js';
import { repeats } from '../words.js';

/** Looks at parameters: those of one name and place, of which the same is to be said, are one finding. */
export const checkParameters: Check = (survey, find, means) => {
  const groups = new Map<string, SurveyedParameter[]>();
  const group = (rule: string, surveyed: SurveyedParameter) => {
    const key = JSON.stringify([rule, surveyed.parameter.in, surveyed.parameter.name]);
    groups.set(key, [...(groups.get(key) ?? []), surveyed]);
  };
  for (const { parameter, operations: all } of survey.parameters) {
    const operations = all.filter((one) => isArgument(parameter, one));
    if (operations.length === 0) continue;
    for (const [rule, applies] of Object.entries(conditions)) {
      if (applies(parameter, survey, means, operations)) group(rule, { parameter, operations });
    }
  }
  findInBodies(survey, find);
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

/** Fields of bodies that are credentials, but where logging in and the like is what the operation is for. */
function findInBodies(survey: Survey, find: Find): void {
  const { operations } = survey;
  const found = new Map<string, { pointer: string; users: number }>();
  const withBody = operations.filter(({ entry }) => entry.tool.request.body?.fields !== undefined).length;
  for (const { operation, entry } of operations) {
    for (const name of Object.values(entry.tool.request.body?.fields ?? {})) {
      if (!isLikelyField(name, operation, describeField(operation, name, survey))) continue;
      const known = found.get(name) ?? { pointer: `${entry.pointer}/requestBody`, users: 0 };
      found.set(name, { ...known, users: known.users + 1 });
    }
  }
  for (const [name, { pointer, users }] of found) {
    // A password that few operations take is that of somebody who is added or let in; the caller's own is asked by most.
    const isData = bareName(name).includes('password') && (users < leastAsking || users * 2 <= withBody);
    if (!isData) find('secret-parameter', pointer, { name, place: 'body' }, { operations: users });
  }
}

/** What the document says of a field of a body; a tool may say less. */
function describeField({ bodies: [body] }: Operation, name: string, survey: Survey): string {
  const { properties = {} } = withoutReference(body?.schema ?? true, survey) as { properties?: object };
  const found = Object.entries(properties).find(([key]) => key === name)?.[1] as Schema | undefined;
  return stringOrEmpty(withoutReference(found ?? true, survey)['description']);
}

/** Operations that have to take a password, or a login, before it counts as the caller's own. */
const leastAsking = 3;

/** What each rule asks of a parameter. */
const conditions = {
  'undescribed-parameter': isUndescribed,
  'unbounded-path-string': isUnbounded,
  'secret-parameter': isSecret,
  'vague-description': isVague,
} as const satisfies Record<
  string,
  (parameter: ApiParameter, survey: Survey, means: Means, operations: readonly SurveyedOperation[]) => boolean
>;

/** Whether the model gives it: credentials and constants are never asked for. Nobody gives an `Authorization` that no scheme supplies. */
function isArgument(parameter: ApiParameter, { entry: { tool } }: SurveyedOperation): boolean {
  const { security, parameters } = tool.request;
  if (parameter.in === 'header' && /^authorization$/i.test(parameter.name)) return security.length === 0;
  return parameters.some(
    ({ name, in: place, constant }) =>
      name === parameter.name && place === parameter.in && constant === undefined,
  );
}

/** The schema itself, where it is not a reference. */
function withoutReference(schema: Schema, { component }: Survey): Keywords {
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
  const schema = withoutReference(parameter.schema, survey);
  if (parameter.description.trim() !== '' || stringOrEmpty(schema['description']).trim() !== '') return false;
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
  const { type = 'string', ...keywords } = withoutReference(schema, survey);
  return type === 'string' && limits.every((keyword) => keywords[keyword] === undefined);
}

/** Names that may be of a credential where nothing explains them, and operations that have them as data. */
const mayProve = new Map([
  ['key', /key/i],
  ['auth', /auth/i],
  ['sig', /sig/i],
  ['signature', /sign/i],
  ['appid', /app/i],
]);

/** What every operation that has it would be refused without, though no security scheme is asked for. */
function isSecret(
  parameter: ApiParameter,
  survey: Survey,
  _means: Means,
  operations: readonly SurveyedOperation[],
): boolean {
  const { name, in: place, description } = parameter;
  const isRare = operations.length < leastAsking || operations.length * 10 < survey.operations.length * 9;
  if (place === 'cookie' && /^(?:[a-z]*sess(?:ion)?(?:id|key)?|sid|connectsid)$/.test(bareName(name)))
    return true;
  return operations.some(({ operation }) => {
    // A key that nothing explains may be one; a key of a collection of keys is none.
    const isAsked = (place === 'query' || place === 'header') && description.trim() === '';
    const about = isAsked && mayProve.get(bareName(name).replace(/^x(?=key$)/, ''));
    const { path, operationId } = operation;
    if (about) return !about.test(`${path} ${operationId}`);
    const isOther =
      isRare &&
      isOfLogin(
        name,
        operation.parameters.map((one) => one.name),
      );
    return !isOther && identifyCredential(parameter, operation) !== undefined;
  });
}

function isVague({ name, description, schema }: ApiParameter, survey: Survey, means: Means): boolean {
  const words = description.trim();
  const { enum: values, format } = withoutReference(schema, survey);
  if (words === '' || values !== undefined || format !== undefined) return false;
  return repeats(words, name, means);
}

function stringOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
