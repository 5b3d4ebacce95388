import { describe, expect, test } from 'vitest';
import { upgradeParameter } from '../../../generator/load/upgrade/parameters.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { documentOf } from '../../support/documentOf.js';

const open = { 'x-ms-enum': { name: 'Color', modelAsString: true } };
const union = (values: unknown[], type = 'string') => [{ type, enum: values }, { type }];

function readSchema(schema: object) {
  const { diagnostics, report } = collector();
  const operation = { parameters: [{ name: 'q', in: 'query', schema }] };
  const api = read(documentOf({ paths: { '/a': { get: operation } } }), report);
  return { schema: api.operations[0]?.parameters[0]?.schema, codes: diagnostics.map(({ code }) => code) };
}

describe('an enum that is open', () => {
  test.each<[name: string, schema: object, read: object, codes: string[]]>([
    [
      'takes other values',
      { type: 'string', enum: ['a', 'b'], default: 'a', ...open },
      { type: 'string', default: 'a', anyOf: union(['a', 'b']) },
      ['enum-open'],
    ],
    [
      'takes other numbers',
      { type: 'integer', enum: [1], ...open },
      { type: 'integer', anyOf: union([1], 'integer') },
      ['enum-open'],
    ],
    ['is of texts, where no type says so', { enum: ['a'], ...open }, { anyOf: union(['a']) }, ['enum-open']],
    [
      'leaves another union alone',
      { type: 'string', enum: ['a'], anyOf: [{ maxLength: 3 }], ...open },
      { type: 'string', anyOf: [{ maxLength: 3 }], allOf: [{ anyOf: union(['a']) }] },
      ['enum-open'],
    ],
    [
      'may be said in place of enum',
      { type: 'string', 'x-extensible-enum': ['a'] },
      { type: 'string', anyOf: union(['a']) },
      [],
    ],
  ])('%s', (_, schema, expected, codes) => {
    expect(readSchema(schema)).toEqual({ schema: expected, codes });
  });

  test.each([
    [{ type: 'string', enum: ['a'], 'x-ms-enum': { name: 'Color', modelAsString: false } }],
    [{ type: 'string', enum: ['a'], 'x-ms-enum': true }],
    [{ type: 'string', enum: ['a'], 'x-extensible-enum': ['a', 'b'] }],
  ])('is not one: %j', (schema) => {
    expect(readSchema(schema)).toEqual({ schema: { type: 'string', enum: ['a'] }, codes: [] });
  });

  test('shows what its values are called', () => {
    const values = [
      { value: 1, name: 'Red' },
      { value: 2, description: 'Blue. Not green.' },
    ];
    const schema = { type: 'integer', enum: [1, 2], 'x-ms-enum': { modelAsString: true, values } };
    const { tool } = shapeDocument({
      paths: { '/a': { get: { parameters: [{ name: 'q', in: 'query', schema }] } } },
    });
    expect(tool('GET /a').tool.inputSchema.properties['q']).toEqual({
      type: 'integer',
      anyOf: [{ type: 'integer', enum: [1, 2], description: '1: Red, 2: Blue.' }, { type: 'integer' }],
    });
  });

  test('shows its values beside other texts, in a document of 2.0 too', () => {
    const parameter = upgradeParameter({ name: 'q', in: 'query', type: 'string', enum: ['a', 'b'], ...open });
    const { tool } = shapeDocument({ paths: { '/a': { get: { parameters: [parameter] } } } });
    expect(tool('GET /a').tool.inputSchema.properties['q']).toEqual({
      type: 'string',
      anyOf: [{ type: 'string', enum: ['a', 'b'] }, { type: 'string' }],
    });
  });
});
