import type { Principal, ReadCredentials } from '../customize.js';
import { CallError } from '../errors.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { ApiAccess, ApiInfo, AuthScheme, LoginWay, Tool } from '../tool.js';

/** What an authorization server has answered. */
interface TokenResponse {
  status: number;
  headers: Headers;
  body: Uint8Array;
}

/** What credentials are fetched with that have to be. */
export interface FetchMeans {
  /** Sends a request to an authorization server. */
  send: (request: Outgoing) => Promise<TokenResponse>;
  /** What is known from earlier calls: one entry for each client of an authorization server. */
  known: Map<string, unknown>;
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

/** Finds the credentials of a call; where the API `isTrusted` and none will do, that is thrown. */
export type ReadUserCredentials = (
  tool: Tool,
  visitor: Visitor,
  signal: AbortSignal,
  isTrusted: boolean,
) => Promise<ReadonlyMap<string, Credential>>;

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
