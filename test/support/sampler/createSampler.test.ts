import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/api.js';
import { createValidator } from '../../../templates/project/src/runtime/validate/validate.js';
import { createSampler } from './createSampler.js';
import cases from './createSampler.json' with { type: 'json' };

type Keywords = Exclude<Schema, boolean>;

/** Values that are sampled of a schema, and what judges values. */
function draw(schema: Keywords, components: Record<string, Schema> = {}, plain = false) {
  const validate = createValidator(components);
  const accepts = (one: Keywords, value: unknown): boolean => validate(one, value).length === 0;
  const { [plain ? 'plain' : 'any']: sample } = createSampler(components, accepts);
  const values = fc.sample(sample(schema), { seed: 3, numRuns: 200 });
  return { values: values.map((value): unknown => JSON.parse(JSON.stringify(value ?? null))), accepts };
}

describe('values that are sampled of a schema', () => {
  test.each(cases)('$name', ({ schema, components, finds }) => {
    const { values, accepts } = draw(schema, components as Record<string, Schema>);
    const fitting = values.filter((value) => accepts(schema, value));
    expect(fitting.length).toBeGreaterThan(values.length * 0.7);
    const missed = (finds as Keywords[]).filter((found) => !fitting.some((value) => accepts(found, value)));
    expect(missed).toEqual([]);
  });

  test('have no null if they are to be plain', () => {
    const nothing = { anyOf: [{ type: ['boolean', 'null'] }, { enum: [null, 'none'] }, { type: 'null' }] };
    const schema = { type: 'array', prefixItems: [nothing, {}], minItems: 2, maxItems: 2 };
    const { values, accepts } = draw(schema, {}, true);
    const plain = { prefixItems: [{ enum: [true, false, 'none'] }] };
    expect(values.filter((value) => !accepts(plain, value))).toEqual([]);
    expect(JSON.stringify(values)).not.toMatch(/null/);
  });

  test('end where nothing fits', () => {
    const { values, accepts } = draw({ type: 'object', properties: { a: false }, required: ['a'] });
    expect(values.filter((value) => accepts({ required: ['a'] }, value))).toEqual([]);
  });
});
