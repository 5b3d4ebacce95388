import { coerce } from '../../templates/project/src/runtime/arguments/coerce.js';
import { acceptLarge } from '../../templates/project/src/runtime/arguments/largeIntegers.js';
import { acceptedTypes } from '../../templates/project/src/runtime/arguments/schemas.js';
import { CallError } from '../../templates/project/src/runtime/errors.js';
import { TooLongError, boundPatterns, compilePattern } from '../regex/compile.js';
import {
  type Expanded,
  createExpander,
} from '../../templates/project/src/runtime/validate/createExpander.js';
import { createValidator } from '../../templates/project/src/runtime/validate/validate.js';
import { type Problem, createWork } from '../../templates/project/src/runtime/validate/problem.js';
import type { Schema } from '../model/api.js';
import { type LookUp, gatherParts } from './parts.js';
import type { Keywords } from './subschemas.js';
import { typeOf } from './types.js';

export { createMultipleTest } from '../../templates/project/src/runtime/validate/assertions.js';
export { tellContained, tellExcluded } from '../../templates/project/src/runtime/arguments/schemas.js';

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

/**
 * Makes a {@link Judge} with the emitted server's own check; `table` holds the components. What cannot be judged, or
 * would take too long, is evidence of nothing: no problems are found.
 */
export function createJudge(table: Record<string, Schema>): Judge {
  const work = createWork();
  const expand = createExpander(table, work);
  const validate = acceptLarge(createValidator(table, work), expand);
  const judge = (schema: Keywords, find: () => unknown): Problem[] => {
    work.restart();
    try {
      return boundPatterns(() => ownProblems(validate(schema, find())));
    } catch (error) {
      if (error instanceof CallError || error instanceof RangeError) return [];
      throw error;
    }
  };
  const open = (schema: Keywords): Expanded => {
    work.restart();
    return expand(schema);
  };
  return {
    value: (schema, given) => judge(schema, () => given),
    call: (schema, given) => judge(schema, () => coerce(given, schema, expand)),
    types: (schema) => acceptedTypes(open(schema)),
    forms: (schema) => listForms(open(schema)),
  };
}

function listForms(schema: Expanded): Keywords[] {
  const visited = new Set<Expanded>();
  const visit = (one: Expanded): Keywords[] => {
    if (visited.has(one)) return [];
    visited.add(one);
    return [...one.all, ...one.unions.flat().flatMap(visit)];
  };
  return [...new Set(visit(schema))];
}

/**
 * The problems of a value itself. Where it fits no branch of a union, those of the branches are left out, and so is
 * that no branch has evaluated its members; that a condition fails is said by what it asks for.
 */
function ownProblems(problems: readonly Problem[]): Problem[] {
  const unions = new Set(
    problems.filter(({ keyword }) => keyword === 'anyOf').map(({ instancePath }) => instancePath),
  );
  const isSaid = problems.some(({ keyword }) => keyword !== 'if');
  return problems.filter(
    (problem) =>
      !problem.isPart &&
      !(isSaid && problem.keyword === 'if') &&
      !(problem.keyword === 'unevaluatedProperties' && unions.has(problem.instancePath)),
  );
}

/** Whether a value, which is a scalar, fits all that schemas say of it, formats apart. */
export function takes(property: readonly Keywords[], value: unknown, lookUp: LookUp): boolean {
  return property.every((part) => takesOne(part, value, lookUp));
}

/** Whether a text fits a pattern, as far as that can be told in bounded time. */
function matches(pattern: string, text: string): boolean {
  try {
    return compilePattern(pattern).test(text);
  } catch (error) {
    if (error instanceof TooLongError) return false;
    throw error;
  }
}

/** Levels of schemas inside one another, which may refer to themselves. */
const deepest = 10;

function takesOne(part: Keywords, value: unknown, lookUp: LookUp, depth = 0): boolean {
  const {
    type,
    enum: values,
    const: constant,
    pattern,
    minLength = 0,
    maxLength = Infinity,
    oneOf,
    anyOf,
    not,
  } = part;
  const own = typeOf(value);
  const types = type === undefined ? undefined : [type].flat();
  if (types !== undefined && !types.includes(own) && !(own === 'integer' && types.includes('number')))
    return false;
  if (constant !== undefined && constant !== value) return false;
  if (Array.isArray(values) && !values.includes(value)) return false;
  if (typeof value === 'string') {
    const length = [...value].length;
    if (length < Number(minLength) || length > Number(maxLength)) return false;
    if (typeof pattern === 'string' && !matches(pattern, value)) return false;
  }
  if (depth > deepest) return true;
  const fits = (schema: Schema): boolean => {
    const parts = gatherParts(schema, lookUp);
    return parts !== undefined && parts.every((one) => takesOne(one, value, lookUp, depth + 1));
  };
  const unions = [oneOf, anyOf].filter(Array.isArray) as Schema[][];
  return unions.every((branches) => branches.some(fits)) && !(not !== undefined && fits(not as Schema));
}
