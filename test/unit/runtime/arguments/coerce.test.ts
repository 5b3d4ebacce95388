import { describe, expect, test } from 'vitest';
import { coerce } from '../../../../templates/project/src/runtime/arguments/coerce.js';
import type { Schema } from '../../../../templates/project/src/runtime/tool.js';
import { createExpander } from '../../../../templates/project/src/runtime/validate/createExpander.js';

const components: Record<string, Schema> = {
  Count: { type: 'integer' },
  Tree: {
    type: 'object',
    properties: { size: { $ref: 'Count' }, children: { type: 'array', items: { $ref: 'Tree' } } },
  },
  Loop: { anyOf: [{ $ref: 'Loop' }, { type: 'integer' }] },
  Cat: { type: 'object', properties: { kind: { const: 'cat' }, age: { type: 'integer' } } },
  Dog: { type: 'object', properties: { kind: { enum: ['dog'] }, age: { type: 'string' } } },
};
const int: Schema = { type: 'integer' };
const text: Schema = { type: 'string' };

const cases: [schema: Schema, given: unknown, result: unknown][] = [
  // numbers
  [int, '5', 5],
  [int, '-5', -5],
  [int, '0', 0],
  [int, '05', '05'],
  [int, '+5', '+5'],
  [int, ' 5', ' 5'],
  [int, '5.0', '5.0'],
  [int, '1e3', '1e3'],
  [int, '', ''],
  [int, '9007199254740991', 9007199254740991],
  [{ type: 'number' }, '5.25', 5.25],
  [{ type: 'number' }, '5', 5],
  [{ type: 'number' }, '0.12345678901234567', '0.12345678901234567'],
  [{ type: 'number' }, '1.50', 1.5],
  [{ type: 'number' }, '2.0', 2],
  [{ type: 'number' }, '-0', '-0'],
  [int, '-0', '-0'],
  [{ type: 'number' }, 'NaN', 'NaN'],
  [{ type: 'number' }, 'Infinity', 'Infinity'],
  [{ enum: [1, 2] }, '2', 2],
  [{ type: 'string', enum: ['1', '1.1'] }, 1.1, '1.1'],
  [{ type: 'string', enum: ['1', '1.1'] }, 1.2, 1.2],
  [text, 1.1, 1.1],
  [{ const: 7 }, '7', 7],
  // booleans
  [{ type: 'boolean' }, 'true', true],
  [{ type: 'boolean' }, 'false', false],
  [{ type: 'boolean' }, 'True', 'True'],
  [{ type: 'boolean' }, 'yes', 'yes'],
  [{ type: 'boolean' }, 1, 1],
  [int, true, true],
  [int, null, null],
  [text, true, true],
  // text
  [text, 5, '5'],
  [text, 5.5, 5.5],
  [text, 2 ** 60, 2 ** 60],
  [text, null, null],
  [text, { a: 1 }, { a: 1 }],
  [{ type: ['string', 'integer'] }, '5', '5'],
  [{ type: ['string', 'null'] }, 5, '5'],
  [{ type: ['integer', 'string'], enum: [1, 2, 'max'] }, '2', 2],
  [{ type: ['integer', 'string'], enum: [1, 2, 'max'] }, 'MAX', 'max'],
  [{ type: ['integer', 'string'], enum: [1, 2, '2'] }, '2', '2'],
  [{ type: ['boolean', 'string'], enum: [true, 'auto'] }, 'true', true],
  [{ type: ['integer', 'null'] }, 'null', 'null'],
  // JSON in a string
  [{ type: 'object', properties: { n: int } }, '{"n":"3"}', { n: 3 }],
  [{ type: 'object' }, 'not json', 'not json'],
  [{ type: 'object' }, '[1]', '[1]'],
  [{ type: 'array', items: int }, '[1,"2"]', [1, 2]],
  [{ type: ['object', 'string'] }, '{"n":3}', '{"n":3}'],
  [{ type: 'object' }, '[{"a":1}]', '[{"a":1}]'],
  // a single value for a list
  [{ type: 'array', items: text }, 'a', ['a']],
  [{ type: 'array', items: int }, '5', [5]],
  [{ type: 'array', items: int }, 5, [5]],
  [{ type: 'array', items: { type: 'boolean' } }, true, [true]],
  [{ type: 'array', items: text }, 'a,b', 'a,b'],
  [{ type: 'array', items: text }, { a: 1 }, { a: 1 }],
  [{ anyOf: [text, { type: 'array', items: text }] }, 'a', 'a'],
  // enums
  [{ type: 'string', enum: ['open', 'closed'] }, 'OPEN', 'open'],
  [{ type: 'string', enum: ['a', 'A'] }, 'a', 'a'],
  [{ type: 'string', enum: ['ab', 'AB'] }, 'Ab', 'Ab'],
  [{ type: 'string', enum: ['open'] }, 'opened', 'opened'],
  [{ const: 'open' }, 'Open', 'open'],
  [{ anyOf: [{ enum: ['open'] }, { enum: ['closed'] }] }, 'CLOSED', 'closed'],
  [{ anyOf: [{ enum: ['open'] }, { type: 'null' }] }, 'Open', 'open'],
  [{ anyOf: [{ enum: ['open'] }, int] }, 'Open', 'open'],
  [{ anyOf: [{ enum: ['open'] }, text] }, 'Open', 'Open'],
  [{ anyOf: [{ enum: ['open'] }, { enum: ['OPEN'] }] }, 'Open', 'Open'],
  [{ anyOf: [{ enum: ['open'] }, { enum: ['open', 'closed'] }] }, 'Open', 'open'],
  [{ allOf: [{ enum: ['open', 'OPEN'] }, { enum: ['open'] }] }, 'Open', 'open'],
  [{ items: { enum: ['open'] } }, ['Open'], ['open']],
  [{ type: 'array', items: { enum: ['open'] } }, 'Open', ['open']],
  // members
  [{ properties: { n: int } }, { n: '5', other: '5' }, { n: 5, other: '5' }],
  [{ additionalProperties: int }, { a: '5' }, { a: 5 }],
  [
    { patternProperties: { '^a': text }, additionalProperties: int },
    { a: 5, b: '5' },
    { a: '5', b: 5 },
  ],
  [
    { properties: { ab: int }, patternProperties: { '^a': { maximum: 9 } }, additionalProperties: false },
    { ab: '5', a: '5' },
    { ab: 5, a: '5' },
  ],
  [{ prefixItems: [int, text], items: { type: 'boolean' } }, ['1', 2, 'true'], [1, '2', true]],
  [{ properties: { n: int } }, { constructor: '5', toString: '5' }, { constructor: '5', toString: '5' }],
  // references and combinations
  [{ $ref: 'Tree' }, { size: '1', children: [{ size: '2' }] }, { size: 1, children: [{ size: 2 }] }],
  [{ $ref: 'Nowhere' }, '5', '5'],
  [{ $ref: 'Loop' }, '5', '5'],
  [
    { allOf: [{ properties: { n: int } }, { properties: { m: { $ref: 'Count' } } }] },
    { n: '1', m: '2' },
    { n: 1, m: 2 },
  ],
  [{ anyOf: [int, { type: 'null' }] }, '5', 5],
  [{ oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }] }, { kind: 'cat', age: '3' }, { kind: 'cat', age: 3 }],
  [{ oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }] }, { kind: 'dog', age: 3 }, { kind: 'dog', age: '3' }],
  [{ oneOf: [{ $ref: 'Cat' }, { $ref: 'Dog' }] }, { age: '3' }, { age: '3' }],
  [{ anyOf: [{ properties: { n: int } }, { type: 'object' }] }, { n: '5' }, { n: '5' }],
  [
    { anyOf: [{ $ref: 'Cat', required: ['kind'] }, { $ref: 'Dog' }] },
    { kind: 'dog', age: 3 },
    { kind: 'dog', age: '3' },
  ],
  [
    { properties: { a: { anyOf: [{ $ref: 'Tree' }, { type: 'null' }] } } },
    { a: { children: [{ size: '2' }] } },
    { a: { children: [{ size: 2 }] } },
  ],
  [{ additionalProperties: { prefixItems: [int] } }, { x: ['1', '2'] }, { x: [1, '2'] }],
  // no demands
  [{}, '5', '5'],
  [true, '5', '5'],
  [false, '5', '5'],
];

describe('coerce', () => {
  test.each(cases)('%j: %j -> %j', (schema, given, result) => {
    expect(coerce(given, schema, createExpander(components))).toEqual(result);
  });

  test.each([
    ['an integer', int, '9007199254740993', 9007199254740993n],
    ['a number', { type: 'number' }, '9999999999999999', 9999999999999999n],
    ['a number that is exact, but as large', { type: 'number' }, '90071992547409920', 90071992547409920n],
    ['one within JSON', { type: 'object' }, '{"n":9007199254740993}', { n: 9007199254740993n }],
  ])('keeps the digits of %s beyond 2^53', (_what, schema, given, result) => {
    expect(coerce(given, schema, createExpander(components))).toEqual(result);
  });

  test('leaves what it was given alone', () => {
    const given = { n: '5', list: ['1'] };
    coerce(given, { properties: { n: int, list: { items: int } } }, createExpander(components));
    expect(given).toEqual({ n: '5', list: ['1'] });
  });
});
