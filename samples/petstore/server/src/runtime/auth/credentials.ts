import { constants, openSync } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import type { Principal, ReadCredentials } from '../customize.js';
import { CallError, notSent, SetupError } from '../errors.js';
import { loadPart } from '../memo.js';
import type { HeaderFields, Outgoing } from '../request/outgoing.js';
import { type Environment, variablesOf } from '../settings.js';
import type { ApiAccess, ApiInfo, AuthScheme, LoginWay, Requirement, Tool } from '../tool.js';

/** The credentials that are configured, by the name of their scheme. */
export type Credentials = ReadonlyMap<string, Credential>;

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
 * Reads the secret `name`, or the file that `name` with `_FILE` at its end names. The file is read anew
 * for each call: mounted secrets are exchanged while a server runs.
 *
 * @param refuse - makes the error of a file that cannot be used; `words` follow what says which file it is
 */
export async function readSecret(
  env: Environment,
  name: string,
  refuse: (variable: string, words: string) => Error = refuseSecret,
): Promise<string | undefined> {
  const value = env[name]?.trim();
  if (value) return value;
  const file = env[`${name}_FILE`];
  if (!file) return undefined;
  const content = await readWhole(file).catch((error: UnreadableError) => {
    throw refuse(`${name}_FILE`, error.message);
  });
  const secret = content.toString('utf8').trim();
  if (secret === '') throw refuse(`${name}_FILE`, 'is empty');
  return secret;
}

function refuseSecret(variable: string, words: string): CallError {
  return new CallError(
    `The file that the environment variable ${variable} names ${words}${notSent}. Ask the user to correct it.`,
  );
}

/** The error at the start, of a file that cannot be used. */
export function wrongFile(variable: string, words: string): SetupError {
  return new SetupError(`The file that the environment variable ${variable} names ${words}.`);
}

/** A file that is not read: the message is what follows its name, as in `is a folder`. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';

  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** Bytes of a file that are read, and how long nothing may come through a pipe. */
interface Extent {
  mostBytes: number;
  pipeMs: number;
}

const usualExtent: Extent = { mostBytes: 4 * 1024 ** 2, pipeMs: 5_000 };

/** What is opened is no file that somebody has put in its place meanwhile, for which opening it would wait. */
const openFlags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * All bytes of a file, or of a pipe: never more than a bound, and nothing of a folder or a device, which may have no
 * end, or which it may do something to open.
 *
 * @throws UnreadableError with the reason.
 */
export async function readWhole(path: string, extent = usualExtent): Promise<Buffer> {
  const { mostBytes } = extent;
  try {
    const found = await stat(path);
    if (found.isFIFO()) return await collectBytes(await openPipe(path, extent), mostBytes);
    checkKind(found);
    if (found.size > mostBytes) throw tooLarge(mostBytes);
    const file = await open(path, openFlags);
    try {
      checkKind(await file.stat());
      return await collectBytes(readChunks(file, found.size), mostBytes);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw error instanceof UnreadableError ? error : await explainUnreadable(path, error);
  }
}

function checkKind(found: { isFile: () => boolean; isDirectory: () => boolean }): void {
  if (found.isDirectory()) throw new UnreadableError('is a folder', 'EISDIR');
  if (!found.isFile()) throw new UnreadableError('is not a file', 'ENXIO');
}

/** The bytes of a file, as many as there are when they are read: its size may be another by then, or none. */
async function* readChunks(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (;;) {
    const room = Buffer.allocUnsafe(Math.min(Math.max(size + 1, leastChunk), mostChunk));
    const { bytesRead } = await file.read(room, 0, room.length, null);
    if (bytesRead === 0) return;
    yield room.subarray(0, bytesRead);
  }
}

const leastChunk = 4096;
const mostChunk = 1024 ** 2;

/** What comes through a pipe: opened so, nothing waits for whoever writes to it, and no thread for what is written. */
async function openPipe(path: string, { pipeMs }: Extent): Promise<AsyncIterable<Uint8Array>> {
  const { Socket } = await import('node:net');
  const pipe = new Socket({ fd: openSync(path, openFlags), readable: true, writable: false });
  const words = `is a pipe, and nothing came through it for ${pipeMs / 1000} s`;
  return pipe.setTimeout(pipeMs, () => pipe.destroy(new UnreadableError(words, 'ETIMEDOUT')));
}

async function collectBytes(stream: AsyncIterable<Uint8Array>, mostBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > mostBytes) throw tooLarge(mostBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(mostBytes: number): UnreadableError {
  return new UnreadableError(`is larger than ${showBytes(mostBytes)}, which is the limit`, 'EFBIG');
}

function showBytes(bytes: number): string {
  return bytes < 1024 ** 2 ? `${bytes} bytes` : `${Math.round(bytes / 1024 ** 2)} MB`;
}

/** Why the system does not open a file, by the code of its error. */
const refusals: Readonly<Record<string, string>> = {
  EACCES: 'may not be read: permission is denied',
  EPERM: 'may not be read: permission is denied',
  ELOOP: 'is a link that leads in a circle',
  EMFILE: 'cannot be read: this program has too many files open (ulimit -n)',
  ENAMETOOLONG: 'has a name that is too long',
  ENFILE: 'cannot be read: this machine has too many files open',
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist: a folder on the way to it is a file',
  ENXIO: 'is not a file',
  ERR_INVALID_ARG_VALUE: 'does not exist: there is a null character in its name',
};

async function explainUnreadable(path: string, error: unknown): Promise<UnreadableError> {
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && (await lstat(path).catch(() => undefined))?.isSymbolicLink())
    return new UnreadableError('is a link to something that does not exist', code);
  return new UnreadableError(refusals[code] ?? `cannot be read: ${message}`, code);
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
    const now = await obtain(before);
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
  if (scheme?.kind !== 'oauth2') return [variablesOf([{ [name]: [] }], auth).join(' and ')];
  const { clientId, clientSecret, refreshToken, token } = scheme.env;
  const own = scheme.clientCredentials ? [`${clientId} and ${clientSecret}`] : [];
  return [...own, `${clientId} and ${refreshToken}`, token];
}

/** The credentials of a call, for an explanation of why the API refuses them. */
export interface Sent {
  /** The environment variables that hold those of them that are the server's own. */
  variables: readonly string[];
  /** That of its client certificate, where it has one of its own. */
  certificate?: string | undefined;
  /** Those of keys that go into `Authorization` with no word before them. */
  bareKeys?: readonly string[];
  /** Set where the user has brought some: the headers that they came in, or nothing. */
  brought?: readonly string[];
  /** Set where this server got a token itself. */
  isFetched?: boolean;
  /** How users log in for such tokens. */
  logins?: readonly string[];
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
  /** Sends a request to an authorization server. */
  send: (request: Outgoing) => Promise<TokenResponse>;
  /** What is known from earlier calls: one entry for each client of an authorization server. */
  known: Map<string, unknown>;
  /** Whether the certificate of this server proves there who asks (RFC 8705). */
  isProven: boolean;
  /** The script of the program that runs. */
  program: string | undefined;
  /** The name of this server, under which tokens are kept. */
  server: string;
}

/** Who sent the HTTP request that brought a call. */
export interface Visitor {
  /** Nobody where nobody has to prove who they are. */
  principal: Principal | undefined;
  /** The token that was shown: for the authorization server alone, never for the API. */
  token: string | undefined;
  header: (name: string) => string | undefined;
  /** Whether they would still be let in, with the same rights; nothing where that cannot be said now. */
  recheck?: (() => Promise<boolean | undefined>) | undefined;
}

/** What one security scheme puts into a request. */
export interface Credential {
  /** The secret in each form in which it is sent: what no message may show. */
  secrets: readonly string[];
  apply: (request: Outgoing) => void;
  /** Set where it is a member of the body, which is written with it. */
  member?: { name: string; value: string };
  /** Set where it has to be fetched first. What is `refused` the API did not accept. */
  obtain?: (refused?: Credential) => Promise<Credential>;
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
export type AuthKinds = {
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

/** What a call is proven with: the requirements of its operation that count, and the credentials for them. */
export interface Proof {
  security: readonly Requirement[];
  credentials: Credentials;
  /** Set where the connection must not prove the server: its certificate would be another way than the one taken. */
  hidesServer?: boolean;
  /** The schemes whose credentials are those of the user; of each, the header that it comes in, or nothing. */
  ofUser?: ReadonlyMap<string, string> | undefined;
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
