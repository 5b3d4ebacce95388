// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /tags/09
 * Tagged09
 */
export const tagged09: Tool = {
  name: 'tagged09',
  title: 'Tagged09',
  description: 'GET /tags/09',
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
  request: { method: 'GET', path: '/tags/09', parameters: [], accept: ['application/json'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [tagged09];
