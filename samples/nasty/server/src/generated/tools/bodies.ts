// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { Tool } from '#runtime/tool.js';

/**
 * PUT /bodies/any-image
 * Body any image
 */
export const bodyAnyImage: Tool = {
  name: 'body_any_image',
  title: 'Body any image',
  description: 'PUT /bodies/any-image',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string', description: 'Media type of the file, one of image/*.' },
        },
        required: ['base64', 'contentType'],
      },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/bodies/any-image',
    parameters: [],
    body: { mediaType: 'application/octet-stream', codec: 'binary', required: false, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/any-of
 * Any of several that overlap
 */
export const bodyAnyOf: Tool = {
  name: 'body_any_of',
  title: 'Any of several that overlap',
  description: 'Any of several that overlap',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          { type: 'object', properties: { email: { type: 'string', format: 'email' } }, required: ['email'] },
          { type: 'object', properties: { phone: { type: 'string' } }, required: ['phone'] },
        ],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/any-of',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PUT /bodies/any-thing
 * Body anything
 */
export const bodyAnything: Tool = {
  name: 'body_anything',
  title: 'Body anything',
  description: 'PUT /bodies/any-thing',
  inputSchema: { type: 'object', properties: { body: {} } },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/bodies/any-thing',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: false, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/arrays
 * Arrays that say little about their items
 */
export const bodyArrays: Tool = {
  name: 'body_arrays',
  title: 'Arrays that say little about their items',
  description: 'Arrays that say little about their items',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            unknown: { type: 'array', items: {} },
            empty: { type: 'array', items: {} },
            never: { type: 'array', items: {} },
            tuple: { type: 'array', items: {}, description: 'Items in order: string, integer.' },
            nested: { type: 'array', items: { type: 'array', items: { type: 'array', items: {} } } },
            set: { type: 'array', uniqueItems: true, items: {}, description: 'At least one item must be 1.' },
          },
        },
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/arrays',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PUT /bodies/binary
 * Body binary
 */
export const bodyBinary: Tool = {
  name: 'body_binary',
  title: 'Body binary',
  description: 'PUT /bodies/binary',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string', description: 'Media type of the file.' },
        },
        required: ['base64'],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'PUT',
    path: '/bodies/binary',
    parameters: [],
    body: { mediaType: 'application/octet-stream', codec: 'binary', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/boolean-schemas
 * Body boolean schemas
 */
export const bodyBooleanSchemas: Tool = {
  name: 'body_boolean_schemas',
  title: 'Body boolean schemas',
  description: 'POST /bodies/boolean-schemas',
  inputSchema: { type: 'object', properties: { anything: {}, list: { type: 'array', items: {} } } },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/boolean-schemas',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: false,
      argument: 'body',
      fields: { anything: 'anything', list: 'list' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/called-body
 * A field called body beside parameters called body and body_body
 */
export const bodyCalledBody: Tool = {
  name: 'body_called_body',
  title: 'A field called body beside parameters called body and body_body',
  description: 'A field called body beside parameters called body and body_body',
  inputSchema: {
    type: 'object',
    properties: {
      body: { type: 'string', description: '(query parameter)' },
      body_body: { type: 'string' },
      body_body_2: { type: 'string', description: '(body field "body")' },
      data: { type: 'string' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/called-body',
    parameters: [
      { argument: 'body', name: 'body', in: 'query' },
      { argument: 'body_body', name: 'body_body', in: 'query' },
    ],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'request_body',
      fields: { body_body_2: 'body', data: 'data' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/dialect
 * The rarer keywords of JSON Schema 2020-12
 */
export const bodyDialect: Tool = {
  name: 'body_dialect',
  title: 'The rarer keywords of JSON Schema 2020-12',
  description: 'The rarer keywords of JSON Schema 2020-12',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          country: { type: 'string' },
          postcode: { type: 'string' },
          card: { type: 'string' },
          billing: { type: 'string' },
          pair: { type: 'array', items: {}, description: 'Items in order: string, object, then integer.' },
          not: { description: 'Must not be a text.' },
          local: {
            type: 'object',
            properties: {
              again: { type: 'object', description: 'Of the same form as the object that it is part of.' },
            },
          },
          encoded: { type: 'string', description: 'In base64.' },
          const: { type: 'object', description: 'Always {"deep":["*/","`${globalThis.pwned = true}`"]}.' },
        },
        description: 'card needs billing. billing needs card. Some fields depend on others.',
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/dialect',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/discriminated
 * A union with a discriminator, its mapping by name and by reference
 */
export const bodyDiscriminated: Tool = {
  name: 'body_discriminated',
  title: 'A union with a discriminator, its mapping by name and by reference',
  description: 'A union with a discriminator, its mapping by name and by reference',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          {
            type: 'object',
            properties: {
              kind: { type: 'string', enum: ['round'] },
              radius: { type: 'number', exclusiveMinimum: 0 },
            },
            required: ['kind', 'radius'],
          },
          {
            type: 'object',
            properties: { kind: { type: 'string', enum: ['square"\'`*/'] }, side: { type: 'number' } },
            required: ['kind', 'side'],
          },
          {
            type: 'object',
            properties: {
              kind: { type: 'string', description: 'Usually "Group".' },
              shapes: {
                type: 'array',
                items: { description: 'Any of the forms of the union that it is part of.' },
              },
            },
            required: ['kind'],
          },
        ],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/discriminated',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/empty-schema
 * Body empty schema
 */
export const bodyEmptySchema: Tool = {
  name: 'body_empty_schema',
  title: 'Body empty schema',
  description: 'POST /bodies/empty-schema',
  inputSchema: { type: 'object', properties: { body: {} }, required: ['body'] },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/empty-schema',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/form
 * A form with styles
 */
export const bodyForm: Tool = {
  name: 'body_form',
  title: 'A form with styles',
  description: 'A form with styles',
  inputSchema: {
    type: 'object',
    properties: {
      grant_type: { type: 'string', enum: ['client_credentials', 'a b&c=d'] },
      scope: { type: 'array', items: { type: 'string' } },
      piped: { type: 'array', items: { type: 'string' } },
      filter: {
        type: 'object',
        properties: {
          from: { type: 'string' },
          to: { type: 'object', properties: { day: { type: 'integer' } } },
        },
      },
      next: { type: 'string' },
      json: { type: 'object' },
      items: { type: 'array', items: { type: 'integer' }, description: 'Sent as `items[]`.' },
    },
    required: ['grant_type'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/form',
    parameters: [],
    body: {
      mediaType: 'application/x-www-form-urlencoded',
      codec: 'form',
      required: true,
      encoding: {
        scope: { style: 'spaceDelimited', explode: false },
        piped: { style: 'pipeDelimited', explode: false },
        filter: { style: 'deepObject', explode: true },
        next: { allowReserved: true },
        json: { contentType: 'application/json' },
      },
      argument: 'body',
      fields: {
        grant_type: 'grant_type',
        scope: 'scope',
        piped: 'piped',
        filter: 'filter',
        next: 'next',
        json: 'json',
        items: 'items[]',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/free-form
 * A map of anything
 */
export const bodyFreeForm: Tool = {
  name: 'body_free_form',
  title: 'A map of anything',
  description: 'A map of anything',
  inputSchema: { type: 'object', properties: { body: { type: 'object' } }, required: ['body'] },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/free-form',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/hostile-type
 * Only a hostile media type
 */
export const bodyHostileType: Tool = {
  name: 'body_hostile_type',
  title: 'Only a hostile media type',
  description: 'Only a hostile media type',
  inputSchema: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
    required: ['x', 'y'],
  },
  outputSchema: {
    type: 'object',
    properties: { x: { description: 'number' }, y: { description: 'number' } },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/hostile-type',
    parameters: [],
    body: {
      mediaType: 'application/vnd.nasty+json; note="*/ ${globalThis.pwned=true} \'`"',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { x: 'x', y: 'y' },
    },
    accept: ['application/vnd.nasty+json; note="*/ ${globalThis.pwned=true} \'`"'],
    security: [],
  },
};

/**
 * POST /bodies/inherited
 * A discriminator without oneOf, whose variants point back with allOf
 */
export const bodyInherited: Tool = {
  name: 'body_inherited',
  title: 'A discriminator without oneOf, whose variants point back with allOf',
  description: 'A discriminator without oneOf, whose variants point back with allOf',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          {
            properties: { type: { description: 'Usually "Car".' } },
            required: ['type'],
            anyOf: [
              {
                type: 'object',
                properties: {
                  type: { type: 'string' },
                  owner: { description: 'Any of the forms of the union that it is part of.' },
                  doors: { type: 'integer' },
                },
                required: ['type', 'doors'],
              },
              {
                type: 'object',
                properties: {
                  type: { type: 'string', description: 'Usually "Truck".' },
                  owner: { description: 'Any of the forms of the union that it is part of.' },
                  doors: { type: 'integer' },
                  load: { type: 'number' },
                },
                required: ['type', 'doors'],
              },
            ],
          },
          {
            type: 'object',
            properties: {
              type: { type: 'string', description: 'Usually "Truck".' },
              owner: { description: 'Any of the forms of the union that it is part of.' },
              doors: { type: 'integer' },
              load: { type: 'number' },
            },
            required: ['type', 'doors'],
          },
        ],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/inherited',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/integer
 * Body integer
 */
export const bodyInteger: Tool = {
  name: 'body_integer',
  title: 'Body integer',
  description: 'POST /bodies/integer',
  inputSchema: {
    type: 'object',
    properties: { body: { type: 'integer', format: 'int64' } },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/integer',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PATCH /bodies/json-patch
 * Body json patch
 */
export const bodyJsonPatch: Tool = {
  name: 'body_json_patch',
  title: 'Body json patch',
  description: 'PATCH /bodies/json-patch',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            op: { type: 'string', enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
            path: { type: 'string', format: 'json-pointer' },
            from: { type: 'string' },
            value: {},
          },
          required: ['op', 'path'],
        },
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'PATCH',
    path: '/bodies/json-patch',
    parameters: [],
    body: { mediaType: 'application/json-patch+json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/keywords
 * Properties named like keywords of JSON Schema
 */
export const bodyKeywords: Tool = {
  name: 'body_keywords',
  title: 'Properties named like keywords of JSON Schema',
  description: 'Properties named like keywords of JSON Schema',
  inputSchema: {
    type: 'object',
    properties: {
      ref: { type: 'string', description: 'Sent as `$ref`.' },
      defs: { type: 'object', description: 'Sent as `$defs`.' },
      schema: { type: 'string', description: 'Sent as `$schema`.' },
      type: { type: 'string' },
      enum: { type: 'array', items: { type: 'string' } },
      required: { type: 'boolean' },
      properties: {
        type: 'object',
        properties: { properties: { type: 'string' } },
        required: ['properties'],
      },
      items: { type: 'array', items: { type: 'object', properties: { items: { type: 'string' } } } },
      allOf: { type: 'string' },
      oneOf: { type: 'string' },
      additionalProperties: { type: 'boolean' },
      default: { type: 'string', default: 'default' },
      description: { type: 'string' },
      format: { type: 'string' },
      nullable: { type: 'boolean' },
      readOnly: { type: 'boolean' },
      discriminator: { type: 'object', properties: { propertyName: { type: 'string' } } },
      example: { type: 'string' },
      examples: { type: 'array', items: {} },
    },
    required: ['type', 'required', 'properties'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/keywords',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: {
        ref: '$ref',
        defs: '$defs',
        schema: '$schema',
        type: 'type',
        enum: 'enum',
        required: 'required',
        properties: 'properties',
        items: 'items',
        allOf: 'allOf',
        oneOf: 'oneOf',
        additionalProperties: 'additionalProperties',
        default: 'default',
        description: 'description',
        format: 'format',
        nullable: 'nullable',
        readOnly: 'readOnly',
        discriminator: 'discriminator',
        example: 'example',
        examples: 'examples',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/many-types
 * The same body in many media types
 */
export const bodyManyTypes: Tool = {
  name: 'body_many_types',
  title: 'The same body in many media types',
  description: 'The same body in many media types',
  inputSchema: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
    required: ['x', 'y'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/many-types',
    parameters: [],
    body: {
      mediaType: 'application/json; charset=utf-8',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { x: 'x', y: 'y' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/map
 * Maps with rules for their keys
 */
export const bodyMap: Tool = {
  name: 'body_map',
  title: 'Maps with rules for their keys',
  description: 'Maps with rules for their keys',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        minProperties: 1,
        maxProperties: 50,
        properties: { known: { type: 'string' } },
        description:
          'Also names that match ^x- (integer), ^"`\\$\\{globalThis\\.pwned=true\\}\\*/$ (string).',
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/map',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * PATCH /bodies/merge-patch
 * Body merge patch
 */
export const bodyMergePatch: Tool = {
  name: 'body_merge_patch',
  title: 'Body merge patch',
  description: 'PATCH /bodies/merge-patch',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1, description: 'null clears it.' },
      choice: { type: 'string', enum: ['a', 'b'], description: 'null clears it.' },
      bare: { type: 'string', enum: ['a'], description: 'null clears it.' },
      number: {
        anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }],
        description: 'null clears it.',
      },
      reference: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
        required: ['x', 'y'],
        description: 'null clears it.',
      },
      one: {
        anyOf: [
          {
            type: 'object',
            properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
            required: ['x', 'y'],
          },
          { type: 'string' },
        ],
        description: 'null clears it.',
      },
      list: { type: 'array', items: { type: 'string' }, description: 'null clears it.' },
      map: { type: 'object', additionalProperties: { type: 'integer' }, description: 'null clears it.' },
      nothing: { description: 'null clears it.' },
      only: { description: 'null clears it.' },
      typeless: { description: 'Says nothing of its type. null clears it.' },
      oldStyle: { type: 'string', description: 'null clears it.' },
      withDefault: { type: 'string', description: 'null clears it.' },
    },
    required: ['text', 'reference'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'PATCH',
    path: '/bodies/merge-patch',
    parameters: [],
    body: {
      mediaType: 'application/merge-patch+json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: {
        text: 'text',
        choice: 'choice',
        bare: 'bare',
        number: 'number',
        reference: 'reference',
        one: 'one',
        list: 'list',
        map: 'map',
        nothing: 'nothing',
        only: 'only',
        typeless: 'typeless',
        oldStyle: 'oldStyle',
        withDefault: 'withDefault',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/merged
 * Parts put together with allOf, one of them closed
 */
export const bodyMerged: Tool = {
  name: 'body_merged',
  title: 'Parts put together with allOf, one of them closed',
  description: 'Parts put together with allOf, one of them closed',
  inputSchema: {
    type: 'object',
    properties: {
      x: { type: 'number' },
      y: { type: 'number', default: 0 },
      label: { type: 'string' },
      z: { type: 'number' },
    },
    required: ['x', 'y', 'z'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/merged',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { x: 'x', y: 'y', label: 'label', z: 'z' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/multipart
 * Files and JSON in one form
 */
export const bodyMultipart: Tool = {
  name: 'body_multipart',
  title: 'Files and JSON in one form',
  description: 'Files and JSON in one form',
  inputSchema: {
    type: 'object',
    properties: {
      file: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string' },
        },
        required: ['base64'],
        description: 'The first file.',
      },
      photo: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string', enum: ['image/png', 'image/jpeg'] },
        },
        required: ['base64'],
      },
      encoded: { type: 'string', description: 'In base64.' },
      more: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            base64: { type: 'string', format: 'byte' },
            filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
            contentType: { type: 'string' },
          },
          required: ['base64'],
        },
      },
      metadata: {
        type: 'object',
        properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
        required: ['title'],
      },
      count: { type: 'integer' },
      labels: { type: 'array', items: { type: 'string' } },
      'na_me_X-Injected_yes': { type: 'string', description: 'Sent as "na\\"me\\r\\nX-Injected: yes".' },
    },
    required: ['file', 'metadata'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/multipart',
    parameters: [],
    body: {
      mediaType: 'multipart/form-data',
      codec: 'multipart',
      required: true,
      encoding: {
        encoded: { contentType: 'application/octet-stream' },
        photo: { contentType: 'image/png, image/jpeg', file: true },
        metadata: { contentType: 'application/json' },
        labels: { style: 'form', explode: true },
        file: { file: true },
        more: { file: true },
      },
      argument: 'body',
      fields: {
        file: 'file',
        photo: 'photo',
        encoded: 'encoded',
        more: 'more',
        metadata: 'metadata',
        count: 'count',
        labels: 'labels',
        'na_me_X-Injected_yes': 'na"me\r\nX-Injected: yes',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/no-schema
 * Body no schema
 */
export const bodyNoSchema: Tool = {
  name: 'body_no_schema',
  title: 'Body no schema',
  description: 'POST /bodies/no-schema',
  inputSchema: { type: 'object', properties: { body: {} } },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/no-schema',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: false, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/null
 * Body null
 */
export const bodyNull: Tool = {
  name: 'body_null',
  title: 'Body null',
  description: 'POST /bodies/null',
  inputSchema: {
    type: 'object',
    properties: { body: { type: 'object', properties: { a: { description: 'Always null.' } } } },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/null',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: false, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/nullable
 * Null wherever it may be
 */
export const bodyNullable: Tool = {
  name: 'body_nullable',
  title: 'Null wherever it may be',
  description: 'Null wherever it may be',
  inputSchema: {
    type: 'object',
    properties: {
      text: { type: 'string', minLength: 1 },
      choice: { type: 'string', enum: ['a', 'b'] },
      bare: { type: 'string', enum: ['a'] },
      number: { anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'boolean' }] },
      reference: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
        required: ['x', 'y'],
      },
      one: {
        anyOf: [
          {
            type: 'object',
            properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
            required: ['x', 'y'],
          },
          { type: 'string' },
        ],
      },
      list: { type: 'array', items: { type: 'string' } },
      map: { type: 'object', additionalProperties: { type: 'integer' } },
      nothing: { description: 'Always null.' },
      only: { description: 'Always null.' },
      typeless: { description: 'Says nothing of its type.' },
      oldStyle: { type: 'string' },
      withDefault: { type: 'string' },
    },
    required: ['text', 'reference'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/nullable',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: {
        text: 'text',
        choice: 'choice',
        bare: 'bare',
        number: 'number',
        reference: 'reference',
        one: 'one',
        list: 'list',
        map: 'map',
        nothing: 'nothing',
        only: 'only',
        typeless: 'typeless',
        oldStyle: 'oldStyle',
        withDefault: 'withDefault',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/numbers
 * Numbers that doubles cannot hold
 */
export const bodyNumbers: Tool = {
  name: 'body_numbers',
  title: 'Numbers that doubles cannot hold',
  description: 'Numbers that doubles cannot hold',
  inputSchema: {
    type: 'object',
    properties: {
      big: {
        type: 'integer',
        default: 9007199254740992,
        enum: [9007199254740992, -9223372036854776000, 9223372036854776000],
      },
      bound: { type: 'integer', format: 'int64' },
      unsigned: { type: 'integer', format: 'uint64' },
      small: { type: 'integer', format: 'int32', exclusiveMinimum: -1, exclusiveMaximum: 100, multipleOf: 5 },
      cents: { type: 'number', multipleOf: 0.01, minimum: 0.1 },
      float: { type: 'number', enum: [0.1, 1e21, 0, 1] },
      decimal: { type: 'string', format: 'decimal' },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/numbers',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: {
        big: 'big',
        bound: 'bound',
        unsigned: 'unsigned',
        small: 'small',
        cents: 'cents',
        float: 'float',
        decimal: 'decimal',
      },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * DELETE /bodies/of-delete
 * Body of delete
 */
export const bodyOfDelete: Tool = {
  name: 'body_of_delete',
  title: 'Body of delete',
  description: 'DELETE /bodies/of-delete',
  inputSchema: {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'integer' } } },
    required: ['ids'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'DELETE',
    path: '/bodies/of-delete',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { ids: 'ids' },
    },
    accept: [],
    security: [],
  },
};

/**
 * GET /bodies/of-get
 * A body where few expect one
 */
export const bodyOfGet: Tool = {
  name: 'body_of_get',
  title: 'A body where few expect one',
  description: 'A body where few expect one',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  request: {
    method: 'GET',
    path: '/bodies/of-get',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: false,
      argument: 'body',
      fields: { query: 'query' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/one-of
 * One of several, nothing says which
 */
export const bodyOneOf: Tool = {
  name: 'body_one_of',
  title: 'One of several, nothing says which',
  description: 'One of several, nothing says which',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          { type: 'object', properties: { meows: { type: 'boolean' } }, required: ['meows'] },
          { type: 'object', properties: { barks: { type: 'boolean' } }, required: ['barks'] },
          { type: 'string' },
          { type: 'array', items: { type: 'integer' } },
        ],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/one-of',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/one-of-required
 * An object that must have one of two fields
 */
export const bodyOneOfRequired: Tool = {
  name: 'body_one_of_required',
  title: 'An object that must have one of two fields',
  description: 'An object that must have one of two fields',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, note: { type: 'string' } },
        description: 'Needs exactly one: id, or name.',
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/one-of-required',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/read-write
 * Fields for one direction only, at every depth
 */
export const bodyReadWrite: Tool = {
  name: 'body_read_write',
  title: 'Fields for one direction only, at every depth',
  description: 'Fields for one direction only, at every depth',
  inputSchema: {
    type: 'object',
    properties: {
      login: { type: 'string' },
      password: { type: 'string', format: 'password' },
      profile: {
        type: 'object',
        properties: { nick: { type: 'string' }, pin: { type: 'string' } },
        required: ['nick'],
      },
      friends: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            login: { type: 'string' },
            password: { type: 'string', format: 'password' },
            profile: {
              type: 'object',
              properties: { nick: { type: 'string' }, pin: { type: 'string' } },
              required: ['nick'],
            },
            friends: {
              type: 'array',
              items: { type: 'object', description: 'Of the same form as the object that it is part of.' },
            },
          },
          required: ['login', 'password', 'profile'],
        },
      },
    },
    required: ['login', 'password', 'profile'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      id: { description: 'string' },
      login: { description: 'string' },
      profile: { properties: { id: { description: 'integer' }, nick: { description: 'string' } } },
      history: { items: { properties: { at: { description: 'string' } } } },
      friends: { items: { description: 'object' } },
      owner: { description: 'object' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/read-write',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { login: 'login', password: 'password', profile: 'profile', friends: 'friends' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/referenced
 * A reference to a reference, with words beside it
 */
export const bodyReferenced: Tool = {
  name: 'body_referenced',
  title: 'A reference to a reference, with words beside it',
  description: 'A reference to a reference, with words beside it',
  inputSchema: {
    type: 'object',
    properties: {
      fields: {
        type: 'array',
        items: { type: 'string' },
        description: "Other words than the parameter's own */",
      },
      x: { type: 'number' },
      y: { type: 'number', default: 0 },
    },
    required: ['x', 'y'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      type: { description: 'string' },
      title: { description: 'string' },
      status: { description: 'integer' },
      detail: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/referenced',
    parameters: [{ argument: 'fields', name: 'fields', in: 'query', explode: false }],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { x: 'x', y: 'y' },
    },
    accept: ['application/problem+json'],
    security: [],
  },
};

/**
 * POST /bodies/string
 * A JSON string
 */
export const bodyString: Tool = {
  name: 'body_string',
  title: 'A JSON string',
  description: 'A JSON string',
  inputSchema: { type: 'object', properties: { body: { type: 'string' } }, required: ['body'] },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/string',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/text
 * Body text
 */
export const bodyText: Tool = {
  name: 'body_text',
  title: 'Body text',
  description: 'POST /bodies/text',
  inputSchema: {
    type: 'object',
    properties: { body: { type: 'string', maxLength: 100000 } },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/text',
    parameters: [],
    body: { mediaType: 'text/plain', codec: 'text', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/undeclared
 * A required field that no property declares
 */
export const bodyUndeclared: Tool = {
  name: 'body_undeclared',
  title: 'A required field that no property declares',
  description: 'A required field that no property declares',
  inputSchema: {
    type: 'object',
    properties: { seen: { type: 'string' }, ghost: {} },
    required: ['seen', 'ghost'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/undeclared',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { seen: 'seen', ghost: 'ghost' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/wide
 * More fields than anybody wants as arguments
 */
export const bodyWide: Tool = {
  name: 'body_wide',
  title: 'More fields than anybody wants as arguments',
  description: 'More fields than anybody wants as arguments',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
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
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/wide',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/wrapped
 * One required object, and a field called body
 */
export const bodyWrapped: Tool = {
  name: 'body_wrapped',
  title: 'One required object, and a field called body',
  description: 'One required object, and a field called body',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          data: {
            type: 'object',
            properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
            required: ['x', 'y'],
          },
        },
        required: ['data'],
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/wrapped',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /bodies/xml
 * XML and nothing else
 */
export const bodyXml: Tool = {
  name: 'body_xml',
  title: 'XML and nothing else',
  description: 'XML and nothing else',
  inputSchema: {
    type: 'object',
    properties: {
      id: { type: 'integer' },
      customer: { type: 'string' },
      lines: { type: 'array', items: { type: 'string' } },
    },
    required: ['id'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/bodies/xml',
    parameters: [],
    body: {
      mediaType: 'application/xml',
      codec: 'xml',
      required: true,
      xml: {
        root: {
          name: 'order',
          namespace: 'https://nasty.example/"order"',
          prefix: 'o',
          properties: {
            id: { nodeType: 'attribute' },
            customer: { name: 'who' },
            lines: { nodeType: 'element', name: 'lines', items: { name: 'line' } },
          },
        },
      },
      argument: 'body',
      fields: { id: 'id', customer: 'customer', lines: 'lines' },
    },
    accept: ['application/xml'],
    security: [],
  },
};

/**
 * POST /callbacks
 * Subscribe
 */
export const subscribe: Tool = {
  name: 'subscribe',
  title: 'Subscribe',
  description: 'POST /callbacks',
  inputSchema: {
    type: 'object',
    properties: { callbackUrl: { type: 'string', format: 'uri' } },
    required: ['callbackUrl'],
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/callbacks',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { callbackUrl: 'callbackUrl' },
    },
    accept: [],
    security: [],
  },
};

/**
 * POST /hostile/properties
 * Properties that are no identifiers
 */
export const hostileProperties: Tool = {
  name: 'hostile_properties',
  title: 'Properties that are no identifiers',
  description: 'Properties that are no identifiers',
  inputSchema: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          '0': { type: 'string' },
          toString: { type: 'string' } as never,
          constructor: { type: 'string' } as never,
          prototype: { type: 'string' },
          hasOwnProperty: { type: 'string', default: '`${globalThis.pwned = true}`' } as never,
          valueOf: { type: 'string' } as never,
          toJSON: { type: 'string' },
          then: { type: 'string' },
          length: { type: 'string' },
          name: { type: 'string' },
          '-1': { type: 'string', default: '`${globalThis.pwned = true}`' },
          '1e3': { type: 'string' },
          class: { type: 'string' },
          function: { type: 'string' },
          'a.b': { type: 'string' },
          'a-b': { type: 'string' },
          a_b: { type: 'string' },
          case: { type: 'string' },
          Case: { type: 'string' },
          CASE: { type: 'string' },
        },
        required: ['toString'],
        description:
          '/ globalThis.pwned = true; /. Other fields: "\\"+(globalThis.pwned=true)+\\"" (required), "\'+(globalThis.pwned=true)+\'", "`+(globalThis.pwned=true)+`", "${globalThis.pwned=true}", "*/ globalThis.pwned = true; /*", "\\u2028globalThis.pwned = true" and 23 more.',
      },
    },
    required: ['body'],
  },
  outputSchema: {
    type: 'object',
    properties: {
      '0': { description: 'string' },
      toString: { description: 'string' } as never,
      constructor: { description: 'string' } as never,
      prototype: { description: 'string' },
      hasOwnProperty: { description: 'string' } as never,
      valueOf: { description: 'string' } as never,
      toJSON: { description: 'string' },
      then: { description: 'string' },
      length: { description: 'string' },
      name: { description: 'string' },
      '-1': { description: 'string' },
      '1e3': { description: 'string' },
      class: { description: 'string' },
      function: { description: 'string' },
      'a.b': { description: 'string' },
      'a-b': { description: 'string' },
      a_b: { description: 'string' },
      case: { description: 'string' },
      Case: { description: 'string' },
      CASE: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/hostile/properties',
    parameters: [],
    body: { mediaType: 'application/json', codec: 'json', required: true, argument: 'body' },
    accept: ['application/json'],
    security: [],
  },
};

/**
 * POST /hostile/schema-names
 * Schemas named like members of every object
 */
export const hostileSchemaNames: Tool = {
  name: 'hostile_schema_names',
  title: 'Schemas named like members of every object',
  description: 'Schemas named like members of every object',
  inputSchema: {
    type: 'object',
    properties: {
      a: { type: 'object', properties: { inner: { type: 'string' } } },
      b: {
        type: 'object',
        properties: { inner: { type: 'object', properties: { inner: { type: 'string' } } } },
      },
      c: { type: 'string' },
      d: { type: 'integer' },
      e: {
        type: 'object',
        properties: { lower: { type: 'string' } },
        description: 'Differs from another schema by its case alone.',
      },
      f: {
        type: 'object',
        properties: {
          value: { type: 'string' },
          next: { type: 'object', description: 'Of the same form as the object that it is part of.' },
        },
        required: ['value'],
        description: 'A value and the rest of the list.',
      },
      g: { type: 'object', properties: { length: { type: 'integer' } } },
      h: { type: 'string', enum: ['default'] },
      i: {
        type: 'object',
        properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
        required: ['x', 'y'],
        description: 'A point by another name */ globalThis.pwned = true',
      },
      j: { type: 'object', properties: { properties: { type: 'string' } }, required: ['properties'] },
    },
  },
  outputSchema: {
    type: 'object',
    properties: {
      method: { description: 'string' },
      url: { description: 'string' },
      headers: { description: 'object' },
      body: { description: 'string' },
      encoding: { description: 'string' },
    },
  },
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  request: {
    method: 'POST',
    path: '/hostile/schema-names',
    parameters: [],
    body: {
      mediaType: 'application/json',
      codec: 'json',
      required: true,
      argument: 'body',
      fields: { a: 'a', b: 'b', c: 'c', d: 'd', e: 'e', f: 'f', g: 'g', h: 'h', i: 'i', j: 'j' },
    },
    accept: ['application/json'],
    security: [],
  },
};

/** In the order in which they are listed. */
export const tools: readonly Tool[] = [
  bodyAnyImage,
  bodyAnyOf,
  bodyAnything,
  bodyArrays,
  bodyBinary,
  bodyBooleanSchemas,
  bodyCalledBody,
  bodyDialect,
  bodyDiscriminated,
  bodyEmptySchema,
  bodyForm,
  bodyFreeForm,
  bodyHostileType,
  bodyInherited,
  bodyInteger,
  bodyJsonPatch,
  bodyKeywords,
  bodyManyTypes,
  bodyMap,
  bodyMergePatch,
  bodyMerged,
  bodyMultipart,
  bodyNoSchema,
  bodyNull,
  bodyNullable,
  bodyNumbers,
  bodyOfDelete,
  bodyOfGet,
  bodyOneOf,
  bodyOneOfRequired,
  bodyReadWrite,
  bodyReferenced,
  bodyString,
  bodyText,
  bodyUndeclared,
  bodyWide,
  bodyWrapped,
  bodyXml,
  subscribe,
  hostileProperties,
  hostileSchemaNames,
];
