// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  recursion_all_of: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      parent: { $ref: 'Folder' },
      entries: { type: 'array', items: { $ref: 'Folder' } },
    },
    required: ['name'],
    additionalProperties: false,
  },
  recursion_array: {
    type: 'object',
    properties: { body: { $ref: 'Nest' } },
    required: ['body'],
    additionalProperties: false,
  },
  recursion_direct: {
    type: 'object',
    properties: { value: { type: 'string' }, next: { $ref: 'Node' } },
    required: ['value'],
    additionalProperties: false,
  },
  recursion_map: {
    type: 'object',
    properties: { body: { $ref: 'Maps' } },
    required: ['body'],
    additionalProperties: false,
  },
  recursion_mutual: {
    type: 'object',
    properties: { name: { type: 'string' }, employer: { $ref: 'Company' } },
    required: ['name', 'employer'],
    additionalProperties: false,
  },
  recursion_parameter: {
    type: 'object',
    properties: { filter: { $ref: 'Condition' }, tree: { $ref: 'Nest' } },
    additionalProperties: false,
  },
  recursion_union: {
    type: 'object',
    properties: { body: { $ref: 'Expression' } },
    required: ['body'],
    additionalProperties: false,
  },
};
