/** Why a part of the document cannot be read: costs the operation that needs it, not the run. */
export class Fault extends Error {
  override name = 'Fault';
  constructor(
    /** Half a sentence, without a full stop. */
    message: string,
    /** Where the document says so. */
    readonly pointer: string,
  ) {
    super(message);
  }
}
