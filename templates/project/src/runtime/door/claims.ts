import { readSecret } from '../auth/readSecret.js';
import { createHash } from 'node:crypto';
import type { Principal } from '../customize.js';
import { networkCode } from '../errors.js';
import { createNetwork, type WaysPart } from '../http/createNetwork.js';
import { isObject, parseJson } from '../json.js';
import { type Outgoing, Stop } from '../request/outgoing.js';
import { percentEncode } from '../request/serialize.js';
import type { Environment } from '../settings.js';
import { UnavailableError } from './guardByToken.js';
import type { DoorSettings } from './readDoorSettings.js';

/** Asks an authorization server for a JSON object. */
export type FetchObject = (
  request: Omit<Outgoing, 'headers'> & { headers?: Headers },
) => Promise<Record<string, unknown>>;

/** How long one answer may take, and how many bytes it may have, decompressed. */
const answerMs = 5_000;
const mostBytes = 512 * 1024;

/** Makes what asks authorization servers. A redirect is not followed: it would choose whom to trust. */
export function createFetchObject(
  env: Environment,
  ways: WaysPart | undefined,
  timeoutMs = answerMs,
): FetchObject {
  const { exchange } = createNetwork(env, ways);
  return async (request) => {
    const fail = (why: string) => new UnavailableError(`${request.url.origin}${request.url.pathname} ${why}`);
    const stop = new Stop();
    const timer = setTimeout(() => stop.now(fail(`did not answer within ${timeoutMs} ms`)), timeoutMs);
    const headers = new Headers({ accept: 'application/json' });
    request.headers?.forEach((value, name) => headers.set(name, value));
    try {
      const reply = await exchange({ ...request, headers }, stop);
      const pieces: Uint8Array[] = [];
      let size = 0;
      if (reply.status !== 200) {
        reply.drop();
        throw fail(
          `answered with status ${reply.status}${reply.status >= 300 && reply.status < 400 ? ', and redirects are not followed' : ''}`,
        );
      }
      await reply.read((piece) => {
        size += piece.length;
        if (size > mostBytes) stop.now(fail(`answered with more than ${mostBytes} bytes`));
        else pieces.push(piece);
        return undefined;
      });
      const value = parseJson(Buffer.concat(pieces).toString());
      if (!isObject(value)) throw fail('did not answer with a JSON object');
      return value;
    } catch (error) {
      if (stop.reason !== undefined) throw stop.reason;
      if (error instanceof UnavailableError) throw error;
      throw fail(`could not be reached (${networkCode(error)})`);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Who shows a token: from which address, and whether tokens that nobody knows are still looked at from there. */
interface Shower {
  from: string;
  mayGuess: boolean;
}

/** Reads the claims of a token, where it holds. */
export type ReadClaims = (token: string, shower: Shower) => Promise<Record<string, unknown>>;

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
  const kinds = [claims['token_type'], claims['token_use'], claims['typ']].filter(isText);
  if (kinds.some((kind) => refreshing.test(kind)))
    throw new RefusedError('The token is a refresh token, and not an access token');
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

/** What authorization servers call the kind of tokens that only they take (RFC 7662, 2.2), in one member or another. */
const refreshing = /^(?:.*:)?(?:refresh|offline)(?:[ _-]?token)?$/i;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Scopes are words of one text (RFC 9068, 2.2.3), or a list of them. */
function listScopes(value: unknown): string[] {
  const words = typeof value === 'string' ? value.split(' ') : value;
  return Array.isArray(words) ? words.filter(isText) : [];
}

/** How long an answer holds: for as long, a token that is withdrawn is still taken. */
const keptMs = 30_000;
const mostKept = 1_000;
/** Tokens not known yet that are asked about at once, and how many of them may come from one address. */
const mostAsked = 32;
const mostAskedBy = 16;

interface Known {
  claims: Record<string, unknown>;
  until: number;
}

interface Asked {
  claims: Promise<Record<string, unknown>>;
  from: string;
}

/** Asks the authorization server about tokens (RFC 7662). */
export function createIntrospector(
  settings: DoorSettings,
  audiences: () => readonly string[],
  env: Environment,
  fetch: FetchObject,
): ReadClaims {
  const { introspectionUrl, issuer, skew } = settings;
  if (introspectionUrl === undefined) throw new Error('there is no URL to ask at');
  const url = introspectionUrl;
  /** By the digests of tokens; the one that was used last stands last. What is made up pushes out none that was taken. */
  const taken = new Map<string, Known>();
  const refused = new Map<string, Known>();
  const pending = new Map<string, Asked>();

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

  /** Whoever makes tokens up has few of them asked about; one that was taken before is asked about again in any case. */
  function checkTurn({ from, mayGuess }: Shower): void {
    if (!mayGuess) throw new RefusedError('Too many tokens came from there that are none');
    const own = [...pending.values()].filter((asked) => asked.from === from).length;
    if (own >= mostAskedBy || pending.size >= mostAsked)
      throw new UnavailableError(
        `${url.origin} is being asked about ${pending.size} tokens already, ${own} of them of one address`,
      );
  }

  async function look(key: string, token: string, shower: Shower): Promise<Known> {
    const found = taken.get(key) ?? refused.get(key);
    if (found !== undefined && Date.now() < found.until) return found;
    if (!pending.has(key) && !taken.has(key)) checkTurn(shower);
    const asked = pending.get(key) ?? {
      claims: ask(token).finally(() => pending.delete(key)),
      from: shower.from,
    };
    pending.set(key, asked);
    const claims = await asked.claims;
    return { claims, until: Date.now() + keptMs };
  }

  function findFault({ active, iss, aud, exp, nbf }: Record<string, unknown>): string | undefined {
    const seconds = Date.now() / 1_000;
    if (active !== true) return 'The token is not valid, or no longer';
    if (exp !== undefined && !(Number(exp) + skew > seconds)) return 'The token has expired';
    if (nbf !== undefined && !(Number(nbf) - skew <= seconds)) return 'The token is not valid yet';
    if (iss !== undefined && iss !== issuer) return 'The token is from another issuer';
    const isForUs = [aud].flat().some((one) => typeof one === 'string' && audiences().includes(one));
    return isForUs ? undefined : 'The token was made for another server';
  }

  return async (token, shower) => {
    const key = createHash('sha256').update(token).digest('base64');
    const known = await look(key, token, shower);
    const fault = findFault(known.claims);
    taken.delete(key);
    refused.delete(key);
    keepKnown(fault === undefined ? taken : refused, key, known);
    if (fault !== undefined) throw new RefusedError(fault);
    return { iss: issuer, ...known.claims };
  };
}

function keepKnown(kept: Map<string, Known>, key: string, known: Known): void {
  kept.set(key, known);
  const [oldest = ''] = kept.keys();
  if (kept.size > mostKept) kept.delete(oldest);
}
