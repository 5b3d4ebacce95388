// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  security_basic: { type: 'object', properties: {}, additionalProperties: false },
  security_bearer: { type: 'object', properties: {}, additionalProperties: false },
  security_both: { type: 'object', properties: {}, additionalProperties: false },
  security_both_or: { type: 'object', properties: {}, additionalProperties: false },
  security_certificate: { type: 'object', properties: {}, additionalProperties: false },
  security_collision: { type: 'object', properties: {}, additionalProperties: false },
  security_cookie: { type: 'object', properties: {}, additionalProperties: false },
  security_digest: { type: 'object', properties: {}, additionalProperties: false },
  security_either: { type: 'object', properties: {}, additionalProperties: false },
  security_key: { type: 'object', properties: {}, additionalProperties: false },
  security_none: { type: 'object', properties: {}, additionalProperties: false },
  security_oauth: { type: 'object', properties: {}, additionalProperties: false },
  security_openid: { type: 'object', properties: {}, additionalProperties: false },
  security_optional: { type: 'object', properties: {}, additionalProperties: false },
  security_parameter: { type: 'object', properties: {}, additionalProperties: false },
  security_query: { type: 'object', properties: {}, additionalProperties: false },
};
