import type { Schema } from '../model/server.js';
import { fits, type Guard } from './guard.js';
import type { Keywords } from './subschemas.js';

/**
 * The schema without the listed values that cannot be sent in their place, which are told to `refuse`. Where
 * none would be left, the list goes.
 */
export function dropRefused(
  schema: Schema,
  place: Guard,
  lookUp: (name: string) => Schema,
  refuse: (value: unknown) => void,
): Schema {
  if (typeof schema === 'boolean') return schema;
  const { $ref: ref, ...beside } = schema;
  if (typeof ref === 'string') {
    const target = lookUp(ref);
    const changed = dropRefused(target, place, lookUp, refuse);
    return changed === target ? schema : { ...(changed as Keywords), ...beside };
  }
  const { enum: values, items } = schema as { enum?: unknown[]; items?: Schema };
  if (items !== undefined) {
    const changed = dropRefused(items, place, lookUp, refuse);
    return changed === items ? schema : { ...schema, items: changed };
  }
  const kept = values?.filter((value) => fits(value, place));
  if (values === undefined || kept === undefined || kept.length === values.length) return schema;
  for (const value of values) if (!kept.includes(value)) refuse(value);
  const { enum: _, ...rest } = schema;
  return kept.length === 0 ? rest : { ...rest, enum: kept };
}
