import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import { defaults } from '../../../../generator/model/config.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const words = (index: number) =>
  `What the filter of number ${index} is compared with, in words of some length.`;

function shapeFilters(count: number, required: readonly number[] = [], others: readonly object[] = []) {
  const parameters = Array.from({ length: count }, (_, index) => ({
    name: `filter_${index}`,
    in: 'query',
    required: required.includes(index),
    description: words(index),
    schema: { type: 'string' },
  }));
  const operation = {
    operationId: 'getX',
    description: 'Gets x.',
    parameters: [...parameters, ...others],
    responses: {},
  };
  return shapeDocument({ paths: { '/x': { get: operation } } }).tool('GET /x');
}

const said = (schema: Schema | undefined) => (typeof schema === 'object' ? schema['description'] : undefined);

describe('what a rung took without need is given back', () => {
  const { tool, cost } = shapeFilters(18);
  const properties = Object.values(tool.inputSchema.properties);

  test('in order, as far as there is room', () => {
    expect(cost.rung).toBe(7);
    const withWords = properties.map((property) => said(property) !== undefined);
    const [first] = withWords;
    expect(first).toBe(true);
    expect(withWords).toContain(false);
    expect(withWords.toSorted((a, b) => Number(b) - Number(a))).toEqual(withWords);
    expect(cost.tokens).toBeLessThanOrEqual(defaults.budget);
    // There is no room for one more.
    expect(cost.tokens).toBeGreaterThan(defaults.budget - 20);
  });

  test('and is no longer told as lost', () => {
    const without = properties.filter((property) => said(property) === undefined).length;
    expect(cost.lost.join()).toContain(`words of ${without} optional arguments off`);
  });

  test('to required arguments first', () => {
    const { tool: mixed } = shapeFilters(18, [17]);
    expect(said(mixed.inputSchema.properties['filter_17'])).toBe(words(17));
    expect(said(mixed.inputSchema.properties['filter_16'])).toBeUndefined();
  });

  test('to the short before the long', () => {
    const short = Array.from({ length: 8 }, (_, index) => ({
      name: `short_${index}`,
      in: 'query',
      description: 'Says few words.',
      schema: { type: 'string' },
    }));
    const { properties: mixed } = shapeFilters(11, [], short).tool.inputSchema;
    for (const { name, description } of short) expect(said(mixed[name])).toBe(description);
    expect(said(mixed['filter_10'])).toBeUndefined();
  });

  test('whatever another argument would take by itself', () => {
    const names = Array.from({ length: 80 }, (_, index) => `condition_of_some_length_${index}`);
    const schema = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, {}])) };
    const large = { name: 'large', in: 'query', content: { 'application/json': { schema } } };
    const { tool: mixed, cost: spent } = shapeFilters(2, [], [large]);
    expect(spent.tokens).toBeLessThanOrEqual(defaults.budget);
    expect(said(mixed.inputSchema.properties['filter_0'])).toBe(words(0));
    expect(said(mixed.inputSchema.properties['filter_1'])).toBe(words(1));
  });

  test('but not to a tool that is over its budget', () => {
    const over = shapeFilters(60);
    expect(over.cost.tokens).toBeGreaterThan(defaults.budget);
    expect(Object.values(over.tool.inputSchema.properties).map(said)).toEqual(Array(60).fill(undefined));
  });
});
