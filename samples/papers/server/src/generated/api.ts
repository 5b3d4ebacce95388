// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ApiInfo } from '#runtime/tool.js';

/** The API: where it is, and how the server proves itself to it. */
export const api: ApiInfo = {
  name: 'papers',
  title: 'Papers',
  version: '1.0.0',
  instructions:
    'Tools for calling the Papers API. Keeps the papers of an office in folders. Exports and computations are jobs that take their time.',
  listLimit: { tools: 40, tokens: 20000 },
  servers: [{ url: 'http://127.0.0.1:8791/v1' }],
  baseUrlEnv: 'PAPERS_BASE_URL',
  auth: {},
  sealsState: true,
  routing: true,
  mode: 'list',
  absent: { 'mode: dynamic': 'MCP_MODE=dynamic', 'telemetry: true': 'MCP_LOG_FORMAT' },
};
