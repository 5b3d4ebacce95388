// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /answers/broken
 * JSON that ends too early
 */
export const answerBroken: Tool = {
  name: 'answer_broken',
  title: 'JSON that ends too early',
  description: 'JSON that ends too early',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/broken',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /answers/bytes
 * Answer bytes
 */
export const answerBytes: Tool = {
  name: 'answer_bytes',
  title: 'Answer bytes',
  description: 'GET /answers/bytes',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/bytes',
    parameters: [],
    accept: ['application/octet-stream'],
    security: [],
  },
};

/**
 * GET /answers/declared-nothing
 * Answer undeclared
 */
export const answerUndeclared: Tool = {
  name: 'answer_undeclared',
  title: 'Answer undeclared',
  description: 'GET /answers/declared-nothing',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/answers/declared-nothing', parameters: [], accept: [], security: [] },
};

/**
 * GET /answers/events
 * Answer events
 */
export const answerEvents: Tool = {
  name: 'answer_events',
  title: 'Answer events',
  description: 'GET /answers/events',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/events',
    parameters: [],
    accept: ['text/event-stream'],
    security: [],
  },
};

/**
 * GET /answers/image
 * Answer image
 */
export const answerImage: Tool = {
  name: 'answer_image',
  title: 'Answer image',
  description: 'GET /answers/image',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/answers/image', parameters: [], accept: ['image/png'], security: [] },
};

/**
 * GET /answers/integers
 * Integers that doubles cannot hold
 */
export const answerIntegers: Tool = {
  name: 'answer_integers',
  title: 'Integers that doubles cannot hold',
  description: 'Integers that doubles cannot hold',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: {
    type: 'object',
    properties: { id: { description: 'integer' }, ids: { items: { description: 'integer' } } },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/integers',
    parameters: [],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /answers/many
 * Several codes, media types, headers and links
 */
export const answerMany: Tool = {
  name: 'answer_many',
  title: 'Several codes, media types, headers and links',
  description: 'Several codes, media types, headers and links',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/many',
    parameters: [],
    accept: ['application/json', 'application/hal+json', 'text/csv'],
    security: [],
    tells: ['X-Rate'],
  },
};

/**
 * POST /answers/nothing
 * Answer nothing
 */
export const answerNothing: Tool = {
  name: 'answer_nothing',
  title: 'Answer nothing',
  description: 'POST /answers/nothing',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: { method: 'POST', path: '/answers/nothing', parameters: [], accept: [], security: [] },
};

/**
 * GET /answers/problem
 * Always refused, and only a default answer is declared
 */
export const answerProblem: Tool = {
  name: 'answer_problem',
  title: 'Always refused, and only a default answer is declared',
  description: 'Always refused, and only a default answer is declared',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/problem',
    parameters: [],
    accept: ['application/problem+json'],
    security: [],
  },
};

/**
 * GET /answers/slow
 * Answer slow
 */
export const answerSlow: Tool = {
  name: 'answer_slow',
  title: 'Answer slow',
  description: 'GET /answers/slow',
  inputSchema: {
    type: 'object',
    properties: { milliseconds: { type: 'integer', minimum: 0, maximum: 60000, default: 1000 } },
  },
  outputSchema: { type: 'object', properties: { slow: { description: 'boolean' } } },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/answers/slow',
    parameters: [{ argument: 'milliseconds', name: 'milliseconds', in: 'query' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /answers/text
 * Answer text
 */
export const answerText: Tool = {
  name: 'answer_text',
  title: 'Answer text',
  description: 'GET /answers/text',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/answers/text', parameters: [], accept: ['text/plain'], security: [] },
};

/**
 * GET /answers/xml
 * Answer xml
 */
export const answerXml: Tool = {
  name: 'answer_xml',
  title: 'Answer xml',
  description: 'GET /answers/xml',
  inputSchema: { type: 'object', properties: {} },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/answers/xml', parameters: [], accept: ['application/xml'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  answerBroken,
  answerBytes,
  answerUndeclared,
  answerEvents,
  answerImage,
  answerIntegers,
  answerMany,
  answerNothing,
  answerProblem,
  answerSlow,
  answerText,
  answerXml,
];
