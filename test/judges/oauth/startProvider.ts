import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export interface Started {
  provider: Provider;
  issuer: string;
  /** An API that takes the provider's tokens. */
  api: string;
  /** The tokens that the API has accepted, in their order. */
  tokens: string[];
  /** What the provider and the API were asked for: method and path. */
  asked: string[];
  close: () => void;
}

export const clientId = 'the-client';
export const clientSecret = 'a-secret&that=needs+encoding/0123456789';
export const publicId = 'public-client';

const redirects = ['http://127.0.0.1/callback'];

/** A real authorization server on loopback, with an API that it protects. */
export async function startProvider(): Promise<Started> {
  const servers: Server[] = [];
  const asked: string[] = [];
  const listen = async (handle: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
      handle(request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const issuer: string = await listen((request, response) => void provider.callback()(request, response));
  const shared = {
    redirect_uris: redirects,
    application_type: 'native',
    scope: 'openid offline_access read write',
  };
  const code = 'urn:ietf:params:oauth:grant-type:device_code';
  const provider = new Provider(issuer, {
    clients: [
      {
        ...shared,
        client_id: clientId,
        client_secret: clientSecret,
        grant_types: ['client_credentials', 'refresh_token', 'authorization_code', code],
      },
      {
        ...shared,
        client_id: publicId,
        token_endpoint_auth_method: 'none',
        grant_types: ['refresh_token', 'authorization_code', code],
      },
    ],
    scopes: ['openid', 'offline_access', 'read', 'write'],
    features: {
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      revocation: { enabled: true },
      devInteractions: { enabled: true },
    },
    cookies: { keys: ['only for tests'] },
    ttl: { ClientCredentials: 600, AccessToken: 600, RefreshToken: 3_600, DeviceCode: 600 },
    rotateRefreshToken: true,
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  const tokens: string[] = [];
  const api = await listen(async ({ headers }, response) => {
    const token = headers.authorization?.replace('Bearer ', '') ?? '';
    const found = (await provider.ClientCredentials.find(token)) ?? (await provider.AccessToken.find(token));
    if (found !== undefined) tokens.push(token);
    const status = found === undefined ? 401 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status, scope: (found as { scope?: string } | undefined)?.scope }));
  });
  return {
    provider,
    issuer,
    api,
    tokens,
    asked,
    close: () => {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
