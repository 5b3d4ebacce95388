import { format, validate, type OutputUnit, type Schema as CfSchema } from '@cfworker/json-schema';
import type { Components } from '../arguments/createExpander.js';
import { CallError } from '../callError.js';
import type { Problem, Validate } from '../validate.js';
import { formats } from './formats.js';
import { prepareSchemas } from './prepareSchemas.js';
import { readProblems } from './readProblems.js';
import { uncheckable } from './uncheckable.js';

// The interpreter looks formats up in this table.
for (const name of Object.keys(format)) delete format[name];
Object.assign(format, formats);

/**
 * Makes a validator that needs no code made from strings. Other than the one that compiles it does not know
 * `$dynamicRef`, nor references into a component (`#/…`); a broken pattern or reference is only found where a
 * value gets to it.
 */
export function createInterpretingValidator(components: Components): Validate {
  const prepare = prepareSchemas(components, format);

  function run(schema: object, value: unknown): readonly OutputUnit[] {
    const { root, lookup } = prepare(schema);
    return validate(value, root as CfSchema, '2020-12', lookup as Record<string, CfSchema>, false).errors;
  }

  return (schema, value): readonly Problem[] => {
    try {
      const units = run(schema, value);
      return readProblems(units, { schema, value, components, accepts });
    } catch (error) {
      if (error instanceof CallError) throw error;
      throw uncheckable('the check fails', error);
    }
  };

  function accepts(schema: object, value: unknown): boolean {
    return run(schema, value).length === 0;
  }
}
