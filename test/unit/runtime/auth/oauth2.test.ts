import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { ApiInfo } from '../../../../templates/project/src/runtime/tool.js';
import { tempFolder } from '../../../support/tempFolder.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Got, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let issue: Answer;
/** The tokens that the API accepts; any where it is empty. */
let accepted: string[] = [];
/** Where tokens are kept. */
let folder = '';
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    if (request.url !== '/api/c') return issue(request, response);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const status = accepted.length === 0 || accepted.includes(token) ? 200 : 401;
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`got ${token}`);
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  folder = tempFolder();
  upstream.got.length = 0;
  accepted = [];
});

const env = { T_ID: 'client', T_SECRET: 's3cretofclient' };
const names = { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' };

type Scheme = Partial<Extract<ApiInfo['auth'][string], { kind: 'oauth2' }>>;

/** A server with one tool, whose API asks for a token. */
async function serve(scheme: Scheme = {}, settings: Record<string, string> = env) {
  const tokenUrl = scheme.discoveryUrl === undefined ? { tokenUrl: `${upstream.url}/token` } : {};
  const login = {
    kind: 'oauth2' as const,
    ...tokenUrl,
    scopes: ['read', 'write'],
    clientCredentials: true as const,
    env: names,
    ...scheme,
  };
  const tool = makeTool({ path: '/c', security: [{ login: ['read'] }] });
  const catalog = makeCatalog([tool], {
    api: { servers: [{ url: `${upstream.url}/api` }], auth: { login } },
  });
  const caller = await createCaller({
    features,
    catalog,
    env: { XDG_CONFIG_HOME: folder, ...settings },
    timeoutMs: 5_000,
  });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  const call = async () => {
    const result = await caller(offered, {}, { signal: new AbortController().signal, trace: {} });
    return {
      isError: result.isError === true,
      text: result.content.map((one) => 'text' in one && one.text).join(),
    };
  };
  return call;
}

const say =
  (status: number, value: object | string): Answer =>
  (_request, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof value === 'string' ? value : JSON.stringify(value));

/** Issues a new token for each request. */
function issueEach(members: object = {}): Answer {
  let count = 0;
  return (request, response) => {
    count += 1;
    say(200, { access_token: `token-${count}-xyz`, token_type: 'Bearer', ...members })(request, response);
  };
}

const asked = (): Got[] => upstream.got.filter(({ url }) => url !== '/api/c');
const sent = (): string[] =>
  upstream.got.filter(({ url }) => url === '/api/c').map(({ headers }) => headers.authorization ?? '');

const saved = () => join(folder, 'mcpwright/test.tokens.json');

describe('an OAuth client', () => {
  test('asks for a token as RFC 6749 says, once for all calls', async () => {
    issue = issueEach({ expires_in: 3600 });
    const call = await serve();
    const results = await Promise.all([call(), call(), call()]);
    expect(results.every(({ isError }) => !isError)).toBe(true);
    await call();
    const [request, ...others] = asked();
    expect(others).toEqual([]);
    expect(request?.headers.authorization).toBe(`Basic ${btoa('client:s3cretofclient')}`);
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
    });
    expect(new Set(sent())).toEqual(new Set(['Bearer token-1-xyz']));
  });

  test('sends the secret in the body to a server that does not take it in a header, and goes on so', async () => {
    const each = issueEach({ expires_in: 0 });
    issue = (request, response) =>
      request.headers.authorization === undefined
        ? each(request, response)
        : say(401, { error: 'invalid_client' })(request, response.setHeader('www-authenticate', 'Basic'));
    const call = await serve();
    expect((await call()).isError).toBe(false);
    expect((await call()).isError).toBe(false);
    expect(asked().length).toBe(3);
    expect(asked()[1]?.body).toContain('client_secret=s3cretofclient');
  });

  test('gets another token once where the API refuses one', async () => {
    issue = issueEach();
    accepted = ['token-2-xyz'];
    const call = await serve();
    expect((await call()).isError).toBe(false);
    expect(sent()).toEqual(['Bearer token-1-xyz', 'Bearer token-2-xyz']);
    accepted = ['none'];
    const { isError, text } = await call();
    expect(isError).toBe(true);
    expect(text).toContain('T_ID, T_SECRET');
    expect(text).not.toContain('token-');
    expect(sent().length).toBe(4);
  });

  test('renews a token before it ends; where that fails, the old one does until its end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      issue = issueEach({ expires_in: 600 });
      const call = await serve();
      await call();
      vi.setSystemTime(Date.now() + 535_000);
      await call();
      expect(asked().length).toBe(1);
      vi.setSystemTime(Date.now() + 10_000);
      issue = say(500, {});
      expect((await call()).isError).toBe(false);
      vi.setSystemTime(Date.now() + 60_000);
      expect((await call()).isError).toBe(true);
      expect(new Set(sent())).toEqual(new Set(['Bearer token-1-xyz']));
    } finally {
      vi.useRealTimers();
    }
  });

  test('refreshes with the newest refresh token', async () => {
    let count = 0;
    issue = (request, response) => {
      count += 1;
      say(200, {
        access_token: `token-${count}`,
        token_type: 'bearer',
        refresh_token: `refresh-${count}`,
        id_token: 'x',
      })(request, response);
    };
    accepted = ['token-2'];
    const call = await serve({}, { T_ID: 'public', T_REFRESH: 'refresh-0' });
    expect((await call()).isError).toBe(false);
    const bodies = asked().map(({ body }) => Object.fromEntries(new URLSearchParams(body)));
    const shared = { grant_type: 'refresh_token', client_id: 'public' };
    expect(bodies).toEqual([
      { ...shared, refresh_token: 'refresh-0' },
      { ...shared, refresh_token: 'refresh-1' },
    ]);
  });

  /** A server that gives a new refresh token for each, and takes each of them once. */
  function rotate(members: object = {}): Answer {
    let current = 0;
    return (request, response) => {
      const given = new URLSearchParams(request.body).get('refresh_token');
      if (given !== `refresh-${current}-of-many`) {
        return say(400, { error: 'invalid_grant', error_description: `${given} is spent` })(
          request,
          response,
        );
      }
      current += 1;
      const token = { access_token: `token-${current}-xyz`, refresh_token: `refresh-${current}-of-many` };
      say(200, { token_type: 'bearer', ...token, ...members })(request, response);
    };
  }
  const begun = { T_ID: 'public', T_REFRESH: 'refresh-0-of-many' };

  test('keeps a refresh token that was replaced for the next start, and for servers beside it', async () => {
    issue = rotate({ expires_in: 600 });
    expect((await (await serve({}, begun))()).isError).toBe(false);
    const others = await Promise.all(Array.from({ length: 4 }, () => serve({}, begun)));
    for (const { isError } of await Promise.all(others.map((call) => call()))) expect(isError).toBe(false);
    // They took what the first one got.
    expect(asked()).toHaveLength(1);
    accepted = ['token-2-xyz'];
    const results = await Promise.all(others.map((call) => call()));
    for (const { isError, text } of results) expect(isError, text).toBe(false);
    expect(asked()).toHaveLength(2);
    expect(readFileSync(saved(), 'utf8')).toContain('refresh-2-of-many');
    expect(readFileSync(saved(), 'utf8')).not.toContain('refresh-0-of-many');
  });

  test('keeps nothing where the refresh token stays the same', async () => {
    issue = issueEach({ expires_in: 600 });
    expect((await (await serve({}, begun))()).isError).toBe(false);
    expect(existsSync(saved())).toBe(false);
  });

  test('begins anew with another refresh token, and where the kept one is spent', async () => {
    issue = rotate();
    expect((await (await serve({}, begun))()).isError).toBe(false);
    issue = rotate();
    const again = await serve({}, { ...begun, T_REFRESH: 'refresh-0-of-many' });
    accepted = ['token-9-xyz'];
    const { isError, text } = await again();
    expect(isError).toBe(true);
    expect(text).toContain('invalid_grant');
    expect(text).toContain('T_REFRESH');
    expect(text).not.toContain('of-many');
    accepted = [];
    expect((await (await serve({}, begun))()).isError).toBe(false);
    issue = rotate();
    expect((await (await serve({ tokenUrl: `${upstream.url}/elsewhere` }, begun))()).isError).toBe(false);
    expect(asked().at(-1)?.body).toContain('refresh-0-of-many');
  });

  test('renews where the document says, if that is elsewhere', async () => {
    issue = issueEach();
    await (
      await serve({ refreshUrl: `${upstream.url}/renew` }, begun)
    )();
    expect(asked().map(({ url }) => url)).toEqual(['/renew']);
  });

  test('finds the token URL by discovery', async () => {
    const each = issueEach();
    issue = (request, response) =>
      request.url.includes('well-known')
        ? say(200, {
            issuer: upstream.url,
            token_endpoint: `${upstream.url}/found`,
            token_endpoint_auth_methods_supported: ['client_secret_post'],
          })(request, response)
        : each(request, response);
    const call = await serve({ discoveryUrl: `${upstream.url}/.well-known/openid-configuration` });
    expect((await call()).isError).toBe(false);
    expect(asked().map(({ url }) => url)).toEqual(['/.well-known/openid-configuration', '/found']);
    expect(asked()[1]?.headers.authorization).toBeUndefined();
  });

  const found = '/tenant/.well-known/openid-configuration';
  test.each<[isTaken: boolean, path: string, issuer: (url: string) => unknown]>([
    [true, found, (url) => `${url}/tenant`],
    [true, found, (url) => `${url}/tenant/`],
    [true, '/.well-known/oauth-authorization-server/tenant', (url) => `${url}/tenant`],
    [true, '/described', (url) => `${url}/tenant`],
    [false, found, (url) => url],
    [false, found, (url) => `${url}/tenant/other`],
    [false, found, (url) => `${url}/tenant?x=1`],
    [false, found, (url) => `${url}/TENANT`],
    [false, found, (url) => url.replace('127.0.0.1', 'localhost').concat('/tenant')],
    [false, found, (url) => url.replace('http:', 'https:').concat('/tenant')],
    [false, found, () => 'https://evil.example/tenant'],
    [false, found, () => 'tenant'],
    [false, found, () => undefined],
    [false, found, () => ({ toString: 1 })],
    [false, found, (url) => [`${url}/tenant`]],
    [false, '/described', () => 'https://evil.example/tenant'],
  ])(
    'takes the description of the issuer that it was asked for alone: %j, %s',
    async (isTaken, path, issuerOf) => {
      const each = issueEach();
      issue = (request, response) =>
        request.url === path
          ? say(200, { issuer: issuerOf(upstream.url), token_endpoint: `${upstream.url}/found` })(
              request,
              response,
            )
          : each(request, response);
      const call = await serve({ discoveryUrl: `${upstream.url}${path}` });
      const { isError, text } = await call();
      expect(isError).toBe(!isTaken);
      expect(asked().map(({ url }) => url)).toEqual(isTaken ? [path, '/found'] : [path]);
      if (isTaken) return;
      expect(text).toContain(`${upstream.url}${path} describes another authorization server`);
      expect(sent()).toEqual([]);
    },
  );

  test('sends a token that is given, and asks for none', async () => {
    const call = await serve({}, { ...env, T_TOKEN: 'given-token' });
    expect((await call()).isError).toBe(false);
    expect([asked(), sent()]).toEqual([[], ['Bearer given-token']]);
  });

  test('says which variables are missing', async () => {
    const call = await serve({}, { T_ID: 'client' });
    const { isError, text } = await call();
    expect(isError).toBe(true);
    expect(text).toContain(
      'set T_ID and T_SECRET or T_ID and T_REFRESH or T_TOKEN'.replaceAll(' or ', ', or '),
    );
    expect(upstream.got).toEqual([]);
  });

  const failures: [string, Answer, string][] = [
    [
      'a refusal',
      say(400, { error: 'invalid_scope', error_description: 'no s3cretofclient' }),
      'invalid_scope',
    ],
    ['a client that is unknown', say(401, { error: 'invalid_client' }), 'invalid_client'],
    ['a page', say(200, '<html>'), 'none that the specification knows'],
    ['an answer without a token', say(200, { token_type: 'bearer' }), 'none that the specification knows'],
    [
      'a token that no header can hold',
      say(200, { access_token: 's3cret\ntoken', token_type: 'bearer' }),
      'gave a token that no header can hold',
    ],
    [
      'a redirect',
      (_, response) => response.writeHead(307, { location: 'https://x.invalid/' }).end(),
      'gave no token',
    ],
    ['a connection that breaks', (_, response) => void response.socket?.destroy(), 'could not be reached'],
  ];
  test.each(failures)('tells of %s in words, and sends the API nothing', async (_name, answer, words) => {
    issue = answer;
    const { isError, text } = await (await serve())();
    expect(isError).toBe(true);
    expect(text).toContain(words);
    expect(text).toContain('nothing was sent to the API');
    expect(text).not.toContain('s3cret');
    expect(sent()).toEqual([]);
  });

  test.each([
    ['http://id.example.com/token', 'is not encrypted'],
    ['https:///token', 'names no host'],
    ['https://me@id.example.com/token', 'holds a user name'],
    ['ftp://id.example.com/token', 'is not an absolute http or https URL'],
  ])('sends no secret to %s', async (tokenUrl, words) => {
    const { text } = await (await serve({ tokenUrl }))();
    expect(text).toContain(words);
    expect(upstream.got).toEqual([]);
  });
});
