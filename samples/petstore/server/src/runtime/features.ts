import type { CallToolResult, Server } from '@modelcontextprotocol/server';
import type { AuthKinds, LoginPart, UserPart } from './auth/credential.js';
import type { AnyCustomization } from './customize.js';
import type { HttpResponse } from './http/send.js';
import type { ConsentPart } from './interact/client.js';
import { loadPart } from './memo.js';
import type { Arguments } from './request/buildRequest.js';
import type { Bodies, FilePaths } from './request/outgoing.js';
import type { DescribeNextPage } from './result/listPaging.js';
import type { Polling, ReadSelector, Selected } from './result/received.js';
import type { Settings } from './settings.js';
import type { Catalog, ObjectSchema, Tool, Toolset } from './tool.js';

/**
 * What an API needs of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own: loaded when it is first used.
 */
export interface Features {
  /** How request bodies are written. */
  bodies: Bodies;
  /** How the kinds of credentials are read and sent. */
  credentials: AuthKinds;
  /** Set where users log in. */
  login?: () => Promise<LoginPart>;
  /** Set where the API takes credentials, which each user over HTTP may have. */
  users?: () => Promise<UserPart>;
  /** Set where tools send files. */
  files?: () => Promise<FilePaths>;
  /** Set where results are asked for until they are there. */
  polling?: () => Promise<Polling>;
  /** Set where arguments ask for the next page. */
  pagination?: () => Promise<DescribeNextPage>;
  /** Set where tools have the argument `_select`. */
  select?: () => Promise<ReadSelector>;
  /** Set where the user is asked before tools are called. */
  consent?: () => Promise<ConsentPart>;
  /** Set where there is something to read by its URI. */
  resources?: () => Promise<Extension>;
  /** Set where there are prompts. */
  prompts?: () => Promise<Extension>;
  /** Set where values of their arguments can be completed. */
  completions?: () => Promise<Extension>;
}

/** Makes what serves a part of the protocol besides tools: made once for a view. */
export type Extension = (parts: ExtensionParts) => Promise<Extend>;

/** Has a server that is not connected yet serve it. */
export type Extend = (server: Server) => void;

/** What such a part works on. */
export interface ExtensionParts {
  catalog: Catalog;
  custom: AnyCustomization;
  settings: Settings;
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
  readSender: (meta: object | undefined, http: HttpSender | undefined) => Sender;
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
  onAnswer: (answer: Pick<HttpResponse, 'status' | 'headers'>) => void;
}

/** Takes out of the arguments what picks parts out of the answer, where the tool has it. */
export async function takeSelector(
  tool: Tool,
  args: Arguments,
  { select }: Pick<Features, 'select'>,
): Promise<Selected> {
  if (!tool.select) return { sent: args };
  const readSelector = await loadPart(select, 'select');
  return readSelector(tool, args);
}
