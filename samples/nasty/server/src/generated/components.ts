// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Schema } from '#runtime/tool.js';

/** Schemas that the schemas of tools share, by the name that a `$ref` gives. */
export const components: Record<string, Schema> = {
  Account: {
    type: 'object',
    properties: {
      login: { type: 'string' },
      password: { type: 'string', format: 'password' },
      profile: {
        type: 'object',
        properties: { nick: { type: 'string' }, pin: { type: 'string' } },
        required: ['nick'],
        additionalProperties: false,
      },
      friends: { type: 'array', items: { $ref: 'Account' } },
    },
    required: ['login', 'password', 'profile'],
    additionalProperties: false,
  },
  Alias2: { $ref: 'Point', description: 'A point by another name */ globalThis.pwned = true' },
  Array: { type: 'object', properties: { length: { type: 'integer' } }, additionalProperties: false },
  Car: {
    anyOf: [
      {
        type: 'object',
        properties: { type: { type: 'string' }, owner: { $ref: 'Vehicle' }, doors: { type: 'integer' } },
        required: ['type', 'doors'],
        additionalProperties: false,
      },
      {
        $ref: 'Truck',
        properties: {
          type: { anyOf: [{ enum: ['Truck'] }, { not: { enum: ['Car'] }, untold: true }], inferred: 'open' },
        },
        required: ['type'],
      },
    ],
  },
  Circle: {
    type: 'object',
    properties: { kind: { type: 'string' }, radius: { type: 'number', exclusiveMinimum: 0 } },
    required: ['kind', 'radius'],
    additionalProperties: false,
  },
  Company: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      staff: { type: 'array', items: { $ref: 'Person' } },
      owner: { anyOf: [{ $ref: 'Person~part' }, { $ref: 'Company~part' }], unevaluatedProperties: false },
    },
    additionalProperties: false,
  },
  'Company~part': {
    type: 'object',
    properties: {
      name: { type: 'string' },
      staff: { type: 'array', items: { $ref: 'Person' } },
      owner: { $ref: 'Person~c5ede7' },
    },
  },
  Condition: {
    type: 'object',
    properties: {
      field: { type: 'string' },
      and: { type: 'array', items: { $ref: 'Condition' } },
      not: { $ref: 'Condition' },
    },
    additionalProperties: false,
  },
  Dialect: {
    type: 'object',
    if: { type: 'object', properties: { country: { const: 'US' } }, required: ['country'] },
    then: { type: 'object', properties: { postcode: { pattern: '^[0-9]{5}$' } } },
    else: { type: 'object', properties: { postcode: { maxLength: 10 } } },
    dependentSchemas: { billing: { required: ['card'] } },
    properties: {
      country: { type: 'string' },
      postcode: { type: 'string' },
      card: { type: 'string' },
      billing: { type: 'string' },
      pair: {
        type: 'array',
        prefixItems: [{ type: 'string' }, { $ref: 'Point' }],
        items: { type: 'integer' },
      },
      not: { not: { type: 'string' } },
      local: { $ref: 'Inner' },
      encoded: { type: 'string', contentMediaType: 'application/json', contentEncoding: 'base64' },
      const: { const: { deep: ['*/', '`${globalThis.pwned = true}`'] } },
    },
    dependentRequired: { card: ['billing'] },
    unevaluatedProperties: false,
  },
  Expression: {
    anyOf: [
      { type: 'number' },
      {
        type: 'object',
        properties: {
          operator: { enum: ['+', '*', '-', '/'] },
          operands: { type: 'array', items: { $ref: 'Expression' } },
        },
        required: ['operator', 'operands'],
        additionalProperties: false,
      },
    ],
  },
  Folder: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      parent: { $ref: 'Folder' },
      entries: { type: 'array', items: { $ref: 'Folder' } },
    },
    required: ['name'],
    additionalProperties: false,
  },
  Group: {
    type: 'object',
    properties: { kind: { type: 'string' }, shapes: { type: 'array', items: { $ref: 'Shape' } } },
    required: ['kind'],
    additionalProperties: false,
  },
  Inner: { type: 'object', properties: { again: { $ref: 'Dialect' } }, additionalProperties: false },
  Maps: { type: 'object', additionalProperties: { $ref: 'Maps' } },
  Nest: { type: 'array', items: { $ref: 'Nest' } },
  Node: {
    type: 'object',
    properties: { value: { type: 'string' }, next: { $ref: 'Node' } },
    required: ['value'],
    description: 'A value and the rest of the list.',
    additionalProperties: false,
  },
  Person: {
    type: 'object',
    properties: { name: { type: 'string' }, employer: { $ref: 'Company' } },
    required: ['name', 'employer'],
    additionalProperties: false,
  },
  'Person~c5ede7': {
    anyOf: [{ $ref: 'Person~part' }, { $ref: 'Company~part' }],
    unevaluatedProperties: false,
  },
  'Person~part': {
    type: 'object',
    properties: { name: { type: 'string' }, employer: { $ref: 'Company' } },
    required: ['name', 'employer'],
  },
  Point: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
    required: ['x', 'y'],
    additionalProperties: false,
  },
  Range: {
    type: 'object',
    properties: { gte: { type: 'string' }, lt: { type: 'string' } },
    additionalProperties: false,
  },
  Shape: {
    anyOf: [
      { $ref: 'Circle', properties: { kind: { type: 'string', enum: ['round'] } }, required: ['kind'] },
      {
        $ref: 'Square',
        properties: { kind: { type: 'string', enum: ['square"\'`*/'] } },
        required: ['kind'],
      },
      {
        $ref: 'Group',
        properties: {
          kind: {
            anyOf: [{ enum: ['Group'] }, { not: { enum: ['round', 'square"\'`*/'] }, untold: true }],
            inferred: 'open',
          },
        },
        required: ['kind'],
      },
    ],
  },
  Square: {
    type: 'object',
    properties: { kind: { type: 'string' }, side: { type: 'number' } },
    required: ['kind', 'side'],
    additionalProperties: false,
  },
  Truck: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      owner: { $ref: 'Vehicle' },
      doors: { type: 'integer' },
      load: { type: 'number' },
    },
    required: ['type', 'doors'],
    additionalProperties: false,
  },
  Vehicle: {
    anyOf: [
      {
        $ref: 'Car',
        properties: {
          type: {
            anyOf: [{ enum: ['Car'] }, { not: { enum: ['Vehicle', 'Truck'] }, untold: true }],
            inferred: 'open',
          },
        },
        required: ['type'],
      },
      {
        $ref: 'Truck',
        properties: {
          type: {
            anyOf: [{ enum: ['Truck'] }, { not: { enum: ['Vehicle', 'Car'] }, untold: true }],
            inferred: 'open',
          },
        },
        required: ['type'],
      },
    ],
  },
  Wide: {
    type: 'object',
    properties: {
      field01: { type: 'integer' },
      field02: { type: 'boolean' },
      field03: { type: 'string' },
      field04: { type: 'integer' },
      field05: { type: 'boolean' },
      field06: { type: 'string' },
      field07: { type: 'integer' },
      field08: { type: 'boolean' },
      field09: { type: 'string' },
      field10: { type: 'integer' },
      field11: { type: 'boolean' },
      field12: { type: 'string' },
      field13: { type: 'integer' },
      field14: { type: 'boolean' },
      field15: { type: 'string' },
      field16: { type: 'integer' },
      field17: { type: 'boolean' },
      field18: { type: 'string' },
      field19: { type: 'integer' },
      field20: { type: 'boolean' },
      field21: { type: 'string' },
      field22: { type: 'integer' },
      field23: { type: 'boolean' },
      field24: { type: 'string' },
      field25: { type: 'integer' },
      field26: { type: 'boolean' },
      field27: { type: 'string' },
      field28: { type: 'integer' },
      field29: { type: 'boolean' },
      field30: { type: 'string' },
    },
    required: ['field01'],
    additionalProperties: false,
  },
  '_123-Start.With_Digits': { type: 'integer' },
  __proto___: { type: 'object', properties: { inner: { type: 'string' } }, additionalProperties: false },
  constructor_: {
    type: 'object',
    properties: { inner: { $ref: '__proto___' } },
    additionalProperties: false,
  },
  default: { type: 'string', enum: ['default'] },
  node_7aee46: {
    type: 'object',
    properties: { lower: { type: 'string' } },
    description: 'Differs from another schema by its case alone.',
    additionalProperties: false,
  },
  properties: {
    type: 'object',
    properties: { properties: { type: 'string' } },
    required: ['properties'],
    additionalProperties: false,
  },
  toString: { type: 'string' } as never,
};
