import type { Arguments } from '../request/buildRequest.js';
import { coerce } from './coerce.js';
import { explain } from './explain.js';
import { createExpander, type Components } from './createExpander.js';
import { inspectArguments } from './inspectArguments.js';
import { isObject } from '../isObject.js';
import { parseJson } from '../parseJson.js';
import { refuseArguments } from './refuseArguments.js';
import { spreadBody } from './spreadBody.js';
import type { Body, ObjectSchema } from '../tool.js';
import { createValidator } from '../validate.js';

/** Checks the arguments of a call: gives them back as they can be sent, or throws a `CallError`. */
export type Check = (tool: string, schema: ObjectSchema, args: unknown, body?: Body) => Arguments;

/** Makes the check of one server; schemas are compiled when first needed, and once. */
export function createChecker(components: Components): Check {
  const validate = createValidator(components);
  const expand = createExpander(components);
  return (tool, schema, received, body) => {
    const given = typeof received === 'string' ? parseJson(received) : (received ?? {});
    if (!isObject(given))
      throw refuseArguments(tool, ['arguments: must be an object with a member for each argument']);
    const problem = inspectArguments(given);
    if (problem !== undefined) throw refuseArguments(tool, [problem]);
    const args = spreadBody(given, body);
    if (validate(schema, args).length === 0) return args;
    const coerced = coerce(args, schema, expand);
    const errors = validate(schema, coerced);
    if (errors.length > 0) throw refuseArguments(tool, explain(errors, { components, expand, validate }));
    return coerced as Arguments;
  };
}
