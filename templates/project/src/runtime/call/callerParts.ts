import type { Visitor } from '../auth/credentials.js';
import type { ReadCredentials } from '../customize.js';
import type { Client, Features } from '../features.js';
import type { OnAnswer, OnProgress } from '../http/send.js';
import type { Offer, OfferedTool } from '../offer/createOffer.js';
import type { Environment, Settings } from '../settings.js';
import type { Catalog, Tool } from '../tool.js';

/** What all calls of one server share. */
export interface CallerParts extends Partial<Omit<Settings, 'timeoutMs'>> {
  catalog: Catalog;
  features: Features;
  env: Environment;
  /** What requests are sent with; where it is not said, Node's client, by the proxies and certificates in `env`. */
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs: number;
  /** The longest wait before a request is first sent again, in milliseconds; it doubles with each time. */
  backoffMs?: number | undefined;
  /** The first wait for the result of work that the API has only accepted; it grows. */
  pollMs?: number | undefined;
  /** What is offered, to name the tool that reads how such work stands. */
  offer?: Pick<Offer, 'toolsets' | 'toolsOf'>;
  /** What `custom.ts` says of the credentials of a call. */
  credentialsOf?: ReadCredentials | undefined;
}

/** What a call carries for distributed tracing (W3C Trace Context and Baggage), as headers. */
export type Trace = Readonly<Record<string, string>>;

/** What goes with one call. */
export interface CallOptions {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  trace: Trace;
  /** Who sent the HTTP request that brought it; nobody over stdio. */
  visitor?: Visitor | undefined;
  /** Told how much of the answer has come, where the client has asked for that. */
  onProgress?: OnProgress | undefined;
  /** Who made the call; where nobody can be asked or told anything, there is none. */
  client?: Client | undefined;
  /** Tokens of an answer that the client shows, as far as that is known. */
  answerTokens?: number | undefined;
  /** Set where its result is wanted within another call: no task is made of it. */
  isPart?: true;
  /** Told what the API answered; files are then never saved. */
  onAnswer?: OnAnswer | undefined;
}

/** A tool of the API. */
export type GeneratedTool = Extract<OfferedTool, { tool: Tool }>;
/** A tool of `custom.ts`. */
export type OwnedTool = Exclude<OfferedTool, GeneratedTool>;
