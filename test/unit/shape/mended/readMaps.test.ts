import { expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

const text = { type: 'string' };
const map = { name: 'labels[string]', in: 'query', description: 'Labels to match', schema: text };
const words =
  'This is a request variable of the map type. The query format is "map_name[key]=value", e.g. If the map name is Age, the key type is string';

/** What an operation takes in its query, and how it is sent. */
function lookAt(...parameters: object[]) {
  const { tool } = shapeDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1' },
    paths: { '/things': { get: { operationId: 'Things_List', parameters, responses: {} } } },
  });
  const { inputSchema, request } = tool('GET /things').tool;
  return { takes: inputSchema.properties, sent: request.parameters };
}

test('a name with the type of a key in brackets is a map', () => {
  expect(lookAt(map)).toEqual({
    takes: {
      labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'Labels to match' },
    },
    sent: [{ argument: 'labels', name: 'labels', in: 'query', style: 'deepObject' }],
  });
  const counts = { name: 'spec.counts[int64]', in: 'query', description: words, schema: { type: 'integer' } };
  expect(lookAt(counts).takes).toEqual({
    'spec.counts': { type: 'object', additionalProperties: { type: 'integer' } },
  });
});

test.each([
  ['another word in brackets', { ...map, name: 'labels[env]' }],
  ['a header', { ...map, name: 'labels[string]', in: 'header' }],
])('%s is a name like any other', (_, parameter) => {
  expect(lookAt(parameter).sent[0]?.name).toBe(parameter.name);
});

test('beside other members of the same object it is one of them', () => {
  const { sent } = lookAt({ ...map, name: 'filter[string]' }, { ...map, name: 'filter[number]' });
  expect(sent.map(({ name }) => name)).toEqual(['filter[string]', 'filter[number]']);
});

test('a list of files that has to be given has one, and names that differ in [] are both seen', () => {
  const { tool } = shapeDocument({
    openapi: '3.0.3',
    info: { title: 'Files', version: '1' },
    paths: {
      '/files': {
        post: {
          operationId: 'upload',
          parameters: [
            { name: 'tag[]', in: 'query', schema: { type: 'array', items: text } },
            { name: 'tag', in: 'query', schema: text },
          ],
          requestBody: {
            required: true,
            content: {
              'multipart/form-data': {
                schema: {
                  type: 'object',
                  required: ['files'],
                  properties: {
                    files: { type: 'array', items: { type: 'string', format: 'binary' } },
                    more: { type: 'array', items: { type: 'string', format: 'binary' } },
                  },
                },
              },
            },
          },
          responses: {},
        },
      },
    },
  });
  const { properties } = tool('POST /files').tool.inputSchema;
  expect(properties['files']).toMatchObject({ minItems: 1 });
  expect(properties['more']).not.toHaveProperty('minItems');
  expect([properties['tag'], properties['tag_list']]).toMatchObject([{ type: 'string' }, { type: 'array' }]);
});
