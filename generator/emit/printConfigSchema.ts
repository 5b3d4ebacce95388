import { ownOAuthParameters, variableName } from '../model/config.js';
import { type Form, type Members, configForm, ruleForm } from '../model/configForm.js';
import type { Json, JsonObject } from '../model/document.js';
import { legalName } from '../model/names.js';
import { iconPath, imageName, registryName } from '../model/publish/choices.js';
import { memoizeIn } from '../text/memo.js';

/** The JSON Schema of mcpwright.yaml, for editors: it refuses what the reader of the file refuses, as far as a schema can. */
export function printConfigSchema(): string {
  return (printed ??= layOutAll());
}

/** It is the same in every project. */
let printed: string | undefined;

function layOutAll(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'The configuration of mcpwright',
    ...toObject(configForm),
    definitions: {
      rule: {
        description: 'A rule in one line, such as "tag=pets method=GET", or a mapping',
        anyOf: [
          { type: 'string', minLength: 1 },
          { ...toObject(ruleForm, ruleAliases), minProperties: 1, type: 'object' },
        ],
      },
    },
  };
  return `${layOut(schema as Json, { indent: '', taken: 0 }, new Map())}\n`;
}

const printWidth = 110;

/** JSON as prettier lays it out, whose parser of JSON takes long to load. */
function layOut(value: Json, { indent, taken }: { indent: string; taken: number }, lines: Lines): string {
  const line = onOneLine(value, lines);
  if (typeof value !== 'object' || value === null || taken + line.length <= printWidth) return line;
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const members = Object.entries(value).map(([name, member], index, all) => {
    // A comma follows all but the last.
    const comma = index < all.length - 1 ? 1 : 0;
    const key = Array.isArray(value) ? inner : `${inner}${JSON.stringify(name)}: `;
    return key + layOut(member as Json, { indent: inner, taken: key.length + comma }, lines);
  });
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** What values are on one line, each laid out once: whether it fits is asked of all that it is part of too. */
type Lines = Map<object, string>;

function onOneLine(value: Json, lines: Lines): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return memoizeIn(lines, value, () => {
    if (Array.isArray(value)) return `[${value.map((item) => onOneLine(item, lines)).join(', ')}]`;
    const members = Object.entries(value).map(
      ([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member as Json, lines)}`,
    );
    return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  });
}

/** Members of a rule that may be written as on the command line. */
const ruleAliases = { operation: ruleForm.operationId, 'read-only': ruleForm.readOnly };

/** A schema for each form; what a form says of itself is added. */
const schemas: { [Kind in Form['is']]: (form: Extract<Form, { is: Kind }>) => JsonObject } = {
  text: () => ({ type: ['string', 'number'], pattern: '\\S' }),
  path: () => ({ type: ['string', 'number'], pattern: '\\S' }),
  source: () => ({
    type: 'string',
    pattern: '^(?:[hH][tT][tT][pP][sS]?://|(?![a-z][a-z0-9+.-]+://)(?!-$)).*\\S',
  }),
  switch: () => ({ type: 'boolean' }),
  number: ({ least, most }) => ({
    type: 'integer',
    minimum: least,
    ...(most === undefined ? {} : { maximum: most }),
  }),
  choice: ({ of }) => ({ type: 'string', enum: [...of] }),
  url: () => ({ type: 'string', pattern: '^[hH][tT][tT][pP][sS]?://[^/@\\s]+(?:/[^\\s]*)?$' }),
  origin: () => ({ type: 'string', pattern: '^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+/?$' }),
  host: () => ({ type: 'string', pattern: '^[^/?#@\\s]+$' }),
  toolName: () => ({ type: 'string', pattern: legalName.source }),
  toolsetName: () => ({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' }),
  sourceName: () => ({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,15}$' }),
  prefix: () => ({ type: 'string', pattern: '^(?:[a-z][a-z0-9_]{0,15})?$' }),
  oauthParameter: () => ({ pattern: `^(?!(?:${ownOAuthParameters.join('|')})$)` }),
  variable: () => ({ type: 'string', pattern: variableName.source }),
  headerName: () => ({ type: 'string', pattern: "^[!#$%&'*+.^_`|~\\w-]+$" }),
  registryName: () => ({ type: 'string', pattern: registryName.source }),
  publicUrl: () => ({
    type: 'string',
    pattern: '^[hH][tT][tT][pP][sS]://[^/@\\s]+\\.[^/@\\s]+(?:/[^\\s]*)?$',
  }),
  imageName: () => ({ type: 'string', pattern: imageName.source }),
  iconPath: () => ({ type: 'string', pattern: iconPath.source }),
  rules: () => oneOrMany({ $ref: '#/definitions/rule' }),
  credential: ({ members }) => ({
    anyOf: [{ type: ['string', 'number'] }, { ...toObject(members), type: 'object' }],
  }),
  anything: () => ({}),
  values: () => ({ not: { type: 'null' } }),
  list: ({ of }) => oneOrMany(toSchema(of)),
  members: ({ members, needed }) =>
    needed === undefined
      ? toObject(members)
      : { ...toObject(members), type: 'object', required: [...needed] },
  map: ({ of, keys }) => ({
    type: ['object', 'null'],
    additionalProperties: toSchema(of),
    ...(keys && { propertyNames: toSchema(keys) }),
  }),
  switched: ({ of }) => ({ anyOf: [{ type: 'boolean' }, toSchema(of)] }),
};

function oneOrMany(one: JsonObject): JsonObject {
  return { anyOf: [one, { type: 'array', items: one }] };
}

function toSchema<Kind extends Form['is']>(form: Extract<Form, { is: Kind }>): JsonObject {
  const schema = (schemas[form.is as Kind] as (form: Extract<Form, { is: Kind }>) => JsonObject)(form);
  return form.text === undefined ? schema : { description: form.text, ...schema };
}

function toObject(forms: Members<object>, more: Record<string, Form> = {}): JsonObject {
  const properties: [string, Json][] = Object.entries<Form>({ ...forms, ...more }).map(([key, form]) => [
    key,
    toSchema(form),
  ]);
  return {
    type: ['object', 'null'],
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}
