import type { Readable, Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type RequestId,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Wire } from '../../features.js';
import { parseJson } from '../../json.js';
import type { App } from '../../server/createView.js';
import { callLimit, type Environment, toolFlags } from '../../settings.js';
import { clipError, idOf, type Process, refuseCall, runProgram } from '../runProgram.js';

/** The stdio program: serves the client that started it until the client goes, or a signal comes. */
export function runStdio(process: Process, createApp: (env: Environment) => App): Promise<void> {
  return runProgram(process, createApp, {
    settings: toolFlags,
    options: {},
    help: [],
    variables: [],
    run: async (app, _flags, log) => {
      await app.view().summary();
      const { finished, stop } = serveOverStdio(app, { input: process.stdin, output: process.stdout, log });
      process.once('SIGTERM', stop).once('SIGINT', stop);
      await finished;
    },
  });
}

/** How long a server that is told to stop waits for calls in flight. */
const usualStopMs = 10_000;

interface StdioStreams {
  input: Readable;
  output: Writable;
  /** How long calls in flight are waited for when it is told to stop; 10 s where it is not said. */
  stopMs?: number;
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

interface StdioServer {
  /** Settled when the input has ended and every call is answered, or when the client is gone. */
  finished: Promise<void>;
  /** Takes no more calls and finishes those in flight. */
  stop: () => void;
}

/** Serves one client over a pair of streams. */
export function serveOverStdio(
  app: App,
  { input, output, stopMs = usualStopMs, log }: StdioStreams,
): StdioServer {
  const transport = new StdioTransport({
    input,
    output,
    // No call takes longer than its limit; the rest is for what goes on around it.
    patienceMs: callLimit(app.settings.timeoutMs) + 5_000,
    onversion: (version) => void announce(app, version, log),
    ondrain: () => void connection.close(),
  });
  const connection = serveStdio(
    ({ era }) =>
      app.view().createServer({ mayChange: era === 'legacy', isModern: era === 'modern', wire: transport }),
    { transport },
  );
  return { finished: transport.ended, stop: () => transport.drain(stopMs) };
}

async function announce(app: App, version = 'not agreed upon', log: StdioStreams['log']): Promise<void> {
  try {
    log(`${app.api.name}: protocol ${version}; ${await app.view().summary()}`);
  } catch (error) {
    log((error as Error).message);
  }
}

/** How long one message may be, in characters. */
const longestLine = 10 * 1024 * 1024;
/** Characters that are kept at either end of one that is longer. */
const kept = 256;
const tooLong = `Invalid request: the message has more than ${longestLine.toLocaleString('en-US')} characters. A large file can be given by its path, where the operator allows that (MCP_FILE_ROOTS).`;

interface StdioOptions {
  input: Readable;
  output: Writable;
  /** How long to wait, at the end of input, for calls in flight. */
  patienceMs: number;
  /** Told once which protocol version the client speaks; nothing where it does not say. */
  onversion: (version: string | undefined) => void;
  /** Told when every call in flight is answered, or the wait for it is over: is to close the connection. */
  ondrain: () => void;
}

/**
 * Newline-delimited JSON on two streams. It differs from the SDK's own transport at the edges: what is no
 * message is answered with an error, the last line need not end, and calls in flight are answered before the
 * connection ends.
 */
class StdioTransport implements Wire {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly listens = new Map<RequestId, JSONRPCMessage>();
  /** Settled when the connection has ended. */
  readonly ended = new Promise<void>((resolve) => {
    this.end = resolve;
  });

  declare private end: () => void;
  /** What has come in of a line that has not ended; the two ends of it once it is too long. */
  private line = '';
  private isTooLong = false;
  /** The requests that are not answered yet. */
  private readonly pending = new Set<RequestId>();
  /** Set once nothing more is read: ends the wait for answers. */
  private patience: NodeJS.Timeout | undefined;
  private announced = false;
  /** What is to be written, and when it is. */
  private lines = '';
  private written: Promise<void> | undefined;

  constructor(private readonly options: StdioOptions) {}

  async start(): Promise<void> {
    const { input, output, patienceMs } = this.options;
    input.setEncoding('utf8');
    input.on('data', (chunk: string) => this.read(chunk));
    input.on('end', () => this.finish(patienceMs));
    input.on('error', () => this.finish(patienceMs));
    output.on('error', () => void this.close());
  }

  /** Reads no more, and has the connection closed when every call in flight is answered or `patienceMs` are over. */
  drain(patienceMs: number): void {
    if (this.patience !== undefined) return;
    this.patience = setTimeout(() => this.options.ondrain(), patienceMs);
    this.options.input.pause();
    this.closeIfDone();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.write(clipError(message));
    if (!('method' in message)) this.settle(message.id);
  }

  setProtocolVersion(version: string): void {
    this.announce(version);
  }

  async close(): Promise<void> {
    clearTimeout(this.patience);
    // Where this fails, nobody reads any more.
    this.flush().catch(() => {});
    this.options.input.pause();
    this.onclose?.();
    this.end();
  }

  private finish(patienceMs: number): void {
    this.endLine();
    this.drain(patienceMs);
  }

  private read(chunk: string): void {
    const [first = '', ...others] = chunk.split('\n');
    this.extend(first);
    for (const start of others) {
      this.endLine();
      this.extend(start);
    }
  }

  private extend(text: string): void {
    this.line += text;
    this.isTooLong ||= this.line.length > longestLine;
    if (this.isTooLong) this.line = this.line.slice(0, kept) + this.line.slice(kept).slice(-kept);
  }

  private endLine(): void {
    const { line, isTooLong } = this;
    this.line = '';
    this.isTooLong = false;
    if (isTooLong) this.refuse(findId(line), ProtocolErrorCode.InvalidRequest, tooLong);
    else this.receive(line);
  }

  private receive(line: string): void {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined)
      return this.refuse(null, ProtocolErrorCode.ParseError, 'Parse error: this is not JSON');
    const message = readMessage(value);
    if (message === undefined) {
      return this.refuse(
        idOf(value),
        ProtocolErrorCode.InvalidRequest,
        'Invalid request: this is no JSON-RPC message',
      );
    }
    const refusal = refuseCall(value);
    if (refusal !== undefined) return this.refuse(idOf(value), ProtocolErrorCode.InvalidParams, refusal);
    this.track(message);
    this.onmessage?.(message);
  }

  /** Keeps count of what is to be answered. */
  private track(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    const { method, params } = message;
    if (method === 'notifications/cancelled') this.settle(params?.['requestId'] as RequestId);
    if (!('id' in message)) return;
    if (method !== 'initialize')
      this.announce(params?.['_meta']?.[PROTOCOL_VERSION_META_KEY] as string | undefined);
    // A subscription is not answered before it ends.
    if (method === 'subscriptions/listen') this.listens.set(message.id, message);
    else this.pending.add(message.id);
  }

  private settle(id: RequestId | undefined): void {
    if (id !== undefined) {
      this.pending.delete(id);
      this.listens.delete(id);
    }
    this.closeIfDone();
  }

  private closeIfDone(): void {
    if (this.patience !== undefined && this.pending.size === 0) this.options.ondrain();
  }

  private announce(version: string | undefined): void {
    if (this.announced) return;
    this.announced = true;
    this.options.onversion(version);
  }

  private refuse(id: RequestId | null, code: number, message: string): void {
    // Where this fails, the output has failed, and the connection ends for that.
    this.write({ jsonrpc: '2.0', id, error: { code, message } }).catch(() => {});
  }

  /** Writes a message with all others that are ready in this turn of the loop. */
  private write(message: object): Promise<void> {
    this.lines += `${JSON.stringify(message)}\n`;
    this.written ??= new Promise((resolve) => setImmediate(resolve)).then(() => this.flush());
    return this.written;
  }

  private flush(): Promise<void> {
    const { lines } = this;
    this.lines = '';
    this.written = undefined;
    return new Promise((resolve, reject) => {
      if (lines === '') resolve();
      else this.options.output.write(lines, (error) => (error ? reject(error) : resolve()));
    });
  }
}

function readMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

const id = String.raw`"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
/** Clients write it at either end, beside the version. */
const places = [
  new RegExp(String.raw`^\s*\{\s*(?:${version}\s*,\s*)?${id}\s*,`),
  new RegExp(String.raw`${id}\s*(?:,\s*${version}\s*)?\}\s*$`),
];

/** The id of a message of which only the beginning and the end are known; null where neither has it. */
export function findId(text: string): RequestId | null {
  const [found] = places.flatMap((place) => place.exec(text)?.[1] ?? []);
  return found === undefined ? null : (JSON.parse(found) as RequestId);
}
