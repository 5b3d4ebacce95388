import type { Problem } from '../../templates/project/src/runtime/validate.js';
import type { Schema } from '../model/server.js';
import type { Evidence } from './collectEvidence.js';
import type { Judge } from './createJudge.js';
import type { Enforcer } from './enforce.js';
import type { Keywords } from './subschemas.js';
import { boundOfFormat, webAddress } from './tighten.js';
import { typeOf } from './typesOf.js';

/** A constraint that was relaxed. */
export interface Relaxed {
  /** The schema that had it. */
  node: Keywords;
  /** The constraint in words: `maximum 100`. */
  constraint: string;
  /** The value that did not fit it. */
  value: unknown;
  /** What holds now, in words. */
  done: string;
}

interface Judges {
  judge: Judge;
  origin: Enforcer['origin'];
}

type Words = Pick<Relaxed, 'constraint' | 'done'>;

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
  additionalProperties: openMembers,
  unevaluatedProperties: openMembers,
};

/**
 * Relaxes, in place, what keeps a value of the document from fitting a schema: of a union, in the branch that it
 * comes nearest to. Fields that only answers have are let through in an example of a request, and do not count
 * in any other, since the schema of an answer may be the same.
 */
export function relax(problem: Problem, evidence: Evidence, judges: Judges): Relaxed[] {
  const { keyword, parentSchema, data } = problem;
  if (keyword === 'anyOf') return relaxUnion(problem, evidence, judges);
  const nodes: Keywords[] = [parentSchema];
  if (parentSchema === evidence.schema && evidence.whole !== undefined) nodes.push(evidence.whole);
  const [node = parentSchema] = nodes.toReversed();
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') {
    const name = unknownName(problem);
    const received = judges.origin(parentSchema)?.received ?? {};
    if (Object.hasOwn(received, name)) return evidence.request ? [acceptReceived(node, name, data)] : [];
  }
  if (isRelaxed(node, problem)) return [];
  const [words] = nodes.map((one) => (relaxations[keyword] ?? takeOut)(one, problem));
  if (keyword === 'pattern') for (const one of nodes) dropAddedBound(one, judges);
  return words === undefined ? [] : [{ node, value: data, ...words }];
}

/** Whether that is done already, for another value. */
function isRelaxed(node: Keywords, { keyword, params, data }: Problem): boolean {
  const now = node[keyword];
  switch (keyword) {
    case 'required':
      return !((now ?? []) as unknown[]).includes(params['missingProperty']);
    case 'type':
      return [now].flat().includes(typeOf(data));
    case 'enum':
      return ((now ?? []) as unknown[]).some((value) => JSON.stringify(value) === JSON.stringify(data));
    case 'minimum':
      return now === undefined || Number(data) >= Number(now);
    case 'maximum':
      return now === undefined || Number(data) <= Number(now);
    default:
      return now === undefined || now === true;
  }
}

function relaxUnion(problem: Problem, evidence: Evidence, judges: Judges): Relaxed[] {
  const { data, parentSchema } = problem;
  const branches = (problem.schema as Schema[]).filter((branch) => typeof branch === 'object');
  const judged = branches
    .map((branch) => ({ branch, problems: judges.judge.value(branch, data) }))
    .toSorted((a, b) => rank(a.problems, data) - rank(b.problems, data));
  const [nearest] = judged;
  const isAlien = nearest === undefined || nearest.problems.some(isOfOtherType(data));
  if (!isAlien) return nearest.problems.flatMap((one) => relax(one, { ...evidence, schema: {} }, judges));
  parentSchema['anyOf'] = [...(problem.schema as Schema[]), { enum: [data] }];
  const constraint = `any of the ${(problem.schema as Schema[]).length} forms`;
  return [{ node: parentSchema, value: data, constraint, done: 'it is accepted as one more' }];
}

/** How far a value is from a branch: a wrong tag or type counts for more than any number of other problems. */
function rank(problems: readonly Problem[], data: unknown): number {
  const decisive = problems.filter((one) => isOfOtherType(data)(one) || isTag(one)).length;
  return decisive * 1000 + problems.length;
}

function isTag({ keyword, schema }: Problem): boolean {
  return keyword === 'const' || (keyword === 'enum' && (schema as unknown[]).length === 1);
}

function isOfOtherType(data: unknown): (problem: Problem) => boolean {
  return ({ keyword, data: at }) => keyword === 'type' && at === data;
}

function acceptReceived(node: Keywords, name: string, value: unknown): Relaxed {
  node['properties'] = { ...(node['properties'] as Keywords | undefined), [name]: {} };
  const constraint = `the fields of a request, since it has "${name}", which is read-only`;
  return { node, value, constraint, done: `"${name}" may be given` };
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

/** The bound on the length of texts that was there for the pattern alone. */
function dropAddedBound(node: Keywords, { origin }: Judges): void {
  const declared = origin(node)?.source['maxLength'];
  if (declared === undefined) delete node['maxLength'];
  else node['maxLength'] = declared;
}

function dropPattern(node: Keywords, { schema }: Problem): Words {
  delete node['pattern'];
  if (node['$comment'] === webAddress.$comment) {
    delete node['$comment'];
    return { constraint: 'what a URL of the web begins with', done: 'other texts are accepted' };
  }
  node['description'] = [node['description'], `Pattern: ${String(schema)}`].filter(Boolean).join(' ');
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
