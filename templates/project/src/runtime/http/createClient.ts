import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { type Readable, pipeline } from 'node:stream';
import { networkCode } from '../errors.js';
import { importOnce, once } from '../memo.js';
import {
  type Exchange,
  HeaderMap,
  isPayload,
  type Outgoing,
  type Payload,
  type Reply,
  sizeOf,
  type Stop,
} from '../request/outgoing.js';
import type { Method } from '../tool.js';
import { isRepeatable } from './send.js';

/** How requests get to an origin. */
export interface Way {
  /** Holds the connections. */
  agent: Agent;
  /** The proxy that hands requests on, where one does, and what it is told besides. */
  proxy?: { host: string; port: string; headers: Record<string, string> };
}

/** How long it may take until there is a connection. */
const connectMs = 10_000;
/** How long a connection is kept that nobody uses, at most where the API says for how long it keeps it. */
const idleMs = 4_000;
const longestIdleMs = 600_000;
/** So much earlier than the API it is given up, so that no request meets its end. */
const marginMs = 1_000;

/** For how long each API keeps a connection, where it says so. */
const keptMs = new WeakMap<Socket, number>();

/** Has an agent keep its connections, for as long as the API does. */
export function keepConnections<A extends Agent>(agent: A): A {
  const { reuseSocket } = agent as unknown as { reuseSocket: (socket: Socket, sent: ClientRequest) => void };
  return Object.assign(agent, {
    keepSocketAlive: (socket: Socket) => {
      const ms = keptMs.get(socket) ?? idleMs;
      if (ms <= 0) return false;
      socket.setKeepAlive(true, idleMs);
      socket.setTimeout(ms);
      socket.unref();
      return true;
    },
    reuseSocket: (socket: Socket, sent: ClientRequest) => {
      socket.setTimeout(0);
      reuseSocket.call(agent, socket, sent);
    },
  });
}

/** What requests go through where nothing else is set. */
export function createDirectWay(): (url: URL) => Way | Promise<Way> {
  const plain = { agent: keepConnections(new Agent({ keepAlive: true })) };
  const secure = once(async () => {
    const https = await import('node:https');
    return { agent: keepConnections(new https.Agent({ keepAlive: true })) };
  });
  let known: Way | undefined;
  return ({ protocol }) => {
    if (protocol !== 'https:') return plain;
    return known ?? secure().then((way) => (known = way));
  };
}

/**
 * The one client towards the API: HTTP/1.1 over connections that are kept, by whatever way a URL is reached.
 *
 * @param agent - what it calls itself
 */
export function createClient(findWay: (url: URL) => Way | Promise<Way>, agent = 'node'): Exchange {
  return async (outgoing, stop) => {
    const found = findWay(outgoing.url);
    const way = found instanceof Promise ? await found : found;
    for (;;) {
      const attempt = new Attempt(outgoing, way, stop, agent);
      try {
        return await attempt.reply;
      } catch (error) {
        // Each time it is another connection that was closed, and there are only so many that are kept.
        if (stop.reason !== undefined || !attempt.metItsEnd(error)) throw error;
      }
    }
  };
}

/** One request over one connection. */
class Attempt {
  readonly reply: Promise<Reply>;
  readonly #outgoing: Outgoing;
  #sent: ClientRequest | undefined;
  #incoming: IncomingMessage | undefined;
  #isStopped = false;
  #finish: () => void = () => undefined;
  /** What went wrong: the first of it may come before the content is read. */
  #error: Error | undefined;
  /** Tells who waits: for what comes first, and then for the content. */
  #tell: (error: Error) => void = () => undefined;

  constructor(outgoing: Outgoing, way: Way, stop: Stop, agent: string) {
    this.#outgoing = outgoing;
    this.reply = new Promise((resolve, reject) => {
      this.#tell = reject;
      const sent = request(optionsOf(outgoing, way, agent));
      this.#sent = sent;
      // Who waits is told first: what is destroyed has errors of its own.
      const end = (error: Error) => {
        this.#isStopped = true;
        this.#fail(error);
        sent.destroy();
      };
      stop.listen(end);
      sent.on('error', (error) => this.#fail(way.proxy === undefined ? error : toProxyError(error)));
      sent.once('socket', (socket) => limitConnecting(socket, end));
      sent.once('upgrade', (_incoming, socket) => {
        reject(new Error('bad upgrade'));
        socket.destroy();
      });
      sent.once('response', (incoming) => {
        this.#incoming = incoming;
        const status = incoming.statusCode ?? 0;
        if (status === 407 && way.proxy !== undefined) end(proxyError(status));
        else resolve(this.#toReply(incoming, sent));
      });
      const { body } = outgoing;
      if (isPayload(body)) pipeline(passOn(body, end), sent, () => undefined);
      else sent.end(body);
    });
  }

  /**
   * Whether the connection was one that the API closed as the request came, so that it may be sent again over another:
   * where that does no harm, or it was closed before anything was written.
   */
  metItsEnd(error: unknown): boolean {
    const code = networkCode(error);
    const isStale = this.#sent?.reusedSocket === true && (code === 'ECONNRESET' || code === 'EPIPE');
    if (!isStale || this.#incoming !== undefined) return false;
    return isRepeatable(this.#outgoing) || isUnwritten(error, this.#outgoing);
  }

  #fail(error: Error): void {
    // What follows a response that is complete is none of it.
    if (this.#incoming?.complete === true && !this.#isStopped) return;
    this.#error ??= error;
    this.#tell(error);
  }

  #toReply(incoming: IncomingMessage, sent: ClientRequest): Reply {
    const { statusCode: status = 0, statusMessage: reason = '', rawHeaders, socket } = incoming;
    const headers = HeaderMap.ofAnswer(rawHeaders);
    const kept = /(?:^|[,;\s])timeout=(\d{1,9})/i.exec(headers.get('keep-alive') ?? '')?.[1];
    if (kept !== undefined) keptMs.set(socket, Math.min(Number(kept) * 1000 - marginMs, longestIdleMs));
    // Nobody waits for the rest of a request that is answered.
    incoming.once('end', () => sent.writableFinished || sent.destroy());
    return {
      status,
      reason,
      headers,
      read: (take) => this.#read(contentOf(incoming, this.#outgoing.method, headers), sent, take),
      drop: () => {
        this.#finish();
        sent.destroy();
      },
    };
  }

  /** Hands a content on until it ends, it is given up, or something goes wrong. */
  #read(
    content: Readable | undefined | Promise<Readable>,
    sent: ClientRequest,
    take: Parameters<Reply['read']>[0],
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      let isOver = false;
      let leave: (() => void) | undefined;
      this.#finish = () => {
        isOver = true;
        leave?.();
        resolve();
      };
      this.#tell = (error) => {
        isOver = true;
        leave?.();
        sent.destroy();
        reject(error);
      };
      const begin = (stream: Readable | undefined) => {
        if (stream === undefined) return resolve();
        leave = pass(stream, take, resolve, this.#tell);
        if (isOver) leave();
      };
      if (this.#error !== undefined) this.#tell(this.#error);
      if (content instanceof Promise) content.then(begin, this.#tell);
      else begin(content);
    });
  }
}

function optionsOf(outgoing: Outgoing, { agent, proxy }: Way, called: string) {
  const { url, method } = outgoing;
  const headers = headersOf(outgoing, called, proxy?.headers);
  const path = url.pathname + url.search;
  if (proxy === undefined) {
    const { protocol, hostname, port } = url;
    const host = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
    return { agent, method, headers, protocol, host, port, path };
  }
  return { agent, method, headers, host: proxy.host, port: proxy.port, path: url.origin + path };
}

/** Methods that seldom have a body: of the others it is said that there is none. */
const bodiless: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE']);

/**
 * Names and values in turns, which Node writes as they are. It is said of this client what it is, unless the request says
 * otherwise: some APIs refuse one without that.
 */
function headersOf(
  { method, url, headers, body }: Outgoing,
  agent: string,
  ofProxy: Record<string, string> = {},
): string[] {
  const sent: string[] = [];
  const addUsual = (name: string, value: string) => {
    if (!headers.has(name)) sent.push(name, value);
  };
  addUsual('host', url.host);
  addUsual('accept', '*/*');
  // A part of what is compressed could not be decompressed.
  const codings = url.protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate';
  addUsual('accept-encoding', headers.has('range') ? 'identity' : codings);
  addUsual('user-agent', agent);
  for (const [name, value] of headers) {
    // The body goes at once: nobody waits until the API asks for it.
    const isLeft =
      name === 'expect' || (name === 'content-length' && body !== undefined) || Object.hasOwn(ofProxy, name);
    if (!isLeft) sent.push(name, value);
  }
  if (body !== undefined) sent.push('content-length', String(sizeOf(body)));
  else if (!bodiless.has(method) && !headers.has('transfer-encoding')) addUsual('content-length', '0');
  for (const [name, value] of Object.entries(ofProxy)) sent.push(name, value);
  return sent;
}

function limitConnecting(socket: Socket, end: (error: Error) => void): void {
  if (!socket.connecting) return;
  const giveUp = () => end(Object.assign(new Error('no connection'), { code: 'CONNECT_TIMEOUT' }));
  const timer = setTimeout(giveUp, connectMs);
  const clear = () => clearTimeout(timer);
  socket.once('connect', clear).once('close', clear);
}

/** The content of a body; what goes wrong with it is told first, since the connection only breaks off by that. */
async function* passOn({ read }: Payload, tell: (error: Error) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* read();
  } catch (error) {
    tell(error as Error);
    throw error;
  }
}

const loadDecompress = importOnce(() => import('./decompress.js'));

/** The content of a response, where it has one. */
function contentOf(
  incoming: IncomingMessage,
  method: Method,
  headers: HeaderMap,
): Readable | undefined | Promise<Readable> {
  const coding = headers.get('content-encoding');
  if (method === 'HEAD' || [204, 205, 304].includes(incoming.statusCode ?? 0)) {
    incoming.resume();
    return undefined;
  }
  if (coding === null) return incoming;
  return loadDecompress().then(({ decompress }) => decompress(incoming, coding));
}

/** Hands a content on, and tells how it ended; gives what has it handed on no longer. */
function pass(
  content: Readable,
  take: Parameters<Reply['read']>[0],
  resolve: () => void,
  reject: (error: Error) => void,
): () => void {
  const onData = (piece: Uint8Array) => {
    const turn = take(piece);
    if (turn === undefined) return;
    content.pause();
    turn.then(() => content.resume(), reject);
  };
  let isOver = false;
  content
    .on('data', onData)
    .once('end', () => {
      isOver = true;
      resolve();
    })
    .once('error', (error) => {
      isOver = true;
      reject(error);
    })
    // It has broken off where neither has come.
    .once('close', () => isOver || reject(Object.assign(new Error('closed'), { code: 'ECONNRESET' })));
  return () => void content.off('data', onData).resume();
}

/** Bytes of a request that are written at once, or not at all. */
const writtenAtOnce = 16 * 1024;

/** Whether nothing of a request was written: it is short, and writing it is what failed. */
function isUnwritten(error: unknown, { body }: Outgoing): boolean {
  const isWrite = error instanceof Error && 'syscall' in error && error.syscall === 'write';
  return isWrite && !isPayload(body) && (body === undefined || sizeOf(body) < writtenAtOnce);
}

/** Codes of errors that come before there is a connection; where a proxy is asked, it is one to the proxy. */
const unconnected: ReadonlySet<string> = new Set([
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

/** An error with a code of its own where it is the proxy's: by the others the API would be to blame. */
export function toProxyError(error: Error): Error {
  return unconnected.has(networkCode(error))
    ? Object.assign(new Error('no proxy', { cause: error }), { code: 'PROXY_UNREACHABLE' })
    : error;
}

/** What a proxy that answers for itself has to say. */
export function proxyError(status: number): Error {
  const refused = status < 500 ? 'PROXY_REFUSED' : 'PROXY_FAILED';
  const code = status === 407 ? 'PROXY_UNAUTHENTICATED' : refused;
  return Object.assign(new Error(`the proxy answered ${status}`), { code });
}
