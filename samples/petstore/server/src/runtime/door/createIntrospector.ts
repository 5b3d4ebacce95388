import { createHash } from 'node:crypto';
import { type Environment, readSecret } from '../settings.js';
import { percentEncode } from '../request/serialize.js';
import { type FetchObject, UnavailableError, createFetchObject } from './createFetchObject.js';
import { RefusedError } from './principal.js';
import type { DoorSettings } from './readDoorSettings.js';
import type { ReadClaims } from './createVerifier.js';

/** How long an answer holds: for as long, a token that is withdrawn is still taken. */
const keptMs = 30_000;
const mostKept = 1_000;
/** Tokens that are asked about at once. */
const mostAsked = 32;

interface Known {
  claims: Record<string, unknown>;
  until: number;
}

/** Asks the authorization server about tokens (RFC 7662). */
export function createIntrospector(
  settings: DoorSettings,
  audiences: () => readonly string[],
  env: Environment,
  fetch: FetchObject = createFetchObject(env),
): ReadClaims {
  const { introspectionUrl, issuer, skew } = settings;
  if (introspectionUrl === undefined) throw new Error('there is no URL to ask at');
  const url = introspectionUrl;
  /** By the digests of tokens; the one that was used last stands last. */
  const known = new Map<string, Known>();
  const pending = new Map<string, Promise<Record<string, unknown>>>();

  async function ask(token: string): Promise<Record<string, unknown>> {
    const id = (await readSecret(env, 'MCP_AUTH_CLIENT_ID')) ?? '';
    const secret = await readSecret(env, 'MCP_AUTH_CLIENT_SECRET').catch(() => {
      throw new UnavailableError('The file that MCP_AUTH_CLIENT_SECRET_FILE names cannot be read');
    });
    const proof = Buffer.from(`${percentEncode(id)}:${percentEncode(secret ?? '')}`).toString('base64');
    return fetch({
      method: 'POST',
      url,
      headers: new Headers({
        authorization: `Basic ${proof}`,
        'content-type': 'application/x-www-form-urlencoded',
      }),
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
    });
  }

  async function look(token: string): Promise<Record<string, unknown>> {
    const key = createHash('sha256').update(token).digest('base64');
    const found = known.get(key);
    known.delete(key);
    if (found !== undefined && Date.now() < found.until) {
      known.set(key, found);
      return found.claims;
    }
    if (!pending.has(key) && pending.size >= mostAsked)
      throw new UnavailableError(`${url.origin} is being asked about ${mostAsked} tokens already`);
    const asked = pending.get(key) ?? ask(token).finally(() => pending.delete(key));
    pending.set(key, asked);
    const claims = await asked;
    known.set(key, { claims, until: Date.now() + keptMs });
    const [oldest = ''] = known.keys();
    if (known.size > mostKept) known.delete(oldest);
    return claims;
  }

  return async (token) => {
    const claims = await look(token);
    if (claims['active'] !== true) throw new RefusedError('The token is not valid, or no longer');
    const { iss, aud, exp, nbf } = claims;
    const seconds = Date.now() / 1_000;
    if (exp !== undefined && !(Number(exp) + skew > seconds)) throw new RefusedError('The token has expired');
    if (nbf !== undefined && !(Number(nbf) - skew <= seconds))
      throw new RefusedError('The token is not valid yet');
    if (iss !== undefined && iss !== issuer) throw new RefusedError('The token is from another issuer');
    if (![aud].flat().some((one) => typeof one === 'string' && audiences().includes(one)))
      throw new RefusedError('The token was made for another server');
    return { iss: issuer, ...claims };
  };
}
