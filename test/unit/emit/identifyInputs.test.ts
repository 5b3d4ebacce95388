import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { describe, expect, test } from 'vitest';
import { identifyInputs } from '../../../generator/emit/identifyInputs.js';
import { defaults } from '../../../generator/model/config.js';
import type { Json, JsonObject } from '../../../generator/model/document.js';
import { noNames } from '../../../generator/model/names.js';
import { samples } from '../../support/realDocuments.js';
import { reorder } from '../../support/reorder.js';

const inputs = {
  program: 'one',
  config: defaults,
  names: noNames,
  deleted: new Set<string>(),
  mode: 'list' as const,
};
const identifyBoth = (root: JsonObject, others: Partial<typeof inputs> = {}) =>
  identifyInputs({
    ...inputs,
    ...others,
    documents: [{ root, version: '3.1.0', dialect: '3.1' }],
  });
const identify = (root: JsonObject, others: Partial<typeof inputs> = {}) =>
  JSON.stringify(identifyBoth(root, others));

/** A document of one operation with one parameter of this schema. */
const withSchema = (schema: Json): JsonObject => ({
  paths: { '/a': { get: { parameters: [{ name: 'a', in: 'query', schema }] } } },
});

/** A document of many members. */
const long = (names: string[]): JsonObject =>
  Object.fromEntries(names.map((name) => [name, { description: 'x'.repeat(200) }]));

describe('what says the same is the same,', () => {
  test.each(samples)('in whatever order: %s', (file) => {
    const root = parse(readFileSync(file, 'utf8')) as JsonObject;
    for (const [how, changed] of Object.entries(reorder(root))) {
      expect(JSON.stringify(changed), how).not.toBe(JSON.stringify(root));
      expect(identify(changed), how).toBe(identify(root));
    }
  });

  test('whatever the order of the types of a schema', () => {
    expect(identify(withSchema({ type: ['string', 'null'] }))).toBe(
      identify(withSchema({ type: ['null', 'string'] })),
    );
  });

  test('however long it is', () => {
    const names = Array.from({ length: 2000 }, (_, index) => `name${index}`);
    expect(identify(long(names))).toBe(identify(long(names.toReversed())));
    expect(identify(long(names))).not.toBe(identify(long(names.slice(1))));
  });
});

describe('what says something else is not,', () => {
  test.each<[string, Json, Json]>([
    ['two values swapped', { minimum: 1, maximum: 2 }, { minimum: 2, maximum: 1 }],
    ['the order of listed values', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
    ['the order of examples', { examples: ['a', 'b'] }, { examples: ['b', 'a'] }],
    ['the order in a default', { default: { required: ['a', 'b'] } }, { default: { required: ['b', 'a'] } }],
    ['the order in an extension', { 'x-a': { type: ['a', 'b'] } }, { 'x-a': { type: ['b', 'a'] } }],
    ['the order of alternatives', { anyOf: [true, false] }, { anyOf: [false, true] }],
    ['another word', { description: 'One' }, { description: 'Two' }],
    ['one required name less', { required: ['a', 'b'] }, { required: ['a'] }],
    ['a number for a text', { const: 1 }, { const: '1' }],
    ['null for nothing', { default: null }, {}],
    ['a list for an object', { items: [] }, { items: {} }],
    ['the end of a list elsewhere', { enum: [['a'], 'b'] }, { enum: [['a', 'b']] }],
    ['another key', { title: 'a' }, { format: 'a' }],
  ])('%s', (_what, one, other) => {
    expect(identify(withSchema(one))).not.toBe(identify(withSchema(other)));
  });

  test('which of two parameters with the same name is first', () => {
    const parameters = [
      { name: 'a', in: 'query', description: 'One' },
      { name: 'a', in: 'query', description: 'Two' },
    ];
    expect(identify({ parameters })).not.toBe(identify({ parameters: parameters.toReversed() }));
  });

  test('the order of tags, servers and security requirements', () => {
    for (const key of ['tags', 'servers', 'security'])
      expect(identify({ [key]: [{ a: [] }, { b: [] }] })).not.toBe(
        identify({ [key]: [{ b: [] }, { a: [] }] }),
      );
  });

  test('another program, other choices, other names, and other files that are deleted', () => {
    const root = withSchema(true);
    const all = [
      identify(root),
      identify(root, { program: 'two' }),
      identify(root, { config: { ...defaults, name: 'other' } }),
      identify(root, { names: { given: { 'GET /a': { name: 'a' } } } }),
      identify(root, { deleted: new Set(['src/http.ts']) }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

test('what a project is made from is the same for another program, and not for other choices or names', () => {
  const root = withSchema({ type: 'string' });
  const { made, unordered } = identifyBoth(root);
  const other = identifyBoth(root, { program: 'two' });
  expect(other.made).toEqual({ program: 'two', inputs: made.inputs });
  expect(other.unordered).not.toBe(unordered);
  const inputsOf = (one: ReturnType<typeof identifyBoth>) => one.made.inputs;
  expect(inputsOf(identifyBoth(root, { config: { ...defaults, budget: 300 } }))).not.toBe(made.inputs);
  const names = { given: { 'GET /a': { name: 'a' } } };
  expect(inputsOf(identifyBoth(root, { names }))).not.toBe(made.inputs);
  const kept = { variables: {}, forms: { a: 'flat' as const } };
  expect(inputsOf(identifyBoth(root, { names: { given: {}, kept } }))).not.toBe(made.inputs);
  expect(inputsOf(identifyBoth(withSchema({ type: 'integer' })))).not.toBe(made.inputs);
});
