import type { Api, ApiParameter, Schema } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { joinPointer } from '../../model/document.js';
import type { Figures } from '../../model/server.js';
import { addReached, reachComponents } from '../../schema/components.js';
import { type Judge, createJudge } from '../../schema/judge.js';
import type { Kind } from '../../schema/mediaTypes.js';
import { type Keywords, subschemaEntries } from '../../schema/subschemas.js';
import { typeOf } from '../../schema/types.js';
import { memoizeIn } from '../../text/memo.js';
import { inferBodyKind } from './inferBodyKind.js';
import { type Enforcer, type OpenEnforcer, type Place, type Views, enforce } from './enforce.js';
import { fitsGuard } from './guard.js';
import { guardOf } from './holdsPath.js';
import { type Route, followRoute, isolate } from './isolate.js';
import { type Evidence, type Relaxation, type Words, acceptUntold, relax } from './relax.js';

/** Rounds in which a value may bring up new problems, once others are out of the way. */
const mostRounds = 20;

/** What comes of the evidence that a document gives. */
interface Settled {
  figures: Figures;
  /** What calls are held to, and what models are shown: the same where nothing was relaxed. */
  views: Views;
}

/**
 * Enforces the schemas of an API and holds them against what the document itself gives as fit: examples, defaults and
 * listed values. Where one does not fit, that one constraint is relaxed, at the place that the value is given for and
 * nowhere else, and reported: a documented call is always possible. A default loosens nothing but itself. Values are
 * judged as calls are, that is, after what clients get wrong has been put right. What models are shown stays as it is
 * declared, less defaults that do not fit. Both are made here, and nothing changes them any more.
 */
export function applyEvidence(api: Api, report: Report): Settled {
  const shown = enforce(api, true);
  const found = collectEvidence(api, shown);
  const requests = found.evidence.filter(({ request }) => request !== undefined);
  const judge = createJudge(found.table);
  const refused = found.evidence.map((one) => judge.call(one.schema, one.value).length > 0);
  const unsendable = found.evidence.filter((one, index) =>
    isUnsendable(one, refused[index] === true, found.senders),
  );
  for (const { value, request } of unsendable) {
    if (request === undefined || !('in' in request.content)) continue;
    const { name, in: place } = request.content;
    const what = `The example ${show(value)} of "${name}" cannot be sent in a ${place}`;
    report('schema-relaxed', request.pointer, { what, done: 'calls like it are refused' });
  }
  const lost = new Set(unsendable);
  const isUnfit = found.evidence.map((one, index) => refused[index] === true && !lost.has(one));
  const odd = found.evidence.filter((_, index) => isUnfit[index]);
  if (odd.length === 0 && api.takesAny !== true && api.takesLocal !== true)
    return { figures: count([], [], 0), views: { enforcer: shown, shown } };
  // What is relaxed must not be seen in what is shown.
  const enforcer = enforce(api, false);
  const views = { shown, enforcer };
  const again = collectEvidence(api, enforcer);
  const relaxer = new Relaxer(api, views, again.table, report);
  const unfit = again.evidence.filter((_, index) => isUnfit[index]);
  const pairs = unfit.map((one, index): Pair => ({ one, seen: odd[index] ?? one }));
  const ordered = pairs.toSorted((a, b) => rankEvidence(a.one) - rankEvidence(b.one));
  const results = ordered.map((pair) => ({ one: pair.one, result: relaxer.settle(pair) }));
  for (const { kind, schema, whole = schema } of [...odd, ...unfit])
    if (kind === 'default') delete whole['default'];
  const sum = results.reduce((total, { result }) => total + result.relaxed, 0);
  const left = results.filter(({ result }) => !result.fits).map(({ one }) => one);
  return { figures: count(odd, left, sum), views };

  /** Examples of requests, and how many of them can be sent: before, and now. */
  function count(before: Iterable<Evidence>, after: Iterable<Evidence>, relaxed: number): Figures {
    const sendable = requests.filter((one) => !lost.has(one)).length;
    const accepted = (misfits: Iterable<Evidence>): number =>
      sendable - [...misfits].filter(({ request }) => request !== undefined).length;
    return {
      examples: requests.length,
      acceptedBefore: accepted(before),
      acceptedAfter: accepted(after),
      relaxed,
    };
  }
}

/** A value that is to fit: with the schema of the check, and with what models are shown. */
interface Pair {
  one: Evidence;
  seen: Evidence;
}

/** Lists say of a schema as it is declared; what schemas say of themselves comes next, since places copy them. */
function rankEvidence({ kind, request }: Evidence): number {
  if (request !== undefined) return 3;
  return { 'listed value': 0, default: 1, example: 2 }[kind];
}

/** What came of a value: whether it fits now, and how many constraints were relaxed for it. */
interface Result {
  fits: boolean;
  relaxed: number;
}

/** Relaxes schemas for values that do not fit them, each at the place that the value is given for. */
class Relaxer {
  private readonly locate: (schema: Schema) => string;
  private readonly shown: OpenEnforcer;
  private readonly enforcer: OpenEnforcer;
  /** The judge of the schemas as they are now; none, where they have changed since the last value was judged. */
  private judge: Judge | undefined;

  /** `table`: the components that values are judged with. Those that are made on the way are added to it. */
  constructor(
    api: Api,
    { shown, enforcer }: Views<OpenEnforcer>,
    private readonly table: Record<string, Schema>,
    private readonly report: Report,
  ) {
    this.locate = locateSchemas(api);
    this.shown = shown;
    this.enforcer = enforcer;
  }

  /** Makes a value fit that is to, as far as that can be. */
  settle(pair: Pair): Result {
    const { one } = pair;
    const judge = this.currentJudge();
    const problems = judge.call(this.schemaOf(one), one.value);
    if (problems.length === 0) return { fits: true, relaxed: 0 };
    if (one.kind === 'default') {
      become(one.schema, acceptUntold(one.schema, one.value, this.enforcer));
      this.judge = undefined;
      return { ...this.passOver(one, 'is refused by its own schema', 'it is not shown'), fits: true };
    }
    if (one.kind === 'example' && isMisplaced(one.value, this.schemaOf(one), judge, this.enforcer)) {
      return this.passOver(one, 'is of another form than its schema', 'it is passed over');
    }
    return this.relaxFor(pair);
  }

  private passOver(one: Evidence, why: string, done: string): Result {
    const pointer = one.request?.pointer ?? this.whereIs(this.schemaOf(one), one);
    this.report('odd-document', pointer, { what: `${describeValue(one, one.value)} ${why}`, done });
    return { fits: false, relaxed: 0 };
  }

  private relaxFor(pair: Pair): Result {
    const { one } = pair;
    let relaxed = 0;
    for (let round = 0; round < mostRounds; round++) {
      const judge = this.currentJudge();
      const schema = this.schemaOf(one);
      const problems = judge.call(schema, one.value);
      if (problems.length === 0) return { fits: true, relaxed };
      const before = relaxed;
      for (const problem of problems) {
        for (const change of relax(problem, schema, one, { judge, enforcer: this.enforcer }))
          relaxed += this.apply(pair, change);
      }
      if (relaxed === before) break;
    }
    const [problem] = this.currentJudge().call(this.schemaOf(one), one.value);
    if (problem === undefined) return { fits: true, relaxed };
    // A schema may have an example of an answer.
    if (one.request === undefined) return { fits: false, relaxed };
    const place = problem.instancePath === '' ? '' : ` at ${problem.instancePath}`;
    const why = `does not fit "${problem.keyword}"${place}`;
    return { ...this.passOver(one, why, 'calls like it are refused'), relaxed };
  }

  /** The schema that a value is given for, as it is now. */
  private schemaOf({ schema, request }: Evidence): Keywords {
    return request === undefined ? schema : (this.enforcer.place(request.content) as Keywords);
  }

  private currentJudge(): Judge {
    this.judge ??= createJudge(this.table);
    return this.judge;
  }

  /** How many constraints were relaxed: none, where that is done already for another value. */
  private apply({ one, seen }: Pair, change: Relaxation): number {
    const { route } = change;
    const node = followRoute(this.schemaOf(one), route, this.enforcer.component);
    if (node === undefined || change.isDone(node)) return 0;
    const pointer = this.whereIs(node, one, route);
    const owner = one.request?.pointer ?? this.ownerOf(one);
    const told: Words[] = [];
    // A component of the place keeps its name when it changes again.
    const changed = new Set<string>();
    const edit = (root: Keywords, within: OpenEnforcer): Keywords => {
      const define: OpenEnforcer['define'] = (name, mark, schema) => {
        const given = within.define(name, mark, schema);
        changed.add(given);
        return given;
      };
      return isolate(owner, { ...within, define })(root, route, (copy) => {
        if (!change.isDone(copy)) told.push(change.change(copy, within));
      });
    };
    const editIn = (within: OpenEnforcer, { request, schema, whole = schema }: Evidence): void => {
      if (request === undefined) for (const own of new Set([schema, whole])) become(own, edit(own, within));
      else within.settle(request.content, edit(within.place(request.content) as Keywords, within));
    };
    editIn(this.enforcer, one);
    this.judge = undefined;
    addReached(this.table, this.schemaOf(one), this.enforcer.component, changed);
    // A list that contradicts its own schema is shown; an example that does so is not.
    const isSeen = change.shown === true || one.kind === 'listed value';
    const start = one.request === undefined ? seen.schema : this.shown.place(one.request.content);
    if (isSeen && followRoute(start, route, this.shown.component)) editIn(this.shown, seen);
    const [words] = told;
    if (words !== undefined)
      this.report('constraint-relaxed', pointer, { evidence: describeValue(one, change.value), ...words });
    return 1;
  }

  /**
   * Where the document says a schema that has a constraint; of schemas that are alike, at the place itself, and so of a
   * component that a request leads to by a route.
   */
  private whereIs(node: Keywords, { schema, whole = schema, request }: Evidence, route?: Route): string {
    const [found, start] = [node, whole].map((one) => {
      const source = this.enforcer.origin(one)?.source;
      return source === undefined ? '#' : this.locate(source);
    }) as [string, string];
    // Who else refers to a component is not affected.
    if (request !== undefined && route !== undefined && found.startsWith('#/components/')) {
      const steps = route.filter(([keyword]) => keyword !== '$ref').flat();
      return joinPointer(request.pointer, 'schema', ...steps.filter((step) => step !== undefined));
    }
    if (request !== undefined && start !== '#' && (found === start || found.startsWith(`${start}/`))) {
      const isNamed = start.startsWith('#/components/');
      return isNamed ? found : `${request.pointer}/schema${found.slice(start.length)}`;
    }
    return [found, start].find((pointer) => pointer !== '#') ?? request?.pointer ?? '#';
  }

  /** What tells the schema from all others, to name what is made for it. */
  private ownerOf(one: Evidence): string {
    const pointer = this.whereIs(one.schema, one);
    return pointer === '#' ? JSON.stringify(one.schema) : pointer;
  }
}

/** Makes one schema the same as another, in place: whoever refers to it sees that. */
function become(schema: Keywords, other: Keywords): void {
  for (const keyword of Object.keys(schema)) delete schema[keyword];
  Object.assign(schema, other);
}

const longestValue = 60;

function describeValue({ kind }: Evidence, value: unknown): string {
  return `The ${kind} ${show(value)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text;
}

/**
 * Tells whether an example cannot be sent where it goes: it would break out of there, or its schema refuses it and what
 * it holds cannot be written there. One of a schema is to be sent by one of the parameters that have this schema, if any.
 */
function isUnsendable(
  { value, request, kind, schema }: Evidence,
  isRefused: boolean,
  senders: Senders,
): boolean {
  if (kind !== 'example') return false;
  const all = request === undefined ? (senders.get(schema) ?? []) : [request.content];
  const isLost = (content: Place): boolean => {
    if (!('in' in content)) return false;
    const guard = guardOf(content);
    const isOutside = guard !== undefined && [value].flat().some((item) => !fitsGuard(item, guard));
    return isOutside || (isRefused && !holdsStructure(content) && isNested(value));
  };
  return all.length > 0 && all.every(isLost);
}

/** Whether lists and objects within a value can be written: OpenAPI says how in JSON alone, and servers read brackets. */
function holdsStructure({ mediaType, style }: ApiParameter): boolean {
  return mediaType !== undefined || style === 'deepObject';
}

function isNested(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((item) => typeof item === 'object' && item !== null);
}

/** What the document says in evidence, and the components that it is to be judged with. */
interface Findings {
  evidence: Evidence[];
  table: Record<string, Schema>;
  senders: Senders;
}

/** The parameters and bodies that have a schema as a whole. */
type Senders = ReadonlyMap<Schema, readonly Place[]>;

/** The kinds of media types of which an example shows the value itself. */
const isValue = new Set<Kind>(['json', 'form', 'multipart']);

/** Keywords beside which a default or listed value need not be looked at, if it is of the type. */
const harmless = new Set(['type', 'description', 'default', 'enum']);

/** Gathers every example, default and listed value that the document has for requests (OpenAPI 3.2, Schema Object). */
export function collectEvidence({ operations }: Api, enforcer: Enforcer): Findings {
  const requests = listRequests();
  const reach = (all: readonly { schema: Schema }[]) =>
    reachComponents(
      all.map(({ schema }) => schema),
      enforcer.component,
    );
  // Components have origins once they are reached.
  reach(requests);
  const parts = [...enforcer.origins()].flatMap(([schema, { source, whole }]) =>
    whole && typeof schema === 'object' ? evidenceOf(schema, source) : [],
  );
  // What a part refers to may be in no request: there it may be told in another way.
  const table = reach([...requests, ...parts]);
  const senders = new Map<Schema, Place[]>();
  for (const { content, schema } of requests) memoizeIn(senders, schema, () => []).push(content);
  return { evidence: [...requests.flatMap(examplesOf), ...parts], table, senders };

  /** Every parameter and body once: operations share them. */
  function listRequests() {
    const contents = operations.flatMap(({ parameters, bodies }) => [...parameters, ...bodies.slice(0, 1)]);
    return [...new Set(contents)].map((content) => ({ content, schema: enforcer.schema(content.schema) }));
  }

  function examplesOf({ content, schema }: ReturnType<typeof listRequests>[number]): Evidence[] {
    const kind = 'in' in content ? 'json' : inferBodyKind(content, schema, enforcer).kind;
    if (typeof schema === 'boolean' || !isValue.has(kind)) return [];
    const { pointer, examples } = content;
    // Null for a body says that there is none.
    return examples
      .filter((value) => 'in' in content || value !== null)
      .map((value) => ({ schema, value, kind: 'example', request: { pointer, content } }));
  }
}

function evidenceOf(schema: Keywords, source: Keywords): Evidence[] {
  const { examples = [], default: usual, enum: values, const: constant } = source;
  const said = (examples as unknown[])
    .flatMap((value) => asExamples(value, schema))
    .map((value): Evidence => ({ schema, value, kind: 'example' }));
  const isOpen = Object.keys(schema).every((keyword) => harmless.has(keyword));
  if (usual !== undefined && !(isOpen && schema['enum'] === undefined && keepsType(usual, schema)))
    said.push({ schema, value: usual, kind: 'default' });
  const listed = constant === undefined ? ((values ?? []) as unknown[]) : [constant];
  if (isOpen || listed.length === 0) return said;
  // Its own list would only be gone through again for each of its values.
  const { enum: _, const: __, ...rest } = schema;
  return [
    ...said,
    ...listed.map((value): Evidence => ({ schema: rest, whole: schema, value, kind: 'listed value' })),
  ];
}

/** Some documents give a list of examples where one is asked for. */
function asExamples(value: unknown, schema: Keywords): unknown[] {
  const isList = Array.isArray(value) && schema['type'] !== undefined && !keepsType(value, schema);
  return isList && value.every((item) => keepsType(item, schema)) ? value : [value];
}

function keepsType(value: unknown, { type }: Keywords): boolean {
  const types = [type ?? []].flat();
  const own = typeOf(value);
  return types.length === 0 || types.includes(own) || (own === 'integer' && types.includes('number'));
}

/**
 * Whether an example is no value of the schema that it stands at, but something else around or inside such a value: a
 * whole answer, a list of values, a text that holds one. It says nothing of the schema. Where a scalar stands for
 * another, or an object has some of the fields, the document means the value itself.
 */
function isMisplaced(value: unknown, schema: Keywords, judge: Judge, { origin }: Enforcer): boolean {
  if (isEmptyObject(value)) return true;
  if (isOfOtherStructure(value, judge.types(schema))) return true;
  if (typeOf(value) !== 'object') return false;
  const forms = judge.forms(schema);
  const names = new Set(
    forms.flatMap((form) => [
      ...Object.keys((form['properties'] ?? {}) as object),
      ...Object.keys(origin(form)?.received ?? {}),
    ]),
  );
  if (names.size === 0 || forms.some(({ patternProperties }) => patternProperties !== undefined))
    return false;
  const known = countKnown(value, names);
  if (known === 0) return true;
  return Object.entries(value as object).some(
    ([name, inner]) => !names.has(name) && countKnown([inner].flat()[0], names) > known,
  );
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** An object or a list where neither may be, or something else where nothing but such may be. */
function isOfOtherStructure(value: unknown, types: ReadonlySet<string>): boolean {
  const type = typeOf(value);
  if (value === null || types.size === 0 || types.has(type)) return false;
  const isStructure = type === 'object' || type === 'array';
  return isStructure || ![...types].some((one) => one !== 'object' && one !== 'array' && one !== 'null');
}

function countKnown(value: unknown, names: ReadonlySet<string>): number {
  return typeOf(value) === 'object'
    ? Object.keys(value as object).filter((name) => names.has(name)).length
    : 0;
}

/** Finds where the document says a schema, as a JSON pointer; `#` for one that is not of the document. */
export function locateSchemas({ components, pointers, operations }: Api): (schema: Schema) => string {
  let known: Map<Schema, string> | undefined;

  function index(): Map<Schema, string> {
    const found = new Map<Schema, string>();
    const visit = (schema: Schema, pointer: string): void => {
      if (typeof schema === 'boolean' || found.has(schema)) return;
      found.set(schema, pointer);
      for (const [path, child] of subschemaEntries(schema as Keywords)) visit(child, pointer + path);
    };
    for (const [name, schema] of Object.entries(components)) visit(schema, pointers[name] ?? '#');
    for (const { parameters, bodies } of operations) {
      for (const { schema, pointer } of [...parameters, ...bodies]) visit(schema, `${pointer}/schema`);
    }
    return found;
  }

  return (schema) => {
    known ??= index();
    return known.get(schema) ?? '#';
  };
}
