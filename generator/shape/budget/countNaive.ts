import type { Api, ApiParameter, Operation, Schema } from '../../model/api.js';
import { escapeSegment } from '../../model/document.js';
import { type Keywords, mapSubschemas, listSubschemas } from '../../schema/subschemas.js';
import type { JsonCounter, Piece } from '../../text/countJson.js';
import { hashText } from '../../text/hash.js';
import { memoizeIn } from '../../text/memo.js';
import { chooseOutput } from '../responses.js';

/** A schema with everything that it refers to written out, and the components in cycles that it still refers to. */
interface Expanded {
  piece: Piece;
  cycles: ReadonlySet<string>;
}

/** Counts what a tool takes where nothing is done about it. */
interface NaiveCounter {
  input: (name: string, operation: Operation) => number;
  /** Nothing where the document declares no JSON as the answer. */
  output: (operation: Operation) => number;
}

/** What stands for a schema that is counted by itself. */
const mark = /"\uE000(\d+)\uE001"/;

/**
 * Makes what counts the tokens of a tool as it is where nothing is done about it: its name, the summary and
 * description as they stand, and all parameters and the body with every reference written out; no title,
 * annotations and output schema. A component that is part of a cycle is written once for each tool, in `$defs`.
 * Nothing of that size is ever written: each schema is counted once, whatever it grows to. The schema of its answers
 * is counted in the same way, by itself.
 */
export function countNaive({ components }: Pick<Api, 'components'>, counter: JsonCounter): NaiveCounter {
  const { join, total } = counter;
  const schemas = new SchemaExpander(components, counter);
  const input = (name: string, operation: Operation): number => {
    const [body] = operation.bodies;
    const members: [string, Expanded][] = [
      ...operation.parameters.map((one): [string, Expanded] => [one.name, schemas.expandParameter(one)]),
      ...(body === undefined ? [] : [['body', schemas.expandAll(body.schema)] as [string, Expanded]]),
    ];
    const required = [
      ...operation.parameters.filter((one) => one.required).map((one) => one.name),
      ...(body !== undefined && operation.bodyRequired ? ['body'] : []),
    ];
    const description = [operation.summary, operation.description].filter(Boolean).join('\n\n');
    const tokens = total(
      join([
        `{"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},`,
        '"inputSchema":{"type":"object","properties":{',
        ...writeMembers(members),
        '}',
        ...(required.length === 0 ? [] : [`,"required":${JSON.stringify(required)}`]),
        schemas.define(members.map(([, expanded]) => expanded)),
        '}}',
      ]),
    );
    return Math.min(tokens, Number.MAX_SAFE_INTEGER);
  };

  const output = (operation: Operation): number => {
    const schema = chooseOutput(operation)?.schema;
    if (schema === undefined) return 0;
    const expanded = schemas.expandAll(schema);
    return Math.min(total(join([expanded.piece, schemas.define([expanded])])), Number.MAX_SAFE_INTEGER);
  };

  return { input, output };
}

/** The schemas of a document with every reference written out, each made once. */
class SchemaExpander {
  private readonly references: ReadonlyMap<string, readonly string[]>;
  private readonly cyclic: ReadonlySet<string>;
  private readonly known = new Map<Schema, Expanded>();
  private readonly parameters = new Map<ApiParameter, Expanded>();
  /** The components that have been expanded, or are about to be. */
  private readonly entered = new Set<string>();
  /** The components that tools define, by their names: most tools that define any reach the same. */
  private readonly defined = new Map<string, Piece>();

  constructor(
    private readonly components: Api['components'],
    private readonly counter: Pick<JsonCounter, 'join'>,
  ) {
    this.references = new Map(
      Object.entries(components).map(([name, schema]) => [name, [...referencesIn(schema)]]),
    );
    this.cyclic = findCycles(this.references);
  }

  private lookUp(name: string): Schema {
    return Object.hasOwn(this.components, name) ? (this.components[name] ?? true) : true;
  }

  /** What is referred to comes first: thousands of schemas may each hold the next. */
  expandAll(root: Schema): Expanded {
    const done = this.known.get(root);
    if (done !== undefined) return done;
    const waiting: { schema: Schema; names: Iterator<string> }[] = [];
    const enter = (schema: Schema, names: Iterable<string>): number =>
      waiting.push({ schema, names: names[Symbol.iterator]() });
    enter(root, referencesIn(root));
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const { value: name, done: isLast } = top.names.next();
      if (isLast === true) waiting.pop();
      else if (!this.cyclic.has(name) && !this.entered.has(name)) {
        this.entered.add(name);
        enter(this.lookUp(name), this.references.get(name) ?? []);
      }
      if (isLast === true && waiting.length > 0) this.expand(top.schema);
    }
    return this.expand(root);
  }

  private expand(schema: Schema): Expanded {
    return memoizeIn(this.known, schema, () => {
      const target = this.follow(schema);
      return target === schema ? this.expandKeywords(target) : this.expand(target);
    });
  }

  /** The schema that a reference stands for, with what stands beside it; one into a cycle stays. */
  private follow(schema: Schema): Schema {
    const ref = referenceOf(schema);
    if (ref === undefined || this.cyclic.has(ref)) return schema;
    const target = this.follow(this.lookUp(ref));
    const { $ref: _, ...beside } = schema as Keywords;
    if (Object.keys(beside).length === 0) return target;
    return { ...(typeof target === 'boolean' ? {} : target), ...beside };
  }

  private expandKeywords(root: Schema): Expanded {
    const parts: Expanded[] = [];
    const cycles = new Set<string>();
    const change = (schema: Schema): Schema => {
      if (typeof schema === 'boolean') return schema;
      const ref = referenceOf(schema);
      if (ref !== undefined && !this.cyclic.has(ref)) {
        parts.push(this.expand(schema));
        return `\uE000${parts.length - 1}\uE001` as never;
      }
      const { xml: _, ...said } = schema;
      const changed = mapSubschemas(said, change);
      if (ref === undefined) return changed;
      cycles.add(ref);
      return { ...changed, $ref: `#/$defs/${escapeSegment(ref)}` };
    };
    const texts = JSON.stringify(change(root)).split(mark);
    for (const part of parts) for (const name of part.cycles) cycles.add(name);
    // Texts and the numbers of parts take turns.
    const pieces = texts.map((text, index) => (index % 2 === 0 ? text : (parts[Number(text)]?.piece ?? '')));
    return { piece: this.counter.join(pieces), cycles };
  }

  expandParameter(parameter: ApiParameter): Expanded {
    const { schema, description } = parameter;
    const expanded = this.expandAll(schema);
    if (description === '') return expanded;
    return memoizeIn(this.parameters, parameter, () =>
      this.expandKeywords(this.follow({ ...(typeof schema === 'boolean' ? {} : schema), description })),
    );
  }

  /** What defines the components in cycles that are reached, those that they reach themselves included. */
  define(parts: readonly Expanded[]): Piece | string {
    const reached = new Set<string>();
    for (const { cycles } of parts) for (const name of cycles) reached.add(name);
    if (reached.size === 0) return '';
    // A set keeps growing while it is walked.
    for (const name of reached)
      for (const next of this.expandAll(this.lookUp(name)).cycles) reached.add(next);
    const sorted = [...reached].toSorted();
    return memoizeIn(this.defined, hashText(JSON.stringify(sorted), 64), () => {
      const members = sorted.map((name): [string, Expanded] => [name, this.expand(this.lookUp(name))]);
      return this.counter.join([',"$defs":{', ...writeMembers(members), '}']);
    });
  }
}

function* writeMembers(members: readonly [string, Expanded][]): Generator<Piece | string> {
  for (const [index, [key, { piece }]] of members.entries()) {
    yield `${index === 0 ? '' : ','}${JSON.stringify(key)}:`;
    yield piece;
  }
}

function referenceOf(schema: Schema): string | undefined {
  const ref = typeof schema === 'boolean' ? undefined : schema['$ref'];
  return typeof ref === 'string' ? ref : undefined;
}

function referencesIn(root: Schema): Set<string> {
  const found = new Set<string>();
  const waiting: Schema[] = [root];
  for (let schema = waiting.pop(); schema !== undefined; schema = waiting.pop()) {
    const ref = referenceOf(schema);
    if (ref !== undefined) found.add(ref);
    waiting.push(...listSubschemas(schema));
  }
  return found;
}

/** The nodes of a graph that lie on a cycle, or between two of them: `edges` names the nodes that each leads to. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const ahead = new Map([...edges].map(([node, targets]) => [node, targets.filter((to) => edges.has(to))]));
  const back = new Map<string, string[]>([...edges.keys()].map((node) => [node, []]));
  for (const [node, targets] of ahead) for (const target of targets) back.get(target)?.push(node);
  const left = new Set(edges.keys());
  peel(left, ahead, back);
  peel(left, back, ahead);
  return left;
}

/** Takes away, again and again, what leads nowhere. */
function peel(
  left: Set<string>,
  ahead: ReadonlyMap<string, readonly string[]>,
  back: ReadonlyMap<string, readonly string[]>,
): void {
  const counts = new Map(
    [...left].map((node) => [node, (ahead.get(node) ?? []).filter((to) => left.has(to)).length]),
  );
  const ends = [...left].filter((node) => counts.get(node) === 0);
  for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
    left.delete(node);
    for (const from of back.get(node) ?? []) {
      const count = (counts.get(from) ?? 0) - 1;
      counts.set(from, count);
      if (count === 0) ends.push(from);
    }
  }
}
