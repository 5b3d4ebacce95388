import { expect, test } from 'vitest';
import { buildArguments } from '../../../generator/emit/build/buildArguments.js';
import { makeEntry } from '../../support/makeServer.js';
import { shapeDocument } from '../../support/shapeDocument.js';

test('an argument that a call may give as null is typed so, whatever a model reads', () => {
  const inputSchema = {
    type: 'object' as const,
    properties: {
      note: { type: 'string' },
      kind: { type: 'string', enum: ['a', 'b'] },
      any: {},
      id: { type: 'integer' },
    },
    required: ['id'],
  };
  const entry = makeEntry({ name: 'update_pet', inputSchema }, ['note', 'kind', 'any']);
  const code = buildArguments([{ name: 'pets', title: 'Pets', description: '', tools: [entry] }]);
  expect(code).toContain('note?: string | null;');
  expect(code).toContain("kind?: 'a' | 'b' | null;");
  expect(code).toContain('any?: unknown;');
  expect(code).toContain('id: number;');
});

const bodyOf = (mediaType: string, schema: object) => ({
  required: true,
  content: { [mediaType]: { schema } },
});

test('members of any depth that may be null are typed so, and those of a merge patch', () => {
  const inner = { type: 'object', properties: { c: { type: ['number', 'null'] }, d: { type: 'string' } } };
  const outer = {
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: ['string', 'null'] },
      kind: { type: ['string', 'null'], enum: ['x', 'y', null] },
      deep: inner,
      list: { type: 'array', items: { anyOf: [{ $ref: 'Inner' }, { type: 'null' }] } },
      self: { $ref: 'Outer' },
    },
  };
  const patch = {
    type: 'object',
    maxProperties: 9,
    required: ['b'],
    properties: { b: { type: 'string' }, c: {}, e: { type: 'string' } },
  };
  const { server } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Nest', version: '1' },
    paths: {
      '/a': {
        post: {
          operationId: 'addA',
          requestBody: bodyOf('application/json', {
            type: 'object',
            required: ['outer'],
            properties: { outer: { $ref: '#/components/schemas/Outer' } },
          }),
        },
        patch: { operationId: 'patchA', requestBody: bodyOf('application/merge-patch+json', patch) },
      },
    },
    components: {
      schemas: {
        Outer: JSON.parse(
          JSON.stringify(outer).replace(/"\$ref":"(\w+)"/g, '"$ref":"#/components/schemas/$1"'),
        ),
        Inner: inner,
      },
    },
  });
  const code = buildArguments(server.toolsets, server.components);
  expect(code).toMatch(
    /outer: \{\s+a: string \| null;\s+kind\?: 'x' \| 'y' \| null;\s+deep\?: \{ c\?: number \| null; d\?: string \};\s+list\?: \(\{ c\?: number \| null; d\?: string \} \| null\)\[\];/,
  );
  expect(code).toContain('body: { b: string; c?: unknown; e?: string | null };');
  const [, patchA] = server.toolsets[0]?.tools ?? [];
  expect(patchA?.tool.inputSchema.properties['body']).toMatchObject({
    description: 'null removes a member.',
  });
});
