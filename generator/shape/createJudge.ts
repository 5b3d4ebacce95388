import { acceptLarge } from '../../templates/project/src/runtime/arguments/acceptLarge.js';
import { acceptedTypes } from '../../templates/project/src/runtime/arguments/acceptedTypes.js';
import { coerce } from '../../templates/project/src/runtime/arguments/coerce.js';
import {
  createExpander,
  type Expanded,
} from '../../templates/project/src/runtime/arguments/createExpander.js';
import { findParts } from '../../templates/project/src/runtime/arguments/findParts.js';
import type { Problem } from '../../templates/project/src/runtime/validate.js';
import { boundPatterns, TooLong } from '../../templates/project/src/runtime/validators/compilePattern.js';
import { createInterpretingValidator } from '../../templates/project/src/runtime/validators/interpret.js';
import type { Schema } from '../model/server.js';
import type { Keywords } from './subschemas.js';

/** Judges values as the emitted server does, by the schemas as they were when it was made. */
export interface Judge {
  /** A value as a client gives it: what clients get wrong is put right first. */
  call: (schema: Keywords, value: unknown) => Problem[];
  /** A value as it stands. */
  value: (schema: Keywords, value: unknown) => Problem[];
  /** The types that a schema lets through. */
  types: (schema: Keywords) => ReadonlySet<string>;
  /** The schemas that apply to the same value, those of unions among them. */
  forms: (schema: Keywords) => Keywords[];
}

/** Makes a {@link Judge} with the emitted server's own check; `table` holds the components. */
export function createJudge(table: Record<string, Schema>): Judge {
  const expand = createExpander(table);
  const validate = acceptLarge(createInterpretingValidator(table), expand);
  const value: Judge['value'] = (schema, given) => bound(() => ownProblems(validate(schema, given), table));
  return {
    value,
    call: (schema, given) => bound(() => value(schema, coerce(given, schema, expand))),
    types: (schema) => acceptedTypes(expand(schema)),
    forms: (schema) => listForms(expand(schema)),
  };
}

/** What takes too long to compare with a pattern is no evidence against it. */
function bound(judge: () => Problem[]): Problem[] {
  try {
    return boundPatterns(judge);
  } catch (error) {
    if (error instanceof TooLong) return [];
    throw error;
  }
}

function listForms({ all, unions }: Expanded): Keywords[] {
  return [...new Set([...all, ...unions.flat().flatMap(listForms)])];
}

/**
 * The problems of a value itself. Where it fits no branch of a union, those of the branches are left out, and so is
 * that no branch has evaluated its members; that a condition fails is said by what it asks for.
 */
function ownProblems(problems: readonly Problem[], table: Record<string, Schema>): Problem[] {
  const isPart = findParts(problems, table);
  const unions = new Set(
    problems.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  const isSaid = problems.some(({ keyword }) => keyword !== 'if');
  return problems.filter(
    (problem) =>
      !isPart(problem) &&
      !(isSaid && problem.keyword === 'if') &&
      !(problem.keyword === 'unevaluatedProperties' && unions.has(problem.instancePath)),
  );
}
