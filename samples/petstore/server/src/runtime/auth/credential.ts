import { CallError } from '../errors.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Environment } from '../settings.js';
import type { AuthScheme } from '../tool.js';

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
  /** The credential, where it is configured. */
  read: (scheme: Scheme, env: Environment, means: FetchMeans) => Promise<Credential | undefined>;
}

/** The kinds of security schemes, each loaded when it is first used; those that the API has no scheme of are absent. */
export type AuthKinds = {
  readonly [K in AuthScheme['kind']]?: () => Promise<AuthKind<Extract<AuthScheme, { kind: K }>>>;
};

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
