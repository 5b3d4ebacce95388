import { describe, expect, test } from 'vitest';
import { collector } from '../../../../generator/model/diagnostic.js';
import type { Json } from '../../../../generator/model/document.js';
import { readSchemas } from '../../../../generator/read/schemas/readSchemas.js';
import { documentOf } from '../../../support/documentOf.js';
import cases from './readPattern.json' with { type: 'json' };

interface Case {
  name: string;
  in: Json;
  out: unknown;
  /** Code, pointer and, where it matters, the sentence of what is reported. */
  reports: string[][];
}

function readOne(schema: Json) {
  const { diagnostics, report } = collector();
  return { schema: readSchemas(documentOf({}), report).read(schema, '#/here'), diagnostics };
}

describe('patterns in schemas', () => {
  test.each(cases as Case[])('$name', ({ in: source, out, reports }) => {
    const { schema, diagnostics } = readOne(source);
    expect(schema).toEqual(out);
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual(
      reports.map(([code, pointer]) => [code, pointer]),
    );
    for (const [index, [, , message]] of reports.entries()) {
      if (message !== undefined) expect(diagnostics[index]?.message).toBe(message);
    }
  });

  test('a pattern of any length is told in a line', () => {
    const { schema, diagnostics } = readOne({ type: 'string', pattern: `^(\n${'a'.repeat(50_000)})$` });
    expect(JSON.stringify(schema).length).toBeLessThan(600);
    expect(diagnostics[0]?.message).toBe(
      `The pattern "^( ${'a'.repeat(77)}…" is not checked: it is over 5,000 characters long. It is kept in words.`,
    );
  });
});
