import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose';

/** A real authorization server as far as a resource server sees it: it has metadata and keys, and signs. */
export interface Issuer {
  url: string;
  keys: JWK[];
  /** How often its keys were asked for. */
  asked: () => number;
  privateKey: CryptoKey;
  publicKey: JWK;
  /** Signs claims as it does for a user of the server at `audience`. */
  sign: (changes?: Claims) => Promise<string>;
  close: () => void;
}

/** What is other than usual of a token; a member that is undefined is left out. */
export interface Claims {
  claims?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: CryptoKey | Uint8Array;
}

export const audience = 'https://mcp.example.com/mcp';

/** Seconds since 1970, so many from now. */
export function fromNow(seconds: number): number {
  return Math.floor(Date.now() / 1_000) + seconds;
}

export async function startIssuer(): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const exported: JWK = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
  const keys: JWK[] = [exported];
  let asked = 0;
  const server = createServer(({ url }, response) => {
    const isKeys = url === '/keys';
    if (isKeys) asked += 1;
    const found = isKeys ? { keys } : { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` };
    const isKnown = isKeys || url === '/.well-known/oauth-authorization-server';
    response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found));
  });
  const issuer: Issuer = {
    url: await listen(server),
    keys,
    asked: () => asked,
    privateKey,
    publicKey: exported,
    sign: ({ claims, header, key = privateKey } = {}) => {
      const usual = { iss: issuer.url, aud: audience, sub: 'ann', client_id: 'app', exp: fromNow(300) };
      const all = Object.entries({ ...usual, ...claims }).filter(([, value]) => value !== undefined);
      return new SignJWT(Object.fromEntries(all))
        .setProtectedHeader({ alg: 'RS256', kid: 'first', typ: 'at+jwt', ...header })
        .sign(key);
    },
    close: () => stop(server),
  };
  return issuer;
}

/** Listens on loopback, and says where. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}
