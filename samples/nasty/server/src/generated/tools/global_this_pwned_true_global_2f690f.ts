// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /hostile/words
 * Summary " ' *\/ ${globalThis.pwned = true} globalThis.pwned = true…
 */
export const hostileWords: Tool = {
  name: 'hostile_words',
  title: 'Summary " \' */ ${globalThis.pwned = true} globalThis.pwned = true…',
  description:
    "Summary \" ' */ ${globalThis.pwned = true} globalThis.pwned = true globalThis.pwned = true </script>. First. / globalThis.pwned = true; /; globalThis.pwned = true. ${globalThis.pwned = true} ${process.exit(1)} \" ' \\. @param {string} globalThis.pwned {@link https://nasty.example} // @ts-ignore {{globalThis.pwned}} $& $ $'; a: b",
  inputSchema: {
    type: 'object',
    properties: {
      word: {
        type: 'string',
        description: '/ globalThis.pwned = true; / \\. Example: "`${globalThis.pwned = true}`".',
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/hostile/words',
    parameters: [{ argument: 'word', name: 'word', in: 'query' }],
    accept: ['text/plain; a="*/${globalThis.pwned=true}`\'"'],
    security: [],
    tells: ["X-It's`$&"],
  },
};

/**
 * GET /tags/15
 * Tagged15
 */
export const tagged15: Tool = {
  name: 'tagged15',
  title: 'Tagged15',
  description: 'GET /tags/15',
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
  request: { method: 'GET', path: '/tags/15', parameters: [], accept: ['application/json'], security: [] },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [hostileWords, tagged15];
