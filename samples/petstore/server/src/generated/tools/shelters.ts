// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /shelters
 * List shelters
 */
export const listShelters: Tool = {
  name: 'list_shelters',
  title: 'List shelters',
  description: 'List shelters',
  inputSchema: {
    type: 'object',
    properties: {
      city: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        description: 'Only shelters in this city. Example: "Northport".',
      },
      openOn: {
        type: 'string',
        enum: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
        description: 'Only shelters that are open on this day of the week. Example: "saturday".',
      },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      result: {
        items: {
          properties: {
            id: { description: 'string: A short name in lower case, with dashes between words.' },
            name: { description: 'string' },
            city: { description: 'string' },
            openOn: { items: { description: 'string' } },
            homepage: { description: 'string' },
          },
        },
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/shelters',
    parameters: [
      { argument: 'city', name: 'city', in: 'query' },
      { argument: 'openOn', name: 'openOn', in: 'query' },
    ],
    accept: ['application/json'],
    security: [],
  },
};

/**
 * GET /shelters/{shelterId}
 * Look up one shelter
 */
export const getShelter: Tool = {
  name: 'get_shelter',
  title: 'Look up one shelter',
  description: 'Look up one shelter',
  inputSchema: {
    type: 'object',
    properties: {
      shelterId: {
        type: 'string',
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 40,
        description: 'The shelter\'s short name. Example: "harbour-street".',
      },
    },
    required: ['shelterId'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string: A short name in lower case, with dashes between words.' },
      name: { description: 'string' },
      city: { description: 'string' },
      openOn: { items: { description: 'string' } },
      homepage: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/shelters/{shelterId}',
    parameters: [{ argument: 'shelterId', name: 'shelterId', in: 'path' }],
    accept: ['application/json'],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [listShelters, getShelter];
