import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Principal } from '../customize.js';
import { importOnce } from '../memo.js';
import type { Scope } from '../server/app.js';
import { type Environment, readSecret } from '../settings.js';
import {
  type ChallengeParts,
  type Challenges,
  type Fault,
  type Refusal,
  createChallenges,
  withoutSlash,
} from './createChallenges.js';
import { UnavailableError } from './createFetchObject.js';
import { createScope, expandScopes, listMissing } from './createScope.js';
import { RefusedError, readPrincipal } from './principal.js';
import type { DoorSettings } from './readDoorSettings.js';
import type { ReadClaims } from './createVerifier.js';

/** Who was let in. */
export interface Admission {
  principal: Principal;
  /** The token that was shown, which goes nowhere but to the authorization server. */
  token: string;
  /** Tells users apart. */
  key: string;
  /** What they get to see. */
  scope: Scope;
  /** The name by which they came. */
  host: string | undefined;
}

/** Says who may come in. */
export interface Door extends Pick<Challenges, 'stepUp' | 'describe' | 'metadataPaths'> {
  admit: (request: IncomingMessage) => Promise<Admission | Refusal>;
}

/** What a door is made with. */
interface DoorParts extends ChallengeParts {
  env: Environment;
  /** The URLs of the server on this machine, by each of its names; the first where nothing else says which. */
  urls: () => readonly URL[];
  /** Writes a line for the operator. */
  log: (line: string) => void;
}

/** Characters of a token that are looked at. */
const longestToken = 12_000;
/** Seconds after which to come again when tokens cannot be checked. */
const retryAfter = 10;

/** Guards the HTTP endpoint as a resource server of OAuth 2.1 (MCP, Authorization). */
export async function createDoor(parts: DoorParts): Promise<Door> {
  const { settings, env, urls, log } = parts;
  const { hasToken, publicUrl, scopes, implied } = settings;
  const resources = publicUrl === undefined ? urls : () => [publicUrl];
  const readClaims = await loadReader(settings, resources, env);
  const { refuse, stepUp, describe, metadataPaths } = createChallenges(parts, resources);

  async function findPrincipal(token: string): Promise<{ principal: Principal; isOperator: boolean }> {
    if (hasToken && (await isGivenToken(token, env)))
      return { principal: { subject: 'operator', scopes: [], claims: {} }, isOperator: true };
    if (readClaims === undefined) throw new RefusedError('The token is not the one of this server');
    return { principal: readPrincipal(await readClaims(token)), isOperator: false };
  }

  async function admit(request: IncomingMessage): Promise<Admission | Refusal> {
    const { host } = request.headers;
    const token = readBearer(request);
    if (typeof token !== 'string') return refuse(host, token);
    try {
      const { principal, isOperator } = await findPrincipal(token);
      const granted = expandScopes(principal.scopes, implied);
      if (!isOperator && listMissing(scopes, granted).length > 0) return stepUp(scopes, host);
      const { issuer, subject, clientId } = principal;
      const key = digest(JSON.stringify([issuer, subject, clientId])).toString('base64url');
      const scope = createScope(isOperator || !settings.apiScopes ? undefined : granted);
      return { principal, token, key, scope, host };
    } catch (error) {
      if (error instanceof RefusedError)
        return refuse(host, { error: 'invalid_token', message: error.message });
      if (!(error instanceof UnavailableError)) throw error;
      log(`Tokens cannot be checked: ${error.message}.`);
      return { status: 503, message: 'Tokens cannot be checked at the moment: try again later.', retryAfter };
    }
  }

  return { admit, stepUp, describe, metadataPaths };
}

const loadVerifier = importOnce(() => import('./createVerifier.js'));
const loadIntrospector = importOnce(() => import('./createIntrospector.js'));

/** Loads what reads the claims of tokens, where an issuer is named. */
async function loadReader(
  settings: DoorSettings,
  resources: () => readonly URL[],
  env: Environment,
): Promise<ReadClaims | undefined> {
  const { issuer, audiences: named, introspectionUrl } = settings;
  const audiences = () =>
    named.length > 0 ? named : resources().flatMap(({ href }) => [href, withoutSlash(href)]);
  if (issuer === undefined) return undefined;
  if (introspectionUrl === undefined) return (await loadVerifier()).createVerifier(settings, audiences, env);
  return (await loadIntrospector()).createIntrospector(settings, audiences, env);
}

async function isGivenToken(token: string, env: Environment): Promise<boolean> {
  const given = await readSecret(env, 'MCP_AUTH_TOKEN').catch(() => {
    throw new UnavailableError('The file that MCP_AUTH_TOKEN_FILE names cannot be read');
  });
  // Digests are of one length, and are compared in one time.
  return given !== undefined && timingSafeEqual(digest(token), digest(given));
}

/** The token that a request shows, or what is wrong with how it does (RFC 6750, 2.1 and 3.1). */
function readBearer({ rawHeaders, headers, url = '' }: IncomingMessage): string | Fault {
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
