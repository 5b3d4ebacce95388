import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/offerTools.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { toCatalog } from '../../../generator/toCatalog.js';

const clientId = 'the-client';
const clientSecret = 'a-secret&that=needs+encoding/0123456789';

let provider: Provider;
let issuer = '';
let api = '';
/** The tokens that the API has accepted, and the last of them. */
const tokens = new Set<string>();
let last = '';
const servers: Server[] = [];

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  issuer = await listen(createServer((request, response) => provider.callback()(request, response)));
  provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ['client_credentials', 'refresh_token', 'authorization_code'],
        redirect_uris: ['https://client.example.com/cb'],
        scope: 'openid offline_access read write',
      },
    ],
    scopes: ['openid', 'offline_access', 'read', 'write'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: 600, AccessToken: 600, RefreshToken: 3_600 },
    rotateRefreshToken: true,
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  api = await listen(
    createServer(async ({ headers }, response) => {
      const token = headers.authorization?.replace('Bearer ', '') ?? '';
      const found =
        (await provider.ClientCredentials.find(token)) ?? (await provider.AccessToken.find(token));
      if (found !== undefined) tokens.add((last = token));
      const status = found === undefined ? 401 : 200;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ status, scope: (found as { scope?: string } | undefined)?.scope }));
    }),
  );
});
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Calls the one tool of a document whose API asks for such a scheme. */
async function serve(scheme: object, env: Record<string, string>) {
  const { server } = shapeDocument({
    servers: [{ url: api }],
    paths: { '/me': { get: { operationId: 'me', security: [{ login: ['read'] }] } } },
    components: { securitySchemes: { login: scheme } },
  });
  const catalog = toCatalog(server);
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('me')!;
  return () => caller(offered, {}, { signal: new AbortController().signal, trace: {} });
}

const ofClient = { TEST_CLIENT_ID: clientId, TEST_CLIENT_SECRET: clientSecret };
const schemes = {
  'a document': () => ({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${issuer}/token`, scopes: { read: 'Reads' } } },
  }),
  discovery: () => ({
    type: 'openIdConnect',
    openIdConnectUrl: `${issuer}/.well-known/openid-configuration`,
  }),
};

describe('an authorization server lets the emitted server in', () => {
  test.each(Object.entries(schemes))('by client credentials, as %s says', async (_name, scheme) => {
    const call = await serve(scheme(), ofClient);
    const results = await Promise.all(Array.from({ length: 20 }, call));
    for (const { isError, content } of results) {
      expect(isError, JSON.stringify(content)).not.toBe(true);
      expect(JSON.stringify(content)).toContain('read');
    }
  });

  test('with refresh tokens that are replaced by each use', async () => {
    const client = await provider.Client.find(clientId);
    const grant = new provider.Grant({ accountId: 'somebody', clientId });
    grant.addOIDCScope('openid offline_access read');
    const grantId = await grant.save();
    const refreshToken = await new provider.RefreshToken({
      accountId: 'somebody',
      client,
      grantId,
      scope: 'openid offline_access read',
      gty: 'authorization_code',
    }).save();
    const call = await serve(schemes['a document'](), { ...ofClient, TEST_REFRESH_TOKEN: refreshToken });
    tokens.clear();
    for (let round = 0; round < 3; round += 1) {
      const { isError, content } = await call();
      expect(isError, JSON.stringify(content)).not.toBe(true);
      // The API learns of it before the client does.
      const token = await provider.AccessToken.find(last);
      await token?.destroy();
    }
    expect(tokens.size).toBe(3);
  });

  test('and one that does not know the client is told of in words, without the secret', async () => {
    const call = await serve(schemes['a document'](), {
      ...ofClient,
      TEST_CLIENT_SECRET: 'wrong-secret-of-all',
    });
    const { isError, content } = await call();
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toContain('invalid_client');
    expect(JSON.stringify(content)).not.toContain('wrong-secret');
  });
});
