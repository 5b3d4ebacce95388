import { expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

const id = { name: 'userId', in: 'path', required: true, schema: { type: 'integer' } };
const query = (name: string) => ({ name, in: 'query', schema: { type: 'string' } });
const fine = { responses: { 200: { description: 'Fine' } } };

/** The links of a POST that answers with such. */
function linksOf(links: object, status = 201) {
  const { tool } = shapeDocument({
    paths: {
      '/users': {
        post: { operationId: 'createUser', responses: { [status]: { description: 'Made', links } } },
        get: { operationId: 'findUsers', parameters: [query('name'), query('page-no')], ...fine },
      },
      '/users/{userId}': { get: { operationId: 'getUser', parameters: [id, query('userId')], ...fine } },
    },
  });
  return tool('POST /users').tool.request.links;
}

test('links lead to tools, with arguments by their names', () => {
  expect(
    linksOf({
      get: { operationId: 'getUser', parameters: { 'path.userId': '$response.body#/id' } },
      find: {
        operationRef: '#/paths/~1users/get',
        parameters: { name: '$request.body#/name', 'page-no': 2 },
      },
      bare: { operationId: 'findUsers' },
    }),
  ).toEqual([
    { tool: 'get_user', arguments: { userId: '$response.body#/id' } },
    { tool: 'find_users', arguments: { name: '$request.body#/name', 'page-no': 2 } },
    { tool: 'find_users', arguments: {} },
  ]);
});

test.each([
  ['lead to no tool', { gone: { operationId: 'nothing' } }],
  ['give what is no parameter', { get: { operationId: 'getUser', parameters: { other: 1 } } }],
  ['are of another kind', { odd: 'getUser', none: {} }],
  ['repeat the call', { self: { operationId: 'createUser' } }],
  [
    'tell a cookie',
    { find: { operationId: 'findUsers', parameters: { name: '$response.header.Set-Cookie' } } },
  ],
])('links that %s are none', (_name, links) => {
  expect(linksOf(links)).toBeUndefined();
});

test('links of failures are none', () => {
  expect(linksOf({ get: { operationId: 'findUsers' } }, 409)).toBeUndefined();
});
