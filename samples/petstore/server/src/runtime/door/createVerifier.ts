import { type JWTPayload, errors, jwtVerify } from 'jose';
import type { Environment } from '../settings.js';
import { createKeySet } from './createKeySet.js';
import { type FetchObject, createFetchObject } from './createFetchObject.js';
import type { DoorSettings } from './readDoorSettings.js';
import { RefusedError } from './principal.js';

/** Reads the claims of a token, where it holds. */
export type ReadClaims = (token: string) => Promise<Record<string, unknown>>;

/** What the header may say that a token is; a signed token of another kind, such as one that logs out, is none. */
const types = new Set([undefined, 'jwt', 'at+jwt', 'application/at+jwt', 'application/jwt']);

/** Verifies tokens that are signed by the issuer (RFC 9068; RFC 8725). */
export function createVerifier(
  settings: DoorSettings,
  audiences: () => readonly string[],
  env: Environment,
  fetch: FetchObject = createFetchObject(env),
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
          if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw explain(inner);
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
