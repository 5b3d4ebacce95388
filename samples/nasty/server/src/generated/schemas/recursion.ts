// Generated from the API's document: a change made here is lost. src/custom.ts is the place for it.
import type { ObjectSchema } from '../../runtime/tool.js';

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
