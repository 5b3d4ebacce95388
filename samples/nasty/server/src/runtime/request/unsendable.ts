import { echo } from '../arguments/echo.js';

/** Characters of an argument's name that are shown: it may be one that nobody knows. */
const shownName = 200;

/** An argument that cannot be written into a request. */
export class Unsendable extends Error {
  override name = 'Unsendable';

  /** `problem` says what the argument must be, or must not. */
  constructor(argument: string, problem: string) {
    super(`${echo(argument, shownName)}: ${problem}`);
  }
}
