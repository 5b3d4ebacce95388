import { setImmediate } from 'node:timers/promises';
import type { AddressInfo, Socket } from 'node:net';
import { type RequestListener, createServer } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { Environment } from '../../../../templates/project/src/runtime/settings.js';
import type { Method } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { certificate, startProxy, startTlsApi } from '../../../support/runtime/networkServers.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** An API that says on which of its connections a request came; the first is 1. */
async function startApi(answer: (connection: number, ...rest: Parameters<RequestListener>) => void) {
  const sockets: Socket[] = [];
  const got: string[] = [];
  const server = createServer((request, response) => {
    got.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    answer(sockets.indexOf(request.socket) + 1, request, response);
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, port, sockets, got };
}

/** A server that calls one tool, with a token that no other origin may see. */
async function serve(url: string, env: Environment = {}, method: Method = 'GET', retries = 2) {
  const catalog = makeCatalog([makeTool({ method, path: '/a/b', security: [{ token: [] }] })], {
    api: { servers: [{ url }], auth: { token: { kind: 'bearer', env: 'T_TOKEN' } } },
  });
  const caller = await createCaller({
    features,
    catalog,
    env: { T_TOKEN: 'secret-token', ...env },
    timeoutMs: 5_000,
    retries,
  });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  return async () => {
    const result = await caller(offered, {}, { signal: new AbortController().signal, trace: {} });
    // A connection is free again some turns of the loop after its answer has come.
    for (let turns = 0; turns < 3; turns += 1) await setImmediate();
    return result;
  };
}

const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');
const sayConnection = (connection: number, ...[, response]: Parameters<RequestListener>) =>
  void response.end(`connection ${connection}`);

/** Closes its first connection when a second request comes over it, as one does that closed it at that moment. */
function startHasty() {
  return startApi((connection, request, response) => {
    const isSecond = response.req.socket.bytesWritten > 0;
    if (connection === 1 && isSecond) request.socket.destroy();
    else sayConnection(connection, request, response);
  });
}

describe('a connection', () => {
  test('is kept for the calls that follow', async () => {
    const { url } = await startApi(sayConnection);
    const call = await serve(url);
    for (let index = 0; index < 3; index += 1) expect(textOf(await call())).toBe('connection 1');
  });

  test('is kept for those that go another way, too', async () => {
    const env = { MCP_CA_FILE: certificate('ca.pem') };
    const { url } = await startApi(sayConnection);
    const call = await serve(url, env);
    for (let index = 0; index < 3; index += 1) expect(textOf(await call())).toBe('connection 1');
  });

  test('through a proxy is kept', async () => {
    const { port } = await startApi(sayConnection);
    const tlsApi = await startTlsApi();
    const proxy = await startProxy({ 'api.test:80': port, 'api.test:443': tlsApi.port });
    closing.push(proxy.close, tlsApi.close);
    const address = `http://127.0.0.1:${proxy.port}`;
    const env = { HTTPS_PROXY: address, MCP_CA_FILE: certificate('ca.pem') };
    const call = await serve('https://api.test', env);
    for (let index = 0; index < 3; index += 1) await call();
    expect(tlsApi.got).toHaveLength(3);
    expect(proxy.got.map(({ line }) => line)).toEqual(['CONNECT api.test:443']);
  });

  test.each(['GET', 'POST'] as const)(
    'that the API has closed while it was idle costs no %s',
    async (method) => {
      const { url, sockets } = await startApi(sayConnection);
      const call = await serve(url, {}, method);
      expect(textOf(await call())).toBe('connection 1');
      const closed = new Promise((resolve) => sockets[0]?.once('close', resolve));
      sockets[0]?.end();
      await closed;
      expect(textOf(await call())).toBe('connection 2');
    },
  );

  test('that the API closes as a read comes costs no call', async () => {
    const { url, got } = await startHasty();
    const call = await serve(url);
    expect(textOf(await call())).toBe('connection 1');
    expect(textOf(await call())).toBe('connection 2');
    expect(got).toHaveLength(3);
  });

  test('that the API closes as a write comes leaves open what has happened, and says so', async () => {
    const { url, got } = await startHasty();
    const call = await serve(url, {}, 'POST');
    await call();
    const result = await call();
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      `The connection to the API at ${url} broke off.\nIt may have taken effect all the same: check that before calling again.`,
    );
    expect(got).toHaveLength(2);
  });
});

describe('a redirect', () => {
  test.each<[status: number, location: string, target: string]>([
    [301, '/x', '/x'],
    [302, 'c', '/a/c'],
    [303, '../x', '/x'],
    [307, '?page=2', '/a/b?page=2'],
    [308, '/x#fragment', '/x'],
    [302, 'ORIGIN/x', '/x'],
    [302, 'http:c', '/a/c'],
    // Who we are is not for the API to say.
    [302, 'http://name:password@HOST/x', '/x'],
  ])('%i to %s is followed to %s', async (status, location, target) => {
    const { url, got } = await startApi((_connection, request, response) => {
      if (request.url !== '/a/b') return void response.end('there');
      const host = request.headers.host ?? '';
      const place = location.replace('ORIGIN', `http://${host}`).replace('HOST', host);
      response.writeHead(status, { location: place }).end();
    });
    expect(textOf(await (await serve(url))())).toBe('there');
    expect(got).toEqual(['GET /a/b Bearer secret-token', `GET ${target} Bearer secret-token`]);
  });

  test.each([
    '//OTHER/x',
    'http://OTHER/x',
    String.raw`\\OTHER\x`,
    String.raw`/\OTHER/x`,
    'http://HOST@OTHER/x',
    'file:///etc/passwd',
    'data:text/plain,x',
    'http://',
    'http://[',
  ])('to %s is not followed', async (location) => {
    const other = await startApi(sayConnection);
    const { url, got } = await startApi((_connection, request, response) => {
      const place = location
        .replace('OTHER', `127.0.0.1:${other.port}`)
        .replace('HOST', request.headers.host ?? '');
      response.writeHead(302, { location: place }).end();
    });
    const result = await (await serve(url))();
    expect(textOf(result)).toContain('The API answered 302 Found.\nIt redirects to ');
    expect(got).toHaveLength(1);
    expect(other.got).toEqual([]);
  });

  test('from https to http is not followed, on the same host either', async () => {
    const plain = await startApi(sayConnection);
    const tlsApi = await startTlsApi((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${plain.port}/x` }).end();
    });
    closing.push(tlsApi.close);
    const result = await (await serve(tlsApi.url, { MCP_CA_FILE: certificate('ca.pem') }))();
    expect(textOf(result)).toContain('Only reads are followed, and only to the same host');
    expect(plain.got).toEqual([]);
  });
});
