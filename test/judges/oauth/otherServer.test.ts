import { createFetchMeans } from '../../../templates/project/src/runtime/call/createProver.js';
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { logIn } from '../../../templates/project/src/runtime/auth/login/logIn.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { createNetwork } from '../../../templates/project/src/runtime/http/createNetwork.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { serveOverHttp } from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, post } from '../../support/runtime/wire.js';
import { tempFolder } from '../../support/tempFolder.js';
import { audience, fromNow, listen, stop } from '../door/issuer.js';

/** A second real authorization server, whose metadata, tokens and answers are other than those of oidc-provider. */
const authority = new OAuth2Server();
const { service, issuer } = authority;

let api: Upstream;
/** The claims of the tokens that the API was shown and could verify, in their order. */
const accepted: Record<string, unknown>[] = [];
/** Tokens that the API takes no more. */
const withdrawn = new Set<string>();
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  await authority.start(0, '127.0.0.1');
  await issuer.keys.generate('RS256', { kid: 'first' });
  const keys = createRemoteJWKSet(new URL(`${issuer.url}/jwks`));
  api = await startUpstream(async ({ headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const verified = await jwtVerify(token, keys, { issuer: issuer.url }).catch(() => undefined);
    const isGood = verified !== undefined && !withdrawn.has(token);
    if (isGood) accepted.push({ ...verified.payload, token });
    response.writeHead(isGood ? 200 : 401, { 'content-type': 'text/plain' }).end('fine');
  });
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await api.close();
  await authority.stop();
});
afterEach(() => {
  service.removeAllListeners();
});

const scheme = () => ({
  kind: 'oauth2' as const,
  discoveryUrl: `${issuer.url}/.well-known/openid-configuration`,
  scopes: ['read'],
  clientCredentials: true as const,
  login: ['browser' as const],
  env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
});

/** Makes what calls the one tool of a server. */
async function serve(
  env: Record<string, string>,
  more: Partial<ReturnType<typeof scheme>> & OAuthParameters = {},
) {
  const catalog = makeCatalog([makeTool({ path: '/c', security: [{ user: ['read'] }] })], {
    api: { name: 'shop', servers: [{ url: api.url }], auth: { user: { ...scheme(), ...more } } },
  });
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  return async () => {
    const { isError, content } = await caller(
      offered,
      {},
      { signal: new AbortController().signal, trace: {} },
    );
    return { isError: isError ?? false, said: JSON.stringify(content) };
  };
}

/** The token that a call was made with. */
async function tokenOf(call: () => Promise<unknown>): Promise<string> {
  await call();
  return String(accepted.at(-1)?.['token']);
}

type OAuthParameters = Pick<
  Extract<AuthScheme, { kind: 'oauth2' }>,
  'authorizationParameters' | 'tokenParameters'
>;

describe('towards the API', () => {
  test('client credentials are found by discovery, and a token that is refused is asked for anew', async () => {
    const call = await serve({ XDG_CONFIG_HOME: tempFolder(), T_ID: 'app', T_SECRET: 'its-secret-of-it' });
    accepted.length = 0;
    let given = 0;
    service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
      payload['jti'] = `token-${(given += 1)}`;
    });
    expect(await call()).toEqual({ isError: false, said: expect.stringContaining('fine') });
    expect(accepted.at(-1)).toMatchObject({ scope: 'read', jti: 'token-1' });
    withdrawn.add(String(accepted.at(-1)?.['token']));
    expect((await call()).isError).toBe(false);
    expect(accepted.map(({ jti }) => jti)).toEqual(['token-1', 'token-2']);
  });

  test('a user logs in with a browser, and refresh tokens that change are kept', async () => {
    const env = { XDG_CONFIG_HOME: tempFolder(), T_ID: 'app' };
    const means = createFetchMeans(createNetwork(env, undefined), 5_000, 'shop');
    const forms: Record<string, unknown>[] = [];
    service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
      payload['jti'] = String(forms.length);
    });
    service.on('beforeResponse', (_answer: object, { body }: { body: Record<string, unknown> }) => {
      forms.push(body);
    });
    const said = await logIn({ name: 'user', scheme: scheme(), env, means }, 'browser', {
      log: () => undefined,
      openBrowser: (url) => void fetch(url),
    });
    expect(said).toContain('Logged in to user');
    expect(forms.at(-1)).toMatchObject({ grant_type: 'authorization_code', client_id: 'app' });
    expect(String(forms.at(-1)?.['code_verifier'])).toMatch(/^[\w.~-]{43,128}$/);
    const call = await serve(env);
    accepted.length = 0;
    const shown: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      expect(await call()).toEqual({ isError: false, said: expect.stringContaining('fine') });
      expect(accepted.at(-1)).toMatchObject({ sub: 'johndoe' });
      withdrawn.add(String(accepted.at(-1)?.['token']));
      shown.push(forms.at(-1)?.['refresh_token']);
    }
    expect(shown[0]).toBeUndefined();
    expect(new Set(shown.slice(1)).size).toBe(2);
  });

  test('what mcpwright.yaml adds is sent with each request, and takes the place of nothing else', async () => {
    const env = { XDG_CONFIG_HOME: tempFolder(), T_ID: 'app' };
    const means = createFetchMeans(createNetwork(env, undefined), 5_000, 'shop');
    const more = {
      authorizationParameters: { access_type: 'offline', audience: 'api', state: 'mine' },
      tokenParameters: { audience: 'api', grant_type: 'mine' },
    };
    const forms: Record<string, unknown>[] = [];
    service.on('beforeTokenSigning', ({ payload }: { payload: Record<string, unknown> }) => {
      payload['jti'] = `more-${forms.length}`;
    });
    service.on('beforeResponse', (_answer: object, { body }: { body: Record<string, unknown> }) => {
      forms.push(body);
    });
    let page: URL | undefined;
    await logIn({ name: 'user', scheme: { ...scheme(), ...more }, env, means }, 'browser', {
      log: () => undefined,
      openBrowser: (url) => void fetch((page = url)),
    });
    expect(Object.fromEntries(page!.searchParams)).toMatchObject({
      access_type: 'offline',
      audience: 'api',
      response_type: 'code',
      state: expect.stringMatching(/^[\w-]{43}$/),
    });
    const call = await serve(env, more);
    withdrawn.add(await tokenOf(call));
    await call();
    const own = await serve(
      { XDG_CONFIG_HOME: tempFolder(), T_ID: 'app', T_SECRET: 'its-secret-of-it' },
      more,
    );
    await own();
    expect(forms.map(({ grant_type: grant, audience: of }) => [grant, of])).toEqual([
      ['authorization_code', 'api'],
      ['refresh_token', 'api'],
      ['client_credentials', 'api'],
    ]);
  });

  test.each<[string, { statusCode: number; body: unknown }, string]>([
    [
      'knows no such scope',
      { statusCode: 400, body: { error: 'invalid_scope', error_description: 'no' } },
      'gave no token (invalid_scope: no); nothing was sent to the API. Ask the user to write which scopes it may be asked for under \\"scopes\\" of the scheme, in credentials of mcpwright.yaml',
    ],
    [
      'refuses',
      { statusCode: 400, body: { error: 'invalid_request' } },
      'Ask the user to check T_ID and T_SECRET',
    ],
    ['gives nothing', { statusCode: 200, body: {} }, 'gave no token'],
    [
      'gives a token of another type',
      { statusCode: 200, body: { access_token: 'a', token_type: 'DPoP' } },
      'of another type than Bearer',
    ],
    [
      'gives a token of a type that is no text',
      { statusCode: 200, body: { access_token: 'a', token_type: { toString: 1 } } },
      'of another type than Bearer',
    ],
    ['fails', { statusCode: 500, body: { error: 'server_error' } }, 'failed with status 500'],
  ])('one that %s is told of in words, and nothing is sent', async (_name, changed, words) => {
    service.on('beforeResponse', (answer: object) => Object.assign(answer, changed));
    const call = await serve({ XDG_CONFIG_HOME: tempFolder(), T_ID: 'app', T_SECRET: 'its-secret-of-it' });
    const before = api.got.length;
    const { isError, said } = await call();
    expect(isError).toBe(true);
    expect(said).toContain(words);
    expect(said).not.toContain('its-secret');
    expect(api.got.length).toBe(before);
  });
});

/** Opens a door that takes its tokens, and says what a request with a token gets. */
async function guard(env: Record<string, string> = {}) {
  const server = await serveOverHttp(
    createApp({
      catalog: makeCatalog([makeTool({ path: '/c' })], { api: { servers: [{ url: api.url }] } }),
      env: { MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience, ...env },
    }),
    { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined },
  );
  closing.push(server.close);
  return async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await post({ url: server.url, headers, body: message('tools/list') })).status;
  };
}

const sign = (claims: object = {}, options: { kid?: string; expiresIn?: number } = {}) =>
  issuer.buildToken({
    ...options,
    scopesOrTransform: (_header, payload) => Object.assign(payload, { aud: audience, sub: 'ann', ...claims }),
  });

describe('at the door', () => {
  test('its tokens are taken, by each of its keys and of every kind', async () => {
    for (const algorithm of ['RS512', 'PS256', 'ES256', 'ES512', 'EdDSA'])
      await issuer.keys.generate(algorithm, { kid: algorithm });
    const ask = await guard();
    for (const kid of ['first', 'RS512', 'PS256', 'ES256', 'ES512', 'EdDSA'])
      expect(await ask(await sign({}, { kid })), kid).toBe(200);
    const narrow = await guard({ MCP_AUTH_ALGORITHMS: 'ES256' });
    expect(await narrow(await sign({}, { kid: 'ES256' }))).toBe(200);
    expect(await narrow(await sign({}, { kid: 'first' }))).toBe(401);
  });

  test.each<[string, object, object?]>([
    ['of another audience', { aud: 'https://other.example.com/mcp' }],
    ['of no audience', { aud: undefined }],
    ['of another issuer', { iss: 'https://evil.example' }],
    ['that has ended', {}, { expiresIn: -60 }],
    ['that has not begun', { nbf: fromNow(300) }],
    ['that names nobody', { sub: undefined }],
  ])('a token of it %s is refused', async (_name, claims, options = {}) => {
    const ask = await guard();
    expect(await ask(await sign(claims, { kid: 'first', ...options }))).toBe(401);
    expect(await ask(await sign({}, { kid: 'first' }))).toBe(200);
  });

  test('a token of another server of its kind is refused, though its key has the same name', async () => {
    const other = new OAuth2Server();
    await other.start(0, '127.0.0.1');
    closing.push(() => other.stop());
    await other.issuer.keys.generate('RS256', { kid: 'first' });
    const forged = await other.issuer.buildToken({
      kid: 'first',
      scopesOrTransform: (_header, payload) =>
        Object.assign(payload, { iss: issuer.url, aud: audience, sub: 'ann' }),
    });
    expect(await (await guard())(forged)).toBe(401);
  });

  test('is asked about tokens where it is to be', async () => {
    const ask = await guard({
      MCP_AUTH_INTROSPECTION_URL: `${issuer.url}/introspect`,
      MCP_AUTH_CLIENT_ID: 'this-server',
      MCP_AUTH_CLIENT_SECRET: 'its-secret-of-it',
    });
    const answers: [object, number][] = [
      [{ active: true, sub: 'ann', aud: audience }, 200],
      [{ active: false }, 401],
      // It says of every token that it is active, and nothing else: that is not enough.
      [{ active: true }, 401],
    ];
    for (const [index, [body, status]] of answers.entries()) {
      service.once('beforeIntrospect', (answer: object) => Object.assign(answer, { body }));
      expect(await ask(`opaque-${index}`), JSON.stringify(body)).toBe(status);
    }
    service.once('beforeIntrospect', (answer: object) => Object.assign(answer, { statusCode: 500 }));
    expect(await ask('opaque-broken')).toBe(503);
  });
});

test('an issuer whose metadata are of another name is not trusted', async () => {
  const copy = createServer((_request, response) =>
    response.end(JSON.stringify({ issuer: issuer.url, jwks_uri: `${issuer.url}/jwks` })),
  );
  const url = await listen(copy);
  closing.push(() => stop(copy));
  const ask = await guard({ MCP_AUTH_ISSUER: url });
  expect(await ask(await sign({ iss: url }, { kid: 'first' }))).toBe(503);
});
