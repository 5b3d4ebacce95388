// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  parameters_constants: {
    type: 'object',
    properties: { optional: { const: 'only' } },
    additionalProperties: false,
  },
  parameters_cookies: {
    type: 'object',
    properties: {
      session: { type: 'string' },
      list: { type: 'array', items: { type: 'string' } },
      listJoined: { type: 'array', items: { type: 'string' } },
      map: { type: 'object', additionalProperties: { type: 'string' } },
      json: { type: 'object' },
      it_s: { type: 'string', description: "Sent as `$it's`." },
    },
    additionalProperties: false,
  },
  parameters_headers: {
    type: 'object',
    properties: {
      'X-List': {
        type: 'array',
        items: {
          type: 'string',
          pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
          $comment:
            'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
        },
      },
      'X-Map': {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' } },
          {
            pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
            $comment:
              'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            items: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
            additionalProperties: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
            propertyNames: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
          },
        ],
      },
      'X-Map-Exploded': {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' } },
          {
            pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
            $comment:
              'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            items: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
            additionalProperties: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
            propertyNames: {
              pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
              $comment:
                'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
            },
          },
        ],
      },
      'X-Json': { type: 'object' },
      'X-Number': { type: 'integer' },
      'X-It_s': {
        type: 'string',
        pattern: '^[\\t\\x20-\\x7e\\x80-\\xff]*$',
        $comment:
          'must hold no line breaks or other control characters, and Latin-1 only, since it is sent in a header',
        description: "Every odd character that a header name may hold. Sent as `X-It's`$&*|~`.",
      },
    },
    required: ['X-Number'],
    additionalProperties: false,
  },
  parameters_label: {
    type: 'object',
    properties: {
      one: { type: 'number' },
      list: {
        type: 'array',
        items: {
          type: 'string',
          minLength: 1,
          pattern:
            '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
          $comment:
            'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        },
        minItems: 1,
      },
      map: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
      listExploded: {
        type: 'array',
        items: {
          type: 'string',
          minLength: 1,
          pattern:
            '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
          $comment:
            'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        },
        minItems: 1,
      },
      mapExploded: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
    },
    required: ['one', 'list', 'map', 'listExploded', 'mapExploded'],
    additionalProperties: false,
  },
  parameters_matrix: {
    type: 'object',
    properties: {
      one: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
      list: {
        type: 'array',
        items: {
          type: 'string',
          minLength: 1,
          pattern:
            '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
          $comment:
            'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        },
        minItems: 1,
      },
      map: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
      listExploded: {
        type: 'array',
        items: {
          type: 'string',
          minLength: 1,
          pattern:
            '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
          $comment:
            'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        },
        minItems: 1,
      },
      mapExploded: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
    },
    required: ['one', 'list', 'map', 'listExploded', 'mapExploded'],
    additionalProperties: false,
  },
  parameters_odd_names: {
    type: 'object',
    properties: {
      page_size: { type: 'integer', default: 20, description: 'Sent as `page[size]`.' },
      page_number: { type: 'integer', description: 'Sent as `page[number]`.' },
      top_query: { type: 'integer', description: '(query parameter "$top")' },
      top: { type: 'integer', description: '(query parameter)' },
      StartTime_query: { type: 'string', format: 'date-time', description: '(query parameter "StartTime<")' },
      StartTime_query_2: {
        type: 'string',
        format: 'date-time',
        description: '(query parameter "StartTime>")',
      },
      StartTime: { type: 'string', format: 'date-time', description: '(query parameter)' },
      ids_list: { type: 'array', items: { type: 'integer' }, description: '(query parameter "ids[]")' },
      ids: { type: 'array', items: { type: 'integer' }, description: '(query parameter)' },
      Name: { type: 'string' },
      name: { type: 'string' },
      'filter.name': { type: 'string' },
      a_b: { type: 'string', description: '(query parameter "a b")' },
      a_b_query: { type: 'string', description: '(query parameter "a/b")' },
      value: { type: 'string', description: 'Sent as `名前`.' },
      '1st': { type: 'string' },
      'a-name-of-more-than-sixty-four-characters-as-some-generated-apis': {
        type: 'string',
        description: '(query parameter)',
      },
      'a-name-of-more-than-sixty-four-characters-as-some-generate_query': {
        type: 'string',
        description: '(query parameter)',
      },
      class: { type: 'string' },
      proto: { type: 'string' },
      constructor: { type: 'string' } as never,
      toString: { type: 'string' } as never,
      hasOwnProperty: { type: 'string' } as never,
      _select: { type: 'string' },
      'globalThis.pwned_true': {
        type: 'string',
        description: '(query parameter "\'+(globalThis.pwned=true)+\'")',
      },
      'globalThis.pwned_true_query': {
        type: 'string',
        description: '(query parameter "\\"];globalThis.pwned=true;[\\"")',
      },
      'globalThis.pwned_true_query_2': {
        type: 'string',
        description: '(query parameter "`${globalThis.pwned=true}`")',
      },
      'globalThis.pwned_true_query_3': {
        type: 'string',
        description: '(query parameter "*/globalThis.pwned=true;/*")',
      },
      'globalThis.pwned_true_query_4': {
        type: 'string',
        description: '(query parameter). Sent as "\\u2028globalThis.pwned=true\\n".',
      },
      script_amp_20: { type: 'string', description: 'Sent as `</script>&amp;=#?%20`.' },
    },
    additionalProperties: false,
  },
  parameters_query: {
    type: 'object',
    properties: {
      formExploded: { type: 'array', items: { type: 'string' } },
      formJoined: { type: 'array', items: { type: 'integer' } },
      formObject: {
        type: 'object',
        properties: { r: { type: 'integer' }, g: { type: 'integer' } },
        additionalProperties: false,
      },
      formObjectJoined: {
        type: 'object',
        properties: { r: { type: 'integer' }, g: { type: 'integer' } },
        additionalProperties: false,
      },
      spaces: { type: 'array', items: { type: 'string' } },
      pipes: { type: 'array', items: { type: 'string' } },
      deep: { $ref: 'Range' },
      deeper: {
        type: 'object',
        properties: { created: { $ref: 'Range' }, ids: { type: 'array', items: { type: 'integer' } } },
        additionalProperties: false,
      },
      free: { type: 'object', additionalProperties: { type: 'string' } },
      reserved: { type: 'string' },
      flag: { type: 'boolean' },
      json: { $ref: 'Range' },
      maybe: { type: ['integer', 'string', 'null'] },
      either: { anyOf: [{ type: 'integer' }, { type: 'array', items: { type: 'integer' } }] },
      old: { type: 'string', description: 'Deprecated.' },
      anything: {},
      truly: {},
      big: { type: 'integer', format: 'int64', enum: [1, 9007199254740992, 9223372036854776000] },
    },
    additionalProperties: false,
  },
  parameters_same: {
    type: 'object',
    properties: {
      id: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: '(path parameter)',
      },
      trace: { type: 'boolean', description: "The operation's own." },
      id_query: { type: 'integer', description: '(query parameter "id")' },
      id_header: { type: 'boolean', description: '(header parameter "id")' },
      id_cookie: { type: 'string', description: '(cookie parameter "id")' },
      id_body: { type: 'string' },
      id_body_2: { type: 'number', description: '(body field "id")' },
      id_query_body: { type: 'string', description: 'Sent as `id_query`.' },
    },
    required: ['id', 'trace', 'id_body_2'],
    additionalProperties: false,
  },
  parameters_simple: {
    type: 'object',
    properties: {
      one: { type: 'boolean' },
      list: {
        type: 'array',
        items: {
          type: 'string',
          minLength: 1,
          pattern:
            '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
          $comment:
            'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        },
        minItems: 1,
      },
      map: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
      mapExploded: {
        allOf: [
          { type: 'object', additionalProperties: { type: 'string' }, minProperties: 1 },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
      json: {
        allOf: [
          { type: 'object' },
          {
            minLength: 1,
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            items: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            additionalProperties: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            propertyNames: {
              minLength: 1,
              pattern:
                '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
              $comment:
                'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
            },
            minItems: 1,
            minProperties: 1,
            not: { type: 'null' },
          },
        ],
      },
    },
    required: ['one', 'list', 'map', 'mapExploded', 'json'],
    additionalProperties: false,
  },
  parameters_values: {
    type: 'object',
    properties: {
      choice: {
        type: 'string',
        enum: [
          '"+(globalThis.pwned=true)+"',
          "'+(globalThis.pwned=true)+'",
          '`+(globalThis.pwned=true)+`',
          '${globalThis.pwned=true}',
          '*/globalThis.pwned=true;/*',
          '</script><script>globalThis.pwned=true</script>',
          '\u2028globalThis.pwned=true//\u2029',
          'line\nbreak\r\n',
          '\\',
          '\\"',
          '',
          ' ',
          '__proto__',
          'constructor',
          "{{constructor.constructor('globalThis.pwned=true')()}}",
          "$&$`$'$$",
          '\u0000',
          'true',
          'null',
          '1',
        ],
        default: '"+(globalThis.pwned=true)+"',
        description:
          '/ globalThis.pwned = true; / ${globalThis.pwned = true} +(globalThis.pwned=true)+ globalThis.pwned = true',
      },
      again: {
        type: 'string',
        enum: [
          '"+(globalThis.pwned=true)+"',
          "'+(globalThis.pwned=true)+'",
          '`+(globalThis.pwned=true)+`',
          '${globalThis.pwned=true}',
          '*/globalThis.pwned=true;/*',
          '</script><script>globalThis.pwned=true</script>',
          '\u2028globalThis.pwned=true//\u2029',
          'line\nbreak\r\n',
          '\\',
          '\\"',
          '',
          ' ',
          '__proto__',
          'constructor',
          "{{constructor.constructor('globalThis.pwned=true')()}}",
          "$&$`$'$$",
          '\u0000',
          'true',
          'null',
          '1',
        ],
        default: '"+(globalThis.pwned=true)+"',
      },
      pattern: {
        type: 'string',
        pattern: '^(?:"|\'|`|\\$\\{globalThis\\.pwned=true\\}|\\*/|\u2028|</script>)*$',
        default: '*/',
      },
      lookbehind: { type: 'string', pattern: '(?<=a)b(?!c)\\p{L}+' },
      otherDialect: { type: 'string', pattern: '^[A-Za-z]+$' },
      backtracking: { type: 'string', description: 'Pattern: ^(a+)+$' },
      mixed: { enum: [1, '1', 1.5, true, 'true', null] },
      format: { type: 'string', format: '"; globalThis.pwned = true; //' },
      text: {
        type: 'string',
        default: '${process.exit(1)}`+(globalThis.pwned=true)+`',
        description: 'Example: "*/ globalThis.pwned = true; /*".',
      },
      object: {
        type: 'object',
        default: {
          ['__proto__']: { pwned: true } as never,
          '"+(globalThis.pwned=true)+"': '${globalThis.pwned=true}',
        },
      },
    },
    additionalProperties: false,
  },
};
