import { echo } from './text.js';

/** A call that cannot be carried out; the message is the whole answer, in words for the model. */
export class CallError extends Error {
  override name = 'CallError';
}

/** What such a message says of tools that call the API; of tools of your own nobody knows. */
export const notSent = '; nothing was sent to the API';

/** A server that cannot start as it is configured; the message is for whoever starts it. */
export class SetupError extends Error {
  override name = 'SetupError';
}

/** Characters of an argument's name that are shown: it may be one that nobody knows. */
const shownName = 200;

/** An argument that cannot be written into a request. */
export class UnsendableError extends Error {
  override name = 'UnsendableError';

  /** `problem` says what the argument must be, or must not. */
  constructor(argument: string, problem: string) {
    super(`${echo(argument, shownName)}: ${problem}`);
  }
}

/** Lines that are shown; the others are counted. */
export const mostLines = 8;

/** The answer to arguments that cannot be sent: one line for each problem, eight at most. */
export function refuseArguments(tool: string, problems: Iterable<string>): CallError {
  const distinct = [...new Set(problems)];
  const shown = distinct.length > mostLines ? distinct.slice(0, mostLines - 1) : distinct;
  const lines = shown.map((problem) => `- ${problem}`);
  if (shown.length < distinct.length) lines.push(`- and ${distinct.length - shown.length} more`);
  return new CallError(
    `Invalid arguments for ${tool}${notSent}. Fix these and call again:\n${lines.join('\n')}`,
  );
}

/** The code of a network error, or of what caused it; without one, the words of what caused it in the end. */
export function networkCode(error: unknown): string {
  if (!(error instanceof Error)) return '';
  // What its HTTP client says of an interim answer that was not asked for.
  if (error.message === 'bad response') return 'UNASKED_CONTINUE';
  if ('code' in error && typeof error.code === 'string') return tlsCode(error.message) ?? error.code;
  // Some versions of Node give the errors of their HTTP parser no code.
  if (error.name === 'HTTPParserError') return 'HPE_UNKNOWN';
  return error.cause === undefined ? error.message : networkCode(error.cause);
}

/** What TLS itself says is wrong, where a request was written before the handshake was over: its code says next to nothing. */
function tlsCode(message: string): string | undefined {
  const reason = /^write EPROTO .*:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1];
  return reason && `ERR_SSL_${reason.toUpperCase().replaceAll(' ', '_')}`;
}

/** In words for models, that no more files can be opened, whatever failed for that, and what to do; undefined for any other error. */
export function describeShortage(error: unknown): string | undefined {
  const code = networkCode(error);
  if (code !== 'EMFILE' && code !== 'ENFILE') return undefined;
  const where = code === 'EMFILE' ? 'this server' : 'the machine of this server';
  return `${where} has too many files and connections open. Call again later; if it stays so, ask the user to raise the limit (ulimit -n)`;
}

/** Why there is no answer. */
export class NoResponseError extends Error {
  override name = 'NoResponseError';

  constructor(
    readonly kind: 'timeout' | 'network' | 'too large' | 'too many redirects' | 'busy' | 'no turn',
    options?: ErrorOptions,
    /** How long was waited, for an answer or for a turn. */
    readonly afterMs = 0,
  ) {
    super(kind, options);
  }
}

/** Ends a call that is not answered with its result yet: the client's part says with what. No code may answer instead. */
export class PendingError extends Error {
  override name = 'PendingError';
}
