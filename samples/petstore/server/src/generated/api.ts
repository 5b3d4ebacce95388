// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ApiInfo } from '../runtime/tool.js';

/** The API: where it is, and how the server proves itself to it. */
export const api: ApiInfo = {
  name: 'petstore',
  title: 'Petstore',
  version: '1.4.0',
  instructions:
    'Tools for calling the Petstore API. The counter of a small pet shop. Animals from nearby shelters wait here for somebody to adopt them, and the shop sells what their new owners need. Everything is kept in the memory of a small server that comes with this document, so you may adopt, order and delete as you like: a restart brings the…',
  listLimit: { tools: 40, tokens: 20000 },
  servers: [{ url: 'http://127.0.0.1:8790/v1' }],
  baseUrlEnv: 'PETSTORE_BASE_URL',
  auth: { apiKey: { kind: 'api-key', in: 'header', name: 'X-API-Key', env: 'PETSTORE_API_KEY' } },
};
