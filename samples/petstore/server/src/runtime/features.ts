import type { WaysPart } from './http/createNetwork.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AuthKinds, LoginPart, UserPart } from './auth/credentials.js';
import type { AnyContext, AnyCustomization, TaskState } from './customize.js';
import type { ConsentPart, Sealer, DialoguePart } from './interact/dialogue.js';
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
  SaveFile,
  Selected,
} from './result/received.js';
import { memberForText } from './result/toolResult.js';
import type { PrepareComparison } from './patterns/compilePattern.js';
import type { Mocks, Search, SearchEntry, Tool } from './tool.js';

/** What calls need of the parts of the runtime that not every API needs. */
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
  /** Set where tools can be searched for. */
  dynamic?: () => Promise<{ prepareSearch: (entries: readonly SearchEntry[]) => Promise<Search> }>;
  /** Set where a pattern may be read in several ways. */
  patterns?: () => Promise<PrepareComparison>;
  /** Set where files that the API returns can be saved. */
  downloads?: () => Promise<SaveFile>;
  /** Set where proxies and certificates can be set. */
  proxies?: () => Promise<WaysPart>;
  /** Set where calls can be answered from the document. */
  mock?: () => Promise<(mocks: Mocks, parts: MockParts) => Mock>;
  /** Set where users or clients are asked, or values are sealed that clients bring back. */
  questions?: () => Promise<DialoguePart>;
  /** Set where the user is asked before tools are called. */
  consent?: () => Promise<ConsentPart>;
  /** Set where clients may be given work to look at later, in place of a result. */
  tasks?: () => Promise<TaskPart>;
}

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
export interface TaskPart {
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

/** How work stands that was begun at a time. */
export interface Followed {
  state: TaskState;
  createdAt: number;
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
