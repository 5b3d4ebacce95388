// Generated from the API's document: a change made here is lost. src/custom.ts is the place for it.
import type { ObjectSchema } from '../../runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  body_any_image: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f"]*$' },
          contentType: {
            type: 'string',
            pattern: '^[^\\u0000-\\u001f\\u007f"]*$',
            description: 'Media type of the file.',
          },
        },
        required: ['base64'],
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  },
  body_any_of: {
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
    additionalProperties: false,
  },
  body_anything: { type: 'object', properties: { body: {} }, additionalProperties: false },
  body_arrays: {
    type: 'object',
    properties: {
      body: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: {
            unknown: { type: 'array' },
            empty: { type: 'array', items: {} },
            never: { type: 'array', items: false },
            tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
            nested: { type: 'array', items: { type: 'array', items: { type: 'array' } } },
            set: { type: 'array', uniqueItems: true, contains: { const: 1 }, minContains: 1 },
          },
        },
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_binary: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f"]*$' },
          contentType: {
            type: 'string',
            pattern: '^[^\\u0000-\\u001f\\u007f"]*$',
            description: 'Media type of the file.',
          },
        },
        required: ['base64'],
        additionalProperties: false,
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_boolean_schemas: {
    type: 'object',
    properties: { anything: {}, nothing: false, list: { type: 'array', items: true } },
    additionalProperties: false,
  },
  body_called_body: {
    type: 'object',
    properties: {
      body: { type: 'string', description: '(query parameter)' },
      body_body: { type: 'string' },
      body_body_2: { type: 'string', description: '(body field)' },
      data: { type: 'string' },
    },
    additionalProperties: false,
  },
  body_dialect: {
    type: 'object',
    properties: { body: { $ref: 'Dialect' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_discriminated: {
    type: 'object',
    properties: { body: { $ref: 'Shape' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_empty_schema: {
    type: 'object',
    properties: { body: {} },
    required: ['body'],
    additionalProperties: false,
  },
  body_form: {
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
      json: { type: 'object', additionalProperties: true },
      items: { type: 'array', items: { type: 'integer' } },
    },
    required: ['grant_type'],
    additionalProperties: false,
  },
  body_free_form: {
    type: 'object',
    properties: { body: { type: 'object', additionalProperties: true } },
    required: ['body'],
    additionalProperties: false,
  },
  body_hostile_type: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
    required: ['x', 'y'],
    additionalProperties: false,
  },
  body_inherited: {
    type: 'object',
    properties: { body: { $ref: 'Vehicle' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_integer: {
    type: 'object',
    properties: { body: { type: 'integer', format: 'int64' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_json_patch: {
    type: 'object',
    properties: {
      body: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            op: { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] },
            path: { type: 'string', format: 'json-pointer' },
            from: { type: 'string' },
            value: {},
          },
          required: ['op', 'path'],
        },
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_keywords: {
    type: 'object',
    properties: {
      ref: { type: 'string' },
      defs: { type: 'object' },
      schema: { type: 'string' },
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
    additionalProperties: false,
  },
  body_many_types: {
    type: 'object',
    properties: { x: { type: 'number' }, y: { type: 'number', default: 0 } },
    required: ['x', 'y'],
    additionalProperties: false,
  },
  body_map: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        patternProperties: {
          '^x-': { type: 'integer' },
          '^"`\\$\\{globalThis\\.pwned=true\\}\\*/$': { type: 'string' },
        },
        additionalProperties: { type: 'object', additionalProperties: { type: 'number' } },
        propertyNames: { maxLength: 40 },
        minProperties: 1,
        maxProperties: 50,
        properties: { known: { type: 'string' } },
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_merge_patch: {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'], minLength: 1, description: 'null clears it.' },
      choice: { type: ['string', 'null'], enum: ['a', 'b', null], description: 'null clears it.' },
      bare: { enum: ['a', null], description: 'null clears it.' },
      number: { type: ['integer', 'number', 'string', 'boolean', 'null'], description: 'null clears it.' },
      reference: { anyOf: [{ $ref: 'Point' }, { type: 'null' }], description: 'null clears it.' },
      one: {
        anyOf: [{ type: 'null' }, { $ref: 'Point' }, { type: 'string' }],
        description: 'null clears it.',
      },
      list: { type: ['array', 'null'], items: { type: ['string', 'null'] }, description: 'null clears it.' },
      map: {
        type: ['object', 'null'],
        additionalProperties: { type: ['null', 'integer'] },
        description: 'null clears it.',
      },
      nothing: { const: null, description: 'null clears it.' },
      only: { type: 'null', description: 'null clears it.' },
      typeless: { description: 'Says nothing of its type.' },
      oldStyle: { type: ['string', 'null'], description: 'null clears it.' },
      withDefault: { type: ['string', 'null'], default: null, description: 'null clears it.' },
    },
    required: ['text', 'reference'],
    additionalProperties: false,
  },
  body_merged: {
    type: 'object',
    properties: {
      body: {
        allOf: [
          { $ref: 'Point' },
          { type: 'object', additionalProperties: false, properties: { label: { type: 'string' } } },
          { type: 'object', properties: { z: { type: 'number' } }, required: ['z'] },
          {},
        ],
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_multipart: {
    type: 'object',
    properties: {
      file: {
        type: 'object',
        description: 'The first file.',
        properties: {
          base64: { type: 'string', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f"]*$' },
          contentType: {
            type: 'string',
            pattern: '^[^\\u0000-\\u001f\\u007f"]*$',
            description: 'Media type of the file.',
          },
        },
        required: ['base64'],
        additionalProperties: false,
      },
      photo: {
        type: 'object',
        properties: {
          base64: { type: 'string', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f"]*$' },
          contentType: {
            type: 'string',
            pattern: '^[^\\u0000-\\u001f\\u007f"]*$',
            description: 'Media type of the file.',
          },
        },
        required: ['base64'],
        additionalProperties: false,
      },
      encoded: { type: 'string', contentEncoding: 'base64', contentMediaType: 'application/pdf' },
      more: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            base64: { type: 'string', description: 'The content of the file, in base64.' },
            filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f"]*$' },
            contentType: {
              type: 'string',
              pattern: '^[^\\u0000-\\u001f\\u007f"]*$',
              description: 'Media type of the file.',
            },
          },
          required: ['base64'],
          additionalProperties: false,
        },
      },
      metadata: {
        type: 'object',
        properties: { title: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
        required: ['title'],
      },
      count: { type: 'integer' },
      labels: { type: 'array', items: { type: 'string' } },
      'na_me_X-Injected_yes': { type: 'string' },
    },
    required: ['file', 'metadata'],
    additionalProperties: false,
  },
  body_no_schema: { type: 'object', properties: { body: {} }, additionalProperties: false },
  body_null: {
    type: 'object',
    properties: { body: { type: ['object', 'null'], properties: { a: { type: 'null' } } } },
    additionalProperties: false,
  },
  body_nullable: {
    type: 'object',
    properties: {
      text: { type: ['string', 'null'], minLength: 1 },
      choice: { type: ['string', 'null'], enum: ['a', 'b', null] },
      bare: { enum: ['a', null] },
      number: { type: ['integer', 'number', 'string', 'boolean', 'null'] },
      reference: { anyOf: [{ $ref: 'Point' }, { type: 'null' }] },
      one: { anyOf: [{ type: 'null' }, { $ref: 'Point' }, { type: 'string' }] },
      list: { type: ['array', 'null'], items: { type: ['string', 'null'] } },
      map: { type: ['object', 'null'], additionalProperties: { type: ['null', 'integer'] } },
      nothing: { const: null },
      only: { type: 'null' },
      typeless: { description: 'Says nothing of its type.' },
      oldStyle: { type: ['string', 'null'] },
      withDefault: { type: ['string', 'null'], default: null },
    },
    required: ['text', 'reference'],
    additionalProperties: false,
  },
  body_numbers: {
    type: 'object',
    properties: {
      big: {
        type: 'integer',
        format: 'int64',
        enum: [9007199254740992, -9223372036854776000, 9223372036854776000],
        default: 9007199254740992,
      },
      bound: {
        type: 'integer',
        format: 'int64',
        minimum: -9223372036854776000,
        maximum: 9223372036854776000,
      },
      unsigned: { type: 'integer', format: 'uint64', maximum: 18446744073709552000 },
      small: { type: 'integer', format: 'int32', exclusiveMinimum: -1, exclusiveMaximum: 100, multipleOf: 5 },
      cents: { type: 'number', multipleOf: 0.01, minimum: 0.1 },
      float: { type: 'number', format: 'float', enum: [0.1, 1e21, 0, 1] },
      decimal: { type: 'string', format: 'decimal' },
    },
    additionalProperties: false,
  },
  body_of_delete: {
    type: 'object',
    properties: { ids: { type: 'array', items: { type: 'integer' } } },
    required: ['ids'],
    additionalProperties: false,
  },
  body_of_get: { type: 'object', properties: { query: { type: 'string' } }, additionalProperties: false },
  body_one_of: {
    type: 'object',
    properties: {
      body: {
        anyOf: [
          { type: 'object', properties: { meows: { type: 'boolean' } }, required: ['meows'] },
          {
            type: 'object',
            additionalProperties: false,
            properties: { barks: { type: 'boolean' } },
            required: ['barks'],
          },
          { type: 'string' },
          { type: 'array', items: { type: 'integer' } },
        ],
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_one_of_required: {
    type: 'object',
    properties: {
      body: {
        type: 'object',
        properties: { id: { type: 'integer' }, name: { type: 'string' }, note: { type: 'string' } },
        anyOf: [{ required: ['id'] }, { required: ['name'] }],
      },
    },
    required: ['body'],
    additionalProperties: false,
  },
  body_read_write: {
    type: 'object',
    properties: {
      login: { type: 'string' },
      password: { type: 'string', format: 'password' },
      profile: {
        type: 'object',
        properties: { nick: { type: 'string' }, pin: { type: 'string' } },
        required: ['nick'],
      },
      friends: { type: 'array', items: { $ref: 'Account' } },
    },
    required: ['login', 'password', 'profile'],
    additionalProperties: false,
  },
  body_referenced: {
    type: 'object',
    properties: {
      fields: { type: 'array', items: { type: 'string' }, description: 'Which fields to return.' },
      x: { type: 'number' },
      y: { type: 'number', default: 0 },
    },
    required: ['x', 'y'],
    additionalProperties: false,
  },
  body_string: {
    type: 'object',
    properties: { body: { type: 'string' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_text: {
    type: 'object',
    properties: { body: { type: 'string', maxLength: 100000 } },
    required: ['body'],
    additionalProperties: false,
  },
  body_undeclared: {
    type: 'object',
    properties: { seen: { type: 'string' }, ghost: {} },
    required: ['seen', 'ghost'],
    additionalProperties: false,
  },
  body_wide: {
    type: 'object',
    properties: { body: { $ref: 'Wide' } },
    required: ['body'],
    additionalProperties: false,
  },
  body_wrapped: {
    type: 'object',
    properties: { body: { type: 'object', properties: { data: { $ref: 'Point' } }, required: ['data'] } },
    required: ['body'],
    additionalProperties: false,
  },
  body_xml: {
    type: 'object',
    properties: { body: { type: 'string', description: 'The whole body as application/xml text.' } },
    required: ['body'],
    additionalProperties: false,
  },
  subscribe: {
    type: 'object',
    properties: { callbackUrl: { type: 'string', format: 'uri' } },
    required: ['callbackUrl'],
    additionalProperties: false,
  },
  hostile_properties: {
    type: 'object',
    properties: { body: { $ref: 'Hostile', description: '/ globalThis.pwned = true; /' } },
    required: ['body'],
    additionalProperties: false,
  },
  hostile_schema_names: {
    type: 'object',
    properties: {
      a: { $ref: '__proto___' },
      b: { $ref: 'constructor_' },
      c: { $ref: 'toString' },
      d: { $ref: '_123-Start.With_Digits' },
      e: { $ref: 'node_7aee46' },
      f: { $ref: 'Node' },
      g: { $ref: 'Array' },
      h: { $ref: 'default' },
      i: { $ref: 'Alias2' },
      j: { $ref: 'properties' },
    },
    additionalProperties: false,
  },
};
