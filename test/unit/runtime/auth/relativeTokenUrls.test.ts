import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import {
  locateAllSchemes,
  locateSchemes,
} from '../../../../templates/project/src/runtime/request/servers.js';
import { runCommand } from '../../../../templates/project/src/runtime/transport/runCommand.js';
import type { ApiInfo, Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeApi, makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { tempFolder } from '../../../support/tempFolder.js';

/** The API of the document, and the one that the operator sets in its place. */
let documented: Upstream;
let operated: Upstream;
let folder = '';
const issue = (name: string) =>
  startUpstream((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      request.url?.startsWith('/oauth/token') === true
        ? `{"access_token":"token-of-${name}","token_type":"bearer"}`
        : `"${request.headers.authorization}"`,
    );
  });
beforeAll(async () => {
  documented = await issue('the-document');
  operated = await issue('the-operator');
});
afterAll(() => Promise.all([documented.close(), operated.close()]));
beforeEach(() => {
  folder = tempFolder();
  documented.got.length = 0;
  operated.got.length = 0;
});

const login = {
  kind: 'oauth2' as const,
  tokenUrl: '/oauth/token',
  scopes: [],
  clientCredentials: true as const,
  login: ['browser' as const],
  authorizationUrl: 'https://id.example.com/authorize',
  env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
};
const client = { T_ID: 'client', T_SECRET: 's3cretofclient' };

function makeParts(servers: ApiInfo['servers'], recipe: Partial<Recipe> = {}) {
  const tools = [makeTool({ path: '/c', security: [{ login: [] }], ...recipe })];
  const credentialOrigins = [documented.url];
  return makeCatalog(tools, {
    api: { servers, auth: { login }, baseUrlEnv: 'T_BASE_URL', credentialOrigins },
  });
}

async function call(catalog: ReturnType<typeof makeParts>, env: Record<string, string>) {
  const parts = { features, catalog, env: { XDG_CONFIG_HOME: folder, ...env }, timeoutMs: 5_000 };
  const caller = await createCaller(parts);
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  const { content } = await caller(offered, {}, { signal: new AbortController().signal, trace: {} });
  return content.map((one) => ('text' in one ? one.text : '')).join();
}

describe('a token URL that is relative', () => {
  test('leads to the server of the document where no other is set', async () => {
    const catalog = makeParts([{ url: `${documented.url}/v1` }]);
    await call(catalog, client);
    expect(documented.got[1]?.headers.authorization).toBe('Bearer token-of-the-document');
    expect(documented.got.map(({ url }) => url)).toEqual(['/oauth/token', '/v1/c']);
  });

  test('leads to the base URL that the operator sets, and the secret nowhere else', async () => {
    const catalog = makeParts([{ url: `${documented.url}/v1` }]);
    await call(catalog, { ...client, T_BASE_URL: `${operated.url}/v9` });
    expect(operated.got[1]?.headers.authorization).toBe('Bearer token-of-the-operator');
    expect(operated.got.map(({ url }) => url)).toEqual(['/oauth/token', '/v9/c']);
    expect(documented.got).toEqual([]);
  });

  test('follows the values of the variables of the server', async () => {
    const { host } = new URL(operated.url);
    const variables = { host: { default: new URL(documented.url).host, env: 'T_SERVER_HOST' } };
    const catalog = makeParts([{ url: 'http://{host}', variables }]);
    await call(catalog, { ...client, T_SERVER_HOST: host });
    expect(operated.got.map(({ url }) => url)).toEqual(['/oauth/token', '/c']);
    expect(documented.got).toEqual([]);
  });

  test('leads nowhere while there is no base URL, in words that name its variable', async () => {
    const catalog = makeParts([], { server: { url: documented.url } });
    expect(await call(catalog, client)).toMatch(/base URL of the API, which is not known.*T_BASE_URL/s);
    expect(documented.got).toEqual([]);
  });

  test('is told to users who log in, in the same words', async () => {
    const env = { XDG_CONFIG_HOME: folder, T_ID: 'client' };
    const app = createApp({ catalog: makeParts([]), features, env });
    const run = runCommand({ app, env, args: ['login'], write: () => {}, log: () => {} });
    await expect(run).rejects.toThrow(/T_BASE_URL/);
  });

  test('changes no address that is absolute, by which logins are kept', () => {
    const api = makeApi({ auth: { login: { ...login, tokenUrl: 'https://id.example.com' } } });
    expect(locateSchemes(api, { [api.baseUrlEnv]: 'https://test.example.com' })['login']).toMatchObject({
      tokenUrl: 'https://id.example.com',
      authorizationUrl: login.authorizationUrl,
    });
  });

  test('of several APIs follows the base URL of its own', () => {
    const one = makeApi({ baseUrlEnv: 'A_URL', auth: { 'a login': login }, servers: [] });
    const two = makeApi({ baseUrlEnv: 'B_URL', auth: { 'b login': login }, servers: [] });
    const api = makeApi({ sources: { a: one, b: two } });
    const env = { A_URL: 'https://a.example.com/v1', B_URL: 'https://b.example.com/v1/' };
    expect(locateAllSchemes(api, env)).toMatchObject({
      'a login': { tokenUrl: 'https://a.example.com/oauth/token' },
      'b login': { tokenUrl: 'https://b.example.com/oauth/token' },
    });
  });
});
