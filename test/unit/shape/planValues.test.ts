import { describe, expect, test } from 'vitest';
import { allowsNull } from '../../../generator/schema/types.js';
import { shapeDocument } from '../../support/shapeDocument.js';

function shapeParameter(parameter: object, path = '/x/{p}') {
  const { tools, diagnostics } = shapeDocument({
    paths: { [path]: { get: { parameters: [{ name: 'p', ...parameter }] } } },
  });
  return { entry: tools[0], property: tools[0]?.enforced.properties['p'], diagnostics };
}

describe('the words of a rule stand beside its pattern', () => {
  const text = { type: 'string' };
  test.each([
    ['path', text, /"pattern":"[^"]*","\$comment":"must not be empty, \\"\.\\" or/],
    ['header', text, /"pattern":"[^"]*","\$comment":"must hold no line breaks/],
    ['path', { type: 'array', items: text }, /"items":\{[^{}]*"pattern":"[^"]*","\$comment":"must not/],
    ['path', { ...text, pattern: '^a' }, /"pattern":"\^a","allOf":\[\{"pattern":"[^"]*","\$comment"/],
    ['header', {}, /^\{"pattern":"[^"]*","\$comment":"must hold/],
  ])('%s %j', (place, schema, words) => {
    const { entry, property } = shapeParameter({ in: place, schema }, place === 'path' ? '/x/{p}' : '/x');
    expect(JSON.stringify(property)).toMatch(words);
    expect(JSON.stringify(entry?.tool.inputSchema)).not.toContain('$comment');
  });
});

test('listed values that are not offered are reported', () => {
  const { diagnostics } = shapeParameter({ in: 'path', schema: { enum: ['a/..', 'c', 'd'] } });
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    ['schema-relaxed', 'The value "a/.." of "p" cannot be sent in a path; it is not offered.'],
  ]);
});

const lookUp = (name: string) => (name === 'Null' ? { type: 'null' } : { $ref: name });

describe('null', () => {
  test.each([
    [true, { type: ['string', 'null'] }],
    [true, { enum: ['a', null] }],
    [true, { const: null }],
    [true, { anyOf: [{ type: 'string' }, { $ref: 'Null' }] }],
    [true, { allOf: [{}, { $ref: 'Null' }] }],
    [false, {}],
    [false, true],
    [false, false],
    [false, { type: 'string' }],
    [false, { type: ['string', 'null'], enum: ['a'] }],
    [false, { type: ['string', 'null'], not: { type: 'null' } }],
    [false, { anyOf: [{ type: 'string' }, {}] }],
    [false, { anyOf: [{ type: 'string' }, { const: 1 }] }],
    [false, { $ref: 'Circle' }],
  ])('%s: %j', (allowed, schema) => {
    expect(allowsNull(schema, lookUp)).toBe(allowed);
  });

  test('is told of arguments whose advertised schema does not say so', () => {
    const schema = {
      type: 'object',
      properties: { a: { type: ['string', 'null'] }, b: { type: 'string' }, c: {} },
    };
    const { tool } = shapeDocument({
      paths: {
        '/x/{p}': {
          put: {
            parameters: [{ name: 'p', in: 'path', schema: { type: ['string', 'null'] } }],
            requestBody: { content: { 'application/json': { schema } } },
          },
        },
      },
    });
    expect(tool('PUT /x/{p}').nullable).toEqual(['a']);
  });
});
