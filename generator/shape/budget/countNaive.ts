import type { Api, ApiParameter, Operation, Schema } from '../../model/api.js';
import { escapeSegment } from '../../model/document.js';
import { type Keywords, mapSubschemas, subschemas } from '../../schema/subschemas.js';
import type { JsonCounter, Piece } from '../../text/countJson.js';
import { hashText } from '../../text/hash.js';
import { obtain } from '../../text/memo.js';
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
export function countNaive(
  { components }: Pick<Api, 'components'>,
  { join, total }: JsonCounter,
): NaiveCounter {
  const references = new Map(
    Object.entries(components).map(([name, schema]) => [name, [...referencesIn(schema)]]),
  );
  const cyclic = findCycles(references);
  const known = new Map<Schema, Expanded>();
  const parameters = new Map<ApiParameter, Expanded>();
  /** The components that have been expanded, or are about to be. */
  const entered = new Set<string>();
  /** The components that tools define, by their names: most tools that define any reach the same. */
  const defined = new Map<string, Piece>();

  function lookUp(name: string): Schema {
    return Object.hasOwn(components, name) ? (components[name] ?? true) : true;
  }

  /** What is referred to comes first: thousands of schemas may each hold the next. */
  function expandAll(root: Schema): Expanded {
    const done = known.get(root);
    if (done !== undefined) return done;
    const waiting: { schema: Schema; names: Iterator<string> }[] = [];
    const enter = (schema: Schema, names: Iterable<string>): number =>
      waiting.push({ schema, names: names[Symbol.iterator]() });
    enter(root, referencesIn(root));
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const { value: name, done: isLast } = top.names.next();
      if (isLast === true) waiting.pop();
      else if (!cyclic.has(name) && !entered.has(name)) {
        entered.add(name);
        enter(lookUp(name), references.get(name) ?? []);
      }
      if (isLast === true && waiting.length > 0) expand(top.schema);
    }
    return expand(root);
  }

  function expand(schema: Schema): Expanded {
    return obtain(known, schema, () => {
      const target = follow(schema);
      return target === schema ? expandKeywords(target) : expand(target);
    });
  }

  /** The schema that a reference stands for, with what stands beside it; one into a cycle stays. */
  function follow(schema: Schema): Schema {
    const ref = referenceOf(schema);
    if (ref === undefined || cyclic.has(ref)) return schema;
    const target = follow(lookUp(ref));
    const { $ref: _, ...beside } = schema as Keywords;
    if (Object.keys(beside).length === 0) return target;
    return { ...(typeof target === 'boolean' ? {} : target), ...beside };
  }

  function expandKeywords(root: Schema): Expanded {
    const parts: Expanded[] = [];
    const cycles = new Set<string>();
    const change = (schema: Schema): Schema => {
      if (typeof schema === 'boolean') return schema;
      const ref = referenceOf(schema);
      if (ref !== undefined && !cyclic.has(ref)) {
        parts.push(expand(schema));
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
    return { piece: join(pieces), cycles };
  }

  function expandParameter(parameter: ApiParameter): Expanded {
    const { schema, description } = parameter;
    const expanded = expandAll(schema);
    if (description === '') return expanded;
    return obtain(parameters, parameter, () =>
      expandKeywords(follow({ ...(typeof schema === 'boolean' ? {} : schema), description })),
    );
  }

  /** What defines the components in cycles that are reached, those that they reach themselves included. */
  function define(parts: readonly Expanded[]): Piece | string {
    const reached = new Set<string>();
    for (const { cycles } of parts) for (const name of cycles) reached.add(name);
    if (reached.size === 0) return '';
    // A set keeps growing while it is walked.
    for (const name of reached) for (const next of expandAll(lookUp(name)).cycles) reached.add(next);
    const sorted = [...reached].toSorted();
    return obtain(defined, hashText(JSON.stringify(sorted), 64), () => {
      const members = sorted.map((name): [string, Expanded] => [name, expand(lookUp(name))]);
      return join([',"$defs":{', ...writeMembers(members), '}']);
    });
  }

  function countOutput(operation: Operation): number {
    const schema = chooseOutput(operation)?.schema;
    if (schema === undefined) return 0;
    const expanded = expandAll(schema);
    return Math.min(total(join([expanded.piece, define([expanded])])), Number.MAX_SAFE_INTEGER);
  }

  function countInput(name: string, operation: Operation): number {
    const [body] = operation.bodies;
    const members: [string, Expanded][] = [
      ...operation.parameters.map((one): [string, Expanded] => [one.name, expandParameter(one)]),
      ...(body === undefined ? [] : [['body', expandAll(body.schema)] as [string, Expanded]]),
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
        define(members.map(([, expanded]) => expanded)),
        '}}',
      ]),
    );
    return Math.min(tokens, Number.MAX_SAFE_INTEGER);
  }

  return { input: countInput, output: countOutput };
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
    waiting.push(...subschemas(schema));
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
