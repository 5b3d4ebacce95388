/** What is wrong with a rule, and at which of its members. */
export class RuleFault extends Error {
  override name = 'RuleFault';
  constructor(
    /** What is said of the rule, without a full stop: `has the unknown part "tga"`. */
    message: string,
    readonly path: readonly string[] = [],
    /** The rule as it may be meant. */
    readonly meant?: string,
  ) {
    super(message);
  }
}
