// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  list_folders: { type: 'object', properties: {}, additionalProperties: false },
  list_papers: {
    type: 'object',
    properties: { folder: { type: 'string', description: 'Only papers of this folder.' } },
    additionalProperties: false,
  },
  create_paper: {
    type: 'object',
    properties: {
      title: { type: 'string', minLength: 1, maxLength: 200 },
      text: { type: 'string' },
      folder: { type: 'string', default: 'inbox', description: 'The folder that it lies in.' },
    },
    required: ['title', 'text'],
    additionalProperties: false,
  },
  get_paper: {
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
  delete_paper: {
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
  get_scan: {
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
  put_scan: {
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
      body: {
        type: 'object',
        properties: {
          base64: { type: 'string', format: 'byte', description: 'The content of the file, in base64.' },
          filename: { type: 'string', pattern: '^[^\\u0000-\\u001f\\u007f]*$' },
          contentType: { type: 'string', enum: ['image/png'], description: 'Media type of the file.' },
        },
        required: ['base64'],
        additionalProperties: false,
      },
    },
    required: ['paperId', 'body'],
    additionalProperties: false,
  },
};
