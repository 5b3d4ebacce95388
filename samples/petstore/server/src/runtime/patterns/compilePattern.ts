import { CallError, notSent } from '../errors.js';
import { TiredError, type Walker, type Work, createScanner, createWalker } from './createWalker.js';
import { type Pattern, leavesChoice, parsePattern, subpatternsOf } from './parsePattern.js';

/** Says whether a text matches a pattern. */
export interface Matcher {
  test: (text: string) => boolean;
  /** The pattern itself. */
  toString: () => string;
}

/** Steps of one pattern on one text: 20 ms, and half as much again or twice that on a busy machine. */
export const mostSteps = 250_000;
/** Steps of all patterns in one check of arguments. */
const mostStepsInAll = 5_000_000;
/** Parts of a pattern that the engine goes over in the time of a step. */
const partsInStep = 120;
/** Such parts that a class of Unicode counts for, as `\p{L}` does, and characters of a class that count for one. */
const partsOfProperty = 15;
const charactersInPart = 20;
/** Characters of a text from which on it pays to keep sets of places of a pattern. */
const longText = 1000;
/** Patterns that are kept ready. */
const mostKept = 2000;
/** Characters of a pattern that are shown. */
const longestShown = 60;

const kept = new Map<string, Matcher>();
/** What is left of the steps of the check under way. */
let total: Work | undefined;

/**
 * Makes a pattern of a document ready. The engine of the language, which goes back and tries again, is only let at
 * patterns that leave it one way to go; all others are walked through by all ways at once. Either way the work grows in
 * proportion to the text and is bounded; beyond the bound a {@link TooLongError} says so.
 */
export function compilePattern(source: string): Matcher {
  const known = kept.get(source);
  if (known !== undefined) return known;
  if (kept.size >= mostKept) kept.clear();
  const expression = new RegExp(source, 'u');
  let test: Matcher['test'] | undefined;
  const matcher = {
    test: (text: string) => (test ??= prepare(source, expression))(text),
    toString: () => source,
  };
  kept.set(source, matcher);
  return matcher;
}

/** Runs a check: the work of all patterns in it is bounded together. Checks inside it belong to it. */
export function boundPatterns<T>(check: () => T): T {
  if (total !== undefined) return check();
  total = { left: mostStepsInAll };
  try {
    return check();
  } finally {
    total = undefined;
  }
}

function prepare(source: string, expression: RegExp): Matcher['test'] {
  const pattern = parsePattern(source);
  const parts = leavesChoice(pattern) ? Infinity : stepsOfCharacter(pattern);
  let walker: Walker | undefined;
  let scanner: ReturnType<typeof createScanner>;
  let isScanned = true;

  function follow(text: string, work: Work): boolean {
    if (isScanned && text.length > longText) {
      scanner ??= createScanner(pattern);
      const isFit = scanner?.scan(text, work);
      if (isFit !== undefined) return isFit;
      isScanned = false;
    }
    return (walker ??= createWalker(pattern)).walk(text, work);
  }

  return (text) => {
    const allowed = Math.min(mostSteps, total?.left ?? mostSteps);
    const estimate = Math.ceil((text.length + 1) * parts);
    const work: Work = { left: allowed };
    try {
      if (estimate > allowed) return follow(text, work);
      work.left -= estimate;
      return expression.test(text);
    } catch (error) {
      // The engine runs out of memory for the places that it could go back to.
      if (error instanceof TiredError || error instanceof RangeError) throw tooLong(text, source, allowed);
      throw error;
    } finally {
      if (total !== undefined) total.left -= allowed - work.left;
    }
  };
}

/** The steps that the engine takes for a character of a text, at most, where it has no choice. */
export function stepsOfCharacter(pattern: Pattern): number {
  return countParts(pattern) / partsInStep;
}

function countParts(pattern: Pattern): number {
  return subpatternsOf(pattern).reduce((sum, part) => sum + countParts(part), weigh(pattern));
}

function weigh(pattern: Pattern): number {
  if (pattern.kind !== 'character') return 1;
  const { source } = pattern;
  return (/\\p\{/i.test(source) ? partsOfProperty : 1) + Math.floor(source.length / charactersInPart);
}

/** Thrown where a text takes too long to compare. */
export class TooLongError extends CallError {}

function tooLong(text: string, source: string, allowed: number): TooLongError {
  if (allowed < mostSteps)
    return new TooLongError(
      `The texts of this call take too long to compare with their patterns${notSent}. That is a limit of this server, not of the API. Give shorter texts, or fewer of them.`,
    );
  const pattern = source.length > longestShown ? `${source.slice(0, longestShown)}…` : source;
  const size = `${text.length} character${text.length === 1 ? '' : 's'}`;
  return new TooLongError(
    `A text of ${size} takes too long to compare with its pattern ${pattern}${notSent}. That is a limit of this server, not of the API. Give a shorter text.`,
  );
}
