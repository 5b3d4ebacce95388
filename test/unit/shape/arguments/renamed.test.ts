import { describe, expect, test } from 'vitest';
import type { GivenName } from '../../../../generator/model/names.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const fine = { 200: { description: 'Fine' } };

/** The tool of an operation whose arguments the owner has renamed. */
function shape(operation: object, renamed: GivenName['arguments'], method = 'get') {
  const key = `${method.toUpperCase()} /pets`;
  const document = { paths: { '/pets': { [method]: { responses: fine, ...operation } } } };
  const given = { given: { [key]: { name: 'pets', ...(renamed && { arguments: renamed }) } } };
  const { tool, server } = shapeDocument(document, {}, undefined, undefined, given);
  return { ...tool(key), names: server.names.given[key] };
}

const renamed = { limit: { name: 'max', was: ['limit', 'count'] } };

describe('an argument that was renamed', () => {
  test('is listed and checked by its new name, and sent by that of the document', () => {
    const { tool, enforced, names } = shape({ parameters: [query('page'), query('limit')] }, renamed);
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['page', 'max']);
    expect(Object.keys(enforced.properties)).toEqual(['page', 'max']);
    expect(tool.inputSchema.properties['max']).toMatchObject({ description: 'Sent as `limit`.' });
    expect(tool.request.parameters).toEqual([
      { argument: 'page', name: 'page', in: 'query' },
      { argument: 'max', name: 'limit', in: 'query' },
    ]);
    // By the name of the API it may be given anyway.
    expect(tool.former).toEqual({ count: 'max' });
    expect(names).toEqual({ name: 'pets', arguments: renamed });
  });

  test('may be a member of the body, of which others ask', () => {
    const schema = {
      type: 'object',
      properties: { limit: { type: 'string' }, name: { type: 'string' } },
      required: ['limit'],
      additionalProperties: false,
    };
    const body = { required: true, content: { 'application/json': { schema } } };
    const { tool, enforced } = shape({ requestBody: body }, renamed, 'post');
    expect(enforced['required']).toEqual(['max']);
    expect(tool.request.body?.fields).toEqual({ max: 'limit', name: 'name' });
  });

  test('may be the whole body', () => {
    const body = {
      required: true,
      content: { 'application/json': { schema: { type: 'array', items: {} } } },
    };
    const { tool } = shape({ requestBody: body }, { body: { name: 'pets', was: ['body'] } }, 'post');
    expect(tool.request.body?.argument).toBe('pets');
    expect(tool.former).toEqual({ body: 'pets' });
  });

  test('leaves its former name to another that has it now, and another gives way to its new one', () => {
    const { tool } = shape({ parameters: [query('limit'), query('max'), query('count')] }, renamed);
    expect(tool.request.parameters.map(({ argument, name }) => [argument, name])).toEqual([
      ['max', 'limit'],
      ['max_2', 'max'],
      ['count', 'count'],
    ]);
    expect(tool.former).toBeUndefined();
  });

  test('keeps the name of the API as a former one where others are sent by it as well', () => {
    const header = { ...query('limit'), in: 'header' };
    const { tool } = shape({ parameters: [query('limit'), header] }, renamed);
    expect(tool.request.parameters.map(({ argument, in: place }) => [argument, place])).toEqual([
      ['max', 'query'],
      ['limit_header', 'header'],
    ]);
    expect(tool.former).toEqual({ limit: 'max', count: 'max' });
  });

  test('has no former name where clients repeat arguments in headers', () => {
    const routing = { 'x-mcp': { routing: { page: 'Page' } } };
    const { tool } = shape({ parameters: [query('page'), query('limit')], ...routing }, renamed);
    expect(Object.keys(tool.inputSchema.properties)).toEqual(['page', 'max']);
    expect(tool.former).toBeUndefined();
  });

  test('is kept where the document has it no more, and costs nothing where none was renamed', () => {
    const { tool, names } = shape({ parameters: [query('page')] }, renamed);
    expect(tool.former).toBeUndefined();
    expect(names).toEqual({ name: 'pets', arguments: renamed });
    expect(shape({ parameters: [query('limit')] }, undefined).tool).not.toHaveProperty('former');
  });

  test('is refused where the clients that schemas are written for take no such name', () => {
    const given = { given: { 'GET /pets': { name: 'pets', arguments: { a: { name: 'b.c' } } } } };
    const document = { paths: { '/pets': { get: { parameters: [query('a')], responses: fine } } } };
    expect(() => shapeDocument(document, { profile: 'gemini' }, undefined, undefined, given)).toThrow(
      '.mcpwright/names.json cannot be used: the clients that schemas are written for take no argument with the name "b.c".',
    );
  });
});
