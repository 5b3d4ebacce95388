import type { Credentials, Proof, Visitor } from '../auth/proof.js';
import type { BeforeSend, ReadCredentials } from '../customize.js';
import type { Client, Features } from '../features.js';
import type { HttpResponse, OnAnswer, OnProgress, retry, RetryOptions, SendOptions } from '../http/send.js';
import { loadPart } from '../memo.js';
import type { Offer, OfferedTool } from '../offer/createOffer.js';
import type { WaysPart } from '../http/createNetwork.js';
import type { Exchange, Network, Outgoing } from '../request/outgoing.js';
import type { Failed } from '../result/received.js';
import type { Environment, Settings } from '../settings.js';
import type { ApiAccess, ApiInfo, Catalog, CertificateVariables, Recipe, Tool } from '../tool.js';

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
  /** What is offered, to name the tools that an answer leads to, and the one that reads how such work stands. */
  offer?: Pick<Offer, 'toolsets' | 'toolsOf' | 'find'>;
  /** What `custom.ts` says of the credentials of a call. */
  credentialsOf?: ReadCredentials | undefined;
  /** What `custom.ts` signs requests with. */
  beforeSend?: BeforeSend | undefined;
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

/** What proves to the API who calls. */
interface ProofPart {
  createProver: (parts: ProverParts) => Prove;
  /** What of the credentials the body is written with. */
  bodyMembersOf: (
    security: Proof['security'],
    auth: ApiInfo['auth'],
    credentials: Credentials,
  ) => ReadonlyMap<string, string>;
  /** What they may have to do with the failure of a request. */
  describeProof: (
    parts: ProvenParts,
    declared: Proof['security'],
    origin: string,
    answer?: HttpResponse,
  ) => Pick<Failed, 'certificate' | 'refused'>;
  /** Sends a request with its credentials, and once more where those were renewed. */
  sendProven: (
    request: Outgoing,
    parts: ProvenParts,
  ) => Promise<Awaited<ReturnType<typeof retry>> & { fetched: Credentials }>;
}

/** What a request is sent with. */
export interface ProvenParts extends Proof, SendOptions, Omit<RetryOptions, 'end'> {
  auth: ApiInfo['auth'];
  /** The script of the program that runs. */
  program: string | undefined;
  /** What no text may show; what is fetched on the way is added. */
  secrets: string[];
}

/** Loads what proves to the API who calls, where it takes credentials. */
export async function loadProof({ proof }: Pick<Features, 'proof'>): Promise<ProofPart | undefined> {
  return proof && ((await loadPart(proof, 'proof')) as ProofPart);
}

/** Finds what a call of a tool is proven with; what no text may show is added to `secrets`. */
export type Prove = (tool: Tool, options: CallOptions, secrets: string[]) => Promise<Proof>;

/** What it works on. */
export interface ProverParts extends Pick<CallerParts, 'env' | 'features' | 'credentialsOf' | 'timeoutMs'> {
  /** The API that is called, and all that the server offers. */
  api: ApiAccess;
  all: ApiInfo;
  isTrustedWith: (recipe: Recipe) => boolean;
  /** What an operation is called with; `secrets` is what no text of it may show. */
  exchangeFor: (recipe: Recipe, secrets: string[]) => Exchange;
  /** The way of requests, where the owner has given one. */
  owned: Network | undefined;
  ways: WaysPart | undefined;
  /** What the client calls itself. */
  agent: string;
  /** The certificate of this API alone. */
  own: CertificateVariables | undefined;
}

/** A tool of the API. */
export type GeneratedTool = Extract<OfferedTool, { tool: Tool }>;
/** A tool of `custom.ts`. */
export type OwnedTool = Exclude<OfferedTool, GeneratedTool>;
