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
import type { AuthKinds, LoginPart, UserPart } from './auth/credentials.js';
import type { AnyContext, AnyCustomization, AskClient, OwnResource, TaskState } from './customize.js';
import type { OnAnswer } from './http/send.js';
import type { ConsentPart, Sealer } from './interact/createDialogue.js';
import { loadPart } from './memo.js';
import type { Arguments } from './request/buildRequest.js';
import type { Bodies, FilePaths } from './request/outgoing.js';
import type {
  Asked,
  DescribeNextPage,
  FittedValue,
  JobParts,
  Polling,
  ReadSelector,
  Selected,
} from './result/received.js';
import { memberForText } from './result/toolResult.js';
import type { Environment, Settings } from './settings.js';
import type { Catalog, Mocks, ObjectSchema, Tool, Toolset } from './tool.js';

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
  /** Set where output schemas have types. */
  outputs?: () => Promise<OutputPart>;
  /** Set where calls can be answered from the document. */
  mock?: () => Promise<(mocks: Mocks, parts: MockParts) => Mock>;
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
  /** Set where clients can subscribe to something that they read by its URI. */
  subscriptions?: () => Promise<Extension>;
  /** Set where clients of protocol 2026-07-28 can listen to something that this server looks after itself. */
  listening?: () => Promise<MakeListening>;
}

/** Says what is wrong with the headers of a message that repeat arguments of the tools that are listed. */
export type CheckHeaders = (
  tools: readonly { name: string; inputSchema: ObjectSchema }[],
  message: unknown,
  headers: Headers,
) => string | undefined;

/** What a call needs besides its tool and arguments. */
export interface MockParts {
  features: Features;
  downloads?: string | undefined;
  fileRoots?: readonly string[] | undefined;
  uploadMb?: number | undefined;
}

interface AnswerOptions {
  /** Done to the result before it is marked. */
  finish: (result: CallToolResult) => CallToolResult;
  /** Tokens of an answer that are shown. */
  answerTokens: number | undefined;
}

/** What stands for the API. */
export interface Mock {
  /** Answers a call with checked arguments. */
  answer: (tool: Tool, args: Arguments, options: AnswerOptions) => Promise<CallToolResult>;
  /** Marks a result that is no answer of it. */
  mark: (result: CallToolResult) => CallToolResult;
}

/** What holds results to output schemas that have types. */
interface OutputPart {
  fitValue: (tool: Tool, value: unknown) => FittedValue;
  /** The same for a result that code of `custom.ts` has made. */
  fitResult: (tool: Tool, result: CallToolResult) => CallToolResult;
}

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
  features: Pick<Features, 'select' | 'outputs'>;
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

/** What the output schema of a tool, where it has one, asks of what is handed on. */
export function readPromise(
  tool: Tool,
  { outputs }: Pick<Features, 'outputs'>,
): Pick<Asked, 'promised' | 'fit'> {
  if (tool.outputSchema === undefined) return {};
  const promised = memberForText(tool);
  if (tool.typed === undefined) return { promised };
  return { promised, fit: async (value) => (await loadPart(outputs, 'outputs')).fitValue(tool, value) };
}

/** Puts a result that code of `custom.ts` has made as the output schema of its tool accepts it. */
export async function fitResult(
  tool: Tool,
  result: CallToolResult,
  { outputs }: Pick<Features, 'outputs'>,
): Promise<CallToolResult> {
  return tool.typed === undefined ? result : (await loadPart(outputs, 'outputs')).fitResult(tool, result);
}
