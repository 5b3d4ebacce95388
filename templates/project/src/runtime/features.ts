import type { CallToolResult, Server, ServerContext } from '@modelcontextprotocol/server';
import type { AuthKinds, LoginPart, UserPart } from './auth/credentials.js';
import type { AnyContext, AnyCustomization, AskClient, OwnResource, TaskState } from './customize.js';
import type { HttpResponse } from './http/send.js';
import type { ConsentPart, Sealer } from './interact/createDialogue.js';
import { loadPart } from './memo.js';
import type { Arguments } from './request/buildRequest.js';
import type { Bodies, FilePaths } from './request/outgoing.js';
import type { DescribeNextPage, JobParts, Polling, ReadSelector, Selected } from './result/received.js';
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
  /** Set where clients may be given work to look at later, in place of a result. */
  tasks?: () => Promise<TaskPart>;
}

/** Says what is wrong with the headers of a message that repeat arguments of the tools that are listed. */
export type CheckHeaders = (
  tools: readonly { name: string; inputSchema: ObjectSchema }[],
  message: unknown,
  headers: Headers,
) => string | undefined;

/** What makes tasks of work that only begins with a call. */
interface TaskPart {
  serveTasks: Extension;
  /** What is told of a request whose client has not said that it takes tasks. */
  lacksTasks: () => Error;
  /** What a call is answered with in place of its result; nothing where the work takes too many words to find again. */
  createTask: (work: Work, owner: TaskOwner, sealer: Sealer) => object | undefined;
  /** The work that the id of a task stands for; nothing where it was not made for this, or has expired. */
  openTask: (taskId: string, owner: TaskOwner, sealer: Sealer) => OpenedWork | undefined;
  followJob: (
    tool: Tool,
    work: unknown,
    request: TaskRequest,
    parts: JobParts & TakingParts,
  ) => Promise<TaskState>;
  followOwn: (task: AnyTask, work: unknown, request: TaskRequest, context: AnyContext) => Promise<TaskState>;
}

interface TakingParts {
  features: Pick<Features, 'select'>;
}

/** What a tool has begun, and what finds it again. */
export interface Work {
  tool: string;
  work: unknown;
}

/** Work that was begun at a time, in milliseconds since 1970. */
export interface OpenedWork extends Work {
  createdAt: number;
}

/** Whose tasks they are. */
export interface TaskOwner {
  server: string;
  principal: string;
}

/** What a client wants of a task. */
export interface TaskRequest {
  taskId: string;
  action: 'get' | 'update' | 'cancel';
  answers?: Readonly<Record<string, unknown>> | undefined;
}

export type AnyTask = NonNullable<NonNullable<AnyCustomization['add']>[string]['task']>;

/** Makes what serves a part of the protocol besides tools: made once for a view. */
export type Extension = (parts: ExtensionParts) => Promise<Extend>;

/** Makes pages on the API, by their URIs. */
export type MakeReference = (parts: ExtensionParts) => Promise<Record<string, OwnResource>>;

/** Has a server that is not connected yet serve it, if its client can have it. */
export type Extend = (server: Server, isModern?: boolean) => void;

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
  onAnswer: (answer: Pick<HttpResponse, 'status' | 'headers'>) => void;
}

/** How work stands that was begun at a time. */
export interface Followed {
  state: TaskState;
  createdAt: number;
}

interface FollowOptions extends Claims {
  signal: AbortSignal;
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
