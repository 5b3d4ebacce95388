import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createNarrowers } from '../../../generator/compare/schemas/createNarrowers.js';
import { type SchemaDifference, relateSchemas } from '../../../generator/compare/schemas/relateSchemas.js';
import type { Schema } from '../../../generator/model/api.js';

interface Case {
  name: string;
  old: Schema;
  new: Schema;
  oldTable?: Record<string, Schema>;
  newTable?: Record<string, Schema>;
  /** What is found, `effect path.keyword from to`; a question mark where it may be that no value is refused. */
  found: string[];
  /** There may be more. */
  loose?: true;
}

const cases = JSON.parse(readFileSync(new URL('relateSchemas.json', import.meta.url), 'utf8')) as Case[];

describe('schemas of two sides', () => {
  test.each(cases)('$name', ({ old, new: now, oldTable = {}, newTable = oldTable, found, loose }) => {
    const lines = relateSchemas(createNarrowers(oldTable, newTable), old, now).map(describeOne);
    expect(loose ? lines.filter((line) => found.includes(line)) : lines).toEqual(found);
  });

  test('work is bounded, however schemas refer to one another', () => {
    const names = Array.from({ length: 40 }, (_, index) => `N${index}`);
    const tableOf = (type: string) =>
      Object.fromEntries(
        names.map((name, index): [string, Schema] => [
          name,
          {
            type: 'object',
            properties: {
              value: { type },
              ...Object.fromEntries(names.map((other) => [other, { $ref: other }])),
            },
            anyOf: names
              .slice(0, (index % 7) + 2)
              .map((other) => ({ properties: { [name]: { $ref: other } } })),
          },
        ]),
      );
    const found = relateSchemas(
      createNarrowers(tableOf('number'), tableOf('integer')),
      { $ref: 'N0' },
      { $ref: 'N0' },
    );
    expect(found.some(({ effect }) => effect !== 'widened')).toBe(true);
    const endless = { A: { anyOf: [{ $ref: 'A' }, { $ref: 'B' }] }, B: { not: { $ref: 'A' } } };
    expect(() =>
      relateSchemas(
        createNarrowers(endless, { ...endless, B: { type: 'null' } }),
        { $ref: 'A' },
        { $ref: 'A' },
      ),
    ).not.toThrow();
  });
});

function describeOne({ effect, path, keyword, certain, from, to }: SchemaDifference): string {
  const doubt = effect === 'widened' || certain ? '' : '?';
  return `${effect}${doubt} ${[...path, keyword].join('.')} ${writeValue(from)} ${writeValue(to)}`;
}

function writeValue(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
