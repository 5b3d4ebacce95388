import { describe, expect, test } from 'vitest';
import type { Api } from '../../../../generator/model/api.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import { read } from '../../../../generator/read/read.js';
import { judgePatterns } from '../../../../generator/shape/enforced/patterns.js';
import { documentOf } from '../../../support/documentOf.js';

/** Two operations that share a parameter and a body. */
function readApi(parameter: object, body: object, schemas: Record<string, object> = {}): Api {
  const operation = {
    parameters: [{ $ref: '#/components/parameters/shared' }],
    requestBody: { content: { 'application/json': { schema: body } } },
    responses: {},
  };
  const components = { schemas, parameters: { shared: { name: 'q', in: 'query', schema: parameter } } };
  const document = documentOf({
    paths: { '/a': { post: operation }, '/b': { post: operation } },
    components,
  });
  return read(document, collector().report);
}

function judge(api: Api) {
  const { diagnostics, report } = collector();
  return { api: judgePatterns(api, report), diagnostics };
}

const harmful = '^(a+)+$';
const square = 'a+b';

describe('patterns that backtrack', () => {
  test('nothing is touched where there are none', () => {
    const schema = {
      type: 'object',
      patternProperties: { '^x-': {} },
      properties: { a: { pattern: square } },
    };
    const api = readApi({ type: 'string', pattern: '^(?:a|ab)*$' }, schema);
    const judged = judge(api);
    expect(judged.api).toBe(api);
    expect(judged.diagnostics).toEqual([]);
  });

  test('an exponential one is dropped, told once, and kept in words', () => {
    const bad = { type: 'string', pattern: harmful, description: 'Letters.' };
    const api = readApi(
      bad,
      { $ref: '#/components/schemas/Body' },
      {
        Body: { type: 'object', properties: { a: bad, b: { type: 'string', pattern: '^b$' } } },
        Other: { type: 'object' },
      },
    );
    const judged = judge(api);
    const words = { type: 'string', description: `Letters. Pattern: ${harmful}` };
    expect(judged.api.operations[0]?.parameters[0]?.schema).toEqual(words);
    expect(judged.api.components['Body']).toEqual({
      type: 'object',
      properties: { a: words, b: { type: 'string', pattern: '^b$' } },
    });
    expect(judged.diagnostics).toEqual([
      {
        code: 'pattern-dropped',
        severity: 'warning',
        pointer: '#/components/parameters/shared/schema/pattern',
        message: `The pattern "${harmful}" is not checked: backtracking could take it time that doubles with each character of a text. It is kept in words.`,
      },
    ]);
  });

  test('what has none of them stays the very same, and what is shared stays shared', () => {
    const api = readApi(
      { type: 'string', pattern: harmful },
      { $ref: '#/components/schemas/Body' },
      {
        Body: { type: 'object', properties: { a: { type: 'string', pattern: '^b$' } } },
      },
    );
    const { operations, components } = judge(api).api;
    expect(components['Body']).toBe(api.components['Body']);
    expect(operations[0]?.bodies[0]).toBe(api.operations[0]?.bodies[0]);
    expect(api.operations[0]?.parameters[0]).toBe(api.operations[1]?.parameters[0]);
    expect(operations[0]?.parameters[0]).not.toBe(api.operations[0]?.parameters[0]);
    expect(operations[0]?.parameters[0]).toBe(operations[1]?.parameters[0]);
  });

  test('the names of properties are held to none of them, and stay allowed', () => {
    const patternProperties = { [harmful]: { type: 'string' }, '^b$': {}, '^': { maxLength: 9 } };
    const body = { type: 'object', patternProperties, additionalProperties: false };
    const { api, diagnostics } = judge(readApi({}, body));
    expect(api.operations[0]?.bodies[0]?.schema).toMatchObject({
      patternProperties: {
        '^b$': {},
        '^': { allOf: [{ maxLength: 9 }], description: `Pattern of the name: ${harmful}` },
      },
      additionalProperties: false,
    });
    expect(diagnostics.map(({ code }) => code)).toEqual(['pattern-dropped']);
  });

  test('a condition with such a pattern is dropped as a whole', () => {
    const body = {
      type: 'string',
      not: { anyOf: [{ pattern: harmful }, { const: 'b' }] },
      if: { pattern: '^b' },
      else: { minLength: 2 },
    };
    expect(judge(readApi({}, body)).api.operations[0]?.bodies[0]?.schema).toEqual({
      type: 'string',
      if: { pattern: '^b' },
      else: { minLength: 2 },
    });
  });

  test('what refers back to a group is dropped, and what comes to thousands of parts', () => {
    const api = readApi(
      { type: 'string', pattern: '^(["\'])a\\1$' },
      { type: 'string', pattern: '^(?:(?:ab?){0,200}c){0,200}$' },
    );
    const { diagnostics } = judge(api);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'pattern-dropped',
        'The pattern "^(["\'])a\\1$" is not checked: it refers back to what a group has matched. It is kept in words.',
      ],
      [
        'pattern-dropped',
        'The pattern "^(?:(?:ab?){0,200}c){0,200}$" is not checked: it comes to over 10,000 parts. It is kept in words.',
      ],
    ]);
  });

  test('names are held to no pattern that reads them in more than one way, texts are', () => {
    const ambiguous = '^x*x*!$';
    const body = { type: 'object', patternProperties: { [ambiguous]: { type: 'string' } } };
    const { api, diagnostics } = judge(readApi({ type: 'string', pattern: ambiguous }, body));
    expect(api.operations[0]?.parameters[0]?.schema).toEqual({ type: 'string', pattern: ambiguous });
    expect(api.operations[0]?.bodies[0]?.schema).toEqual({
      type: 'object',
      patternProperties: { '^': { description: `Pattern of the name: ${ambiguous}` } },
    });
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `The pattern "${ambiguous}" is not checked: it reads a name in more than one way, and backtracking could take it long. It is kept in words.`,
    ]);
  });

  test('a declared length stands, however the loops of a pattern overlap', () => {
    const schema = { type: 'string', pattern: '^a*a*a*$', maxLength: 6_000 };
    const { api, diagnostics } = judge(readApi(schema, {}));
    expect(api.operations[0]?.parameters[0]?.schema).toEqual(schema);
    expect(diagnostics).toEqual([]);
  });

  test('a declared length is told of a pattern that leaves no choice only where it is long', () => {
    expect(limitsOf('^[A-Za-z0-9+/]*={0,2}$')).toEqual([]);
    expect(limitsOf('^\\p{L}*$')).toEqual([]);
    expect(limitsOf(`^(?:${'\\p{L}'.repeat(10)})*$`)).toEqual(['over 193548']);
  });

  test('a declared length that the work of a pattern may not reach is told', () => {
    const schema = { type: 'string', pattern: '^a*\\ba*a*$', maxLength: 1_000_000 };
    const { api, diagnostics } = judge(readApi(schema, { ...schema, pattern: '^a*$' }));
    expect(api.operations[0]?.parameters[0]?.schema).toEqual(schema);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'schema-relaxed',
        'A text may have 1000000 characters, and to compare one with its pattern takes many steps; one of over 6250 characters is refused where it takes too long to compare.',
      ],
    ]);
  });
});

test('a limit of texts is told where the document sets none, if they are short', () => {
  expect(toldOf('^(?=.*[a-z])(?=.*\\d).*x.*$')).toEqual([]);
  expect(toldOf('a*\\ba*a*$')).toEqual([
    expect.stringMatching(
      /^A text may have any number of characters, .* one of over \d+ characters is refused/,
    ),
  ]);
});

function toldOf(pattern: string): string[] {
  return judge(readApi({ type: 'string', pattern }, {})).diagnostics.map(({ message }) => message);
}

/** The lengths of texts that are told to be too much for a pattern. */
function limitsOf(pattern: string): (string | undefined)[] {
  const schema = { type: 'string', pattern, maxLength: 1_000_000 };
  return judge(readApi(schema, schema)).diagnostics.map(({ message }) => /over \d+/.exec(message)?.[0]);
}
