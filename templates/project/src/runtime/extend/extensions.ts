import type { CallToolResult } from '@modelcontextprotocol/server';
import type { readSender } from '../call/readClient.js';
import type { Call } from '../call/createCaller.js';
import type { AnyCustomization, OwnResource } from '../customize.js';
import type { Claims, Extend, Lazy, Sender } from '../features.js';
import type { OnAnswer } from '../http/send.js';
import type { OfferedTool } from '../offer/createOffer.js';
import type { Arguments } from '../request/buildRequest.js';
import type { Environment, Settings } from '../settings.js';
import type { Catalog, ObjectSchema, Tool, Toolset } from '../tool.js';

/** The parts of the protocol besides tools, as `src/generated/features.ts` names them. */
export interface ExtensionFeatures {
  resources?: Lazy<Extension>;
  reference?: Lazy<MakeReference>;
  prompts?: Lazy<Extension>;
  completions?: Lazy<Extension>;
  tasks?: Lazy<{ serveTasks: Extension }>;
  telemetry?: Lazy<{ serveTelemetry: Extension }>;
  skills?: Lazy<ServeSkills>;
  subscriptions?: Lazy<Extension>;
  listening?: Lazy<MakeListening>;
}

/** Makes what serves a part of the protocol besides tools: made once for a view. */
export type Extension = (parts: ExtensionParts) => Promise<FullExtend>;

/** Makes pages on the API, by their URIs. */
export type MakeReference = (parts: ExtensionParts) => Promise<Record<string, OwnResource>>;

/** Makes what serves skills: their files, by their URIs, and the methods that list them. */
export type ServeSkills = (
  parts: ExtensionParts,
) => Promise<{ resources: Record<string, OwnResource>; extend: Extend }>;

/** A part of the protocol besides tools, of which clients may hear more. */
export interface FullExtend extends Extend {
  /** Tells a client of protocol 2026-07-28 what happens. */
  listen?: Listen;
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
  readSender: typeof readSender;
  /** What carries out the calls of tools. */
  caller: () => Promise<Call>;
  /** The tool of a name, whether it is listed or not. */
  find: (name: string) => Promise<OfferedTool | undefined>;
  /** Calls the tool of a name, or one that is offered under no name. */
  read: (tool: string | UnlistedTool, args: Arguments, options: ReadOptions) => Promise<CallToolResult>;
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
