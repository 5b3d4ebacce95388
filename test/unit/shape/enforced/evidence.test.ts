import { describe, expect, test } from 'vitest';
import type { Schema } from '../../../../generator/model/api.js';
import cases from './evidence.json' with { type: 'json' };
import { type Shaped, compileEnforced, shapeDocument } from '../../../support/shapeDocument.js';

interface Case {
  name: string;
  /** The schema of the body's field `f`, and examples of the body; or what else the document has. */
  field?: Schema;
  examples?: object[];
  document?: object;
  /** Values of `f`, or whole arguments, that can be sent, and such that cannot. */
  accepts: unknown[];
  rejects?: unknown[];
  /** Arguments as models are shown them: the whole schema of each. */
  shows?: Record<string, Schema>;
  /** Parts of what is told of examples that say nothing. */
  passes?: string[];
  /** Parts of what is reported, each with where. */
  reports: { pointer: string; says: string }[];
  figures?: object;
}

const place = '#/paths/~1x/post/requestBody/content/application~1json/schema/properties/f';

describe('what a document gives as fit', () => {
  test.each(cases as unknown as Case[])('$name', (one) => {
    const shaped = shapeDocument(one.document ?? documentOf(one));
    const judge = compileEnforced(shaped.server, shaped.tools[0]!);
    const give = (value: unknown) => (one.document === undefined ? { f: value } : value);
    for (const value of one.accepts)
      expect(judge(give(value)), JSON.stringify([value, judge.errors])).toBe(true);
    for (const value of one.rejects ?? []) expect(judge(give(value)), JSON.stringify(value)).toBe(false);
    const { properties } = shaped.tools[0]!.tool.inputSchema;
    for (const [key, schema] of Object.entries(one.shows ?? {})) expect(properties[key]).toEqual(schema);
    const passed = shaped.diagnostics.filter(({ code }) => code === 'odd-document');
    expect(passed.map(({ message }) => message)).toEqual(
      (one.passes ?? []).map((part) => expect.stringContaining(part) as string),
    );
    const relaxed = listRelaxed(shaped);
    expect(relaxed.map(({ pointer }) => pointer.replace(place, '…'))).toEqual(
      one.reports.map(({ pointer }) => pointer),
    );
    for (const [index, { says }] of one.reports.entries()) expect(relaxed[index]?.message).toContain(says);
    expect(shaped.server.evidence).toMatchObject({ relaxed: relaxed.length, ...one.figures });
  });

  test('what is relaxed is shown to models as it is declared', () => {
    const field = {
      type: 'object',
      properties: { n: { type: 'integer', maximum: 5 } },
      required: ['n', 'm'],
    };
    const { tool } = shapeDocument(documentOf({ field, examples: [{ f: { n: 'seven', x: 1 } }] }));
    const { inputSchema } = tool('POST /x').tool;
    expect(inputSchema.properties['f']).toEqual({
      type: 'object',
      properties: { n: { type: 'integer', maximum: 5 }, m: {} },
      required: ['n', 'm'],
    });
  });

  test('a document whose examples fit is left alone', () => {
    const field = { type: 'string', enum: ['a', 'b'], default: 'a', example: 'b' };
    const shaped = shapeDocument(documentOf({ field, examples: [{ f: 'a' }, { f: 'b' }] }));
    expect(listRelaxed(shaped)).toEqual([]);
    expect(shaped.server.evidence).toEqual({ examples: 2, acceptedBefore: 2, acceptedAfter: 2, relaxed: 0 });
  });
});

function documentOf({ field = {}, examples = [] }: Pick<Case, 'field' | 'examples'>): object {
  const schema = { type: 'object', properties: { f: field } };
  const named = Object.fromEntries(examples.map((value, index) => [`e${index}`, { value }]));
  const content = { 'application/json': { schema, examples: named } };
  return { paths: { '/x': { post: { requestBody: { required: true, content } } } } };
}

function listRelaxed({ diagnostics }: Shaped) {
  return diagnostics.filter(({ code }) => code === 'constraint-relaxed');
}
