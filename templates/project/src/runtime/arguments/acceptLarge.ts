import type { Expanded, ExpandSchema } from './createExpander.js';
import { type Broken, judgeLarge, judges } from './judgeLarge.js';
import { mapLarge } from './mapLarge.js';
import { selectMember } from './selectMember.js';
import { TooMuchWork } from '../createWork.js';
import { holdsLarge } from '../toJson.js';
import type { Problem, Validate } from '../validate.js';
import { findRepeated } from '../validators/canonical.js';
import { joinPointer, memberOf, splitPointer } from '../validators/pointers.js';
import { unfinished } from '../validators/unfinished.js';

/** A large integer in a value, and what it breaks. */
interface Judged {
  value: bigint;
  broken: Broken | undefined;
}

/**
 * The validator, which also takes integers beyond 2^53, as `bigint`. To it, the nearest number stands for each; its
 * bounds are held to the integer itself.
 */
export function acceptLarge(validate: Validate, expand: ExpandSchema): Validate {
  return (schema, value, isBrief) => {
    if (!holdsLarge(value)) return validate(schema, value, isBrief);
    const judged = new Map(judgeAll(value, expand(schema), [], expand));
    const found = validate(schema, mapLarge(value, Number));
    const unions = new Set(found.filter(isUnion).map(({ instancePath }) => instancePath));
    const isWrong = (problem: Problem): boolean => {
      const { keyword, instancePath } = problem;
      const large = judged.get(instancePath);
      if (large === undefined) return keyword !== 'uniqueItems' || repeats(valueAt(value, problem));
      return !judges(keyword) && !(large.broken === undefined && unions.has(instancePath));
    };
    const problems = found
      .filter(isWrong)
      .map((problem) => Object.assign({}, problem, { data: valueAt(value, problem) }));
    const broken = [...judged].flatMap(([instancePath, { value: data, broken: own }]) =>
      own === undefined || unions.has(instancePath) ? [] : [{ ...own, instancePath, data, isPart: false }],
    );
    const all = [...problems, ...broken];
    if (all.length === 0 && unfinished.has(found)) throw new TooMuchWork();
    return all;
  };
}

function judgeAll(
  value: unknown,
  schema: Expanded,
  path: readonly string[],
  expand: ExpandSchema,
): [pointer: string, Judged][] {
  if (typeof value === 'bigint') return [[joinPointer(path), { value, broken: judgeLarge(value, schema) }]];
  if (!holdsLarge(value)) return [];
  return Object.entries(value as object).flatMap(([key, member]) => {
    const part = selectMember(schema, value as object, Array.isArray(value) ? Number(key) : key, expand);
    return judgeAll(member, part, [...path, key], expand);
  });
}

function isUnion({ keyword }: Problem): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

function repeats(items: unknown): boolean {
  return findRepeated(items as unknown[]) !== undefined;
}

function valueAt(value: unknown, { instancePath }: Problem): unknown {
  return splitPointer(instancePath).reduce(memberOf, value);
}
