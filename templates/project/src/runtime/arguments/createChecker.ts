import { refuseArguments } from '../errors.js';
import { isDeep, isObject, parseJson } from '../json.js';
import { isMergePatch } from '../mediaTypes.js';
import { boundPatterns } from '../patterns/compilePattern.js';
import type { Arguments } from '../request/buildRequest.js';
import { emptyWords } from '../request/serialize.js';
import type { ApiInfo, Body, ObjectSchema, Parameter } from '../tool.js';
import { type Components, createExpander } from '../validate/expandSchema.js';
import { memberOf, splitPointer } from '../validate/pointers.js';
import { createValidator } from '../validate/validate.js';
import { type Problem } from '../validate/problem.js';
import { TooMuchWorkError, type Work, createWork, unfinished } from '../validate/work.js';
import { dropFixed, gatherBody, spreadBody } from './bodyArguments.js';
import { coerce } from './coerce.js';
import { explain } from './explain.js';
import { line } from './explainProblem.js';
import { findDropped } from './findDropped.js';
import { inspectArguments } from './inspectArguments.js';
import { acceptLarge, findInexact } from './largeIntegers.js';
import { dropNulls, setNullsAside } from './nulls.js';

/** Checks the arguments of a call: gives them back as they can be sent, or throws a `CallError`. */
export type Check = (
  tool: string,
  schema: ObjectSchema,
  args: unknown,
  body?: Body,
  parameters?: readonly Parameter[],
) => Arguments;

/** What a check goes by. */
export interface CheckOptions extends Pick<ApiInfo, 'nullMeansAbsent'> {
  createValidator?: typeof createValidator;
  /** What the steps of a check are counted by. */
  work?: Work;
}

/** Levels of arguments that nobody would think of as nested deeply. */
const flat = 10;

/** Makes the check of one server; schemas are made ready when first needed, and once. */
export function createChecker(components: Components, options: CheckOptions = {}): Check {
  const work = options.work ?? createWork();
  const expand = createExpander(components, work);
  const validate = acceptLarge((options.createValidator ?? createValidator)(components, work), expand);
  const settle = (args: unknown, schema: ObjectSchema) =>
    options.nullMeansAbsent ? dropNulls(args, schema, expand) : args;

  return (...call) => {
    work.restart();
    try {
      return boundPatterns(() => check(...call));
    } catch (error) {
      // The stack is full.
      if (error instanceof RangeError) throw new TooMuchWorkError(true);
      throw error instanceof TooMuchWorkError ? new TooMuchWorkError(isDeep(call[2], flat)) : error;
    }
  };

  function check(...[tool, schema, received, body, parameters = []]: Parameters<Check>): Arguments {
    const refuseOdd = (value: unknown) => {
      const problem = inspectArguments(value);
      if (problem !== undefined) throw refuseArguments(tool, [problem]);
    };
    const refuseInexact = (args: Arguments): Arguments => {
      const path = findInexact(args, schema, expand);
      if (path === undefined) return args;
      throw refuseArguments(tool, [
        line(path, 'too large to be exact as a number and so perhaps rounded: give its digits as a string'),
      ]);
    };
    const given = typeof received === 'string' ? parseJson(received) : (received ?? {});
    if (!isObject(given))
      throw refuseArguments(tool, ['arguments: must be an object with a member for each argument']);
    // What is loose belongs to the body first, where that is one argument.
    const drop = (some: Arguments): Arguments => dropFixed(some, parameters, schema, body);
    const whole =
      body?.fields === undefined
        ? drop(gatherBody(given, body, schema, expand))
        : spreadBody(drop(given), body);
    refuseOdd(whole);
    const isPatch = isMergePatch(body?.mediaType ?? '') && !options.nullMeansAbsent;
    const settled = settle(whole, schema);
    const { rest: args, restore } = isPatch ? setNullsAside(settled) : { rest: settled, restore: identity };
    const refuse = (problems: readonly Problem[], value: unknown) => {
      const root = { schema, value };
      return refuseArguments(tool, explain(problems, { components, expand, validate, work, root }));
    };
    const refuseDropped = (checked: Arguments): void => {
      const dropped = findDropped(checked, schema, { parameters, body }, expand);
      if (dropped !== undefined) throw refuseArguments(tool, [line(dropped.path, emptyWords(dropped.value))]);
    };
    const finish = (checked: Arguments): Arguments => {
      const all = restore(refuseInexact(checked));
      refuseDropped(all);
      // Of a member that is to be removed, only the name is checked.
      const unknown =
        all === checked
          ? []
          : validate(schema, all)
              .filter(isOfName)
              .map((problem) => Object.assign({}, problem, { isPart: false }));
      if (unknown.length > 0) throw refuse(unknown, all);
      return all;
    };
    if (isObject(args) && validate(schema, args, true).length === 0) return finish(args);
    // Within a patch, null removes a member: it is sent.
    const nulls = { allowed: options.nullMeansAbsent === true, inside: !isPatch };
    const coerced = dropNulls(coerce(args, schema, expand), schema, expand, nulls);
    // JSON in a string may hold what was not seen before.
    refuseOdd(coerced);
    const restored = restore(coerced);
    // Members that are to be removed are members all the same.
    const found = validate(schema, coerced);
    const problems = found.filter((problem) => !hasEnough(problem, restored));
    if (problems.length === 0 && unfinished.has(found)) throw new TooMuchWorkError();
    if (problems.length > 0) throw refuse(problems, coerced);
    return finish(coerced as Arguments);
  }
}

function identity<T>(value: T): T {
  return value;
}

/** Whether an object that had too few members has as many as it needs with those of `restored`. */
function hasEnough({ keyword, instancePath, params }: Problem, restored: unknown): boolean {
  if (keyword !== 'minProperties') return false;
  const object = splitPointer(instancePath).reduce(memberOf, restored);
  return isObject(object) && Object.keys(object).length >= Number(params['limit']);
}

/** What is said of the members of an object, whatever their values. */
function isOfName({ keyword }: Problem): boolean {
  return ['additionalProperties', 'unevaluatedProperties', 'propertyNames', 'maxProperties'].includes(
    keyword,
  );
}
