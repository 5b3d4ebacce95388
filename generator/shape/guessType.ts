import type { Keywords } from './subschemas.js';

/** Keywords that say something about one type only. */
const tells: readonly [type: string, keywords: readonly string[]][] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** The type that a schema is about, where it does not name one. */
export function guessType(schema: Keywords): string | undefined {
  if (schema['anyOf'] !== undefined || schema['enum'] !== undefined) return undefined;
  return tells.find(([, keywords]) => keywords.some((keyword) => schema[keyword] !== undefined))?.[0];
}
