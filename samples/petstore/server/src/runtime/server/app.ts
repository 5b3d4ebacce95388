import type { CallToolResult, Server, ServerEventBus } from '@modelcontextprotocol/server';
import type { MetaCallOptions } from '../dynamic/createMetaCaller.js';
import type { Extend, Features } from '../features.js';
import type { Offer } from '../offer/createOffer.js';
import type { ListedTool } from '../offer/offerTools.js';
import type { Environment, Settings } from '../settings.js';
import type { ApiInfo } from '../tool.js';

/** A server before it is bound to a transport; everything costly in it is made once and shared. */
export interface App {
  api: ApiInfo;
  settings: Settings;
  /** Whether clients are given sealed values to bring back. */
  sealsState: boolean;
  /** What its calls need of the optional parts of the runtime. */
  features: () => Promise<Features>;
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
  /** Calls a tool, whether it is listed or not. */
  call: (tool: string, args: unknown, circumstances: MetaCallOptions) => Promise<CallToolResult>;
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
}
