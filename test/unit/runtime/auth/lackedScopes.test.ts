import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { ApiInfo } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let challenge = '';
let status = 403;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    url === '/token'
      ? response
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"access_token":"a-token-of-this-server","token_type":"Bearer"}')
      : response.writeHead(status, { 'www-authenticate': challenge, 'content-type': 'text/plain' }).end('no'),
  );
});
afterAll(() => upstream.close());

const login = {
  kind: 'oauth2' as const,
  scopes: ['read'],
  clientCredentials: true as const,
  login: ['browser' as const],
  env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
};

/** What this server gets a token with, and a token that it was given. */
const own = { T_ID: 'this-client', T_SECRET: 'its-secret' };
const given = { T_TOKEN: 'a-token-that-lacks-it' };

/** What a call that the API refuses says. */
async function refuse(
  said: string,
  scheme: ApiInfo['auth'][string] = login,
  answered = 403,
  env: Record<string, string> = own,
) {
  challenge = said;
  status = answered;
  const tool = makeTool({ path: '/c', security: [{ user: ['read'] }] });
  const located = scheme.kind === 'oauth2' ? { ...scheme, tokenUrl: `${upstream.url}/token` } : scheme;
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }], auth: { user: located } } });
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  const { content } = await caller(offered, {}, { signal: new AbortController().signal, trace: {} });
  return content.map((one) => ('text' in one ? one.text : '')).join();
}

const words =
  'Ask the user to log in again: "node dist/stdio.js login user" in the folder of this server. If tokens are not asked for with it, it belongs under "scopes" of the scheme, in credentials of mcpwright.yaml.';

describe('a token that lacks a scope (RFC 6750, 3.1)', () => {
  test.each([
    ['Bearer realm="x", error="insufficient_scope", scope="pets:write owners"', 'pets:write owners'],
    ['Bearer scope=admin, error=insufficient_scope', 'admin'],
    ['Basic realm="x", Bearer error="insufficient_scope" , scope = "a"', 'a'],
    ['Bearer realm="scope=everything, scope=\\"b\\"", error="insufficient_scope", scope="a"', 'a'],
    ['Bearer error="insufficient_scope", scope="a b\\\\c \u00e9 d"', 'a d'],
    [`Bearer error="insufficient_scope", scope="${'a '.repeat(50)}"`, 'a a a a a a a a a a'],
  ])('%s names the scope, and how to log in again', async (said, scope) => {
    expect(await refuse(said)).toContain(`The token lacks the scope it takes: "${scope}". ${words}`);
  });

  test('is told of where the API does not name the scope, and where it answers 401', async () => {
    const said = 'Bearer error="insufficient_scope"';
    expect(await refuse(said)).toContain(`The token lacks a scope that this takes. ${words}`);
    expect(await refuse(said, login, 401)).toContain('The token lacks a scope that this takes.');
  });

  test('is the concern of whoever gave it, where this server did not get it itself', async () => {
    const said = 'Bearer error="insufficient_scope", scope="admin"';
    for (const scheme of [login, { kind: 'bearer' as const, env: 'T_TOKEN' }]) {
      const text = await refuse(said, scheme, 403, given);
      expect(text).toMatch(
        /The token lacks the scope it takes: "admin"\. Ask the user to check the environment variables .*T_TOKEN of this server\.\n/,
      );
      expect(text).not.toMatch(/"scopes"|log in/);
    }
  });

  test('is not looked for among scopes where only a login is of no use', async () => {
    const { login: _, ...without } = login;
    expect(await refuse('Bearer error="insufficient_scope"', without)).toContain(
      'The token lacks a scope that this takes. If tokens are not asked for with it, it belongs under "scopes"',
    );
  });

  test.each([
    'Bearer error="invalid_token", scope="read"',
    'Bearer realm="error=insufficient_scope"',
    'Bearer realm="insufficient_scope"',
    'Basic',
  ])('is not what %s says', async (said) => {
    expect(await refuse(said)).toContain('The credentials do not allow this.');
  });
});
