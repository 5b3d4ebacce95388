import { TreeInterpreter, compile, tokenize } from '@jmespath-community/jmespath';
import { randomUUID } from 'node:crypto';
import { compactJson } from '../http/readJson.js';
import { isObject } from '../json.js';
import { isRounded, mapNumbers } from '../arguments/largeIntegers.js';
import type { Selector } from '../result/received.js';
import { clip, countOf, echo, listSome } from '../text.js';
import { type Node, SelectorError, boundWork, countValues, tooMuch } from './boundWork.js';

/** Names that every object of JavaScript has. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/**
 * Makes what picks parts out of answers by an expression of JMESPath. Numbers that JavaScript would round keep their
 * digits: within the expression they are texts, equal to none but the same number.
 *
 * @throws SelectorError where the expression cannot be used.
 */
export function createSelector(expression: string): Selector {
  const node = parseSelector(expression);
  const isOdd = inherited.some((name) => expression.includes(name));

  const pick: Selector['pick'] = ({ text, isLossy: findLossy, value: read }) => {
    try {
      boundWork(node, { chars: text.length, values: countValues(text) });
      const isLossy = findLossy();
      // No answer can hold what is made up only now.
      const mark = `integer ${randomUUID()} `;
      // What is read already is not kept twice: nothing changes it.
      const value: unknown =
        isLossy || isOdd
          ? JSON.parse(isLossy ? markLarge(text, mark) : text, isOdd ? withoutInherited : undefined)
          : read();
      const found = evaluate(
        isLossy ? compile(replaceLiterals(expression, (json) => markLarge(json, mark))) : node,
        value,
      );
      // Of what is no JSON, as a function of an object, there is no text.
      const written = (JSON.stringify(found ?? null) as string | undefined) ?? 'null';
      return compactJson(isLossy ? unmarkLarge(written, mark) : written);
    } catch (error) {
      if (error instanceof SelectorError) return error;
      if (error instanceof RangeError) return new SelectorError('it is too much for one of its functions');
      return new SelectorError(error instanceof Error ? error.message : String(error));
    }
  };
  return { pick, describeTop };
}

/** An object that has no other members than those of the answer. */
function withoutInherited(_name: string, value: unknown): unknown {
  const isPlain = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isPlain ? Object.assign(Object.create(null) as object, value) : value;
}

type Interpreter = typeof TreeInterpreter;
type Value = Parameters<Interpreter['search']>[1];

/** Steps that an expression may take: a second or so. */
const mostSteps = 2e6;
/** Characters that it may come to, about. */
const mostWritten = 30e6;
/** Characters that could be written in the time that it takes to look up a name. */
const workOfName = 8;

/** Evaluates an expression; one that takes too many steps, or comes to too much, throws a `SelectorError`. */
function evaluate(expression: Node, value: unknown): unknown {
  let left = mostSteps;
  const interpreter = new (TreeInterpreter.constructor as new () => Interpreter)();
  const visit = interpreter.visit.bind(interpreter);
  // Every part of an expression is evaluated by this method, also within functions.
  interpreter.visit = (node, at) => {
    left -= 1;
    if (left < 0) throw tooMuch();
    return visit(node, at);
  };
  const found: unknown = interpreter.search(expression, value as Value);
  takeRoom(found, { left: mostWritten });
  return found;
}

/** Stops where a value that holds others many times over would be too long to write. */
function takeRoom(value: unknown, room: { left: number }): void {
  room.left -= typeof value === 'string' ? value.length + 3 : 4;
  if (room.left < 0) throw tooMuch();
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) takeRoom(item, room);
    return;
  }
  // Object.values takes far longer for a large object.
  for (const name of Object.keys(value)) {
    room.left -= name.length + 3 + workOfName;
    takeRoom((value as Record<string, unknown>)[name], room);
  }
}

/** Writes numbers that JavaScript would round as texts that begin with a mark, in valid JSON. */
function markLarge(json: string, mark: string): string {
  return mapNumbers(json, isRounded, (number) => `"${mark}${number}"`);
}

/** Takes the marks out again: a text that is one number becomes that number. */
function unmarkLarge(json: string, mark: string): string {
  return json.replaceAll(new RegExp(`"${mark}([\\d.eE+-]+)"`, 'g'), '$1').replaceAll(mark, '');
}

/** Members that are named. */
const most = 40;

/** What an answer has at its top, for who looked elsewhere. */
function describeTop(answer: unknown): string {
  if (Array.isArray(answer)) {
    const [first] = answer as unknown[];
    const item = first === undefined ? '' : `, the first of which is ${describeValue(first)}`;
    return `the response is a list of ${countOf(answer.length, 'item')}${item}`;
  }
  return `the response is ${describeValue(answer)}`;
}

function describeValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (!isObject(value)) return `a ${typeof value === 'string' ? 'text' : typeof value}`;
  const names = Object.keys(value).map((name) => clip(name, 60));
  return names.length === 0 ? 'an object without members' : `an object with ${listSome(names, most)}`;
}

/** Texts, names and JSON within an expression, as far as they are closed. */
const quoted = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|`(?:\\.|[^`\\])*`/gs;

/** What no expression should come to even on a small answer. */
const small = { chars: 1_000, values: 100 };

/**
 * Parses an expression of JMESPath.
 *
 * @throws SelectorError where it cannot be used on any answer.
 */
export function parseSelector(expression: string): Node {
  const open = expression.replaceAll(quoted, (text) => ' '.repeat(text.length)).search(/['"`]/);
  if (open !== -1) throw new SelectorError(`${showPosition(expression, open)}: this quote is never closed`);
  let node: Node;
  try {
    node = compile(expression);
  } catch (error) {
    throw new SelectorError(describeSyntaxError(expression, error));
  }
  boundWork(node, small);
  return node;
}

/** The same with another text in place of the JSON within. */
function replaceLiterals(expression: string, replace: (json: string) => string): string {
  return expression.replaceAll(quoted, (text) =>
    text.startsWith('`') ? `\`${replace(text.slice(1, -1))}\`` : text,
  );
}

/** Where the parser gave up: it does not say so itself, but it reads from left to right. */
function describeSyntaxError(expression: string, error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deeply';
  const lexed = longestPrefix(expression, (text) => tokenize(text));
  if (lexed < expression.length) {
    const start = lexed + (/^\s*/.exec(expression.slice(lexed))?.[0].length ?? 0);
    const isLiteral = expression[start] === '`';
    return `${showPosition(expression, start)}: ${isLiteral ? 'what stands between ` and ` is no JSON: a text is written in single quotes' : 'this character has no meaning here'}`;
  }
  if (!failsWithin(expression))
    return `it ends too early, behind "${echo(expression.trim().slice(-20), 20)}"`;
  const starts = tokenize(expression).map(({ start }) => start);
  const endOf = (index: number) => starts[index + 1] ?? expression.length;
  // What is wrong up to one place is wrong up to every later one.
  let [first, last] = [0, starts.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (failsWithin(expression.slice(0, endOf(middle)))) last = middle;
    else first = middle + 1;
  }
  return `${showPosition(expression, starts[first] ?? 0)}: this is not expected here`;
}

/** Whether an expression is wrong whatever may follow. */
function failsWithin(expression: string): boolean {
  try {
    compile(expression);
    return false;
  } catch (error) {
    return error instanceof Error && !(error instanceof TypeError) && !error.message.includes('EOF');
  }
}

function longestPrefix(text: string, read: (prefix: string) => unknown): number {
  for (let length = text.length; length > 0; length -= 1) {
    try {
      read(text.slice(0, length));
      return length;
    } catch {
      // A shorter one may be whole.
    }
  }
  return 0;
}

function showPosition(expression: string, start: number): string {
  return `character ${start + 1}, at "${echo(expression.slice(start), 20)}"`;
}
