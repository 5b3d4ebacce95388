import { mostSteps } from '../../templates/project/src/runtime/patterns/compilePattern.js';
import { stepsOfCharacter } from '../../templates/project/src/runtime/patterns/prepareBounded.js';
import {
  UnwalkableError,
  createScanner,
  createWalker,
  mostScannedIn,
} from '../../templates/project/src/runtime/patterns/createWalker.js';
import { leavesChoice, parsePattern } from '../../templates/project/src/runtime/patterns/parsePattern.js';
import { countWays, mostWays } from './ambiguity.js';

/**
 * Why a server had better not compare a pattern with texts, if so. Those of the names of members may be left to an engine
 * that tries the ways to read a name one after another.
 */
export function explainHarm(source: string, isOfNames: boolean): string | undefined {
  const pattern = parsePattern(source);
  const ways = countWays(source);
  if (ways === Infinity) return 'backtracking could take it time that doubles with each character of a text';
  if (ways > mostWays) return 'its parts overlap so often that backtracking could take it hours';
  try {
    createWalker(pattern);
  } catch (error) {
    if (error instanceof UnwalkableError) return error.message;
    throw error;
  }
  if (!isOfNames || !leavesChoice(pattern)) return undefined;
  return 'it reads a name in more than one way, and backtracking could take it long';
}

/** Whether a text can be read by a pattern in more than one way: what goes back and tries again could take it long. */
export function readsSeveralWays(source: string): boolean {
  return leavesChoice(parsePattern(source));
}

/** Characters of a text that a server can compare with a pattern, unless thousands of them differ. */
export function countComparable(source: string): number {
  const pattern = parsePattern(source);
  if (!leavesChoice(pattern)) return Math.floor(mostSteps / stepsOfCharacter(pattern));
  const walked = Math.floor(mostSteps / createWalker(pattern).steps);
  return createScanner(pattern)?.isSmall() === true ? Math.max(walked, mostScannedIn(mostSteps / 2)) : walked;
}
