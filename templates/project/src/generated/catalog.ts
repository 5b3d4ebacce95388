import type { GeneratedCatalog } from '#runtime/tool.js';
import { api } from './api.js';

export const catalog: GeneratedCatalog = {
  api,
  toolsets: [
    {
      name: 'example',
      title: 'Example',
      description: 'Read and create examples.',
      size: { tools: 2, tokens: 300 },
      readOnly: { tools: 1, tokens: 150 },
      tools: async () => (await import('./tools/example.js')).tools,
      schemas: async () => (await import('./schemas/example.js')).schemas,
    },
  ],
  components: async () => (await import('./components.js')).components,
  search: async () => (await import('./search.js')).search,
  mocks: async () => (await import('./mocks.js')).mocks,
};
