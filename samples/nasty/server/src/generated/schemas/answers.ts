// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  answer_broken: { type: 'object', properties: {}, additionalProperties: false },
  answer_bytes: { type: 'object', properties: {}, additionalProperties: false },
  answer_undeclared: { type: 'object', properties: {}, additionalProperties: false },
  answer_events: { type: 'object', properties: {}, additionalProperties: false },
  answer_image: { type: 'object', properties: {}, additionalProperties: false },
  answer_integers: { type: 'object', properties: {}, additionalProperties: false },
  answer_many: { type: 'object', properties: {}, additionalProperties: false },
  answer_nothing: { type: 'object', properties: {}, additionalProperties: false },
  answer_problem: { type: 'object', properties: {}, additionalProperties: false },
  answer_slow: {
    type: 'object',
    properties: { milliseconds: { type: 'integer', minimum: 0, maximum: 60000, default: 1000 } },
    additionalProperties: false,
  },
  answer_text: { type: 'object', properties: {}, additionalProperties: false },
  answer_xml: { type: 'object', properties: {}, additionalProperties: false },
};
