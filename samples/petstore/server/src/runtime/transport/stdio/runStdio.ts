import type { Wire } from '../../features.js';
import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/server';
import { describeShortage } from '../../errors.js';
import { isObject, parseJson } from '../../json.js';
import { introduce } from '../../planView.js';
import { cutPage } from '../../offer/createOffer.js';
import type { App } from '../../extensions.js';
import { loadServing } from '../../server/createView.js';
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
      if (app.settings.isPerUser) log(withoutUsers);
      const { finished, stop } = serveOverStdio(app, { input: process.stdin, output: process.stdout, log });
      process.once('SIGTERM', stop).once('SIGINT', stop);
      await finished;
    },
  });
}

const withoutUsers =
  'MCP_FORWARD_HEADERS and MCP_EXCHANGE have no effect over stdio, where there are no users: calls are made with the credentials of this server.';

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
    opening: createOpening(app),
    connect: ({ serveTransport }) =>
      serveTransport(
        (isModern) => app.view().createServer({ mayChange: !isModern, isModern, wire: transport }),
        transport,
      ),
  });
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
  /** Answers the first messages of a client, as far as it can. */
  opening: Opening;
  /** Has the SDK serve the transport, once there is a message that `opening` does not answer. */
  connect: (serving: Serving) => { close: () => unknown };
}

type Serving = Awaited<ReturnType<typeof loadServing>>;

/** Codes of errors (JSON-RPC 2.0, section 5.1). */
const codes = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603 };

/**
 * Newline-delimited JSON on two streams, which are read from the beginning; the SDK serves them from the first message
 * on that it is needed for. It differs from the SDK's own transport at the edges: what is no
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
  /** Messages that wait for those before them, or for the SDK. */
  private readonly waiting: unknown[] = [];
  private isHandling = false;
  /** What serves the messages, and how to end that. */
  private served: { by: Serving; close: () => unknown } | undefined;
  /** A request that is answered, and that the SDK answers again. */
  private repeated: RequestId | undefined;
  /** The requests that are not answered yet. */
  private readonly pending = new Set<RequestId>();
  /** Set once nothing more is read: ends the wait for answers. */
  private patience: NodeJS.Timeout | undefined;
  private announced = false;
  /** What is to be written, and when it is. */
  private lines = '';
  private written: Promise<void> | undefined;

  constructor(private readonly options: StdioOptions) {
    const { input, output, patienceMs } = options;
    input.setEncoding('utf8');
    input.on('data', (chunk: string) => this.read(chunk));
    input.on('end', () => this.finish(patienceMs));
    input.on('error', () => this.finish(patienceMs));
    output.on('error', () => void this.close());
  }

  /** It is read already. */
  async start(): Promise<void> {}

  /** Reads no more, and has the connection closed when every call in flight is answered or `patienceMs` are over. */
  drain(patienceMs: number): void {
    if (this.patience !== undefined) return;
    this.patience = setTimeout(() => this.finishServing(), patienceMs);
    this.options.input.pause();
    this.closeIfDone();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.repeated !== undefined && !('method' in message) && message.id === this.repeated) {
      this.repeated = undefined;
      return;
    }
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
    if (isTooLong) this.refuse(findId(line), codes.request, tooLong);
    else this.receive(line);
  }

  private receive(line: string): void {
    if (line.trim() === '') return;
    const value = parseJson(line);
    if (value === undefined) return this.refuse(null, codes.parse, 'Parse error: this is not JSON');
    if (this.served !== undefined && !this.isHandling) return this.deliver(value, this.served.by);
    this.waiting.push(value);
    void this.handleWaiting();
  }

  /** Answers what came before the SDK is loaded, or has it loaded. */
  private async handleWaiting(): Promise<void> {
    if (this.isHandling) return;
    this.isHandling = true;
    while (this.waiting.length > 0) {
      const value = this.waiting.shift();
      try {
        if (this.served === undefined && (await this.open(value))) continue;
        this.deliver(value, await this.serve());
      } catch (error) {
        const reason = describeShortage(error) ?? String(error);
        this.refuse(idOf(value), codes.internal, `The server cannot answer now: ${reason}.`);
      }
    }
    this.isHandling = false;
    this.closeIfDone();
  }

  /** Answers a message without the SDK; false where it takes more than that. */
  private async open(value: unknown): Promise<boolean> {
    const { opening } = this.options;
    const answer = await opening.answer(value);
    if (answer === undefined) return false;
    if (answer.version !== undefined) this.announce(answer.version);
    if (answer.result !== undefined)
      // Where this fails, the output has failed, and the connection ends for that.
      this.write({ result: answer.result, jsonrpc: '2.0', id: idOf(value) }).catch(() => {});
    // Whoever has the list calls next: until then there is time.
    if (answer.isLast) setImmediate(() => void this.serveAhead());
    return true;
  }

  /** Has the SDK loaded before it is needed. */
  private async serveAhead(): Promise<void> {
    if (this.patience !== undefined || this.isHandling) return;
    this.isHandling = true;
    // Where it cannot be had now, the next message says so.
    await this.serve().catch(() => {});
    this.isHandling = false;
    void this.handleWaiting();
  }

  /** Has the SDK serve what comes, and tells it what was answered without it. */
  private async serve(): Promise<Serving> {
    if (this.served !== undefined) return this.served.by;
    const by = await loadServing();
    this.served = { by, ...this.options.connect(by) };
    const [request, ...others] = this.options.opening.taken();
    if (request === undefined) return by;
    this.repeated = idOf(request) ?? undefined;
    for (const value of [request, ...others]) this.onmessage?.(value as JSONRPCMessage);
    return by;
  }

  private deliver(value: unknown, { readMessage, versionOf }: Serving): void {
    const message = readMessage(value);
    if (message === undefined)
      return this.refuse(idOf(value), codes.request, 'Invalid request: this is no JSON-RPC message');
    const refusal = refuseCall(value);
    if (refusal !== undefined) return this.refuse(idOf(value), codes.params, refusal);
    this.track(message, versionOf);
    this.onmessage?.(message);
  }

  /** Keeps count of what is to be answered. */
  private track(message: JSONRPCMessage, versionOf: Serving['versionOf']): void {
    if (!('method' in message)) return;
    const { method, params } = message;
    if (method === 'notifications/cancelled') this.settle(params?.['requestId'] as RequestId);
    if (!('id' in message)) return;
    if (method !== 'initialize') this.announce(versionOf(message));
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
    if (this.patience !== undefined && this.pending.size === 0 && !this.isHandling) this.finishServing();
  }

  private finishServing(): void {
    if (this.served === undefined) void this.close();
    else void this.served.close();
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

/** What the first message of a client is answered with. */
interface Answer {
  /** The result; nothing for a notification. */
  result?: object;
  /** The version of the protocol that was agreed upon by it. */
  version?: string;
  /** The list is given: what comes next is for the SDK. */
  isLast?: boolean;
}

/** The first messages of a connection. */
interface Opening {
  /** What a message is answered with; nothing where it is for the SDK. */
  answer: (message: unknown) => Promise<Answer | undefined>;
  /** The messages that the SDK has to know of once it serves the connection, in their order. */
  taken: () => readonly unknown[];
}

/** The versions of the protocol of which a client says the first word with `initialize`. */
const versions = new Set(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07']);

/**
 * Answers the first exchange of a client (`initialize`, `ping`, `tools/list`) to the byte as the SDK does, before that is
 * loaded, which takes longer than all else in a start. What is in any way unusual is left to the SDK, and so are apps
 * that have more than tools, or whose list changes.
 */
function createOpening(app: App): Opening {
  const taken: unknown[] = [];
  let client: string | undefined;

  async function answer(message: unknown): Promise<Answer | undefined> {
    const view = app.view();
    if (!isPlain(message, ['jsonrpc', 'id', 'method', 'params']) || message['jsonrpc'] !== '2.0')
      return undefined;
    const { method, params } = message;
    const isFirst = taken.length === 0;
    if (method === 'notifications/initialized') {
      if (taken.length !== 1 || 'id' in message || params !== undefined) return undefined;
      taken.push(message);
      return {};
    }
    if (!isId(message['id'])) return undefined;
    if (method === 'initialize') {
      if (!isFirst || view.changes !== undefined || !isIntroduction(params)) return undefined;
      const served = await view.serve({ mayChange: true });
      if (served.extend !== undefined) return undefined;
      taken.push(message);
      client = params.clientInfo.name;
      const version = params.protocolVersion;
      const { capabilities, serverInfo, instructions } = introduce(app.api, served);
      return { version, result: { protocolVersion: version, capabilities, serverInfo, instructions } };
    }
    if (isFirst || !(params === undefined || isPlain(params, []))) return undefined;
    if (method === 'ping') return { result: {} };
    if (method !== 'tools/list') return undefined;
    const { list } = await view.serve({ mayChange: true });
    const { items: tools, ...next } =
      cutPage('tool', await list(new Set(), client), undefined, app.settings.pageSize) ?? {};
    return { result: { tools, ...next }, isLast: true };
  }

  return { answer, taken: () => taken };
}

/** An object that has no other members than these. */
function isPlain(value: unknown, names: readonly string[]): value is Record<string, unknown> {
  return isObject(value) && Object.keys(value).every((name) => names.includes(name));
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id);
}

/** Whether these are the parameters of an `initialize` that no schema has anything against. */
function isIntroduction(
  params: unknown,
): params is { protocolVersion: string; clientInfo: { name: string } } {
  if (!isPlain(params, ['protocolVersion', 'capabilities', 'clientInfo'])) return false;
  const { protocolVersion, capabilities, clientInfo } = params;
  return (
    versions.has(String(protocolVersion)) &&
    isPlain(clientInfo, ['name', 'title', 'version', 'description', 'websiteUrl']) &&
    Object.values(clientInfo).every((value) => typeof value === 'string') &&
    ['name', 'version'].every((name) => Object.hasOwn(clientInfo, name)) &&
    isObject(capabilities) &&
    Object.entries(capabilities).every(([name, value]) => isCapability(name, value))
  );
}

/** Whether it is one that the specification lists, in a form that it has there. */
function isCapability(name: string, value: unknown): boolean {
  if (!isObject(value)) return false;
  if (name === 'experimental' || name === 'extensions') return Object.values(value).every(isObject);
  return Object.entries(value).every(([member, of]) =>
    member === 'listChanged' ? name === 'roots' && typeof of === 'boolean' : isPlain(of, []),
  );
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
