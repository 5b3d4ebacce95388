import { CallError, notSent } from '../errors.js';

/** Steps of one check: a value that is held to a schema is one, and so is a member that is looked at. */
const mostSteps = 1_000_000;

/** Counts what a check does: no schema and no value may keep the server from its other calls. */
export interface Work {
  /** Counts steps. Throws where there are too many. */
  take: (steps?: number) => void;
  /** Begins a check, or a part of it that may take less. */
  restart: (most?: number) => void;
}

/** A check that would take too long: `isDeep`, whether that may be for the levels of the values. */
export class TooMuchWorkError extends CallError {
  constructor(isDeep = false) {
    const orFlatter = isDeep ? ', or with values that are nested less deeply' : '';
    super(`The arguments take too long to be checked${notSent}. Call again with fewer values${orFlatter}.`);
  }
}

/** Makes what counts the work of one check after the other. */
export function createWork(most = mostSteps): Work {
  let left = most;
  return {
    take: (steps = 1) => {
      left -= steps;
      if (left < 0) throw new TooMuchWorkError();
    },
    restart: (limit = most) => {
      left = limit;
    },
  };
}

/** The answer to a call whose arguments cannot be checked. */
export function uncheckable(reason: string, error: unknown): CallError {
  return new CallError(
    `The arguments of this tool cannot be checked, since ${reason} (${(error as Error).message})${notSent}. Calling again will not help.`,
  );
}

/** Lists of problems that may not be all: where each of them turns out to be none, others may be left. */
export const unfinished = new WeakSet<object>();
