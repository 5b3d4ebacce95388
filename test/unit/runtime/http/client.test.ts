import { setImmediate } from 'node:timers/promises';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import zlib from 'node:zlib';
import {
  createClient,
  createDirectWay,
} from '../../../../templates/project/src/runtime/http/createClient.js';
import { createNetwork, nameAgent } from '../../../../templates/project/src/runtime/http/createNetwork.js';
import { Stop } from '../../../../templates/project/src/runtime/request/outgoing.js';
import type { Method } from '../../../../templates/project/src/runtime/tool.js';

const servers: Server[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** An API that answers each request, in one piece of text, on its connection. */
async function startApi(answer: (socket: Socket, text: string, connection: number) => void): Promise<URL> {
  const server = createServer((socket) => {
    const connection = sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => answer(socket, bytes.toString('latin1'), connection));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x?y=1`);
}

function say(socket: Socket, body: string, headers = ''): void {
  socket.write(`HTTP/1.1 200 OK\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const exchange = () => createClient(createDirectWay());
type Send = ReturnType<typeof exchange>;

async function read(send: Send, url: URL, method: Method = 'GET', headers: Record<string, string> = {}) {
  const pieces: Uint8Array[] = [];
  const reply = await send({ method, url, headers: new Headers(headers) }, new Stop());
  await reply.read((piece) => void pieces.push(piece));
  return Buffer.concat(pieces).toString();
}

/** Lets a connection go back to those that are kept. */
const settle = async () => {
  for (let turns = 0; turns < 3; turns += 1) await setImmediate();
};

describe('the client', () => {
  test('says of a request without a body that it has none, where such requests mostly have one', async () => {
    let got = '';
    const url = await startApi((socket, text) => {
      got = text;
      say(socket, '');
    });
    const said = async (method: Method, headers?: Record<string, string>) => {
      await read(exchange(), url, method, headers);
      return /^(?:content-length|transfer-encoding): .*$/im.exec(got)?.[0];
    };
    for (const method of ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'] as const)
      expect(await said(method), method).toBeUndefined();
    for (const method of ['POST', 'PUT', 'PATCH', 'QUERY'] as const)
      expect(await said(method), method).toBe('content-length: 0');
  });

  test('sends what it is given, in lower case, and waits for no consent', async () => {
    let got = '';
    const url = await startApi((socket, text) => {
      got = text;
      say(socket, 'fine');
    });
    await read(exchange(), url, 'GET', { 'X-Name': 'b\u00e4r', expect: '100-continue' });
    expect(got.split('\r\n').slice(0, -2)).toEqual([
      'GET /x?y=1 HTTP/1.1',
      `host: ${url.host}`,
      'accept: */*',
      'accept-encoding: gzip, deflate',
      'user-agent: node',
      'x-name: b\u00e4r',
      'Connection: keep-alive',
    ]);
  });

  test('says by which server it is sent, unless the request says otherwise', async () => {
    const got: string[] = [];
    const url = await startApi((socket, text) => {
      got.push(...(text.match(/(?<=^user-agent: ).*$/gim) ?? []));
      say(socket, 'fine');
    });
    const send = createNetwork(
      {},
      undefined,
      nameAgent({ name: 'petstore', version: '1.4.0 (b\u00eata)\r\nx: y' }),
    ).exchange;
    await read(send, url);
    await read(send, url, 'GET', { 'User-Agent': 'mine' });
    expect(got).toEqual(['petstore/1.4.0-b-ta-x-y', 'mine']);
    expect(nameAgent({ name: 'petstore', version: '' })).toBe('petstore');
  });

  test.each<[said: string, connections: number]>([
    ['', 1],
    ['keep-alive: timeout=5\r\n', 1],
    ['keep-alive: timeout=1\r\n', 2],
    ['keep-alive: timeout=0\r\n', 2],
    ['connection: close\r\n', 2],
  ])('keeps a connection as long as the API does: %j', async (said, connections) => {
    const url = await startApi((socket, _text, connection) => say(socket, String(connection), said));
    const send = exchange();
    expect(await read(send, url)).toBe('1');
    await settle();
    expect(await read(send, url)).toBe(String(connections));
  });

  test('sends a read again where its connection was closed as it came, and a write only where none of it was written', async () => {
    let got: string[] = [];
    const url = await startApi((socket, text, connection) => {
      got.push(`${connection} ${text.split(' ', 1)[0]}`);
      if (connection === 1 && got.length > 1) socket.resetAndDestroy();
      else say(socket, 'fine');
    });
    const send = exchange();
    await read(send, url);
    await settle();
    expect(await read(send, url)).toBe('fine');
    expect(got).toEqual(['1 GET', '1 GET', '2 GET']);

    got = [];
    for (const socket of sockets.splice(0)) socket.destroy();
    const other = exchange();
    await read(other, url);
    await settle();
    await expect(read(other, url, 'POST')).rejects.toThrow();
    expect(got).toEqual(['1 GET', '1 POST']);

    // This one is closed before the next turn of the loop notices.
    got = [];
    for (const socket of sockets.splice(0)) socket.destroy();
    const third = exchange();
    await read(third, url);
    await settle();
    sockets[0]?.resetAndDestroy();
    expect(await read(third, url, 'POST')).toBe('fine');
    expect(got).toEqual(['1 GET', '2 POST']);
  });

  test('says why it was stopped before anything else, and lets go of the connection', async () => {
    const url = await startApi((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhalf'));
    const stop = new Stop();
    const reply = await exchange()({ method: 'GET', url, headers: new Headers() }, stop);
    const reading = reply.read(() => stop.now(new Error('enough')) as undefined);
    await expect(reading).rejects.toThrow('enough');
    await once(sockets[0]!, 'close');
    const late = exchange()({ method: 'GET', url, headers: new Headers() }, stop);
    await expect(late).rejects.toThrow('enough');
  });

  const { zstdCompressSync } = zlib as { zstdCompressSync?: (text: string) => Buffer };
  test.skipIf(zstdCompressSync === undefined)('reads Zstandard where Node does', async () => {
    const url = await startApi((socket) => {
      const body = zstdCompressSync!('fine');
      socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: zstd\r\ncontent-length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    expect(await read(exchange(), url)).toBe('fine');
  });
});
