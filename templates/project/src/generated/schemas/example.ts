import type { ObjectSchema } from '#runtime/tool.js';

export const schemas: Record<string, ObjectSchema> = {
  get_example: {
    type: 'object',
    properties: {
      exampleId: { type: 'string', minLength: 1 },
      fields: { type: 'array', items: { type: 'string' } },
    },
    required: ['exampleId'],
    additionalProperties: false,
  },
  create_example: {
    type: 'object',
    properties: { name: { type: 'string' }, kind: { $ref: 'Kind' } },
    required: ['name'],
    additionalProperties: false,
  },
};
