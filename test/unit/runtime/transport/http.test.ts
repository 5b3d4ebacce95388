import { once } from 'node:events';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type AnyClient, connectHttp, dialects } from '../../../support/runtime/clients.js';
import { makeToolsets } from '../../../support/runtime/manyTools.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import {
  type Post,
  message,
  messageOf,
  modern,
  post as postTo,
  usual,
} from '../../../support/runtime/wire.js';

let upstream: Upstream;
let server: HttpServer;
const logged: string[] = [];
const log = (line: string) => void logged.push(line);
const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log };

beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    if (url.includes('/hang')) return;
    const wait = Number(/\/slow(\d+)/.exec(url)?.[1] ?? 0);
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
      wait,
    );
  });
  server = await serveOverHttp(makeApp(), local);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

function makeApp(env: Record<string, string> = {}) {
  return createApp({ catalog, env: { EXAMPLE_BASE_URL: upstream.url, EXAMPLE_API_KEY: 'test-key', ...env } });
}

/** One request to the server that all share, or to another. */
const post = (options: Partial<Post>) => postTo({ url: server.url, ...options });

const list = message('tools/list');

describe.each(dialects)('%s', (dialect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connectHttp(dialect, server.url);
  });
  afterAll(() => client.close());

  test('lists the tools', async () => {
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'get_example',
      'create_example',
    ]);
  });

  test('reads and writes', async () => {
    const read = await client.callTool({ name: 'get_example', arguments: { exampleId: 'a', fields: 'x' } });
    expect(read.structuredContent).toEqual({ url: '/examples/a?fields=x' });
    await client.callTool({ name: 'create_example', arguments: { name: 'n' } });
    expect(upstream.got.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'x-api-key': 'test-key' },
      body: '{"name":"n"}',
    });
  });

  test('gets bad arguments and unknown tools told apart', async () => {
    const result = await client.callTool({ name: 'get_example', arguments: {} });
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('- exampleId: required but missing (string)');
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test('makes many calls at once', async () => {
    const ids = Array.from({ length: 20 }, (_, index) => `id${index}`);
    const results = await Promise.all(
      ids.map((exampleId) => client.callTool({ name: 'get_example', arguments: { exampleId } })),
    );
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      ids.map((id) => ({ url: `/examples/${id}` })),
    );
  });

  test('goes away, and the call to the API is aborted', async () => {
    const leaving = await connectHttp(dialect, server.url);
    const got = upstream.next();
    const call = leaving.callTool({ name: 'get_example', arguments: { exampleId: 'hang' } });
    const { aborted } = await got;
    await Promise.all([expect(call).rejects.toThrow(), leaving.close()]);
    await aborted;
  });
});

describe('a request of the versions up to 2025-11-25', () => {
  test.each<[accept: string | undefined, type: string]>([
    ['application/json, text/event-stream', 'application/json'],
    ['text/event-stream', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    [undefined, 'application/json'],
  ])('that accepts %s is answered with %s', async (accept, type) => {
    const answer = await post({ headers: { accept }, body: list });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain(type);
    if (type === 'text/event-stream') expect(answer.headers['x-accel-buffering']).toBe('no');
    expect(messageOf(answer).result?.['tools']).toHaveLength(2);
  });

  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])(
    'may be an initialize of %s',
    async (version) => {
      const params = {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      };
      const answer = await post({ body: message('initialize', params) });
      expect(messageOf(answer).result?.['protocolVersion']).toBe(version);
      expect(answer.headers).not.toHaveProperty('mcp-session-id');
    },
  );

  test.each([usual.accept, 'application/json'])(
    'that is a notification is answered with 202 (%s)',
    async (accept) => {
      const body = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
      expect(await post({ headers: { accept }, body })).toMatchObject({ status: 202, body: '' });
    },
  );

  test.each(['GET', 'DELETE'])('is not a %s: there are no sessions', async (method) => {
    expect(await post({ method, headers: { accept: 'text/event-stream' } })).toMatchObject({ status: 405 });
  });

  test.each(['TRACE', 'PUT', 'HEAD', 'OPTIONS', 'PROPFIND'])('is not a %s', async (method) => {
    const answer = await post({ method, headers: {} });
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST, GET, DELETE' } });
    expect(answer.body).toMatch(method === 'HEAD' ? /^$/ : /Method not allowed/);
  });

  test('is aborted at the API when the client that wants JSON goes away', async () => {
    const got = upstream.next();
    const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'hang' } });
    const sent = send(server.url, {
      method: 'POST',
      headers: { ...usual, accept: 'application/json' },
      agent: false,
    });
    sent.on('error', () => {});
    sent.end(body);
    const { aborted } = await got;
    sent.destroy();
    await aborted;
  });
});

describe('a list that depends on the client', () => {
  const names = Array.from({ length: 41 }, (_, index) => `list_${index}`);
  const app = createApp({ catalog: makeToolsets({ many: names }).catalog, env: {} });
  let many: HttpServer;
  beforeAll(async () => {
    many = await serveOverHttp(app, local);
  });
  afterAll(() => many.close());

  test.each([
    ['claude-code', 42],
    ['another', 3],
  ])('goes by the name that each request says, and is kept by nobody else: %s', async (name, count) => {
    const { headers, body } = modern('tools/list');
    const named = body.replace(/("io.modelcontextprotocol\/clientInfo":\{"name":")[^"]*/, `$1${name}`);
    const { result } = messageOf(await post({ url: many.url, headers, body: named }));
    expect(result).toMatchObject({ cacheScope: 'private' });
    expect(result?.['tools']).toHaveLength(count);
  });

  test('is that for all to a client of an earlier version, which no request names', async () => {
    expect(messageOf(await post({ url: many.url, body: list })).result?.['tools']).toHaveLength(3);
  });
});

describe('a request of 2026-07-28', () => {
  test('is answered in JSON, with all that the version asks for', async () => {
    const listed = await post(modern('tools/list'));
    expect(listed).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(messageOf(listed).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'example', version: '1.0.0' } },
    });
    const discovered = messageOf(await post(modern('server/discover'))).result;
    expect(discovered).toMatchObject({
      supportedVersions: ['2026-07-28'],
      ttlMs: 300_000,
      cacheScope: 'public',
    });
    const called = await post(modern('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } }));
    expect(messageOf(called).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { url: '/examples/a' },
    });
  });

  test.each<[string, Partial<Post>, number, number]>([
    ['an unknown method', modern('no/such/method'), 404, -32601],
    ['an unknown tool', modern('tools/call', { name: 'nothing' }), 200, -32602],
    [
      'another name in the header',
      { ...modern('tools/list'), headers: { ...modern('tools/list').headers, 'mcp-method': 'tools/call' } },
      400,
      -32020,
    ],
    ['another version', modern('tools/list', {}, '2099-01-01'), 400, -32022],
  ])('with %s is refused', async (_name, options, status, code) => {
    const answer = await post(options);
    expect(answer.status).toBe(status);
    expect(messageOf(answer).error?.code).toBe(code);
  });
});

describe('the gate', () => {
  test.each<[string, Partial<Post>, number, number | undefined]>([
    ['another content type', { headers: { 'content-type': 'text/plain' }, body: list }, 415, undefined],
    ['no content type', { headers: { 'content-type': undefined }, body: list }, 415, undefined],
    ['broken JSON', { body: '{oops' }, 400, -32700],
    ['broken JSON for JSON', { headers: { accept: 'application/json' }, body: '{oops' }, 400, -32700],
    [
      'an argument that the SDK would drop',
      {
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":{"__proto__":{}}}}',
      },
      400,
      -32602,
    ],
    [
      'arguments that are a list',
      {
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":[1]}}',
      },
      400,
      -32602,
    ],
    ['an empty body', { body: '' }, 400, -32700],
    ['too large a body', { body: Buffer.alloc(5 * 1024 * 1024, ' ') }, 413, undefined],
    ['a foreign host', { headers: { host: 'evil.example' }, body: list }, 403, -32600],
    ['a host that is none', { headers: { host: 'a b' }, body: list }, 403, -32600],
    ['a foreign origin', { headers: { origin: 'https://evil.example' }, body: list }, 403, -32600],
    ['an opaque origin', { headers: { origin: 'null' }, body: list }, 403, -32600],
    ['another path', { url: '/other', body: list }, 404, -32600],
  ])('keeps out %s', async (_name, options, status, code) => {
    const url = options.url === undefined ? server.url : new URL(options.url, server.url).href;
    const answer = await post({ ...options, url });
    expect(answer.status).toBe(status);
    if (code !== undefined) expect(messageOf(answer).error?.code).toBe(code);
  });

  /** What a socket gets for a request as it is written. */
  function sendRaw(target: string, hosts: readonly string[], version = '1.1'): Promise<string> {
    const lines = [
      `POST ${target} HTTP/${version}`,
      ...hosts.map((host) => `Host: ${host}`),
      'Content-Type: application/json',
      'Accept: application/json',
      `Content-Length: ${list.length}`,
      'Connection: close',
    ];
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end(`${lines.join('\r\n')}\r\n\r\n${list}`);
    return text(socket);
  }

  test.each<[name: string, target: string, hosts: string[], status: number, version?: string]>([
    ['one host', '/mcp', ['localhost'], 200],
    ['one host in capitals', '/mcp', ['LOCALHOST:80'], 200],
    ['a whole URL with the same host', 'http://localhost/mcp', ['localhost:80'], 200],
    ['two hosts', '/mcp', ['localhost', 'evil.example'], 400],
    ['two hosts the other way round', '/mcp', ['evil.example', 'localhost'], 400],
    ['the same host twice', '/mcp', ['localhost', 'localhost'], 400],
    ['a whole URL with another host', 'http://evil.example/mcp', ['localhost'], 400],
    ['a whole URL with another port', 'http://localhost:81/mcp', ['localhost'], 400],
    ['a name before the host', '/mcp', ['evil.example@localhost'], 400],
    ['a path behind the host', '/mcp', ['localhost/evil.example'], 400],
    ['a query behind the host', '/mcp', ['localhost?evil.example'], 400],
    ['another slash behind the host', '/mcp', ['localhost\\evil.example'], 400],
    ['an encoded host', '/mcp', ['%6cocalhost'], 400],
    ['no host in HTTP/1.0', '/mcp', [], 400, '1.0'],
    ['no host', '/mcp', [], 400],
    ['a host with a dot behind it', '/mcp', ['localhost.'], 403],
    ['a port that is none', '/mcp', ['localhost:evil'], 403],
  ])('takes a request with %s for what it is', async (_name, target, hosts, status, version) => {
    expect(await sendRaw(target, hosts, version)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });

  test.each([
    { host: 'localhost:1234' },
    { host: '127.0.0.1' },
    { host: '[::1]:80' },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1' },
  ])('lets in %j', async (headers) => {
    const answer = await post({ headers, body: list });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('lets in, and shares with, the origins and hosts that are configured', async () => {
    const env = { MCP_ALLOWED_ORIGINS: 'https://app.example', MCP_ALLOWED_HOSTS: 'mcp.example' };
    const open = await serveOverHttp(makeApp(env), local);
    const headers = { origin: 'https://app.example', host: 'mcp.example' };
    const shared = { 'access-control-allow-origin': 'https://app.example', vary: 'origin' };
    expect(await post({ url: open.url, headers, body: list })).toMatchObject({
      status: 200,
      headers: shared,
    });
    expect(
      await post({
        url: open.url,
        method: 'OPTIONS',
        headers: { ...headers, 'access-control-request-headers': 'content-type, mcp-method' },
      }),
    ).toMatchObject({
      status: 204,
      headers: {
        ...shared,
        'access-control-allow-methods': 'POST, GET, DELETE',
        'access-control-allow-headers': 'content-type, mcp-method',
      },
    });
    const other = await post({ url: open.url, headers: { origin: 'https://app.example:444' }, body: list });
    expect(other.status).toBe(403);
    await open.close();
  });

  test('opens only to this machine, unless told otherwise', async () => {
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'example.com']) {
      await expect(serveOverHttp(makeApp(), { ...local, host })).rejects.toThrow(
        `Not listening on ${host}: everybody who can connect could use the API`,
      );
    }
    const open = await serveOverHttp(makeApp(), { ...local, host: '0.0.0.0', allowUnauthenticated: true });
    expect((await post({ url: open.url.replace('0.0.0.0', '127.0.0.1'), body: list })).status).toBe(200);
    await open.close();
  });

  test('says whether the server lives and is ready', async () => {
    for (const path of ['/healthz', '/readyz']) {
      const answer = await post({
        method: 'GET',
        url: new URL(path, server.url).href,
        headers: { host: '10.0.0.1' },
      });
      expect(answer).toMatchObject({ status: 200, body: 'ok\n' });
    }
  });
});

describe('what goes on to the API', () => {
  const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } });

  test('is the trace context of the request', async () => {
    await post({ headers: { traceparent: '00-x', baggage: 'k=v' }, body });
    expect(upstream.got.at(-1)?.headers).toMatchObject({ traceparent: '00-x', baggage: 'k=v' });
  });

  test('is never the token, nor a cookie, of the client', async () => {
    await post({
      headers: { authorization: 'Bearer of the client', cookie: 'a=b', 'x-api-key': 'mine' },
      body,
    });
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('cookie');
    expect(upstream.got.at(-1)?.headers['x-api-key']).toBe('test-key');
  });
});

describe('the life of a server', () => {
  test('begins with a line that says what there is, and one that says where', () => {
    expect(logged.slice(0, 2)).toEqual(['example: 2 tools', `example on ${server.url}`]);
  });

  test('begins with a sentence where it cannot', async () => {
    const port = Number(new URL(server.url).port);
    await expect(serveOverHttp(makeApp(), { ...local, port })).rejects.toThrow(
      `Cannot listen on 127.0.0.1, port ${port}: another program is listening there. Choose another port with --port or PORT.`,
    );
    await expect(
      serveOverHttp(makeApp(), { ...local, host: '192.0.2.1', allowUnauthenticated: true }),
    ).rejects.toThrow('this machine has no such address');
  });

  test('keeps connections for longer than the 60 s for which load balancers do', async () => {
    const response = await fetch(new URL('/healthz', server.url));
    expect(response.headers.get('keep-alive')).toBe('timeout=75');
    await response.text();
  });

  test('ends after the calls in flight, and is not ready meanwhile', async () => {
    const ending = await serveOverHttp(makeApp(), local);
    const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'slow400' } });
    const got = upstream.next();
    const call = post({ url: ending.url, body });
    await got;
    const closed = ending.close();
    await expect(post({ url: ending.url, body: list })).rejects.toThrow('ECONNREFUSED');
    expect(messageOf(await call).result?.['structuredContent']).toEqual({ url: '/examples/slow400' });
    await closed;
  });

  test('ends though a connection is open over which nothing was asked', async () => {
    const ending = await serveOverHttp(makeApp(), { ...local, stopMs: 600_000 });
    const unused = connect(Number(new URL(ending.url).port), '127.0.0.1');
    const closed = once(unused.resume(), 'close');
    await once(unused, 'connect');
    // One that comes later is taken later.
    expect((await post({ url: ending.url, body: list })).status).toBe(200);
    await Promise.all([ending.close(), closed]);
  });
});
