import { createServer } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnyCustomization, SchemeValues } from '../../../templates/project/src/runtime/customize.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { checkUserSettings } from '../../../templates/project/src/runtime/auth/users/createUserCredentials.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, messageOf, modern, post } from '../../support/runtime/wire.js';
import { type Issuer, audience, listen, startIssuer, stop } from './issuer.js';

const ownKey = 'the-key-of-the-server';
const key: AuthScheme = { kind: 'api-key', in: 'header', name: 'X-Key', env: 'TEST_KEY' };
const pair: AuthScheme = { kind: 'basic', env: { username: 'TEST_USERNAME', password: 'TEST_PASSWORD' } };
const bearerScheme: AuthScheme = { kind: 'bearer', env: 'TEST_TOKEN' };

let issuer: Issuer;
let api: Upstream;
const servers: HttpServer[] = [];
/** What the API does not accept. */
let refuses = (_shown: string): boolean => false;
/** What the token endpoint was asked. */
const exchanged: URLSearchParams[] = [];
let tokenUrl = '';
const endpoint = createServer(async (request, response) => {
  const form = new URLSearchParams(await readText(request));
  exchanged.push(form);
  const { sub } = decodeJwt(form.get('subject_token') ?? form.get('assertion') ?? '');
  const isKnown =
    request.headers.authorization === `Basic ${Buffer.from('this-app:its-secret').toString('base64')}`;
  response.writeHead(isKnown && sub !== 'nobody' ? 200 : 400, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify(
      isKnown && sub !== 'nobody'
        ? { access_token: `token-of-${sub}-${exchanged.length}`, token_type: 'Bearer', expires_in: 600 }
        : { error: 'invalid_grant', error_description: `no ${form.get('subject_token')}` },
    ),
  );
});

beforeAll(async () => {
  issuer = await startIssuer();
  tokenUrl = `${await listen(endpoint)}/token`;
  api = await startUpstream(({ url, headers }, response) => {
    const shown = headers.authorization ?? headers['x-key'] ?? 'nothing';
    // It takes its time, so that calls meet.
    setImmediate(() =>
      response.writeHead(refuses(String(shown)) ? 401 : 200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          url,
          digest: Buffer.from(String(shown)).toString('hex').split('').toReversed().join(''),
        }),
      ),
    );
  });
});
afterAll(async () => {
  await Promise.all(servers.map((one) => one.close()));
  await api.close();
  issuer.close();
  stop(endpoint);
});

async function start(
  auth: Record<string, AuthScheme>,
  env: Record<string, string>,
  custom: AnyCustomization = {},
): Promise<HttpServer> {
  const parameters = [makeParameter({ argument: 'id', name: 'id' })];
  const security = Object.keys(auth).map((name) => ({ [name]: [] }));
  const catalog = makeCatalog([makeTool({ name: 'get_it', path: '/it', parameters, security })], {
    api: { servers: [{ url: api.url }], auth },
  });
  const guard = {
    MCP_AUTH_ISSUER: issuer.url,
    MCP_PUBLIC_URL: audience,
    MCP_RATE_LIMIT: '0',
    MCP_CLIENT_CONCURRENCY: '0',
  };
  const started = await serveOverHttp(
    createApp({ catalog, custom, env: { ...guard, TEST_KEY: ownKey, TEST_TOKEN: ownKey, ...env } }),
    { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined },
  );
  servers.push(started);
  return started;
}

const tokens = new Map<string, string>();
async function tokenOf(sub: string, claims: object = {}): Promise<string> {
  const known = tokens.get(sub + JSON.stringify(claims));
  const token = known ?? (await issuer.sign({ claims: { sub, ...claims } }));
  tokens.set(sub + JSON.stringify(claims), token);
  return token;
}

interface Asked {
  sub: string;
  id?: string;
  headers?: Record<string, string>;
  claims?: object;
}

async function call(url: string, { sub, id = 'x', headers = {}, claims }: Asked, isModern = false) {
  const params = { name: 'get_it', arguments: { id } };
  const plain = { body: message('tools/call', params), headers: {} };
  const written = isModern ? modern('tools/call', params) : plain;
  const answer = await post({
    url,
    headers: { ...written.headers, authorization: `Bearer ${await tokenOf(sub, claims)}`, ...headers },
    body: written.body,
  });
  return { answer, result: messageOf(answer).result };
}

const reversed = (shown: string) => Buffer.from(shown).toString('hex').split('').toReversed().join('');

/** What the API was shown in the call for an id. */
const shownFor = (id: string) =>
  api.got
    .filter(({ url }) => url === `/it?id=${id}`)
    .map(({ headers }) => headers.authorization ?? headers['x-key']);

describe('a header of the request', () => {
  test.each<[string, AuthScheme, string, string]>([
    ['key', key, 'my-own-key', 'my-own-key'],
    ['bearer token', bearerScheme, 'my-own-token', 'Bearer my-own-token'],
    ['bearer token with its scheme', bearerScheme, 'Bearer my-own-token', 'Bearer my-own-token'],
    ['name and password', pair, 'ann:pass:word', `Basic ${Buffer.from('ann:pass:word').toString('base64')}`],
  ])('holds the %s of the user', async (name, scheme, given, shown) => {
    const server = await start({ mine: scheme }, { MCP_FORWARD_HEADERS: 'X-Mine' });
    const id = name.replaceAll(' ', '-');
    const { result } = await call(server.url, { sub: 'ann', id, headers: { 'x-mine': given } });
    expect(result?.['isError']).not.toBe(true);
    expect(shownFor(id)).toEqual([shown]);
  });

  test('that is missing has the call refused: nothing is sent, and nobody acts as the server', async () => {
    const server = await start({ mine: key }, { MCP_FORWARD_HEADERS: 'mine=X-Mine' });
    const before = api.got.length;
    for (const headers of [
      {},
      { 'x-mine': '' },
      { 'x-mine': '  ' },
      { 'x-other': 'a' },
      { cookie: 'x-mine=a' },
    ]) {
      const { result } = await call(server.url, { sub: 'ann', headers });
      expect(result?.['isError']).toBe(true);
      expect(JSON.stringify(result)).toContain('send the header x-mine');
    }
    expect(api.got.length).toBe(before);
  });

  test.each<[string, string]>([
    ['mine=Authorization', 'never sent on'],
    ['mine=Cookie', 'never sent on'],
    ['mine=Host', 'never sent on'],
    ['mine=Mcp-Session-Id', 'never sent on'],
    ['mine=Proxy-Authorization', 'never sent on'],
    ['mine=Transfer-Encoding', 'never sent on'],
    ['mine=X-Forwarded-For', 'never sent on'],
    ['mine=X Mine', 'which is no header'],
    ['mien=X-Mine', 'Did you mean "mine"?'],
  ])('that cannot be one stops the server: %s', async (text, words) => {
    await expect(start({ mine: key }, { MCP_FORWARD_HEADERS: text })).rejects.toThrow(words);
  });
});

/** How tokens are exchanged. */
const exchange = () => ({
  MCP_EXCHANGE: 'token-exchange',
  MCP_EXCHANGE_URL: tokenUrl,
  MCP_EXCHANGE_CLIENT_ID: 'this-app',
  MCP_EXCHANGE_CLIENT_SECRET: 'its-secret',
  MCP_EXCHANGE_AUDIENCE: 'https://api.example.com',
  MCP_EXCHANGE_SCOPE: 'read',
});

describe('the token of the user', () => {
  test('is exchanged once for one of the API, and never sent there itself', async () => {
    const server = await start({ mine: bearerScheme }, exchange());
    exchanged.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => call(server.url, { sub: 'eve', id: 'eve' })));
    expect(exchanged).toHaveLength(1);
    expect(Object.fromEntries(exchanged[0]!)).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: await tokenOf('eve'),
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
      audience: 'https://api.example.com',
      scope: 'read',
    });
    expect(new Set(shownFor('eve'))).toEqual(new Set(['Bearer token-of-eve-1']));
    expect(JSON.stringify(api.got)).not.toContain(await tokenOf('eve'));
  });

  test('is exchanged anew where the API refuses what it was exchanged for, once for each call', async () => {
    const server = await start({ mine: bearerScheme }, exchange());
    exchanged.length = 0;
    const failed = async (id: string) =>
      (await call(server.url, { sub: 'again', id })).result?.['isError'] === true;
    expect(await failed('again-1')).toBe(false);
    const [first = ''] = shownFor('again-1');
    refuses = (shown) => shown === first;
    expect(await failed('again-2')).toBe(false);
    expect(exchanged).toHaveLength(2);
    const [before, after] = shownFor('again-2');
    expect(before).toBe(first);
    expect(after).toMatch(/^Bearer token-of-again-/);
    expect(after).not.toBe(first);
    // What was got instead is kept, and what is refused again is told of.
    expect(await failed('again-3')).toBe(false);
    expect(shownFor('again-3')).toEqual([after]);
    refuses = (shown) => shown.startsWith('Bearer token-of-again');
    expect(await failed('again-4')).toBe(true);
    expect(shownFor('again-4')).toHaveLength(2);
    expect(exchanged).toHaveLength(3);
    refuses = () => false;
  });

  test('is exchanged for no server that offers several APIs', () => {
    const { api: one } = makeCatalog([makeTool({ name: 'get_it' })], {
      api: { auth: { mine: bearerScheme } },
    });
    const env = { MCP_AUTH_ISSUER: issuer.url, ...exchange() };
    expect(() => checkUserSettings(one, env)).not.toThrow();
    expect(() => checkUserSettings({ ...one, sources: { one } }, env)).toThrow('this server offers several');
  });

  test('that is not exchanged is told of in words, without the token', async () => {
    const server = await start({ mine: bearerScheme }, exchange());
    const before = api.got.length;
    const { answer, result } = await call(server.url, { sub: 'nobody' });
    expect(result?.['isError']).toBe(true);
    expect(answer.body).toContain('gave no token for the user (invalid_grant)');
    expect(answer.body).not.toContain(await tokenOf('nobody'));
    expect(api.got.length).toBe(before);
  });

  test('is exchanged on behalf of the user only where it was made for the application', async () => {
    const id = '11111111-2222-3333-4444-555555555555';
    const env = {
      ...exchange(),
      MCP_EXCHANGE: 'on-behalf-of',
      MCP_EXCHANGE_CLIENT_ID: 'this-app',
      MCP_AUTH_AUDIENCE: `this-app,${id},api://this-app`,
    };
    const server = await start({ mine: bearerScheme }, env);
    exchanged.length = 0;
    const fine = await call(server.url, { sub: 'ann', claims: { aud: 'this-app' } });
    expect(fine.result?.['isError']).not.toBe(true);
    expect(Object.fromEntries(exchanged[0]!)).toMatchObject({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await tokenOf('ann', { aud: 'this-app' }),
      requested_token_use: 'on_behalf_of',
    });
    const { result } = await call(server.url, { sub: 'ann', claims: { aud: id } });
    expect(JSON.stringify(result)).toContain('made for another application');
    expect(exchanged).toHaveLength(1);
  });

  test.each<[string, Record<string, string>]>([
    ['MCP_EXCHANGE must be', { MCP_EXCHANGE: 'exchange' }],
    ['MCP_EXCHANGE_URL must be set', { MCP_EXCHANGE_URL: '' }],
    ['MCP_EXCHANGE_URL must be an https URL', { MCP_EXCHANGE_URL: 'http://login.example.com/token' }],
    ['MCP_EXCHANGE_CLIENT_ID and', { MCP_EXCHANGE_CLIENT_ID: '' }],
  ])('and settings that are wrong stop the server: %s', async (words, env) => {
    await expect(start({ mine: bearerScheme }, { ...exchange(), ...env })).rejects.toThrow(words);
  });
});

describe('the hook of custom.ts', () => {
  const vault: Record<string, string> = { ann: 'key-of-ann', bob: 'key-of-bob' };
  const custom: AnyCustomization = {
    credentials: ({ principal, header, tool }) => {
      if (header?.('x-own') !== undefined) return undefined;
      expect(tool).toBe('get_it');
      expect(header?.('authorization')).toBeUndefined();
      return { mine: vault[principal?.subject ?? ''] };
    },
  };

  test('gives the credentials of a call, and those of the server are not used beside them', async () => {
    const server = await start({ mine: key }, {}, custom);
    await call(server.url, { sub: 'ann', id: 'hook-ann' });
    expect(shownFor('hook-ann')).toEqual(['key-of-ann']);
    const { result } = await call(server.url, { sub: 'eve', id: 'hook-eve' });
    expect(result?.['isError']).toBe(true);
    expect(shownFor('hook-eve')).toEqual([]);
    await call(server.url, { sub: 'eve', id: 'hook-own', headers: { 'x-own': '1' } });
    expect(shownFor('hook-own')).toEqual([ownKey]);
  });
});

test.each<[string, SchemeValues]>([
  ['an empty text', { mine: '' }],
  ['an empty password', { mine: { username: '', password: '' } }],
  ['nothing but its name', { mine: 'Bearer ' }],
])(
  '%s for a user is no credential, and the server gets none for itself in its place',
  async (_name, given) => {
    const schemes: AuthScheme[] = [
      key,
      pair,
      bearerScheme,
      {
        kind: 'oauth2',
        tokenUrl,
        clientCredentials: true,
        scopes: [],
        env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
      },
    ];
    const env = { T_ID: 'this-app', T_SECRET: 'its-secret', TEST_USERNAME: 'server', TEST_PASSWORD: ownKey };
    for (const scheme of schemes) {
      // For others it is a name or a key.
      const isToken = scheme.kind === 'bearer' || scheme.kind === 'oauth2';
      if (given['mine'] === 'Bearer ' && !isToken) continue;
      const server = await start({ mine: scheme }, env, { credentials: () => given });
      exchanged.length = 0;
      const before = api.got.length;
      const { result } = await call(server.url, { sub: 'ann' });
      expect(result?.['isError'], scheme.kind).toBe(true);
      expect(exchanged, scheme.kind).toEqual([]);
      expect(api.got.length, scheme.kind).toBe(before);
    }
  },
);

describe('two users, 1,000 calls at once', () => {
  const users = ['ann', 'bob'];
  const cases: [
    string,
    AuthScheme,
    () => Record<string, string>,
    (sub: string) => RegExp,
    AnyCustomization,
  ][] = [
    [
      'by headers',
      key,
      () => ({ MCP_FORWARD_HEADERS: 'X-Mine' }),
      (sub) => new RegExp(`^secret-of-${sub}$`),
      {},
    ],
    [
      'by exchanged tokens',
      bearerScheme,
      () => ({
        MCP_EXCHANGE: 'token-exchange',
        MCP_EXCHANGE_URL: tokenUrl,
        MCP_EXCHANGE_CLIENT_ID: 'this-app',
        MCP_EXCHANGE_CLIENT_SECRET: 'its-secret',
      }),
      (sub) => new RegExp(String.raw`^Bearer token-of-${sub}-\d+$`),
      {},
    ],
    [
      'by the hook',
      key,
      () => ({}),
      (sub) => new RegExp(`^hooked-${sub}$`),
      { credentials: async ({ principal }) => ({ mine: `hooked-${principal?.subject}` }) },
    ],
  ];

  test.each(cases)(
    'get their own answers with their own credentials, %s',
    async (name, scheme, env, shown, custom) => {
      const server = await start({ mine: scheme }, env(), custom);
      const asked = Array.from({ length: 1_000 }, (_, index) => ({
        sub: users[index % 2] ?? '',
        id: `${name.replaceAll(' ', '-')}-${users[index % 2]}-${index}`,
        isModern: index % 3 === 0,
      }));
      const waiting = [...asked];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const { sub, id, isModern } = next;
          const { result } = await call(
            server.url,
            { sub, id, headers: { 'x-mine': `secret-of-${sub}` } },
            isModern,
          );
          expect(result?.['structuredContent']).toMatchObject({ url: `/it?id=${id}` });
          const [only, ...more] = shownFor(id);
          expect(more).toEqual([]);
          expect(only).toMatch(shown(sub));
          // The answer holds what the API was shown, in a form that is not redacted.
          expect(JSON.stringify(result)).toContain(reversed(String(only)));
        }
      };
      await Promise.all(Array.from({ length: 32 }, work));
      expect(
        api.got
          .filter(({ headers }) => JSON.stringify(headers).includes(ownKey))
          .filter(({ url }) => url.includes(name.replaceAll(' ', '-'))),
      ).toEqual([]);
    },
  );
});
