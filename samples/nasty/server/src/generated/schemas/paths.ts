// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  root_path: { type: 'object', properties: {}, additionalProperties: false },
  upper_case: { type: 'object', properties: {}, additionalProperties: false },
  customer_orders: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['id'],
    additionalProperties: false,
  },
  lower_case: { type: 'object', properties: {}, additionalProperties: false },
  deep_path: {
    type: 'object',
    properties: {
      a: { type: 'integer', format: 'int64' },
      b: { type: 'number' },
      c: { type: 'boolean' },
      d: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['a', 'b', 'c', 'd'],
    additionalProperties: false,
  },
  escaped_path: { type: 'object', properties: {}, additionalProperties: false },
  file_path: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!\\.{1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25)*(?:2[eEfF]|5[cC])))+(?:/(?!\\.{1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25)*(?:2[eEfF]|5[cC])))+)*$',
        $comment:
          'may hold / between its segments, of which none may be empty, "." or "..", nor hold \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The path of a file, with its folders. May hold / between its segments.',
      },
    },
    required: ['path'],
    additionalProperties: false,
  },
  fixed_cooked: { type: 'object', properties: { more: { type: 'string' } }, additionalProperties: false },
  fixed_raw: { type: 'object', properties: {}, additionalProperties: false },
  fragment_first: { type: 'object', properties: {}, additionalProperties: false },
  fragment_second: { type: 'object', properties: {}, additionalProperties: false },
  from_to: {
    type: 'object',
    properties: {
      to: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
      from: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['to', 'from'],
    additionalProperties: false,
  },
  hostile_template: {
    type: 'object',
    properties: {
      'process.exit_1': {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'Sent as `process.exit(1)`.',
      },
      value: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'Sent as `"`*/\'`.',
      },
    },
    required: ['process.exit_1', 'value'],
    additionalProperties: false,
  },
  hostile_path: {
    type: 'object',
    properties: {
      'globalThis.pwned_true': {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'Sent as `globalThis.pwned=true`.',
      },
    },
    required: ['globalThis.pwned_true'],
    additionalProperties: false,
  },
  proto_path: {
    type: 'object',
    properties: {
      proto: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
      constructor: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      } as never,
    },
    required: ['proto', 'constructor'],
    additionalProperties: false,
  },
  referenced_path: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['id'],
    additionalProperties: false,
  },
  server_hostile: { type: 'object', properties: {}, additionalProperties: false },
  server_of_path: { type: 'object', properties: {}, additionalProperties: false },
  server_of_operation: { type: 'object', properties: {}, additionalProperties: false },
  without_slash: { type: 'object', properties: {}, additionalProperties: false },
  with_slash: { type: 'object', properties: {}, additionalProperties: false },
  things_count: { type: 'object', properties: {}, additionalProperties: false },
  thing_in_format: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
      format: {
        type: 'string',
        enum: ['json', 'xml'],
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['id', 'format'],
    additionalProperties: false,
  },
  thing_publish: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['id'],
    additionalProperties: false,
  },
  thing_unpublish: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['id'],
    additionalProperties: false,
  },
  things_batch_get: { type: 'object', properties: {}, additionalProperties: false },
  users_me: { type: 'object', properties: {}, additionalProperties: false },
};
