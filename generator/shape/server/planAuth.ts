import type { LoginPlan } from '../../../templates/project/src/runtime/auth/session/logIn.js';
import type { Api, ApiScheme, ApiSession, Operation } from '../../model/api.js';
import type { Report } from '../../model/diagnostic.js';
import { type Config, quoteYaml } from '../../model/config.js';
import { joinPointer } from '../../model/document.js';
import { isExposed, readBaseUrl } from '../../model/requests.js';
import type { Kept } from '../../model/names.js';
import type { ApiInfo } from '../../model/server.js';
import { parseUrl } from '../../text/parseUrl.js';
import { showText } from '../advertised/showPlainly.js';
import { toEnvName } from '../toEnvName.js';
import { type Env, nameCredentials } from './nameCredentials.js';
import { findOperation, planSession } from './planSession.js';
import { knownBase, nameVariables, planOwnServer } from './planServers.js';

type AuthScheme = ApiInfo['auth'][string];
type CertificateVariables = Extract<AuthScheme, { kind: 'client-certificate' }>['env'];

/**
 * How each security scheme that operations ask for is served, and the environment variables of its credential.
 *
 * @param prefix - what the names of the variables begin with
 * @param kept - the variables that were given before
 * @throws InputError where a variable that was kept cannot be one of ours, or a login does not take what is said of it
 */
export function planAuth(
  api: Api,
  operations: readonly Operation[],
  { prefix, kept }: { prefix: string; kept: Kept | undefined },
  config: Config,
  report: Report,
): Record<string, AuthScheme> {
  const base = knownBase(api, config);
  const asked = new Set(listSchemesAsked(operations));
  // What a login asks for is sent with it.
  const logins = Object.entries(api.schemes).flatMap(([name, { session }]) =>
    session && asked.has(name) ? (findOperation(api, session.login) ?? []) : [],
  );
  for (const name of listSchemesAsked(logins)) asked.add(name);
  const used = Object.entries(api.schemes).filter(([name]) => asked.has(name));
  const served = used.filter(([, scheme]) => reasonAgainst(scheme) === undefined);
  const named = served.filter(([, scheme]) => scheme.type !== 'mutualTLS');
  const envOf = nameCredentials(named, prefix, kept, listParts);
  const auth = used.map(([name, scheme]) => {
    if (scheme.session !== undefined)
      return [name, serveSession(scheme, scheme.session, envOf(name))] as const;
    const reason = reasonAgainst(scheme);
    if (reason !== undefined) {
      report('scheme-unsupported', '#/components/securitySchemes', { name, reason });
      return [
        name,
        {
          kind: 'unsupported',
          reason: showText(`The security scheme "${name}" cannot be served: ${reason}.`),
        },
      ] as const;
    }
    const env = envOf(name);
    const scopes = operations.flatMap(({ security }) => security.flatMap((one) => one[name] ?? []));
    const plan = { name, scheme, scopes, base, env, baseEnv: toEnvName(prefix, 'BASE_URL'), report };
    return [name, serveOAuth(plan) ?? serve(scheme, env)] as const;
  });
  return Object.fromEntries(auth);

  function serveSession(scheme: ApiScheme, session: ApiSession, env: Env): AuthScheme {
    const login = findOperation(api, session.login);
    const server = login && planOwnServer(login, api, config, nameVariables(prefix, {}), report);
    const given = env(scheme.type === 'apiKey' ? 'API_KEY' : 'TOKEN');
    return planSession(scheme, session, api, { put: placeToken(scheme), given, server });
  }
}

function listSchemesAsked(operations: readonly Operation[]): string[] {
  return operations.flatMap(({ security }) => security.flatMap((one) => Object.keys(one)));
}

/** Where the token of a login goes. */
function placeToken(scheme: ApiScheme): LoginPlan['put'] {
  if (scheme.type !== 'apiKey' || scheme.in === 'body')
    return { in: 'header', name: 'Authorization', prefix: 'Bearer ' };
  const { in: place, name, prefix } = scheme;
  return { in: place, name, ...(prefix !== undefined && { prefix: writePrefix(prefix) }) };
}

/** The variables of the certificate that proves who calls: one for all schemes of a document. */
export function nameCertificate(prefix: string): CertificateVariables {
  return {
    certificate: toEnvName(prefix, 'CLIENT_CERT_FILE'),
    key: toEnvName(prefix, 'CLIENT_KEY_FILE'),
    passphrase: toEnvName(prefix, 'CLIENT_KEY_PASSPHRASE'),
  };
}

/** What the variables of a scheme hold; for OAuth, the one that it has in any case. */
function listParts(scheme: ApiScheme): Parameters<Env>[0][] {
  const found: Parameters<Env>[0][] = [];
  serve(scheme, (part) => {
    found.push(part);
    return '';
  });
  return found;
}

function serve(scheme: ApiScheme, env: Env): AuthScheme {
  if (scheme.type === 'mutualTLS') return { kind: 'client-certificate', env: nameCertificate('MCP') };
  if (scheme.type === 'apiKey') {
    const { in: place, name, prefix } = scheme;
    const before = prefix === undefined ? {} : { prefix: writePrefix(prefix) };
    return { kind: 'api-key', in: place, name, ...before, env: env('API_KEY') };
  }
  if (scheme.type === 'http' && scheme.scheme === 'basic') {
    return { kind: 'basic', env: { username: env('USERNAME'), password: env('PASSWORD') } };
  }
  return { kind: 'bearer', env: env('TOKEN') };
}

/** A scheme that may be OAuth, and what its tokens depend on. */
interface OAuthPlan {
  name: string;
  scheme: ApiScheme;
  /** The scopes that operations ask for. */
  scopes: readonly string[];
  /** Where relative URLs start from, as far as it is known now: the operator can set another one. */
  base: string | undefined;
  env: Env;
  /** The variable with the operator's base URL. */
  baseEnv: string;
  report: Report;
}

/** OAuth by which the server gets tokens for itself; where it cannot, one is given, as with any bearer token. */
function serveOAuth(plan: OAuthPlan): AuthScheme | undefined {
  const { name, scheme, scopes, base, env, report } = plan;
  if (scheme.type !== 'oauth2' && scheme.type !== 'openIdConnect') return undefined;
  const pointer = joinPointer('#/components/securitySchemes', name);
  const found = findTokens(scheme, base, (reason) => report('login-unavailable', pointer, { name, reason }));
  if (typeof found === 'string') {
    if (found !== '') report('scheme-limited', pointer, { name, reason: found, env: env('TOKEN') });
    return undefined;
  }
  tellRelative(found, pointer, plan);
  const offered =
    scheme.type === 'oauth2' && scheme.scopes === undefined ? listOffered(scheme.flows) : undefined;
  const asked = [...new Set(scheme.scopes ?? scopes)].toSorted();
  if (offered !== undefined) tellUnoffered(name, asked, offered, pointer, report);
  const lasting = offered !== undefined && scheme.type === 'oauth2' ? listLasting(scheme.flows) : [];
  const { authorizationParameters: ofLogin, tokenParameters: ofToken } = scheme;
  return {
    kind: 'oauth2',
    ...found,
    scopes: asked,
    ...(scheme.scopes !== undefined && found.login !== undefined && { isExact: true }),
    ...(found.login !== undefined && lasting.length > 0 && { lasting }),
    ...(found.login !== undefined && isFilled(ofLogin) && { authorizationParameters: ofLogin }),
    ...(isFilled(ofToken) && { tokenParameters: ofToken }),
    env: {
      token: env('TOKEN'),
      clientId: env('CLIENT_ID'),
      clientSecret: env('CLIENT_SECRET'),
      refreshToken: env('REFRESH_TOKEN'),
    },
  };
}

function isFilled(parameters: Record<string, string> | undefined): parameters is Record<string, string> {
  return parameters !== undefined && Object.keys(parameters).length > 0;
}

/** Scopes for logins to last (OpenID Connect Core, section 11): the second means nothing to some servers without the first. */
const lastingScopes = ['openid', 'offline_access'];

/** The scopes that the flows of a scheme offer; undefined where none of them says any. */
function listOffered(flows: Flows): string[] | undefined {
  const said = Object.values(flows).flatMap(({ scopes }) => (scopes === undefined ? [] : [scopes]));
  return said.length === 0 ? undefined : [...new Set(said.flat())];
}

/** The scopes for logins to last, as far as the flows by which somebody logs in offer them. */
function listLasting({ authorizationCode, deviceAuthorization }: Flows): string[] {
  const offered = new Set([authorizationCode, deviceAuthorization].flatMap((flow) => flow?.scopes ?? []));
  return offered.has('offline_access') ? lastingScopes.filter((one) => offered.has(one)) : [];
}

/** Says which scopes tokens are asked for that the scheme does not offer, with the line that asks for the others. */
function tellUnoffered(
  name: string,
  asked: string[],
  offered: string[],
  pointer: string,
  report: Report,
): void {
  const unoffered = asked.filter((one) => !offered.includes(one));
  if (unoffered.length === 0) return;
  const kept = asked.filter((one) => offered.includes(one));
  const scopes = (kept.length > 0 ? kept : offered.toSorted()).map(quoteYaml).join(', ');
  const line = `credentials: [{ scheme: ${quoteYaml(name)}, scopes: [${scopes}] }]`;
  report('scopes-unoffered', pointer, { name, scopes: unoffered.join(', '), line });
}

/** Says of a token URL that follows the base URL what is missing for it to be used. */
function tellRelative({ tokenUrl, discoveryUrl }: Found, pointer: string, plan: OAuthPlan): void {
  const { name, base, env, baseEnv, report } = plan;
  const url = [tokenUrl, discoveryUrl].find((one) => one !== undefined && isRelative(one));
  if (url === undefined) return;
  if (base === undefined) report('token-url-relative', pointer, { name, url, env: baseEnv });
  else if (isExposed(base)) {
    const reason = `the token URL ${JSON.stringify(url)} is relative, and the base URL ${base} is not encrypted`;
    report('scheme-limited', pointer, { name, reason, env: env('TOKEN') });
  }
}

type OAuth = Extract<AuthScheme, { kind: 'oauth2' }>;

type Flows = Extract<ApiScheme, { type: 'oauth2' }>['flows'];
type Found = Omit<OAuth, 'kind' | 'scopes' | 'env'>;
type FoundLogin = Pick<Found, 'login' | 'authorizationUrl' | 'deviceUrl'>;
/** Told why users cannot log in, though the document means them to. */
type Warn = (reason: string) => void;

/** What an authorization server that describes itself may offer. */
const anyFlow: Flows = { clientCredentials: {}, authorizationCode: {}, deviceAuthorization: {} };

/** Where tokens come from; or why they come from nowhere, as half a sentence; empty where nothing is said of it. */
function findTokens(
  scheme: Extract<ApiScheme, { type: 'oauth2' | 'openIdConnect' }>,
  base: string | undefined,
  warn: Warn,
): Found | string {
  const flows = scheme.type === 'oauth2' ? scheme.flows : anyFlow;
  const served = (['clientCredentials', 'authorizationCode', 'deviceAuthorization'] as const).filter(
    (flow) => flows[flow] !== undefined,
  );
  const clientCredentials = flows.clientCredentials === undefined ? {} : { clientCredentials: true as const };
  const { discoveryUrl } = scheme;
  if (discoveryUrl !== undefined) {
    const ways = loginWays.filter(({ flow }) => flows[flow] !== undefined).map(({ way }) => way);
    const login = ways.length === 0 ? {} : { login: ways };
    return judgeUrl(discoveryUrl) ?? { discoveryUrl, ...clientCredentials, ...login };
  }
  if (served.length === 0) {
    const others = Object.keys(flows);
    return others.length === 0 ? '' : `this server does not run the ${others.join(' and ')} flow`;
  }
  const listUrls = (key: 'tokenUrl' | 'refreshUrl') => served.flatMap((flow) => flows[flow]?.[key] ?? []);
  const [tokenUrl] = listUrls('tokenUrl');
  if (tokenUrl === undefined) return 'the document names no token URL';
  const fault = judgeUrl(tokenUrl);
  if (fault !== undefined) return fault;
  const [refreshUrl = tokenUrl] = listUrls('refreshUrl');
  const isElsewhere = refreshUrl !== tokenUrl && judgeUrl(refreshUrl) === undefined;
  const login = findLogin(flows, tokenUrl, base, warn);
  return { tokenUrl, ...(isElsewhere && { refreshUrl }), ...clientCredentials, ...login };
}

/** The ways in which users log in, by their flows. */
const loginWays = [
  { flow: 'authorizationCode', way: 'browser', url: 'authorizationUrl', called: 'authorization URL' },
  { flow: 'deviceAuthorization', way: 'device', url: 'deviceUrl', called: 'device authorization URL' },
] as const;

/** How users log in, where the document says the URLs. */
function findLogin(flows: Flows, tokenUrl: string, base: string | undefined, warn: Warn): FoundLogin {
  const found: FoundLogin = {};
  for (const { flow, way, url, called } of loginWays) {
    const urls = flows[flow];
    if (urls === undefined) continue;
    const there = urls[url];
    const isOther = urls.tokenUrl !== undefined && locate(urls.tokenUrl, base) !== locate(tokenUrl, base);
    const other = isOther ? `the token URL of the ${flow} flow is not that of another flow` : undefined;
    const fault =
      there === undefined ? `the document names no ${called}` : (judgeUrl(there, called) ?? other);
    if (fault === undefined) Object.assign(found, { [url]: there, login: [...(found.login ?? []), way] });
    else warn(fault);
  }
  return found;
}

/** Where a URL leads now. */
function locate(url: string, base: string | undefined): string {
  return (isRelative(url) && base !== undefined ? parseUrl(url, base)?.href : undefined) ?? url;
}

/**
 * Whether a URL starts from the base URL of the API (OpenAPI 3.2, API URLs), on whose origin it stays: it is resolved
 * when the server runs, since the operator may have set another base URL by then.
 */
function isRelative(url: string): boolean {
  const origin = 'https://base.invalid';
  return !/^[a-z][a-z\d+.-]*:|[\\{}\s]/i.test(url) && parseUrl(url, origin)?.origin === origin;
}

/** Why no secret is sent to a URL. */
function judgeUrl(url: string, called = 'token URL'): string | undefined {
  if (isRelative(url)) return undefined;
  const read = readBaseUrl(url);
  if (typeof read === 'string') return `the ${called} ${JSON.stringify(url)} ${read}`;
  return isExposed(url) ? `the ${called} ${JSON.stringify(url)} is not encrypted` : undefined;
}

/** A word and the key are two words, `Bot abc`; `key=` and the key are one. */
function writePrefix(prefix: string): string {
  return /[\p{L}\p{N}]$/u.test(prefix) ? `${prefix} ` : prefix;
}

/** Why a scheme cannot be served, if it cannot: half a sentence. */
function reasonAgainst(scheme: ApiScheme): string | undefined {
  if (scheme.type !== 'http' || scheme.scheme === 'basic' || scheme.scheme === 'bearer') return undefined;
  return `HTTP ${JSON.stringify(scheme.scheme)} authentication is not supported`;
}
