import { mostLines } from '../errors.js';
import { holdsLarge, isObject } from '../json.js';
import { type Matcher, compilePattern } from '../patterns/compilePattern.js';
import { clip, echo } from '../text.js';
import type { SchemaObject } from '../tool.js';
import { type Components, type ExpandSchema, createExpander } from '../validate/createExpander.js';
import { type Problem, type Validate, type Work, TooMuchWorkError } from '../validate/problem.js';
import {
  type Branch,
  type Root,
  chooseBranches,
  findNeed,
  openBranches,
  requiredBy,
} from './chooseBranches.js';
import {
  explainMissing,
  explainProblem,
  explainUnknown,
  findReason,
  given,
  line,
  notAllowed,
  nullWords,
  oneOf,
  say,
  segments,
} from './explainProblem.js';
import { acceptedTypes, toldSchema } from './schemas.js';

/** More problems than anybody reads: what comes after them is not looked at. */
const mostProblems = 100;
/** Steps that are taken to explain what is wrong: less than the check itself may take. */
const mostExplained = 300_000;
/** Characters of a name. */
const longestName = 60;
/** Unions in unions beyond which nobody reads on. */
const deepest = 8;

/** One line of the explanation. */
interface Line {
  rank: number;
  problem: Problem;
  /** Written only of those that are shown: to find the nearest of many names takes time. */
  text: () => string;
}

/** What is missing comes first, then what is unknown: the one is often the other, misspelt. */
const ranks = { missing: 0, unknown: 1, wrong: 2 };

/**
 * Turns the validator's problems into lines that say where, what was given and what is expected instead; those that
 * are only counted are not written. Where that takes too long, less is said of each.
 */
export function explain(problems: readonly Problem[], schemas: Schemas): string[] {
  const lines = boundedly(schemas.work, () => printLines(explainAll(problems, schemas, 0)));
  return lines ?? printLines(explainShortly(problems));
}

function printLines(lines: readonly Line[]): string[] {
  const written = new Set<string>();
  for (const { text, problem } of lines.toSorted((a, b) => a.rank - b.rank || depthOf(a) - depthOf(b)))
    written.add(written.size > mostLines ? identify(problem) : text());
  return [...written];
}

function identify({ instancePath, keyword, params }: Problem): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params;
  return JSON.stringify([
    instancePath,
    keyword,
    missingProperty ?? additionalProperty ?? unevaluatedProperty,
  ]);
}

/** What comes of work that may turn out to be too much. */
function boundedly<T>(work: Work, run: () => T): T | undefined {
  try {
    work.restart(mostExplained);
    return run();
  } catch (error) {
    if (error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}

/** The problems without what the schemas around them say. */
function explainShortly(problems: readonly Problem[]): Line[] {
  const expand = createExpander({});
  return pick(problems).map((problem) => ({
    rank: rankKeyword(problem.keyword),
    problem,
    text: () =>
      hasBranches(problem.keyword)
        ? say(problem, `${given(problem)} fits none of the accepted forms`)
        : explainProblem(problem, expand),
  }));
}

function depthOf({ problem }: Line): number {
  return problem.instancePath.split('/').length;
}

function explainAll(problems: readonly Problem[], schemas: Schemas, depth: number): Line[] {
  const own = pick(problems);
  const lines = own.flatMap((problem) => {
    if (hasBranches(problem.keyword)) return explainUnion(problem, schemas, depth);
    if (problem.keyword === 'unevaluatedProperties') return explainUnevaluated(problem, schemas);
    return [explainOne(problem, schemas, problems)];
  });
  return lines.length > 0 ? lines : own.map((problem) => explainOne(problem, schemas, problems));
}

/** The problems that are told of. */
function pick(problems: readonly Problem[]): Problem[] {
  const found = problems.filter(({ keyword, isPart }) => keyword !== 'if' && !isPart);
  const listed = new Set(found.filter(isList).map(({ instancePath }) => instancePath));
  // What may be given says of what type it is.
  return found
    .filter(({ keyword, instancePath }) => keyword !== 'type' || !listed.has(instancePath))
    .slice(0, mostProblems);
}

function isList({ keyword }: Problem): boolean {
  return keyword === 'enum' || keyword === 'const';
}

function explainOne(problem: Problem, schemas: Schemas, problems: readonly Problem[]): Line {
  const { expand } = schemas;
  const rank = rankKeyword(problem.keyword);
  const reason = rank === ranks.missing ? findReason(problem, problems) : undefined;
  const text = () =>
    reason === undefined
      ? explainProblem(problem, expand, needOf(problem, schemas))
      : explainMissing(problem, expand, reason);
  return { rank, problem, text };
}

/** Whether what is null has to be given. */
function needOf(problem: Problem, { root, expand }: Schemas): ReturnType<typeof findNeed> {
  return problem.data === null ? findNeed(segments(problem), root, expand) : undefined;
}

function rankKeyword(keyword: string): number {
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
      text: () => explainUnknown(problem, name, [...known.names], [...known.patterns]),
    },
  ];
}

/** A union fails in every branch; only what concerns the branch that was meant is of use. */
function explainUnion(problem: Problem, schemas: Schemas, depth: number): Line[] {
  const { data, schema, params } = problem;
  const branches = openBranches(schema, schemas.expand);
  const isMany = Array.isArray(params['passingSchemas']);
  const mayChoose = isMany || branches.every((branch) => isIncomplete(branch, data));
  const wanted = mayChoose && Array.isArray(schema) ? wantedOf(schema, branches, schemas.expand) : [];
  if (wanted.length > 0) return [explainChoice(problem, wanted, isMany)];
  if (isMany) {
    const fitting = () =>
      `fits more than one of the accepted forms: ${forms(branches)}. Give what only one has`;
    return [{ rank: ranks.wrong, problem, text: () => say(problem, fitting()) }];
  }
  const { meant, tag } = chooseBranches(branches, data, schemas.expand);
  if (tag !== undefined) return [explainTag(problem, tag.name, tag.allowed)];
  const [only] = meant;
  const lines =
    only !== undefined && meant.length === 1 && depth < deepest
      ? explainBranch(problem, branches.indexOf(only), schemas, depth + 1)
      : [];
  if (lines.length > 0) return lines;
  const text = () => {
    const none = `${given(problem)} fits none of the accepted forms: ${forms(branches)}`;
    return say(problem, data === null ? `${none}${nullWords(problem, needOf(problem, schemas))}` : none);
  };
  return [{ rank: ranks.wrong, problem, text }];
}

/** A line on members of which some have to be given, and of others only one. */
function explainChoice(problem: Problem, wanted: readonly string[][], isMany: boolean): Line {
  const all = wanted.map((names) => names.map((name) => echo(name, longestName)).join(' and '));
  const shown = all.slice(0, mostForms);
  const last = all.length > mostForms ? `… (${all.length} in all)` : shown.pop();
  const choice = `${shown.join(', ')}${wanted.some(({ length }) => length > 1) ? ',' : ''} or ${last}`;
  const words =
    wanted.length === 2 || !isMany
      ? `give ${choice}${isMany ? ', not both' : ''}`
      : `give only one of ${choice}`;
  return { rank: isMany ? ranks.wrong : ranks.missing, problem, text: () => say(problem, words) };
}

function isIncomplete({ expanded }: Branch, data: unknown): boolean {
  return isObject(data) && requiredBy(expanded).some((name) => !Object.hasOwn(data, name));
}

/** What keeps a value from one branch. */
function explainBranch(union: Problem, index: number, schemas: Schemas, depth: number): Line[] {
  const branch: unknown = (union.schema as unknown[])[index];
  const found = holdsLarge(union.data) ? undefined : union.ofBranch?.(index);
  const problems = found ?? (isObject(branch) ? validateAt(union, branch, schemas) : []);
  schemas.work.take(problems.length >> 3);
  return explainAll(problems, schemas, depth);
}

/** What was found of a branch does not tell of integers that no number holds. */
function validateAt({ data, instancePath }: Problem, schema: SchemaObject, { validate }: Schemas): Problem[] {
  try {
    return validate(schema, data).map((problem) => moveBelow(problem, instancePath));
  } catch (error) {
    if (error instanceof TooMuchWorkError) throw error;
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
    ? { rank: ranks.missing, problem, text: () => line(path, `required but missing. ${oneOf(allowed)}`) }
    : { rank: ranks.wrong, problem, text: () => line(path, notAllowed(value, allowed, tag)) };
}

const mostForms = 12;

function forms(branches: readonly Branch[]): string {
  const shown = [...new Set(branches.map(form))];
  const rest = shown.length > mostForms ? ` | … (${shown.length} in all)` : '';
  return shown.slice(0, mostForms).join(' | ') + rest;
}

function form({ schema, expanded: held }: Branch): string {
  const expanded = toldSchema(held);
  const title = isObject(schema) ? (schema['title'] ?? componentNameOf(schema)) : undefined;
  const required = requiredBy(expanded);
  if (required.length > 0) return `${typeof title === 'string' ? `${title} ` : ''}{${required.join(', ')}}`;
  if (typeof title === 'string') return title;
  const types = [...acceptedTypes(expanded)];
  const names = types.length === 1 && types[0] === 'object' ? propertyNamesOf(expanded) : [];
  return names.length > 0 ? listMemberNames(names) : types.join(' or ');
}

/** The members that an object may have; where it needs none, they are all that tells it from another. */
function propertyNamesOf({ all }: Branch['expanded']): string[] {
  return [...new Set(all.flatMap(({ properties }) => Object.keys(properties ?? {})))];
}

function listMemberNames(names: readonly string[]): string {
  return `{${clip(names.join(', '), longestMembers)}}`;
}

/** Characters of them that are told. */
const longestMembers = 60;

/** The name of a component as the document has it: mcpwright puts a `~` before what it adds. */
function componentNameOf({ $ref }: SchemaObject): string | undefined {
  return typeof $ref === 'string' ? $ref.replace(/^#.*[#/]/, '').replace(/(?!^)~.*$/s, '') : undefined;
}

const known = new WeakMap<object, readonly string[][]>();

/**
 * The members that each branch of a union asks for and not all of them do, where that is all in which branches differ:
 * `oneOf: [{ required: [a] }, { required: [b] }]`. None where a branch asks for no more than all others.
 */
function wantedOf(union: object, branches: readonly Branch[], expand: ExpandSchema): readonly string[][] {
  const found = known.get(union) ?? findOwnNames(branches, expand);
  known.set(union, found);
  return found;
}

function findOwnNames(branches: readonly Branch[], expand: ExpandSchema): readonly string[][] {
  if (branches.length < 2 || !areAlike(branches, expand)) return [];
  const required = branches.map(({ expanded }) => requiredBy(expanded));
  const [first = [], ...others] = required;
  const shared = new Set(first.filter((name) => others.every((names) => names.includes(name))));
  const own = required.map((names) => names.filter((name) => !shared.has(name)));
  return own.every(({ length }) => length > 0) ? own : [];
}

function areAlike([first, ...others]: readonly Branch[], expand: ExpandSchema): boolean {
  const text = first === undefined ? undefined : restOf(first, expand);
  return text !== undefined && others.every((branch) => restOf(branch, expand) === text);
}

/** Words, and what leads to a schema that is looked at as well. */
const silent = new Set(['required', '$ref', 'allOf', 'title', 'description', '$comment']);

/** What a branch says beside what it requires; nothing is known of one that holds a union. */
function restOf({ expanded: { all, unions } }: Branch, expand: ExpandSchema): string | undefined {
  if (unions.length > 0) return undefined;
  const texts = new Set<string>();
  for (const part of all) {
    for (const entry of Object.entries(part)) {
      if (silent.has(entry[0]) || (entry[0] === 'type' && entry[1] === 'object')) continue;
      const text = JSON.stringify(entry);
      expand.take(1 + (text.length >> 3));
      texts.add(text);
    }
  }
  return [...texts].toSorted().join();
}

/** What explains the problems of one server's schemas. */
interface Schemas {
  components: Components;
  expand: ExpandSchema;
  validate: Validate;
  /** What all of these count their steps by. */
  work: Work;
  /** All that was given. */
  root: Root;
}

/** The names that an object may have. */
interface KnownNames {
  names: ReadonlySet<string>;
  /** The patterns of names that it may have beside them. */
  patterns: ReadonlySet<string>;
  /** Whether a name is known by itself or by a pattern. */
  has: (name: string) => boolean;
}

/** Keywords that apply to the same object, as one schema or as several by name. */
const inPlace = ['if', 'then', 'else'];

/** Finds the names that a schema knows for an object; of a union, those of the branches that the object is meant for. */
function knownNames(schema: unknown, value: unknown, schemas: Schemas): KnownNames {
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
  const { $ref, allOf, dependentSchemas } = schema;
  const named = typeof $ref === 'string' && Object.hasOwn(schemas.components, $ref);
  return [
    ...(named ? [schemas.components[$ref]] : []),
    ...(Array.isArray(allOf) ? (allOf as unknown[]) : []),
    ...inPlace.map((keyword) => schema[keyword]),
    ...Object.values(isObject(dependentSchemas) ? dependentSchemas : {}),
    ...[schema['anyOf'], schema['oneOf']].flatMap((union) => meantBy(union, value, schemas)),
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
