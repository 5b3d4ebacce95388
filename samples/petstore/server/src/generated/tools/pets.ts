// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /pets
 * List pets
 */
export const listPets: Tool = {
  name: 'list_pets',
  title: 'List pets',
  description:
    'List pets. Pets that match all of the given filters, one page at a time. Without a filter these are the pets that can be adopted now.',
  inputSchema: {
    type: 'object',
    properties: {
      page: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 1,
        description: 'Which page, counted from 1.',
      },
      limit: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      status: { type: 'string', default: 'available', enum: ['available', 'pending', 'adopted'] },
      species: {
        type: 'array',
        maxItems: 5,
        uniqueItems: true,
        items: { type: 'string', enum: ['cat', 'dog', 'rabbit', 'bird', 'fish'] },
      },
      tag: {
        type: 'array',
        maxItems: 10,
        items: { type: 'string', pattern: '^[a-z]+(-[a-z]+)*$', maxLength: 24 },
      },
      minAge: {
        type: 'integer',
        minimum: 0,
        maximum: 40,
        description: 'Only pets of at least this age… Example: 2.',
      },
      maxAge: {
        type: 'integer',
        minimum: 0,
        maximum: 40,
        description: 'Only pets of at most this age, in whole years. Example: 8.',
      },
      bornAfter: {
        type: 'string',
        format: 'date',
        description: 'Only pets born after this day. Example: "2022-06-30".',
      },
      search: {
        type: 'string',
        minLength: 2,
        maxLength: 60,
        description: 'Text to look for in names and notes… Example: "gentle".',
      },
      sort: {
        type: 'string',
        default: 'name',
        enum: ['name', '-name', 'birthDate', '-birthDate'],
        description: 'The order of the list.',
      },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      items: {
        items: {
          properties: {
            id: { description: 'string' },
            name: { description: 'string' },
            species: { description: 'string' },
            birthDate: { description: 'string or null' },
            weightKg: { description: 'number or null' },
            microchip: { description: 'string or null' },
            tags: { items: { description: 'string' } },
            notes: { description: 'string or null' },
            shelterId: { description: 'string or null' },
            status: { description: 'string' },
            createdAt: { description: 'string' },
          },
        },
      },
      total: { description: 'integer' },
      page: { description: 'integer' },
      limit: { description: 'integer' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/pets',
    parameters: [
      { argument: 'page', name: 'page', in: 'query' },
      { argument: 'limit', name: 'limit', in: 'query' },
      { argument: 'status', name: 'status', in: 'query' },
      { argument: 'species', name: 'species', in: 'query', explode: false },
      { argument: 'tag', name: 'tag', in: 'query' },
      { argument: 'minAge', name: 'minAge', in: 'query' },
      { argument: 'maxAge', name: 'maxAge', in: 'query' },
      { argument: 'bornAfter', name: 'bornAfter', in: 'query' },
      { argument: 'search', name: 'search', in: 'query' },
      { argument: 'sort', name: 'sort', in: 'query' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /pets
 * Add a pet
 */
export const createPet: Tool = {
  name: 'create_pet',
  title: 'Add a pet',
  description: 'Add a pet. Takes an animal in from a shelter. It can be adopted from that moment on.',
  inputSchema: {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        format: 'uuid',
        description:
          'A fresh UUID for each intended change. Example: "3d7b1f0e-5a44-4c8e-8c2e-61f0c5a9d0b1".',
      },
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'What it listens to.' },
      species: {
        type: 'string',
        enum: ['cat', 'dog', 'rabbit', 'bird', 'fish'],
        description: 'What kind of animal it is.',
      },
      birthDate: { type: 'string', format: 'date', description: "The day of birth, or the vet's best…" },
      weightKg: { type: 'number', exclusiveMinimum: 0, maximum: 120 },
      microchip: { type: 'string', pattern: '^[0-9]{15}$', description: 'The 15 digits of its chip…' },
      tags: {
        type: 'array',
        maxItems: 10,
        uniqueItems: true,
        items: {
          type: 'string',
          pattern: '^[a-z]+(-[a-z]+)*$',
          maxLength: 24,
          description: 'A word about the pet, such as gentle or house-trained.',
        },
      },
      notes: { type: 'string', maxLength: 500, description: 'What a new owner should know.' },
      shelterId: {
        type: 'string',
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 40,
        description: 'The shelter that it came from; null for a stray.',
      },
    },
    required: ['name', 'species'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      name: { description: 'string' },
      species: { description: 'string' },
      birthDate: { description: 'string or null' },
      weightKg: { description: 'number or null' },
      microchip: { description: 'string or null' },
      tags: { items: { description: 'string' } },
      notes: { description: 'string or null' },
      shelterId: { description: 'string or null' },
      status: { description: 'string' },
      createdAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/pets',
    parameters: [{ argument: 'Idempotency-Key', name: 'Idempotency-Key', in: 'header' }],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: {
        name: 'name',
        species: 'species',
        birthDate: 'birthDate',
        weightKg: 'weightKg',
        microchip: 'microchip',
        tags: 'tags',
        notes: 'notes',
        shelterId: 'shelterId',
      },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * GET /pets/{petId}
 * Look up one pet
 */
export const getPet: Tool = {
  name: 'get_pet',
  title: 'Look up one pet',
  description: 'Look up one pet',
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
    },
    required: ['petId'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      name: { description: 'string' },
      species: { description: 'string' },
      birthDate: { description: 'string or null' },
      weightKg: { description: 'number or null' },
      microchip: { description: 'string or null' },
      tags: { items: { description: 'string' } },
      notes: { description: 'string or null' },
      shelterId: { description: 'string or null' },
      status: { description: 'string' },
      createdAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/pets/{petId}',
    parameters: [{ argument: 'petId', name: 'petId', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * DELETE /pets/{petId}
 * Removes a pet from the books for good
 */
export const deletePet: Tool = {
  name: 'delete_pet',
  title: 'Removes a pet from the books for good',
  description: 'Removes a pet from the books for good. A pet that has been promised to somebody stays.',
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
    },
    required: ['petId'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/pets/{petId}',
    parameters: [{ argument: 'petId', name: 'petId', in: 'path' }],
    accept: [],
    security: [{ apiKey: [] }],
  },
};

/**
 * PATCH /pets/{petId}
 * Changes the named fields and leaves the others as they are
 */
export const updatePet: Tool = {
  name: 'update_pet',
  title: 'Changes the named fields and leaves the others as they are',
  description:
    'Change a pet. Changes the named fields and leaves the others as they are. A field set to null is cleared. Its status changes only by an adoption.',
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 40,
        description: 'null clears it. At least one of name, weightKg, microchip, tags, notes must be given.',
      },
      weightKg: {
        type: 'number',
        exclusiveMinimum: 0,
        maximum: 120,
        description: 'Weight in kilograms. null clears it.',
      },
      microchip: {
        type: 'string',
        pattern: '^[0-9]{15}$',
        description: 'The 15 digits of its chip. null clears it.',
      },
      tags: {
        type: 'array',
        maxItems: 10,
        uniqueItems: true,
        items: {
          type: 'string',
          pattern: '^[a-z]+(-[a-z]+)*$',
          maxLength: 24,
          description: 'A word about the pet, such as gentle or house-trained.',
        },
        description: 'The whole new list; it takes the place of the old one. null clears it.',
      },
      notes: { type: 'string', maxLength: 500, description: 'What a new owner should know. null clears it.' },
    },
    required: ['petId'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      name: { description: 'string' },
      species: { description: 'string' },
      birthDate: { description: 'string or null' },
      weightKg: { description: 'number or null' },
      microchip: { description: 'string or null' },
      tags: { items: { description: 'string' } },
      notes: { description: 'string or null' },
      shelterId: { description: 'string or null' },
      status: { description: 'string' },
      createdAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'PATCH',
    path: '/pets/{petId}',
    parameters: [{ argument: 'petId', name: 'petId', in: 'path' }],
    body: {
      mediaType: 'application/merge-patch+json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { name: 'name', weightKg: 'weightKg', microchip: 'microchip', tags: 'tags', notes: 'notes' },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * POST /pets/{petId}/adoption
 * Adopt a pet
 */
export const adoptPet: Tool = {
  name: 'adopt_pet',
  title: 'Adopt a pet',
  description:
    'Adopt a pet. Promises an available pet to a new owner. The pet is pending until it is fetched.',
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      ownerName: { type: 'string', minLength: 1, maxLength: 80, description: 'Who takes the pet home.' },
      ownerEmail: { type: 'string', format: 'email', description: 'Where the papers are sent.' },
      fetchAt: { type: 'string', format: 'date-time', description: 'When the owner means to come by.' },
      message: { type: 'string', maxLength: 500, description: 'Anything the staff should know.' },
    },
    required: ['petId', 'ownerName', 'ownerEmail'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      name: { description: 'string' },
      species: { description: 'string' },
      birthDate: { description: 'string or null' },
      weightKg: { description: 'number or null' },
      microchip: { description: 'string or null' },
      tags: { items: { description: 'string' } },
      notes: { description: 'string or null' },
      shelterId: { description: 'string or null' },
      status: { description: 'string' },
      createdAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/pets/{petId}/adoption',
    parameters: [{ argument: 'petId', name: 'petId', in: 'path' }],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { ownerName: 'ownerName', ownerEmail: 'ownerEmail', fetchAt: 'fetchAt', message: 'message' },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * GET /pets/{petId}/treatments
 * List a pet's treatments
 */
export const listTreatments: Tool = {
  name: 'list_treatments',
  title: "List a pet's treatments",
  description: "List a pet's treatments. What the vet did to this pet, the latest first.",
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      kind: {
        type: 'string',
        enum: ['vaccination', 'surgery'],
        description: 'Only treatments of this kind.',
      },
    },
    required: ['petId'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      result: { items: { description: 'object: A vaccination or a surgery; kind says which.' } },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/pets/{petId}/treatments',
    parameters: [
      { argument: 'petId', name: 'petId', in: 'path' },
      { argument: 'kind', name: 'kind', in: 'query' },
    ],
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * POST /pets/{petId}/treatments
 * Record a treatment
 */
export const addTreatment: Tool = {
  name: 'add_treatment',
  title: 'Record a treatment',
  description: "Record a treatment. Writes a vaccination or a surgery into the pet's papers.",
  inputSchema: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      body: {
        anyOf: [
          {
            type: 'object',
            properties: {
              kind: { type: 'string', enum: ['vaccination'] },
              date: { type: 'string', format: 'date' },
              vet: { type: 'string', minLength: 1, maxLength: 80 },
              vaccine: { type: 'string', minLength: 1, maxLength: 60 },
              validUntil: { type: 'string', format: 'date' },
            },
            required: ['kind', 'date', 'vet', 'vaccine'],
          },
          {
            type: 'object',
            properties: {
              kind: { type: 'string', enum: ['surgery'] },
              date: { type: 'string', format: 'date' },
              vet: { type: 'string', minLength: 1, maxLength: 80 },
              procedure: { type: 'string', minLength: 1, maxLength: 120 },
              anaesthesia: { type: 'string', default: 'general', enum: ['none', 'local', 'general'] },
            },
            required: ['kind', 'date', 'vet', 'procedure'],
          },
        ],
      },
    },
    required: ['petId', 'body'],
  },
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/pets/{petId}/treatments',
    parameters: [{ argument: 'petId', name: 'petId', in: 'path' }],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  listPets,
  createPet,
  getPet,
  deletePet,
  updatePet,
  adoptPet,
  listTreatments,
  addTreatment,
];
