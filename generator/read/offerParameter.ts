import type { ApiParameter } from '../model/api.js';

/** A parameter for a placeholder that the document forgot to declare. */
export function offerParameter(name: string, pointer: string): ApiParameter {
  return {
    name,
    in: 'path',
    style: 'simple',
    explode: false,
    allowReserved: false,
    required: true,
    deprecated: false,
    description: '',
    schema: { type: 'string' },
    examples: [],
    pointer,
  };
}
