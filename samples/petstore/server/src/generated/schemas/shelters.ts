// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  list_shelters: {
    type: 'object',
    properties: {
      city: {
        type: 'string',
        minLength: 1,
        maxLength: 60,
        description: 'Only shelters in this city. Example: "Northport".',
      },
      openOn: {
        $ref: 'Weekday',
        description: 'Only shelters that are open on this day of the week. Example: "saturday".',
      },
    },
    additionalProperties: false,
  },
  get_shelter: {
    type: 'object',
    properties: {
      shelterId: {
        type: 'string',
        maxLength: 40,
        description: 'The shelter\'s short name. Example: "harbour-street".',
        minLength: 1,
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        allOf: [
          {
            pattern:
              '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
            $comment:
              'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
          },
        ],
      },
    },
    required: ['shelterId'],
    additionalProperties: false,
  },
};
