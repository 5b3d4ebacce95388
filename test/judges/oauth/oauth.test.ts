import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { clientId, clientSecret, type Started, startProvider } from './startProvider.js';

let started: Started;
let folder = '';

beforeAll(async () => {
  started = await startProvider();
  folder = mkdtempSync(join(tmpdir(), 'oauth-'));
});
afterAll(() => {
  started.close();
  rmSync(folder, { recursive: true });
});

/** Calls the one tool of a document whose API asks for such a scheme. */
async function serve(scheme: object, env: Record<string, string>) {
  const { server } = shapeDocument({
    servers: [{ url: started.api }],
    paths: { '/me': { get: { operationId: 'me', security: [{ login: ['read'] }] } } },
    components: { securitySchemes: { login: scheme } },
  });
  const catalog = toCatalog(server);
  const caller = await createCaller({
    features,
    catalog,
    env: { XDG_CONFIG_HOME: folder, ...env },
    timeoutMs: 5_000,
  });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('me')!;
  return () => caller(offered, {}, { signal: new AbortController().signal, trace: {} });
}

const ofClient = { TEST_CLIENT_ID: clientId, TEST_CLIENT_SECRET: clientSecret };
const schemes = {
  'a document': () => ({
    type: 'oauth2',
    flows: { clientCredentials: { tokenUrl: `${started.issuer}/token`, scopes: { read: 'Reads' } } },
  }),
  discovery: () => ({
    type: 'openIdConnect',
    openIdConnectUrl: `${started.issuer}/.well-known/openid-configuration`,
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
    const { provider, tokens } = started;
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
    tokens.length = 0;
    for (let round = 0; round < 3; round += 1) {
      const { isError, content } = await call();
      expect(isError, JSON.stringify(content)).not.toBe(true);
      // The API learns of it before the client does.
      const token = await provider.AccessToken.find(tokens.at(-1)!);
      await token?.destroy();
    }
    expect(new Set(tokens).size).toBe(3);
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
