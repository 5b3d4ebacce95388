import {
  createLocalJWKSet,
  errors,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyGetKey,
} from 'jose';
import { isObject } from '../json.js';
import { isExposed, readBaseUrl } from '../request/servers.js';
import { type FetchObject, type ReadClaims, RefusedError } from './claims.js';
import { UnavailableError } from './guardByToken.js';
import type { DoorSettings } from './readDoorSettings.js';

/** What the header may say that a token is; a signed token of another kind, such as one that logs out, is none. */
const types = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);

/** Verifies tokens that are signed by the issuer (RFC 9068; RFC 8725). */
export function createVerifier(
  settings: DoorSettings,
  audiences: () => readonly string[],
  fetch: FetchObject,
): ReadClaims {
  const { issuer = '', keysUrl, algorithms, skew } = settings;
  const findKey = createKeySet(issuer, keysUrl, fetch);
  return async (token) => {
    const options = {
      issuer,
      audience: [...audiences()],
      algorithms: [...algorithms],
      clockTolerance: skew,
      requiredClaims: ['exp'],
    };
    const { payload, protectedHeader } = await verify(token, findKey, options);
    const { typ, cty } = protectedHeader;
    if (cty !== undefined || !types.has(typ?.toLowerCase()))
      throw new RefusedError('The token is not an access token');
    return payload;
  };
}

async function verify(
  token: string,
  findKey: ReturnType<typeof createKeySet>,
  options: NonNullable<Parameters<typeof jwtVerify>[2]>,
): ReturnType<typeof jwtVerify<JWTPayload>> {
  try {
    return await jwtVerify<JWTPayload>(token, findKey, options);
  } catch (error) {
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      // A token that names no key may have been signed with any of them.
      for await (const key of error) {
        try {
          return await jwtVerify<JWTPayload>(token, key, options);
        } catch (inner) {
          // With a key that is odd, others of the set may still be good.
          const isOfKey =
            inner instanceof errors.JWSSignatureVerificationFailed || !(inner instanceof errors.JOSEError);
          if (!isOfKey) throw explain(inner);
        }
      }
      throw new RefusedError('The signature of the token is wrong');
    }
    throw explain(error);
  }
}

/** What may be told of a token that does not hold. */
function explain(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return new RefusedError('The token has expired');
  if (error instanceof errors.JWTClaimValidationFailed)
    return new RefusedError(
      `The token does not hold here: ${claims[error.claim] ?? 'one of its claims is wrong'}`,
    );
  if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof DOMException)
    return new RefusedError('The token is not one that the issuer has signed');
  return error;
}

const claims: Record<string, string> = {
  aud: 'it was made for another server',
  iss: 'it is from another issuer',
  exp: 'it does not say when it ends',
  nbf: 'it is not valid yet',
};

/** How long keys are used before they are asked for again, and for how long where they cannot be had. */
const freshMs = 10 * 60_000;
const staleMs = 24 * 3_600_000;
/** The least time between two requests for keys: whoever makes tokens up cannot have them asked for at will. */
const pauseMs = 30_000;
/** Keys of a set that are looked at. */
const mostKeys = 100;

/** The kinds of keys that signatures are verified with; what else stands in a set is left aside. */
const kinds: ReadonlySet<unknown> = new Set(['RSA', 'EC', 'OKP']);

interface Held {
  find: JWTVerifyGetKey;
  at: number;
}

/**
 * Finds the key that a token of an issuer names. Keys are asked for anew when a token names one that is not known, since
 * issuers exchange them.
 */
function createKeySet(
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
  const usable = keys.filter((key) => isObject(key) && kinds.has(key['kty']));
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
