import type { SchemaObject } from '../arguments/createExpander.js';
import type { Problem } from '../validate.js';

/** What stands for all that is wrong with a value. */
export function misfit(schema: SchemaObject, data: unknown): Problem {
  const place = { instancePath: '', params: {}, data, isPart: false };
  return { ...place, keyword: 'false schema', schema: false, parentSchema: schema };
}
