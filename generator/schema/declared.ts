import {
  asDeclared as tellPart,
  mapSchemas,
  toldBranches,
} from '../../templates/project/src/runtime/validate/createExpander.js';
import type { Schema } from '../model/api.js';
import type { Keywords } from './subschemas.js';

/** A schema as the document declares it, where wrong examples let more through; what it holds stays as it is. */
export function asDeclared(schema: Keywords): Keywords {
  return tellPart(schema);
}

/** The same of a schema and all that it holds, without the values that are let through and not told. */
export function asDeclaredThroughout(schema: Schema): Schema {
  return mapSchemas(schema, (part) => {
    const { anyOf, ...told } = tellPart(part);
    return anyOf === undefined ? told : { ...told, anyOf: toldBranches(anyOf) };
  }) as Schema;
}

/**
 * A schema whose values are suggested and not asked for, such as the names of schemas that a discriminator may choose:
 * what it says but that, and the values; undefined for any other schema.
 */
export function splitSuggestions({
  inferred,
  anyOf,
  ...rest
}: Keywords): { rest: Keywords; values: readonly unknown[] } | undefined {
  const [suggestion, ...others] = toldBranches(inferred === 'open' ? anyOf : undefined) as Keywords[];
  const values = suggestion?.['enum'];
  return others.length === 0 && Array.isArray(values) ? { rest, values } : undefined;
}
