import { createServer, type RequestListener } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { catalog } from '../../../templates/project/src/generated/catalog.js';
import { createIntrospector } from '../../../templates/project/src/runtime/door/claims.js';
import { UnavailableError } from '../../../templates/project/src/runtime/door/guardByToken.js';
import { readDoorSettings } from '../../../templates/project/src/runtime/door/readDoorSettings.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { message, post } from '../../support/runtime/wire.js';
import { type Issuer, audience, fromNow, listen, startIssuer, stop } from './issuer.js';

let issuer: Issuer;
const logged: string[] = [];
const closing: (() => unknown)[] = [];
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  issuer.close();
});

async function start(env: Record<string, string>, host = '127.0.0.1'): Promise<HttpServer> {
  const server = await serveOverHttp(createApp({ catalog, env }), {
    host,
    port: 0,
    allowUnauthenticated: false,
    log: (line) => void logged.push(line),
  });
  closing.push(server.close);
  return server;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => stop(server));
  return listen(server);
}

const body = message('tools/list');
const ask = ({ url }: HttpServer, token: string) =>
  post({ url, headers: { authorization: `Bearer ${token}` }, body });

/** What cannot be asked, and what the operator is told. */
const failing: [string, RequestListener, string][] = [
  ['a server that is down', (request) => request.socket.destroy(), 'could not be reached'],
  ['an error', (_request, response) => response.writeHead(500).end(), 'answered with status 500'],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { location: `${issuer.url}/keys` }).end(),
    'redirects are not followed',
  ],
  [
    'very much',
    (_request, response) => response.end(`{"keys":["${'x'.repeat(600_000)}"]}`),
    'more than 524288 bytes',
  ],
  ['what is no JSON', (_request, response) => response.end('<html>'), 'did not answer with a JSON object'],
  ['nothing in time', () => undefined, 'did not answer within 5000 ms'],
];

const noSet: RequestListener = (_request, response) => response.end('{"keys":7}');

describe('keys that cannot be had', () => {
  test.each([...failing, ['what is no set', noSet, 'a set of keys'] as const])(
    '%s: 503, and the operator is told why',
    async (_name, listener, words) => {
      const url = `${await serve(listener)}/keys`;
      const server = await start({
        MCP_AUTH_ISSUER: issuer.url,
        MCP_AUTH_JWKS_URL: url,
        MCP_PUBLIC_URL: audience,
      });
      logged.length = 0;
      const answer = await ask(server, await issuer.sign());
      expect(answer.status).toBe(503);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(logged.join('\n')).toContain(words);
      expect(answer.body).not.toContain(url);
      // What has failed is not tried again at once.
      expect((await ask(server, await issuer.sign())).status).toBe(503);
      // Whoever asks in the meantime does not fill the log.
      const lines = () => logged.filter((line) => line.includes(words));
      expect(lines()).toHaveLength(1);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
      expect((await ask(server, await issuer.sign())).status).toBe(503);
      vi.useRealTimers();
      expect(lines()).toHaveLength(2);
    },
  );

  test.each<[string, (own: string) => object, string]>([
    [
      'of another issuer',
      () => ({ issuer: 'https://evil.example', jwks_uri: `${issuer.url}/keys` }),
      'of another issuer',
    ],
    [
      'that name keys in the open',
      (own) => ({ issuer: own, jwks_uri: 'http://login.example.com/keys' }),
      'not encrypted',
    ],
    ['that name no keys', (own) => ({ issuer: own }), 'jwks_uri'],
  ])('metadata %s are not trusted', async (_name, tell, words) => {
    const own: string = await serve((_request, response) => response.end(JSON.stringify(tell(own))));
    const server = await start({ MCP_AUTH_ISSUER: own, MCP_PUBLIC_URL: audience });
    logged.length = 0;
    expect((await ask(server, await issuer.sign({ claims: { iss: own } }))).status).toBe(503);
    expect(logged.join('\n')).toContain(words);
  });
});

/** What authorization servers say of a refresh token. */
const refreshing: Record<string, string>[] = [
  { token_type: 'refresh_token' },
  { token_type: 'Refresh' },
  { token_type: 'urn:ietf:params:oauth:token-type:refresh_token' },
  { token_type: 'Bearer', token_use: 'refresh_token' },
  { token_use: 'refresh' },
  { token_type: 'Bearer', typ: 'Refresh' },
  { typ: 'Offline' },
];

describe('introspection', () => {
  const asked: { form: URLSearchParams; authorization: string | undefined }[] = [];
  let told: Record<string, unknown> = {};
  let env: Record<string, string>;
  beforeAll(async () => {
    const url = await serve((request, response) => {
      let form = '';
      request.on('data', (piece) => (form += piece));
      request.on('end', () => {
        asked.push({ form: new URLSearchParams(form), authorization: request.headers.authorization });
        response.end(JSON.stringify(told));
      });
    });
    env = {
      MCP_AUTH_ISSUER: issuer.url,
      MCP_AUTH_INTROSPECTION_URL: `${url}/introspect`,
      MCP_AUTH_CLIENT_ID: 'this:server',
      MCP_AUTH_CLIENT_SECRET: 'its secret',
      MCP_PUBLIC_URL: audience,
    };
  });

  test('asks once in a while about each token, as the client that is configured', async () => {
    const server = await start(env);
    told = { active: true, sub: 'ann', aud: audience, exp: fromNow(300), scope: 'a b' };
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask(server, 'opaque')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.form.get('token')).toBe('opaque');
    expect(asked[0]?.authorization).toBe(
      `Basic ${Buffer.from('this%3Aserver:its%20secret').toString('base64')}`,
    );
    told = { active: false };
    expect((await ask(server, 'another')).status).toBe(401);
    expect(asked).toHaveLength(2);
  });

  test('asks about few made-up tokens of one address, and goes on about those that were taken', async () => {
    const server = await start(env);
    const good = { active: true, sub: 'ann', aud: audience };
    // Time stands still: nobody may guess again.
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    try {
      told = good;
      expect((await ask(server, 'ann')).status).toBe(200);
      told = { active: false };
      const before = asked.length;
      const statuses: number[] = [];
      for (let guess = 0; guess < 70; guess += 1) statuses.push((await ask(server, `guess-${guess}`)).status);
      expect(statuses).toEqual(statuses.map((_, guess) => (guess < 60 ? 401 : 429)));
      expect(asked).toHaveLength(before + 60);
      told = good;
      expect((await ask(server, 'bob')).status).toBe(429);
      // What is known of her token is too old by now.
      vi.setSystemTime(Date.now() + 60_000);
      expect((await ask(server, 'ann')).status).toBe(200);
      expect(asked.slice(before + 60).map(({ form }) => form.get('token'))).toEqual(['ann']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('asks about 32 tokens at once, 16 of one address, and in any case about those that were taken', async () => {
    const waiting: ((claims: Record<string, unknown>) => void)[] = [];
    const settings = readDoorSettings(env) ?? expect.unreachable();
    const readClaims = createIntrospector(
      settings,
      () => [audience],
      env,
      () => new Promise((resolve) => waiting.push(resolve)),
    );
    const asks = (token: string, from: string) => readClaims(token, { from, mayGuess: true });
    const good = { active: true, sub: 'ann', aud: audience };
    const first = asks('ann', 'a');
    await vi.waitFor(() => expect(waiting).toHaveLength(1));
    waiting.shift()?.(good);
    await first;

    const answers: Promise<unknown>[] = [];
    for (const [from, taken] of [
      ['a', 16],
      ['b', 32],
      ['c', 32],
    ] as const) {
      for (let token = 0; token < 20; token += 1)
        answers.push(asks(`${from}${token}`, from).catch((error: unknown) => error));
      await vi.waitFor(() => expect(waiting).toHaveLength(taken));
      await new Promise(setImmediate);
      expect(waiting).toHaveLength(taken);
    }
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    const again = asks('ann', 'a');
    vi.useRealTimers();
    await vi.waitFor(() => expect(waiting).toHaveLength(33));
    for (const tell of waiting) tell(good);
    expect(await again).toMatchObject({ sub: 'ann' });
    const found = await Promise.all(answers);
    expect(found.filter((one) => one instanceof UnavailableError)).toHaveLength(28);
  });

  test.each(failing)(
    'that cannot be had, for %s: 503, and nobody is let in',
    async (_name, listener, words) => {
      const url = `${await serve(listener)}/introspect`;
      const server = await start({ ...env, MCP_AUTH_INTROSPECTION_URL: url });
      logged.length = 0;
      const answer = await ask(server, 'opaque');
      expect(answer.status).toBe(503);
      expect(logged.join('\n')).toContain(words);
      expect(logged.join('\n')).not.toMatch(/opaque|its secret/);
      expect(answer.body).not.toContain(url);
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ['is not active', { active: false }],
    ['says nothing', {}],
    ['says so as a text', { active: 'true', sub: 'ann', aud: audience }],
    ['is over', { active: true, sub: 'ann', aud: audience, exp: fromNow(-300) }],
    ['has an end that is none', { active: true, sub: 'ann', aud: audience, exp: 'soon' }],
    ['is still to come', { active: true, sub: 'ann', aud: audience, nbf: fromNow(300) }],
    ['is for another server', { active: true, sub: 'ann', aud: 'https://other.example.com' }],
    ['is for nobody in particular', { active: true, sub: 'ann' }],
    ['is from another issuer', { active: true, sub: 'ann', aud: audience, iss: 'https://evil.example' }],
    ['names nobody', { active: true, aud: audience }],
    ['is bound to a key', { active: true, sub: 'ann', aud: audience, cnf: { jkt: 'x' } }],
    ...refreshing.map((said): [string, Record<string, unknown>] => [
      `is a refresh token by ${JSON.stringify(said)}`,
      { active: true, sub: 'ann', aud: audience, ...said },
    ]),
  ])('a token that %s is refused', async (_name, claims) => {
    told = claims;
    const answer = await ask(await start(env), 'opaque');
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test.each([
    { token_type: 'Bearer' },
    { token_type: 'access_token', token_use: 'access' },
    { token_type: 'urn:ietf:params:oauth:token-type:access_token' },
    { typ: 'Bearer', token_type: 7, token_use: null },
    { scope: 'refresh offline_access' },
  ])('a token of another kind than those to refresh with is taken: %j', async (said) => {
    told = { active: true, sub: 'ann', aud: audience, ...said };
    expect((await ask(await start(env), 'opaque')).status).toBe(200);
  });
});

describe('settings that are wrong stop the server', () => {
  const fine = { MCP_AUTH_ISSUER: 'https://login.example.com', MCP_PUBLIC_URL: audience };
  test.each<[Record<string, string>, string]>([
    [
      { MCP_AUTH_ISUER: 'https://login.example.com' },
      'MCP_AUTH_ISUER is set, but there is no such setting. Did you mean MCP_AUTH_ISSUER?',
    ],
    [
      { MCP_FORWARD_HEADER: 'key=X-Key' },
      'MCP_FORWARD_HEADER is set, but there is no such setting. Did you mean MCP_FORWARD_HEADERS?',
    ],
    [
      { MCP_EXCHANG: 'token-exchange' },
      'MCP_EXCHANG is set, but there is no such setting. Did you mean MCP_EXCHANGE?',
    ],
    [
      { MCP_AUTH_AUDIENCE: 'x' },
      'MCP_AUTH_AUDIENCE is set, but neither MCP_AUTH_ISSUER nor MCP_AUTH_TOKEN is',
    ],
    [{ ...fine, MCP_AUTH_ISSUER: 'http://login.example.com' }, 'MCP_AUTH_ISSUER must be an https URL'],
    [{ ...fine, MCP_AUTH_ISSUER: 'login.example.com' }, 'MCP_AUTH_ISSUER must be an absolute https URL'],
    [
      { ...fine, MCP_AUTH_ISSUER: 'https://login.example.com?x=1' },
      'MCP_AUTH_ISSUER must be a URL without a query',
    ],
    [
      { ...fine, MCP_AUTH_JWKS_URL: 'http://login.example.com/keys' },
      'MCP_AUTH_JWKS_URL must be an https URL',
    ],
    [
      { ...fine, MCP_AUTH_INTROSPECTION_URL: 'http://login.example.com/i' },
      'MCP_AUTH_INTROSPECTION_URL must be an https URL',
    ],
    [
      { ...fine, MCP_AUTH_INTROSPECTION_URL: 'https://login.example.com/i' },
      'MCP_AUTH_CLIENT_ID and MCP_AUTH_CLIENT_SECRET must be set',
    ],
    [{ ...fine, MCP_AUTH_ALGORITHMS: 'RS256,HS256' }, 'MCP_AUTH_ALGORITHMS names "HS256"'],
    [{ ...fine, MCP_AUTH_ALGORITHMS: 'none' }, 'MCP_AUTH_ALGORITHMS names "none"'],
    [{ ...fine, MCP_AUTH_CLOCK_SKEW: '9999' }, 'MCP_AUTH_CLOCK_SKEW must be at most 600'],
    [{ ...fine, MCP_AUTH_SCOPES: 'a"b' }, 'MCP_AUTH_SCOPES names'],
    [{ ...fine, MCP_AUTH_SCOPE_MAP: 'admin' }, 'MCP_AUTH_SCOPE_MAP must be made of entries'],
    [{ ...fine, MCP_AUTH_API_SCOPES: 'maybe' }, 'MCP_AUTH_API_SCOPES must be true, 1, false or 0'],
    [{ MCP_AUTH_TOKEN: 'short' }, 'MCP_AUTH_TOKEN must have at least 16 characters'],
    [{ MCP_AUTH_TOKEN: 'sixteen characters' }, 'MCP_AUTH_TOKEN must have at least 16 characters, which are'],
    [{ ...fine, MCP_PUBLIC_URL: 'mcp.example.com' }, 'MCP_PUBLIC_URL must be an absolute'],
  ])('%j: %s', async (env, words) => {
    await expect(start(env)).rejects.toThrow(words);
  });

  test('where other machines can connect, the server has to know its URL', async () => {
    await expect(start({ MCP_AUTH_ISSUER: issuer.url }, '0.0.0.0')).rejects.toThrow(
      'MCP_PUBLIC_URL must be set',
    );
    const open = await start({ MCP_AUTH_ISSUER: issuer.url, MCP_PUBLIC_URL: audience }, '0.0.0.0');
    const local = { ...open, url: open.url.replace('0.0.0.0', '127.0.0.1') };
    expect((await ask(local, await issuer.sign())).status).toBe(200);
    expect((await post({ url: local.url, headers: { host: 'mcp.example.com' }, body })).status).toBe(401);
    expect((await post({ url: local.url, headers: { host: 'evil.example' }, body })).status).toBe(403);
  });
});
