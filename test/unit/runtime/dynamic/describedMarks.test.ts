import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { describeTool } from '../../../../templates/project/src/runtime/dynamic/describeTool.js';
import { createExpander } from '../../../../templates/project/src/runtime/validate/createExpander.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** What a schema that models read may say. */
const vocabulary = new Set(
  (
    '$comment $defs $ref additionalProperties allOf anyOf const contains contentEncoding contentMediaType default ' +
    'dependentRequired dependentSchemas deprecated description else enum examples exclusiveMaximum exclusiveMinimum ' +
    'format if items maxContains maxItems maxLength maxProperties maximum minContains minItems minLength minProperties ' +
    'minimum multipleOf not oneOf pattern patternProperties prefixItems properties propertyNames required then title ' +
    'type unevaluatedItems unevaluatedProperties uniqueItems'
  ).split(' '),
);
const byName = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const values = new Set(['const', 'default', 'enum', 'examples', 'dependentRequired']);

/** The keywords of a schema, at any depth, that no JSON Schema has. */
function findForeign(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap(findForeign);
  const found: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (values.has(keyword)) continue;
    if (byName.has(keyword)) found.push(...findForeign(Object.values(value as object)));
    else found.push(...(vocabulary.has(keyword) ? [] : [keyword]), ...findForeign(value));
  }
  return found;
}

const root = join(import.meta.dirname, '../../../..');
const petOf = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const inherited = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1' },
  paths: {
    '/pets': {
      post: {
        operationId: 'addPet',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: petOf('Pet'),
              examples: { one: { value: { kind: 'Cat', size: 'huge' } } },
            },
          },
        },
        responses: { 200: { description: 'OK' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        required: ['kind'],
        properties: { kind: { type: 'string' }, size: { type: 'integer' } },
        discriminator: { propertyName: 'kind' },
      },
      Cat: { allOf: [petOf('Pet'), { type: 'object', properties: { indoor: { type: 'boolean' } } }] },
      Dog: { allOf: [petOf('Pet'), { type: 'object', properties: { loud: { type: 'boolean' } } }] },
    },
  },
};

const order = (examples: object) => ({
  openapi: '3.0.3',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      post: {
        operationId: 'addOrder',
        parameters: [{ name: 'state', in: 'query', schema: { type: 'string', enum: ['open', 'shipped'] } }],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'cargo'],
                additionalProperties: false,
                properties: {
                  code: { type: 'string', minLength: 3, pattern: '^[A-Z]+$' },
                  kind: { type: 'string', enum: ['parcel'] },
                  one: { enum: ['only'] },
                  weight: { type: 'integer', maximum: 40, multipleOf: 2 },
                  cargo: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
                },
              },
              ...examples,
            },
          },
        },
        responses: { 200: { description: 'OK' } },
      },
    },
  },
});

function describeAll(document: object): { text: string; enforced: string }[] {
  const { server, tools } = shapeDocument(document);
  const { components } = server;
  const expand = createExpander(components);
  return tools.map(({ tool, enforced }) => {
    const listed = { ...tool, annotations: { ...tool.annotations, title: tool.title } };
    const text = describeTool({ listed, enforced }, { components, expand }, 1e9, { format: 'json' });
    return { text, enforced: JSON.stringify(enforced) };
  });
}

function readArguments(text = ''): unknown {
  return JSON.parse(text.slice(text.indexOf('\nArguments: ') + 12));
}

test('describe_tools shows what is declared, though wrong examples are let through', () => {
  const wrong = { code: 'x', kind: 'box', one: 5, weight: 41, cargo: { id: 'seven' } };
  const right = { code: 'ABC', kind: 'parcel', one: 'only', weight: 40, cargo: { id: 7 } };
  const [shown] = describeAll(order({ examples: { a: { value: wrong }, b: { value: { kind: 'bag' } } } }));
  const [declared] = describeAll(order({ examples: { a: { value: right } } }));
  expect(shown?.enforced).toContain('"box"');
  expect(shown?.enforced).toContain('"bag"');
  expect(readArguments(shown?.text)).toEqual(readArguments(declared?.text));
});

describe('what describe_tools shows holds no mark of ours', () => {
  test.each([
    ['of inheritance and relaxed examples', inherited],
    ['of the nasty sample', parse(readFileSync(join(root, 'samples/nasty/openapi.yaml'), 'utf8')) as object],
  ])('%s', (_, document) => {
    const { server, tools } = shapeDocument(document);
    const { components } = server;
    const marked = JSON.stringify([components, tools.map(({ enforced }) => enforced)]);
    expect(marked).toMatch(/"inferred":true|"untold":true|declared by no schema/);
    const expand = createExpander(components);
    for (const { tool, enforced } of tools) {
      const listed = { ...tool, annotations: { ...tool.annotations, title: tool.title } };
      const text = describeTool({ listed, enforced }, { components, expand }, 1e9, { format: 'json' });
      const schema = text.slice(text.indexOf('\nArguments: {') + '\nArguments: '.length);
      expect(findForeign(JSON.parse(schema)), tool.name).toEqual([]);
      expect(schema).not.toContain('declared by no schema');
    }
  });
});
