import { expect, test } from 'vitest';
import { shapeDocument } from '../../support/shapeDocument.js';

const described = { description: 'Something' };

test.each<[string[], number[] | undefined]>([
  [['200'], undefined],
  [['200', '302'], [302]],
  [
    ['307', '301', '404'],
    [301, 307],
  ],
  [['3XX'], [300, 301, 302, 303, 307, 308]],
  [
    ['3xx', '302', '310'],
    [300, 301, 302, 303, 307, 308, 310],
  ],
  [['304'], undefined],
  [['200', '304', '303'], [303]],
  [['default'], undefined],
  [['3', '30', '3000', 'x-302'], undefined],
])('of the responses %j the redirects are %j', (statuses, redirects) => {
  const responses = Object.fromEntries(statuses.map((status) => [status, described]));
  const { tool } = shapeDocument({ paths: { '/files': { get: { responses } } } });
  expect(tool('GET /files').tool.request.redirects).toEqual(redirects);
});

test('a redirect that is referred to is one', () => {
  const { tool } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    paths: { '/files': { post: { responses: { 303: { $ref: '#/components/responses/Found' } } } } },
    components: { responses: { Found: described } },
  });
  expect(tool('POST /files').tool.request.redirects).toEqual([303]);
});
