import type { IncomingMessage } from 'node:http';
import type {
  AuthInfo,
  CallToolResult,
  JSONRPCMessage,
  McpHttpHandler,
  RequestId,
  Server,
  ServerContext,
  ServerEventBus,
  Transport,
} from '@modelcontextprotocol/server';
import type { AnyCustomization, AskClient, OwnResource } from './customize.js';
import type { Call, CallOptions } from './call/createCaller.js';
import type { OnAnswer } from './http/send.js';
import type { CountedToolset, ListedTool, Offer, OfferedTool } from './offer/createOffer.js';
import type { Arguments } from './request/buildRequest.js';
import type { Environment, Settings } from './settings.js';
import type { Catalog, ObjectSchema, Search, SearchEntry, Size, Tool, Toolset } from './tool.js';

import type { Principal } from './customize.js';
import type { ApiInfo } from './tool.js';
import type { Features, Followed, TaskPart, TaskRequest } from './features.js';

/**
 * What an API needs of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own: loaded when it is first used.
 */
export interface ServerFeatures extends Features {
  /** Set where tools can be searched for. */
  dynamic?: () => Promise<DynamicPart>;
  /** Set where the program has commands. */
  commands?: () => Promise<CommandsPart>;
  /** Set where clients over HTTP can be asked for tokens of an authorization server. */
  auth?: () => Promise<AuthPart>;
  /** Set where clients over HTTP can have sessions. */
  sessions?: () => Promise<() => Sessions>;
  /** Set where what one client asks for over HTTP is limited. */
  limits?: () => Promise<(env: Environment, isOpen: boolean) => ClientLimiter>;
  /** Set where clients over HTTP repeat arguments in headers. */
  routing?: () => Promise<CheckHeaders>;
  /** Set where there is something to read by its URI. */
  resources?: () => Promise<Extension>;
  /** Set where pages on the API can be read. */
  reference?: () => Promise<MakeReference>;
  /** Set where there are prompts. */
  prompts?: () => Promise<Extension>;
  /** Set where values of their arguments can be completed. */
  completions?: () => Promise<Extension>;
  /** Set where clients can subscribe to something that they read by its URI. */
  subscriptions?: () => Promise<Extension>;
  /** Set where clients of protocol 2026-07-28 can listen to something that this server looks after itself. */
  listening?: () => Promise<MakeListening>;
  /** Set where clients may be given work to look at later, in place of a result. */
  tasks?: () => Promise<TaskPart & { serveTasks: Extension }>;
}

/** Says what is wrong with the headers of a message that repeat arguments of the tools that are listed. */
export type CheckHeaders = (
  tools: readonly { name: string; inputSchema: ObjectSchema }[],
  message: unknown,
  headers: Headers,
) => string | undefined;

/** What has tools searched for, in place of listing all of them. */
export interface DynamicPart {
  /** Why the tools are too many for a list, as the end of a sentence; nothing where they are not. */
  findExcess: (offer: Offer, toolsets: readonly CountedToolset[], limit: Size) => Promise<string | undefined>;
  /** What a model is told of it. */
  explainSearch: (toolsets: readonly CountedToolset[], mayEnable: boolean) => string;
  prepareSearch: (entries: readonly SearchEntry[]) => Promise<Search>;
  serveDynamic: (parts: DynamicParts) => DynamicTools;
}

/** What such a view is made of. */
export interface DynamicParts {
  catalog: Catalog;
  offer: Offer;
  settings: Settings;
  /** The toolsets of the view. */
  toolsets: readonly CountedToolset[];
  /** Whether the list of the connection may change. */
  mayEnable: boolean;
  /** Carries out the calls of the tools proper. */
  caller: () => Promise<Call>;
}

/** The tools of a view. */
export interface DynamicTools {
  /** What `tools/list` answers, with the tools of these toolsets. */
  list: (enabled: ReadonlySet<string>) => Promise<readonly ListedTool[]>;
  /** The tool of a name, whether it is listed or not. */
  find: (name: string) => Promise<OfferedTool | undefined>;
  /** What calls a tool that is none of the API's nor of `custom.ts`. */
  findCall: (
    name: string,
  ) => ((args: unknown, options: ToolCallOptions) => Promise<CallToolResult>) | undefined;
}

/** What goes with a call that a client makes. */
export interface ToolCallOptions extends CallOptions {
  /** Puts the tools of a toolset into the list of this connection. */
  enable: (toolset: string) => Promise<void>;
}

/** Makes what serves a part of the protocol besides tools: made once for a view. */
export type Extension = (parts: ExtensionParts) => Promise<Extend>;

/** Makes pages on the API, by their URIs. */
export type MakeReference = (parts: ExtensionParts) => Promise<Record<string, OwnResource>>;

/** A part of the protocol besides tools, as it is served. */
export interface Extend {
  /** Has a server that is not connected yet serve it, if its client can have it. */
  (server: Server, connection?: Connection): void;
  /** Tells a client of protocol 2026-07-28 what happens. */
  listen?: Listen;
  /** Answers one over HTTP that wants to listen. */
  answer?: AnswerListening;
}

/** What the transport knows of a connection; of a single request there is nothing to know. */
export interface Connection {
  /**
   * The connection is kept, and belongs to a client of protocol 2025-11-25 or before: what it lists may change
   * when the client asks for more tools. Later protocols forbid that.
   */
  mayChange?: boolean;
  /** It belongs to a client of protocol 2026-07-28 or later. */
  isModern?: boolean;
  /** What its messages go over, where all of them go over one. */
  wire?: Wire;
}

/** A transport that keeps the requests to listen that were not ended. */
export interface Wire extends Transport {
  listens: ReadonlyMap<RequestId, JSONRPCMessage>;
}

/** What a client wants to hear of, in the words of the protocol (MCP, Subscriptions; extension Tasks). */
export interface Filter {
  resourceSubscriptions?: readonly string[];
  taskIds?: readonly string[];
}

/** Who listens. */
export interface Listener extends Claims {
  /** Sends them a notification. */
  tell: (method: string, params: Readonly<Record<string, unknown>>) => void;
  /** Ends it: what they listen to is no longer theirs to hear. */
  end: () => void;
  /** Aborted when they listen no more. */
  signal: AbortSignal;
}

/**
 * Begins to tell who listens of what they ask for; gives the part of it that they are told of.
 *
 * @throws ProtocolError where they may not ask for it.
 */
export type Listen = (filter: Filter, listener: Listener) => Promise<Filter>;

/** Makes what answers clients that want to listen. */
export type MakeListening = (
  listens: readonly Listen[],
  parts: Pick<ExtensionParts, 'catalog' | 'readSender'>,
) => Extend;

/** Answers a request to listen over HTTP; nothing where it asks for nothing that this server looks after itself. */
export type AnswerListening = (
  request: Request,
  message: object,
  parts: AnswerParts,
) => Promise<Response | undefined>;

interface AnswerParts {
  /** Who asks, where they have proved it. */
  authInfo?: AuthInfo;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  /** Tells of changes of the list of tools, where it can change. */
  changes?: ServerEventBus | undefined;
  /** What the SDK says of the request, with another message. */
  check: (message: object) => Promise<Response>;
}

/** What such a part works on. */
export interface ExtensionParts {
  catalog: Catalog;
  custom: AnyCustomization;
  settings: Settings;
  env: Environment;
  /** The toolsets of the view, and whether it is of all that is offered. */
  toolsets: readonly Toolset[];
  isWhole: boolean;
  /** Whether the view offers the tool of a name, or one that has none to whoever it is for. */
  offers: (tool: string | UnlistedTool) => Promise<boolean>;
  /** One page of a list, as far as a client can take it. */
  cutPage: <Item extends { name: string }>(
    what: string,
    all: readonly Item[],
    cursor: string | undefined,
    size?: number,
  ) => { items: Item[]; nextCursor?: string };
  /** Reads who sent a request, and its trace context. */
  readSender: (meta: object | undefined, http: HttpSender | undefined, envelope?: object) => Claims;
  /** Answers a request in whose course the client may be asked. */
  converse: <Result extends object>(
    server: Server,
    called: { tool: string; args: unknown },
    context: ServerContext,
    run: (request: AskClient) => Promise<Result>,
  ) => Promise<Result>;
  /** Does what a client wants of a task; nothing where there is no such task for it. */
  follow: (request: TaskRequest, options: FollowOptions) => Promise<Followed | undefined>;
  /** Calls the tool of a name, or one that is offered under no name. */
  read: (tool: string | UnlistedTool, args: Arguments, options: ReadOptions) => Promise<CallToolResult>;
}

/** What is known of who sent a request. */
export interface Sender {
  /** Headers that are sent to the API besides. */
  trace: Readonly<Record<string, string>>;
  /** Who it is over HTTP. */
  visitor?: object | undefined;
}

/** What more a request says of who sent it. */
export interface Claims extends Sender {
  /** Stands for who proved to be the sender; empty where nobody has to. */
  principal: string;
  /** Whether the request says that its client takes tasks. */
  takesTasks: boolean;
}

interface HttpSender {
  req?: { headers: Headers };
  authInfo?: { token: string; extra?: Record<string, unknown> };
}

/** A tool that no client can call by its name. */
interface UnlistedTool {
  tool: Tool;
  schema: ObjectSchema;
  /** Which API it calls, where there are several. */
  source?: string | undefined;
}

/** What goes with a reading. */
interface ReadOptions extends Sender {
  signal: AbortSignal;
  /** Told what the API answered; files are then never saved. */
  onAnswer: OnAnswer;
}

interface FollowOptions extends Claims {
  signal: AbortSignal;
}

/** A server before it is bound to a transport; everything costly in it is made once and shared. */
export interface App {
  api: ApiInfo;
  settings: Settings;
  /** Whether clients are given sealed values to bring back. */
  sealsState: boolean;
  /** What its calls need of the optional parts of the runtime. */
  features: () => Promise<ServerFeatures>;
  env: Environment;
  /** All that the operator offers. */
  offer: Offer;
  /**
   * What is served of these toolsets, or of all that the operator offers; of it only what is in a scope.
   *
   * @throws SetupError where there is no toolset of such a name.
   */
  view: (toolsets?: readonly string[], scope?: Scope) => View;
}

/** What somebody who has proved who they are gets to see. */
export interface Scope {
  /** The same for all who get to see the same. */
  key: string;
  narrow: (offer: Offer) => Offer;
  /** What they would have to be granted besides, to call a tool; nothing of a tool that is not there. */
  missing: (offer: Offer, tool: string) => Promise<readonly string[]>;
}

/** Some of the tools, and how they are served: one for each address that clients connect to. */
export interface View {
  /** What is offered, and how, in one line for the operator: `34 tools`, or `50 tools to search for` and why. */
  summary: () => Promise<string>;
  /** What a connection is served with. */
  serve: (connection?: Connection) => Promise<Served>;
  /** Tells who listens when the list has changed; where it is absent, the list never does. */
  changes?: ServerEventBus;
  /** What is wrong with the headers of a message that repeat arguments; absent where none does. */
  findMismatch?: (message: unknown, headers: Headers) => Promise<string | undefined>;
  /** Makes the protocol's side of it: one for each connection, or each HTTP request. */
  createServer: (connection?: Connection) => Promise<Server>;
}

/** What clients get to see and to call. */
export interface Served {
  /** What the server says of itself. */
  instructions: string;
  /** Whether code of `custom.ts` may tell clients something for their logs. */
  logs: boolean;
  /** Whether clients can have more tools listed. */
  mayEnable: boolean;
  /** What is listed, with the tools of these toolsets. */
  list: (enabled: ReadonlySet<string>) => Promise<readonly ListedTool[]>;
  /** What there is besides tools. */
  extend?: () => Promise<readonly Extend[]>;
  /** Calls a tool, whether it is listed or not; nothing where there is none of that name. */
  call: (tool: string, args: unknown, circumstances: ToolCallOptions) => Promise<CallToolResult | undefined>;
}

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
  /** What clients are told of the server before they have a token (RFC 9728), and the paths at which they ask. */
  metadata?: { paths: readonly string[]; describe: (host: string | undefined) => object };
}

/** What runs the commands of the program: `status`, and where users log in, `login` and `logout`. */
interface CommandsPart {
  /** @returns the exit code */
  runCommand: (parts: CommandParts) => Promise<number>;
  /** Says of users whether they are logged in. */
  describeLogins: (app: App, env: Environment, log: (line: string) => void) => void;
}

/** What a command works on. */
export interface CommandParts {
  app: App;
  env: Environment;
  /** What stands behind the name of the program: the command, its scheme and its flags. */
  args: readonly string[];
  /** Writes a line of what was asked for. */
  write: (line: string) => void;
  /** Writes a line for the user who waits. */
  log: (line: string) => void;
}

/** What asks clients for tokens of an authorization server. */
interface AuthPart {
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

/** What keeps a server for each client of protocol 2025-11-25 or before. */
export interface Sessions {
  /** Answers a request in its session, or in a new one; a request that needs none is left to others. */
  answer: (request: Request, address: Address, body?: unknown) => Promise<Response> | undefined;
  close: () => Promise<void>;
}

/** Where clients connect to. */
export interface Address {
  /** The same for every way to write the address. */
  key: string;
  view: View;
  /** Answers what needs no session. */
  mcp: McpHttpHandler;
  /** Who asks there, where they have proved it. */
  admission?: Admission;
  /** Aborted when the server closes. */
  closing: AbortSignal;
  /** What messages are answered with that call what their sender may not. */
  stepUp?: (body: unknown) => Promise<Refusal | undefined>;
  /** Whether who asks would still be let in, with the same rights; nothing where that cannot be said now. */
  recheck?: () => Promise<boolean | undefined>;
}

/** Lets requests of clients in, or says after how many seconds to come again. */
export interface ClientLimiter {
  enter: (client: string) => { leave: () => void } | { retryAfter: number };
  /** Counts what is no token of ours. */
  fail: (client: string) => { retryAfter: number } | undefined;
  /** Whether a client may still show what is no token of ours. */
  mayGuess: (client: string) => boolean;
}
