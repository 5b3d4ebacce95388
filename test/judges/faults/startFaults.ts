import { type RequestListener, createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { join } from 'node:path';
import type { Method } from '../../../templates/project/src/runtime/tool.js';
import { type Fault, type Place, faults } from './faults.js';
import { nameFault } from './nameFault.js';

/** The API that misbehaves, on loopback. */
export interface FaultyApi {
  /** The base URL of each place; `fine` answers every call well. */
  urls: Readonly<Record<Place | 'fine', string>>;
  /** How often the operation of a fault was asked for. */
  asked: (fault: Fault, method: Method) => number;
  close: () => Promise<void>;
}

/** For how long a handshake is not answered. */
const slowMs = 50;

/** Starts all the servers that misbehave, and one that does not. */
export async function startFaults(): Promise<FaultyApi> {
  const byPath = new Map(faults.map((fault) => [`/${nameFault(fault)}`, fault]));
  const counts = new Map<string, number>();
  const pem = readFileSync(join(process.cwd(), 'test/judges/faults/certificate.pem'));
  const servers: Server[] = [];

  async function listen(server: Server, scheme = 'http'): Promise<string> {
    const sockets = new Set<Socket>();
    server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    });
    server.once('closing', () => sockets.forEach((socket) => socket.destroy()));
    servers.push(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const fine = createHttpServer(answerWell);
  const trusted = createHttpsServer(readPair('server'), answerWell);
  const api = createHttpServer((request, response) => {
    const { method, url = '' } = request;
    const fault = byPath.get(url.split('?')[0] ?? '');
    const key = `${method} ${fault?.name}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    response.on('error', () => undefined);
    fault?.answer?.(response, request);
  });
  const closed = createServer();
  const urls = {
    fine: await listen(fine),
    api: await listen(api),
    deaf: await listen(createHttpServer(() => undefined)),
    resets: await listen(createServer((socket) => socket.resetAndDestroy())),
    tls: await listen(createHttpsServer({ key: pem, cert: pem }), 'https'),
    plain: await listen(
      createHttpServer((_request, response) => response.end('{}')),
      'https',
    ),
    slow: await listen(
      createServer((socket) => {
        setTimeout(() => trusted.emit('connection', socket), slowMs);
      }),
      'https',
    ),
    mute: await listen(createServer(), 'https'),
    closed: await listen(closed),
    // A label of more than 63 characters: nobody is asked for it.
    unknown: `http://${'x'.repeat(64)}.invalid`,
  };
  await close(closed);
  return {
    urls,
    asked: ({ name }, method) => counts.get(`${method} ${name}`) ?? 0,
    close: async () => {
      await Promise.all(servers.filter(({ listening }) => listening).map(close));
    },
  };
}

const answerWell: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
};

/** The key and certificate of a name that the test authority has signed. */
function readPair(name: string): { key: Buffer; cert: Buffer } {
  const read = (ending: string) =>
    readFileSync(join(process.cwd(), `test/support/certificates/${name}.${ending}`));
  return { key: read('key'), cert: read('pem') };
}

async function close(server: Server): Promise<void> {
  server.emit('closing');
  await new Promise((resolve) => server.close(resolve));
}
