/** A call that cannot be carried out; the message is the whole answer, in words for the model. */
export class CallError extends Error {
  override name = 'CallError';
}

/** What such a message says of tools that call the API; of tools of your own nobody knows. */
export const notSent = '; nothing was sent to the API';
