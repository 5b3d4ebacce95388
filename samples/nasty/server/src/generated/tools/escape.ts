// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /tags/06
 * Tagged06
 */
export const tagged06: Tool = {
  name: 'tagged06',
  title: 'Tagged06',
  description: 'GET /tags/06',
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
  request: { method: 'GET', path: '/tags/06', parameters: [], accept: ['application/json'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [tagged06];
