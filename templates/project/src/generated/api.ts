import type { ApiInfo } from '#runtime/tool.js';

export const api: ApiInfo = {
  name: 'example',
  title: 'Example API',
  version: '1.0.0',
  instructions: 'Example API: reads and creates examples.',
  listLimit: { tools: 40, tokens: 20_000 },
  servers: [{ url: 'https://api.example.com/v1' }],
  baseUrlEnv: 'EXAMPLE_BASE_URL',
  auth: {
    apiKey: { kind: 'api-key', in: 'header', name: 'X-API-Key', env: 'EXAMPLE_API_KEY' },
  },
};
