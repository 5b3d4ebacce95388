import { createServer, type Server as NodeServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { answerRequest } from './transport/answerRequest.js';
import { answerHealth } from './transport/answerHealth.js';
import type { App } from './app.js';
import { createGate } from './transport/createGate.js';
import { SetupError } from './setupError.js';
import { toUrlHost } from './transport/toUrlHost.js';

/** How long a server that is told to stop waits for calls in flight. */
const stopMs = 10_000;

export interface HttpOptions {
  host: string;
  port: number;
  /** Listens where other machines can connect, though nobody has to prove who they are. */
  allowUnauthenticated: boolean;
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

export interface HttpServer {
  /** Where MCP is served. */
  url: string;
  /** Takes no more requests and finishes those in flight. */
  close: () => Promise<void>;
}

/** Serves MCP on `/mcp`, each request for itself, so that any number of servers may stand behind one address. */
export async function serveOverHttp(app: App, options: HttpOptions): Promise<HttpServer> {
  const { host, port, allowUnauthenticated, log } = options;
  if (!allowUnauthenticated && !isLoopback(host)) throw new SetupError(exposed(host));
  const onerror = (error: Error) => log(error.message);
  const mcp = createMcpHandler(() => app.createServer(), { onerror });
  const handle = toNodeHandler({ fetch: (request) => answerRequest(request, app, mcp) }, { onerror });
  const admit = createGate(app.settings, host);
  let isClosing = false;

  const server = createServer((request, response) => {
    response.once('close', () => isClosing && setImmediate(() => server.closeIdleConnections()));
    if (answerHealth(request, response, !isClosing) || !admit(request, response)) return;
    void handle(request as Parameters<typeof handle>[0], response);
  });
  const { size } = await app.tools();
  await listen(server, host, port);
  const url = urlOf(server, host);
  log(`${app.api.name}: ${size} tools on ${url}`);

  async function close(): Promise<void> {
    isClosing = true;
    const closed = once(server, 'close');
    server.close();
    await Promise.race([closed, delay(stopMs, undefined, { ref: false })]);
    await mcp.close();
    server.closeAllConnections();
  }
  return { url, close };
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
