import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import type { Config } from '../../../../generator/model/config.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

function toolOf(schema: Schema, config: Partial<Config> = {}, components: Record<string, Schema> = {}) {
  const content = { 'application/json': { schema } };
  const operation = { operationId: 'op', responses: { '200': { description: 'Ok', content } } };
  const document = { paths: { '/r': { get: operation } }, components: { schemas: components } };
  return shapeDocument(document, { output: 'schema', ...config }).tool('GET /r');
}

/** What is listed of one member. */
function memberOf(schema: Schema, config: Partial<Config> = {}, name = 'member'): unknown {
  const { outputSchema } = toolOf({ type: 'object', properties: { [name]: schema } }, config).tool;
  return outputSchema?.properties[name];
}

const other = { description: 'The whole response, where it does not fit the rest of this schema' };
const text = { type: 'string' };
const nullable = { type: ['string', 'null'] };

describe('a member of an output schema with types', () => {
  test.each<[what: string, schema: Schema, listed: unknown]>([
    ['a text', text, text],
    ['an integer', { type: 'integer', minimum: 1 }, { type: 'integer' }],
    ['a format', { type: 'string', format: 'date-time' }, { description: 'date-time', type: 'string' }],
    ['words', { type: 'string', description: 'When.' }, { description: 'When.', type: 'string' }],
    ['an enum', { type: 'string', enum: ['a', 'b'] }, { type: 'string', enum: ['a', 'b'] }],
    ['an enum without a type', { enum: [1, 2, 2] }, { type: 'integer', enum: [1, 2] }],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['values of several types', { enum: ['a', 1] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['anything', {}, {}],
    ['anything that may be null', { anyOf: [{}, { type: 'null' }] }, {}],
    ['null alone', { type: 'null' }, {}],
    ['a list', { type: 'array', items: text }, { type: 'array', items: text }],
    ['a list of anything', { type: 'array' }, { type: 'array', items: {} }],
    ['a tuple', { type: 'array', prefixItems: [text] }, { type: 'array', items: {} }],
    [
      'a list or a text',
      { type: ['string', 'array'], items: text },
      { anyOf: [{ type: 'string' }, { type: 'array', items: {} }] },
    ],
    ['a map', { type: 'object', additionalProperties: text }, { type: 'object', additionalProperties: text }],
    [
      'a closed object with members that are required',
      { type: 'object', properties: { a: text }, required: ['a'], additionalProperties: false },
      { type: 'object', properties: { a: text } },
    ],
    [
      'an object with others of a type',
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: text },
      { type: 'object', properties: { a: { type: 'integer' } }, additionalProperties: text },
    ],
    [
      'an object of which some members are not shown',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'integer', writeOnly: true } },
        additionalProperties: text,
      },
      { type: 'object', properties: { a: { type: 'integer' } } },
    ],
    ['alternatives', { oneOf: [text, { type: 'object' }] }, { anyOf: [text, { type: 'object' }] }],
    ['alternatives of which one may be anything', { anyOf: [text, {}] }, {}],
  ])('%s', (_what, schema, listed) => {
    expect(memberOf(schema)).toEqual(listed);
  });

  test.each<[what: string, schema: Schema, portable: unknown, rich: unknown]>([
    ['a text', nullable, { anyOf: [text, { type: 'null' }] }, nullable],
    [
      'an enum',
      { ...nullable, enum: ['a', null] },
      { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      { ...nullable, enum: ['a', null] },
    ],
    [
      'an object',
      { oneOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] },
      { anyOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] },
      { type: ['object', 'null'], properties: { a: text } },
    ],
  ])('says that it may be null: %s', (_what, schema, portable, rich) => {
    expect(memberOf(schema)).toEqual(portable);
    expect(memberOf(schema, { profile: 'rich' })).toEqual(rich);
  });

  test('has no type where every object has one of its name', () => {
    expect(memberOf(text, {}, 'constructor')).toEqual({});
    expect(memberOf(text, {}, 'toString')).toEqual({});
  });

  test('that refers to what it is in is of its type', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } };
    const { outputSchema } = toolOf({ $ref: '#/components/schemas/Node' }, {}, { Node: node }).tool;
    expect(outputSchema).toEqual({
      type: 'object',
      properties: { next: { type: 'object' }, untyped: other },
    });
  });
});

function objectOf(count: number, member: Schema): Schema {
  const names = Array.from({ length: count }, (_, index) => `member_${index}`);
  return { type: 'object', properties: Object.fromEntries(names.map((name) => [name, member])) };
}

describe('an output schema with types', () => {
  test('takes what is no object under result, and what does not fit as it is', () => {
    const { outputSchema, typed } = toolOf({ type: 'array', items: text }).tool;
    expect(outputSchema).toEqual({
      type: 'object',
      properties: { result: { type: 'array', items: text }, untyped: other },
    });
    expect(typed).toEqual({ other: 'untyped', wrapped: true });
  });

  test('names what does not fit as no member of the API is named, shown or not', () => {
    const properties = { a: text, untyped: text, untyped_: { type: 'string', writeOnly: true } };
    const { outputSchema, typed } = toolOf({ type: 'object', properties }).tool;
    expect(Object.keys(outputSchema?.properties ?? {})).toEqual(['a', 'untyped', 'untyped__']);
    expect(typed).toEqual({ other: 'untyped__' });
  });

  test.each<Partial<Config>>([{ profile: 'openai-strict' }, { profile: 'gemini' }, { outputBudget: 0 }])(
    'is not written with %o',
    (config) => {
      const { tool } = toolOf({ type: 'object', properties: { a: text } }, config);
      expect(tool).not.toHaveProperty('outputSchema');
      expect(tool).not.toHaveProperty('typed');
    },
  );

  test('loses depth, then types, then everything, and never takes more than its budget', () => {
    const wide = toolOf(objectOf(4, objectOf(6, text)));
    expect(wide.tool.outputSchema?.properties['member_0']).toMatchObject({
      type: 'object',
      description: expect.stringContaining('with member_0'),
    });
    const names = toolOf(objectOf(25, nullable));
    expect(names.tool.outputSchema?.properties['member_0']).toEqual({});
    expect(names.tool.typed).toEqual({ other: 'untyped' });
    const none = toolOf(objectOf(80, text));
    expect(none.tool).not.toHaveProperty('outputSchema');
    for (const { cost } of [wide, names, none]) expect(cost.output).toBeLessThanOrEqual(200);
  });
});
