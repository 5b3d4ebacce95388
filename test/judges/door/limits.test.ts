import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../templates/project/src/generated/catalog.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { startUpstream } from '../../support/runtime/upstream.js';
import { message, post } from '../../support/runtime/wire.js';
import { type Issuer, audience, startIssuer } from './issuer.js';

const servers: HttpServer[] = [];
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
});

async function start(env: Record<string, string>, options: { headMs?: number; requestMs?: number } = {}) {
  const server = await serveOverHttp(createApp({ catalog, env }), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
    ...options,
  });
  servers.push(server);
  return server;
}

const list = message('tools/list');
const head = [
  'POST /mcp HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
  `Content-Length: ${list.length}`,
];

/** What a socket gets that sends this and no more. */
function sendPart({ url }: HttpServer, part: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(part);
  return text(socket);
}

describe('a slow client', () => {
  test.each<[string, string]>([
    ['nothing but half a line', 'POST /mcp'],
    ['half of its headers', `${head.slice(0, 2).join('\r\n')}\r\n`],
    ['a header without its end', `${head.join('\r\n')}\r\nX-Slow: `],
  ])('that sends %s is shown out', async (_name, part) => {
    expect(await sendPart(await start({}, { headMs: 100, requestMs: 200 }), part)).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });

  test('that sends half of its body is shown out', async () => {
    const part = `${head.join('\r\n')}\r\n\r\n${list.slice(0, 10)}`;
    expect(await sendPart(await start({}, { headMs: 100, requestMs: 200 }), part)).toMatch(
      /^HTTP\/1\.1 408 /,
    );
  });
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a client that asks too much', () => {
  test('is told when to come again, in its rate', async () => {
    const { url } = await start({ MCP_RATE_LIMIT: '3' });
    const answers = [];
    for (let index = 0; index < 4; index += 1) answers.push(await post({ url, body: list }));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post({ url: new URL('/healthz', url).href, method: 'GET' })).status).toBe(200);
  });

  test('and in what it asks at once', async () => {
    const held: (() => void)[] = [];
    let tell: () => void;
    const both = new Promise<void>((resolve) => (tell = resolve));
    const api = await startUpstream((_request, response) => {
      held.push(() => response.end('fine'));
      if (held.length === 2) tell();
    });
    const { url } = await start({
      MCP_CLIENT_CONCURRENCY: '2',
      EXAMPLE_BASE_URL: api.url,
      EXAMPLE_API_KEY: 'test-key',
    });
    const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } });
    const first = [post({ url, body }), post({ url, body })];
    await both;
    const third = await post({ url, body });
    expect(third.status).toBe(429);
    expect(third.headers['retry-after']).toBe('1');
    held.forEach((answer) => answer());
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    expect((await post({ url, body: list })).status).toBe(200);
    await api.close();
  });

  describe('who has shown who they are', () => {
    const fixedToken = 'a-token-that-the-operator-gave-out';
    let issuer: Issuer;
    let guard: Record<string, string>;
    beforeAll(async () => {
      issuer = await startIssuer();
      guard = { MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience, MCP_AUTH_TOKEN: fixedToken };
    });
    afterAll(() => issuer.close());

    const tokenOf = (claims: object) => issuer.sign({ claims: { ...claims } });

    test('is one user by whatever client and token, and others have rates of their own', async () => {
      const { url } = await start({ ...guard, MCP_RATE_LIMIT: '2' });
      const statusFor = async (token: string) =>
        (await post({ url, headers: bearer(token), body: list })).status;
      const tokens = await Promise.all([
        tokenOf({ sub: 'ann', client_id: 'editor' }),
        tokenOf({ sub: 'ann', client_id: 'phone', jti: 'second' }),
        tokenOf({ sub: 'ann', client_id: undefined, azp: 'web' }),
        tokenOf({ sub: 'bob', client_id: 'editor' }),
      ]);
      const statuses: number[] = [];
      for (const token of [...tokens, fixedToken, fixedToken, fixedToken])
        statuses.push(await statusFor(token));
      expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
    });

    test('asks so much at once as a user, and not by each client', async () => {
      const held: (() => void)[] = [];
      const api = await startUpstream((_request, response) => held.push(() => response.end('fine')));
      const { url } = await start({
        ...guard,
        MCP_CLIENT_CONCURRENCY: '1',
        EXAMPLE_BASE_URL: api.url,
        EXAMPLE_API_KEY: 'test-key',
      });
      const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } });
      const isThere = api.next();
      const first = post({ url, headers: bearer(await tokenOf({ client_id: 'editor' })), body });
      await isThere;
      const second = await post({ url, headers: bearer(await tokenOf({ client_id: 'phone' })), body: list });
      expect(second.status).toBe(429);
      const other = await post({ url, headers: bearer(await tokenOf({ sub: 'bob' })), body: list });
      expect(other.status).toBe(200);
      held.forEach((answer) => answer());
      expect((await first).status).toBe(200);
      await api.close();
    });
  });

  test.each([
    ['MCP_RATE_LIMIT', 'often', 'MCP_RATE_LIMIT must be a whole number'],
    ['MCP_CLIENT_CONCURRENCY', '-1', 'MCP_CLIENT_CONCURRENCY must be a whole number'],
  ])('%s=%s stops the server', async (name, value, words) => {
    await expect(start({ [name]: value })).rejects.toThrow(words);
  });
});

test('every answer says that it is no page, and is not to be kept', async () => {
  const { url } = await start({});
  for (const asked of [
    { body: list },
    { body: '{' },
    { method: 'PUT' },
    { url: new URL('/other', url).href },
  ])
    expect((await post({ url, ...asked })).headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
    });
});
