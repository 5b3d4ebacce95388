import { type Form, type Members, configForm, ruleForm } from '../model/configForm.js';
import type { Json, JsonObject } from '../model/document.js';
import { legalName } from '../model/names.js';
import { format } from './format.js';

/** The JSON Schema of mcpwright.yaml, for editors: it refuses what the reader of the file refuses, as far as a schema can. */
export async function printConfigSchema(): Promise<string> {
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
  return format(JSON.stringify(schema), 'json');
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
  number: (form) => ({ type: 'integer', minimum: form.least }),
  choice: ({ of }) => ({ type: 'string', enum: [...of] }),
  url: () => ({ type: 'string', pattern: '^[hH][tT][tT][pP][sS]?://[^/@\\s]+(?:/[^\\s]*)?$' }),
  origin: () => ({ type: 'string', pattern: '^[hH][tT][tT][pP][sS]?://[^/?#@\\s]+/?$' }),
  host: () => ({ type: 'string', pattern: '^[^/?#@\\s]+$' }),
  toolName: () => ({ type: 'string', pattern: legalName.source }),
  toolsetName: () => ({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,39}$' }),
  sourceName: () => ({ type: 'string', pattern: '^[a-z][a-z0-9_]{0,15}$' }),
  prefix: () => ({ type: 'string', pattern: '^(?:[a-z][a-z0-9_]{0,15})?$' }),
  headerName: () => ({ type: 'string', pattern: "^[!#$%&'*+.^_`|~\\w-]+$" }),
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
