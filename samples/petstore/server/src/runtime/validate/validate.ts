import { CallError } from '../errors.js';
import { isObject } from '../json.js';
import { type Matcher, compilePattern } from '../patterns/compilePattern.js';
import { type Assertion, type Kind, assertions } from './assertions.js';
import {
  type Components,
  createReferences,
  createSearch,
  type References,
  type Scope,
} from './createExpander.js';
import {
  type Problem,
  type Validate,
  type Work,
  TooMuchWorkError,
  createWork,
  joinPointer,
  misfit,
  uncheckable,
  unfinished,
} from './problem.js';

type Keywords = Record<string, unknown>;

/** A value where it stands; `known` holds what came of the schemas that it was held to. */
interface Place {
  value: unknown;
  around: Place | undefined;
  key: string | number;
  members: Map<string | number, Place> | undefined;
  known: Map<object, Verdict> | undefined;
  /** The pointer to it, once it is asked for. */
  pointer: string | undefined;
}

/** What comes of a value and a schema. */
interface Verdict {
  isValid: boolean;
  found: Found[];
  /** The verdicts that this one rests on. */
  parts: Verdict[];
  /** Those that only say why a union does not fit. */
  tries: Tries[];
  /** The members and items that the schema has a say on, where that is asked for: names, indexes, or all. */
  seen: Set<string | number> | 'all' | undefined;
}

/** A problem as long as nobody asks for it. */
interface Found extends Pick<Problem, 'keyword' | 'params' | 'schema' | 'parentSchema'> {
  place: Place;
  /** Of a union, what comes of a branch. */
  ofBranch?: OfBranch;
}

type OfBranch = (index: number) => Verdict;

/** Verdicts that are found when they are asked for. */
interface Tries {
  count: number;
  at: OfBranch;
}

/** One keyword of a schema, ready to be held to values. */
type Rule = (frame: Frame) => void;

/** A schema, ready to be held to values. */
interface Plan {
  rules: Record<Kind, Rule[]>;
  /** Whether it says nothing by other schemas of a value that holds none. */
  isSimple: boolean;
}

interface Frame {
  schema: Keywords;
  place: Place;
  scope: Scope;
  verdict: Verdict;
  run: Run;
}

/** What one validation goes by. */
interface Run {
  work: Work;
  references: References;
  plans: WeakMap<object, Plan>;
  sorted: (branches: readonly unknown[]) => FindBranches;
  /** Whether a schema asks which members others have had a say on. */
  tracks: boolean;
  /** How many schemas around may fail without harm: branches, conditions, and the like. */
  trials: number;
  /** What is wrong in any case. */
  certain: Found[];
}

/** Finds the indexes of the branches of a union that a value may fit, without holding it to any; the others do not fit. */
export type FindBranches = (value: unknown) => Iterable<number>;

/** What sorts the branches of wide unions, where that is built in. */
let sortBranches: SortBranches | undefined;

export type SortBranches = (branches: readonly unknown[], components: Components) => FindBranches;

/** Has wide unions looked at by what their branches ask for: without, a value is held to each branch. */
export function sortBranchesBy(part: SortBranches): void {
  sortBranches = part;
}

/** More than anybody is told of. */
const mostListed = 5_000;
/** Problems at which those of branches end that say why a union does not fit. */
const mostOfBranches = 1_000;
/** Problems after which no more are looked for. */
const mostCertain = 500;

/**
 * Makes the validator of one server. It makes no code from strings, which some platforms at the edge do not allow, and
 * holds each value to each schema once.
 */
export function createValidator(components: Components, shared?: Work): Validate {
  const work = shared ?? createWork();
  const references = createReferences(components);
  const plans = new WeakMap<object, Plan>();
  const asksForSeen = createSearch(components, isUnevaluated);
  const sorted = new WeakMap<object, FindBranches>();

  function sort(branches: readonly unknown[]): FindBranches {
    const found = sorted.get(branches) ?? sortBranches?.(branches, components) ?? (() => branches.keys());
    sorted.set(branches, found);
    return found;
  }

  return (schema, value, isBrief = false): readonly Problem[] => {
    if (shared === undefined) work.restart();
    const certain: Found[] = [];
    try {
      const run = { work, references, plans, sorted: sort, tracks: asksForSeen(schema), trials: 0, certain };
      const verdict = judgeSchema(schema, createPlace(value), references.open(schema), run);
      if (verdict.isValid) return [];
      if (isBrief) return [misfit(schema, value)];
      run.trials = 1;
      return markUnfinished(listProblems(verdict), certain);
    } catch (error) {
      // What was found is enough to be told of.
      if (error instanceof TooMuchWorkError && certain.length > 0)
        return isBrief
          ? [misfit(schema, value)]
          : markUnfinished(
              certain.map((found) => toProblem(found, false)),
              certain,
              true,
            );
      if (error instanceof RangeError) throw new TooMuchWorkError();
      throw error instanceof CallError ? error : uncheckable(error);
    }
  };
}

/** Notes of problems that they may not be all. */
function markUnfinished(problems: Problem[], certain: readonly Found[], isCut = false): Problem[] {
  if (isCut || certain.length >= mostCertain || problems.length >= mostListed) unfinished.add(problems);
  return problems;
}

function isUnevaluated(schema: object): boolean {
  return 'unevaluatedProperties' in schema || 'unevaluatedItems' in schema;
}

function createPlace(value: unknown, around?: Place, key: string | number = ''): Place {
  return { value, around, key, members: undefined, known: undefined, pointer: undefined };
}

/** The place of a member or item, always the same one. */
function placeOfMember(place: Place, key: string | number): Place {
  place.members ??= new Map();
  const known = place.members.get(key);
  if (known !== undefined) return known;
  const made = createPlace((place.value as Keywords)[key], place, key);
  place.members.set(key, made);
  return made;
}

const fine: Verdict = { isValid: true, found: [], parts: [], tries: [], seen: undefined };

/** What a verdict is while it is not known: a schema that rests on itself says nothing. */
const pending: Verdict = { ...fine };

function judgeSchema(schema: unknown, place: Place, scope: Scope, run: Run): Verdict {
  run.work.take();
  if (!isObject(schema)) return schema === false ? refuseValue(place) : fine;
  const plan = planOf(schema, run);
  if (plan.isSimple && (typeof place.value !== 'object' || place.value === null))
    return runRules(schema, plan, place, scope, run);
  const key = keyOf(schema, scope);
  place.known ??= new Map();
  const known = place.known.get(key);
  if (known === pending) throw new Error('a schema refers to itself without an end');
  if (known !== undefined) return known;
  place.known.set(key, pending);
  const verdict = runRules(schema, plan, place, scope, run);
  place.known.set(key, verdict);
  return verdict;
}

function keyOf(schema: object, { keys }: Scope): object {
  if (keys === undefined) return schema;
  const key = keys.get(schema) ?? {};
  keys.set(schema, key);
  return key;
}

function refuseValue(place: Place): Verdict {
  const found = { keyword: 'false schema', params: {}, schema: false, parentSchema: { not: {} }, place };
  return { ...fine, isValid: false, found: [found] };
}

function runRules(schema: Keywords, { rules }: Plan, place: Place, scope: Scope, run: Run): Verdict {
  const verdict: Verdict = { isValid: true, found: [], parts: [], tries: [], seen: undefined };
  const frame = { schema, place, scope, verdict, run };
  for (const rule of rules.any) rule(frame);
  const kind = ruleKindOf(place.value);
  if (kind !== undefined) for (const rule of rules[kind]) rule(frame);
  return verdict;
}

function ruleKindOf(value: unknown): Exclude<Kind, 'any'> | undefined {
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  if (type === 'object') return value === null ? undefined : 'object';
  return type === 'number' || type === 'string' ? type : undefined;
}

function planOf(schema: Keywords, { plans }: Run): Plan {
  const known = plans.get(schema);
  if (known !== undefined) return known;
  const rules: Plan['rules'] = { any: [], number: [], string: [], array: [], object: [] };
  for (const [keyword, expected] of Object.entries(schema)) {
    const assertion = Object.hasOwn(assertions, keyword) ? assertions[keyword] : undefined;
    if (assertion === undefined || expected === undefined) continue;
    rules[assertion.kind].push(
      assert(keyword, assertion.make(expected as never, schema), countNames(keyword, expected)),
    );
  }
  const applied = applicators.filter(({ keywords }) =>
    keywords.some((keyword) => schema[keyword] !== undefined),
  );
  for (const { kind, rule } of applied) rules[kind].push(rule);
  const plan = { rules, isSimple: applied.every(({ kind }) => kind !== 'any') };
  plans.set(schema, plan);
  return plan;
}

/** `names`: how many the keyword lists. */
function assert(keyword: string, assertion: Assertion, names: number): Rule {
  return (frame) => {
    const { value } = frame.place;
    frame.run.work.take(names >> 3);
    if (typeof value === 'string') frame.run.work.take(value.length >> 8);
    else if (countsAll.has(keyword)) frame.run.work.take(countValues(value));
    for (const params of assertion(value as never)) fail(frame, keyword, params);
  };
}

function countNames(keyword: string, expected: unknown): number {
  if (keyword === 'required') return (expected as string[]).length;
  return keyword === 'dependentRequired' ? Object.values(expected as object).flat().length : 0;
}

/** Keywords for which the whole of a value is looked at. */
const countsAll = new Set(['uniqueItems', 'enum', 'const']);

function countValues(value: unknown): number {
  if (typeof value === 'string') return value.length >> 8;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, member) => sum + 1 + countValues(member), 0);
}

function fail(frame: Frame, keyword: string, params: Keywords, ofBranch?: OfBranch): void {
  const { verdict, schema, place, run } = frame;
  run.work.take(4);
  verdict.isValid = false;
  const found = {
    keyword,
    params,
    schema: schema[keyword],
    parentSchema: schema,
    place,
    ...(ofBranch && { ofBranch }),
  };
  verdict.found.push(found);
  if (run.trials === 0) run.certain.push(found);
}

/** Whether so much is wrong that nothing more is looked for. */
function isEnough({ trials, certain }: Run): boolean {
  return trials === 0 && certain.length >= mostCertain;
}

/** Holds a value to a schema that need not fit. */
function trySchema(schema: unknown, place: Place, scope: Scope, run: Run): Verdict {
  run.trials += 1;
  const verdict = judgeSchema(schema, place, scope, run);
  run.trials -= 1;
  return verdict;
}

/** A keyword that applies other schemas (JSON Schema Core, sections 10 and 11). */
interface Applicator {
  keywords: string[];
  kind: Kind;
  rule: Rule;
}

/** In the order in which they are applied: what was seen by the others is known to the last ones. */
const applicators: Applicator[] = [
  { keywords: ['$ref'], kind: 'any', rule: applyReference },
  { keywords: ['$dynamicRef'], kind: 'any', rule: applyDynamicReference },
  { keywords: ['allOf'], kind: 'any', rule: applyAll },
  { keywords: ['anyOf'], kind: 'any', rule: applyAny },
  { keywords: ['oneOf'], kind: 'any', rule: applyOne },
  { keywords: ['not'], kind: 'any', rule: applyNot },
  { keywords: ['if'], kind: 'any', rule: applyCondition },
  { keywords: ['dependentSchemas', 'dependencies'], kind: 'object', rule: applyDependent },
  { keywords: ['propertyNames'], kind: 'object', rule: applyNames },
  {
    keywords: ['properties', 'patternProperties', 'additionalProperties'],
    kind: 'object',
    rule: applyMembers,
  },
  { keywords: ['prefixItems', 'items'], kind: 'array', rule: applyItems },
  { keywords: ['contains'], kind: 'array', rule: applyContains },
  { keywords: ['unevaluatedProperties'], kind: 'object', rule: applyUnevaluatedProperties },
  { keywords: ['unevaluatedItems'], kind: 'array', rule: applyUnevaluatedItems },
];

/** A schema that has to fit in any case. What it has a say on counts, whether it fits or not: one problem is enough. */
function demand(frame: Frame, schema: unknown, place = frame.place, scope = frame.scope): Verdict {
  const inner = judgeSchema(schema, place, scope, frame.run);
  if (!inner.isValid) {
    frame.verdict.isValid = false;
    frame.verdict.parts.push(inner);
  }
  if (place === frame.place) see(frame, inner.seen);
  return inner;
}

function see({ verdict, run }: Frame, seen: Verdict['seen']): void {
  if (!run.tracks || seen === undefined || verdict.seen === 'all') return;
  if (seen === 'all') {
    verdict.seen = 'all';
    return;
  }
  run.work.take(seen.size >> 2);
  const names = verdict.seen ?? new Set();
  for (const name of seen) names.add(name);
  verdict.seen = names;
}

function applyReference(frame: Frame): void {
  const { schema, scope } = frame.run.references.resolve(String(frame.schema['$ref']), frame.scope);
  demand(frame, schema, frame.place, scope);
}

function applyDynamicReference(frame: Frame): void {
  const ref = String(frame.schema['$dynamicRef']);
  const { schema, scope } = frame.run.references.resolveDynamic(ref, frame.scope);
  demand(frame, schema, frame.place, scope);
}

function applyAll(frame: Frame): void {
  for (const part of frame.schema['allOf'] as unknown[]) demand(frame, part);
}

/** Branches from which on they are sorted. */
const fewestSorted = 4;

/** What comes of the branches of a union that a value may fit, and the indexes of those that it fits. */
function tryAll(frame: Frame, keyword: string): { ofBranch: OfBranch; fitting: number[] } {
  const { place, scope, run } = frame;
  const branches = frame.schema[keyword] as unknown[];
  const possible = branches.length < fewestSorted ? branches.keys() : run.sorted(branches)(place.value);
  const ofBranch: OfBranch = (index) => trySchema(branches[index], place, scope, run);
  const fitting: number[] = [];
  for (const index of possible) {
    const verdict = ofBranch(index);
    if (verdict.isValid) fitting.push(index);
    if (verdict.isValid) see(frame, verdict.seen);
  }
  if (fitting.length === 0) frame.verdict.tries.push({ count: branches.length, at: ofBranch });
  return { ofBranch, fitting };
}

function applyAny(frame: Frame): void {
  const { ofBranch, fitting } = tryAll(frame, 'anyOf');
  if (fitting.length === 0) fail(frame, 'anyOf', {}, ofBranch);
}

function applyOne(frame: Frame): void {
  const { ofBranch, fitting } = tryAll(frame, 'oneOf');
  const passingSchemas = fitting.length === 0 ? null : fitting;
  if (fitting.length !== 1) fail(frame, 'oneOf', { passingSchemas }, ofBranch);
}

function applyNot(frame: Frame): void {
  if (trySchema(frame.schema['not'], frame.place, frame.scope, frame.run).isValid) fail(frame, 'not', {});
}

function applyCondition(frame: Frame): void {
  const condition = trySchema(frame.schema['if'], frame.place, frame.scope, frame.run);
  const failingKeyword = condition.isValid ? 'then' : 'else';
  if (condition.isValid) see(frame, condition.seen);
  if (frame.schema[failingKeyword] === undefined) return;
  if (!demand(frame, frame.schema[failingKeyword]).isValid) fail(frame, 'if', { failingKeyword });
}

function applyDependent(frame: Frame): void {
  const value = frame.place.value as object;
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const [name, part] of Object.entries((frame.schema[keyword] ?? {}) as Keywords))
      if (!Array.isArray(part) && Object.hasOwn(value, name)) demand(frame, part);
  }
}

/** What is wrong with a name is said by `propertyNames` itself. */
function applyNames(frame: Frame): void {
  const { schema, place, scope, run } = frame;
  for (const propertyName of Object.keys(place.value as object)) {
    if (isEnough(run)) return;
    const name = createPlace(propertyName, place, propertyName);
    if (!trySchema(schema['propertyNames'], name, scope, run).isValid)
      fail(frame, 'propertyNames', { propertyName });
  }
}

function applyMembers(frame: Frame): void {
  const { schema, place, run } = frame;
  const { properties, additionalProperties } = schema;
  const patterns = patternsOf(schema);
  for (const name of Object.keys(place.value as object)) {
    if (isEnough(run)) return;
    run.work.take(1 + patterns.length);
    const own = isObject(properties) && Object.hasOwn(properties, name) ? [properties[name]] : [];
    const fitting = patterns.flatMap(({ pattern, part }) => (pattern.test(name) ? [part] : []));
    const parts = [...own, ...fitting];
    if (run.tracks && (parts.length > 0 || additionalProperties !== undefined)) see(frame, new Set([name]));
    for (const part of parts) demandMember(frame, part, name);
    if (parts.length > 0 || additionalProperties === undefined) continue;
    if (additionalProperties === false) fail(frame, 'additionalProperties', { additionalProperty: name });
    else demandMember(frame, additionalProperties, name);
  }
}

function patternsOf({ patternProperties }: Keywords): { pattern: Matcher; part: unknown }[] {
  return Object.entries(isObject(patternProperties) ? patternProperties : {}).map(([pattern, part]) => ({
    pattern: compilePattern(pattern),
    part,
  }));
}

function demandMember(frame: Frame, schema: unknown, key: string | number): void {
  demand(frame, schema, placeOfMember(frame.place, key));
}

function applyItems(frame: Frame): void {
  const items = frame.place.value as unknown[];
  const { prefixItems, items: rest } = frame.schema;
  const listed = Array.isArray(prefixItems) ? (prefixItems as unknown[]) : [];
  for (const [index, part] of listed.slice(0, items.length).entries()) demandMember(frame, part, index);
  see(frame, rest === undefined ? new Set(listed.slice(0, items.length).keys()) : 'all');
  if (rest === undefined || items.length <= listed.length) return;
  if (rest === false && listed.length > 0) fail(frame, 'items', { limit: listed.length });
  else
    for (let index = listed.length; index < items.length && !isEnough(frame.run); index += 1)
      demandMember(frame, rest, index);
}

function applyContains(frame: Frame): void {
  const { schema, place, scope, run } = frame;
  const {
    contains,
    minContains = 1,
    maxContains,
  } = schema as { contains: unknown; minContains?: number; maxContains?: number };
  const verdicts = (place.value as unknown[]).map((_, index) =>
    trySchema(contains, placeOfMember(place, index), scope, run),
  );
  const fitting = verdicts.flatMap(({ isValid }, index) => (isValid ? [index] : []));
  see(frame, new Set(fitting));
  if (fitting.length >= minContains && fitting.length <= (maxContains ?? Infinity)) return;
  const failing = verdicts.filter(({ isValid }) => !isValid);
  frame.verdict.tries.push({ count: failing.length, at: (index) => failing[index] ?? fine });
  fail(frame, 'contains', { minContains, maxContains });
}

function applyUnevaluatedProperties(frame: Frame): void {
  const { schema, place, verdict, run } = frame;
  if (isEnough(run)) return;
  if (verdict.seen !== 'all') {
    const { unevaluatedProperties } = schema;
    const left = Object.keys(place.value as object).filter((name) => !isSeen(verdict, name));
    for (const unevaluatedProperty of left) {
      if (unevaluatedProperties === false) fail(frame, 'unevaluatedProperties', { unevaluatedProperty });
      else demandMember(frame, unevaluatedProperties, unevaluatedProperty);
    }
  }
  see(frame, 'all');
}

function applyUnevaluatedItems(frame: Frame): void {
  const { schema, place, verdict, run } = frame;
  if (isEnough(run)) return;
  if (verdict.seen !== 'all') {
    const { unevaluatedItems } = schema;
    const items = place.value as unknown[];
    const left = [...items.keys()].filter((index) => !isSeen(verdict, index));
    if (unevaluatedItems !== false) for (const index of left) demandMember(frame, unevaluatedItems, index);
    else if (left.length > 0) fail(frame, 'unevaluatedItems', { limit: items.length - left.length });
  }
  see(frame, 'all');
}

function isSeen({ seen }: Verdict, key: string | number): boolean {
  return seen === 'all' || (seen?.has(key) ?? false);
}

/** The problems of a verdict and of all that it rests on, each once; after them, where asked for, those of branches. */
function listProblems(verdict: Verdict, withTries = true): Problem[] {
  const problems: Problem[] = [];
  const listed = new Set<Verdict>();
  const tries: Tries[] = [];

  function add(first: Verdict, isPart: boolean): void {
    const waiting = [first];
    while (waiting.length > 0 && problems.length < mostListed) {
      const next = waiting.pop() as Verdict;
      if (listed.has(next)) continue;
      listed.add(next);
      for (const found of next.found) problems.push(toProblem(found, isPart));
      tries.push(...next.tries);
      for (const one of next.parts.toReversed()) waiting.push(one);
    }
  }

  add(verdict, false);
  if (!withTries) return problems;
  for (let place = 0; place < tries.length; place += 1) {
    const { count, at } = tries[place] as Tries;
    for (let index = 0; index < count && problems.length < mostOfBranches; index += 1) {
      const branch = open(() => at(index));
      if (branch !== undefined) add(branch, true);
    }
  }
  return problems;
}

/** Why a branch does not fit, unless that takes too long to find out. */
function open(find: () => Verdict): Verdict | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof TooMuchWorkError) return undefined;
    throw error;
  }
}

function toProblem({ place, ofBranch, ...problem }: Found, isPart: boolean): Problem {
  return {
    ...problem,
    instancePath: pointerTo(place),
    data: place.value,
    isPart,
    ...(ofBranch && { ofBranch: (index: number) => listProblems(ofBranch(index), false) }),
  };
}

function pointerTo(place: Place): string {
  if (place.around === undefined) return '';
  return (place.pointer ??= pointerTo(place.around) + joinPointer([String(place.key)]));
}
