import type { IncomingMessage, RequestListener } from 'node:http';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { checkNetwork as check } from '../../../../templates/project/src/runtime/transport/runProgram.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { ApiInfo } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { certificate, startTlsApi } from '../../../support/runtime/networkServers.js';
import { tempFolder } from '../../../support/tempFolder.js';
import type { Environment } from '../../../../templates/project/src/runtime/settings.js';

const checkNetwork = (described: ApiInfo, env: Environment) =>
  check({ api: described, features: async () => features }, env);

/** Who showed which certificate, in the order of the requests. */
const shown: string[] = [];
let authority: Awaited<ReturnType<typeof startTlsApi>>;
let aliased: typeof authority;
let api: typeof authority;

const proves = ({ socket }: IncomingMessage): boolean => (socket as TLSSocket).authorized;

/** An authorization server that knows its clients by their certificates. */
const giveToken =
  (name: string): RequestListener =>
  (incoming, response) => {
    shown.push(`${name} ${incoming.url} ${proves(incoming)}`);
    const isDescribed = incoming.url === '/described';
    const metadata = {
      issuer: authority.url,
      token_endpoint: `${authority.url}/nowhere`,
      mtls_endpoint_aliases: { token_endpoint: `${aliased.url}/token` },
    };
    const answer = proves(incoming)
      ? { access_token: `token-of-${name}`, token_type: 'Bearer', expires_in: 600 }
      : { error: 'invalid_client' };
    response.writeHead(isDescribed || proves(incoming) ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isDescribed ? metadata : answer));
  };

beforeAll(async () => {
  authority = await startTlsApi(giveToken('first'));
  aliased = await startTlsApi(giveToken('alias'));
  api = await startTlsApi((incoming, response) => {
    shown.push(`api ${incoming.headers.authorization} ${proves(incoming)}`);
    response.end('fine');
  });
});
afterAll(() => Promise.all([authority, aliased, api].map(({ close }) => close())));
beforeEach(() => {
  shown.length = 0;
});

const proof = {
  MCP_CA_FILE: certificate('ca.pem'),
  MCP_CLIENT_CERT_FILE: certificate('client.pem'),
  MCP_CLIENT_KEY_FILE: certificate('client.key'),
};
const forTokens = { ...proof, MCP_CLIENT_CERT_FOR_TOKENS: 'true' };

async function call(scheme: object, env: Record<string, string>, others: Partial<ApiInfo> = {}) {
  const login = {
    kind: 'oauth2' as const,
    scopes: [],
    clientCredentials: true as const,
    env: { token: 'T_TOKEN', clientId: 'T_ID', clientSecret: 'T_SECRET', refreshToken: 'T_REFRESH' },
    ...scheme,
  };
  const catalog = makeCatalog([makeTool({ path: '/c', security: [{ login: [] }] })], {
    api: { servers: [{ url: api.url }], auth: { login }, ...others },
  });
  const caller = await createCaller({
    features,
    catalog,
    env: { XDG_CONFIG_HOME: tempFolder(), T_ID: 'the-client', ...env },
    timeoutMs: 5_000,
  });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  const { isError, content } = await caller(offered, {}, { signal: new AbortController().signal, trace: {} });
  return { isError, said: JSON.stringify(content) };
}

describe('the certificate of the server', () => {
  test('proves to the authorization server who asks, where that is set: no secret is needed', async () => {
    const { isError, said } = await call({ tokenUrl: `${authority.url}/token` }, forTokens);
    expect(isError, said).not.toBe(true);
    expect(shown).toEqual(['first /token true', 'api Bearer token-of-first true']);
    const form = new URLSearchParams(authority.got.at(-1)?.replace(/^POST \S+ /, ''));
    expect(Object.fromEntries(form)).toEqual({ grant_type: 'client_credentials', client_id: 'the-client' });
  });

  test('is shown at the other addresses that the metadata name for it (RFC 8705, 5)', async () => {
    const { isError, said } = await call({ discoveryUrl: `${authority.url}/described` }, forTokens);
    expect(isError, said).not.toBe(true);
    expect(shown).toEqual(['first /described true', 'alias /token true', 'api Bearer token-of-alias true']);
  });

  test('is seen by no authorization server unless that is set', async () => {
    const secret = { T_SECRET: 'the-secret-of-the-client' };
    const { isError, said } = await call({ tokenUrl: `${authority.url}/token` }, { ...proof, ...secret });
    expect(isError).toBe(true);
    expect(said).toContain('invalid_client');
    expect(new Set(shown)).toEqual(new Set(['first /token false']));
    shown.length = 0;
    const unproved = await call({ tokenUrl: `${authority.url}/token` }, proof);
    expect(unproved.said).toContain('T_ID and T_SECRET');
    expect(shown).toEqual([]);
  });

  test('is told of at the start where the setting is neither true nor false', async () => {
    await expect(
      checkNetwork(makeCatalog([]).api, { ...proof, MCP_CLIENT_CERT_FOR_TOKENS: 'maybe' }),
    ).rejects.toThrow('MCP_CLIENT_CERT_FOR_TOKENS must be true');
  });
});
