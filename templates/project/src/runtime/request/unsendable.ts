/** An argument that cannot be written into a request. */
export class Unsendable extends Error {
  override name = 'Unsendable';

  /** `problem` says what the argument must be, or must not. */
  constructor(argument: string, problem: string) {
    super(`${argument}: ${problem}`);
  }
}
