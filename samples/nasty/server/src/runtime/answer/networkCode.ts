/** The code of a network error, or of what caused it; without one, the words of what caused it in the end. */
export function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // What its HTTP client says of an interim answer that was not asked for.
  if (error.message === 'bad response') return 'UNASKED_CONTINUE';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // Some versions of Node give the errors of their HTTP parser no code.
  if (error.name === 'HTTPParserError') return 'HPE_UNKNOWN';
  return error.cause === undefined ? error.message : networkCode(error.cause);
}
