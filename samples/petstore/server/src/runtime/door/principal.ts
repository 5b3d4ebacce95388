import type { Principal } from '../customize.js';

/** A token that is not taken; the message may be told to who sent it. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/**
 * Whom the claims of a token name.
 *
 * @throws RefusedError where they name nobody, or say that more than the token is needed to use it.
 */
export function readPrincipal(claims: Readonly<Record<string, unknown>>): Principal {
  const { iss, sub, cnf } = claims;
  const client = [claims['client_id'], claims['azp'], claims['appid']].find(isText);
  const subject = isText(sub) ? sub : client;
  if (subject === undefined) throw new RefusedError('The token does not say whom it is for');
  // It is bound to a key (RFC 7800): who has stolen it has only the token.
  if (cnf !== undefined)
    throw new RefusedError('The token is bound to a key, and cannot be used as a bearer token');
  return {
    subject,
    ...(isText(iss) && { issuer: iss }),
    ...(client !== undefined && { clientId: client }),
    scopes: [...new Set([...listScopes(claims['scope']), ...listScopes(claims['scp'])])],
    claims,
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Scopes are words of one text (RFC 9068, 2.2.3), or a list of them. */
function listScopes(value: unknown): string[] {
  const words = typeof value === 'string' ? value.split(' ') : value;
  return Array.isArray(words) ? words.filter(isText) : [];
}
