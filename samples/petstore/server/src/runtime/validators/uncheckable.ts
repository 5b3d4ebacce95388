import { CallError, notSent } from '../callError.js';

/** The answer to a call whose arguments cannot be checked. */
export function uncheckable(reason: string, error: unknown): CallError {
  return new CallError(
    `The arguments of this tool cannot be checked, since ${reason} (${(error as Error).message})${notSent}. Calling again will not help.`,
  );
}
