import { TiredError, type Work } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import { type Walker, createWalker } from '../../templates/project/src/runtime/patterns/createWalker.js';
import {
  type Pattern,
  leavesChoice,
  parsePattern,
  subpatternsOf,
} from '../../templates/project/src/runtime/patterns/parsePattern.js';

/** Parts of a pattern that the engine goes over in the time of a step. */
const partsInStep = 20;

/**
 * Makes what tells whether a text matches a pattern, and takes the steps of it off `work`: the engine of the language is
 * let at patterns that leave it one way to go, all others are walked through. Throws a {@link TiredError} where the
 * steps do not suffice, and a SyntaxError where the pattern is none.
 */
export function createMatcher(source: string): (text: string, work: Work) => boolean {
  const expression = new RegExp(source, 'u');
  const pattern = parsePattern(source);
  const parts = leavesChoice(pattern) ? Infinity : countParts(pattern) / partsInStep;
  let walker: Walker | undefined;
  return (text, work) => {
    if (parts === Infinity) return (walker ??= createWalker(pattern)).walk(text, work);
    work.left -= Math.ceil((text.length + 1) * parts);
    if (work.left < 0) throw new TiredError();
    return expression.test(text);
  };
}

function countParts(pattern: Pattern): number {
  return subpatternsOf(pattern).reduce((sum, part) => sum + countParts(part), 1);
}
