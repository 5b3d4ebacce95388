// Generated from the API's document: a change made here is lost. src/custom.ts is the place for it.
import type { ObjectSchema } from '../../runtime/tool.js';

/** What the arguments of each tool are checked against, by the name of the tool. */
export const schemas: Record<string, ObjectSchema> = {
  tagged08: { type: 'object', properties: {}, additionalProperties: false },
};
