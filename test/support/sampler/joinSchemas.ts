import type { Schema } from '../../../generator/model/api.js';

/** The schema of what fits all of several schemas. */
export function joinSchemas(schemas: readonly Schema[]): Schema {
  const limits = schemas.filter((schema) => schema !== true);
  const [only = true] = limits;
  if (limits.includes(false)) return false;
  return limits.length < 2 ? only : { allOf: limits };
}
