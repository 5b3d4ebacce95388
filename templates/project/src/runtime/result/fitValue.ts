import type { CallToolResult } from '@modelcontextprotocol/server';
import { typeOf } from '../arguments/schemas.js';
import { CallError } from '../errors.js';
import { isObject } from '../json.js';
import { echo } from '../text.js';
import type { ObjectSchema, Tool } from '../tool.js';
import { type Problem, splitPointer } from '../validate/problem.js';
import { createValidator } from '../validate/validate.js';
import type { FittedValue } from './received.js';
import { addLine } from './toolResult.js';

/** Output schemas share nothing. */
const validate = createValidator({});

/** Makes of what the API has answered what the output schema accepts: clients refuse all else. */
export function fitValue(tool: Tool, value: unknown): FittedValue {
  const content = tool.typed?.wrapped === true ? { result: value } : value;
  return fit(tool, content, value);
}

/** The same for a result that code of `custom.ts` has made. */
export function fitResult(tool: Tool, result: CallToolResult): CallToolResult {
  const { isError, structuredContent: content } = result;
  if (isError || content === undefined) return result;
  const { structuredContent, note } = isObject(content)
    ? fit(tool, content, content)
    : fitValue(tool, content);
  const told = note === undefined ? result : addLine(result, note);
  return { ...told, structuredContent };
}

function fit({ outputSchema, typed }: Tool, content: unknown, value: unknown): FittedValue {
  if (outputSchema === undefined || typed === undefined)
    throw new Error('there is no output schema with types');
  const difference = findDifference(outputSchema, content, typed.wrapped && content !== value ? 1 : 0);
  if (difference === undefined && isObject(content)) return { structuredContent: content };
  const { other } = typed;
  return {
    structuredContent: { [other]: value },
    note: `${difference} In structured content, all of it stands under "${other}".`,
  };
}

/** Says where a value differs from a schema first; nothing where it fits. `hidden`: names that are ours around it. */
function findDifference(schema: ObjectSchema, value: unknown, hidden: number): string | undefined {
  try {
    if (validate(schema, value, true).length === 0) return undefined;
    const problem = validate(schema, value).find(({ isPart }) => !isPart);
    return `This response is not as the API declares it${problem ? `: ${tellDifference(problem, hidden)}` : ''}.`;
  } catch (error) {
    // It is too large to be checked.
    if (!(error instanceof CallError)) throw error;
    return 'This response has more values than can be held against what the API declares.';
  }
}

function tellDifference(problem: Problem, hidden: number): string {
  const { keyword, instancePath, data, params, parentSchema, ofBranch } = problem;
  // The first branch is what the value is meant to be, the others are plain types.
  const inside = ofBranch?.(0).find((one) => one.instancePath.length > instancePath.length);
  if (inside !== undefined) return tellDifference(inside, hidden);
  const place = echo(splitPointer(instancePath).slice(hidden).join('.') || 'all of it');
  if (keyword === 'enum') return `${place} is none of the values that are listed`;
  const branches = (parentSchema['anyOf'] ?? []) as { type: string }[];
  const types = keyword === 'anyOf' ? branches.map(({ type }) => type) : [params['type']].flat();
  return `${place} is of type ${typeOf(data)}, not ${types.join(' or ')}`;
}
