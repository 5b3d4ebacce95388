// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * GET /catalogue
 * Show the catalogue
 */
export const getCatalogue: Tool = {
  name: 'get_catalogue',
  title: 'Show the catalogue',
  description:
    'Show the catalogue. The whole tree of categories, each with the articles sold in it and its own sub-categories.',
  inputSchema: { type: 'object', properties: {} },
  outputSchema: {
    type: 'object',
    description: 'A shelf of the shop. Shelves may hold smaller shelves, as deep as you like.',
    properties: {
      id: { description: 'string: A short name in lower case, with dashes between words.' },
      name: { description: 'string' },
      skus: {
        description: 'The articles on this shelf.',
        items: { description: 'string: An article number.' },
      },
      children: { description: 'The categories inside this one.', items: { description: 'object' } },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: { method: 'GET', path: '/catalogue', parameters: [], accept: ['application/json'], security: [] },
};

/**
 * PUT /catalogue
 * Puts another tree of categories in place of the present one
 */
export const replaceCatalogue: Tool = {
  name: 'replace_catalogue',
  title: 'Puts another tree of categories in place of the present one',
  description:
    'Replace the catalogue. Puts another tree of categories in place of the present one. Orders are not touched.',
  inputSchema: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 40,
        description: 'A short name in lower case, with dashes between words.',
      },
      name: { type: 'string', minLength: 1, maxLength: 60 },
      skus: {
        type: 'array',
        items: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', description: 'An article number.' },
        description: 'The articles on this shelf.',
      },
      children: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            id: {
              type: 'string',
              pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
              maxLength: 40,
              description: 'A short name in lower case, with dashes between words.',
            },
            name: { type: 'string', minLength: 1, maxLength: 60 },
            skus: {
              type: 'array',
              items: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', description: 'An article number.' },
              description: 'The articles on this shelf.',
            },
            children: {
              type: 'array',
              items: { type: 'object', description: 'Of the same form as the object that it is part of.' },
              description: 'The categories inside this one.',
            },
          },
          required: ['id', 'name'],
          description: 'A shelf of the shop.',
        },
        description: 'The categories inside this one.',
      },
    },
    required: ['id', 'name'],
  },
  outputSchema: {
    type: 'object',
    description: 'A shelf of the shop. Shelves may hold smaller shelves, as deep as you like.',
    properties: {
      id: { description: 'string: A short name in lower case, with dashes between words.' },
      name: { description: 'string' },
      skus: {
        description: 'The articles on this shelf.',
        items: { description: 'string: An article number.' },
      },
      children: { description: 'The categories inside this one.', items: { description: 'object' } },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/catalogue',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { id: 'id', name: 'name', skus: 'skus', children: 'children' },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * GET /orders
 * List orders
 */
export const listOrders: Tool = {
  name: 'list_orders',
  title: 'List orders',
  description: 'List orders. Orders, the latest first. Follow nextCursor until it is null to see them all.',
  inputSchema: {
    type: 'object',
    properties: {
      status: {
        type: 'string',
        enum: ['placed', 'shipped', 'delivered', 'cancelled'],
        description: 'Only orders in this state. Example: "shipped".',
      },
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
  },
  outputSchema: {
    type: 'object',
    properties: {
      items: {
        items: {
          description: 'What somebody ordered.',
          properties: {
            id: { description: 'integer: The number of the order.' },
            email: { description: 'string: Who ordered, and where the bill goes.' },
            lines: {
              items: {
                properties: {
                  sku: { description: 'string: An article number.' },
                  quantity: { description: 'integer' },
                },
              },
            },
            giftNote: { description: 'string: A line printed on the parcel.' },
            status: { description: 'string: How far an order has come.' },
            placedAt: { description: 'string' },
          },
        },
      },
      nextCursor: {
        description: 'string or null: Pass it as cursor to get the next page; null on the last one.',
      },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/orders',
    parameters: [
      { argument: 'status', name: 'status', in: 'query' },
      { argument: 'placedSince', name: 'placedSince', in: 'query' },
      { argument: 'cursor', name: 'cursor', in: 'query' },
      { argument: 'limit', name: 'limit', in: 'query' },
    ],
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * POST /orders
 * Place an order
 */
export const placeOrder: Tool = {
  name: 'place_order',
  title: 'Place an order',
  description:
    'Place an order. Orders food or toys to be sent home. One e-mail address may place three orders a minute; the next one has to wait.',
  inputSchema: {
    type: 'object',
    properties: {
      'Idempotency-Key': {
        type: 'string',
        format: 'uuid',
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
            sku: { type: 'string', pattern: '^[A-Z]{3}-[0-9]{4}$', description: 'An article number.' },
            quantity: { type: 'integer', format: 'int32', minimum: 1, maximum: 20, default: 1 },
          },
          required: ['sku'],
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
  },
  outputSchema: {
    type: 'object',
    description: 'What somebody ordered.',
    properties: {
      id: { description: 'integer: The number of the order.' },
      email: { description: 'string: Who ordered, and where the bill goes.' },
      lines: {
        items: {
          properties: {
            sku: { description: 'string: An article number.' },
            quantity: { description: 'integer' },
          },
        },
      },
      giftNote: { description: 'string: A line printed on the parcel.' },
      status: { description: 'string: How far an order has come.' },
      placedAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/orders',
    parameters: [{ argument: 'Idempotency-Key', name: 'Idempotency-Key', in: 'header' }],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { email: 'email', lines: 'lines', giftNote: 'giftNote', cardToken: 'cardToken' },
    },
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * GET /orders/{orderId}
 * Look up one order
 */
export const getOrder: Tool = {
  name: 'get_order',
  title: 'Look up one order',
  description: 'Look up one order',
  inputSchema: {
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
  },
  outputSchema: {
    type: 'object',
    description: 'What somebody ordered.',
    properties: {
      id: { description: 'integer: The number of the order.' },
      email: { description: 'string: Who ordered, and where the bill goes.' },
      lines: {
        items: {
          properties: {
            sku: { description: 'string: An article number.' },
            quantity: { description: 'integer' },
          },
        },
      },
      giftNote: { description: 'string: A line printed on the parcel.' },
      status: { description: 'string: How far an order has come.' },
      placedAt: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/orders/{orderId}',
    parameters: [{ argument: 'orderId', name: 'orderId', in: 'path' }],
    accept: ['application/json'],
    security: [{ apiKey: [] }],
  },
};

/**
 * DELETE /orders/{orderId}
 * Cancels an order that has not left the shop
 */
export const cancelOrder: Tool = {
  name: 'cancel_order',
  title: 'Cancels an order that has not left the shop',
  description:
    'Cancels an order that has not left the shop. It stays in the list, with the status cancelled.',
  inputSchema: {
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
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/orders/{orderId}',
    parameters: [{ argument: 'orderId', name: 'orderId', in: 'path' }],
    accept: [],
    security: [{ apiKey: [] }],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  getCatalogue,
  replaceCatalogue,
  listOrders,
  placeOrder,
  getOrder,
  cancelOrder,
];
