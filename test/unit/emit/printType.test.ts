import * as fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, test } from 'vitest';
import { buildArguments } from '../../../generator/emit/build/buildArguments.js';
import { printType } from '../../../generator/emit/build/printType.js';
import { toType } from '../../../generator/emit/build/toType.js';
import type { Schema } from '../../../generator/model/api.js';
import type { ObjectSchema } from '../../../generator/model/server.js';
import { makeEntry } from '../../support/makeServer.js';

const text = { type: 'string' };
const open = '{ [name: string]: unknown }';

describe('the type of a schema', () => {
  test.each<[Schema, string]>([
    [true, 'unknown'],
    [false, 'never'],
    [{}, 'unknown'],
    [{ description: 'anything' }, 'unknown'],
    [{ type: 'string', format: 'date' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'number' }, 'number'],
    [{ type: 'boolean' }, 'boolean'],
    [{ type: 'null' }, 'null'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: ['integer', 'number'] }, 'number'],
    [{ type: 'nonsense' }, 'unknown'],
    [{ type: 'string', enum: ['a', "it's", '`${x}`'] }, `'a' | "it's" | '\`\${x}\`'`],
    [{ enum: [1, -2.5, true, null] }, '1 | -2.5 | true | null'],
    [{ enum: [] }, 'never'],
    [{ enum: [{ a: 1 }] }, 'unknown'],
    [{ type: 'array', items: text }, 'string[]'],
    [{ type: 'array' }, 'unknown[]'],
    [{ type: 'array', items: { enum: ['a', 'b'] } }, "('a' | 'b')[]"],
    [{ type: 'array', items: { type: 'array', items: text } }, 'string[][]'],
    [{ anyOf: [text, { type: 'integer' }, { type: 'string', format: 'date' }] }, 'string | number'],
    [{ anyOf: [text, { anyOf: [{ type: 'boolean' }, text] }] }, 'string | boolean'],
    [{ anyOf: [text, {}] }, 'unknown'],
    [{ type: 'string', anyOf: [{ format: 'date' }, { format: 'time' }] }, 'string'],
    [{ type: 'object' }, open],
    [{ type: 'object', additionalProperties: true }, open],
    [{ type: 'object', additionalProperties: text }, '{ [name: string]: string }'],
    [{ type: 'object', additionalProperties: false }, 'Record<string, never>'],
    [{ type: 'object', properties: { a: text, b: text }, required: ['a'] }, '{ a: string; b?: string }'],
    [{ type: 'object', properties: { a: text }, additionalProperties: false }, '{ a?: string }'],
    [
      { type: 'object', properties: { a: text }, additionalProperties: text },
      '{ a?: string; [name: string]: unknown }',
    ],
    [{ type: 'object', properties: { a: text }, anyOf: [{ required: ['a'] }] }, '{ a?: string }'],
    [{ type: 'object', properties: { 'x-y': text, $ref: text } }, "{ 'x-y'?: string; $ref?: string }"],
    [
      { type: 'object', properties: JSON.parse('{"__proto__":{"type":"string"}}') as object },
      "{ ['__proto__']?: string }",
    ],
    [
      { type: 'object', properties: { a: { type: 'string', description: 'An */ a\n@b' } } },
      '{\n  /**\n   * An *\\/ a\n   * \\@b\n   */\n  a?: string;\n}',
    ],
  ])('%j', (schema, type) => {
    expect(printType(toType(schema))).toBe(type);
  });

  const key = fc.constantFrom('id', 'name', 'page[size]', 'type', 'a'.repeat(30), 'constructor');
  const schema = fc.letrec<{ schema: Schema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Schema>(true, { type: 'string' }, { type: 'integer', description: 'A number' }),
      fc
        .array(fc.string({ minLength: 1, maxLength: 30 }), { minLength: 1, maxLength: 8 })
        .map((values) => ({ enum: values })),
      fc.record({ type: fc.constant('array'), items: tie('schema') }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 4 }) }),
      fc
        .tuple(
          fc.dictionary(key, tie('schema'), { minKeys: 1, maxKeys: 4 }),
          fc.boolean(),
          fc.constantFrom('', 'An object'),
        )
        .map(([properties, additionalProperties, description]) => ({
          type: 'object',
          properties,
          additionalProperties,
          description,
        })),
    ),
  })).schema;

  test('is laid out as prettier lays it out', async () => {
    const members = fc.dictionary(key, schema, { minKeys: 1, maxKeys: 4 });
    await fc.assert(
      // Many at once, since prettier takes longer to begin than for one.
      fc.asyncProperty(fc.array(members, { minLength: 10, maxLength: 10 }), async (all) => {
        const schemas = all.map((properties): ObjectSchema => ({ type: 'object', properties }));
        const tools = schemas.map((inputSchema, at) => makeEntry({ name: `try_it_${at}`, inputSchema }));
        const printed = buildArguments([{ name: 'all', title: '', description: '', tools }]);
        expect(await format(printed, { parser: 'typescript', printWidth: 110, singleQuote: true })).toBe(
          printed,
        );
      }),
      { numRuns: 20, seed: 1 },
    );
  });
});

function build(inputSchema: ObjectSchema): string {
  return buildArguments([{ name: 'all', title: '', description: '', tools: [makeEntry({ inputSchema })] }]);
}

describe('arguments.ts', () => {
  test('has an interface for each tool, and one of them all', () => {
    expect(
      build({ type: 'object', properties: { limit: { type: 'integer', description: 'At most' } } }),
    ).toBe(
      [
        "// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.",
        '',
        '/** Arguments of `list_pets`: List pets */',
        'export interface ListPetsArguments {',
        '  /** At most */',
        '  limit?: number;',
        '}',
        '',
        '/** The arguments of every tool, by its name. */',
        'export interface Arguments {',
        '  list_pets: ListPetsArguments;',
        '}',
        '',
      ].join('\n'),
    );
  });

  test.each<[Record<string, unknown>, string]>([
    [{}, 'export type ListPetsArguments = Record<string, never>;'],
    [{ additionalProperties: true }, 'export interface ListPetsArguments {\n  [name: string]: unknown;\n}'],
  ])('a tool without named arguments, with %j', (keywords, printed) => {
    expect(build({ type: 'object', properties: {}, ...keywords })).toContain(printed);
  });
});
