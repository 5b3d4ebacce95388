import type { Principal } from '../customize.js';
import type { Outgoing } from '../request/outgoing.js';
import type { Requirement } from '../tool.js';

/** What a call is proven with: the requirements of its operation that count, and the credentials for them. */
export interface Proof {
  security: readonly Requirement[];
  credentials: Credentials;
  /** Set where the connection must not prove the server: its certificate would be another way than the one taken. */
  hidesServer?: boolean;
  /** The schemes whose credentials are those of the user; of each, the header that it comes in, or nothing. */
  ofUser?: ReadonlyMap<string, string> | undefined;
}

/** The credentials that are configured, by the name of their scheme. */
export type Credentials = ReadonlyMap<string, Credential>;

/** What one security scheme puts into a request. */
export interface Credential {
  /** The secret in each form in which it is sent: what no message may show. */
  secrets: readonly string[];
  apply: (request: Outgoing) => void;
  /** Set where it is a member of the body, which is written with it. */
  member?: { name: string; value: string };
  /** Set where it has to be fetched first, with others that may be needed there. What is `refused` the API did not accept. */
  obtain?: (refused?: Credential, others?: Credentials) => Promise<Credential>;
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
