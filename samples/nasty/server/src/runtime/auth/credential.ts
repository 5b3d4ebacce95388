import type { Environment } from '../environment.js';
import type { Outgoing } from '../request/outgoing.js';
import type { AuthScheme } from '../tool.js';

/** What one security scheme puts into a request. */
export interface Credential {
  /** The secret in each form in which it is sent: what no message may show. */
  secrets: readonly string[];
  apply: (request: Outgoing) => void;
  /** Set where it is a member of the body, which is written with it. */
  member?: { name: string; value: string };
}

/** How one kind of security scheme is read from the environment. */
export interface AuthKind<Scheme extends AuthScheme> {
  /** The credential, where it is configured. */
  read: (scheme: Scheme, env: Environment) => Promise<Credential | undefined>;
}
