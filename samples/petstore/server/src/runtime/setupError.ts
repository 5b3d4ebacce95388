/** A server that cannot start as it is configured; the message is for whoever starts it. */
export class SetupError extends Error {
  override name = 'SetupError';
}
