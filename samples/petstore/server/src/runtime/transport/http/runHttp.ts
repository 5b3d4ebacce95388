import {
  type IncomingMessage,
  type Server as NodeServer,
  type ServerResponse,
  createServer,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { SetupError } from '../../errors.js';
import type { App } from '../../server/app.js';
import { type Environment, sessionFlag, toolFlags } from '../../settings.js';
import { type Process, runProgram } from '../runProgram.js';
import { answerPlain } from './answerPlain.js';
import { answerHealth, answerRequest } from './answerRequest.js';
import { createAddresses, createGate, toUrlHost } from './createGate.js';
import { createSessions } from './session.js';

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

interface HttpOptions {
  host: string;
  port: number;
  /** Listens where other machines can connect, though nobody has to prove who they are. */
  allowUnauthenticated: boolean;
  /** How long calls in flight are waited for when it is closed; 10 s where it is not said. */
  stopMs?: number;
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
  if (!allowUnauthenticated && !isLoopback(host)) throw new SetupError(exposed(host));
  const onerror = (error: Error) => log(error.message);
  const addresses = createAddresses(app, onerror);
  const sessions = app.settings.sessions ? createSessions() : undefined;
  const admit = createGate(app.settings, host, addresses.find);
  const calls = new Set<ServerResponse>();
  let isClosing = false;

  const server = createServer((request, response) => {
    if (!isStream(request)) calls.add(response);
    response.once('close', () => {
      calls.delete(response);
      if (isClosing) setImmediate(() => server.closeIdleConnections());
    });
    if (answerHealth(request, response, !isClosing)) return;
    const address = admit(request, response);
    if (address === undefined) return;
    const handle = toNodeHandler({ fetch: (web) => answerRequest(web, address, sessions) }, { onerror });
    const pass = (rest: IncomingMessage) => void handle(rest as Parameters<typeof handle>[0], response);
    if (sessions !== undefined) return pass(request);
    answerPlain(request, response, address.view).then(
      (rest) => rest && pass(rest),
      (error: Error) => {
        onerror(error);
        response.destroy();
      },
    );
  });
  const summary = await app.view().summary();
  await listen(server, host, port);
  const url = urlOf(server, host);
  log(`${app.api.name}: ${summary}`);
  log(`${app.api.name} on ${url}`);

  async function close(): Promise<void> {
    isClosing = true;
    const closed = once(server, 'close');
    server.close();
    const patience = delay(stopMs, undefined, { ref: false });
    await Promise.race([Promise.all([...calls].map((call) => once(call, 'close'))), patience]);
    await Promise.all([sessions?.close(), addresses.close()]);
    await Promise.race([closed, patience]);
    server.closeAllConnections();
  }
  return { url, close };
}

/** Whether the answer to a request goes on until somebody ends it. */
function isStream({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' || headers['mcp-method'] === 'subscriptions/listen';
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function exposed(host: string): string {
  return `Not listening on ${host}: everybody who can connect could use the API with this server's credentials. Pass --allow-unauthenticated if something else keeps strangers out.`;
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

function urlOf(server: NodeServer, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${toUrlHost(host)}:${port}/mcp`;
}
