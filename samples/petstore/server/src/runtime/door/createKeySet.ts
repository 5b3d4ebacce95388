import { type JSONWebKeySet, type JWTVerifyGetKey, createLocalJWKSet, errors } from 'jose';
import { isObject } from '../json.js';
import { isExposed, readBaseUrl } from '../request/servers.js';
import { type FetchObject, UnavailableError } from './createFetchObject.js';

/** How long keys are used before they are asked for again, and for how long where they cannot be had. */
const freshMs = 10 * 60_000;
const staleMs = 24 * 3_600_000;
/** The least time between two requests for keys: whoever makes tokens up cannot have them asked for at will. */
const pauseMs = 30_000;
/** Keys of a set that are looked at. */
const mostKeys = 100;

/** The kinds of keys that signatures are verified with; what else stands in a set is left aside. */
const kinds = new Set(['RSA', 'EC', 'OKP']);

interface Held {
  find: JWTVerifyGetKey;
  at: number;
}

/**
 * Finds the key that a token of an issuer names. Keys are asked for anew when a token names one that is not known, since
 * issuers exchange them.
 */
export function createKeySet(
  issuer: string,
  keysUrl: URL | undefined,
  fetch: FetchObject,
  now: () => number = () => performance.now(),
): JWTVerifyGetKey {
  let held: Held | undefined;
  let address = keysUrl;
  let asked = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let pending: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    asked = now();
    try {
      address ??= await findKeysUrl(issuer, fetch);
      const { keys } = await fetch({ method: 'GET', url: address });
      if (!Array.isArray(keys))
        throw new UnavailableError(`${address.href} did not answer with a set of keys`);
      held = { find: createLocalJWKSet(keepUsable(keys)), at: now() };
      failure = undefined;
    } catch (error) {
      failure = error;
    }
  }

  /** Asks for the keys, unless that was done just now. */
  async function ask(): Promise<void> {
    if (pending === undefined && now() - asked < pauseMs) return;
    pending ??= refresh().finally(() => {
      pending = undefined;
    });
    await pending;
  }

  return async (header, token) => {
    if (held === undefined || now() - held.at > freshMs) await ask();
    if (held === undefined || now() - held.at > staleMs)
      throw failure ?? new UnavailableError(`the keys of ${issuer} are not there yet`);
    try {
      return await held.find(header, token);
    } catch (error) {
      const before = held;
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await ask();
      if (held === before) throw error;
      return held.find(header, token);
    }
  };
}

function keepUsable(keys: readonly unknown[]): JSONWebKeySet {
  const usable = keys.filter((key) => isObject(key) && kinds.has(String(key['kty'])));
  return { keys: usable.slice(0, mostKeys) as unknown as JSONWebKeySet['keys'] };
}

/** Where the metadata of an issuer say that its keys are (RFC 8414, 3; OpenID Connect Discovery 1.0, 4). */
async function findKeysUrl(issuer: string, fetch: FetchObject): Promise<URL> {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  let failure: unknown;
  for (const place of new Set(places)) {
    try {
      const { issuer: named, jwks_uri: keys } = await fetch({ method: 'GET', url: new URL(place) });
      // Else somebody else's metadata could be put in its place (RFC 8414, 3.3).
      if (named !== issuer) throw new UnavailableError(`${place} is of another issuer than MCP_AUTH_ISSUER`);
      const url = typeof keys === 'string' ? readBaseUrl(keys) : 'is not there';
      if (typeof url === 'string') throw new UnavailableError(`the jwks_uri of ${place} ${url}`);
      if (isExposed(url.href)) throw new UnavailableError(`the jwks_uri of ${place} is not encrypted`);
      return url;
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}
