// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  get_catalogue: { type: 'object', properties: {}, additionalProperties: false },
  replace_catalogue: {
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
    additionalProperties: false,
  },
  list_orders: {
    type: 'object',
    properties: {
      status: { $ref: 'OrderStatus', description: 'Only orders in this state. Example: "shipped".' },
      placedSince: {
        type: 'string',
        format: 'date-time',
        description: 'Only orders placed at this moment or later. Example: "2024-03-01T00:00:00Z".',
      },
      cursor: {
        type: 'string',
        pattern: '^[A-Za-z0-9_-]+$',
        maxLength: 40,
        description: 'The nextCursor of the page before; leave it out for the first page. Example: "MTAwMg".',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 20,
        description: 'How many orders a page holds at most.',
      },
    },
    additionalProperties: false,
  },
  place_order: {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        format: 'uuid',
        pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
        $comment:
          'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
        description:
          'A fresh UUID for each intended change. Sent again with the same body it returns the first answer instead of doing the work twice. Example: "3d7b1f0e-5a44-4c8e-8c2e-61f0c5a9d0b1".',
      },
      email: { type: 'string', format: 'email', description: 'Who ordered, and where the bill goes.' },
      lines: {
        type: 'array',
        minItems: 1,
        maxItems: 20,
        items: {
          type: 'object',
          properties: {
            sku: { $ref: 'Sku' },
            quantity: { type: 'integer', format: 'int32', minimum: 1, maximum: 20, default: 1 },
          },
          required: ['sku'],
          additionalProperties: false,
        },
      },
      giftNote: { type: 'string', maxLength: 140, description: 'A line printed on the parcel.' },
      cardToken: {
        type: 'string',
        pattern: '^tok_[A-Za-z0-9]{8,40}$',
        description: 'Token of a stored card. It is taken in, never shown.',
      },
    },
    required: ['email', 'lines'],
    additionalProperties: false,
  },
  get_order: {
    type: 'object',
    properties: {
      orderId: {
        type: 'integer',
        format: 'int64',
        minimum: 1,
        description: "The order's number. Example: 1002.",
      },
    },
    required: ['orderId'],
    additionalProperties: false,
  },
  cancel_order: {
    type: 'object',
    properties: {
      orderId: {
        type: 'integer',
        format: 'int64',
        minimum: 1,
        description: "The order's number. Example: 1002.",
      },
    },
    required: ['orderId'],
    additionalProperties: false,
  },
};
