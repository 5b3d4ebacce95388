import type {
  AuthInfo,
  CallToolResult,
  JSONRPCMessage,
  LoggingLevel,
  Notification,
  ProgressToken,
  RequestId,
  Server,
  ServerEventBus,
  Transport,
} from '@modelcontextprotocol/server';
import type { Visitor } from './auth/proof.js';
import type { AnyContext, BeforeSend } from './customize.js';
import type { WaysPart } from './http/createNetwork.js';
import { loadPart } from './memo.js';
import type { Redactor } from './redact.js';
import type { Arguments } from './request/buildRequest.js';
import type { Bodies, Exchange, FilePaths } from './request/outgoing.js';
import type {
  Asked,
  DescribeNextPage,
  FittedValue,
  Polling,
  ReadSelector,
  SaveFile,
  Selected,
  TellLinks,
  Unpack,
} from './result/received.js';
import { memberForText } from './result/toolResult.js';
import type { PrepareComparison } from './patterns/compilePattern.js';
import type { SortBranches } from './validate/validate.js';
import type { Environment, Settings } from './settings.js';
import type { Mocks, ObjectSchema, Recipe, Search, SearchEntry, Tool } from './tool.js';

/** Loads a part of the runtime when it is first used. */
export type Lazy<Part> = () => Promise<Part>;

/**
 * What calls need of the parts of the runtime that not every API needs. `src/generated/features.ts` names them, each
 * behind an import of its own. What the parts use of each other stands with them.
 */
export interface Features {
  /** How request bodies are written. */
  bodies: Bodies;
  /** How the kinds of credentials are read and sent. */
  credentials: Readonly<Record<string, Lazy<unknown>>>;
  /** Set where there are secrets that no text may show. */
  secrets?: Lazy<Redactor>;
  /** Set where the API takes credentials. */
  proof?: Lazy<unknown>;
  /** Set where code of `custom.ts` signs requests. */
  signing?: Lazy<(beforeSend: BeforeSend, secrets: string[], exchange: Exchange) => Exchange>;
  /** Set where spans tell of requests. */
  telemetry?: Lazy<{ watchExchange: (recipe: Recipe, base: URL, exchange: Exchange) => Exchange }>;
  /** Set where users log in. */
  login?: Lazy<unknown>;
  /** Set where the API takes credentials, which each user over HTTP may have. */
  users?: Lazy<unknown>;
  /** Set where tools send files. */
  files?: Lazy<FilePaths>;
  /** Set where results are asked for until they are there. */
  polling?: Lazy<Polling>;
  /** Set where arguments ask for the next page. */
  pagination?: Lazy<DescribeNextPage>;
  /** Set where the API may answer with frames of streams or archives. */
  unpack?: Lazy<Unpack>;
  /** Set where responses lead to other tools. */
  links?: Lazy<TellLinks>;
  /** Set where an argument takes the link to the next page. */
  nextPage?: Lazy<(recipe: Recipe, args: Arguments) => Pick<Selected, 'sent' | 'follow'>>;
  /** Set where tools have the argument `_select`. */
  select?: Lazy<ReadSelector>;
  /** Set where output schemas have types. */
  outputs?: Lazy<OutputPart>;
  /** Set where calls of some tools have limits of their own. */
  adjust?: Lazy<unknown>;
  /** Set where arguments had other names before: gives them those of now. */
  former?: Lazy<(former: object, args: unknown) => unknown>;
  /** Set where tools show a part of their answers. */
  reshape?: Lazy<(shown: object) => Asked['reshape']>;
  /** Set where tools can be searched for. */
  dynamic?: Lazy<{ prepareSearch: (entries: readonly SearchEntry[], name: string) => Promise<Search> }>;
  /** Set where a union has many branches. */
  unions?: Lazy<SortBranches>;
  /** Set where a pattern may be read in several ways. */
  patterns?: Lazy<PrepareComparison>;
  /** Set where files that the API returns can be saved. */
  downloads?: Lazy<SaveFile>;
  /** Set where proxies and certificates can be set. */
  proxies?: Lazy<WaysPart>;
  /** Set where calls can be answered from the document. */
  mock?: Lazy<(mocks: Mocks, parts: MockParts) => Mock>;
  /** Set where users or clients are asked, or values are sealed that clients bring back. */
  questions?: Lazy<DialoguePart>;
  /** Set where the user is asked before tools are called. */
  consent?: Lazy<ConsentPart>;
  /** Set where clients may be given work to look at later, in place of a result. */
  tasks?: Lazy<TaskPart>;
  /** Set where there is something besides tools: it loads what serves that. */
  extensions?: Lazy<ExtensionPart>;
}

/** What a call needs besides its tool and arguments. */
export type MockParts = { features: Features } & Partial<
  Pick<Settings, 'downloads' | 'fileRoots' | 'uploadMb'>
>;

/** What stands for the API. */
export interface Mock {
  /** Answers a call with checked arguments; `finish` is done to the result before it is marked. */
  answer: (
    tool: Tool,
    args: Arguments,
    options: Pick<Asked, 'answerTokens'> & { finish: (result: CallToolResult) => CallToolResult },
  ) => Promise<CallToolResult>;
  /** Marks a result that is no answer of it. */
  mark: (result: CallToolResult) => CallToolResult;
}

/** What holds results to output schemas that have types. */
interface OutputPart {
  fitValue: (tool: Tool, value: unknown) => FittedValue;
  /** The same for a result that code of `custom.ts` has made. */
  fitResult: (tool: Tool, result: CallToolResult) => CallToolResult;
}

/** What asks the clients of servers. Keys of the operator that are wrong, `checkKeys` throws. */
interface DialoguePart {
  checkKeys: (env: Environment) => Promise<void>;
  createAsking: (server: string, env: Environment) => Asking;
}

/** What asks the clients of one server; other parts know more of it. */
export interface Asking {
  /** Makes what code of `custom.ts` asks with in one call; `checkForm` checks what the user has filled in. */
  createQuestions: (
    client: Client | undefined,
    clean: (text: string) => string,
    checkForm: (schema: ObjectSchema, content: unknown) => Arguments,
  ) => Pick<AnyContext, 'ask' | 'request'>;
}

type LoadAsking = Lazy<Asking>;

/** What asks the user before a call is made. */
interface ConsentPart {
  /** The schema of arguments of which the user is asked for some. */
  draftSchema: (tool: Tool, schema: ObjectSchema) => ObjectSchema;
  obtainConsent(
    tool: Tool,
    args: Arguments,
    call: ConsentCall & { loadAsking: LoadAsking },
  ): Promise<Arguments>;
}

/** Of which call the user is asked. */
export interface ConsentCall {
  client: Client | undefined;
  /** Takes secrets out of a text. */
  clean: (text: string) => string;
}

/** What makes tasks of work that only begins with a call. */
interface TaskPart {
  /** Gives work to the client in place of a result, and ends the call; it only comes back where that cannot be done. */
  handOver(begun: Begun, client: Client, loadAsking: LoadAsking): Promise<void>;
  /** Why a tool that only clients with tasks can call was not called: to be thrown. */
  refuseTaskless: (tool: string, client: Client | undefined) => Error;
}

/** What a tool has begun, what finds it again, and who sent the request. */
export interface Begun {
  tool: string;
  work: unknown;
  visitor: Visitor | undefined;
}

/** What loads the parts of the protocol besides tools. */
interface ExtensionPart {
  loadExtensions(view: object): Promise<readonly Extend[]>;
}

/** What a call knows of the client that made it, and what is to be answered besides a result. */
export interface Client {
  /** The tool that was called, and its arguments as they came. */
  tool: string;
  args: unknown;
  /** Who called, where they had to prove who they are; else empty. */
  principal: string;
  /** Whether the client can show its user a form. */
  canAsk: boolean;
  /** What the client says that it can do. */
  capabilities: Readonly<Record<string, unknown>>;
  /** Whether the client takes a task in place of a result; undefined where its protocol knows none. */
  takesTasks: boolean | undefined;
  /** What the user has answered, by the keys of the questions; from the client, and so not to be trusted. */
  responses: Readonly<Record<string, unknown>> | undefined;
  /** What this server gave the client to bring back with that; not to be trusted either. */
  state: string | undefined;
  /** How the client asked to be told of progress. */
  progressToken: ProgressToken | undefined;
  notify: (notification: Notification) => Promise<void>;
  log: (level: LoggingLevel, data: unknown, logger?: string) => Promise<void>;
  /** Set once something was sent that may change what the API holds. */
  hasActed?: boolean;
  /** Set where the call is answered with this in place of its result; an error is thrown. */
  outcome?: object;
}

/** A part of the protocol besides tools, as it is served. */
export interface Extend {
  /** Has a server that is not connected yet serve it, if its client can have it. */
  (server: Server, connection?: Connection): void;
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

/** Takes out of the arguments what picks parts out of the answer, and the link to the next page, where the tool has them. */
export async function takeSelector(
  tool: Tool,
  args: Arguments,
  { select, nextPage }: Pick<Features, 'select' | 'nextPage'>,
): Promise<Selected> {
  const link = tool.request.nextPage && (await loadPart(nextPage, 'nextPage'))(tool.request, args);
  const { sent, follow } = link ?? { sent: args };
  if (!tool.select) return { sent, follow };
  const readSelector = await loadPart(select, 'select');
  return { ...(await readSelector(tool, sent)), follow };
}

/** What a tool shows of its answers, and what its output schema, where it has one, asks of that. */
export async function readPromise(
  tool: Tool,
  { outputs, reshape: part }: Pick<Features, 'outputs' | 'reshape'>,
): Promise<Pick<Asked, 'promised' | 'fit' | 'reshape'>> {
  const reshape = tool.shown && (await loadPart(part, 'reshape'))(tool.shown);
  if (tool.outputSchema === undefined) return { reshape };
  const promised = memberForText(tool);
  if (tool.typed === undefined) return { promised, reshape };
  return {
    promised,
    reshape,
    fit: async (value) => (await loadPart(outputs, 'outputs')).fitValue(tool, value),
  };
}

/** Puts a result that code of `custom.ts` has made as the output schema of its tool accepts it. */
export async function fitResult(
  tool: Tool,
  result: CallToolResult,
  { outputs }: Pick<Features, 'outputs'>,
): Promise<CallToolResult> {
  return tool.typed === undefined ? result : (await loadPart(outputs, 'outputs')).fitResult(tool, result);
}
