import process from 'node:process';
import { describeSystemError } from './describeSystemError.js';

/** Ends a program that the system does not let start, with a sentence; any other error is thrown on. */
export function endWith(error: unknown): never {
  const reason = describeSystemError(error);
  if (reason === undefined) throw error;
  process.stderr.write(`The server cannot start: ${reason}.\n`);
  process.exit(1);
}
