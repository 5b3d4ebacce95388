import type { Tool } from '#runtime/tool.js';

/** Get one example (GET /examples/{exampleId}). */
export const getExample: Tool = {
  name: 'get_example',
  title: 'Get one example',
  description: 'Get one example by its identifier.',
  inputSchema: {
    type: 'object',
    properties: {
      exampleId: { type: 'string', description: 'Identifier of the example' },
      fields: { type: 'array', items: { type: 'string' }, description: 'Members to answer with' },
    },
    required: ['exampleId'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/examples/{exampleId}',
    parameters: [
      { argument: 'exampleId', name: 'exampleId', in: 'path' },
      { argument: 'fields', name: 'fields', in: 'query', explode: false },
    ],
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/** Create an example (POST /examples). */
export const createExample: Tool = {
  name: 'create_example',
  title: 'Create an example',
  description: 'Create an example.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'Name of the example' },
      kind: { type: 'string', enum: ['small', 'large'] },
    },
    required: ['name'],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/examples',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { name: 'name', kind: 'kind' },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

export const tools: readonly Tool[] = [getExample, createExample];
