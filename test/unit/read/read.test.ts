import { describe, expect, test } from 'vitest';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { documentOf } from '../../support/documentOf.js';
import cases from './read.json' with { type: 'json' };

interface Case {
  name: string;
  document: object;
  /** Where the document was fetched from. */
  url?: string;
  /** Parts of the result. */
  api?: object;
  /** Every component, whole. */
  components?: object;
  /** Every operation that is read, in order; of each the parts that matter. */
  operations?: Record<string, object>;
  /** What is reported: code, and a part of the sentence. */
  reports?: [string, string][];
}

function readCase({ document, url }: Pick<Case, 'document' | 'url'>) {
  const { diagnostics, report } = collector();
  return { api: read(documentOf(document, url), report), diagnostics };
}

describe('documents', () => {
  test.each(cases as unknown as Case[])('$name', (one) => {
    const { api, diagnostics } = readCase(one);
    const reports = one.reports ?? [];
    expect(diagnostics.map(({ code }) => code)).toEqual(reports.map(([code]) => code));
    for (const [index, [, part]] of reports.entries()) expect(diagnostics[index]?.message).toContain(part);
    if (one.api !== undefined) expect(api).toMatchObject(one.api);
    if (one.components !== undefined) expect(api.components).toEqual(one.components);
    if (one.operations === undefined) return;
    const found = api.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]);
    // Two operations may have the same method and path: a space tells their keys apart.
    expect(found.map(([key]) => key)).toEqual(Object.keys(one.operations).map((key) => key.trim()));
    for (const [index, expected] of Object.values(one.operations).entries()) {
      expect(found[index]?.[1]).toMatchObject(expected);
    }
  });

  test('the order of paths in the document changes nothing', () => {
    const paths = {
      '/b': { post: { operationId: 'b' }, get: { operationId: 'b2' } },
      '/a': { get: { operationId: 'a', requestBody: { content: {} } } },
      '/c': { $ref: '#/paths/~1a' },
    };
    const shuffled = Object.fromEntries(Object.entries(paths).toReversed());
    expect(JSON.stringify(readCase({ document: { paths: shuffled } }))).toBe(
      JSON.stringify(readCase({ document: { paths } })),
    );
  });

  test('a parameter called like a member of every object is read', () => {
    const paths = JSON.parse(
      '{"/a": {"get": {"parameters": [{"name": "__proto__", "in": "query"}, {"name": "constructor", "in": "query"}]}}}',
    ) as object;
    const [operation] = readCase({ document: { paths } }).api.operations;
    expect(operation?.parameters.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  });

  test('a schema read for two parameters is one', () => {
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer' } };
    const document = {
      paths: {
        '/a': { get: { parameters: [limit] } },
        '/b': { get: { parameters: [structuredClone(limit)] } },
      },
    };
    const [a, b] = readCase({ document }).api.operations;
    expect(a?.parameters[0]?.schema).toBe(b?.parameters[0]?.schema);
  });
});
