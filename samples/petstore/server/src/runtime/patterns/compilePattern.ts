import { CallError, notSent } from '../errors.js';

/** Says whether a text matches a pattern. */
export interface Matcher {
  test: (text: string) => boolean;
  /** The pattern itself. */
  toString: () => string;
}

/** The steps that are left for comparing texts. */
export interface Work {
  left: number;
}

/** Compares texts with a pattern, and counts the steps that it takes. @throws TiredError where none are left */
export type Compare = (text: string, work: Work) => boolean;

/** Makes ready what compares texts with a pattern of any kind. */
export type PrepareComparison = (source: string, expression: RegExp) => Compare;

/** Thrown where no steps are left. */
export class TiredError extends Error {}

/** Steps of one pattern on one text: 20 ms, and half as much again or twice that on a busy machine. */
export const mostSteps = 250_000;
/** Steps of all patterns in one check of arguments. */
const mostStepsInAll = 5_000_000;
/** Parts of a pattern that the engine goes over in the time of a step. */
export const partsInStep = 120;
/** Patterns that are kept ready. */
const mostKept = 2000;
/** Characters of a pattern that are shown. */
const longestShown = 60;

const kept = new Map<string, Matcher>();
/** What is left of the steps of the check under way. */
let total: Work | undefined;
/** What compares texts with patterns of any kind, where that is built in. */
let prepare: PrepareComparison | undefined;

/**
 * Has texts compared by what takes a bounded number of steps whatever the pattern is. Without it, the engine of the language
 * compares: every pattern that mcpwright emits then leaves it one way to go at each character.
 */
export function comparePatternsWith(prepared: PrepareComparison): void {
  if (prepare !== prepared) kept.clear();
  prepare = prepared;
}

/**
 * Makes a pattern of a document ready. The work grows in proportion to the text and is bounded; beyond the bound a
 * {@link TooLongError} says so.
 */
export function compilePattern(source: string): Matcher {
  const known = kept.get(source);
  if (known !== undefined) return known;
  if (kept.size >= mostKept) kept.clear();
  const expression = new RegExp(source, 'u');
  let compare: Compare | undefined;
  const matcher = {
    test: (text: string) =>
      spend(text, source, (compare ??= prepare?.(source, expression) ?? compareOneWay(expression))),
    toString: () => source,
  };
  kept.set(source, matcher);
  return matcher;
}

/** A pattern that leaves one way to go: for each character, the engine goes over no more parts than the pattern has. */
function compareOneWay(expression: RegExp): Compare {
  const { source } = expression;
  return (text, work) => {
    const steps = Math.ceil(((text.length + 1) * source.length) / partsInStep);
    if (steps > work.left) {
      work.left = 0;
      throw new TiredError();
    }
    work.left -= steps;
    return expression.test(text);
  };
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

/** Compares within the steps that are left. */
function spend(text: string, source: string, compare: Compare): boolean {
  const allowed = Math.min(mostSteps, total?.left ?? mostSteps);
  const work: Work = { left: allowed };
  try {
    return compare(text, work);
  } catch (error) {
    // The engine runs out of memory for the places that it could go back to.
    if (error instanceof TiredError || error instanceof RangeError) throw tooLong(text, source, allowed);
    throw error;
  } finally {
    if (total !== undefined) total.left -= allowed - work.left;
  }
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
