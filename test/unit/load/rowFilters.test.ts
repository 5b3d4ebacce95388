import { expect, test } from 'vitest';
import { shapeDocument } from '../../support/shapeDocument.js';
import { loadText } from '../../support/loadText.js';

const words = 'A filter: eq.5, gt.5, like.ab*, in.(1,2), is.null.';
const refer = (name: string) => ({ $ref: `#/parameters/${name}` });
const fine = { responses: { 200: { description: 'Fine' } } };
const asked = (...names: string[]) => ({ parameters: names.map(refer), ...fine });

/** What PostgREST writes of a table, and parameters that are no filters of rows. */
const document = {
  swagger: '2.0',
  info: { title: 'PostgREST API', version: '1' },
  host: 'api.example.com',
  paths: {
    '/todos': {
      get: asked('rowFilter.todos.id', 'rowFilter.todos.day', 'id', 'rowFilter.header'),
      delete: asked('rowFilter.todos.id'),
      patch: { summary: 'Change todos', ...asked('rowFilter.todos.id') },
    },
    '/others': { delete: asked('id') },
  },
  parameters: {
    'rowFilter.todos.id': { name: 'id', required: false, in: 'query', type: 'string', format: 'uuid' },
    'rowFilter.todos.day': {
      name: 'day',
      in: 'query',
      type: 'string',
      format: 'date',
      description: 'The day',
    },
    'rowFilter.header': { name: 'x-day', in: 'header', type: 'string', format: 'date' },
    id: { name: 'other', in: 'query', type: 'string', format: 'uuid' },
  },
};

test('filters of rows take operators and values, whatever the column holds', async () => {
  const { tool } = shapeDocument((await loadText(JSON.stringify(document))).root);
  expect(tool('GET /todos').tool.inputSchema.properties).toEqual({
    id: { type: 'string', description: words },
    day: { type: 'string', description: `The day. ${words}` },
    other: { type: 'string', format: 'uuid' },
    'x-day': { type: 'string', format: 'date' },
  });
});

test('what changes rows says that without a filter it changes all', async () => {
  const { tool } = shapeDocument((await loadText(JSON.stringify(document))).root);
  const told = ['DELETE /todos', 'PATCH /todos', 'DELETE /others', 'GET /todos'].map((operation) => {
    const { title, description } = tool(operation).tool;
    return [title, description];
  });
  expect(told).toEqual([
    ['Delete todos rows', 'Delete todos rows. Without a filter, every row is affected.'],
    ['Change todos', 'Change todos. Without a filter, every row is affected.'],
    ['Delete others', 'DELETE /others'],
    ['List todos', 'GET /todos'],
  ]);
});

test('documents of an odd form are left as they are', async () => {
  const odd = {
    ...document,
    parameters: { 'rowFilter.a': 7, 'rowFilter.b': { in: 'query' } },
    paths: { '/x': 3 },
  };
  await expect(loadText(JSON.stringify(odd))).resolves.toMatchObject({ version: '2.0' });
});
