import type { Components, SchemaObject } from './createExpander.js';
import { reach } from './reach.js';
import type { Problem } from '../validate.js';

/** A schema with branches, and where values do not fit it. */
interface Union {
  parentSchema: SchemaObject;
  /** What its branches hold. */
  reached: ReadonlySet<unknown>;
  paths: Set<string>;
}

/** Keywords that fail where schemas in them do. */
const holders = new Set(['anyOf', 'oneOf', 'contains']);

/**
 * Tells which problems only say why another fails: those that a branch of a union has with the value of the union, or
 * with what is in it.
 */
export function findParts(
  problems: readonly Problem[],
  components: Components,
): (problem: Problem) => boolean {
  const unions = new Map<unknown, Union>();
  for (const { keyword, schema, parentSchema, instancePath } of problems) {
    if (!holders.has(keyword)) continue;
    const union = unions.get(schema) ?? {
      parentSchema,
      reached: reachFrom(schema, components),
      paths: new Set(),
    };
    union.paths.add(instancePath);
    unions.set(schema, union);
  }
  const found = [...unions.values()];
  return (problem) => found.some((union) => isPartOf(union, problem));
}

function reachFrom(schema: unknown, components: Components): ReadonlySet<unknown> {
  const reached = new Set<unknown>();
  reach(schema, components, reached);
  return reached;
}

function isPartOf({ parentSchema, reached, paths }: Union, problem: Problem): boolean {
  if (!reached.has(problem.parentSchema)) return false;
  // What stands beside the union is not a part of it, even where its branches lead back to it.
  const isBeside = problem.parentSchema === parentSchema;
  return pathsTo(problem.instancePath, isBeside).some((path) => paths.has(path));
}

/** The pointers to a value and all that it is in. */
function pathsTo(pointer: string, onlyAbove: boolean): string[] {
  const parts = pointer.split('/');
  const most = onlyAbove ? parts.length - 1 : parts.length;
  return Array.from({ length: most }, (_, index) => parts.slice(0, index + 1).join('/'));
}
