import { readFileSync } from 'node:fs';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { pipeline, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';

/** The path of a certificate for tests. */
export function certificate(name: string): string {
  return join(process.cwd(), 'test/support/certificates', name);
}

export interface Listening {
  port: number;
  close: () => Promise<void>;
}

async function listen(server: Server): Promise<Listening> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a server does that asks for the certificate of its client. */
function askForCertificate() {
  return {
    cert: readFileSync(certificate('server.pem')),
    key: readFileSync(certificate('server.key')),
    ca: readFileSync(certificate('ca.pem')),
    requestCert: true,
    rejectUnauthorized: false,
  };
}

/** The name in the certificate of a client that has shown one. */
function nameOf(socket: Duplex): string | undefined {
  return socket instanceof TLSSocket ? [socket.getPeerCertificate().subject?.CN].flat()[0] : undefined;
}

/** An API over HTTPS that says who calls: the name in the client's certificate, or nobody. */
export async function startTlsApi(
  answer?: RequestListener,
): Promise<Listening & { url: string; got: string[] }> {
  const got: string[] = [];
  const server = createTlsServer(askForCertificate(), async (incoming, response) => {
    const socket = incoming.socket as TLSSocket;
    const body = await text(incoming);
    got.push(`${incoming.method} ${incoming.url} ${body}`.trim());
    if (answer !== undefined) return answer(incoming, response);
    const caller = socket.authorized ? nameOf(socket) : 'nobody';
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ caller }));
  });
  const listening = await listen(server);
  return { ...listening, url: `https://127.0.0.1:${listening.port}`, got };
}

export interface Proxy extends Listening {
  /** What it was asked, with the credentials that came along, and the name in the client's certificate if one did. */
  got: { line: string; authorization: string | undefined; caller: string | undefined }[];
  /** Answers with this status, in place of what it was asked for. */
  refuseWith: (status: number | undefined, body?: string) => void;
  /** Tunnels that are open now. */
  tunnels: () => number;
}

/** A proxy, over TLS or not: of each host it knows the port on this machine that stands for it. */
export async function startProxy(ports: Readonly<Record<string, number>>, isTls = false): Promise<Proxy> {
  const got: Proxy['got'] = [];
  const tunnels = new Set<Duplex>();
  let refusal: { status: number; body: string } | undefined;
  const handle: RequestListener = (incoming, response) => {
    const { method = '', url = '', headers, socket } = incoming;
    const authorization = headers['proxy-authorization'];
    got.push({ line: `${method} ${url}`, authorization, caller: nameOf(socket) });
    if (refusal !== undefined) return void response.writeHead(refusal.status).end(refusal.body);
    const { host, pathname, search } = new URL(url);
    const sent = request(
      { host: '127.0.0.1', port: ports[`${host}:80`], method, path: pathname + search, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        // What breaks off on one side does on the other.
        pipeline(answer, response, () => undefined);
      },
    );
    incoming.pipe(sent);
  };
  const server = isTls ? createTlsServer(askForCertificate(), handle) : createServer(handle);
  server.on('connect', ({ url = '', headers }, client: Duplex) => {
    const authorization = headers['proxy-authorization'];
    got.push({ line: `CONNECT ${url}`, authorization, caller: nameOf(client) });
    if (refusal !== undefined) return void client.end(`HTTP/1.1 ${refusal.status} No\r\n\r\n`);
    const api: Socket = connect(ports[url] ?? 0, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      api.pipe(client).pipe(api);
    });
    tunnels.add(client);
    for (const [one, other] of [
      [api, client],
      [client, api],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        tunnels.delete(client);
        other.destroy();
      });
    }
  });
  const listening = await listen(server);
  return {
    port: listening.port,
    got,
    refuseWith: (status, body = '') => {
      refusal = status === undefined ? undefined : { status, body };
    },
    tunnels: () => tunnels.size,
    close: async () => {
      const closed = listening.close();
      for (const tunnel of tunnels) tunnel.destroy();
      await closed;
    },
  };
}
