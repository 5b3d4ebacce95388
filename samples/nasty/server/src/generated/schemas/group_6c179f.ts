// Generated from the API's document. Changes belong into src/custom.ts: one made here can stop the next run.
import type { ObjectSchema } from '#runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  tagged12: { type: 'object', properties: {}, additionalProperties: false },
};
