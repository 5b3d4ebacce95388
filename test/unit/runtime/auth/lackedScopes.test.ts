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
  upstream = await startUpstream((_request, response) =>
    response.writeHead(status, { 'www-authenticate': challenge, 'content-type': 'text/plain' }).end('no'),
  );
});
afterAll(() => upstream.close());

const login = {
  kind: 'oauth2' as const,
  tokenUrl: 'https://id.example.com/token',
  scopes: ['read'],
  login: ['browser' as const],
  env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
};

/** What a call that the API refuses says. */
async function refuse(said: string, scheme: ApiInfo['auth'][string] = login, answered = 403) {
  challenge = said;
  status = answered;
  const tool = makeTool({ path: '/c', security: [{ user: ['read'] }] });
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }], auth: { user: scheme } } });
  const env = { T_TOKEN: 'a-token-that-lacks-it' };
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
  ])('%s names the scope, and how to log in again', async (said, scope) => {
    expect(await refuse(said)).toContain(`The token lacks the scope it takes: ${scope}. ${words}`);
  });

  test('is told of where the API does not name the scope, and where it answers 401', async () => {
    const said = 'Bearer error="insufficient_scope"';
    expect(await refuse(said)).toContain(`The token lacks a scope that this takes. ${words}`);
    expect(await refuse(said, login, 401)).toContain('The token lacks a scope that this takes.');
  });

  test('is the concern of whoever gave it, where nobody logs in', async () => {
    const said = 'Bearer error="insufficient_scope", scope="admin"';
    expect(await refuse(said, { kind: 'bearer', env: 'T_TOKEN' })).toContain(
      'The token lacks the scope it takes: admin. Ask the user to check the environment variables T_TOKEN of this server.',
    );
  });

  test.each(['Bearer error="invalid_token", scope="read"', 'Bearer realm="insufficient_scope"', 'Basic'])(
    'is not what %s says',
    async (said) => {
      expect(await refuse(said)).toContain('The credentials do not allow this.');
    },
  );
});
