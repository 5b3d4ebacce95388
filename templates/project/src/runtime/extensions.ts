import type { CallToolResult, Server, ServerEventBus } from '@modelcontextprotocol/server';
import type { CallOptions } from './call/callerParts.js';
import type { Call } from './call/createCaller.js';
import type { Connection, Extend, Features, Lazy } from './features.js';
import type { CountedToolset, ListedTool, Offer, OfferedTool } from './offer/createOffer.js';
import type { Environment, Settings } from './settings.js';
import type { ApiInfo, Catalog, ObjectSchema, Search, SearchEntry, Size } from './tool.js';

/**
 * What an API needs of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own: loaded when it is first used. What only one transport or another part knows of them stands
 * there.
 */
export interface ServerFeatures extends Features {
  /** Set where tools can be searched for. */
  dynamic?: Lazy<DynamicPart>;
  /** Set where the program has commands. */
  commands?: Lazy<unknown>;
  /** Set where clients over HTTP can be asked for tokens of an authorization server. */
  auth?: Lazy<unknown>;
  /** Set where clients over HTTP can have sessions. */
  sessions?: Lazy<unknown>;
  /** Set where what one client asks for over HTTP is limited. */
  limits?: Lazy<unknown>;
  /** What is served over HTTP besides MCP. */
  others?: Readonly<Record<string, Lazy<unknown>>>;
  /** Set where clients over HTTP repeat arguments in headers. */
  routing?: Lazy<CheckHeaders>;
  /** Set where there is something to read by its URI. */
  resources?: Lazy<unknown>;
  /** Set where pages on the API can be read. */
  reference?: Lazy<unknown>;
  /** Set where skills are served. */
  skills?: Lazy<unknown>;
  /** Set where there are prompts. */
  prompts?: Lazy<unknown>;
  /** Set where values of their arguments can be completed. */
  completions?: Lazy<unknown>;
  /** Set where clients can subscribe to something that they read by its URI. */
  subscriptions?: Lazy<unknown>;
  /** Set where clients of protocol 2026-07-28 can listen to something that this server looks after itself. */
  listening?: Lazy<unknown>;
}

/** Says what is wrong with the headers of a message that repeat arguments of the tools that are listed. */
export type CheckHeaders = (
  list: (client?: string) => Promise<readonly { name: string; inputSchema: ObjectSchema }[]>,
  message: unknown,
  headers: Headers,
) => Promise<string | undefined>;

/** What has tools searched for, in place of listing all of them. */
export interface DynamicPart {
  /** Why the tools are too many for a list, as the end of a sentence; nothing where they are not. */
  findExcess: (offer: Offer, toolsets: readonly CountedToolset[], limit: Size) => Promise<string | undefined>;
  /** What a model is told of it. */
  explainSearch: (toolsets: readonly CountedToolset[], mayEnable: boolean) => string;
  prepareSearch: (entries: readonly SearchEntry[], name: string) => Promise<Search>;
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
  /** What `tools/list` answers, with the tools of these toolsets, or with all to a client that searches itself. */
  list: (enabled: ReadonlySet<string>, client?: string) => Promise<readonly ListedTool[]>;
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
  /** Whether what is listed depends on the client. */
  variesByClient: boolean;
  /** What is listed, with the tools of these toolsets, or all to a client that searches itself. */
  list: (enabled: ReadonlySet<string>, client?: string) => Promise<readonly ListedTool[]>;
  /** What there is besides tools. */
  extend?: () => Promise<readonly Extend[]>;
  /** Calls a tool, whether it is listed or not; nothing where there is none of that name. */
  call: (tool: string, args: unknown, circumstances: ToolCallOptions) => Promise<CallToolResult | undefined>;
}
