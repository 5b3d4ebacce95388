import { branchesOf, chooseBranches, requiredBy, type Branch } from './chooseBranches.js';
import { acceptedTypes } from './acceptedTypes.js';
import {
  explainMissing,
  explainProblem,
  explainUnknown,
  given,
  line,
  notAllowed,
  oneOf,
  say,
  segments,
} from './explainProblem.js';
import { findParts } from './findParts.js';
import { findReason } from './findReason.js';
import { isObject } from '../isObject.js';
import { knownNames, type Schemas } from './knownNames.js';
import { selectMember } from './selectMember.js';
import type { Problem } from '../validate.js';

/** More problems than anybody reads: what comes after them is not looked at. */
const mostProblems = 100;
/** Unions in unions beyond which nobody reads on. */
const deepest = 8;

/** One line of the explanation. */
interface Line {
  rank: number;
  problem: Problem;
  text: string;
}

/** What is missing comes first, then what is unknown: the one is often the other, misspelt. */
const ranks = { missing: 0, unknown: 1, wrong: 2 };

/** What was checked. */
interface Checked {
  schema: unknown;
  value: unknown;
  /** The segments of the pointer to the value. */
  path: readonly string[];
}

/** Turns the validator's problems into lines that say where, what was given and what is expected instead. */
export function explain(
  problems: readonly Problem[],
  schemas: Schemas,
  checked: Omit<Checked, 'path'>,
): string[] {
  return explainAll(problems, schemas, { ...checked, path: [] }, 0)
    .toSorted((a, b) => a.rank - b.rank || depthOf(a) - depthOf(b))
    .map(({ text }) => text);
}

function depthOf({ problem }: Line): number {
  return problem.instancePath.split('/').length;
}

function explainAll(problems: readonly Problem[], schemas: Schemas, checked: Checked, depth: number): Line[] {
  const isPart = findParts(problems, schemas.components);
  const found = problems.filter(
    (problem) => problem.keyword !== 'if' && (!isPart(problem) || isOutermost(problem, checked, schemas)),
  );
  const listed = new Set(found.filter(isList).map(({ instancePath }) => instancePath));
  // What may be given says of what type it is.
  const own = found
    .filter(({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath))
    .slice(0, mostProblems);
  const lines = own.flatMap((problem) => {
    if (hasBranches(problem.keyword)) return explainUnion(problem, schemas, depth);
    if (problem.keyword === 'unevaluatedProperties') return explainUnevaluated(problem, schemas);
    return [explainOne(problem, schemas, problems)];
  });
  return lines.length > 0 ? lines : own.map((problem) => explainOne(problem, schemas, problems));
}

/** Unions that lead to one another count as parts of each other: the one that has to fit in any case is none. */
function isOutermost(problem: Problem, { schema, value, path }: Checked, { expand }: Schemas): boolean {
  if (!hasBranches(problem.keyword)) return false;
  let place = expand(schema);
  let inner = value;
  for (const key of segments(problem).slice(path.length)) {
    if (typeof inner !== 'object' || inner === null) return false;
    place = selectMember(place, inner, Array.isArray(inner) ? Number(key) : key, expand);
    inner = (inner as Record<string, unknown>)[key];
  }
  return place.all.includes(problem.parentSchema);
}

function isList({ keyword }: Problem): boolean {
  return keyword === 'enum' || keyword === 'const';
}

function explainOne(problem: Problem, { expand }: Schemas, problems: readonly Problem[]): Line {
  const rank = rankOf(problem.keyword);
  const reason = rank === ranks.missing ? findReason(problem, problems) : undefined;
  const text =
    reason === undefined ? explainProblem(problem, expand) : explainMissing(problem, expand, reason);
  return { rank, problem, text };
}

function rankOf(keyword: string): number {
  if (keyword === 'required' || keyword.startsWith('depend')) return ranks.missing;
  return /^(additional|unevaluated)Properties$/.test(keyword) ? ranks.unknown : ranks.wrong;
}

function hasBranches(keyword: string): boolean {
  return keyword === 'anyOf' || keyword === 'oneOf';
}

/** Where a union fails, the members of all of its branches count as unknown: only those that are in none count here. */
function explainUnevaluated(problem: Problem, schemas: Schemas): Line[] {
  const name = String(problem.params['unevaluatedProperty']);
  const known = knownNames(problem.parentSchema, problem.data, schemas);
  if (known.has(name)) return [];
  return [
    {
      rank: ranks.unknown,
      problem,
      text: explainUnknown(problem, name, [...known.names], [...known.patterns]),
    },
  ];
}

/** A union fails in every branch; only what concerns the branch that was meant is of use. */
function explainUnion(problem: Problem, schemas: Schemas, depth: number): Line[] {
  const { data, schema, params } = problem;
  const branches = branchesOf(schema, schemas.expand);
  if (Array.isArray(params['passingSchemas'])) {
    const fitting = `fits more than one of the accepted forms: ${forms(branches)}. Give what only one has`;
    return [{ rank: ranks.wrong, problem, text: say(problem, fitting) }];
  }
  const { meant, tag } = chooseBranches(branches, data, schemas.expand);
  if (tag !== undefined) return [explainTag(problem, tag.name, tag.allowed)];
  const [only] = meant;
  const lines =
    only !== undefined && meant.length === 1 && depth < deepest
      ? explainBranch(problem, only.schema, schemas, depth + 1)
      : [];
  if (lines.length > 0) return lines;
  const text = `${given(problem)} fits none of the accepted forms: ${forms(branches)}`;
  return [{ rank: ranks.wrong, problem, text: say(problem, text) }];
}

/** What keeps a value from one branch. The problems of the union do not tell, where a schema is recursive. */
function explainBranch(union: Problem, schema: unknown, schemas: Schemas, depth: number): Line[] {
  if (!isObject(schema)) return [];
  try {
    const problems = schemas
      .validate(schema, union.data)
      .map((problem) => moveBelow(problem, union.instancePath));
    const checked = { schema, value: union.data, path: segments(union) };
    return explainAll(problems, schemas, checked, depth);
  } catch {
    // It refers into the schema around it, and means nothing by itself.
    return [];
  }
}

function moveBelow(problem: Problem, path: string): Problem {
  return { ...problem, instancePath: path + problem.instancePath };
}

function explainTag(problem: Problem, tag: string, allowed: readonly unknown[]): Line {
  const value = (problem.data as Record<string, unknown>)[tag];
  const path = [...segments(problem), tag];
  return value === undefined
    ? { rank: ranks.missing, problem, text: line(path, `required but missing. ${oneOf(allowed)}`) }
    : { rank: ranks.wrong, problem, text: line(path, notAllowed(value, allowed, tag)) };
}

const mostForms = 12;

function forms(branches: readonly Branch[]): string {
  const shown = [...new Set(branches.map(form))];
  const rest = shown.length > mostForms ? ` | … (${shown.length} in all)` : '';
  return shown.slice(0, mostForms).join(' | ') + rest;
}

function form({ schema, expanded }: Branch): string {
  const title = isObject(schema) ? (schema['title'] ?? schema['$ref']) : undefined;
  const required = requiredBy(expanded);
  if (required.length > 0) return `${typeof title === 'string' ? `${title} ` : ''}{${required.join(', ')}}`;
  return typeof title === 'string' ? title : [...acceptedTypes(expanded)].join(' or ');
}
