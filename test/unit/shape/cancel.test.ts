import { expect, test } from 'vitest';
import { shapeDocument } from '../../support/shapeDocument.js';

const job = { operationId: 'cancelJob', responses: { 204: { description: 'Gone' } } };
const accepted = (links?: object) => ({
  202: {
    description: 'Accepted',
    headers: { 'Operation-Location': { schema: { type: 'string' } } },
    ...(links && { links }),
  },
});

/** How the work of an operation is ended, and what is reported. */
function cancelOf(operation: object, more: object = {}) {
  const { server, diagnostics } = shapeDocument({
    paths: {
      '/exports': { post: { operationId: 'export', responses: accepted(), ...operation } },
      '/jobs/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        delete: { ...job, ...more },
      },
    },
  });
  const tools = server.toolsets.flatMap(({ tools: all }) => all.map(({ tool }) => tool));
  const found = tools.find(({ request }) => request.path === '/exports');
  return { cancel: found?.request.cancel, told: diagnostics.map(({ message }) => message).join('\n') };
}

const expected = { method: 'DELETE', path: '/jobs/{id}' };

test.each<[string, object]>([
  ['an operationId', { 'x-mcp': { cancel: 'cancelJob' } }],
  ['a method and a path', { 'x-mcp': { cancel: 'DELETE /jobs/{id}' } }],
  ['a link', { responses: accepted({ cancelExport: { operationId: 'cancelJob' } }) }],
  [
    'a link with a reference',
    { responses: accepted({ abort: { operationRef: '#/paths/~1jobs~1{id}/delete' } }) },
  ],
])('work is ended by the operation that %s names', (_name, operation) => {
  expect(cancelOf(operation)).toEqual({ cancel: expected, told: '' });
});

test('a link of another name ends nothing, nor does the operation of work that is not polled', () => {
  expect(cancelOf({ responses: accepted({ watch: { operationId: 'cancelJob' } }) }).cancel).toBeUndefined();
  expect(cancelOf({ 'x-mcp': { cancel: 'cancelJob', poll: false } }).cancel).toBeUndefined();
});

test('what cannot end it is reported', () => {
  expect(cancelOf({ 'x-mcp': { cancel: 'nothing' } })).toMatchObject({
    cancel: undefined,
    told: expect.stringContaining('"nothing", which is to end its work, names no operation of this API'),
  });
  const requestBody = { required: true, content: { 'application/json': { schema: { type: 'object' } } } };
  expect(cancelOf({ 'x-mcp': { cancel: 'cancelJob' } }, { requestBody }).told).toContain('needs a body');
});
