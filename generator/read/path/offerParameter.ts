import type { ApiParameter, Schema } from '../../model/api.js';

/** A parameter for a placeholder that the document forgot to declare. */
export function offerParameter(
  name: string,
  pointer: string,
  schema: Schema = { type: 'string' },
): ApiParameter {
  return {
    name,
    in: 'path',
    style: 'simple',
    explode: false,
    allowReserved: false,
    required: true,
    deprecated: false,
    description: '',
    schema,
    examples: [],
    pointer,
  };
}
