import type { Schema } from '../model/server.js';
import type { Keywords } from './subschemas.js';

/** The written schema, which accepts null as well. */
export function addNull(schema: Keywords): Keywords {
  const { type, anyOf, enum: values } = schema;
  return {
    ...schema,
    ...(type === undefined || type === 'null' ? {} : { type: [...new Set([type, 'null'].flat())] }),
    ...(values === undefined ? {} : { enum: [...new Set([...(values as unknown[]), null])] }),
    ...(anyOf === undefined ? {} : { anyOf: withNull(anyOf as Schema[]) }),
  };
}

function withNull(branches: readonly Schema[]): Schema[] {
  const has = branches.some(
    (branch) => typeof branch === 'object' && [branch['type']].flat().includes('null'),
  );
  return has ? [...branches] : [...branches, { type: 'null' }];
}
