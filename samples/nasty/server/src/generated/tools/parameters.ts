// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /parameters/constants
 * Parameters that leave no choice
 */
export const parametersConstants: Tool = {
  name: 'parameters_constants',
  title: 'Parameters that leave no choice',
  description: 'Parameters that leave no choice',
  inputSchema: { type: 'object', properties: { optional: { type: 'string', enum: ['only'] } } },
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
    path: '/parameters/constants',
    parameters: [
      { argument: '', name: 'api-version', in: 'query', constant: '2024-01-01' },
      {
        argument: '',
        name: 'X-Api-Version',
        in: 'header',
        required: true,
        constant: '3"+(globalThis.pwned=true)+"',
      },
      { argument: '', name: 'format', in: 'query', required: true, constant: 1 },
      { argument: 'optional', name: 'optional', in: 'query' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/cookies
 * Parameters cookies
 */
export const parametersCookies: Tool = {
  name: 'parameters_cookies',
  title: 'Parameters cookies',
  description: 'GET /parameters/cookies',
  inputSchema: {
    type: 'object',
    properties: {
      session: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      listJoined: { type: 'array', items: { type: 'string' } },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      json: { type: 'object' },
      it_s: { type: 'string', description: "Sent as `$it's`." },
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
    path: '/parameters/cookies',
    parameters: [
      { argument: 'session', name: 'session', in: 'cookie' },
      { argument: 'list', name: 'list', in: 'cookie' },
      { argument: 'listJoined', name: 'listJoined', in: 'cookie', explode: false },
      { argument: 'map', name: 'map', in: 'cookie', explode: false },
      { argument: 'json', name: 'json', in: 'cookie', mediaType: 'application/json' },
      { argument: 'it_s', name: "$it's", in: 'cookie' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/headers
 * Headers of every shape, and three that the specification ignores
 */
export const parametersHeaders: Tool = {
  name: 'parameters_headers',
  title: 'Headers of every shape, and three that the specification ignores',
  description: 'Headers of every shape, and three that the specification ignores',
  inputSchema: {
    type: 'object',
    properties: {
      'X-List': { type: 'array', items: { type: 'string' } },
      'X-Map': { type: 'object', additionalProperties: { type: 'string' } },
      'X-Map-Exploded': { type: 'object', additionalProperties: { type: 'string' } },
      'X-Json': { type: 'object' },
      'X-Number': { type: 'integer' },
      'X-It_s': {
        type: 'string',
        description: "Every odd character that a header name may hold. Sent as `X-It's`$&*|~`.",
      },
    },
    required: ['X-Number'],
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
    path: '/parameters/headers',
    parameters: [
      { argument: 'X-List', name: 'X-List', in: 'header' },
      { argument: 'X-Map', name: 'X-Map', in: 'header' },
      { argument: 'X-Map-Exploded', name: 'X-Map-Exploded', in: 'header', explode: true },
      { argument: 'X-Json', name: 'X-Json', in: 'header', mediaType: 'application/json' },
      { argument: 'X-Number', name: 'X-Number', in: 'header' },
      { argument: 'X-It_s', name: "X-It's`$&*|~", in: 'header' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/label/{one}/{list}/{map}/{listExploded}/{mapExploded}
 * Parameters label
 */
export const parametersLabel: Tool = {
  name: 'parameters_label',
  title: 'Parameters label',
  description: 'GET /parameters/label/{one}/{list}/{map}/{listExploded}/{mapExploded}',
  inputSchema: {
    type: 'object',
    properties: {
      one: { type: 'number' },
      list: { type: 'array', minItems: 1, items: { type: 'string' } },
      map: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
      listExploded: { type: 'array', minItems: 1, items: { type: 'string' } },
      mapExploded: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
    },
    required: ['one', 'list', 'map', 'listExploded', 'mapExploded'],
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
    path: '/parameters/label/{one}/{list}/{map}/{listExploded}/{mapExploded}',
    parameters: [
      { argument: 'one', name: 'one', in: 'path', style: 'label' },
      { argument: 'list', name: 'list', in: 'path', style: 'label' },
      { argument: 'map', name: 'map', in: 'path', style: 'label' },
      { argument: 'listExploded', name: 'listExploded', in: 'path', style: 'label', explode: true },
      { argument: 'mapExploded', name: 'mapExploded', in: 'path', style: 'label', explode: true },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/matrix/{one}/{list}/{map}/{listExploded}/{mapExploded}
 * Parameters matrix
 */
export const parametersMatrix: Tool = {
  name: 'parameters_matrix',
  title: 'Parameters matrix',
  description: 'GET /parameters/matrix/{one}/{list}/{map}/{listExploded}/{mapExploded}',
  inputSchema: {
    type: 'object',
    properties: {
      one: { type: 'string' },
      list: { type: 'array', minItems: 1, items: { type: 'string' } },
      map: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
      listExploded: { type: 'array', minItems: 1, items: { type: 'string' } },
      mapExploded: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
    },
    required: ['one', 'list', 'map', 'listExploded', 'mapExploded'],
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
    path: '/parameters/matrix/{one}/{list}/{map}/{listExploded}/{mapExploded}',
    parameters: [
      { argument: 'one', name: 'one', in: 'path', style: 'matrix' },
      { argument: 'list', name: 'list', in: 'path', style: 'matrix' },
      { argument: 'map', name: 'map', in: 'path', style: 'matrix' },
      { argument: 'listExploded', name: 'listExploded', in: 'path', style: 'matrix', explode: true },
      { argument: 'mapExploded', name: 'mapExploded', in: 'path', style: 'matrix', explode: true },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/odd-names
 * Names that are no identifiers
 */
export const parametersOddNames: Tool = {
  name: 'parameters_odd_names',
  title: 'Names that are no identifiers',
  description: 'Names that are no identifiers',
  inputSchema: {
    type: 'object',
    properties: {
      page_size: { type: 'integer', default: 20 },
      page_number: { type: 'integer' },
      top_query: { type: 'integer' },
      top: { type: 'integer' },
      StartTime_query: { type: 'string', format: 'date-time' },
      StartTime_query_2: { type: 'string', format: 'date-time' },
      StartTime: { type: 'string', format: 'date-time' },
      ids_list: { type: 'array', items: { type: 'integer' } },
      ids: { type: 'array', items: { type: 'integer' } },
      Name: { type: 'string' },
      name: { type: 'string' },
      'filter.name': { type: 'string' },
      a_b: { type: 'string' },
      a_b_query: { type: 'string' },
      value: { type: 'string' },
      '1st': { type: 'string' },
      'a-name-of-more-than-sixty-four-characters-as-some-generated-apis': { type: 'string' },
      'a-name-of-more-than-sixty-four-characters-as-some-generate_query': { type: 'string' },
      class: { type: 'string' },
      proto: { type: 'string' },
      constructor: { type: 'string' } as never,
      toString: { type: 'string' } as never,
      hasOwnProperty: { type: 'string' } as never,
      _select: { type: 'string' },
      'globalThis.pwned_true': { type: 'string' },
      'globalThis.pwned_true_query': { type: 'string' },
      'globalThis.pwned_true_query_2': { type: 'string' },
      'globalThis.pwned_true_query_3': { type: 'string' },
      'globalThis.pwned_true_query_4': { type: 'string' },
      script_amp_20: { type: 'string' },
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
    path: '/parameters/odd-names',
    parameters: [
      { argument: 'page_size', name: 'page[size]', in: 'query' },
      { argument: 'page_number', name: 'page[number]', in: 'query' },
      { argument: 'top_query', name: '$top', in: 'query' },
      { argument: 'top', name: 'top', in: 'query' },
      { argument: 'StartTime_query', name: 'StartTime<', in: 'query' },
      { argument: 'StartTime_query_2', name: 'StartTime>', in: 'query' },
      { argument: 'StartTime', name: 'StartTime', in: 'query' },
      { argument: 'ids_list', name: 'ids[]', in: 'query' },
      { argument: 'ids', name: 'ids', in: 'query' },
      { argument: 'Name', name: 'Name', in: 'query' },
      { argument: 'name', name: 'name', in: 'query' },
      { argument: 'filter.name', name: 'filter.name', in: 'query' },
      { argument: 'a_b', name: 'a b', in: 'query' },
      { argument: 'a_b_query', name: 'a/b', in: 'query' },
      { argument: 'value', name: '名前', in: 'query' },
      { argument: '1st', name: '1st', in: 'query' },
      {
        argument: 'a-name-of-more-than-sixty-four-characters-as-some-generated-apis',
        name: 'a-name-of-more-than-sixty-four-characters-as-some-generated-apis-have-it-one',
        in: 'query',
      },
      {
        argument: 'a-name-of-more-than-sixty-four-characters-as-some-generate_query',
        name: 'a-name-of-more-than-sixty-four-characters-as-some-generated-apis-have-it-two',
        in: 'query',
      },
      { argument: 'class', name: 'class', in: 'query' },
      { argument: 'proto', name: '__proto__', in: 'query' },
      { argument: 'constructor', name: 'constructor', in: 'query' },
      { argument: 'toString', name: 'toString', in: 'query' },
      { argument: 'hasOwnProperty', name: 'hasOwnProperty', in: 'query' },
      { argument: '_select', name: '_select', in: 'query' },
      { argument: 'globalThis.pwned_true', name: "'+(globalThis.pwned=true)+'", in: 'query' },
      { argument: 'globalThis.pwned_true_query', name: '"];globalThis.pwned=true;["', in: 'query' },
      { argument: 'globalThis.pwned_true_query_2', name: '`${globalThis.pwned=true}`', in: 'query' },
      { argument: 'globalThis.pwned_true_query_3', name: '*/globalThis.pwned=true;/*', in: 'query' },
      { argument: 'globalThis.pwned_true_query_4', name: '\u2028globalThis.pwned=true\n', in: 'query' },
      { argument: 'script_amp_20', name: '</script>&amp;=#?%20', in: 'query' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/query
 * Every style of a query parameter
 */
export const parametersQuery: Tool = {
  name: 'parameters_query',
  title: 'Every style of a query parameter',
  description: 'Every style of a query parameter',
  inputSchema: {
    type: 'object',
    properties: {
      formExploded: { type: 'array', items: { type: 'string' } },
      formJoined: { type: 'array', items: { type: 'integer' } },
      formObject: { type: 'object', properties: { r: { type: 'integer' }, g: { type: 'integer' } } },
      formObjectJoined: { type: 'object', properties: { r: { type: 'integer' }, g: { type: 'integer' } } },
      spaces: { type: 'array', items: { type: 'string' } },
      pipes: { type: 'array', items: { type: 'string' } },
      deep: { type: 'object', properties: { gte: { type: 'string' }, lt: { type: 'string' } } },
      deeper: {
        type: 'object',
        properties: {
          created: { type: 'object', properties: { gte: { type: 'string' }, lt: { type: 'string' } } },
          ids: { type: 'array', items: { type: 'integer' } },
        },
      },
      free: { type: 'object', additionalProperties: { type: 'string' } },
      reserved: { type: 'string' },
      flag: { type: 'boolean' },
      json: { type: 'object', properties: { gte: { type: 'string' }, lt: { type: 'string' } } },
      maybe: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
      either: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
      old: { type: 'string', description: 'Deprecated.' },
      anything: {},
      truly: {},
      big: { type: 'integer', enum: [1, 9007199254740992, 9223372036854776000] },
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
    path: '/parameters/query',
    parameters: [
      { argument: 'formExploded', name: 'formExploded', in: 'query' },
      { argument: 'formJoined', name: 'formJoined', in: 'query', explode: false },
      { argument: 'formObject', name: 'formObject', in: 'query' },
      { argument: 'formObjectJoined', name: 'formObjectJoined', in: 'query', explode: false },
      { argument: 'spaces', name: 'spaces', in: 'query', style: 'spaceDelimited' },
      { argument: 'pipes', name: 'pipes', in: 'query', style: 'pipeDelimited' },
      { argument: 'deep', name: 'deep', in: 'query', style: 'deepObject', explode: true },
      { argument: 'deeper', name: 'deeper', in: 'query', style: 'deepObject', explode: true },
      { argument: 'free', name: 'free', in: 'query', style: 'deepObject', explode: true },
      { argument: 'reserved', name: 'reserved', in: 'query', allowReserved: true },
      { argument: 'flag', name: 'flag', in: 'query' },
      { argument: 'json', name: 'json', in: 'query', mediaType: 'application/json' },
      { argument: 'maybe', name: 'maybe', in: 'query' },
      { argument: 'either', name: 'either', in: 'query' },
      { argument: 'old', name: 'old', in: 'query' },
      { argument: 'anything', name: 'anything', in: 'query' },
      { argument: 'truly', name: 'truly', in: 'query' },
      { argument: 'big', name: 'big', in: 'query' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PUT /parameters/same/{id}
 * One name in five places
 */
export const parametersSame: Tool = {
  name: 'parameters_same',
  title: 'One name in five places',
  description: 'One name in five places',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'string', description: '(path parameter)' },
      trace: { type: 'boolean', description: "The operation's own." },
      id_query: { type: 'integer', description: '(query parameter "id")' },
      id_header: { type: 'boolean', description: '(header parameter "id")' },
      id_cookie: { type: 'string', description: '(cookie parameter "id")' },
      id_body: { type: 'string' },
      id_body_2: { type: 'number', description: '(body field "id")' },
      id_query_body: { type: 'string', description: 'Sent as `id_query`.' },
    },
    required: ['id', 'trace', 'id_body_2'],
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
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/parameters/same/{id}',
    parameters: [
      { argument: 'id', name: 'id', in: 'path' },
      { argument: 'trace', name: 'trace', in: 'query' },
      { argument: 'id_query', name: 'id', in: 'query' },
      { argument: 'id_header', name: 'id', in: 'header' },
      { argument: 'id_cookie', name: 'id', in: 'cookie' },
      { argument: 'id_body', name: 'id_body', in: 'query' },
    ],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { id_body_2: 'id', id_query_body: 'id_query' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/simple/{one}/{list}/{map}/{mapExploded}/{json}
 * Parameters simple
 */
export const parametersSimple: Tool = {
  name: 'parameters_simple',
  title: 'Parameters simple',
  description: 'GET /parameters/simple/{one}/{list}/{map}/{mapExploded}/{json}',
  inputSchema: {
    type: 'object',
    properties: {
      one: { type: 'boolean' },
      list: { type: 'array', minItems: 1, items: { type: 'string' } },
      map: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
      mapExploded: { type: 'object', minProperties: 1, additionalProperties: { type: 'string' } },
      json: { type: 'object' },
    },
    required: ['one', 'list', 'map', 'mapExploded', 'json'],
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
    path: '/parameters/simple/{one}/{list}/{map}/{mapExploded}/{json}',
    parameters: [
      { argument: 'one', name: 'one', in: 'path' },
      { argument: 'list', name: 'list', in: 'path' },
      { argument: 'map', name: 'map', in: 'path' },
      { argument: 'mapExploded', name: 'mapExploded', in: 'path', explode: true },
      { argument: 'json', name: 'json', in: 'path', mediaType: 'application/json' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /parameters/values
 * Values that are hard to quote
 */
export const parametersValues: Tool = {
  name: 'parameters_values',
  title: 'Values that are hard to quote',
  description: 'Values that are hard to quote',
  inputSchema: {
    type: 'object',
    properties: {
      choice: {
        type: 'string',
        default: '"+(globalThis.pwned=true)+"',
        description:
          'One of "\\"+(globalThis.pwned=true)+\\"", "\'+(globalThis.pwned=true)+\'", "`+(globalThis.pwned=true)+`", "${globalThis.pwned=true}", "*/globalThis.pwned=true;/*", "</script><script>globalThis.pwned=true</script>", "\\u2028globalThis.pwned=true//\\u2029", "line\\nbreak\\r\\n", "\\\\", "\\\\\\"", "", " ",…',
      },
      again: {
        type: 'string',
        default: '"+(globalThis.pwned=true)+"',
        description:
          'One of "\\"+(globalThis.pwned=true)+\\"", "\'+(globalThis.pwned=true)+\'", "`+(globalThis.pwned=true)+`", "${globalThis.pwned=true}", "*/globalThis.pwned=true;/*", "</script><script>globalThis.pwned=true</script>", "\\u2028globalThis.pwned=true//\\u2029", "line\\nbreak\\r\\n", "\\\\", "\\\\\\"", "", " ",…',
      },
      pattern: {
        type: 'string',
        pattern: '^(?:"|\'|`|\\$\\{globalThis\\.pwned=true\\}|\\*/|\\u2028|</script>)*$',
        default: '*/',
      },
      lookbehind: { type: 'string' },
      otherDialect: { type: 'string', pattern: '^[A-Za-z]+$' },
      backtracking: { type: 'string' },
      mixed: {
        anyOf: [
          { type: 'string', enum: ['1', 'true'] },
          { type: 'number', enum: [1, 1.5] },
          { type: 'boolean', enum: [true] },
        ],
      },
      format: { type: 'string', format: '"; globalThis.pwned = true; //' },
      text: { type: 'string', default: '${process.exit(1)}`+(globalThis.pwned=true)+`' },
      object: {
        type: 'object',
        default: {
          ['__proto__']: { pwned: true } as never,
          '"+(globalThis.pwned=true)+"': '${globalThis.pwned=true}',
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
    path: '/parameters/values',
    parameters: [
      { argument: 'choice', name: 'choice', in: 'query' },
      { argument: 'again', name: 'again', in: 'query' },
      { argument: 'pattern', name: 'pattern', in: 'query' },
      { argument: 'lookbehind', name: 'lookbehind', in: 'query' },
      { argument: 'otherDialect', name: 'otherDialect', in: 'query' },
      { argument: 'backtracking', name: 'backtracking', in: 'query' },
      { argument: 'mixed', name: 'mixed', in: 'query' },
      { argument: 'format', name: 'format', in: 'query' },
      { argument: 'text', name: 'text', in: 'query' },
      { argument: 'object', name: 'object', in: 'query', style: 'deepObject', explode: true },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  parametersConstants,
  parametersCookies,
  parametersHeaders,
  parametersLabel,
  parametersMatrix,
  parametersOddNames,
  parametersQuery,
  parametersSame,
  parametersSimple,
  parametersValues,
];
