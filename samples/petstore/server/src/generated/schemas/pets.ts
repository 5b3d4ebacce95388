// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  list_pets: {
    type: 'object',
    properties: {
      page: {
        type: 'integer',
        minimum: 1,
        maximum: 1000,
        default: 1,
        description: 'Which page, counted from 1.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 50,
        default: 10,
        description: 'How many pets a page holds at most.',
      },
      status: {
        $ref: 'PetStatus',
        default: 'available',
        description: 'Where the pet stands on its way to a new home.',
      },
      species: {
        type: 'array',
        maxItems: 5,
        uniqueItems: true,
        items: { $ref: 'Species' },
        description: 'Only these species, separated by commas.',
      },
      tag: {
        type: 'array',
        maxItems: 10,
        items: { $ref: 'Tag' },
        description: 'Only pets that carry all of these tags. Repeat the parameter for several.',
      },
      minAge: {
        type: 'integer',
        minimum: 0,
        maximum: 40,
        description:
          'Only pets of at least this age, in whole years; leaves out those whose age nobody knows. Example: 2.',
      },
      maxAge: {
        type: 'integer',
        minimum: 0,
        maximum: 40,
        description: 'Only pets of at most this age, in whole years. Not below minAge. Example: 8.',
      },
      bornAfter: {
        type: 'string',
        format: 'date',
        description: 'Only pets born after this day. Example: "2022-06-30".',
      },
      search: {
        type: 'string',
        minLength: 2,
        maxLength: 60,
        description: 'Text to look for in names and notes; case does not matter. Example: "gentle".',
      },
      sort: {
        type: 'string',
        enum: ['name', '-name', 'birthDate', '-birthDate'],
        default: 'name',
        description: 'The order of the list. A minus sign turns it around.',
      },
    },
    additionalProperties: false,
  },
  create_pet: {
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
      name: { type: 'string', minLength: 1, maxLength: 40, description: 'What it listens to.' },
      species: { $ref: 'Species' },
      birthDate: {
        type: ['string', 'null'],
        format: 'date',
        description: "The day of birth, or the vet's best guess; null if nobody knows. Not in the future.",
      },
      weightKg: {
        type: ['number', 'null'],
        exclusiveMinimum: 0,
        maximum: 120,
        description: 'Weight in kilograms; null if nobody has weighed it.',
      },
      microchip: {
        type: ['string', 'null'],
        pattern: '^[0-9]{15}$',
        description: 'The 15 digits of its chip; null if it has none. No two pets share one.',
      },
      tags: { type: 'array', maxItems: 10, uniqueItems: true, items: { $ref: 'Tag' } },
      notes: { type: ['string', 'null'], maxLength: 500, description: 'What a new owner should know.' },
      shelterId: {
        type: ['string', 'null'],
        pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
        maxLength: 40,
        description: 'The shelter that it came from; null for a stray.',
      },
    },
    required: ['name', 'species'],
    additionalProperties: false,
  },
  get_pet: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
    },
    required: ['petId'],
    additionalProperties: false,
  },
  delete_pet: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
    },
    required: ['petId'],
    additionalProperties: false,
  },
  update_pet: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      name: {
        anyOf: [{ type: 'string', minLength: 1, maxLength: 40 }, { type: 'null' }],
        description: 'null clears it. At least one of name, weightKg, microchip, tags, notes must be given.',
      },
      weightKg: {
        description: 'Weight in kilograms. null clears it.',
        anyOf: [{ type: ['number', 'null'], exclusiveMinimum: 0, maximum: 120 }, { type: 'null' }],
      },
      microchip: {
        description: 'The 15 digits of its chip. null clears it.',
        anyOf: [{ type: ['string', 'null'], pattern: '^[0-9]{15}$' }, { type: 'null' }],
      },
      tags: {
        description: 'The whole new list; it takes the place of the old one. null clears it.',
        anyOf: [{ type: 'array', maxItems: 10, uniqueItems: true, items: { $ref: 'Tag' } }, { type: 'null' }],
      },
      notes: {
        description: 'What a new owner should know. null clears it.',
        anyOf: [{ type: ['string', 'null'], maxLength: 500 }, { type: 'null' }],
      },
    },
    required: ['petId'],
    anyOf: [
      { required: ['name'] },
      { required: ['weightKg'] },
      { required: ['microchip'] },
      { required: ['tags'] },
      { required: ['notes'] },
    ],
    additionalProperties: false,
  },
  adopt_pet: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      ownerName: { type: 'string', minLength: 1, maxLength: 80, description: 'Who takes the pet home.' },
      ownerEmail: { type: 'string', format: 'email', description: 'Where the papers are sent.' },
      fetchAt: { type: 'string', format: 'date-time', description: 'When the owner means to come by.' },
      message: { type: 'string', maxLength: 500, description: 'Anything the staff should know.' },
    },
    required: ['petId', 'ownerName', 'ownerEmail'],
    additionalProperties: false,
  },
  list_treatments: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      kind: {
        type: 'string',
        enum: ['vaccination', 'surgery'],
        description: 'Only treatments of this kind.',
      },
    },
    required: ['petId'],
    additionalProperties: false,
  },
  add_treatment: {
    type: 'object',
    properties: {
      petId: {
        type: 'string',
        format: 'uuid',
        minLength: 1,
        pattern:
          '^(?!$)(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*(?:/(?!(?:\\.|%2(?:52){0,2}[eE]){1,2}(?:/|$))(?:[^/\\\\%\\u0000-\\u001f\\u007f-\\u009f\\p{Cs}]|%(?!(?:25){0,6}5[cC]))*)*$',
        $comment:
          'must not be empty, "." or "..", nor hold one of them beside a slash, nor \\ or control characters, percent-encoded ones included, since it is a part of the path',
        description: 'The pet\'s id. Example: "5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e0004".',
      },
      body: { $ref: 'Treatment' },
    },
    required: ['petId', 'body'],
    additionalProperties: false,
  },
};
