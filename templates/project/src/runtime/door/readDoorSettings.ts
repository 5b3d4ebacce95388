import type { Guard, Refusal } from './guard.js';
import type { ServerResponse } from 'node:http';
import { SetupError } from '../errors.js';
import { type Environment, readInteger, readList, readSwitch } from '../settings.js';
import { listSome } from '../text.js';
import { type Fault, hasFixedToken, readAddress, refuseBearer, writeChallenge } from './guardByToken.js';

/** How clients prove who they are, over HTTP. */
export interface DoorSettings {
  /** Whether there is a token that the operator has given out: `MCP_AUTH_TOKEN`. */
  hasToken: boolean;
  /** `MCP_AUTH_ISSUER`: the authorization server whose tokens are taken. */
  issuer?: string;
  /** `MCP_AUTH_JWKS_URL`: its keys; where its metadata say unless it is set. */
  keysUrl?: URL;
  /** `MCP_AUTH_INTROSPECTION_URL`: where tokens are looked up instead of being verified here. */
  introspectionUrl?: URL;
  /** `MCP_AUTH_AUDIENCE`: what tokens have to be made for, one of them; the server's own URL unless it is set. */
  audiences: readonly string[];
  /** `MCP_AUTH_ALGORITHMS`: what tokens may be signed with. */
  algorithms: readonly string[];
  /** `MCP_AUTH_CLOCK_SKEW`: seconds by which clocks may differ. */
  skew: number;
  /** `MCP_AUTH_SCOPES`: what every token has to grant. */
  scopes: readonly string[];
  /** `MCP_AUTH_API_SCOPES`: whether the scopes of a token are those that operations of the API ask for. */
  apiScopes: boolean;
  /** `MCP_AUTH_SCOPE_MAP`: the scopes that a scope stands for. */
  implied: ReadonlyMap<string, readonly string[]>;
  /** `MCP_PUBLIC_URL`: where clients reach the server. */
  publicUrl?: URL;
}

/** The settings that say whose tokens are taken, besides the one of the operator. */
export const issuerVariables = [
  'MCP_AUTH_ISSUER',
  'MCP_AUTH_JWKS_URL',
  'MCP_AUTH_INTROSPECTION_URL',
  'MCP_AUTH_CLIENT_ID',
  'MCP_AUTH_CLIENT_SECRET',
  'MCP_AUTH_CLIENT_SECRET_FILE',
  'MCP_AUTH_AUDIENCE',
  'MCP_AUTH_ALGORITHMS',
  'MCP_AUTH_CLOCK_SKEW',
  'MCP_AUTH_SCOPES',
  'MCP_AUTH_API_SCOPES',
  'MCP_AUTH_SCOPE_MAP',
] as const;

/** Signatures that the issuer alone can make: with a shared secret, whoever verifies could forge. */
const safeAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

const usualSkew = 30;
const mostSkew = 600;

/**
 * Reads how clients prove who they are; nothing where nobody has to.
 *
 * @throws SetupError where a setting is wrong: a door that is half configured stays shut.
 */
export function readDoorSettings(env: Environment): DoorSettings | undefined {
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const [issuer, keysUrl, introspectionUrl, publicUrl] = [
    'MCP_AUTH_ISSUER',
    'MCP_AUTH_JWKS_URL',
    'MCP_AUTH_INTROSPECTION_URL',
    'MCP_PUBLIC_URL',
  ].map((name) => readAddress(env, name));
  const hasToken = hasFixedToken(env);
  if (!hasToken && issuer === undefined) {
    const some = issuerVariables.find(isSet);
    if (some === undefined) return undefined;
    throw new SetupError(
      `${some} is set, but neither MCP_AUTH_ISSUER nor MCP_AUTH_TOKEN is: set one of them.`,
    );
  }
  if (issuer === undefined && (keysUrl ?? introspectionUrl) !== undefined)
    throw new SetupError('MCP_AUTH_ISSUER must be set: it says whose tokens are taken.');
  if (keysUrl !== undefined && introspectionUrl !== undefined)
    throw new SetupError(
      'MCP_AUTH_JWKS_URL and MCP_AUTH_INTROSPECTION_URL are both set: leave one of them out.',
    );
  if (
    introspectionUrl !== undefined &&
    !(
      isSet('MCP_AUTH_CLIENT_ID') &&
      (isSet('MCP_AUTH_CLIENT_SECRET') || isSet('MCP_AUTH_CLIENT_SECRET_FILE'))
    )
  )
    throw new SetupError(
      'MCP_AUTH_CLIENT_ID and MCP_AUTH_CLIENT_SECRET must be set: with them the server asks at MCP_AUTH_INTROSPECTION_URL.',
    );
  const algorithms = readList(env, 'MCP_AUTH_ALGORITHMS');
  const unsafe = algorithms.find((one) => !safeAlgorithms.includes(one));
  if (unsafe !== undefined)
    throw new SetupError(`MCP_AUTH_ALGORITHMS names "${unsafe}": it may name ${listSome(safeAlgorithms)}.`);
  return {
    hasToken,
    ...(issuer !== undefined && { issuer: env['MCP_AUTH_ISSUER']?.trim() ?? '' }),
    ...(keysUrl !== undefined && { keysUrl }),
    ...(introspectionUrl !== undefined && { introspectionUrl }),
    audiences: readList(env, 'MCP_AUTH_AUDIENCE'),
    algorithms: algorithms.length > 0 ? algorithms : safeAlgorithms,
    skew: readInteger(env, 'MCP_AUTH_CLOCK_SKEW', 0, mostSkew) ?? usualSkew,
    scopes: readScopes(env['MCP_AUTH_SCOPES'], 'MCP_AUTH_SCOPES'),
    apiScopes: !env['MCP_AUTH_API_SCOPES']?.trim() || readSwitch(env, 'MCP_AUTH_API_SCOPES'),
    implied: readScopeMap(env),
    ...(publicUrl !== undefined && { publicUrl }),
  };
}

/** What a scope may be made of (RFC 6749, 3.3). */
const wordOfScope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function readScopes(text: string | undefined, name: string): string[] {
  const scopes = (text ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const wrong = scopes.find((one) => !wordOfScope.test(one));
  if (wrong !== undefined) throw new SetupError(`${name} names ${JSON.stringify(wrong)}, which is no scope.`);
  return scopes;
}

/** `admin=pets:read pets:write; reader=pets:read` */
function readScopeMap(env: Environment): ReadonlyMap<string, readonly string[]> {
  const entries = (env['MCP_AUTH_SCOPE_MAP'] ?? '').split(';').filter((entry) => entry.trim() !== '');
  return new Map(
    entries.map((entry): [string, readonly string[]] => {
      const [, key = '', value = ''] = /^\s*([^\s=]+)\s*=(.*)$/s.exec(entry) ?? [];
      const implied = readScopes(value, 'MCP_AUTH_SCOPE_MAP');
      if (!wordOfScope.test(key) || implied.length === 0)
        throw new SetupError(
          `MCP_AUTH_SCOPE_MAP must be made of entries such as "admin=pets:read pets:write", with ; between them, not "${entry.trim()}".`,
        );
      return [key, implied];
    }),
  );
}

/** What challenges are made of. */
export interface ChallengeParts {
  settings: DoorSettings;
  title: string;
  /** The scopes that operations of the API ask for. */
  apiScopes: readonly string[];
}

/** What is told to who is not let in; `host` is the name by which they came. */
export interface Challenges {
  refuse: (host: string | undefined, fault: Fault) => Refusal;
  /** What a call is answered with whose scopes are not granted. */
  stepUp: (missing: readonly string[], host?: string) => Refusal;
  metadata?: Guard['metadata'];
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** Makes what tells clients how to be let in (RFC 6750, 3; RFC 9728, 3 and 5.1). */
export function createChallenges(
  { settings, title, apiScopes }: ChallengeParts,
  resources: () => readonly URL[],
): Challenges {
  const { issuer, publicUrl, scopes, implied } = settings;
  const ofApi = settings.apiScopes ? nameDoorScopes(apiScopes) : [];
  const asked = (scopes.length > 0 ? scopes : ofApi).join(' ');
  const supported = [...new Set([...scopes, ...ofApi])];

  /** The scopes that a client can ask for, by which those of the API are granted. */
  function nameDoorScopes(some: readonly string[]): readonly string[] {
    const names = some.map((one) => [...implied].find(([, meant]) => meant.includes(one))?.[0] ?? one);
    return [...new Set(names)].toSorted();
  }

  /** The URL of the server by the name that a client reached it by. */
  function resourceFor(host: string | undefined): URL {
    const all = resources();
    return all.find((one) => one.host === host) ?? all[0]!;
  }

  /** Where clients are told more. */
  function placeOf(host: string | undefined): Record<string, string> {
    const { origin, pathname } = resourceFor(host);
    if (issuer === undefined) return { realm: title };
    return { resource_metadata: `${origin}${wellKnown}${withoutSlash(pathname)}` };
  }

  const served = ['', '/mcp', ...(publicUrl === undefined ? [] : [publicUrl.pathname])];
  const paths = served.map((path) => wellKnown + withoutSlash(path));
  return {
    refuse: (host, fault) => refuseBearer(fault, { scope: asked, ...placeOf(host) }),
    stepUp: (missing, host) => {
      const scope = [...new Set([...scopes, ...nameDoorScopes(missing)])].join(' ');
      const message = 'The token does not grant what this needs';
      const values = { error: 'insufficient_scope', error_description: message, scope };
      return {
        status: 403,
        message: `${message}: ${scope}.`,
        challenge: writeChallenge({ ...values, ...placeOf(host) }),
      };
    },
    ...(issuer !== undefined && {
      metadata: ({ method, url = '', headers: { host } }) => {
        const [path = ''] = url.split('?');
        const isAsked = paths.some((one) => path === one || path.startsWith(`${one}/`));
        if (!isAsked || method !== 'GET') return undefined;
        const answer = (response: ServerResponse) => {
          const told = {
            resource: withoutSlash(resourceFor(host).href),
            authorization_servers: [issuer],
            ...(supported.length > 0 && { scopes_supported: supported }),
            bearer_methods_supported: ['header'],
            resource_name: title,
          };
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify(told));
        };
        return { isOpen: true, answer };
      },
    }),
  };
}

/** The same path or URL without a slash at its end. */
export function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}
