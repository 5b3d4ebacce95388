import { compile, tokenize } from '@jmespath-community/jmespath';
import { echo } from '../text.js';
import { type Node, SelectorError, boundWork } from './boundWork.js';

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
export function replaceLiterals(expression: string, replace: (json: string) => string): string {
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
