import { describe, expect, test } from 'vitest';
import { read } from '../../../../generator/read/read.js';
import { countNaive } from '../../../../generator/shape/budget/countNaive.js';
import { countJson } from '../../../../generator/text/countJson.js';
import { documentOf } from '../../../support/documentOf.js';
import { countTokens } from '../../../support/countTokens.js';

/** The tokens of each operation of a document, the tools being called t0, t1, … */
function countAll(document: object): number[] {
  const { components, operations } = read(documentOf(document), () => {});
  const naive = countNaive({ components }, countJson(countTokens));
  return operations.map((operation, index) => naive.input(`t${index}`, operation));
}

function withBody(schema: object, components: object): object {
  const post = {
    summary: 'Adds *one*.',
    description: 'More <b>words</b>.',
    parameters: [
      { name: 'X-Trace', in: 'header', description: 'Any text.', schema: { type: 'string', example: 'a' } },
    ],
    requestBody: { required: true, content: { 'application/json': { schema } } },
  };
  return { paths: { '/x': { post } }, components: { schemas: components } };
}

function tokensOf(body: object, shared: object = {}): number {
  return countTokens(
    JSON.stringify({
      name: 't0',
      description: 'Adds *one*.\n\nMore <b>words</b>.',
      inputSchema: {
        type: 'object',
        properties: {
          'X-Trace': { type: 'string', examples: ['a'], description: 'Any text.' },
          body,
        },
        required: ['body'],
        ...shared,
      },
    }),
  );
}

const street = { type: 'string', title: 'The street', examples: ['Main Street'] };

/** A part of a tree that refers to itself. */
function node(ref: string): object {
  return { type: 'object', properties: { left: { $ref: ref }, right: { $ref: ref }, street } };
}

describe('a tool as it is without any of this', () => {
  test('has every reference written out, nothing stripped', () => {
    const address = { type: 'object', properties: { street }, required: ['street'] };
    const shop = {
      type: 'object',
      properties: {
        open: { type: 'boolean' },
        front: { $ref: '#/components/schemas/Address' },
        back: { $ref: '#/components/schemas/Address', description: 'Where goods come in.' },
      },
    };
    const document = withBody({ $ref: '#/components/schemas/Shop' }, { Address: address, Shop: shop });
    const written = {
      type: 'object',
      properties: {
        open: { type: 'boolean' },
        front: address,
        back: { ...address, description: 'Where goods come in.' },
      },
    };
    expect(countAll(document)).toEqual([tokensOf(written)]);
  });

  test('has a component of a cycle once', () => {
    const document = withBody(
      { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      { Node: node('#/components/schemas/Node') },
    );
    const written = { type: 'array', items: { $ref: '#/$defs/Node' } };
    expect(countAll(document)).toEqual([tokensOf(written, { $defs: { Node: node('#/$defs/Node') } })]);
  });

  test('may be larger than anything that could be written', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 80 }, (_, index) => [
        `S${index}`,
        index === 0
          ? { type: 'string' }
          : {
              type: 'object',
              properties: Object.fromEntries(
                ['a', 'b', 'c'].map((name) => [name, { $ref: `#/components/schemas/S${index - 1}` }]),
              ),
            },
      ]),
    );
    const [small = 0] = countAll(withBody({ $ref: '#/components/schemas/S10' }, schemas));
    const [large] = countAll(withBody({ $ref: '#/components/schemas/S79' }, schemas));
    expect(small).toBeGreaterThan(3 ** 10);
    expect(large).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('is the same whatever the order of the operations', () => {
    const components = { schemas: { Address: { type: 'object', properties: { street } } } };
    const operation = {
      requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Address' } } } },
    };
    const paths = { '/a': { post: operation }, '/b': { put: operation } };
    const shuffled = Object.fromEntries(Object.entries(paths).toReversed());
    expect(countAll({ paths, components })).toEqual(countAll({ paths: shuffled, components }));
  });
});
