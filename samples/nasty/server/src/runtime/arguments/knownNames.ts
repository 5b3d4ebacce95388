import { isObject } from '../json.js';
import { type Matcher, compilePattern } from '../patterns/compilePattern.js';
import type { Components, ExpandSchema } from '../validate/expandSchema.js';
import type { Validate } from '../validate/problem.js';
import { TooMuchWorkError, type Work } from '../validate/work.js';
import { type Root, openBranches, chooseBranches } from './chooseBranches.js';

/** What explains the problems of one server's schemas. */
export interface Schemas {
  components: Components;
  expand: ExpandSchema;
  validate: Validate;
  /** What all of these count their steps by. */
  work: Work;
  /** All that was given. */
  root: Root;
}

/** The names that an object may have. */
export interface KnownNames {
  names: ReadonlySet<string>;
  /** The patterns of names that it may have beside them. */
  patterns: ReadonlySet<string>;
  /** Whether a name is known by itself or by a pattern. */
  has: (name: string) => boolean;
}

/** Keywords that apply to the same object, as one schema or as several by name. */
const inPlace = ['if', 'then', 'else'];

/** Finds the names that a schema knows for an object; of a union, those of the branches that the object is meant for. */
export function knownNames(schema: unknown, value: unknown, schemas: Schemas): KnownNames {
  const names = new Set<string>();
  const patterns = new Map<string, Matcher>();
  const visited = new Set<unknown>();
  let isOpen = false;

  function visit(part: unknown, isRoot: boolean): void {
    if (!isObject(part) || visited.has(part)) return;
    visited.add(part);
    const { properties, patternProperties, additionalProperties, unevaluatedProperties } = part;
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const pattern of Object.keys(patternProperties ?? {}))
      patterns.set(pattern, compilePattern(pattern));
    isOpen ||= [additionalProperties, isRoot ? undefined : unevaluatedProperties].some(letsThrough);
    for (const inner of innerSchemas(part, value, schemas)) visit(inner, false);
  }

  visit(schema, true);
  return {
    names,
    patterns: new Set(patterns.keys()),
    has: (name) => isOpen || names.has(name) || [...patterns.values()].some((pattern) => pattern.test(name)),
  };
}

function letsThrough(schema: unknown): boolean {
  return schema !== undefined && schema !== false;
}

/** The schemas that apply to the same object. */
function innerSchemas(schema: Record<string, unknown>, value: unknown, schemas: Schemas): unknown[] {
  const { $ref, allOf, anyOf, oneOf, dependentSchemas } = schema;
  const named = typeof $ref === 'string' && Object.hasOwn(schemas.components, $ref);
  return [
    ...(named ? [schemas.components[$ref]] : []),
    ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
    ...inPlace.map((keyword) => schema[keyword]),
    ...Object.values(isObject(dependentSchemas) ? dependentSchemas : {}),
    ...[anyOf, oneOf].flatMap((union) => meantBy(union, value, schemas)),
  ];
}

/** Where no tag tells, the branches that the value fits are meant, if there are any. */
function meantBy(union: unknown, value: unknown, { expand, validate }: Schemas): unknown[] {
  const branches = openBranches(union, expand);
  const { meant } = chooseBranches(branches, value, expand);
  const chosen = (meant.length > 0 ? meant : branches).map(({ schema }) => schema);
  const fitting = chosen.length > 1 ? chosen.filter((schema) => fitsSchema(schema, value, validate)) : [];
  return fitting.length > 0 ? fitting : chosen;
}

function fitsSchema(schema: unknown, value: unknown, validate: Validate): boolean {
  if (!isObject(schema)) return schema === true;
  try {
    return validate(schema, value).length === 0;
  } catch (error) {
    if (error instanceof TooMuchWorkError) throw error;
    // It refers into the schema around it, and means nothing by itself.
    return false;
  }
}
