import { describe, expect, test } from 'vitest';
import { defaults, generate } from '../../../generator/index.js';
import { inspectDocument as inspect } from '../../../generator/inspectDocument.js';

/** Lists within lists, each named and so many that whoever walks through them runs out of stack. */
const levels = 10_000;
const listOf = (level: number) => ({ type: 'array', items: { $ref: `#/components/schemas/List${level}` } });
const schemas = Object.fromEntries(
  Array.from({ length: levels }, (_, level) => [
    `List${level}`,
    level === levels - 1 ? { type: 'string' } : listOf(level + 1),
  ]),
);
const send = (schema: object) => ({
  requestBody: { content: { 'application/json': { schema } } },
  responses: { 200: { description: 'OK' } },
});
const text = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Deep', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths: {
    '/before': { post: { operationId: 'before', ...send({ type: 'object', properties: { a: {} } }) } },
    '/deep': { post: { operationId: 'deep', ...send(listOf(0)) } },
    '/after': { get: { operationId: 'after', responses: { 200: { description: 'OK' } } } },
  },
  components: { schemas },
});
const options = { readStdin: () => Promise.resolve(text) };

describe('a document that one step cannot deal with', () => {
  test('loses the operation that it is due to, which is told with its place, and no other', async () => {
    const { server, diagnostics, operations, api } = await inspect('-', defaults, options);
    const names = server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));
    expect(names.toSorted()).toEqual(['after', 'before']);
    expect(operations).toBe(3);
    expect(api.skipped.map(({ path }) => path)).toEqual(['/deep']);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([
      expect.objectContaining({ code: 'operation-skipped', pointer: '#/paths/~1deep/post' }),
    ]);
    expect(errors[0]?.message).toMatch(/POST \/deep is left out: mcpwright itself fails on it.*RangeError/);
  });

  test('becomes a project of the others', async () => {
    const { files, diagnostics } = await generate('-', defaults, options);
    expect(files.length).toBeGreaterThan(20);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toHaveLength(1);
    const code = files.filter(({ path }) => path.startsWith('src/generated/')).map(({ content }) => content);
    expect(code.join('')).toContain('/after');
    expect(code.join('')).not.toContain('/deep');
  });
});
