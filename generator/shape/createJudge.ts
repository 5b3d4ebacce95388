import { coerce } from '../../templates/project/src/runtime/arguments/coerce.js';
import { createExpander } from '../../templates/project/src/runtime/arguments/createExpander.js';
import { reach } from '../../templates/project/src/runtime/arguments/reach.js';
import type { Problem } from '../../templates/project/src/runtime/validate.js';
import { createInterpretingValidator } from '../../templates/project/src/runtime/validators/interpret.js';
import type { Schema } from '../model/server.js';
import type { Keywords } from './subschemas.js';

/** Judges values as the emitted server does, by the schemas as they were when it was made. */
export interface Judge {
  /** A value as a client gives it: what clients get wrong is put right first. */
  call: (schema: Keywords, value: unknown) => Problem[];
  /** A value as it stands. */
  value: (schema: Keywords, value: unknown) => Problem[];
}

/** Makes a {@link Judge} with the emitted server's own check; `table` holds the components. */
export function createJudge(table: Record<string, Schema>): Judge {
  const validate = createInterpretingValidator(table);
  const expand = createExpander(table);
  const value: Judge['value'] = (schema, given) => ownProblems(validate(schema, given), table);
  return { value, call: (schema, given) => value(schema, coerce(given, schema, expand)) };
}

/**
 * The problems of a value itself. Where it fits no branch of a union, those of the branches are left out, and so is
 * that no branch has evaluated its members.
 */
function ownProblems(problems: readonly Problem[], table: Record<string, Schema>): Problem[] {
  const unions = problems
    .filter(({ keyword }) => keyword === 'anyOf')
    .map((union) => ({ union, inside: reachedFrom(union.schema) }));
  // That a condition fails is said by what it asks for.
  const isSaid = problems.some(({ keyword }) => keyword !== 'if');
  return problems.filter(
    (problem) =>
      !(isSaid && problem.keyword === 'if') &&
      unions.every(({ union, inside }) => {
        if (problem === union) return true;
        const isThere = `${problem.instancePath}/`.startsWith(`${union.instancePath}/`);
        const isSame = problem.instancePath === union.instancePath;
        return (
          !(isThere && inside.has(problem.parentSchema)) &&
          !(isSame && problem.keyword === 'unevaluatedProperties')
        );
      }),
  );

  function reachedFrom(schema: unknown): ReadonlySet<unknown> {
    const reached = new Set<unknown>();
    reach(schema, table, reached);
    return reached;
  }
}
