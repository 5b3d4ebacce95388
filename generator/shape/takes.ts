import { TooLong, compilePattern } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import type { Schema } from '../model/api.js';
import { gatherParts } from './gatherParts.js';
import type { Keywords } from './subschemas.js';
import { typeOf } from './typesOf.js';

type LookUp = (name: string) => Schema;

/** Whether a value, which is a scalar, fits all that schemas say of it, formats apart. */
export function takes(property: readonly Keywords[], value: unknown, lookUp: LookUp): boolean {
  return property.every((part) => takesOne(part, value, lookUp));
}

/** Whether a text fits a pattern, as far as that can be told in bounded time. */
function matches(pattern: string, text: string): boolean {
  try {
    return compilePattern(pattern).test(text);
  } catch (error) {
    if (error instanceof TooLong) return false;
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
