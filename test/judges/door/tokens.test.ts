import { generateKeyPair, exportJWK } from 'jose';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../templates/project/src/generated/catalog.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { message, messageOf, modern, post } from '../../support/runtime/wire.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { badTokens, signOtherwise } from './badTokens.js';
import { type Issuer, audience, fromNow, startIssuer } from './issuer.js';

const metadataUrl = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const fixedToken = 'a-token-that-is-hard-to-guess';

let issuer: Issuer;
let api: Upstream;
let server: HttpServer;
const servers: HttpServer[] = [];

async function start(env: Record<string, string>, served = catalog): Promise<HttpServer> {
  const all = { EXAMPLE_BASE_URL: api.url, EXAMPLE_API_KEY: 'test-key', ...env };
  const started = await serveOverHttp(createApp({ catalog: served, env: all }), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
  });
  servers.push(started);
  return started;
}

beforeAll(async () => {
  issuer = await startIssuer();
  api = await startUpstream((_request, response) => response.end('fine'));
  server = await start({ MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience });
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await api.close();
  issuer.close();
});

const begin = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
};
const body = message('tools/call', { name: 'get_example', arguments: { exampleId: 'a' } });

/** What a socket gets that sends such headers, each as it stands. */
function sendRaw(headers: readonly string[], target = '/mcp', to = server): Promise<string> {
  const lines = [
    `POST ${target} HTTP/1.1`,
    'Host: localhost',
    'Content-Type: application/json',
    'Accept: application/json',
    `Content-Length: ${body.length}`,
    'Connection: close',
    ...headers,
  ];
  const socket = connect(Number(new URL(to.url).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

const cardPaths = ['/mcp/server-card', '/.well-known/ai-catalog.json', '/.well-known/ard.json'];

/** Asks for a page of the server. */
const askFor = (path: string) =>
  post({ url: new URL(path, server.url).href, method: 'GET', headers: { accept: '*/*' } });

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('at the door', () => {
  test('at least sixty bad inputs are tried', () => {
    expect(badTokens.length).toBeGreaterThanOrEqual(60);
    expect(new Set(badTokens.map(({ name }) => name)).size).toBe(badTokens.length);
  });

  test.each(badTokens)(
    '$name is refused, and nothing is sent to the API',
    async ({ make, status, error }) => {
      // Each from a server of its own: who guesses often is slowed down.
      const own = await start({ MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience });
      const before = api.got.length;
      const shown = [await make(issuer)].flat();
      const raw = await sendRaw(
        shown.map((one) => `Authorization: ${one}`),
        '/mcp',
        own,
      );
      expect(raw).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      const challenge = /^www-authenticate: (.*)$/im.exec(raw)?.[1] ?? '';
      expect(challenge).toMatch(/^Bearer /);
      expect(challenge).toContain(`resource_metadata="${metadataUrl}"`);
      expect(/error="(\w+)"/.exec(challenge)?.[1]).toBe(error);
      expect(api.got.length).toBe(before);
      // Nothing of what was shown is told again.
      const shownTexts = shown.map((one) => one.replace(/^\w+ /, '').slice(0, 100));
      expect(shownTexts.filter((one) => one.length > 20 && raw.includes(one))).toEqual([]);
    },
  );

  test('a good token is taken, whatever the case of the scheme and in both eras', async () => {
    const token = await issuer.sign();
    for (const scheme of ['Bearer', 'bearer', 'BEARER'])
      expect(
        (await post({ url: server.url, headers: { authorization: `${scheme} ${token}` }, body })).status,
      ).toBe(200);
    const { headers, body: asked } = modern('tools/list');
    const listed = await post({ url: server.url, headers: { ...headers, ...bearer(token) }, body: asked });
    expect(messageOf(listed).result).toMatchObject({ cacheScope: 'private' });
  });

  test('no token gets 401 without an error code, and is told where the metadata are', async () => {
    for (const asked of [
      { body },
      modern('server/discover'),
      { body: message('initialize') },
      { method: 'GET' },
      { method: 'DELETE' },
    ]) {
      const answer = await post({ url: server.url, ...asked });
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadataUrl}"`);
    }
  });

  test('a token in the URL is refused, a good one and beside a header too', async () => {
    const token = await issuer.sign();
    for (const headers of [[], [`Authorization: Bearer ${token}`]]) {
      const raw = await sendRaw(headers, `/mcp?access_token=${token}`);
      expect(raw).toMatch(/^HTTP\/1\.1 400 /);
      expect(raw).toContain('error="invalid_request"');
      expect(raw).not.toContain(token);
    }
  });

  test('names of toolsets are told to nobody who is not let in', async () => {
    const answer = await post({ url: `${server.url}/nothing`, body });
    expect(answer.status).toBe(401);
    expect(answer.body).not.toContain('toolset');
    const known = await post({ url: `${server.url}/nothing`, headers: bearer(await issuer.sign()), body });
    expect(known.status).toBe(404);
  });

  test('clocks may differ by half a minute, and tokens have one of several audiences', async () => {
    const late = await issuer.sign({ claims: { exp: fromNow(-10), nbf: fromNow(10), aud: ['x', audience] } });
    expect((await post({ url: server.url, headers: bearer(late), body })).status).toBe(200);
    const strict = await start({
      MCP_AUTH_ISSUER: issuer.url,
      MCP_PUBLIC_URL: audience,
      MCP_AUTH_CLOCK_SKEW: '0',
    });
    expect((await post({ url: strict.url, headers: bearer(late), body })).status).toBe(401);
  });

  test('a stream of notifications ends with the token that it was opened with', async () => {
    const own = await start({
      MCP_AUTH_ISSUER: issuer.url,
      MCP_PUBLIC_URL: audience,
      MCP_AUTH_CLOCK_SKEW: '0',
      MCP_SESSIONS: 'true',
    });
    const ended: string[] = [];
    const follow = async (seconds: number) => {
      const shown = bearer(await issuer.sign({ claims: { exp: fromNow(seconds) } }));
      const begun = await post({ url: own.url, headers: shown, body: message('initialize', begin) });
      const session = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
      const stream = await fetch(own.url, {
        headers: { ...shown, ...session, accept: 'text/event-stream' },
      });
      expect(stream.status).toBe(200);
      await stream.text().catch(() => undefined);
      ended.push(`after ${seconds} s`);
    };
    const other = follow(600);
    await follow(2);
    expect(ended).toEqual(['after 2 s']);
    await own.close();
    await other;
  });

  test('only health, readiness and the metadata are open', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await askFor(path)).status).toBe(200);
    for (const path of ['', '/mcp']) {
      const told = await askFor(`/.well-known/oauth-protected-resource${path}`);
      expect(told.status).toBe(200);
      expect(JSON.parse(told.body)).toEqual({
        resource: audience,
        authorization_servers: [issuer.url],
        bearer_methods_supported: ['header'],
        resource_name: 'Example API',
      });
    }
    for (const path of [
      '/',
      '/mcp',
      '/mcp/x',
      '/metrics',
      '/.well-known/openid-configuration',
      '/healthz/',
      '/%68ealthz',
      '/.env',
      ...cardPaths,
    ])
      expect((await askFor(path)).status, path).toBe(401);
  });

  test('and, where they are chosen, the server card and the catalogue; the page for browsers is not', async () => {
    const card = { name: 'com.example.api/example', description: 'Examples.' };
    const chosen = { ...catalog, api: { ...catalog.api, card } };
    const own = await start({ MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience }, chosen);
    const ask = async (path: string) => {
      const url = new URL(path, own.url).href;
      return (await post({ url, method: 'GET', headers: { accept: 'text/html, */*;q=0.1' } })).status;
    };
    for (const path of cardPaths) expect(await ask(path), path).toBe(200);
    for (const path of [
      '/',
      '/mcp',
      '/mcp/server-card/',
      '/.well-known/',
      '/.well-known/mcp/server-card.json',
    ])
      expect(await ask(path), path).toBe(401);
  });

  test('the token of the client is never sent to the API', async () => {
    const token = await issuer.sign();
    await post({ url: server.url, headers: bearer(token), body });
    const { headers } = api.got.at(-1)!;
    expect(headers).not.toHaveProperty('authorization');
    expect(JSON.stringify(api.got)).not.toContain(token);
    expect(headers['x-api-key']).toBe('test-key');
  });

  test('who guesses often is told to wait, and others are not', async () => {
    const own = await start({ MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience });
    const statuses: number[] = [];
    for (let tries = 0; tries < 62; tries += 1)
      statuses.push((await post({ url: own.url, headers: bearer('guess'), body })).status);
    expect(statuses.slice(0, 60).every((status) => status === 401)).toBe(true);
    expect(statuses).toContain(429);
    const good = await post({ url: own.url, headers: bearer(await issuer.sign()), body });
    expect(good.status).toBe(200);
  });
});

async function statusFor(to: HttpServer, token: string): Promise<number> {
  return (await post({ url: to.url, headers: bearer(token), body })).status;
}

test('who has guessed often guesses no more, and who was let in before still is', async () => {
  for (const wasIn of [false, true]) {
    const own = await start({ MCP_AUTH_TOKEN: fixedToken });
    if (wasIn) expect(await statusFor(own, fixedToken)).toBe(200);
    while ((await statusFor(own, 'guess')) !== 429);
    // The right guess is told apart from no other one.
    expect(await statusFor(own, fixedToken)).toBe(wasIn ? 200 : 429);
  }
});

describe('keys of the issuer', () => {
  test('may be exchanged: a token of a new one is taken, and the old ones are while they are there', async () => {
    const own = await startIssuer();
    // Kinds of keys that nobody knows, and what is no key at all, do no harm.
    own.keys.unshift(
      { kty: 'AKP', kid: 'quantum', alg: 'ML-DSA-44', pub: 'x' } as never,
      null as never,
      'x' as never,
    );
    own.keys.push({ kty: 'oct', kid: 'shared', k: 'c2VjcmV0' });
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    own.keys.push({ ...(await exportJWK(publicKey)), kid: 'second', alg: 'ES256', use: 'sig' });
    const guarded = await start({ MCP_AUTH_ISSUER: own.url, MCP_PUBLIC_URL: audience });
    const ask = async (token: string) =>
      (await post({ url: guarded.url, headers: bearer(token), body })).status;
    expect(await ask(await own.sign())).toBe(200);
    expect(await ask(await signOtherwise(own, 'ES256', privateKey, 'second'))).toBe(200);
    // One that is not allowed, by one key and by the other.
    expect(
      await ask(await signOtherwise(own, 'HS256', new TextEncoder().encode('secret') as never, 'shared')),
    ).toBe(401);
    expect(own.asked()).toBe(1);
    own.close();
  });

  const odd = { toString: 1 };
  test.each<object>([
    { kty: odd },
    { kty: ['RSA'] },
    { kty: 'RSA', kid: odd, alg: odd, use: odd, key_ops: odd },
    { kty: 'RSA', kid: 'first', n: odd, e: odd },
    { kty: 'RSA', kid: 'first', alg: 'RS256', n: 'x', e: 'AQAB' },
    { kty: 'EC', kid: 'first', crv: odd, x: 1 },
    { kty: 'OKP', kid: 'first', crv: 'none' },
  ])('are taken beside one that is odd, named or not: %j', async (one) => {
    for (const isFirst of [true, false]) {
      const own = await startIssuer();
      own.keys[isFirst ? 'unshift' : 'push'](one as never);
      const guarded = await start({ MCP_AUTH_ISSUER: own.url, MCP_PUBLIC_URL: audience });
      expect(await statusFor(guarded, await own.sign())).toBe(200);
      expect(await statusFor(guarded, await own.sign({ header: { kid: undefined } }))).toBe(200);
      own.close();
    }
  });

  test('are not asked for again by every token that names an unknown one', async () => {
    const own = await startIssuer();
    const guarded = await start({ MCP_AUTH_ISSUER: own.url, MCP_PUBLIC_URL: audience });
    for (let tries = 0; tries < 20; tries += 1) {
      const token = await own.sign({ header: { kid: `made-up-${tries}` } });
      expect((await post({ url: guarded.url, headers: bearer(token), body })).status).toBe(401);
    }
    expect(own.asked()).toBe(1);
    own.close();
  });

  test('need not be named where several may be meant', async () => {
    const own = await startIssuer();
    const { publicKey } = await generateKeyPair('RS256', { extractable: true });
    own.keys.unshift({ ...(await exportJWK(publicKey)), kid: 'before', alg: 'RS256', use: 'sig' });
    const guarded = await start({ MCP_AUTH_ISSUER: own.url, MCP_PUBLIC_URL: audience });
    const token = await own.sign({ header: { kid: undefined } });
    expect((await post({ url: guarded.url, headers: bearer(token), body })).status).toBe(200);
    own.close();
  });
});

describe('a token that the operator gave out', () => {
  test('is taken, and no other', async () => {
    const guarded = await start({ MCP_AUTH_TOKEN: fixedToken });
    const ask = (headers: Record<string, string>) => post({ url: guarded.url, headers, body });
    expect((await ask(bearer(fixedToken))).status).toBe(200);
    for (const wrong of [
      `${fixedToken}x`,
      fixedToken.slice(1),
      fixedToken.toUpperCase(),
      'x',
      await issuer.sign(),
    ]) {
      const answer = await ask(bearer(wrong));
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    }
    const none = await ask({});
    expect(none.headers['www-authenticate']).toBe('Bearer realm="Example API"');
    // Metadata have to name an authorization server (MCP), and there is none.
    for (const path of ['', '/mcp']) {
      const url = new URL(`/.well-known/oauth-protected-resource${path}`, guarded.url).href;
      expect((await post({ url, method: 'GET' })).status).toBe(401);
      expect((await post({ url, method: 'GET', headers: bearer(fixedToken) })).status).toBe(404);
    }
  });
});
