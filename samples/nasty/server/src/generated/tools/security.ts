// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /security/basic
 * Security basic
 */
export const securityBasic: Tool = {
  name: 'security_basic',
  title: 'Security basic',
  description: 'GET /security/basic',
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
    path: '/security/basic',
    parameters: [],
    accept: ['application/json'],
    security: [{ basic: [] }],
  },
};

/**
 * GET /security/bearer
 * Security bearer
 */
export const securityBearer: Tool = {
  name: 'security_bearer',
  title: 'Security bearer',
  description: 'GET /security/bearer',
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
    path: '/security/bearer',
    parameters: [],
    accept: ['application/json'],
    security: [{ bearer: [] }],
  },
};

/**
 * GET /security/both
 * Security both
 */
export const securityBoth: Tool = {
  name: 'security_both',
  title: 'Security both',
  description: 'GET /security/both',
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
    path: '/security/both',
    parameters: [],
    accept: ['application/json'],
    security: [{ key: [], bearer: [], cookie_key: [] }],
  },
};

/**
 * GET /security/both-or
 * Security both or
 */
export const securityBothOr: Tool = {
  name: 'security_both_or',
  title: 'Security both or',
  description: 'GET /security/both-or',
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
    path: '/security/both-or',
    parameters: [],
    accept: ['application/json'],
    security: [{ key: [], basic: [] }, { bearer: [] }, {}],
  },
};

/**
 * GET /security/certificate
 * Security certificate
 */
export const securityCertificate: Tool = {
  name: 'security_certificate',
  title: 'Security certificate',
  description: 'GET /security/certificate',
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
    path: '/security/certificate',
    parameters: [],
    accept: ['application/json'],
    security: [{ certificate: [] }],
  },
};

/**
 * GET /security/collision
 * Security collision
 */
export const securityCollision: Tool = {
  name: 'security_collision',
  title: 'Security collision',
  description: 'GET /security/collision',
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
    path: '/security/collision',
    parameters: [],
    accept: ['application/json'],
    security: [{ key: [], 'other.key': [], 'other-key': [] }],
  },
};

/**
 * GET /security/cookie
 * Security cookie
 */
export const securityCookie: Tool = {
  name: 'security_cookie',
  title: 'Security cookie',
  description: 'GET /security/cookie',
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
    path: '/security/cookie',
    parameters: [],
    accept: ['application/json'],
    security: [{ cookie_key: [] }],
  },
};

/**
 * GET /security/digest
 * Security digest
 */
export const securityDigest: Tool = {
  name: 'security_digest',
  title: 'Security digest',
  description: 'GET /security/digest',
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
    path: '/security/digest',
    parameters: [],
    accept: ['application/json'],
    security: [{ digest: [] }],
  },
};

/**
 * GET /security/either
 * Security either
 */
export const securityEither: Tool = {
  name: 'security_either',
  title: 'Security either',
  description: 'GET /security/either',
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
    path: '/security/either',
    parameters: [],
    accept: ['application/json'],
    security: [{ bearer: [] }, { basic: [] }, { constructor: [] }],
  },
};

/**
 * GET /security/key
 * Security key
 */
export const securityKey: Tool = {
  name: 'security_key',
  title: 'Security key',
  description: 'GET /security/key',
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
    path: '/security/key',
    parameters: [],
    accept: ['application/json'],
    security: [{ key: [] }],
  },
};

/**
 * GET /security/none
 * Security none
 */
export const securityNone: Tool = {
  name: 'security_none',
  title: 'Security none',
  description: 'GET /security/none',
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
    path: '/security/none',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /security/oauth
 * Security oauth
 */
export const securityOauth: Tool = {
  name: 'security_oauth',
  title: 'Security oauth',
  description: 'GET /security/oauth',
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
    path: '/security/oauth',
    parameters: [],
    accept: ['application/json'],
    security: [{ oauth: ['read', 'write:"+(globalThis.pwned=true)+"'] }],
  },
};

/**
 * GET /security/openid
 * Security openid
 */
export const securityOpenid: Tool = {
  name: 'security_openid',
  title: 'Security openid',
  description: 'GET /security/openid',
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
    path: '/security/openid',
    parameters: [],
    accept: ['application/json'],
    security: [{ openid: ['email'] }],
  },
};

/**
 * GET /security/optional
 * Security optional
 */
export const securityOptional: Tool = {
  name: 'security_optional',
  title: 'Security optional',
  description: 'GET /security/optional',
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
    path: '/security/optional',
    parameters: [],
    accept: ['application/json'],
    security: [{}, { key: [] }],
  },
};

/**
 * GET /security/parameter
 * A parameter that is the credential
 */
export const securityParameter: Tool = {
  name: 'security_parameter',
  title: 'A parameter that is the credential',
  description: 'A parameter that is the credential',
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
    path: '/security/parameter',
    parameters: [],
    accept: ['application/json'],
    security: [{ key: [] }],
  },
};

/**
 * GET /security/query
 * Security query
 */
export const securityQuery: Tool = {
  name: 'security_query',
  title: 'Security query',
  description: 'GET /security/query',
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
    path: '/security/query',
    parameters: [],
    accept: ['application/json'],
    security: [{ constructor: [] }],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  securityBasic,
  securityBearer,
  securityBoth,
  securityBothOr,
  securityCertificate,
  securityCollision,
  securityCookie,
  securityDigest,
  securityEither,
  securityKey,
  securityNone,
  securityOauth,
  securityOpenid,
  securityOptional,
  securityParameter,
  securityQuery,
];
