import type {
  AuthInfo,
  CallToolResult,
  JSONRPCMessage,
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

import type { Features, Followed, TaskPart, TaskRequest } from './features.js';

/**
 * What an API needs of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own: loaded when it is first used.
 */
export interface ServerFeatures extends Features {
  /** Set where tools can be searched for. */
  dynamic?: () => Promise<DynamicPart>;
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
  createSearch: (entries: readonly SearchEntry[]) => Search;
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
