import { TreeInterpreter } from '@jmespath-community/jmespath';
import { tooMuch, type Node } from './boundWork.js';

type Interpreter = typeof TreeInterpreter;
type Value = Parameters<Interpreter['search']>[1];

/** Steps that an expression may take: a second or so. */
const mostSteps = 2e6;
/** Characters that it may come to, about. */
const mostWritten = 30e6;
/** Characters that could be written in the time that it takes to look up a name. */
const workOfName = 8;

/** Evaluates an expression; one that takes too many steps, or comes to too much, throws a `SelectorFault`. */
export function evaluate(expression: Node, value: unknown): unknown {
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
  measure(found, { left: mostWritten });
  return found;
}

/** Stops where a value that holds others many times over would be too long to write. */
function measure(value: unknown, room: { left: number }): void {
  room.left -= typeof value === 'string' ? value.length + 3 : 4;
  if (room.left < 0) throw tooMuch();
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) measure(item, room);
    return;
  }
  // Object.values takes far longer for a large object.
  for (const name of Object.keys(value)) {
    room.left -= name.length + 3 + workOfName;
    measure((value as Record<string, unknown>)[name], room);
  }
}
