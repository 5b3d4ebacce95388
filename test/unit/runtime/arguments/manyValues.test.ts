import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createChecker } from '../../../../templates/project/src/runtime/arguments/createChecker.js';
import { shapeDocument } from '../../../support/shapeDocument.js';
import cases from './manyValues.json' with { type: 'json' };

const count = (length: number, write: (index: number) => unknown) =>
  Array.from({ length }, (_, i) => write(i));

const lists: Record<string, unknown[]> = {
  cities: ['berg', 'Berlin', 'Bern', 'oslo', ...count(36, (index) => `v1_${index}`)],
  events: [
    'invoice.payment_failed',
    'payment_intent.payment_failed',
    'payout.failed',
    ...count(17, (index) => `topup.${index}`),
  ],
  numbers: count(100, (index) => index * 10),
  long: count(20, (index) => `urn:example:${'x'.repeat(80)}${index}`),
};

const check = createChecker({});

/** What is said of a value that is none of those that may be given. */
function refuse(values: readonly unknown[], given: unknown): string {
  const schema = {
    type: 'object',
    properties: { p: { enum: values } },
    additionalProperties: false,
  } as const;
  try {
    check('t', { ...schema }, { p: given });
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('of more values than can be told', () => {
  test.each(cases)('those nearest to the one given are: $name', ({ values, given, told }) => {
    expect(refuse(lists[values] ?? [], given)).toContain(told);
  });

  test('each can be found, by beginnings alone', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '7'), minLength: 1, maxLength: 90 });
    const property = fc.property(fc.uniqueArray(word, { minLength: 13, maxLength: 120 }), (values) => {
      const seen = new Set<string>();
      const open = ['a', 'b', 'é', '7'];
      for (let begun = open.pop(); begun !== undefined; begun = open.pop()) {
        const text = refuse(values, `${begun}*`);
        if (!text.includes('the nearest')) continue;
        const told = text.slice(text.indexOf('the nearest'), text.indexOf('To see others'));
        for (const [found] of told.matchAll(/"[^"]*"/g)) seen.add(JSON.parse(found) as string);
        if (told.includes('give more of the beginning'))
          open.push(...['a', 'b', 'é', '7'].map((letter) => begun + letter));
      }
      expect([...seen].toSorted()).toEqual(values.toSorted());
    });
    fc.assert(property, { numRuns: 50 });
  });

  test('the list says how many there are, and how to see them', () => {
    const values = count(400, (index) => `${'value-of-some-length-'.repeat(8)}${index}`);
    const parameters = [
      { name: 'wide', in: 'query', required: true, schema: { type: 'string', enum: values } },
      ...count(300, (index) => ({
        name: `other_${index}`,
        in: 'query',
        schema: { type: 'object', properties: { [`member_${index}`]: { type: 'string' } } },
      })),
    ];
    const { tools } = shapeDocument({ paths: { '/things': { get: { operationId: 'list', parameters } } } });
    expect(tools[0]?.cost.rung).toBe(10);
    expect(tools[0]?.tool.inputSchema.properties['wide']).toEqual({
      type: 'string',
      description: 'One of 400 values: the error for an invalid one names those nearest to it.',
    });
  });
});
