// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /hostile/deprecated
 * Do not use
 */
export const hostileDeprecated: Tool = {
  name: 'hostile_deprecated',
  title: 'Do not use',
  description: 'Deprecated. Do not use',
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
    path: '/hostile/deprecated',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /hostile/long
 * A summary that goes
 */
export const hostileLong: Tool = {
  name: 'hostile_long',
  title: 'A summary that goes',
  description:
    'Deprecated. A summary that goes on and on, for much longer than the title of a tool has any right to be, because nobody told its author that summaries are meant to be short, and so it was never cut. The farmer counts the sheep twice, because the first count never agrees with the gate, and the gate is always right about sheep. ${globalThis.pwned = true}. The farmer counts the sheep twice, because the first count never agrees with the gate, and the gate is always right about sheep. </script>. The farmer counts the sheep twice, because the first count never agrees with the gate, and the gate is always right about sheep. The farmer counts the sheep twice, because the first count never agrees with the gate, and the gate is always right about sheep. The farmer counts the sheep twice, because the first count never agrees with the gate, and the gate is always right about sheep. / globalThis.pwned = true; /.',
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
    path: '/hostile/long',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /names-missing
 * Get names missing
 */
export const getNamesMissing0ba1b3: Tool = {
  name: 'get_names_missing_0ba1b3',
  title: 'Get names missing',
  description: 'GET /names-missing',
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
    path: '/names-missing',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /names/01
 * Duplicate names 01
 */
export const duplicateNames01: Tool = {
  name: 'duplicate_names_01',
  title: 'Duplicate names 01',
  description: 'GET /names/01',
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
  request: { method: 'GET', path: '/names/01', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/02
 * Duplicate names 02
 */
export const duplicateNames02: Tool = {
  name: 'duplicate_names_02',
  title: 'Duplicate names 02',
  description: 'GET /names/02',
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
  request: { method: 'GET', path: '/names/02', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/03
 * Duplicate names 03
 */
export const duplicateNames03: Tool = {
  name: 'duplicate_names_03',
  title: 'Duplicate names 03',
  description: 'GET /names/03',
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
  request: { method: 'GET', path: '/names/03', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/04
 * Get thing 04
 */
export const getThing04: Tool = {
  name: 'get_thing_04',
  title: 'Get thing 04',
  description: 'GET /names/04',
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
  request: { method: 'GET', path: '/names/04', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/05
 * Get thing 05
 */
export const getThing05: Tool = {
  name: 'get_thing_05',
  title: 'Get thing 05',
  description: 'GET /names/05',
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
  request: { method: 'GET', path: '/names/05', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/06
 * Get thing
 */
export const getThing: Tool = {
  name: 'get_thing',
  title: 'Get thing',
  description: 'GET /names/06',
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
  request: { method: 'GET', path: '/names/06', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/07
 * Get thing 07
 */
export const getThing07: Tool = {
  name: 'get_thing_07',
  title: 'Get thing 07',
  description: 'GET /names/07',
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
  request: { method: 'GET', path: '/names/07', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/08
 * Get thing 08
 */
export const getThing08: Tool = {
  name: 'get_thing_08',
  title: 'Get thing 08',
  description: 'GET /names/08',
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
  request: { method: 'GET', path: '/names/08', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/09
 * Get thing 09
 */
export const getThing09: Tool = {
  name: 'get_thing_09',
  title: 'Get thing 09',
  description: 'GET /names/09',
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
  request: { method: 'GET', path: '/names/09', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/10
 * Getthing
 */
export const getthing: Tool = {
  name: 'getthing',
  title: 'Getthing',
  description: 'GET /names/10',
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
  request: { method: 'GET', path: '/names/10', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/11
 * Get thing 11
 */
export const getThing11: Tool = {
  name: 'get_thing_11',
  title: 'Get thing 11',
  description: 'GET /names/11',
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
  request: { method: 'GET', path: '/names/11', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/12
 * Get thing 12
 */
export const getThing12: Tool = {
  name: 'get_thing_12',
  title: 'Get thing 12',
  description: 'GET /names/12',
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
  request: { method: 'GET', path: '/names/12', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/13
 * Get thing2
 */
export const getThing2: Tool = {
  name: 'get_thing2',
  title: 'Get thing2',
  description: 'GET /names/13',
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
  request: { method: 'GET', path: '/names/13', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/14
 * Delete names
 */
export const deleteNames: Tool = {
  name: 'delete_names',
  title: 'Delete names',
  description: 'GET /names/14',
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
  request: { method: 'GET', path: '/names/14', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/15
 * Class
 */
export const class_: Tool = {
  name: 'class',
  title: 'Class',
  description: 'GET /names/15',
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
  request: { method: 'GET', path: '/names/15', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/16
 * Default
 */
export const default_: Tool = {
  name: 'default',
  title: 'Default',
  description: 'GET /names/16',
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
  request: { method: 'GET', path: '/names/16', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/17
 * Await
 */
export const await_: Tool = {
  name: 'await',
  title: 'Await',
  description: 'GET /names/17',
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
  request: { method: 'GET', path: '/names/17', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/18
 * Arguments
 */
export const arguments_: Tool = {
  name: 'arguments',
  title: 'Arguments',
  description: 'GET /names/18',
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
  request: { method: 'GET', path: '/names/18', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/19
 * Constructor
 */
export const constructor: Tool = {
  name: 'constructor',
  title: 'Constructor',
  description: 'GET /names/19',
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
  request: { method: 'GET', path: '/names/19', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/20
 * Proto
 */
export const proto: Tool = {
  name: 'proto',
  title: 'Proto',
  description: 'GET /names/20',
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
  request: { method: 'GET', path: '/names/20', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/21
 * To string
 */
export const toString: Tool = {
  name: 'to_string',
  title: 'To string',
  description: 'GET /names/21',
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
  request: { method: 'GET', path: '/names/21', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/22
 * Then
 */
export const then: Tool = {
  name: 'then',
  title: 'Then',
  description: 'GET /names/22',
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
  request: { method: 'GET', path: '/names/22', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/23
 * Null
 */
export const null_: Tool = {
  name: 'null',
  title: 'Null',
  description: 'GET /names/23',
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
  request: { method: 'GET', path: '/names/23', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/24
 * Undefined
 */
export const undefined_: Tool = {
  name: 'undefined',
  title: 'Undefined',
  description: 'GET /names/24',
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
  request: { method: 'GET', path: '/names/24', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/25
 * Get 123start
 */
export const get123start: Tool = {
  name: 'get_123start',
  title: 'Get 123start',
  description: 'GET /names/25',
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
  request: { method: 'GET', path: '/names/25', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/26
 * Get 2
 */
export const get2: Tool = {
  name: 'get_2',
  title: 'Get 2',
  description: 'GET /names/26',
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
  request: { method: 'GET', path: '/names/26', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/27
 * Get names 27
 */
export const getNames27: Tool = {
  name: 'get_names_27',
  title: 'Get names 27',
  description: 'GET /names/27',
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
  request: { method: 'GET', path: '/names/27', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/28
 * Get names 28
 */
export const getNames28: Tool = {
  name: 'get_names_28',
  title: 'Get names 28',
  description: 'GET /names/28',
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
  request: { method: 'GET', path: '/names/28', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/29
 * Get names 29
 */
export const getNames29: Tool = {
  name: 'get_names_29',
  title: 'Get names 29',
  description: 'GET /names/29',
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
  request: { method: 'GET', path: '/names/29', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/30
 * Get names 30
 */
export const getNames30: Tool = {
  name: 'get_names_30',
  title: 'Get names 30',
  description: 'GET /names/30',
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
  request: { method: 'GET', path: '/names/30', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/31
 * Get names 31
 */
export const getNames31: Tool = {
  name: 'get_names_31',
  title: 'Get names 31',
  description: 'GET /names/31',
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
  request: { method: 'GET', path: '/names/31', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/32
 * Get names 32
 */
export const getNames32: Tool = {
  name: 'get_names_32',
  title: 'Get names 32',
  description: 'GET /names/32',
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
  request: { method: 'GET', path: '/names/32', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/33
 * Unicode
 */
export const unicode: Tool = {
  name: 'unicode',
  title: 'Unicode',
  description: 'GET /names/33',
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
  request: { method: 'GET', path: '/names/33', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/34
 * Get names 34
 */
export const getNames34: Tool = {
  name: 'get_names_34',
  title: 'Get names 34',
  description: 'GET /names/34',
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
  request: { method: 'GET', path: '/names/34', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/35
 * Viii
 */
export const viii: Tool = {
  name: 'viii',
  title: 'Viii',
  description: 'GET /names/35',
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
  request: { method: 'GET', path: '/names/35', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/36
 * Find names
 */
export const findNames: Tool = {
  name: 'find_names',
  title: 'Find names',
  description: 'GET /names/36',
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
  request: { method: 'GET', path: '/names/36', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/37
 * Get v1 things id
 */
export const getV1ThingsId: Tool = {
  name: 'get_v1_things_id',
  title: 'Get v1 things id',
  description: 'GET /names/37',
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
  request: { method: 'GET', path: '/names/37', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/38
 * Things get v2 now
 */
export const thingsGetV2Now: Tool = {
  name: 'things_get_v2_now',
  title: 'Things get v2 now',
  description: 'GET /names/38',
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
  request: { method: 'GET', path: '/names/38', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/39
 * Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b
 */
export const aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaDec2bd: Tool = {
  name: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa_dec2bd',
  title: 'Aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa b',
  description: 'GET /names/39',
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
  request: { method: 'GET', path: '/names/39', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/40
 * Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…
 */
export const averyveryverylongoperationidentifi017408: Tool = {
  name: 'averyveryverylongoperationidentifi_017408',
  title: 'Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…',
  description: 'GET /names/40',
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
  request: { method: 'GET', path: '/names/40', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/41
 * Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…
 */
export const averyveryverylongoperationidentifi549200: Tool = {
  name: 'averyveryverylongoperationidentifi_549200',
  title: 'Averyveryverylongoperationidentifieraveryveryverylongoperationidentifieraveryve…',
  description: 'GET /names/41',
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
  request: { method: 'GET', path: '/names/41', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/42
 * A very made like write them first
 */
export const aVeryMadeLikeWriteThemFirst: Tool = {
  name: 'a_very_made_like_write_them_first',
  title: 'A very made like write them first',
  description: 'GET /names/42',
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
  request: { method: 'GET', path: '/names/42', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/43
 * A very made like write them second
 */
export const aVeryMadeLikeWriteThemSecond: Tool = {
  name: 'a_very_made_like_write_them_second',
  title: 'A very made like write them second',
  description: 'GET /names/43',
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
  request: { method: 'GET', path: '/names/43', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/44
 * List names
 */
export const listNames: Tool = {
  name: 'list_names',
  title: 'List names',
  description: 'GET /names/44',
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
  request: { method: 'GET', path: '/names/44', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/45
 * Tools
 */
export const tools_: Tool = {
  name: 'tools',
  title: 'Tools',
  description: 'GET /names/45',
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
  request: { method: 'GET', path: '/names/45', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/46
 * Get parsed http response as json
 */
export const getParsedHttpResponseAsJson: Tool = {
  name: 'get_parsed_http_response_as_json',
  title: 'Get parsed http response as json',
  description: 'GET /names/46',
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
  request: { method: 'GET', path: '/names/46', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/47
 * Snake case name
 */
export const snakeCaseName: Tool = {
  name: 'snake_case_name',
  title: 'Snake case name',
  description: 'GET /names/47',
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
  request: { method: 'GET', path: '/names/47', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/48
 * Kebab case name
 */
export const kebabCaseName: Tool = {
  name: 'kebab_case_name',
  title: 'Kebab case name',
  description: 'GET /names/48',
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
  request: { method: 'GET', path: '/names/48', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/49
 * Screaming case
 */
export const screamingCase: Tool = {
  name: 'screaming_case',
  title: 'Screaming case',
  description: 'GET /names/49',
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
  request: { method: 'GET', path: '/names/49', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/50
 * Global this pwned true 50
 */
export const globalThisPwnedTrue50: Tool = {
  name: 'global_this_pwned_true_50',
  title: 'Global this pwned true 50',
  description: 'GET /names/50',
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
  request: { method: 'GET', path: '/names/50', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/51
 * Global this pwned true 51
 */
export const globalThisPwnedTrue51: Tool = {
  name: 'global_this_pwned_true_51',
  title: 'Global this pwned true 51',
  description: 'GET /names/51',
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
  request: { method: 'GET', path: '/names/51', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/52
 * Global this pwned true 52
 */
export const globalThisPwnedTrue52: Tool = {
  name: 'global_this_pwned_true_52',
  title: 'Global this pwned true 52',
  description: 'GET /names/52',
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
  request: { method: 'GET', path: '/names/52', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/53
 * Global this pwned true 53
 */
export const globalThisPwnedTrue53: Tool = {
  name: 'global_this_pwned_true_53',
  title: 'Global this pwned true 53',
  description: 'GET /names/53',
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
  request: { method: 'GET', path: '/names/53', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/54
 * Get names 54
 */
export const getNames54: Tool = {
  name: 'get_names_54',
  title: 'Get names 54',
  description: 'GET /names/54',
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
  request: { method: 'GET', path: '/names/54', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/55
 * Get names 55
 */
export const getNames55: Tool = {
  name: 'get_names_55',
  title: 'Get names 55',
  description: 'GET /names/55',
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
  request: { method: 'GET', path: '/names/55', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/56
 * Escape
 */
export const escape: Tool = {
  name: 'escape',
  title: 'Escape',
  description: 'GET /names/56',
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
  request: { method: 'GET', path: '/names/56', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/57
 * Script script global pwned true script
 */
export const scriptScriptGlobalPwnedTrueScript: Tool = {
  name: 'script_script_global_pwned_true_script',
  title: 'Script script global pwned true script',
  description: 'GET /names/57',
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
  request: { method: 'GET', path: '/names/57', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/58
 * Global this pwned
 */
export const globalThisPwned: Tool = {
  name: 'global_this_pwned',
  title: 'Global this pwned',
  description: 'GET /names/58',
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
  request: { method: 'GET', path: '/names/58', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /names/methods
 * Get names methods
 */
export const getNamesMethods: Tool = {
  name: 'get_names_methods',
  title: 'Get names methods',
  description: 'GET /names/methods',
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
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PUT /names/methods
 * Put names methods
 */
export const putNamesMethods: Tool = {
  name: 'put_names_methods',
  title: 'Put names methods',
  description: 'PUT /names/methods',
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
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /names/methods
 * Post names methods
 */
export const postNamesMethods: Tool = {
  name: 'post_names_methods',
  title: 'Post names methods',
  description: 'POST /names/methods',
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
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * DELETE /names/methods
 * Delete names methods
 */
export const deleteNamesMethods: Tool = {
  name: 'delete_names_methods',
  title: 'Delete names methods',
  description: 'DELETE /names/methods',
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
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * OPTIONS /names/methods
 * Options names methods
 */
export const optionsNamesMethods: Tool = {
  name: 'options_names_methods',
  title: 'Options names methods',
  description: 'OPTIONS /names/methods',
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
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'OPTIONS',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * HEAD /names/methods
 * Head names methods
 */
export const headNamesMethods: Tool = {
  name: 'head_names_methods',
  title: 'Head names methods',
  description: 'HEAD /names/methods',
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
    method: 'HEAD',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PATCH /names/methods
 * Patch names methods
 */
export const patchNamesMethods: Tool = {
  name: 'patch_names_methods',
  title: 'Patch names methods',
  description: 'PATCH /names/methods',
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
    method: 'PATCH',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * TRACE /names/methods
 * Trace names methods
 */
export const traceNamesMethods: Tool = {
  name: 'trace_names_methods',
  title: 'Trace names methods',
  description: 'TRACE /names/methods',
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
    method: 'TRACE',
    path: '/names/methods',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /names/missing
 * Get names missing
 */
export const getNamesMissing33a516: Tool = {
  name: 'get_names_missing_33a516',
  title: 'Get names missing',
  description: 'GET /names/missing',
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
    path: '/names/missing',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /names/missing/{id}
 * Get names missing by id
 */
export const getNamesMissingById: Tool = {
  name: 'get_names_missing_by_id',
  title: 'Get names missing by id',
  description: 'GET /names/missing/{id}',
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
    path: '/names/missing/{id}',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /names/taken
 * Get names missing
 */
export const getNamesMissing: Tool = {
  name: 'get_names_missing',
  title: 'Get names missing',
  description: 'GET /names/taken',
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
    path: '/names/taken',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /tags/02
 * Tagged02
 */
export const tagged02: Tool = {
  name: 'tagged02',
  title: 'Tagged02',
  description: 'GET /tags/02',
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
  request: { method: 'GET', path: '/tags/02', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * GET /tags/13
 * Tagged13
 */
export const tagged13: Tool = {
  name: 'tagged13',
  title: 'Tagged13',
  description: 'GET /tags/13',
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
  request: { method: 'GET', path: '/tags/13', parameters: [], accept: ['application/json'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  hostileDeprecated,
  hostileLong,
  getNamesMissing0ba1b3,
  duplicateNames01,
  duplicateNames02,
  duplicateNames03,
  getThing04,
  getThing05,
  getThing,
  getThing07,
  getThing08,
  getThing09,
  getthing,
  getThing11,
  getThing12,
  getThing2,
  deleteNames,
  class_,
  default_,
  await_,
  arguments_,
  constructor,
  proto,
  toString,
  then,
  null_,
  undefined_,
  get123start,
  get2,
  getNames27,
  getNames28,
  getNames29,
  getNames30,
  getNames31,
  getNames32,
  unicode,
  getNames34,
  viii,
  findNames,
  getV1ThingsId,
  thingsGetV2Now,
  aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaDec2bd,
  averyveryverylongoperationidentifi017408,
  averyveryverylongoperationidentifi549200,
  aVeryMadeLikeWriteThemFirst,
  aVeryMadeLikeWriteThemSecond,
  listNames,
  tools_,
  getParsedHttpResponseAsJson,
  snakeCaseName,
  kebabCaseName,
  screamingCase,
  globalThisPwnedTrue50,
  globalThisPwnedTrue51,
  globalThisPwnedTrue52,
  globalThisPwnedTrue53,
  getNames54,
  getNames55,
  escape,
  scriptScriptGlobalPwnedTrueScript,
  globalThisPwned,
  getNamesMethods,
  putNamesMethods,
  postNamesMethods,
  deleteNamesMethods,
  optionsNamesMethods,
  headNamesMethods,
  patchNamesMethods,
  traceNamesMethods,
  getNamesMissing33a516,
  getNamesMissingById,
  getNamesMissing,
  tagged02,
  tagged13,
];
