import type { HttpFeatures } from './httpParts.js';
import type { Admission, Guard } from '../../door/guard.js';
import {
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { guardByToken, tokenVariables } from '../../door/guardByToken.js';
import { SetupError } from '../../errors.js';
import type { App } from '../../extensions.js';
import { loadPart } from '../../memo.js';
import { loadServing } from '../../server/createView.js';
import { type Environment, isDoorSetting, sessionFlag, toolFlags } from '../../settings.js';
import { listSome, nearest } from '../../text.js';
import { type Process, runProgram } from '../runProgram.js';
import { answerHealth, answerPlain, answerRequest } from './answerRequest.js';
import { createEntry } from './createEntry.js';
import { createAddresses, createGate, findAddress, refuseRequest, toUrlHost } from './createGate.js';

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
/** Connections, and requests that are under way, of all clients. */
const mostConnections = 5_000;
const mostCalls = 1_000;

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
  const isLocal = isLoopback(host);
  await checkUsers(app);
  const features = (await app.features()) as HttpFeatures;
  // Clients may hold all connections by the time that one asks for something.
  await loadServing();
  const door = await findGuard(app, isLocal, () => listUrls(server, host), log);
  if (!allowUnauthenticated && !isLocal && door === undefined)
    throw new SetupError(exposed(host, features.auth !== undefined));
  const onerror = (error: Error) => log(error.message);
  const addresses = createAddresses(app, onerror);
  const sessions = app.settings.sessions ? (await loadPart(features.sessions, 'sessions'))() : undefined;
  const limiter =
    features.limits && (await loadPart(features.limits, 'limits'))(app.env, door !== undefined || !isLocal);
  const gate = createGate(app.settings, host, door?.publicHost);
  const enter = createEntry(door, limiter);
  const calls = new Set<ServerResponse>();
  let isClosing = false;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entered = await enter(request, response);
    if (entered === undefined) return;
    if (isStream(request)) endWithToken(response, entered.admission);
    const address = findAddress(addresses.find, request, response, entered.admission);
    if (address === undefined) return;
    const { admission } = entered;
    if (door !== undefined && admission !== undefined) {
      const { findStepUp } = door;
      if (findStepUp !== undefined) address.stepUp = (body) => findStepUp(admission, body);
      address.recheck = () => isStillAdmitted(door, request, admission);
    }
    const handle = toNodeHandler({ fetch: (web) => answerRequest(web, address, sessions) }, { onerror });
    const pass = (rest: IncomingMessage) => void handle(rest as Parameters<typeof handle>[0], response);
    if (sessions !== undefined) return pass(request);
    const rest = await answerPlain(request, response, address);
    if (rest !== undefined) pass(rest);
  }

  const server = createServer(timesOf(options), (request, response) => {
    if (!isStream(request)) calls.add(response);
    response.once('close', () => {
      calls.delete(response);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (answerHealth(request, response, !isClosing)) return;
    if (!gate(request, response) || answerMetadata(request, response, door)) return;
    if (calls.size > mostCalls)
      return void refuseRequest(response, 503, 'Too many requests: try again later.', { 'retry-after': '1' });
    answer(request, response).catch((error: Error) => {
      onerror(error);
      response.destroy();
    });
  });
  server.maxConnections = mostConnections;
  const closeUnused = trackUnused(server);
  const summary = await app.view().summary();
  await listen(server, host, port);
  const url = urlOf(server, host);
  log(`${app.api.name}: ${summary}`);
  log(`${app.api.name} on ${url}`);

  async function close(): Promise<void> {
    isClosing = true;
    const closed = once(server, 'close');
    server.close();
    closeUnused();
    const patience = delay(stopMs, undefined, { ref: false });
    await Promise.race([Promise.all([...calls].map((call) => once(call, 'close'))), patience]);
    await Promise.all([sessions?.close(), addresses.close()]);
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

/** Looks at how the API is told who calls, where that is set. */
async function checkUsers({ api, env, features }: App): Promise<void> {
  const { users } = (await features()) as HttpFeatures;
  if (users !== undefined) (await users()).checkUserSettings(api, env);
}

/**
 * Makes what asks clients who they are, where that is set up.
 *
 * @throws SetupError where it is not set up right: a misspelt name would leave the door wider open than was meant, or have
 * users act as the server.
 */
async function findGuard(
  app: App,
  ...rest: [isLocal: boolean, urls: () => readonly URL[], log: (line: string) => void]
): Promise<Guard | undefined> {
  const set = Object.keys(app.env).filter((name) => isDoorSetting(name) && app.env[name]);
  if (set.length === 0) return undefined;
  const { auth, users } = (await app.features()) as HttpFeatures;
  const door = auth && (await loadPart(auth, 'auth'));
  const ofUsers = users && (await loadPart(users, 'users'));
  const known = [...tokenVariables, ...(door?.variables ?? []), ...(ofUsers?.variables ?? [])];
  const unknown = set.find((name) => !known.includes(name));
  if (unknown === undefined) return door === undefined ? guardByToken(app) : door.openDoor(app, ...rest);
  const meant = nearest(unknown, [
    ...known,
    ...Object.values(app.api.absent ?? {}).flatMap((names) => names.split(' ')),
  ]);
  const guess = meant === undefined ? `There are: ${listSome(known)}.` : `Did you mean ${meant}?`;
  throw new SetupError(`${unknown} is set, but there is no such setting. ${guess}`);
}

/** Whether who was let in with a request would be now, as the same and with the same rights; nothing where it cannot be said. */
async function isStillAdmitted(
  door: Guard,
  request: IncomingMessage,
  { key, scope }: Admission,
): Promise<boolean | undefined> {
  const now = await door.admit(request);
  if ('status' in now) return now.status === 503 ? undefined : false;
  return now.key === key && now.scope.key === scope.key;
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

/** Answers what clients ask before they have a token (RFC 9728); says whether it was asked. */
function answerMetadata(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  door: Guard | undefined,
): boolean {
  const [path = ''] = url.split('?');
  const { paths = [], describe } = door?.metadata ?? {};
  const isAsked = paths.some((one) => path === one || path.startsWith(`${one}/`));
  if (!isAsked || method !== 'GET') return false;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(describe?.(headers.host)));
  return true;
}

/** Whether the answer to a request goes on until somebody ends it. */
function isStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}

/** What a timer of Node can wait. */
const longestTimer = 2 ** 31 - 1;

/** Ends an answer that goes on together with the token that it was asked for with: who listens on has to show a new one. */
function endWithToken(response: ServerResponse, admission: Admission | undefined): void {
  const left = (admission?.until ?? Number.NaN) - Date.now();
  if (!(left <= longestTimer)) return;
  const timer = setTimeout(() => response.destroy(), left).unref();
  response.once('close', () => clearTimeout(timer));
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function exposed(host: string, hasAuth: boolean): string {
  return `Not listening on ${host}: everybody who can connect could use the API with this server's credentials. Set ${hasAuth ? 'MCP_AUTH_ISSUER or ' : ''}MCP_AUTH_TOKEN, or pass --allow-unauthenticated if something else keeps strangers out.`;
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
