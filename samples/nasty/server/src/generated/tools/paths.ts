// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /
 * Root path
 */
export const rootPath: Tool = {
  name: 'root_path',
  title: 'Root path',
  description: 'GET /',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /Case
 * Upper case
 */
export const upperCase: Tool = {
  name: 'upper_case',
  title: 'Upper case',
  description: 'GET /Case',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/Case', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /Customers('{id}')/Orders
 * Customer orders
 */
export const customerOrders: Tool = {
  name: 'customer_orders',
  title: 'Customer orders',
  description: "GET /Customers('{id}')/Orders",
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
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
    path: "/Customers('{id}')/Orders",
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /case
 * Lower case
 */
export const lowerCase: Tool = {
  name: 'lower_case',
  title: 'Lower case',
  description: 'GET /case',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/case', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /deep/{a}/{b}/{c}/{d}
 * Deep path
 */
export const deepPath: Tool = {
  name: 'deep_path',
  title: 'Deep path',
  description: 'GET /deep/{a}/{b}/{c}/{d}',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'integer', format: 'int64' },
      b: { type: 'number' },
      c: { type: 'boolean' },
      d: { type: 'string', format: 'uuid' },
    },
    required: ['a', 'b', 'c', 'd'],
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
    path: '/deep/{a}/{b}/{c}/{d}',
    parameters: [
      { argument: 'a', name: 'a', in: 'path' },
      { argument: 'b', name: 'b', in: 'path' },
      { argument: 'c', name: 'c', in: 'path' },
      { argument: 'd', name: 'd', in: 'path' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /escaped%20space/%7Btilde%7D
 * Escaped path
 */
export const escapedPath: Tool = {
  name: 'escaped_path',
  title: 'Escaped path',
  description: 'GET /escaped%20space/%7Btilde%7D',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/escaped%20space/%7Btilde%7D',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /files/{path}
 * File path
 */
export const filePath: Tool = {
  name: 'file_path',
  title: 'File path',
  description: 'GET /files/{path}',
  inputSchema: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        description: 'The path of a file, with its folders. May hold / between its segments.',
      },
    },
    required: ['path'],
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
    path: '/files/{path}',
    parameters: [{ argument: 'path', name: 'path', in: 'path', segments: true }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /fixed?mode=cooked&at=%2Fhome
 * Fixed cooked
 */
export const fixedCooked: Tool = {
  name: 'fixed_cooked',
  title: 'Fixed cooked',
  description: 'GET /fixed?mode=cooked&at=%2Fhome',
  inputSchema: { type: 'object', properties: { more: { type: 'string' } } },
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
    path: '/fixed?mode=cooked&at=%2Fhome',
    parameters: [{ argument: 'more', name: 'more', in: 'query' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /fixed?mode=raw
 * Fixed raw
 */
export const fixedRaw: Tool = {
  name: 'fixed_raw',
  title: 'Fixed raw',
  description: 'GET /fixed?mode=raw',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/fixed?mode=raw',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /fragment
 * Fragment first
 */
export const fragmentFirst: Tool = {
  name: 'fragment_first',
  title: 'Fragment first',
  description: 'GET /fragment',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/fragment', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /fragment
 * Fragment second
 */
export const fragmentSecond: Tool = {
  name: 'fragment_second',
  title: 'Fragment second',
  description: 'GET /fragment',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/fragment', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /from-{from}-to-{to}
 * From to
 */
export const fromTo: Tool = {
  name: 'from_to',
  title: 'From to',
  description: 'GET /from-{from}-to-{to}',
  inputSchema: {
    type: 'object',
    properties: { to: { type: 'string' }, from: { type: 'string' } },
    required: ['to', 'from'],
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
    path: '/from-{from}-to-{to}',
    parameters: [
      { argument: 'to', name: 'to', in: 'path' },
      { argument: 'from', name: 'from', in: 'path' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /hostile/${process.exit(1)}/{"`*\/'}
 * Hostile template
 */
export const hostileTemplate: Tool = {
  name: 'hostile_template',
  title: 'Hostile template',
  description: 'GET /hostile/${process.exit(1)}/{"`*/\'}',
  inputSchema: {
    type: 'object',
    properties: {
      'process.exit_1': { type: 'string', description: 'Sent as `process.exit(1)`.' },
      value: { type: 'string', description: 'Sent as `"`*/\'`.' },
    },
    required: ['process.exit_1', 'value'],
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
    path: '/hostile/${process.exit(1)}/{"`*/\'}',
    parameters: [
      { argument: 'process.exit_1', name: 'process.exit(1)', in: 'path' },
      { argument: 'value', name: '"`*/\'', in: 'path' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /hostile/a*\/'quoted'/{globalThis.pwned=true}
 * Hostile path
 */
export const hostilePath: Tool = {
  name: 'hostile_path',
  title: 'Hostile path',
  description: "GET /hostile/a*/'quoted'/{globalThis.pwned=true}",
  inputSchema: {
    type: 'object',
    properties: {
      'globalThis.pwned_true': { type: 'string', description: 'Sent as `globalThis.pwned=true`.' },
    },
    required: ['globalThis.pwned_true'],
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
    path: "/hostile/a*/'quoted'/{globalThis.pwned=true}",
    parameters: [{ argument: 'globalThis.pwned_true', name: 'globalThis.pwned=true', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /proto/{__proto__}/{constructor}
 * Proto path
 */
export const protoPath: Tool = {
  name: 'proto_path',
  title: 'Proto path',
  description: 'GET /proto/{__proto__}/{constructor}',
  inputSchema: {
    type: 'object',
    properties: { proto: { type: 'string' }, constructor: { type: 'string' } as never },
    required: ['proto', 'constructor'],
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
    path: '/proto/{__proto__}/{constructor}',
    parameters: [
      { argument: 'proto', name: '__proto__', in: 'path' },
      { argument: 'constructor', name: 'constructor', in: 'path' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /referenced/{id}
 * Referenced path
 */
export const referencedPath: Tool = {
  name: 'referenced_path',
  title: 'Referenced path',
  description: 'GET /referenced/{id}',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
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
    path: '/referenced/{id}',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /servers/hostile
 * Server hostile
 */
export const serverHostile: Tool = {
  name: 'server_hostile',
  title: 'Server hostile',
  description: 'GET /servers/hostile',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/servers/hostile',
    server: {
      url: 'http://127.0.0.1:{port}/\'+(globalThis.pwned=true)+\'/"+(globalThis.pwned=true)+"/`+(globalThis.pwned=true)+`/*/{globalThis.pwned=true}',
      variables: {
        port: { default: '8791', env: 'NASTY_GLOBALTHIS_SERVER_PORT' },
        'globalThis.pwned=true': {
          default: '`${globalThis.pwned = true}`"\'*/\n',
          env: 'NASTY_GLOBALTHIS_SERVER_GLOBALTHIS_PWNED_TRUE',
        },
      },
    },
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /servers/of-path
 * Server of path
 */
export const serverOfPath: Tool = {
  name: 'server_of_path',
  title: 'Server of path',
  description: 'GET /servers/of-path',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/servers/of-path',
    server: {
      url: 'http://127.0.0.1:{port}/of-path/',
      variables: { port: { default: '8791', env: 'NASTY_GLOBALTHIS_SERVER_PORT' } },
    },
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /servers/of-path
 * Server of operation
 */
export const serverOfOperation: Tool = {
  name: 'server_of_operation',
  title: 'Server of operation',
  description: 'POST /servers/of-path',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/servers/of-path',
    server: {
      url: 'http://127.0.0.1:{port}/{version}/of-operation',
      variables: {
        port: { default: '8791', env: 'NASTY_GLOBALTHIS_SERVER_PORT' },
        version: { default: 'v2', enum: ['v1', 'v2'], env: 'NASTY_GLOBALTHIS_SERVER_VERSION' },
      },
    },
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /slash
 * Without slash
 */
export const withoutSlash: Tool = {
  name: 'without_slash',
  title: 'Without slash',
  description: 'GET /slash',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/slash', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /slash/
 * With slash
 */
export const withSlash: Tool = {
  name: 'with_slash',
  title: 'With slash',
  description: 'GET /slash/',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/slash/', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /things/$count
 * Things count
 */
export const thingsCount: Tool = {
  name: 'things_count',
  title: 'Things count',
  description: 'GET /things/$count',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/things/$count',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /things/{id}.{format}
 * Thing in format
 */
export const thingInFormat: Tool = {
  name: 'thing_in_format',
  title: 'Thing in format',
  description: 'GET /things/{id}.{format}',
  inputSchema: {
    type: 'object',
    properties: { id: { type: 'string' }, format: { type: 'string', enum: ['json', 'xml'] } },
    required: ['id', 'format'],
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
    path: '/things/{id}.{format}',
    parameters: [
      { argument: 'id', name: 'id', in: 'path' },
      { argument: 'format', name: 'format', in: 'path' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /things/{id}:publish
 * Thing publish
 */
export const thingPublish: Tool = {
  name: 'thing_publish',
  title: 'Thing publish',
  description: 'POST /things/{id}:publish',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
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
    path: '/things/{id}:publish',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /things/{id}:unpublish
 * Thing unpublish
 */
export const thingUnpublish: Tool = {
  name: 'thing_unpublish',
  title: 'Thing unpublish',
  description: 'POST /things/{id}:unpublish',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
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
    path: '/things/{id}:unpublish',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /things:batchGet
 * Things batch get
 */
export const thingsBatchGet: Tool = {
  name: 'things_batch_get',
  title: 'Things batch get',
  description: 'GET /things:batchGet',
  inputSchema: { type: 'object', properties: {} },
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
    path: '/things:batchGet',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /users/\@me
 * Users me
 */
export const usersMe: Tool = {
  name: 'users_me',
  title: 'Users me',
  description: 'GET /users/@me',
  inputSchema: { type: 'object', properties: {} },
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
  request: { method: 'GET', path: '/users/@me', parameters: [], accept: ['application/json'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  rootPath,
  upperCase,
  customerOrders,
  lowerCase,
  deepPath,
  escapedPath,
  filePath,
  fixedCooked,
  fixedRaw,
  fragmentFirst,
  fragmentSecond,
  fromTo,
  hostileTemplate,
  hostilePath,
  protoPath,
  referencedPath,
  serverHostile,
  serverOfPath,
  serverOfOperation,
  withoutSlash,
  withSlash,
  thingsCount,
  thingInFormat,
  thingPublish,
  thingUnpublish,
  thingsBatchGet,
  usersMe,
];
