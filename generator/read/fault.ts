/** Why a part of the document cannot be read: costs the operation that needs it, not the run. */
export class ReadError extends Error {
  override name = 'ReadError';
  constructor(
    /** Half a sentence, without a full stop. */
    message: string,
    /** Where the document says so. */
    readonly pointer: string,
    /** Set where another file or host is meant that could not be read: nobody knows what it would have said. */
    readonly isElsewhere = false,
  ) {
    super(message);
  }
}

/** What is read; undefined where it has a fault, of which `tell` is told. */
export function attempt<T>(read: () => T, tell: (reason: string) => void): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    tell(error.message);
    return undefined;
  }
}
