/** Why an expression cannot be used, in words for the model. */
export class SelectorFault extends Error {
  override name = 'SelectorFault';
}
