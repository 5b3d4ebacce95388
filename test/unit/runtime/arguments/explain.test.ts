import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { findNeed } from '../../../../templates/project/src/runtime/arguments/chooseBranches.js';
import type { ObjectSchema, Schema } from '../../../../templates/project/src/runtime/tool.js';
import { createExpander } from '../../../../templates/project/src/runtime/validate/createExpander.js';
import cases from './explain.json' with { type: 'json' };

const variant = (tag: string, $ref: string) => ({
  $ref,
  properties: { kind: { enum: [tag] } },
  required: ['kind'],
});

/** As the generator makes them: parts that are referred to in place are open, what is around them is closed. */
const components: Record<string, Schema> = {
  Cat: { type: 'object', properties: { meow: { type: 'string' }, id: { $ref: 'Id' } }, required: ['meow'] },
  Dog: { type: 'object', properties: { bark: { type: 'string' }, id: { $ref: 'Id' } }, required: ['bark'] },
  Id: { type: 'integer' },
  Named: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  'Cat~part': { type: 'object', required: ['meow'] },
  'Dog~open': { type: 'object', required: ['bark'] },
  Pet: { anyOf: [variant('cat', 'Cat'), variant('dog', 'Dog')], unevaluatedProperties: false },
  Owner: {
    type: 'object',
    properties: { pet: { $ref: 'Pet' }, friend: { $ref: 'Owner' } },
    additionalProperties: false,
  },
  Wide: { type: 'object', properties: { kind: { type: 'string', enum: ['cat', 'dog'] } } },
  Thin: {
    type: 'object',
    properties: { kind: { $ref: 'Kind' }, thin: { type: 'integer' } },
    required: ['thin'],
  },
  Kind: { type: 'string', enum: ['cat', 'dog'] },
  // Each leads to the other.
  Fish: { anyOf: [plainFish(['fish']), variant('salmon', 'Salmon')] },
  Salmon: { anyOf: [plainFish(), variant('smart', 'Smart')] },
  Smart: plainFish(),
};

function plainFish(kinds?: string[]): Schema {
  return {
    type: 'object',
    properties: {
      kind: { type: 'string', ...(kinds && { enum: kinds }) },
      size: { type: 'integer' },
      young: { type: 'array', items: { $ref: 'Fish' } },
    },
    required: ['kind'],
    additionalProperties: false,
  };
}

describe('what is wrong', () => {
  const check = createChecker(components);

  function explain(schema: ObjectSchema, args: unknown): string[] {
    try {
      check('t', schema, args);
    } catch (error) {
      return (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.slice(2));
    }
    return [];
  }

  test.each(cases)('$name', ({ schema, value, lines }) => {
    const root = {
      type: 'object',
      properties: { p: schema as Schema },
      additionalProperties: false,
    } as const;
    expect(explain({ ...root }, { p: value })).toEqual(lines);
  });

  test('says of a name and of a pattern no more than can be read', () => {
    const long = 'n'.repeat(1_000);
    const pattern = `^${'[a-z]'.repeat(200)}$`;
    const root = { type: 'object', properties: { p: { pattern } }, additionalProperties: false } as const;
    const lines = explain({ ...root }, { [long]: 1, p: 'x' });
    expect(lines[0]).toBe(`${'n'.repeat(59)}…: unknown field; known are p`);
    expect(lines[1]?.length).toBeLessThan(300);
  });
});

function relaxed(name: string): Schema {
  return { type: 'object', declared: { required: [name] } };
}

test('what the document requires is needed, though an example leaves it out', () => {
  const schema: ObjectSchema = {
    type: 'object',
    properties: { p: { allOf: [relaxed('a')], anyOf: [relaxed('b'), { type: 'object', required: ['b'] }] } },
  };
  const root = { schema, value: { p: { a: null, b: null, c: null } } };
  const need = (name: string) => findNeed(['p', name], root, createExpander({}));
  expect([need('a'), need('b'), need('c')]).toEqual(['required', 'required', 'optional']);
});
