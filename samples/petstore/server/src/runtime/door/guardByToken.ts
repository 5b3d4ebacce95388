import { readSecret } from '../auth/readSecret.js';
import type { Admission, Guard, Refusal } from './guard.js';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '../customize.js';
import { SetupError } from '../errors.js';
import type { App, Scope } from '../extensions.js';
import { isExposed, readBaseUrl } from '../request/servers.js';
import type { Environment } from '../settings.js';

/** The settings of the token that the operator gives out. */
export const tokenVariables = ['MCP_AUTH_TOKEN', 'MCP_AUTH_TOKEN_FILE'] as const;

/** Characters of a token that is to be hard to guess. */
const shortestToken = 16;

/**
 * Lets those in who have the one token that the operator has given out (MCP_AUTH_TOKEN); nothing where there is none.
 *
 * @throws SetupError where it is too short, or the URL of the server is none.
 */
export function guardByToken({ api, env }: App): Guard | undefined {
  if (!hasFixedToken(env)) return undefined;
  const isOperator = createComparison(env);
  const refuse = ({ error, message }: Fault): Refusal =>
    refuseBearer({ error, message }, { realm: api.title });
  return {
    publicHost: readAddress(env, 'MCP_PUBLIC_URL')?.hostname,
    admit: async (request, mayGuess = true) => {
      const token = readBearer(request);
      if (typeof token !== 'string') return refuse(token);
      try {
        if (await isOperator(token, mayGuess)) return admitOperator(token, request.headers.host);
        return refuse({ error: 'invalid_token', message: 'The token is not the one of this server' });
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        return { status: 503, message: unchecked, retryAfter };
      }
    },
  };
}

/** Whether there is a token that the operator has given out. @throws SetupError where it is none to give out. */
export function hasFixedToken(env: Environment): boolean {
  const token = env['MCP_AUTH_TOKEN']?.trim();
  if (token && (token.length < shortestToken || !/^[\w.~+/-]+=*$/.test(token)))
    throw new SetupError(
      `MCP_AUTH_TOKEN must have at least ${shortestToken} characters, which are letters, digits and -._~+/.`,
    );
  return tokenVariables.some((name) => env[name]?.trim());
}

/** What is told of tokens that cannot be checked, and seconds after which to come again. */
export const unchecked = 'Tokens cannot be checked at the moment: try again later.';
export const retryAfter = 10;

/** What is asked of the authorization server, or of a file, cannot be had; the message is for the operator. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';
}

/** Makes what tells whether a token is the one that the operator has given out. */
export function createComparison(env: Environment): (token: string, mayGuess: boolean) => Promise<boolean> {
  /** The digest of the one that was taken last. */
  let taken: Buffer | undefined;
  return async (token, mayGuess) => {
    const shown = digest(token);
    if (!mayGuess && !(taken !== undefined && timingSafeEqual(shown, taken))) return false;
    if (!(await isFixedToken(shown, env))) return false;
    taken = shown;
    return true;
  };
}

const operator: Principal = { subject: 'operator', scopes: [], claims: {} };

/** Who shows the token of the operator gets to see everything. */
export function admitOperator(token: string, host: string | undefined): Admission {
  const key = nameOf(undefined, operator.subject, undefined);
  return { principal: operator, token, key, user: nameOf(token), scope: wholeScope, host, until: Number.NaN };
}

export const wholeScope: Scope = { key: 'all', narrow: (offer) => offer, missing: async () => [] };

/** A name that tells some texts from others, and from which they cannot be read. */
export function nameOf(...of: (string | undefined)[]): string {
  return digest(JSON.stringify(of)).toString('base64url');
}

/** Whether a digest is that of the token that the operator has given out. */
async function isFixedToken(shown: Buffer, env: Environment): Promise<boolean> {
  const given = await readSecret(env, 'MCP_AUTH_TOKEN').catch(() => {
    throw new UnavailableError('The file that MCP_AUTH_TOKEN_FILE names cannot be read');
  });
  // Digests are of one length, and are compared in one time.
  return given !== undefined && timingSafeEqual(shown, digest(given));
}

/** The token that a request shows, or what is wrong with how it does (RFC 6750, 2.1 and 3.1). */
export function readBearer({ rawHeaders, headers, url = '' }: IncomingMessage): string | Fault {
  const [, query = ''] = url.split('?', 2);
  // It would end up in logs.
  if (new URLSearchParams(query).has('access_token'))
    return malformed('A token is taken in the header Authorization, not in the URL');
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'authorization').length > 1)
    return malformed('A request may have only one Authorization header');
  const { authorization } = headers;
  if (authorization === undefined) return { error: '', message: 'A token is needed' };
  const [, scheme = '', token] = /^([^ ]*) *(.*)$/s.exec(authorization.trim()) ?? [];
  if (scheme.toLowerCase() !== 'bearer') return { error: '', message: 'A bearer token is needed' };
  if (!token || !/^[\w.~+/-]+=*$/.test(token))
    return malformed('The Authorization header holds no bearer token');
  if (token.length > longestToken) return { error: 'invalid_token', message: 'The token is too long' };
  return token;
}

function malformed(message: string): Fault {
  return { error: 'invalid_request', message };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Characters of a token that are looked at. */
const longestToken = 12_000;

/** What is wrong with how a request shows who sends it; no error where it shows nothing. */
export interface Fault {
  error: 'invalid_request' | 'invalid_token' | '';
  message: string;
}

/** What a request without a token, or with a wrong one, is answered with (RFC 6750, 3). */
export function refuseBearer({ error, message }: Fault, values: Readonly<Record<string, string>>): Refusal {
  const told: Record<string, string> = error === '' ? {} : { error, error_description: message };
  return {
    status: error === 'invalid_request' ? 400 : 401,
    message: `${message}.`,
    challenge: writeChallenge({ ...told, ...values }),
    ...(error === 'invalid_token' && { isFailure: true as const }),
  };
}

/** The value of `WWW-Authenticate`. */
export function writeChallenge(values: Readonly<Record<string, string>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== '');
  return `Bearer ${given.map(([name, value]) => `${name}="${quote(value)}"`).join(', ')}`;
}

/** An address that tokens and secrets may be sent to, and that keys may come from. */
export function readAddress(env: Environment, name: string): URL | undefined {
  const text = env[name]?.trim();
  if (!text) return undefined;
  const read = readBaseUrl(text);
  if (typeof read === 'string') throw new SetupError(`${name} must be an absolute https URL: it ${read}.`);
  if (name !== 'MCP_PUBLIC_URL' && isExposed(read.href))
    throw new SetupError(`${name} must be an https URL: ${read.origin} is not encrypted.`);
  if (read.hash !== '' || (read.search !== '' && name !== 'MCP_AUTH_JWKS_URL'))
    throw new SetupError(`${name} must be a URL without a query or a fragment.`);
  return read;
}

/** What may stand between the quotes of a challenge (RFC 9110, 5.6.4; RFC 6750, 3). */
function quote(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
}
