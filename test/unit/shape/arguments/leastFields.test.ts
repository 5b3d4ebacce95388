import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const text = { type: 'string' };
const maybe = { type: ['string', 'null'] };

/** The tool of an operation whose body asks for a number of members. */
function shapeBody(
  schema: object,
  more: { required?: boolean; mediaType?: string; form?: 'flat' | 'nested' } = {},
) {
  const { required = true, mediaType = 'application/json', form } = more;
  const forms = form === undefined ? {} : { change: form };
  const given = { given: { 'PATCH /a/{id}': { name: 'change' } }, kept: { variables: {}, forms } };
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'dry', in: 'query', schema: text },
  ];
  const requestBody = { required, content: { [mediaType]: { schema: { type: 'object', ...schema } } } };
  const patch = {
    operationId: 'change',
    parameters,
    requestBody,
    responses: { 204: { description: 'Done' } },
  };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Least', version: '1' },
    paths: { '/a/{id}': { patch } },
  };
  const { tool } = shapeDocument(document, {}, undefined, undefined, given);
  return tool('PATCH /a/{id}');
}

const notes = (entry: ReturnType<typeof shapeBody>) => JSON.stringify(entry.tool.inputSchema);

describe('a body that asks for some of its members, whichever', () => {
  const three = { properties: { a: text, b: text, c: text } };

  test('is flat, and as many are asked for', () => {
    const entry = shapeBody({ ...three, minProperties: 2 });
    expect(entry.enforced['anyOf']).toEqual([
      { required: ['a', 'b'] },
      { required: ['a', 'c'] },
      { required: ['b', 'c'] },
    ]);
    expect(notes(entry)).toContain('At least 2 of a, b, c must be given.');
  });

  test('asks for none besides those that it always has', () => {
    const entry = shapeBody({ ...three, required: ['a', 'c'], minProperties: 2 });
    expect(entry.enforced['anyOf']).toBeUndefined();
    expect(entry.tool.request.body?.fields).toEqual({ a: 'a', b: 'b', c: 'c' });
  });

  test('asks for them as soon as there is a body, where there need not be one and it was flat', () => {
    const entry = shapeBody({ ...three, minProperties: 2 }, { required: false, form: 'flat' });
    const check = (args: object) =>
      createChecker({})('change', entry.enforced, { id: '1', ...args }, entry.tool.request.body);
    expect(notes(entry)).toContain('If any field of the body is given: At least 2 of a, b, c must be given.');
    expect(check({ dry: 'x' })).toEqual({ id: '1', dry: 'x' });
    expect(check({ a: 'x', c: 'y' })).toEqual({ id: '1', a: 'x', c: 'y' });
    expect(() => check({ a: 'x' })).toThrow('give a and b, a and c, or b and c');
  });

  test('asks for nothing where there need not be a body, nor says so', () => {
    const entry = shapeBody({ ...three, minProperties: 1 }, { required: false });
    expect(entry.enforced['anyOf']).toBeUndefined();
    expect(entry.tool.request.body?.fields).toBeDefined();
    expect(notes(entry)).not.toContain('must be given');
  });

  test.each([
    ['more than one of a body that may be left out', { ...three, minProperties: 2 }, false],
    [
      'choices beyond what a schema can list',
      {
        properties: Object.fromEntries('abcdefghijklmnop'.split('').map((name) => [name, text])),
        minProperties: 8,
      },
      true,
    ],
  ])('is nested for %s, and checked as a whole', (_, schema, required) => {
    const entry = shapeBody(schema, { required });
    expect(entry.tool.request.body?.fields).toBeUndefined();
    expect(JSON.stringify(entry.enforced)).toContain('"minProperties"');
  });
});

describe('null is no member that was asked for', () => {
  const entry = shapeBody({ properties: { a: text, b: maybe }, minProperties: 1 });
  const check = (strict: boolean, args: object) =>
    createChecker({}, strict ? { nullMeansAbsent: true } : {})(
      'change',
      entry.enforced,
      args,
      entry.tool.request.body,
    );

  test('where null says that an argument is not given, it is left out, and clears nothing', () => {
    expect(check(true, { id: '1', dry: null, a: 'x', b: null })).toEqual({ id: '1', a: 'x' });
    expect(() => check(true, { id: '1', dry: null, a: null, b: null })).toThrow('give a or b');
  });

  test('else it counts where it is a value of the member', () => {
    expect(check(false, { id: '1', b: null })).toEqual({ id: '1', b: null });
    expect(check(false, { id: '1', a: null, b: 'x' })).toEqual({ id: '1', b: 'x' });
    expect(() => check(false, { id: '1', a: null })).toThrow('give a or b');
  });
});

describe('a body that asks for some of its members by a union, where its arguments were flat', () => {
  const three = { properties: { a: text, id: text, c: text } };
  const ways = [{ required: ['a'] }, { required: ['id', 'c'] }];

  test.each([
    ['anyOf', { ...three, anyOf: ways }, 'a, or id_body and c must be given.'],
    ['oneOf', { ...three, oneOf: ways }, 'Exactly one must be given: a, or id_body and c.'],
    ['anyOf', { allOf: [three, { anyOf: ways }] }, 'a, or id_body and c must be given.'],
    ['anyOf', { ...three, anyOf: ways, additionalProperties: false }, 'a, or id_body and c must be given.'],
  ])('they stay so, and %s is asked of them', (keyword, schema, words) => {
    const entry = shapeBody(schema, { form: 'flat' });
    expect(entry.enforced[keyword]).toEqual([{ required: ['a'] }, { required: ['id_body', 'c'] }]);
    expect(notes(entry)).toContain(words);
    const check = (args: object) =>
      createChecker({})('change', entry.enforced, { id: '1', ...args }, entry.tool.request.body);
    expect(check({ a: 'x' })).toEqual({ id: '1', a: 'x' });
    expect(() => check({ c: 'x' })).toThrow('give a, or id_body and c');
    if (keyword === 'oneOf')
      expect(() => check({ a: 'x', id_body: 'y', c: 'z' })).toThrow('Invalid arguments');
    expect(shapeBody(schema).tool.request.body?.fields).toBeUndefined();
  });

  test('what only one way is left of is required, and what none is left of is nested', () => {
    const one = { ...three, anyOf: [{ required: ['a'] }, { required: ['gone'] }] };
    expect(shapeBody(one, { form: 'flat' }).enforced['required']).toEqual(['id', 'a']);
    const none = { ...three, anyOf: [{ required: ['gone'] }] };
    expect(shapeBody(none, { form: 'flat' }).tool.request.body?.fields).toBeUndefined();
  });

  test('a union that says more than that is nested', () => {
    const more = {
      ...three,
      anyOf: [{ required: ['a'] }, { required: ['c'], properties: { c: { maxLength: 3 } } }],
    };
    expect(shapeBody(more, { form: 'flat' }).tool.request.body?.fields).toBeUndefined();
  });
});
