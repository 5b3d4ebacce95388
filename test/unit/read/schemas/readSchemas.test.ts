import { describe, expect, test } from 'vitest';
import { collector } from '../../../../generator/model/diagnostic.js';
import type { Json } from '../../../../generator/model/document.js';
import { readSchemas } from '../../../../generator/read/schemas/readSchemas.js';
import { documentOf } from '../../../support/documentOf.js';
import cases from './schemas.json' with { type: 'json' };

interface Case {
  name: string;
  /** `3.0` or `3.1`; 3.1 where it is left out. */
  dialect?: string;
  in: Json;
  /** `components/schemas` of the document. */
  schemas?: Record<string, Json>;
  /** Other parts of the document. */
  document?: Record<string, Json>;
  out?: unknown;
  /** Components that the schema reaches. */
  components?: Record<string, unknown>;
  /** What is reported, each by a part of its sentence. */
  reports?: string[];
  /** A part of the reason why the schema cannot be used. */
  fault?: string;
}

function readCase({ dialect = '3.1', in: schema, schemas = {}, document = {} }: Case) {
  const { diagnostics, report } = collector();
  const root = { openapi: `${dialect}.0`, components: { schemas }, ...document };
  const reader = readSchemas(documentOf(root), report);
  try {
    const read = reader.read(schema, '#/here');
    const components = reader.finish();
    return {
      schema: read,
      components: components.reachedFrom([read]),
      fault: components.faultOf(read)?.message,
      diagnostics,
    };
  } catch (error) {
    return { fault: (error as Error).message, diagnostics };
  }
}

describe('schemas', () => {
  test.each(cases as Case[])('$name', (one) => {
    const found = readCase(one);
    if (one.fault !== undefined) {
      expect(found.fault).toContain(one.fault);
      return;
    }
    expect(found.fault).toBeUndefined();
    if (one.out !== undefined) expect(found.schema).toEqual(one.out);
    if (one.components !== undefined) expect(found.components).toEqual(one.components);
    expect(found.diagnostics.map(({ code }) => code)).toEqual(
      (one.reports ?? []).map(() => 'schema-relaxed'),
    );
    for (const [index, part] of (one.reports ?? []).entries()) {
      expect(found.diagnostics[index]?.message).toContain(part);
    }
  });

  test('levels beyond the bound cost the operation, not the stack', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 250; level++) deep = { type: 'array', items: deep };
    expect(readCase({ name: '', in: deep }).fault).toContain('levels deep');
  });

  test('so do chains of components that include one another', () => {
    const schemas: Record<string, Json> = {};
    for (let index = 0; index < 5000; index++) {
      schemas[`S${index}`] = { allOf: [{ $ref: `#/components/schemas/S${index + 1}` }] };
    }
    schemas['S5000'] = { type: 'object' };
    expect(readCase({ name: '', in: { $ref: '#/components/schemas/S0' }, schemas }).fault).toContain(
      'in a row',
    );
  });

  test('a reference is resolved as often as it is used, and read once', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`p${index}`, { $ref: '#/components/schemas/Bad' }]),
    );
    const found = readCase({
      name: '',
      in: { type: 'object', properties },
      schemas: { Bad: { type: 'string', enum: [] } },
    });
    expect(found.diagnostics).toHaveLength(1);
  });
});
