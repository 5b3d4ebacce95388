import { describe, expect, test } from 'vitest';
import type { ToolEntry } from '../../../../generator/model/server.js';
import written from './advertise.json' with { type: 'json' };
import { shapeDocument } from '../../../support/shapeDocument.js';

describe('advertised schemas', () => {
  test('are bounded, whatever a document grows to when it is written out', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `S${index}`,
        {
          type: 'object',
          description: `Schema ${index}. `.repeat(20),
          properties: Object.fromEntries(
            Array.from({ length: 5 }, (__, to) => [
              `p${to}`,
              { $ref: `#/components/schemas/S${(index + to + 1) % 40}` },
            ]),
          ),
        },
      ]),
    );
    const content = { 'application/json': { schema: { $ref: '#/components/schemas/S0' } } };
    // Written out it would be endless: without the bound, this test runs out of time.
    const { tool } = shapeDocument({
      paths: { '/x': { post: { requestBody: { required: true, content } } } },
      components: { schemas },
    });
    const { tool: bounded, cost } = tool('POST /x');
    const { inputSchema } = bounded;
    expect(cost.tokens).toBeLessThanOrEqual(400);
    expect(Object.keys(inputSchema.properties)).toHaveLength(5);
    expect(inputSchema.properties['p4']).toEqual({
      type: 'object',
      description: 'Fields: p0, p1, p2, p3, p4.',
    });
  });

  test('keep every argument, even where they do not fit', () => {
    const parameters = Array.from({ length: 150 }, (_, index) => ({
      name: `parameter${index}`,
      in: 'query',
      description: 'Words that go on for quite a while. '.repeat(20),
    }));
    const { tool } = shapeDocument({ paths: { '/x': { get: { parameters } } } });
    const { properties } = tool('GET /x').tool.inputSchema;
    expect(Object.keys(properties)).toHaveLength(150);
    expect(properties['parameter0']).toEqual({ type: 'string' });
  });

  test('tell a long pattern by an example where it has no room, and say so', () => {
    const pattern = `^[a-z]+(?:-(?:${Array.from({ length: 40 }, (_, index) => `zone${index}`).join('|')}))$`;
    const parameters = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string', pattern },
    }));
    const costOf = (count: number) =>
      shapeDocument({ paths: { '/x': { get: { parameters: parameters.slice(0, count) } } } }).tool('GET /x');
    const [one, four] = [costOf(1), costOf(4)];
    expect(one.tool.inputSchema.properties['a']).toEqual({ type: 'string', pattern });
    expect(one.cost).toMatchObject({ rung: 0, lost: [] });
    // There is room for two of them.
    expect(four.cost.lost).toEqual(['2 patterns told by example']);
    expect(Object.values(four.tool.inputSchema.properties)).toEqual([
      ...[1, 2].map(() => ({ type: 'string', pattern })),
      ...[1, 2].map(() => ({ type: 'string', description: 'Such as "a-zone0".' })),
    ]);
  });

  test('list no more values than clients take', () => {
    expect(valuesOf(250).tool.inputSchema.properties['q']).toHaveProperty('enum.249', 249);
    expect(valuesOf(251).tool.inputSchema.properties['q']).toEqual({
      type: 'integer',
      description: expect.stringMatching(/^One of 251 values: 0, 1, .* more\.$/) as string,
    });
    expect(valuesOf(251).cost).toMatchObject({ rung: 0, lost: [] });
  });

  test('tell values with characters that nobody sees by the escapes of JSON', () => {
    const values = ['a\u200bb', ...Array.from({ length: 260 }, (_, index) => `v${index}`)];
    const parameters = [{ name: 'q', in: 'query', schema: { type: 'string', enum: values } }];
    const { tool } = shapeDocument({ paths: { '/x': { get: { parameters } } } });
    expect(tool('GET /x').tool.inputSchema.properties['q']).toMatchObject({
      description: expect.stringContaining(String.raw`One of 261 values: "a\u200bb", v0, v1`) as string,
    });
  });

  test.each(written)('$name', ({ in: given, out, components = {} }) => {
    const schemas = components as Record<string, object>;
    const { tool } = shapeDocument({
      paths: { '/x': { get: { parameters: [{ name: 'q', in: 'query', schema: given }] } } },
      components: { schemas },
    });
    expect(tool('GET /x').tool.inputSchema.properties['q']).toEqual(out);
  });
});

/** A tool with a parameter that lists so many values. */
function valuesOf(count: number): ToolEntry {
  const values = Array.from({ length: count }, (_, index) => index);
  const parameters = [{ name: 'q', in: 'query', schema: { type: 'integer', enum: values } }];
  return shapeDocument({ paths: { '/x': { get: { parameters } } } }, { budget: 9999 }).tool('GET /x');
}
