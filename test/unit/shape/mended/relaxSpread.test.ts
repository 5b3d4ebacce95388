import { expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

const page = { type: 'object', properties: { page: { type: 'integer' }, sort: { type: 'string' } } };
const asked = { name: 'pageable', in: 'query', required: true, schema: page };

/** What has to be given to an operation with one parameter, and what has to be sent. */
function lookAt(parameter: object) {
  const { tool } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { operationId: 'listThings', parameters: [parameter], responses: {} } } },
  });
  const { inputSchema, request } = tool('GET /things').tool;
  return { needed: inputSchema.required ?? [], sent: request.parameters.map(({ required }) => required) };
}

test.each([
  ['members that may all be left out', asked],
  ['a map', { ...asked, schema: { type: 'object', additionalProperties: { type: 'string' } } }],
])('an object whose members are sent under their own names may be left out: %s', (_, parameter) => {
  expect(lookAt(parameter)).toEqual({ needed: [], sent: [undefined] });
});

test.each([
  ['a member has to be given', { ...asked, schema: { ...page, required: ['page'] } }],
  ['there has to be a member', { ...asked, schema: { ...page, minProperties: 1 } }],
  ['it is sent under its own name', { ...asked, explode: false }],
  ['it is sent as JSON', { ...asked, schema: undefined, content: { 'application/json': { schema: page } } }],
  ['it may be a text', { ...asked, schema: { ...page, type: ['object', 'string'] } }],
])('it has to be given where %s', (_, parameter) => {
  expect(lookAt(parameter).needed).toEqual(['pageable']);
});
