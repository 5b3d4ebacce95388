// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { GeneratedCatalog } from '#runtime/tool.js';
import { api } from './api.js';

/** All that the server offers. Toolsets and schemas load when they are first needed. */
export const catalog: GeneratedCatalog = {
  api,
  toolsets: [
    {
      name: 'pets',
      title: 'pets',
      description: 'The animals, their treatments, and their adoption.',
      size: { tools: 8, tokens: 2182 },
      readOnly: { tools: 3, tokens: 691 },
      tools: async () => (await import('./tools/pets.js')).tools,
      schemas: async () => (await import('./schemas/pets.js')).schemas,
    },
    {
      name: 'orders',
      title: 'orders',
      description: 'The catalogue of food and toys, and what customers ordered from it.',
      size: { tools: 6, tokens: 1291 },
      readOnly: { tools: 3, tokens: 420 },
      tools: async () => (await import('./tools/orders.js')).tools,
      schemas: async () => (await import('./schemas/orders.js')).schemas,
    },
    {
      name: 'shelters',
      title: 'shelters',
      description: 'Where the animals come from. Open to everybody.',
      size: { tools: 2, tokens: 271 },
      readOnly: { tools: 2, tokens: 271 },
      tools: async () => (await import('./tools/shelters.js')).tools,
      schemas: async () => (await import('./schemas/shelters.js')).schemas,
    },
  ],
  components: async () => (await import('./components.js')).components,
};
