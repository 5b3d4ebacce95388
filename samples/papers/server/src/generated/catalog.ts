// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { GeneratedCatalog } from '#runtime/tool.js';
import { api } from './api.js';

/** All that the server offers. Toolsets and schemas load when they are first needed. */
export const catalog: GeneratedCatalog = {
  api,
  toolsets: [
    {
      name: 'papers',
      title: 'papers',
      description: 'Papers and their files.',
      size: { tools: 7, tokens: 766 },
      readOnly: { tools: 4, tokens: 346 },
      tools: async () => (await import('./tools/papers.js')).tools,
      schemas: async () => (await import('./schemas/papers.js')).schemas,
    },
    {
      name: 'jobs',
      title: 'jobs',
      description: 'Work that takes its time, and reviews that wait for answers.',
      size: { tools: 7, tokens: 690 },
      readOnly: { tools: 2, tokens: 160 },
      tools: async () => (await import('./tools/jobs.js')).tools,
      schemas: async () => (await import('./schemas/jobs.js')).schemas,
    },
  ],
  components: async () => (await import('./components.js')).components,
  mocks: async () => (await import('./mocks.js')).mocks,
  resources: async () => (await import('./resources.js')).resources,
  prompts: async () => (await import('./prompts.js')).prompts,
  tasks: true,
  subscriptions: true,
};
