import type { ReadCredentials, SchemeValues } from '../customize.js';
import { CallError, notSent } from '../errors.js';
import { loadPart } from '../memo.js';
import type { Exchange, HeaderFields, Outgoing } from '../request/outgoing.js';
import { type Environment, variablesOf } from '../settings.js';
import type { ApiAccess, ApiInfo, AuthScheme, LoginWay, Recipe, Requirement, Tool } from '../tool.js';
import type { Credential, Credentials, Proof, Sent, Visitor } from './proof.js';

/** Reads every credential that is configured. */
export async function readCredentials(
  auth: ApiInfo['auth'],
  env: Environment,
  kinds: AuthKinds,
  means: FetchMeans,
): Promise<Credentials> {
  const found = new Map<string, Credential>();
  for (const [name, scheme] of Object.entries(auth)) {
    if (scheme.kind === 'unsupported') continue;
    const kind = await loadPart<AuthKind<never>>(kinds[scheme.kind], scheme.kind);
    const credential = await kind.read(scheme as never, env, means, name);
    if (credential !== undefined) found.set(name, credential);
  }
  return found;
}

/**
 * Adds the credentials that an operation asks for: those of the first requirement of which all are configured.
 * This is the last step before sending, so that no argument can take their place.
 */
export function applyCredentials(
  request: Outgoing,
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
  program?: string,
): void {
  if (security.length === 0) return;
  const met = chooseRequirement(security, auth, credentials);
  if (met === undefined)
    throw new CallError(
      lack(
        security.map((requirement) => Object.keys(requirement)),
        auth,
        program,
      ),
    );
  for (const name of met) credentials.get(name)?.apply(request);
}

/**
 * The credentials with those in place that an operation is sent with and that have to be fetched. Where the API has
 * `refused` what was fetched before, they are fetched anew; nothing where that would change nothing.
 */
export async function obtainCredentials(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
  refused?: Credentials,
): Promise<Credentials | undefined> {
  const met = chooseRequirement(security, auth, credentials) ?? [];
  if (met.every((name) => credentials.get(name)?.obtain === undefined))
    return refused === undefined ? credentials : undefined;
  const fetched = new Map(credentials);
  let isChanged = refused === undefined;
  for (const name of met) {
    const obtain = credentials.get(name)?.obtain;
    if (obtain === undefined) continue;
    const before = refused?.get(name);
    const now = await obtain(before, credentials);
    isChanged ||= now.secrets[0] !== before?.secrets[0];
    fetched.set(name, now);
  }
  return isChanged ? fetched : undefined;
}

/** What of these credentials the body is written with. */
export function bodyMembersOf(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
): ReadonlyMap<string, string> {
  const met = chooseRequirement(security, auth, credentials) ?? [];
  const members = met.map((name) => credentials.get(name)?.member).filter((one) => one !== undefined);
  return new Map(members.map(({ name, value }) => [name, value]));
}

/** The schemes of the first requirement that is met. */
export function chooseRequirement(
  security: readonly Requirement[],
  auth: ApiInfo['auth'],
  credentials: Credentials,
): readonly string[] | undefined {
  const isMet = (name: string) => credentials.has(name) || !Object.hasOwn(auth, name);
  // An empty requirement says that no credential is needed; one that is configured is sent all the same.
  return security
    .map((requirement) => Object.keys(requirement))
    .filter((names) => names.every(isMet))
    .toSorted((a, b) => Number(b.length > 0) - Number(a.length > 0))[0];
}

/**
 * The requirements that count where the credentials of some schemes are those of the user: if any of them has such a
 * scheme, only these do, and the one that asks for nothing. What the server could prove by itself is none of the user's.
 */
export function requirementsFor(
  security: readonly Requirement[],
  ofUser: { has: (scheme: string) => boolean },
): readonly Requirement[] {
  const isOfUser = (requirement: Requirement) => Object.keys(requirement).some((name) => ofUser.has(name));
  if (!security.some(isOfUser)) return security;
  return security.filter((one) => isOfUser(one) || Object.keys(one).length === 0);
}

/** Of each scheme one of its ways: all ways to meet them together. */
function combineWays(schemes: readonly string[][]): string[] {
  return schemes.reduce(
    (ways, next) => ways.flatMap((way) => next.map((one) => (way === '' ? one : `${way} and ${one}`))),
    [''],
  );
}

function lack(wishes: readonly string[][], auth: ApiInfo['auth'], program: string | undefined): string {
  const ways = wishes.flatMap((names) => {
    if (names.some((name) => auth[name]?.kind === 'unsupported')) return [];
    return combineWays(names.map((name) => listWays(name, auth))).filter((way) => way !== '');
  });
  const reasons = wishes.flat().flatMap((name) => {
    const scheme = auth[name];
    return scheme?.kind === 'unsupported' ? [scheme.reason] : [];
  });
  const logins = wishes.flat().flatMap((name) => describeLogin(name, auth, program) ?? []);
  const login = [...new Set(logins)].map((one) => `log in by ${one}, or to `).join('');
  const problem =
    ways.length === 0
      ? `This tool cannot be used yet${notSent}.`
      : `This call needs credentials that are not configured${notSent}. Ask the user to ${login}set ${ways.join(ways.some((way) => way.includes(' and ')) ? ', or ' : ' or ')} in the environment of this server, and to start it again.`;
  return [problem, ...new Set(reasons)].join(' ');
}

/** How a user logs in to a scheme, where that is a way. */
function describeLogin(name: string, auth: ApiInfo['auth'], program?: string): string | undefined {
  const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
  if (scheme?.kind !== 'oauth2' || scheme.login === undefined) return undefined;
  return `${nameLogin(name, program)}, with ${scheme.env.clientId} set`;
}

/** The ways in which a scheme can be configured: of each, the variables that are to be set together. */
function listWays(name: string, auth: ApiInfo['auth']): string[] {
  const scheme = Object.hasOwn(auth, name) ? auth[name] : undefined;
  if (scheme?.kind === 'session') return [Object.values(scheme.env).join(' and '), scheme.given];
  if (scheme?.kind !== 'oauth2') return [variablesOf([{ [name]: [] }], auth).join(' and ')];
  const { clientId, clientSecret, refreshToken, token } = scheme.env;
  const own = scheme.clientCredentials ? [`${clientId} and ${clientSecret}`] : [];
  return [...own, `${clientId} and ${refreshToken}`, token];
}

/**
 * What is said of credentials that the API refuses: of those that were sent, or of all that could be where none were. What
 * the user has brought is in no variable of this server, and only of tokens that it got itself are logins and scopes its own.
 */
export function describeSent(
  { security, credentials, ofUser }: Proof,
  auth: ApiInfo['auth'],
  program?: string,
): Sent {
  const met = chooseRequirement(security, auth, credentials) ?? [];
  const sent = met.length > 0 ? met : [...new Set(security.flatMap(Object.keys))];
  const own = sent.filter((name) => ofUser?.has(name) !== true);
  const brought = met.flatMap((name) => ofUser?.get(name) ?? []);
  const fetched = own.filter((name) => credentials.get(name)?.obtain !== undefined);
  return {
    variables: variablesOf(
      own.map((name) => ({ [name]: [] })),
      auth,
    ),
    certificate: variablesOf(security, auth).find((name) => name.endsWith('_CLIENT_CERT_FILE')),
    bareKeys: bareKeysOf(own, auth),
    isFetched: fetched.length > 0,
    logins: fetched.filter((name) => describeLogin(name, auth)).map((name) => nameLogin(name, program)),
    ...(brought.length > 0 && { brought }),
  };
}

/** The variables of keys that go into `Authorization` as they are: many APIs want a word before them. */
function bareKeysOf(names: readonly string[], auth: ApiInfo['auth']): string[] {
  const schemes = names.map((name) => auth[name]);
  return schemes.flatMap((scheme) =>
    scheme?.kind === 'api-key' &&
    scheme.in === 'header' &&
    scheme.name.toLowerCase() === 'authorization' &&
    !scheme.prefix
      ? [scheme.env]
      : [],
  );
}

/** What an authorization server has answered. */
interface TokenResponse {
  status: number;
  headers: HeaderFields;
  body: Uint8Array;
}

/** What credentials are fetched with that have to be. */
export interface FetchMeans {
  /** Sends a request to an authorization server; in another way where one is given. */
  send: (request: Outgoing, exchange?: Exchange) => Promise<TokenResponse>;
  /** The API, and the way to it: for credentials that one of its operations gives. */
  toApi?: { api: ApiAccess; env: Environment; exchangeFor: (recipe: Recipe, secrets: string[]) => Exchange };
  /** What a user has given, by the names of schemes, where the credentials are not those of the server. */
  given?: { visitor: Visitor; values: ReadonlyMap<string, NonNullable<SchemeValues[string]>> };
  /** What is known from earlier calls: one entry for each client of an authorization server. */
  known: Map<string, unknown>;
  /** Whether the certificate of this server proves there who asks (RFC 8705). */
  isProven: boolean;
  /** The script of the program that runs. */
  program: string | undefined;
  /** The name of this server, under which tokens are kept. */
  server: string;
}

/** How one kind of security scheme is read from the environment. */
export interface AuthKind<Scheme extends AuthScheme> {
  /** The credential of the scheme of that name, where it is configured. */
  read: (
    scheme: Scheme,
    env: Environment,
    means: FetchMeans,
    name: string,
  ) => Promise<Credential | undefined>;
}

/** The kinds of security schemes, each loaded when it is first used; those that the API has no scheme of are absent. */
type AuthKinds = {
  readonly [K in AuthScheme['kind']]?: () => Promise<AuthKind<Extract<AuthScheme, { kind: K }>>>;
};

/** How users log in and out, and what is known of that. */
export interface LoginPart {
  logIn: (
    parts: LoginParts,
    way: LoginWay | undefined,
    options: { log: (line: string) => void; browser: boolean; port: number },
  ) => Promise<string>;
  logOut: (parts: LoginParts) => Promise<boolean>;
  readLogin: (parts: LoginParts) => Promise<Login>;
}

/** A scheme that users log in to, and what that takes. */
export interface LoginParts {
  name: string;
  scheme: Extract<AuthScheme, { kind: 'oauth2' }>;
  env: Environment;
  means: FetchMeans;
}

/** What is known of a login, without its tokens. */
export interface Login {
  /** Where its tokens are. */
  file: string;
  isLoggedIn: boolean;
  /** When the access token ends. */
  endsAt?: string;
  isRenewed?: boolean;
  scope?: string;
}

/** The credentials of the users of a server over HTTP. */
export interface UserPart {
  /** The environment variables that say how. */
  variables: readonly string[];
  createUserCredentials: (parts: UserParts) => ReadUserCredentials;
  /** @throws SetupError where the settings are wrong. */
  checkUserSettings: (api: ApiInfo, env: Environment) => void;
}

/** What the credentials of users are found with. */
export interface UserParts {
  /** The API that is called, and all that the server offers. */
  api: ApiAccess;
  all: ApiInfo;
  env: Environment;
  kinds: AuthKinds;
  means: FetchMeans;
  /** Those of the server itself. */
  readOwn: () => Promise<ReadonlyMap<string, Credential>>;
  credentialsOf: ReadCredentials | undefined;
}

/** Finds what a call is proven with; where the API `isTrusted` and nothing will do, that is thrown. */
export type ReadUserCredentials = (
  tool: Tool,
  visitor: Visitor,
  signal: AbortSignal,
  isTrusted: boolean,
) => Promise<Proof>;

/** Sets a header that holds a secret, which no error may show; `env` names where the secret comes from. */
export function setHeader({ headers }: Outgoing, name: string, value: string, env: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new CallError(
      `The value of the environment variable ${env} cannot be sent in a header; nothing was sent. Ask the user to correct it.`,
    );
  }
}

/** The command that lets a user log in to a scheme: by the program that runs, which was built here or is installed. */
export function nameLogin(scheme: string, program = 'dist/stdio.js'): string {
  const [name = '', folder] = program.split(/[\\/]/).toReversed();
  const shown = /^[\w.-]+$/.test(scheme) ? scheme : JSON.stringify(scheme);
  return folder === 'dist'
    ? `"node dist/${name} login ${shown}" in the folder of this server`
    : `"${name} login ${shown}"`;
}
