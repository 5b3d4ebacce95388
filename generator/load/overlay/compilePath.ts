import {
  FunctionExpressionType,
  JSONPathEnvironment,
  JSONPathError,
  JSONPathNode,
  type JSONPathQuery,
  Nothing,
} from 'json-p3';
import type { Json } from '../../model/document.js';
import { createMatcher } from '../../regex/createMatcher.js';

/** The work that all overlays of a document may take together. */
export interface Effort {
  /** Takes steps off what is left; throws an {@link ExhaustedError} where that does not suffice. */
  spend: (steps: number) => void;
  /** The same for the steps of regular expressions. */
  matching: { left: number };
}

/** Thrown where overlays take more work than they may. */
export class ExhaustedError extends Error {}

/** A value that a path selects, and the names and indexes that lead to it. */
export interface Found {
  value: Json;
  location: readonly (string | number)[];
}

/** Characters of a path: its parser goes deeper with each bracket. */
const longestPath = 4000;

/** Characters of a text that are compared in the time of a step. */
const charactersInStep = 32;
/** Levels at which documents usually end, and those below that are written down in the time of a step. */
const usualDepth = 32;
const levelsInStep = 8;

/** The parts of a compiled query that decide how much work it is. */
interface Segment {
  selectors: Selector[];
  resolve: (nodes: JSONPathNode[]) => JSONPathNode[];
  lazyResolve: (nodes: Iterable<JSONPathNode>) => Iterable<JSONPathNode>;
  visit?: (node: JSONPathNode) => Iterable<JSONPathNode>;
}
interface Selector {
  resolve: (node: JSONPathNode) => JSONPathNode[];
  name?: string;
  index?: number;
  expression?: Expression;
}
interface Expression {
  evaluate: (context: never) => unknown;
  logical?: boolean;
  left?: Expression;
  right?: Expression;
  expression?: Expression;
  args?: Expression[];
  path?: JSONPathQuery;
}

/**
 * Compiles a JSONPath (RFC 9535) to what finds the values that it selects, each once.
 *
 * @throws an Error that says what is wrong with the path
 */
export function compilePath(path: string, effort: Effort): (root: Json) => Found[] {
  if (path.length > longestPath)
    throw new Error(`it is longer than ${longestPath.toLocaleString('en')} characters`);
  const environment = new JSONPathEnvironment();
  addFunctions(environment, effort);
  const query = compile(environment, path);
  boundQuery(query, effort);
  return (root) => {
    const found = new Map<string, Found>();
    for (const node of query.lazyQuery(root)) {
      const { value, location } = node;
      effort.spend(depthOf(node));
      found.set(JSON.stringify(location), { value: value as Json, location });
    }
    return [...found.values()];
  };
}

function compile(environment: JSONPathEnvironment, path: string): JSONPathQuery {
  try {
    return environment.compile(path);
  } catch (error) {
    if (error instanceof JSONPathError) {
      const place = Math.min(error.token.index, path.length) + 1;
      throw new Error(`${error.message.replace(/ \('.*'(?::-?\d+)?\)$/s, '')}, at character ${place}`, {
        cause: error,
      });
    }
    if (error instanceof RangeError) throw new Error('it is nested too deeply', { cause: error });
    throw error;
  }
}

/** The functions whose work depends on more than the number of their arguments (RFC 9535, 2.4.4 to 2.4.7). */
function addFunctions({ functionRegister }: JSONPathEnvironment, effort: Effort): void {
  const { ValueType, LogicalType } = FunctionExpressionType;
  functionRegister.set('length', {
    argTypes: [ValueType],
    returnType: ValueType,
    call: (value) => {
      if (typeof value === 'string') return countCharacters(value, effort);
      return typeof value === 'object' && value !== null ? Object.keys(value).length : Nothing;
    },
  });
  const patterns = new Map<string, ReturnType<typeof createMatcher> | undefined>();
  const matcherOf = (source: string) => {
    if (!patterns.has(source)) {
      if (patterns.size > 100) patterns.clear();
      patterns.set(source, toMatcher(source));
    }
    return patterns.get(source);
  };
  const matching = (toSource: (pattern: string) => string) => ({
    argTypes: [ValueType, ValueType],
    returnType: LogicalType,
    call: (text: unknown, pattern: unknown) => {
      if (typeof text !== 'string' || typeof pattern !== 'string') return false;
      try {
        return matcherOf(toSource(toExpression(pattern)))?.(text, effort.matching) ?? false;
      } catch (error) {
        // The steps do not suffice, or the pattern is too large to be walked through.
        throw new ExhaustedError('', { cause: error });
      }
    },
  });
  functionRegister.set(
    'match',
    matching((source) => `^(?:${source})$`),
  );
  functionRegister.set(
    'search',
    matching((source) => source),
  );
}

/** What is no regular expression matches nothing (RFC 9535, 2.4.6). */
function toMatcher(source: string): ReturnType<typeof createMatcher> | undefined {
  try {
    return createMatcher(source);
  } catch {
    return undefined;
  }
}

/** An I-Regexp as ECMAScript has it (RFC 9485, 5.3). */
function toExpression(source: string): string {
  return source.replaceAll(/\\[^]|\[(?:\\[^]|[^\]\\])*\]|\./gu, (piece) => {
    if (piece === '.') return String.raw`[^\n\r]`;
    return piece === String.raw`\-` ? '-' : piece;
  });
}

/** Makes a query take its steps off what is left, however its parts are put together. */
function boundQuery(query: JSONPathQuery, effort: Effort): void {
  for (const segment of query.segments as unknown as Segment[]) {
    const { lazyResolve } = segment;
    // A list of any length: the library hands it over as arguments, of which there may be so many.
    segment.resolve = (nodes) => [...lazyResolve.call(segment, nodes)];
    if (segment.visit !== undefined) segment.visit = (node) => visitAll(node, effort);
    for (const selector of segment.selectors) boundSelector(selector, effort);
  }
}

function boundSelector(selector: Selector, effort: Effort): void {
  const { resolve, expression } = selector;
  const isSingle = selector.name !== undefined || selector.index !== undefined;
  selector.resolve = (node) => {
    effort.spend((isSingle ? 1 : 1 + widthOf(node.value as Json)) * (1 + depthOf(node)));
    return resolve.call(selector, node);
  };
  if (expression !== undefined) boundExpression(expression, effort);
}

function boundExpression(expression: Expression, effort: Effort): void {
  const { left, right, logical, evaluate } = expression;
  if (expression.path !== undefined) boundQuery(expression.path, effort);
  for (const part of [left, right, expression.expression, ...(expression.args ?? [])])
    if (part !== undefined) boundExpression(part, effort);
  if (logical !== false || left?.path === undefined || right?.path === undefined) return;
  expression.evaluate = (context) => {
    for (const side of [left, right])
      for (const { value } of side.evaluate(context) as Iterable<JSONPathNode>)
        measureValue(value as Json, effort);
    return evaluate.call(expression, context);
  };
}

/** A node and all below it, in the order of the document: by a list, since recursion has an end. */
function* visitAll(node: JSONPathNode, effort: Effort): Generator<JSONPathNode> {
  const waiting = [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    effort.spend(1 + depthOf(next));
    yield next;
    const { value, location, root } = next;
    if (typeof value !== 'object' || value === null) continue;
    const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    for (const key of keys.toReversed())
      waiting.push(new JSONPathNode((value as Record<string, never>)[key]!, [...location, key], root));
  }
}

/** Steps for what is deep down: with each node, the whole way to it is written down. */
function depthOf({ location }: JSONPathNode): number {
  return Math.max(0, location.length - usualDepth) / levelsInStep;
}

function widthOf(value: Json): number {
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

/** How many values a value holds, itself counted, and how deeply they are nested; each takes a step. */
export function measureValue(value: Json, effort: Effort): { size: number; depth: number } {
  let size = 0;
  let depth = 0;
  for (let level: Json[] = [value]; level.length > 0; depth += 1) {
    size += level.length;
    effort.spend(level.length);
    const next: Json[] = [];
    for (const one of level) {
      if (typeof one === 'string') effort.spend(one.length / charactersInStep);
      if (typeof one === 'object' && one !== null) for (const inner of Object.values(one)) next.push(inner);
    }
    level = next;
  }
  return { size, depth };
}

/** The characters of a text, of which some take two places. */
function countCharacters(text: string, effort: Effort): number {
  effort.spend(1 + text.length / charactersInStep);
  let count = 0;
  for (let index = 0; index < text.length; count += 1) index += text.codePointAt(index)! > 0xff_ff ? 2 : 1;
  return count;
}
