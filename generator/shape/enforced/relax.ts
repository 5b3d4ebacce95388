import type { Problem } from '../../../templates/project/src/runtime/validate/problem.js';
import type { Schema } from '../../model/api.js';
import type { Judge } from '../../schema/judge.js';
import { type Keywords, listSubschemas } from '../../schema/subschemas.js';
import { typeOf } from '../../schema/types.js';
import type { Enforcer, OpenEnforcer, Place } from './enforce.js';
import { boundOfFormat } from './finishSchema.js';
import { type Route, findRoute } from './isolate.js';

/** How a schema is to be changed so that a value fits it. */
export interface Relaxation {
  /** The way from the whole schema to the one that has the constraint. */
  route: Route;
  /** The value that does not fit it. */
  value: unknown;
  /** Whether it is done already, for another value. */
  isDone: (node: Keywords) => boolean;
  /** Changes a schema in place, and says what was relaxed. */
  change: (node: Keywords, enforcer: Enforcer) => Words;
  /** Set where it is not a constraint that gives way: models are told of it, too. */
  shown?: true;
}

/** What was relaxed, and what holds now, in words: `maximum 100`. */
export interface Words {
  constraint: string;
  done: string;
}

interface Judges {
  judge: Judge;
  enforcer: Enforcer;
}

/** Relaxes a keyword of a schema, in place, so that it accepts a value. */
type Relax = (node: Keywords, problem: Problem) => Words;

/** What is done about each keyword; any other is taken out. */
const relaxations: Record<string, Relax> = {
  required: leaveOut,
  type: widenType,
  enum: (node, { data }) => {
    node['enum'] = [...(node['enum'] as unknown[]), data];
    return { constraint: 'the listed values', done: 'it is accepted, too' };
  },
  const: (node, { data }) => {
    node['enum'] = [node['const'], data];
    delete node['const'];
    return { constraint: 'the one value that is allowed', done: 'it is accepted, too' };
  },
  pattern: dropPattern,
  minimum: moveBound,
  maximum: moveBound,
  oneOf: (node) => {
    const branches = node['oneOf'] as Schema[];
    delete node['oneOf'];
    if (node['anyOf'] === undefined) node['anyOf'] = branches;
    return { constraint: `exactly one of the ${branches.length} forms`, done: 'any of them will do' };
  },
  additionalProperties: openMembers,
  unevaluatedProperties: openMembers,
};

/**
 * Says how a schema is to be relaxed for what keeps a value of the document from fitting it: of a union, in the
 * branch that it comes nearest to. Fields that only answers have are let through in an example of a request, and do
 * not count in any other, since the schema of an answer may be the same. An object without members says nothing of
 * those that are required.
 */
export function relax(problem: Problem, root: Schema, evidence: Evidence, judges: Judges): Relaxation[] {
  const { keyword, parentSchema, data, instancePath } = problem;
  const { enforcer } = judges;
  if (keyword === 'required' && isEmptyObject(data)) return [];
  const route = findRoute(root, parentSchema, instancePath, enforcer.component);
  if (route === undefined) return [];
  if (keyword === 'anyOf') return relaxUnion(problem, route, evidence, judges);
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = unknownName(problem);
    const received = enforcer.origin(parentSchema)?.received ?? {};
    if (Object.hasOwn(received, name)) {
      return evidence.request ? [acceptReceived(problem, route, received[name] ?? true)] : [];
    }
  }
  return [
    {
      route,
      value: data,
      isDone: (node) => isRelaxed(node, problem),
      change: (node) => {
        const before = { ...node };
        const words = (relaxations[keyword] ?? takeOut)(node, problem);
        if (evidence.kind === 'example') keepDeclared(node, before);
        return words;
      },
    },
  ];
}

/** What a schema becomes that is to accept one value and nothing else that it did not; nobody is told of that value. */
export function acceptUntold(schema: Keywords, value: unknown, { copied }: OpenEnforcer): Keywords {
  const { description, default: _, ...checks } = schema;
  const anyOf = [copied(schema, checks), { enum: [value], untold: true }];
  return { ...(description === undefined ? {} : { description }), anyOf };
}

/** A schema without what is let through at its root, and told to nobody. */
export function withoutUntold(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema;
  const { anyOf, ...beside } = schema;
  const branches = (anyOf ?? []) as Keywords[];
  const told = branches.filter((branch) => !isUntold(branch));
  if (told.length === branches.length || told.length === 0) return schema;
  return told.length === 1 ? { ...told[0], ...beside } : { ...beside, anyOf: told };
}

/**
 * Notes what a schema said before it was relaxed: that is what is told, and what only the check lets through is not. Of
 * keywords that hold schemas nothing is kept, but that there is no value that fits.
 */
function keepDeclared(node: Keywords, before: Keywords): void {
  const { declared = {}, const: constant, ...said } = before;
  if (constant !== undefined && node['const'] === undefined) said['enum'] ??= [constant];
  const lost = Object.entries(said).filter(
    ([keyword, value]) =>
      node[keyword] !== value && (value === false || listSubschemas({ [keyword]: value }).length === 0),
  );
  if (lost.length > 0) node['declared'] = { ...Object.fromEntries(lost), ...(declared as object) };
}

function isUntold(schema: Schema): boolean {
  return typeof schema === 'object' && schema['untold'] === true;
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** Whether that is done already: for another value, or on the way to a place that lies within itself. */
function isRelaxed(node: Keywords, { keyword, params, data }: Problem): boolean {
  const now = node[keyword];
  if (now === undefined) return true;
  switch (keyword) {
    case 'required':
      return !(now as unknown[]).includes(params['missingProperty']);
    case 'type':
      return [now].flat().includes(typeOf(data));
    case 'enum':
      return (now as unknown[]).some((value) => JSON.stringify(value) === JSON.stringify(data));
    case 'minimum':
      return Number(data) >= Number(now);
    case 'maximum':
      return Number(data) <= Number(now);
    default:
      return now === true;
  }
}

function relaxUnion(problem: Problem, route: Route, evidence: Evidence, judges: Judges): Relaxation[] {
  const { data } = problem;
  const all = problem.schema as Schema[];
  const branches = all.filter((branch) => !isUntold(branch));
  const isSole = branches.length === 1 && all.length > 1;
  const judged = branches
    .flatMap((branch, index) =>
      typeof branch === 'object' ? [{ index, branch, problems: judges.judge.value(branch, data) }] : [],
    )
    .toSorted((a, b) => rankProblems(a.problems, data) - rankProblems(b.problems, data));
  const [nearest] = judged;
  if (nearest !== undefined && (isSole || !nearest.problems.some(isOfOtherType(data)))) {
    const { index, branch, problems } = nearest;
    const start: Route = [...route, ['anyOf', String(index)]];
    const found = problems.flatMap((one) => relax(one, branch, evidence, judges));
    return found.map((one) => Object.assign({}, one, { route: [...start, ...one.route] }));
  }
  const form = { enum: [data], untold: true };
  return [
    {
      route,
      value: data,
      isDone: ({ anyOf }) => anyOf === undefined || (anyOf as Schema[]).some((one) => isSameJson(one, form)),
      change: (node) => {
        node['anyOf'] = [...(node['anyOf'] as Schema[]), form];
        return { constraint: `any of the ${branches.length} forms`, done: 'it is accepted as one more' };
      },
    },
  ];
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** How far a value is from a branch: a wrong tag or type counts for more than any number of other problems. */
function rankProblems(problems: readonly Problem[], data: unknown): number {
  const decisive = problems.filter((one) => isOfOtherType(data)(one) || isTag(one)).length;
  return decisive * 1000 + problems.length;
}

function isTag({ keyword, schema }: Problem): boolean {
  return keyword === 'const' || (keyword === 'enum' && (schema as unknown[]).length === 1);
}

function isOfOtherType(data: unknown): (problem: Problem) => boolean {
  return ({ keyword, data: at }) => keyword === 'type' && at === data;
}

/** A field that only answers have may be given, as it is declared. */
function acceptReceived(problem: Problem, route: Route, declared: Schema): Relaxation {
  const name = unknownName(problem);
  const has = ({ properties = {} }: Keywords) => Object.hasOwn(properties as object, name);
  return {
    route,
    value: problem.data,
    shown: true,
    isDone: has,
    change: (node, { schema }) => {
      const listed = Object.entries((node['properties'] ?? {}) as Record<string, Schema>);
      node['properties'] = Object.fromEntries([...listed, [name, schema(declared)]]);
      const constraint = `the fields of a request, since it has "${name}", which is read-only`;
      return { constraint, done: `"${name}" may be given` };
    },
  };
}

function openMembers(node: Keywords, problem: Problem): Words {
  node[problem.keyword] = true;
  const constraint = `the listed fields, since it has "${unknownName(problem)}"`;
  return { constraint, done: 'other fields are accepted there' };
}

/** The field that a closed object does not list. */
function unknownName({ params }: Problem): string {
  return String(params['additionalProperty'] ?? params['unevaluatedProperty']);
}

function leaveOut(node: Keywords, { params }: Problem): Words {
  const name = String(params['missingProperty']);
  const left = (node['required'] as string[]).filter((one) => one !== name);
  if (left.length === 0) delete node['required'];
  else node['required'] = left;
  return { constraint: `the required fields, since it lacks "${name}"`, done: `"${name}" may be left out` };
}

function widenType(node: Keywords, { data }: Problem): Words {
  const type = typeOf(data);
  const types = [node['type']].flat();
  node['type'] = [...new Set([...types, type])];
  if (Array.isArray(node['enum'])) node['enum'] = [...(node['enum'] as unknown[]), data];
  return { constraint: `the type ${types.join(' or ')}`, done: `${type} is accepted, too` };
}

function dropPattern(node: Keywords, { schema }: Problem): Words {
  delete node['pattern'];
  return { constraint: `the pattern ${String(schema)}`, done: 'the pattern is not enforced' };
}

/** The bound of its format stays, where the value is within it. */
function moveBound(node: Keywords, problem: Problem): Words {
  const { data } = problem;
  const keyword = problem.keyword as 'minimum' | 'maximum';
  const bound = boundOfFormat(node['format'], keyword);
  const words = takeOut(node, problem);
  const isWithin =
    bound !== undefined && (keyword === 'minimum' ? Number(data) >= bound : Number(data) <= bound);
  if (isWithin) node[keyword] = bound;
  else if (bound !== undefined) delete node['format'];
  return words;
}

function takeOut(node: Keywords, { keyword, schema }: Problem): Words {
  delete node[keyword];
  const said = typeof schema === 'object' ? keyword : `${keyword} ${String(schema)}`;
  return { constraint: said, done: 'that is not enforced' };
}

/** A value of which the document says that it fits a schema. */
export interface Evidence {
  /** The enforced schema, less the list for a listed value. */
  schema: Keywords;
  /** The enforced schema itself, where `schema` is less than that. */
  whole?: Keywords;
  value: unknown;
  kind: 'example' | 'default' | 'listed value';
  /** Set for an example of a request: a whole parameter or body, as callers are told to give it. */
  request?: { /** Where the document has it. */ pointer: string; content: Place };
}
