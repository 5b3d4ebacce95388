import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '../customize.js';
import type { App, Scope } from '../extensions.js';

/** Who was let in. */
export interface Admission {
  principal: Principal;
  /** The token that was shown, which goes nowhere but to the authorization server. */
  token: string;
  /** Tells users apart, and the clients of each. */
  key: string;
  /** Tells users apart, whatever client they use. */
  user: string;
  /** What they get to see. */
  scope: Scope;
  /** The name by which they came. */
  host: string | undefined;
  /** When the token ends, in milliseconds since 1970; not a number where it does not say so. */
  until: number;
}

/** What a request is answered with that is not let in. */
export interface Refusal {
  status: number;
  message: string;
  /** The value of `WWW-Authenticate`. */
  challenge?: string;
  /** Seconds after which to come again. */
  retryAfter?: number;
  /** Set where a token was shown that is none of ours. */
  isFailure?: true;
}

/** Says who may come in over HTTP. */
export interface Guard {
  /**
   * Who has shown what is no token too often `mayGuess` no more: a token that has to be compared or asked about is then
   * taken only if it was before.
   */
  admit: (request: IncomingMessage, mayGuess?: boolean) => Promise<Admission | Refusal>;
  /** The name by which clients reach the server. */
  publicHost: string | undefined;
  /** What messages are answered with that call what their sender may not. */
  findStepUp?: (admission: Admission, body: unknown) => Promise<Refusal | undefined>;
  /** What clients are told of the server before they have a token (RFC 9728). */
  metadata?: FindOther;
}

/** Finds what a request asks for besides MCP; nothing where it asks for none of it. */
export type FindOther = (request: IncomingMessage) => Other | undefined;

interface Other {
  /** Whether it is there without a token, and whether pages of all origins may ask for it. */
  isOpen: boolean;
  isShared?: true;
  answer: (response: ServerResponse, admission?: Admission) => void | Promise<void>;
}

/** What asks clients for tokens of an authorization server. */
export interface AuthPart {
  /** The environment variables that say how. */
  variables: readonly string[];
  /** @throws SetupError where it is not set up right. */
  openDoor: (
    app: App,
    isLocal: boolean,
    urls: () => readonly URL[],
    log: (line: string) => void,
  ) => Promise<Guard | undefined>;
}
