import type { Address } from './httpParts.js';
import {
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import {
  classifyInboundRequest,
  DEFAULT_MAX_REQUEST_BODY_SIZE,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server';
import { SetupError } from '../../errors.js';
import type { App } from '../../extensions.js';
import { isObject, parseJson } from '../../json.js';
import { type Environment, sessionFlag, toolFlags } from '../../settings.js';
import { asksForProgress, type Process, refuseCall, runProgram } from '../runProgram.js';
import { answerRequest, clipErrorResponse, json, stream } from './answerRequest.js';
import { toUrlHost, whoAsks } from './createGate.js';
import { createListener } from './createListener.js';

const help = [
  '--port <number>           port to listen on (PORT, default 3000; 0 for any that is free)',
  '--host <address>          address to listen on (HOST, default 127.0.0.1)',
  '--allow-unauthenticated   listen where other machines can connect, though nobody has to prove who they are',
];

const variables = [
  ['HOST', 'address to listen on (default 127.0.0.1)'],
  ['PORT', 'port to listen on (default 3000)'],
  ['MCP_SESSIONS', 'true to keep sessions for clients of protocol 2025-11-25 and earlier'],
  ['MCP_ALLOWED_ORIGINS', 'origins of web pages that may call the server, comma-separated'],
  ['MCP_ALLOWED_HOSTS', 'host names, besides localhost, by which clients reach the server, comma-separated'],
  ['MCP_PUBLIC_URL', 'URL by which clients reach the server, such as https://mcp.example.com/mcp'],
  ['MCP_AUTH_ISSUER', 'authorization server whose tokens clients must have (default: nobody needs one)'],
  ['MCP_AUTH_TOKEN', 'fixed bearer token that clients have to send, or may in place of one of the issuer'],
  ['MCP_AUTH_AUDIENCE', 'audiences of which a token must have one, comma-separated (default MCP_PUBLIC_URL)'],
  ['MCP_AUTH_JWKS_URL', 'URL of the keys of the issuer (default: from its metadata)'],
  ['MCP_AUTH_ALGORITHMS', 'signature algorithms of tokens, comma-separated (default: all with public keys)'],
  ['MCP_AUTH_CLOCK_SKEW', 'seconds by which clocks may differ (default 30)'],
  ['MCP_AUTH_INTROSPECTION_URL', 'URL at which tokens are looked up, if they are not signed'],
  ['MCP_AUTH_CLIENT_ID', 'client ID with which tokens are looked up; MCP_AUTH_CLIENT_SECRET is its secret'],
  ['MCP_AUTH_SCOPES', 'scopes that every token must grant, separated by blanks'],
  ['MCP_AUTH_API_SCOPES', 'false if scopes of tokens do not decide which tools are offered (default true)'],
  ['MCP_AUTH_SCOPE_MAP', 'scopes that stand for others: "admin=pets:read pets:write; reader=pets:read"'],
  ['MCP_FORWARD_HEADERS', 'headers that hold credentials of the user, by security scheme: petKey=X-Pet-Key'],
  ['MCP_EXCHANGE', 'token-exchange or on-behalf-of: the token of the user is exchanged for one of the API'],
  ['MCP_EXCHANGE_URL', 'token endpoint for that; MCP_EXCHANGE_CLIENT_ID and _CLIENT_SECRET say as whom'],
  ['MCP_EXCHANGE_SCOPE', 'scopes that are asked for; also MCP_EXCHANGE_AUDIENCE and MCP_EXCHANGE_RESOURCE'],
  ['MCP_RATE_LIMIT', 'requests of one client per minute, 0 for any number'],
  ['MCP_CLIENT_CONCURRENCY', 'concurrent requests of one client, 0 for any number'],
] as const;

/** The HTTP program: serves until a signal comes. */
export function runHttp(process: Process, createApp: (env: Environment) => App): Promise<void> {
  return runProgram(process, createApp, {
    settings: [...toolFlags, sessionFlag],
    options: {
      port: { type: 'string' },
      host: { type: 'string' },
      'allow-unauthenticated': { type: 'boolean' },
    },
    help,
    variables,
    run: async (app, flags, log) => {
      const stopped = new Promise<void>((resolve) => {
        process.once('SIGTERM', resolve).once('SIGINT', resolve);
      });
      if (app.sealsState && !app.settings.hasStateKeys) log(lacksKeys);
      const { host = app.settings.host, port = app.settings.port } = flags;
      const server = await serveOverHttp(app, {
        host: String(host),
        port: readPort(String(port)),
        allowUnauthenticated: flags['allow-unauthenticated'] === true,
        log,
      });
      await stopped;
      await server.close();
    },
  });
}

const lacksKeys =
  'No MCP_STATE_KEYS is set: questions to users and tasks are sealed with a key that only this process has, until it ends. Set the same key for all replicas: "openssl rand -base64 32" makes one.';

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) < 65_536) return Number(text);
  throw new SetupError(`"${text}" is not a port: it must be a number from 0 to 65535.`);
}

/** How long a server that is told to stop waits for calls in flight. */
const usualStopMs = 10_000;
/** How long a request may take to come: its head, and all of it. */
const longestHeadMs = 10_000;
const longestRequestMs = 60_000;
/** How long a connection is kept for the next request: longer than load balancers keep theirs, which else use one that is closed. */
const idleMs = 75_000;
/** Connections of all clients. */
const mostConnections = 5_000;

interface HttpOptions {
  host: string;
  port: number;
  /** Listens where other machines can connect, though nobody has to prove who they are. */
  allowUnauthenticated: boolean;
  /** How long calls in flight are waited for when it is closed; 10 s where it is not said. */
  stopMs?: number;
  /** How long the head of a request may take, and all of it; 10 s and 60 s where it is not said. */
  headMs?: number;
  requestMs?: number;
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

export interface HttpServer {
  /** Where MCP is served. */
  url: string;
  /** Takes no more requests and finishes those in flight. */
  close: () => Promise<void>;
}

/**
 * Serves MCP on `/mcp`, and on `/mcp/<toolset>` some of it. Each request is answered for itself, so that any number of
 * servers may stand behind one address, but for those of sessions, where there are any.
 */
export async function serveOverHttp(app: App, options: HttpOptions): Promise<HttpServer> {
  const { host, port, allowUnauthenticated, stopMs = usualStopMs, log } = options;
  const listener = await createListener(app, {
    host,
    isLocal: isLoopback(host),
    urls: () => listUrls(server, host),
    ...(!allowUnauthenticated && {
      exposed: (names) =>
        `Not listening on ${host}: everybody who can connect could use the API with this server's credentials. Set ${names}, or pass --allow-unauthenticated if something else keeps strangers out.`,
    }),
    log,
    reply: async (request, response, address, sessions) => {
      const rest = sessions === undefined ? await answerPlain(request, response, address) : request;
      const answer = (web: Request) => answerRequest(web, address, sessions);
      const handle = toNodeHandler({ fetch: answer }, { onerror: ({ message }) => log(message) });
      if (rest !== undefined) void handle(rest as Parameters<typeof handle>[0], response);
    },
  });
  const server = createServer(timesOf(options), (request, response) => {
    response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()));
    listener.answer(request, response);
  });
  server.maxConnections = mostConnections;
  const closeUnused = trackUnused(server);
  const summary = await app.view().summary();
  await listen(server, host, port);
  const url = urlOf(server, host);
  log(`${app.api.name}: ${summary}`);
  log(`${app.api.name} on ${url}`);

  async function close(): Promise<void> {
    const closed = once(server, 'close');
    server.close();
    closeUnused();
    const patience = delay(stopMs, undefined, { ref: false });
    await listener.stop(patience);
    await Promise.race([closed, patience]);
    server.closeAllConnections();
  }
  return { url, close };
}

/** Gives what closes the connections over which nothing has come yet, which are not idle to Node. */
function trackUnused(server: NodeServer): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => [...sockets].filter(({ bytesRead }) => bytesRead === 0).forEach((socket) => socket.destroy());
}

/** A client that sends its requests very slowly does not keep others out. */
function timesOf({ headMs = longestHeadMs, requestMs = longestRequestMs }: HttpOptions) {
  return {
    headersTimeout: headMs,
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(headMs, 1_000),
  };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Why a server cannot listen, by the code of the error. */
const reasons: Record<string, string> = {
  EADDRINUSE: 'another program is listening there. Choose another port with --port or PORT.',
  EACCES: 'this user may not. Choose a port above 1023 with --port or PORT.',
  EADDRNOTAVAIL: 'this machine has no such address. Choose one with --host or HOST.',
  ENOTFOUND: 'no such host is known. Choose an address with --host or HOST.',
};

async function listen(server: NodeServer, host: string, port: number): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new SetupError(`Cannot listen on ${host}, port ${port}: ${reasons[code] ?? message}`);
  }
}

/** Where clients of this machine reach the server, by each of its names. */
function listUrls(server: NodeServer, host: string): URL[] {
  const { port } = server.address() as AddressInfo;
  const names = [toUrlHost(host), ...(isLoopback(host) ? ['127.0.0.1', 'localhost', '[::1]'] : [])];
  return [...new Set(names)].map((name) => new URL(`http://${name}:${port}/mcp`));
}

function urlOf(server: NodeServer, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${toUrlHost(host)}:${port}/mcp`;
}

const utf8 = new TextDecoder();

/**
 * Answers a plain request straight with the SDK's server: one request without a session, as nearly all are. It spares
 * what the SDK's web-standard side costs, and answers the same, byte for byte.
 * What is unusual about a request in any way is for the SDK: it is given back then, to be read again.
 */
async function answerPlain(
  request: IncomingMessage,
  response: ServerResponse,
  address: Address,
): Promise<IncomingMessage | undefined> {
  if (!hasPlainHeaders(request)) return request;
  const body = await readBody(request);
  const plain = readPlainMessage(body, request);
  if (plain === undefined) return replay(request, body);
  const { message, isModern } = plain;
  // What is refused is told where all other requests are answered.
  if ((await address.stepUp?.(message)) !== undefined) return replay(request, body);
  if (isModern) {
    const { headers } = headersOf(request);
    if ((await address.view.findMismatch?.(message, headers)) !== undefined) return replay(request, body);
    return answerModern(request, response, message, address);
  }
  const server = await address.view.createServer().catch(() => undefined);
  // What is wrong is found again, and told.
  if (server === undefined) return replay(request, body);
  // The call is cancelled where the client goes before it is answered.
  response.once('close', () => void server.close());
  if (response.destroyed) return undefined;
  const transport = new OneAnswer((answer) => {
    response.writeHead(200, { 'content-type': json });
    response.end(JSON.stringify(answer));
  });
  await server.connect(transport);
  transport.onmessage?.(message, { request: headersOf(request), ...whoAsks(address) });
  return undefined;
}

function hasPlainHeaders({ method, headers }: IncomingMessage): boolean {
  const accept = headers.accept ?? '';
  return (
    method === 'POST' &&
    isJsonContentType(headers['content-type']) &&
    Number(headers['content-length'] ?? 0) <= DEFAULT_MAX_REQUEST_BODY_SIZE &&
    headers['transfer-encoding'] === undefined &&
    headers['mcp-session-id'] === undefined &&
    (accept.includes(json) || !accept.includes(stream))
  );
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The request that a body holds, where it is a plain one, and whether it is of protocol 2026-07-28 or later. */
function readPlainMessage(
  bytes: Buffer,
  { method = '', headers }: IncomingMessage,
): { message: JSONRPCRequest; isModern: boolean } | undefined {
  const body = parseJson(utf8.decode(bytes));
  if (!isObject(body)) return undefined;
  const { 'mcp-protocol-version': version, 'mcp-method': calledMethod, 'mcp-name': calledName } = headers;
  if (refuseCall(body) !== undefined || asksForProgress(body)) return undefined;
  try {
    const route = classifyInboundRequest({
      httpMethod: method,
      ...(version !== undefined && { protocolVersionHeader: String(version) }),
      ...(calledMethod !== undefined && { mcpMethodHeader: String(calledMethod) }),
      ...(calledName !== undefined && { mcpNameHeader: String(calledName) }),
      body,
    });
    if (route.kind === 'modern') {
      // A subscription goes on until somebody ends it.
      const isPlain = route.messageKind === 'request' && route.message.method !== 'subscriptions/listen';
      return isPlain ? { message: body as unknown as JSONRPCRequest, isModern: true } : undefined;
    }
    const isKnown = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(version));
    const isPlain = route.kind === 'legacy' && (route.reason === 'no-claim' || route.reason === 'initialize');
    if (!isKnown || !isPlain) return undefined;
    return { message: parseJSONRPCMessage(body) as JSONRPCRequest, isModern: false };
  } catch {
    // It is no message, or has more levels than the SDK can look at.
    return undefined;
  }
}

/** A request whose body can be read again. */
function replay(request: IncomingMessage, body: Buffer): IncomingMessage {
  async function* read() {
    yield body;
  }
  return Object.create(request, { [Symbol.asyncIterator]: { value: read } }) as IncomingMessage;
}

/** Answers a request of protocol 2026-07-28 or later with all the checks of the SDK, which asks nothing else of a `Request`. */
async function answerModern(
  request: IncomingMessage,
  response: ServerResponse,
  parsedBody: JSONRPCRequest,
  address: Address,
): Promise<undefined> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  if (response.destroyed) return undefined;
  const asked = { ...headersOf(request), method: 'POST', signal: gone.signal } as unknown as Request;
  const answer = await clipErrorResponse(await address.mcp.fetch(asked, { ...whoAsks(address), parsedBody }));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null || answer.headers.get('content-type') !== stream)
    response.end(Buffer.from(await answer.arrayBuffer()));
  // Where the client goes, there is nobody to tell.
  else await pipeline(Readable.fromWeb(answer.body as never), response).catch(() => undefined);
  return undefined;
}

/** What is asked of the request that brought a message. */
function headersOf({ headers }: IncomingMessage): NonNullable<MessageExtraInfo['request']> {
  const get = (name: string) => headers[name.toLowerCase()]?.toString() ?? null;
  return { headers: { get } } as unknown as NonNullable<MessageExtraInfo['request']>;
}

/** A connection over which one request comes and one answer goes. */
class OneAnswer implements Transport {
  onclose?: () => void;
  onmessage?: (message: JSONRPCMessage, extra?: MessageExtraInfo) => void;

  constructor(private readonly answer: (message: JSONRPCMessage) => void) {}

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message)) this.answer(message);
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}
