import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createNarrowers } from '../../../generator/compare/schemas/createNarrowers.js';
import { type SchemaDifference, relateSchemas } from '../../../generator/compare/schemas/relateSchemas.js';
import type { Schema } from '../../../generator/model/api.js';
import {
  type Table,
  arbitraryPair,
  arbitrarySchema,
  arbitraryTable,
  arbitraryValue,
  rewriteSchema,
} from './arbitrarySchemas.js';
import { moreRuns } from '../../support/realDocuments.js';

function relate(
  old: Schema,
  now: Schema,
  oldTable: Table = {},
  newTable: Table = oldTable,
): SchemaDifference[] {
  return relateSchemas(createNarrowers(oldTable, newTable), old, now);
}

/** Judges values by a schema, by other means than those of the comparison. */
function judgeBy(schema: Schema, table: Table): (value: unknown) => boolean {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    meta: false,
    ownProperties: true,
  });
  for (const [name, component] of Object.entries(table)) ajv.addSchema(component, name);
  const validate = ajv.compile(schema);
  return (value) => validate(value) === true;
}

describe('what schemas take', () => {
  test('a value that the old schema takes and the new one refuses never goes unreported', () => {
    let refused = 0;
    fc.assert(
      fc.property(
        arbitraryPair(),
        fc.array(arbitraryValue(), { minLength: 30, maxLength: 30 }),
        (pair, values) => {
          const [old, now] = [judgeBy(pair.old, pair.oldTable), judgeBy(pair.now, pair.newTable)];
          const lost = values.filter((value) => old(value) && !now(value));
          const gained = values.filter((value) => !old(value) && now(value));
          if (lost.length + gained.length === 0) return;
          refused += lost.length;
          const found = relate(pair.old, pair.now, pair.oldTable, pair.newTable);
          if (lost.length > 0) expect(found.filter(({ effect }) => effect !== 'widened')).not.toEqual([]);
          if (gained.length > 0) expect(found.filter(({ effect }) => effect !== 'narrowed')).not.toEqual([]);
        },
      ),
      { numRuns: moreRuns || 150, seed: 7 },
    );
    expect(refused, 'values put to the test').toBeGreaterThan(50);
  });

  test('the same in other words is reported as no change', () => {
    fc.assert(
      fc.property(
        arbitrarySchema(),
        arbitraryTable(),
        fc.array(fc.nat(5), { minLength: 1, maxLength: 9 }),
        (schema, table, ways) => {
          expect(relate(schema, rewriteSchema(schema, table, ways), table)).toEqual([]);
        },
      ),
      { numRuns: moreRuns || 200, seed: 7 },
    );
  });
});
