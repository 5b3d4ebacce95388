// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ApiInfo } from '#runtime/tool.js';

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
  mode: 'list',
  absent: {
    'auth: true':
      'MCP_AUTH_ISSUER MCP_AUTH_JWKS_URL MCP_AUTH_INTROSPECTION_URL MCP_AUTH_CLIENT_ID MCP_AUTH_CLIENT_SECRET MCP_AUTH_CLIENT_SECRET_FILE MCP_AUTH_AUDIENCE MCP_AUTH_ALGORITHMS MCP_AUTH_CLOCK_SKEW MCP_AUTH_SCOPES MCP_AUTH_API_SCOPES MCP_AUTH_SCOPE_MAP',
    'downloads: true': 'MCP_DOWNLOAD_DIR',
    'limits: true': 'MCP_RATE_LIMIT MCP_CLIENT_CONCURRENCY',
    'mock: true': 'MCP_MOCK',
    'mode: dynamic': 'MCP_MODE=dynamic',
    'proxies: true':
      'HTTP_PROXY HTTPS_PROXY http_proxy https_proxy MCP_CA_FILE MCP_CLIENT_CERT_FILE MCP_CLIENT_KEY_FILE MCP_CLIENT_KEY_PASSPHRASE MCP_CLIENT_CERT_FOR_TOKENS',
    'questions: true': 'MCP_STATE_KEYS',
    'sessions: true': 'MCP_SESSIONS',
    'telemetry: true': 'MCP_LOG_FORMAT',
    'users: true':
      'MCP_FORWARD_HEADERS MCP_EXCHANGE MCP_EXCHANGE_URL MCP_EXCHANGE_CLIENT_ID MCP_EXCHANGE_CLIENT_SECRET MCP_EXCHANGE_CLIENT_SECRET_FILE MCP_EXCHANGE_AUDIENCE MCP_EXCHANGE_RESOURCE MCP_EXCHANGE_SCOPE',
  },
};
