import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import type { ObjectSchema, Schema } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody } from '../../../support/runtime/fixtures.js';

const components: Record<string, Schema> = {
  Issue: {
    type: 'object',
    properties: { title: { type: 'string' }, votes: { type: 'integer' }, id: { type: 'integer' } },
    required: ['title'],
    additionalProperties: false,
  },
  Pet: { anyOf: [{ $ref: 'Issue' }, { properties: { bark: {} } }, { type: 'null' }] },
};

function taking(body: Schema): ObjectSchema {
  const properties = { id: { type: 'string' }, body };
  return { type: 'object', properties, required: ['body'], additionalProperties: false };
}

const issue = taking({ $ref: 'Issue' });
const body = makeBody({});
const check = createChecker(components);

describe('a body that is one argument', () => {
  test.each<[schema: ObjectSchema, given: object, result: object]>([
    [issue, { id: 'a', title: 't', votes: '5' }, { id: 'a', body: { title: 't', votes: 5 } }],
    [issue, { id: 'a', body: { title: 't' } }, { id: 'a', body: { title: 't' } }],
    [issue, { id: 'a', body: '{"title":"t"}' }, { id: 'a', body: { title: 't' } }],
    [taking({ $ref: 'Pet' }), { bark: 'b' }, { body: { bark: 'b' } }],
    [taking({ allOf: [{ $ref: 'Issue' }] }), { title: 't' }, { body: { title: 't' } }],
  ])('may be given by its fields: %#', (schema, given, result) => {
    expect(check('t', schema, given, body)).toEqual(result);
  });

  test('takes no argument for a field, nor a field that it does not name', () => {
    expect(() => check('t', issue, { id: '1' }, body)).toThrow('- body: required but missing (object)');
    expect(() => check('t', issue, { titel: 't' }, body)).toThrow(
      '- body: required but missing (object)\n- titel: unknown field, did you mean "body.title"?',
    );
    expect(() => check('t', issue, { title: 't', vots: 1 }, body)).toThrow('- vots: unknown field');
    expect(() => check('t', taking({ type: 'object' }), { x: 1 }, body)).toThrow('- x: unknown field');
  });

  test('is checked as well when given by its fields', () => {
    expect(() => check('t', issue, { title: 't', votes: 'many' }, body)).toThrow(
      '- body.votes: expected integer, got string "many"',
    );
  });

  test('is refused where it is given both ways', () => {
    expect(() => check('t', issue, { title: 't', body: { votes: 1 } }, body)).toThrow(
      'title: a field of body, which is given too: put it into body',
    );
  });

  test('is left alone where there is none', () => {
    const none = { type: 'object', properties: {}, additionalProperties: false } as const;
    expect(() => check('t', { ...none }, { title: 't' })).toThrow('- title: unknown field');
  });
});

describe('a body in a string', () => {
  const spread = makeBody({ fields: { title: 'title', votes: 'votes' } });
  const schema: ObjectSchema = {
    type: 'object',
    properties: { title: { type: 'string' }, votes: { type: 'integer' }, more: {} },
    additionalProperties: false,
  };

  test('is inspected as well', () => {
    const text = '{"more":{"__proto__":{"admin":true}}}';
    expect(() => check('t', schema, { body: text }, spread)).toThrow(
      '- more.__proto__: not allowed as a name',
    );
    const list = taking({ type: 'array' });
    expect(() => check('t', list, { body: '[{"__proto__":1}]' }, body)).toThrow('- body.0.__proto__: not');
    expect(() => check('t', list, { body: '["\\ud800"]' }, body)).toThrow('- body.0: holds half');
  });

  test('keeps the digits of an integer in it', () => {
    expect(check('t', schema, { body: '{"votes":9007199254740993}' }, spread)).toEqual({
      votes: 9007199254740993n,
    });
  });
});

describe('null where it means that nothing is given', () => {
  const lenient = createChecker(components, { nullMeansAbsent: true });
  const schema: ObjectSchema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      limit: { type: ['integer', 'null'] },
      any: {},
      issue: { $ref: 'Issue' },
      list: { type: 'array', items: { $ref: 'Issue' } },
      pet: { anyOf: [{ $ref: 'Issue' }, { type: 'null' }] },
      tagged: {
        anyOf: [
          { properties: { kind: { enum: ['a'] }, x: { type: 'string' } }, required: ['kind'] },
          { properties: { kind: { enum: ['b'] }, x: { type: 'null' } }, required: ['kind'] },
        ],
      },
      open: { type: 'object', additionalProperties: { type: 'string' } },
    },
    required: ['id'],
    additionalProperties: false,
  };

  test.each<[given: object, result: object]>([
    [{ id: 'a', limit: null, any: null, issue: null }, { id: 'a' }],
    [
      { id: 'a', issue: { title: 't', votes: null } },
      { id: 'a', issue: { title: 't' } },
    ],
    [
      { id: 'a', issue: '{"title":"t","votes":null}' },
      { id: 'a', issue: { title: 't' } },
    ],
    [
      { id: 'a', list: [{ title: 't', votes: null }] },
      { id: 'a', list: [{ title: 't' }] },
    ],
    [
      { id: 'a', pet: null, open: { a: null, b: 'b' } },
      { id: 'a', open: { b: 'b' } },
    ],
    [
      { id: 'a', tagged: { kind: 'a', x: null } },
      { id: 'a', tagged: { kind: 'a' } },
    ],
    [
      { id: 'a', tagged: { kind: 'b', x: null } },
      { id: 'a', tagged: { kind: 'b' } },
    ],
  ])('is left out: %j', (given, result) => {
    expect(lenient('t', schema, given)).toEqual(result);
  });

  test.each<[given: object, line: string]>([
    [{ id: null }, '- id: expected string, got null'],
    [{ id: 'a', other: null }, '- other: unknown field'],
    [{ id: 'a', issue: { title: null } }, '- issue.title: expected string, got null'],
    [{ id: 'a', list: [null] }, '- list.0: expected object with title, got null'],
  ])('is refused where it is no such member: %j', (given, line) => {
    expect(() => lenient('t', schema, given)).toThrow(line);
  });

  test('is left out by every other server where an optional member cannot be null, and only there', () => {
    const given = { id: 'a', limit: null, issue: null, list: [{ title: 't', votes: null }] };
    expect(check('t', schema, given)).toEqual({ id: 'a', limit: null, list: [{ title: 't' }] });
    expect(() => check('t', schema, { id: null })).toThrow('- id: expected string, got null');
    expect(() => check('t', schema, { id: 'a', open: { a: null } })).toThrow(
      '- open.a: expected string, got null',
    );
  });
});
