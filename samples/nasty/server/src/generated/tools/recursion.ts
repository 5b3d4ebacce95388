// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * POST /recursion/all-of
 * Recursion through allOf
 */
export const recursionAllOf: Tool = {
  name: 'recursion_all_of',
  title: 'Recursion through allOf',
  description: 'Recursion through allOf',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      parent: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parent: { type: 'object', description: 'Of the same form as the object that it is part of.' },
          entries: {
            type: 'array',
            items: { type: 'object', description: 'Of the same form as the object that it is part of.' },
          },
        },
        required: ['name'],
      },
      entries: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            name: { type: 'string' },
            parent: { type: 'object', description: 'Of the same form as the object that it is part of.' },
            entries: {
              type: 'array',
              items: { type: 'object', description: 'Of the same form as the object that it is part of.' },
            },
          },
          required: ['name'],
        },
      },
    },
    required: ['name'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/all-of',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { name: 'name', parent: 'parent', entries: 'entries' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /recursion/array
 * An array of itself, nothing else
 */
export const recursionArray: Tool = {
  name: 'recursion_array',
  title: 'An array of itself, nothing else',
  description: 'An array of itself, nothing else',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'array',
        items: {
          type: 'array',
          items: {},
          description: 'Of the same form as the object that it is part of.',
        },
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/array',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /recursion/direct
 * A list whose rest is a list
 */
export const recursionDirect: Tool = {
  name: 'recursion_direct',
  title: 'A list whose rest is a list',
  description: 'A list whose rest is a list',
  inputSchema: {
    type: 'object',
    properties: {
      value: { type: 'string' },
      next: {
        type: 'object',
        properties: {
          value: { type: 'string' },
          next: { type: 'object', description: 'Of the same form as the object that it is part of.' },
        },
        required: ['value'],
        description: 'A value and the rest of the list.',
      },
    },
    required: ['value'],
  },
  outputSchema: {
    type: 'object',
    description: 'A value and the rest of the list.',
    properties: { value: { description: 'string' }, next: { description: 'object' } },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/direct',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { value: 'value', next: 'next' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /recursion/map
 * A map of maps
 */
export const recursionMap: Tool = {
  name: 'recursion_map',
  title: 'A map of maps',
  description: 'A map of maps',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        additionalProperties: {
          type: 'object',
          description: 'Of the same form as the object that it is part of.',
        },
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/map',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /recursion/mutual
 * Two schemas that hold each other
 */
export const recursionMutual: Tool = {
  name: 'recursion_mutual',
  title: 'Two schemas that hold each other',
  description: 'Two schemas that hold each other',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      employer: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          staff: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                name: { type: 'string' },
                employer: {
                  type: 'object',
                  description: 'Of the same form as the object that it is part of.',
                },
              },
              required: ['name', 'employer'],
            },
          },
          owner: {
            anyOf: [
              {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  employer: {
                    type: 'object',
                    description: 'Of the same form as the object that it is part of.',
                  },
                },
                required: ['name', 'employer'],
              },
              {
                type: 'object',
                properties: {
                  name: { type: 'string' },
                  staff: {
                    type: 'array',
                    items: {
                      type: 'object',
                      properties: {
                        name: { type: 'string' },
                        employer: {
                          type: 'object',
                          description: 'Of the same form as the object that it is part of.',
                        },
                      },
                      required: ['name', 'employer'],
                    },
                  },
                  owner: {
                    anyOf: [
                      {
                        type: 'object',
                        properties: {
                          name: { type: 'string' },
                          employer: {
                            type: 'object',
                            description: 'Of the same form as the object that it is part of.',
                          },
                        },
                        required: ['name', 'employer'],
                      },
                      { type: 'object', description: 'Of the same form as the object that it is part of.' },
                    ],
                  },
                },
              },
            ],
          },
        },
      },
    },
    required: ['name', 'employer'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/mutual',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { name: 'name', employer: 'employer' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /recursion/parameter
 * Recursion in a query parameter
 */
export const recursionParameter: Tool = {
  name: 'recursion_parameter',
  title: 'Recursion in a query parameter',
  description: 'Recursion in a query parameter',
  inputSchema: {
    type: 'object',
    properties: {
      filter: {
        type: 'object',
        properties: {
          field: { type: 'string' },
          and: {
            type: 'array',
            items: { type: 'object', description: 'Of the same form as the object that it is part of.' },
          },
          not: { type: 'object', description: 'Of the same form as the object that it is part of.' },
        },
      },
      tree: {
        type: 'array',
        items: {
          type: 'array',
          items: {},
          description: 'Of the same form as the object that it is part of.',
        },
      },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/recursion/parameter',
    parameters: [
      { argument: 'filter', name: 'filter', in: 'query', style: 'deepObject', explode: true },
      { argument: 'tree', name: 'tree', in: 'query', mediaType: 'application/json' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /recursion/union
 * An expression made of expressions
 */
export const recursionUnion: Tool = {
  name: 'recursion_union',
  title: 'An expression made of expressions',
  description: 'An expression made of expressions',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          { type: 'number' },
          {
            type: 'object',
            properties: {
              operator: { type: 'string', enum: ['+', '*', '-', '/'] },
              operands: {
                type: 'array',
                items: { description: 'Any of the forms of the union that it is part of.' },
              },
            },
            required: ['operator', 'operands'],
          },
        ],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/recursion/union',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  recursionAllOf,
  recursionArray,
  recursionDirect,
  recursionMap,
  recursionMutual,
  recursionParameter,
  recursionUnion,
];
