import { echo } from './echo.js';
import type { SchemaObject } from './createExpander.js';
import { isObject } from '../isObject.js';
import { showValue } from './showValue.js';
import type { Problem } from '../validate.js';

const longestName = 60;

/** Why something is required only of some objects. */
export interface Reason {
  words: string;
  /** The schema that holds the condition. */
  schema: SchemaObject;
}

/**
 * Finds why a field is missing that is not always required: another one is given, or has a certain value. Of
 * conditions, only those that are on values or names of fields can be told.
 */
export function findReason(problem: Problem, problems: readonly Problem[]): Reason | undefined {
  const { keyword, params, parentSchema } = problem;
  if (keyword !== 'required') {
    const name = params['property'];
    return name === undefined
      ? undefined
      : { words: `required since ${isGiven(String(name))}`, schema: parentSchema };
  }
  const condition = problems.find((other) => holds(other, problem));
  const words = condition && describe(condition, problem.data);
  return condition && words
    ? { words: `required here since ${words}`, schema: condition.parentSchema }
    : undefined;
}

function holds(condition: Problem, { parentSchema, instancePath }: Problem): boolean {
  return (
    condition.keyword === 'if' &&
    condition.instancePath === instancePath &&
    condition.parentSchema[String(condition.params['failingKeyword'])] === parentSchema
  );
}

function describe({ parentSchema, params }: Problem, data: unknown): string | undefined {
  const condition: unknown = parentSchema['if'];
  if (!isObject(condition) || !isObject(data)) return undefined;
  const { properties = {}, required = [], type: _, ...rest } = condition;
  if (Object.keys(rest).length > 0) return undefined;
  const valued = Object.entries(properties as object);
  const names = [...new Set([...valued.map(([name]) => name), ...(required as string[])])];
  const isTold =
    valued.every(([, field]) => hasValues(field)) && names.every((name) => Object.hasOwn(data, name));
  // Of several, not all need be to blame where the condition is not met.
  if (!isTold || names.length === 0 || (params['failingKeyword'] === 'else' && names.length > 1))
    return undefined;
  const told = new Set(valued.map(([name]) => name));
  return names
    .map((name) =>
      told.has(name) ? `${echo(name, longestName)} is ${showValue(data[name], name)}` : isGiven(name),
    )
    .join(' and ');
}

function hasValues(field: unknown): boolean {
  return isObject(field) && (field['const'] !== undefined || Array.isArray(field['enum']));
}

function isGiven(name: string): string {
  return `${echo(name, longestName)} is given`;
}
