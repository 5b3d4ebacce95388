// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  slow_compute: {
    type: 'object',
    properties: {
      seconds: { type: 'number', minimum: 0, maximum: 3600, description: 'How long it takes.' },
      label: { type: 'string', maxLength: 100, description: 'What the result says.' },
    },
    required: ['seconds'],
    additionalProperties: false,
  },
  get_job: {
    type: 'object',
    properties: {
      jobId: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['jobId'],
    additionalProperties: false,
  },
  cancel_job: {
    type: 'object',
    properties: {
      jobId: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['jobId'],
    additionalProperties: false,
  },
  export_paper: {
    type: 'object',
    properties: {
      paperId: {
        type: 'string',
        minLength: 1,
        pattern: '^p\\d+$',
        allOf: [
          {
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
          },
        ],
        description: 'As lists of papers say it. Example: "p1".',
      },
    },
    required: ['paperId'],
    additionalProperties: false,
  },
  create_review: {
    type: 'object',
    properties: {
      questions: {
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        description: 'What has to be answered.',
      },
    },
    required: ['questions'],
    additionalProperties: false,
  },
  get_review: {
    type: 'object',
    properties: {
      reviewId: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
    },
    required: ['reviewId'],
    additionalProperties: false,
  },
  answer_review: {
    type: 'object',
    properties: {
      reviewId: {
        type: 'string',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
      },
      answers: {
        description: 'By the number of the question, from 0. null clears it.',
        anyOf: [{ type: 'object', additionalProperties: { type: 'boolean' } }, { type: 'null' }],
      },
      cancelled: { anyOf: [{ type: 'boolean' }, { type: 'null' }], description: 'null clears it.' },
    },
    required: ['reviewId'],
    additionalProperties: false,
  },
};
