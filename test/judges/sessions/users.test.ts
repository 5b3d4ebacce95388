import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toCatalog } from '../../../generator/toCatalog.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { message, messageOf, post } from '../../support/runtime/wire.js';
import { type Issuer, audience, startIssuer } from '../door/issuer.js';
import { type Shop, asAnn, describeShop, sessions, startShop } from './startShop.js';

let shop: Shop;
let issuer: Issuer;
const servers: HttpServer[] = [];
beforeAll(async () => {
  [shop, issuer] = await Promise.all([startShop(), startIssuer()]);
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await shop.close();
  issuer.close();
});
beforeEach(() => shop.forget());

async function start(scheme: 'cookie' | 'token', env: Record<string, string> = {}): Promise<string> {
  const { server } = shapeDocument(describeShop(shop.url, scheme), {
    name: 'shop',
    credentials: [sessions[scheme]],
  });
  const guard = {
    MCP_AUTH_ISSUER: issuer.url,
    MCP_PUBLIC_URL: audience,
    MCP_RATE_LIMIT: '0',
    MCP_CLIENT_CONCURRENCY: '0',
    MCP_FORWARD_HEADERS: `${scheme}=X-Shop-Login`,
  };
  const started = await serveOverHttp(
    createApp({ catalog: toCatalog(server), custom: {}, env: { ...guard, ...asAnn, ...env } }),
    { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined },
  );
  servers.push(started);
  return started.url;
}

/** A call of a user; what the API was shown is in its result, but for secrets. */
async function call(url: string, sub: string, login: string | undefined, exp?: number) {
  const token = await issuer.sign({ claims: { sub, ...(exp !== undefined && { exp }) } });
  return callWith(url, token, login);
}

async function callWith(url: string, token: string, login: string | undefined) {
  const got = await post({
    url,
    headers: { authorization: `Bearer ${token}`, ...(login !== undefined && { 'x-shop-login': login }) },
    body: message('tools/call', { name: 'list_orders', arguments: {} }),
  });
  const result = messageOf(got).result ?? {};
  return { isError: result['isError'] === true, text: JSON.stringify(result) };
}

describe.each(['cookie', 'token'] as const)('a session of a user by %s', (scheme) => {
  test.each([
    ['name and password', 'bob:bob-has-a-secret'],
    ['Basic', `Basic ${Buffer.from('bob:bob-has-a-secret').toString('base64')}`],
    ['JSON', JSON.stringify({ password: 'bob-has-a-secret', username: 'bob' })],
  ])('is made with what their header holds, as %s', async (_name, login) => {
    const { isError, text } = await call(await start(scheme), 'bob', login);
    expect(isError).toBe(false);
    expect(text).toContain('bob');
    expect(text).not.toContain('has-a-secret');
    expect(text).not.toContain('session-');
  });

  test('is theirs alone, and is kept for their next call', async () => {
    const url = await start(scheme);
    const [ann, bob] = [
      await issuer.sign({ claims: { sub: 'ann' } }),
      await issuer.sign({ claims: { sub: 'bob' } }),
    ];
    const results = await Promise.all([
      callWith(url, ann, 'ann:ann-has-a-secret'),
      callWith(url, bob, 'bob:bob-has-a-secret'),
      callWith(url, ann, 'ann:ann-has-a-secret'),
    ]);
    expect(results.map(({ text }) => /\\?"name\\?":\\?"(\w+)/.exec(text)?.[1])).toEqual([
      'ann',
      'bob',
      'ann',
    ]);
    expect(shop.logins()).toHaveLength(2);
    await callWith(url, bob, 'bob:bob-has-a-secret');
    expect(shop.logins()).toHaveLength(2);
  });

  test('is another one with another token, and ends with it', async () => {
    const url = await start(scheme);
    const login = 'bob:bob-has-a-secret';
    await callWith(url, await issuer.sign({ claims: { sub: 'bob', jti: 'first' } }), login);
    await callWith(url, await issuer.sign({ claims: { sub: 'bob', jti: 'second' } }), login);
    expect(shop.logins()).toHaveLength(2);
  });

  test('is not that of the server, where they bring nothing', async () => {
    const { isError, text } = await call(await start(scheme), 'bob', undefined);
    expect(isError).toBe(true);
    expect(text).toContain('x-shop-login');
    expect(shop.got).toEqual([]);
  });

  test('that is refused names no variable of the server', async () => {
    const { isError, text } = await call(await start(scheme), 'bob', 'bob:not-his-secret');
    expect(isError).toBe(true);
    expect(text).toContain('check the credentials that their client sends');
    expect(text).not.toContain('SHOP_');
    expect(text).not.toContain('not-his-secret');
  });

  test('of other values than the login takes is refused in words', async () => {
    const { isError, text } = await call(await start(scheme), 'bob', 'bobs-key');
    expect(isError).toBe(true);
    expect(text).toContain('username, password');
    expect(text).not.toContain('bobs-key');
    expect(shop.got).toEqual([]);
  });
});
