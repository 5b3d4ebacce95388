// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Schema } from '#runtime/tool.js';

/** Schemas that the schemas of tools share, by the name that a `$ref` gives. */
export const components: Record<string, Schema> = {
  Category: {
    type: 'object',
    properties: {
      id: { $ref: 'Slug' },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      skus: { type: 'array', items: { $ref: 'Sku' }, description: 'The articles on this shelf.' },
      children: {
        type: 'array',
        items: { $ref: 'Category' },
        description: 'The categories inside this one.',
      },
    },
    required: ['id', 'name'],
    description: 'A shelf of the shop. Shelves may hold smaller shelves, as deep as you like.',
    additionalProperties: false,
  },
  OrderStatus: {
    type: 'string',
    enum: ['placed', 'shipped', 'delivered', 'cancelled'],
    description: 'How far an order has come.',
  },
  PetStatus: {
    type: 'string',
    enum: ['available', 'pending', 'adopted'],
    description: 'available for adoption, pending when promised to somebody, adopted when it has moved out.',
  },
  Sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', description: 'An article number.' },
  Slug: {
    type: 'string',
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    maxLength: 40,
    description: 'A short name in lower case, with dashes between words.',
  },
  Species: {
    type: 'string',
    enum: ['cat', 'dog', 'rabbit', 'bird', 'fish'],
    description: 'What kind of animal it is.',
  },
  Surgery: {
    type: 'object',
    properties: {
      kind: { allOf: [{ type: 'string' }, { const: 'surgery' }] },
      date: {
        type: 'string',
        format: 'date',
        description: 'The day of the treatment. Not before the pet was born.',
      },
      vet: { type: 'string', minLength: 1, maxLength: 80, description: 'Who did it.' },
      procedure: { type: 'string', minLength: 1, maxLength: 120, description: 'What was done.' },
      anaesthesia: { type: 'string', enum: ['none', 'local', 'general'], default: 'general' },
    },
    required: ['kind', 'date', 'vet', 'procedure'],
    description: 'An operation by a vet.',
    additionalProperties: false,
  },
  Tag: {
    type: 'string',
    pattern: '^[a-z]+(-[a-z]+)*$',
    maxLength: 24,
    description: 'A word about the pet, such as gentle or house-trained.',
  },
  Treatment: {
    description: 'A vaccination or a surgery; kind says which.',
    anyOf: [
      {
        $ref: 'Vaccination',
        properties: { kind: { type: 'string', enum: ['vaccination'] } },
        required: ['kind'],
      },
      { $ref: 'Surgery', properties: { kind: { type: 'string', enum: ['surgery'] } }, required: ['kind'] },
    ],
  },
  Vaccination: {
    type: 'object',
    properties: {
      kind: { allOf: [{ type: 'string' }, { const: 'vaccination' }] },
      date: {
        type: 'string',
        format: 'date',
        description: 'The day of the treatment. Not before the pet was born.',
      },
      vet: { type: 'string', minLength: 1, maxLength: 80, description: 'Who did it.' },
      vaccine: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        description: 'What the pet is protected against.',
      },
      validUntil: { type: 'string', format: 'date', description: 'The last day of the protection.' },
    },
    required: ['kind', 'date', 'vet', 'vaccine'],
    description: 'An injection against a disease.',
    additionalProperties: false,
  },
  Weekday: {
    type: 'string',
    enum: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  },
};
