// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Mocks } from '../runtime/tool.js';

/**
 * What each tool returns where nothing is sent (MCP_MOCK), by its name: a text names a tool that returns the
 * same.
 */
export const mocks: Mocks = {
  list_pets: {
    status: 200,
    mediaType: 'application/json',
    body: {
      items: [
        {
          id: '5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004',
          name: 'Mochi',
          species: 'rabbit',
          birthDate: '2023-11-05',
          weightKg: 1.6,
          microchip: null,
          tags: ['shy'],
          notes: 'Loves parsley, hides from strangers.',
          shelterId: 'hill-farm',
          status: 'available',
          createdAt: '2024-02-01T10:00:00Z',
        },
      ],
      total: 1,
      page: 1,
      limit: 10,
    },
    source: 'example',
  },
  create_pet: {
    status: 201,
    mediaType: 'application/json',
    body: {
      id: '497f6eca-6276-4993-bfeb-53cbbbba6f08',
      name: 'string',
      species: 'cat',
      birthDate: '2019-08-24',
      weightKg: 1,
      microchip: '111111111111111',
      tags: ['string'],
      notes: 'string',
      shelterId: 'string',
      status: 'available',
      createdAt: '2019-08-24T14:15:22Z',
    },
    source: 'schema',
  },
  get_pet: {
    status: 200,
    mediaType: 'application/json',
    body: {
      id: '497f6eca-6276-4993-bfeb-53cbbbba6f08',
      name: 'string',
      species: 'cat',
      birthDate: '2019-08-24',
      weightKg: 1,
      microchip: '111111111111111',
      tags: ['string'],
      notes: 'string',
      shelterId: 'string',
      status: 'available',
      createdAt: '2019-08-24T14:15:22Z',
    },
    source: 'schema',
  },
  delete_pet: { status: 204 },
  update_pet: 'get_pet',
  adopt_pet: 'get_pet',
  list_treatments: {
    status: 200,
    mediaType: 'application/json',
    body: [
      {
        id: '497f6eca-6276-4993-bfeb-53cbbbba6f08',
        kind: 'vaccination',
        date: '2019-08-24',
        vet: 'string',
        vaccine: 'string',
        validUntil: '2019-08-24',
      },
    ],
    source: 'schema',
  },
  add_treatment: {
    status: 201,
    mediaType: 'application/json',
    body: {
      id: '497f6eca-6276-4993-bfeb-53cbbbba6f08',
      kind: 'vaccination',
      date: '2019-08-24',
      vet: 'string',
      vaccine: 'string',
      validUntil: '2019-08-24',
    },
    source: 'schema',
  },
  get_catalogue: {
    status: 200,
    mediaType: 'application/json',
    body: { id: 'string', name: 'string', skus: ['AAA-1111'], children: [] },
    source: 'schema',
  },
  replace_catalogue: 'get_catalogue',
  list_orders: {
    status: 200,
    mediaType: 'application/json',
    body: {
      items: [
        {
          id: 0,
          email: 'user@example.com',
          lines: [{ sku: 'AAA-1111', quantity: 1 }],
          giftNote: 'string',
          status: 'placed',
          placedAt: '2019-08-24T14:15:22Z',
        },
      ],
      nextCursor: 'string',
    },
    source: 'schema',
  },
  place_order: {
    status: 201,
    mediaType: 'application/json',
    body: {
      id: 0,
      email: 'user@example.com',
      lines: [{ sku: 'AAA-1111', quantity: 1 }],
      giftNote: 'string',
      status: 'placed',
      placedAt: '2019-08-24T14:15:22Z',
    },
    source: 'schema',
  },
  get_order: {
    status: 200,
    mediaType: 'application/json',
    body: {
      id: 0,
      email: 'user@example.com',
      lines: [{ sku: 'AAA-1111', quantity: 1 }],
      giftNote: 'string',
      status: 'placed',
      placedAt: '2019-08-24T14:15:22Z',
    },
    source: 'schema',
  },
  cancel_order: 'delete_pet',
  list_shelters: {
    status: 200,
    mediaType: 'application/json',
    body: [
      { id: 'string', name: 'string', city: 'string', openOn: ['monday'], homepage: 'http://example.com' },
    ],
    source: 'schema',
  },
  get_shelter: {
    status: 200,
    mediaType: 'application/json',
    body: {
      id: 'string',
      name: 'string',
      city: 'string',
      openOn: ['monday'],
      homepage: 'http://example.com',
    },
    source: 'schema',
  },
};
