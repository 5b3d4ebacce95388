import { expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

test.each([
  [{ required: ['b'] }, ['a', 'b']],
  [{ dependentRequired: { a: ['b', 'c'] } }, ['a', 'b', 'c']],
  [{ dependentRequired: { d: ['a'] } }, ['a', 'd']],
  [{}, ['a']],
])('fields that %j names are fields like others', (says, names) => {
  const schema = { type: 'object', properties: { a: { type: 'string' } }, ...says };
  const { tool } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: {
      '/x': {
        post: {
          operationId: 'x',
          requestBody: { content: { 'application/json': { schema } } },
          responses: { 200: { description: 'ok' } },
        },
      },
    },
  });
  const fields = tool('POST /x').enforced.properties ?? {};
  const { body = { properties: fields } } = fields;
  expect(Object.keys((body as { properties: object }).properties)).toEqual(names);
});
