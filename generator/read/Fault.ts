/** Why a part of the document cannot be read: costs the operation that needs it, not the run. */
export class Fault extends Error {
  override name = 'Fault';
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
