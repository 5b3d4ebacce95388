import { SetupError } from '../errors.js';
import { isExposed, readBaseUrl } from '../request/servers.js';
import { type Environment, readInteger, readList, readSwitch } from '../settings.js';
import { listSome, nearest } from '../text.js';

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

/** The settings, but for the secrets in files, that say how clients prove who they are. */
const names = [
  'MCP_AUTH_TOKEN',
  'MCP_AUTH_ISSUER',
  'MCP_AUTH_JWKS_URL',
  'MCP_AUTH_INTROSPECTION_URL',
  'MCP_AUTH_CLIENT_ID',
  'MCP_AUTH_CLIENT_SECRET',
  'MCP_AUTH_AUDIENCE',
  'MCP_AUTH_ALGORITHMS',
  'MCP_AUTH_CLOCK_SKEW',
  'MCP_AUTH_SCOPES',
  'MCP_AUTH_API_SCOPES',
  'MCP_AUTH_SCOPE_MAP',
];
const inFiles = ['MCP_AUTH_TOKEN_FILE', 'MCP_AUTH_CLIENT_SECRET_FILE'];

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

/** Characters of a token that is to be hard to guess. */
const shortestToken = 16;
const usualSkew = 30;
const mostSkew = 600;

/**
 * Reads how clients prove who they are; nothing where nobody has to.
 *
 * @throws SetupError where a setting is wrong: a door that is half configured stays shut.
 */
export function readDoorSettings(env: Environment): DoorSettings | undefined {
  checkNames(env);
  const isSet = (name: string) => Boolean(env[name]?.trim());
  const [issuer, keysUrl, introspectionUrl, publicUrl] = [
    'MCP_AUTH_ISSUER',
    'MCP_AUTH_JWKS_URL',
    'MCP_AUTH_INTROSPECTION_URL',
    'MCP_PUBLIC_URL',
  ].map((name) => readAddress(env, name));
  const hasToken = isSet('MCP_AUTH_TOKEN') || isSet('MCP_AUTH_TOKEN_FILE');
  if (!hasToken && issuer === undefined) {
    const some = [...names, ...inFiles].find(isSet);
    if (some === undefined) return undefined;
    throw new SetupError(
      `${some} is set, but neither MCP_AUTH_ISSUER nor MCP_AUTH_TOKEN is: set one of them.`,
    );
  }
  const token = env['MCP_AUTH_TOKEN']?.trim();
  if (token && (token.length < shortestToken || !/^[\w.~+/-]+=*$/.test(token)))
    throw new SetupError(
      `MCP_AUTH_TOKEN must have at least ${shortestToken} characters, which are letters, digits and -._~+/.`,
    );
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

/** A misspelt name would leave the door wider open than was meant. */
function checkNames(env: Environment): void {
  const known = [...names, ...inFiles];
  const set = Object.keys(env).filter((name) => name.startsWith('MCP_AUTH_') && env[name]);
  const unknown = set.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const guess = meant === undefined ? `There are: ${listSome(known)}.` : `Did you mean ${meant}?`;
  throw new SetupError(`${unknown} is set, but there is no such setting. ${guess}`);
}

/** An address that tokens and secrets may be sent to, and that keys may come from. */
function readAddress(env: Environment, name: string): URL | undefined {
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

/** What a scope may be made of (RFC 6749, 3.3). */
const scope = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

function readScopes(text: string | undefined, name: string): string[] {
  const scopes = (text ?? '').split(/[\s,]+/).filter((one) => one !== '');
  const wrong = scopes.find((one) => !scope.test(one));
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
      if (!scope.test(key) || implied.length === 0)
        throw new SetupError(
          `MCP_AUTH_SCOPE_MAP must be made of entries such as "admin=pets:read pets:write", with ; between them, not "${entry.trim()}".`,
        );
      return [key, implied];
    }),
  );
}
