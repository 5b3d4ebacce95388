/** A call that cannot be carried out; the message is the whole answer, in words for the model. */
export class CallError extends Error {
  override name = 'CallError';
}
