import { expect, test } from 'vitest';
import { shapeDocument } from '../../support/shapeDocument.js';

type Operations = Record<string, Record<string, { takes?: string[]; tells?: string[]; status?: string }>>;

/** The headers that each operation tells, by method and path. */
function toldBy(operations: Operations): Record<string, string[] | undefined> {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, { takes = [], tells = [], status = '200' }]) => [
          method,
          {
            parameters: takes.map((name) => ({ name, in: 'header', schema: { type: 'string' } })),
            responses: {
              [status]: {
                description: 'Fine',
                headers: Object.fromEntries(tells.map((name) => [name, { schema: { type: 'string' } }])),
              },
              404: { description: 'Nothing there', headers: { 'X-Problem-Id': {} } },
            },
          },
        ]),
      ),
    ]),
  );
  const { server } = shapeDocument({ paths });
  return Object.fromEntries(
    server.toolsets.flatMap(({ tools }) =>
      tools.map(({ tool: { request } }) => [`${request.method} ${request.path}`, request.tells]),
    ),
  );
}

test('headers that an operation declares of its success are told, as they are spelt', () => {
  expect(toldBy({ '/items': { get: { tells: ['X-Total-Count', 'Content-Range'] }, post: {} } })).toEqual({
    'GET /items': ['X-Total-Count', 'Content-Range'],
    'POST /items': undefined,
  });
});

test('what is said of the connection, of limits and of tracing is not told, nor what is no name', () => {
  const tells = [
    'X-RateLimit-Remaining',
    'RateLimit-Policy',
    'X-Quota-Used',
    'X-Request-Id',
    'X-Correlation-ID',
    'traceparent',
    'X-Trace',
    'Link',
    'Cache-Control',
    'Content-Type',
    'Set-Cookie',
    'Retry-After',
    'X-Api-Version',
    'Two words',
    'X-Item-Id',
  ];
  expect(toldBy({ '/items': { get: { tells } } })).toEqual({ 'GET /items': ['X-Item-Id'] });
});

test('a tag is told where an operation takes it, without being declared on the same path alone', () => {
  const put = { takes: ['If-Match'] };
  expect(
    toldBy({
      '/declared': { get: { tells: ['etag', 'Last-Modified'] } },
      '/items/{id}': { get: {}, put },
      '/others': { get: {} },
    }),
  ).toEqual({
    'GET /declared': ['etag'],
    'GET /items/{id}': ['ETag'],
    'PUT /items/{id}': ['ETag'],
    'GET /others': undefined,
  });
  expect(toldBy({ '/declared': { get: { tells: ['ETag'] } } })).toEqual({ 'GET /declared': undefined });
});

test('Location of what was created or accepted is shown anyway, of anything else where it is declared', () => {
  expect(
    toldBy({
      '/a': { post: { tells: ['Location'], status: '201' } },
      '/b': { post: { tells: ['Location'] } },
    }),
  ).toEqual({ 'POST /a': undefined, 'POST /b': ['Location'] });
});

test('what most operations of every method declare is told by none of them', () => {
  const all = { tells: ['X-Node', 'X-Kind'] };
  const [one, two] = [{ tells: ['X-Node'] }, { tells: ['X-Node', 'X-Count'] }];
  expect(
    toldBy({ '/a': { get: two, post: one }, '/b': { get: two, delete: one }, '/c': { get: all } }),
  ).toEqual({
    'GET /a': ['X-Count'],
    'POST /a': undefined,
    'GET /b': ['X-Count'],
    'DELETE /b': undefined,
    'GET /c': ['X-Kind'],
  });
});

test('a response tells eight headers at most', () => {
  const tells = Array.from({ length: 20 }, (_, index) => `X-Part-${index}`);
  expect(toldBy({ '/items': { get: { tells } } })['GET /items']).toEqual(tells.slice(0, 8));
});
