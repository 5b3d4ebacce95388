import type { CallToolResult } from '@modelcontextprotocol/server';
import { createChecker } from '../arguments/createChecker.js';
import { spellLarge } from '../arguments/largeIntegers.js';
import { closeSchema } from '../arguments/schemas.js';
import { type FetchMeans, type Proof, readCredentials, type Visitor } from '../auth/credentials.js';
import type { AnyContext, ReadCredentials } from '../customize.js';
import {
  CallError,
  PendingError,
  UnsendableError,
  describeShortage,
  notSent,
  refuseArguments,
} from '../errors.js';
import {
  type Features,
  fitResult,
  type Followed,
  type Mock,
  type MockParts,
  type TaskOwner,
  type TaskRequest,
} from '../features.js';
import { createLimiter, createRoom } from '../http/limits.js';
import {
  createFetchNetwork,
  createNetwork,
  createTokenNetwork,
  nameAgent,
  type WaysPart,
} from '../http/createNetwork.js';
import { createFetchMeans, type OnAnswer, type OnProgress } from '../http/send.js';
import type { Client, Dialogue, Sealer } from '../interact/dialogue.js';
import { isObject } from '../json.js';
import { loadPart, memoize, once } from '../memo.js';
import { type Offer, type OfferedTool, toListedTool } from '../offer/createOffer.js';
import { comparePatternsWith } from '../patterns/compilePattern.js';
import { redact } from '../redact.js';
import { type Arguments, isTrusted, resolveBaseUrl } from '../request/buildRequest.js';
import { locateSchemes } from '../request/servers.js';
import { takesFiles } from '../request/outgoing.js';
import type { FindReader, HandOver, Polling } from '../result/received.js';
import { boundResult, ensureStructuredContent, memberForText, textResult } from '../result/toolResult.js';
import {
  type Environment,
  callLimit,
  callsAsUser,
  certificateOf,
  findApi,
  programVariable,
} from '../settings.js';
import { clip, echo, escapeHidden } from '../text.js';
import type { ApiAccess, ApiInfo, Catalog, ObjectSchema, Recipe, Schema, Tool, Toolset } from '../tool.js';
import type { Components } from '../validate/createExpander.js';
import {
  type Asking,
  callApi,
  type CallParts,
  createAsking,
  createContext,
  type Trace,
  loadQuestions,
} from './callApi.js';

/** What all calls of one server share. */
export interface CallerParts {
  catalog: Catalog;
  features: Features;
  env: Environment;
  /** What requests are sent with; where it is not said, Node's client, by the proxies and certificates in `env`. */
  fetch?: typeof globalThis.fetch | undefined;
  timeoutMs: number;
  /** How often a request is sent again at most; never where it is not said. */
  retries?: number;
  /** The longest wait before the first of these, in milliseconds; it doubles with each. */
  backoffMs?: number | undefined;
  /** Tokens of an answer that are shown, whatever the client shows. */
  answerTokens?: number | undefined;
  /** The folder that files are saved in; where there is none, they are embedded. */
  downloads?: string | undefined;
  /** Requests that are under way at once, at most; any number where it is not said. */
  concurrency?: number;
  /** Requests that wait for their turn, at most. */
  queue?: number;
  /** The folders that files to be sent may be read from. */
  fileRoots?: readonly string[];
  /** Megabytes that one request may send. */
  uploadMb?: number;
  /** Calls are answered from the document, and nothing is sent. */
  mock?: boolean;
  /** The first wait for the result of work that the API has only accepted; it grows. */
  pollMs?: number | undefined;
  /** Code of `custom.ts` can call only tools that read, and none of these tools and toolsets. */
  readOnly?: boolean;
  exclude?: readonly string[];
  /** What is offered, to name the tool that reads how such work stands. */
  offer?: Pick<Offer, 'toolsets' | 'toolsOf'>;
  /** What `custom.ts` says of the credentials of a call. */
  credentialsOf?: ReadCredentials | undefined;
}

/** What goes with one call. */
export interface CallOptions {
  /** Aborted when the client cancels the call or goes away. */
  signal: AbortSignal;
  trace: Trace;
  /** Who sent the HTTP request that brought it; nobody over stdio. */
  visitor?: Visitor | undefined;
  /** Told how much of the answer has come, where the client has asked for that. */
  onProgress?: OnProgress | undefined;
  /** Who made the call; where nobody can be asked or told anything, there is none. */
  client?: Client | undefined;
  /** Tokens of an answer that the client shows, as far as that is known. */
  answerTokens?: number | undefined;
  /** Set where its result is wanted within another call: no task is made of it. */
  isPart?: true;
  /** Told what the API answered; files are then never saved. */
  onAnswer?: OnAnswer | undefined;
}

/** Carries out a call. What goes wrong becomes a result in words; only a call that was cancelled throws. */
export interface Call {
  (offered: OfferedTool, args: unknown, circumstances: CallOptions): Promise<CallToolResult>;
  /**
   * Does what a client wants of a task that it was given; nothing where there is no such task for `principal`.
   *
   * @throws CallError where nothing of it can be seen.
   */
  follow: (
    request: TaskRequest,
    find: (tool: string) => Promise<OfferedTool | undefined>,
    options: CallOptions & { principal: string },
  ) => Promise<Followed | undefined>;
  /** What asks the client of a request, and is given its answers. */
  dialogueOf: (client: Client) => Promise<Dialogue>;
}

type GeneratedTool = Extract<OfferedTool, { tool: Tool }>;
type OwnedTool = Exclude<OfferedTool, GeneratedTool>;

/** Makes the function that carries out the calls of one server. */
export async function createCaller(parts: CallerParts): Promise<Call> {
  const { patterns, proxies } = parts.features;
  if (patterns !== undefined) comparePatternsWith(await loadPart(patterns, 'patterns'));
  return joinParts({ ...parts, ways: proxies && (await loadPart(proxies, 'proxies')) });
}

async function joinParts(parts: ReachParts): Promise<Call> {
  const { catalog, features } = parts;
  const mock = parts.mock ? await loadMock(catalog, parts) : undefined;
  const { check, checkOwn } = createChecks(await catalog.components(), parts);
  const sealer = once(() => makeSealer(parts));
  const { listLater, prepare, dialogueOf } = createAsking(
    { ...parts, server: catalog.api.name, sealer },
    check,
  );
  const handOver = createHandOver(parts, sealer);
  const { known, open, callTool } = createToolCaller(parts, prepare, handOver);

  const findTool = createToolFinder(parts);

  /** What the code of `custom.ts` is given. */
  const contextOf = (tool: string, options: CallOptions, secrets: string[]) =>
    createContext({
      tool,
      signal: options.signal,
      client: features.questions === undefined ? withoutQuestions(options.client) : options.client,
      visitor: options.visitor,
      secrets,
      dialogueOf,
      checkForm: (inputSchema, content) =>
        checkOwn({ listed: { name: 'the form of the user', inputSchema } }, content),
      callTool: async (name, args) => callBare(await findTool(name), args, asPart(options), secrets),
    });

  /** Without what `custom.ts` does around it. */
  function callBare(offered: GeneratedTool, args: unknown, options: CallOptions, secrets: string[]) {
    const { tool } = offered;
    return inWords(tool.name, options.signal, secrets, async () =>
      mock === undefined
        ? finishFor(tool)(await callTool(offered, args, options, secrets))
        : mock.answer(tool, await prepare(offered, args, options.client, secrets), {
            finish: finishFor(tool),
            answerTokens: parts.answerTokens ?? options.answerTokens,
          }),
    );
  }

  /** With what `custom.ts` does around it. */
  async function callGenerated(
    offered: GeneratedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ) {
    const { tool, wrap } = offered;
    if (wrap === undefined) return callBare(offered, args, options, secrets);
    const next = (given: unknown) => callBare(offered, given, { ...options, isPart: true }, secrets);
    return inWords(tool.name, options.signal, secrets, async () => {
      const context = contextOf(tool.name, options, secrets);
      const draft = await check(offered, args, await listLater(tool));
      const result = await wrap(spellLarge(draft), next, context);
      const fitted = await fitResult(tool, result, features);
      return boundResult(finishFor(tool)(fitted), tool.name);
    });
  }

  async function call(offered: OfferedTool, args: unknown, options: CallOptions): Promise<CallToolResult> {
    const secrets = [...known];
    const { signal } = options;
    if ('own' in offered)
      return inWords(offered.listed.name, signal, secrets, () =>
        callOwn(offered, args, options, {
          context: contextOf(offered.listed.name, options, secrets),
          checkOwn,
          handOver,
          features,
        }),
      );
    const result = await callGenerated(offered, args, options, secrets);
    return mock === undefined ? result : mock.mark(result);
  }

  const follow = createFollow(parts, { sealer, known, open, contextOf });
  return Object.assign(call, { follow, dialogueOf });
}

/** The client, as one that nobody can ask by. */
function withoutQuestions(client: Client | undefined): Client | undefined {
  return client && { ...client, canAsk: false };
}

/** What goes with a call within another one. */
function asPart(options: CallOptions): CallOptions {
  return { ...options, onProgress: undefined, answerTokens: undefined, isPart: true };
}

/** What code of `custom.ts` is called with. */
interface OwnParts extends Pick<Checks, 'checkOwn'>, Pick<CallerParts, 'features'> {
  context: AnyContext;
  handOver: HandOverFor;
}

async function callOwn(
  offered: OwnedTool,
  args: unknown,
  options: CallOptions,
  { context, checkOwn, handOver, features }: OwnParts,
): Promise<CallToolResult> {
  const { own, listed } = offered;
  const given = spellLarge(checkOwn(offered, args));
  if (own.task !== undefined) await handOver(listed.name, options)?.(() => own.task?.begin(given, context));
  if (own.call === undefined) throw await refuseTaskless(listed.name, options, features);
  const result = await own.call(given, context);
  return boundResult(typeof result === 'string' ? textResult(result) : result, listed.name);
}

async function makeSealer({ env, features }: CallerParts): Promise<Sealer> {
  const { createSealer, readKeys } = await loadQuestions(features);
  return createSealer(await readKeys(env));
}

/** What of a server follows tasks up. */
interface FollowParts extends Pick<ToolCaller, 'known' | 'open'> {
  sealer: () => Promise<Sealer>;
  contextOf: (tool: string, options: CallOptions, secrets: string[]) => AnyContext;
}

function createFollow(
  { catalog, features }: CallerParts,
  { sealer, known, open, contextOf }: FollowParts,
): Call['follow'] {
  const server = catalog.api.name;
  return async (request, find, options) => {
    const tasks = await loadPart(features.tasks, 'tasks');
    const opened = tasks.openTask(request.taskId, nameOwner(server, options), await sealer());
    const offered = opened && (await find(opened.tool));
    if (opened === undefined || offered === undefined) return undefined;
    const { name } = offered.listed;
    const secrets = [...known];
    const { work, createdAt } = opened;
    try {
      if ('own' in offered) {
        const { task } = offered.own;
        if (task === undefined) return undefined;
        const state = await tasks.followOwn(task, work, request, contextOf(name, options, secrets));
        return { state, createdAt };
      }
      const means = (await open(offered, options, secrets))();
      const followed = tasks.followJob(offered.tool, work, request, means);
      const state = await followed.finally(() => means.share.close());
      if (state.status !== 'completed' || typeof state.result === 'string') return { state, createdAt };
      return { state: { ...state, result: finishFor(offered.tool)(state.result) }, createdAt };
    } catch (error) {
      if (options.signal.aborted) throw error;
      throw new CallError(redact(explainFailure(error, name), secrets));
    }
  };
}

/** Who a task belongs to: the user, and the client by which they began it. */
function nameOwner(
  server: string,
  { principal, visitor }: Pick<CallOptions, 'visitor'> & { principal: string },
): TaskOwner {
  return { server, principal: JSON.stringify([principal, visitor?.principal?.clientId]) };
}

/** Hands what a call has begun to its client, and ends it; it only comes back where the client is to get a result. */
type HandOverFor = (
  tool: string,
  options: Pick<CallOptions, 'client' | 'visitor' | 'isPart'>,
) => ((begin: () => unknown) => Promise<void>) | undefined;

function createHandOver({ catalog, features }: CallerParts, sealer: () => Promise<Sealer>): HandOverFor {
  return (tool, { client, visitor, isPart }) => {
    if (features.tasks === undefined || isPart || client?.takesTasks !== true) return undefined;
    return async (begin) => {
      const { createTask } = await loadPart(features.tasks, 'tasks');
      const owner = nameOwner(catalog.api.name, { principal: client.principal, visitor });
      const task = createTask({ tool, work: await begin() }, owner, await sealer());
      if (task === undefined) return;
      client.outcome = task;
      throw new PendingError(`${tool} goes on as a task`);
    };
  };
}

/** Why a tool that only clients with tasks can call was not called: to be thrown. */
async function refuseTaskless(
  tool: string,
  { client, isPart }: CallOptions,
  features: Features,
): Promise<Error> {
  if (client !== undefined && client.takesTasks === false && !isPart) {
    client.outcome = (await loadPart(features.tasks, 'tasks')).lacksTasks();
    return new PendingError(tool);
  }
  return new CallError(
    `${tool} can only be called by clients that take tasks (the extension io.modelcontextprotocol/tasks of protocol 2026-07-28). Tell the user.`,
  );
}

function finishFor(tool: Tool): (result: CallToolResult) => CallToolResult {
  if (tool.outputSchema === undefined) return (result) => result;
  return (result) => ensureStructuredContent(result, memberForText(tool));
}

/**
 * Makes what finds a generated tool for code of `custom.ts`, also one that is not offered; what the operator does not
 * want to be called is not found.
 */
function createToolFinder({ catalog, readOnly = false, exclude = [] }: CallerParts) {
  return async (name: string): Promise<GeneratedTool> => {
    const entry = (await catalog.search()).find((one) => one.name === name);
    const toolset = catalog.toolsets.find((one) => one.name === entry?.toolset);
    const tool = (await toolset?.tools())?.find((one) => one.name === name);
    if (tool === undefined || toolset === undefined) throw new CallError(`There is no tool "${echo(name)}".`);
    const isRefused = exclude.includes(name) || exclude.includes(toolset.name);
    if (isRefused || (readOnly && !tool.annotations.readOnlyHint))
      throw new CallError(`The operator of this server does not offer ${name}.`);
    return { tool, toolset, wrap: undefined, listed: toListedTool(tool) };
  };
}

/** What the arguments of tools are checked with; what is wrong with them is thrown. */
interface Checks {
  /** Those that come `later` may be missing. */
  check: (offered: GeneratedTool, args: unknown, later?: readonly string[]) => Promise<Arguments>;
  checkOwn: (
    offered: { listed: Pick<OwnedTool['listed'], 'name' | 'inputSchema'> },
    args: unknown,
  ) => Arguments;
}

function createChecks(components: Components, { catalog, features }: CallerParts): Checks {
  const check = createChecker(components, catalog.api);

  /** Files may be given by their paths too. */
  const withPaths = memoize(async (schema: ObjectSchema) => {
    const { acceptPaths } = await loadPart(features.files, 'files');
    return acceptPaths(schema);
  });

  const closed = memoize((schema: ObjectSchema) => closeSchema(schema));

  const drafts = new WeakMap<object, ObjectSchema>();
  function draftOf(schema: ObjectSchema, later: readonly string[]): ObjectSchema {
    const draft = drafts.get(schema) ?? omitRequired(schema, later);
    drafts.set(schema, draft);
    return draft;
  }

  return {
    check: async ({ tool, toolset }, args, later = []) => {
      const schema = (await toolset.schemas())[tool.name];
      if (schema === undefined) throw new Error(`there is no schema for ${tool.name}`);
      const { body, parameters } = tool.request;
      const enforced = takesFiles(body) ? await withPaths(schema) : schema;
      const wanted = later.length === 0 ? enforced : draftOf(enforced, later);
      return check(tool.name, wanted, args, body, parameters);
    },
    checkOwn: ({ listed }, args) => {
      try {
        return check(listed.name, closed(listed.inputSchema), args);
      } catch (error) {
        throw error instanceof CallError ? new CallError(error.message.replace(notSent, '')) : error;
      }
    },
  };
}

/** The schema of arguments of which some are still to come. */
function omitRequired<T extends object>(schema: T, later: readonly string[]): T {
  const { required, allOf } = schema as { required?: string[]; allOf?: Schema[] };
  return {
    ...schema,
    ...(required && { required: required.filter((name) => !later.includes(name)) }),
    ...(allOf && { allOf: allOf.map((part) => (isObject(part) ? omitRequired(part, later) : part)) }),
  };
}

/** What calls the API. */
interface ToolCaller {
  /** What no text may show, whatever is called. */
  known: readonly string[];
  /** Reads what a call is made with; what no text may show is added to `secrets`. */
  open: (
    offered: GeneratedTool,
    options: CallOptions,
    secrets: string[],
  ) => Promise<(handed?: HandOver) => CallParts>;
  /** Checks the arguments of a tool and calls the API; what no text may show either is added to `secrets`. */
  callTool: (
    offered: GeneratedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ) => Promise<CallToolResult>;
}

function createToolCaller(
  { catalog, env, fetch, offer, ...shared }: ReachParts,
  prepare: Asking<GeneratedTool>['prepare'],
  handOver: HandOverFor,
): ToolCaller {
  const { features, timeoutMs, retries, backoffMs, answerTokens, downloads, pollMs, fileRoots, uploadMb } =
    shared;
  const { known, anonymous, reach } = createReach({ catalog, env, fetch, ...shared });
  const limiter = createLimiter(shared);
  const room = createRoom();
  const apiOf = (toolset: Toolset) => findApi(catalog.api, toolset);
  const readersBeside =
    offer &&
    features.polling &&
    createReaderFinder(offer, (toolset) => reach(apiOf(toolset)).baseUrlOf, features.polling);

  const open: ToolCaller['open'] = async ({ tool, toolset }, options, secrets) => {
    const api = apiOf(toolset);
    const way = reach(api);
    const { security, credentials, hidesServer, ofUser } = await way.prove(tool, options, secrets);
    for (const credential of credentials.values()) secrets.push(...credential.secrets);
    const { signal, trace, onProgress, onAnswer } = options;
    return (handed) => {
      const base = way.baseUrlOf(tool.request);
      const showsServer = way.isTrustedWith(tool.request) && !hidesServer;
      // One by one: this is done for each call, and copies of wide objects cost more than all of them.
      return {
        features,
        timeoutMs,
        retries,
        backoffMs,
        answerTokens: answerTokens ?? options.answerTokens,
        downloads:
          onAnswer !== undefined || downloads === undefined
            ? undefined
            : { folder: downloads, load: features.downloads },
        pollMs,
        fileRoots,
        uploadMb,
        signal,
        trace,
        onProgress,
        onAnswer,
        handOver: handed,
        limiter,
        share: room.open(),
        end: performance.now() + callLimit(timeoutMs),
        auth: api.auth,
        program: env[programVariable],
        base,
        security,
        credentials,
        ofUser,
        secrets,
        exchange: showsServer ? way.exchange : anonymous.exchange,
        findReader: readersBeside?.(toolset),
      };
    };
  };

  return {
    known,
    open,
    callTool: async (offered, args, options, secrets) => {
      const { tool } = offered;
      const complete = await open(offered, options, secrets);
      const { client } = options;
      const checked = await prepare(offered, args, client, secrets);
      if (client && !tool.annotations.readOnlyHint) client.hasActed = true;
      const begin = handOver(tool.name, options);
      const toTask: HandOver | undefined = begin && ((work) => begin(() => work));
      return callApi(tool, checked, complete(toTask));
    },
  };
}

/** What calls go by. */
interface ReachParts extends CallerParts {
  /** What knows of proxies and certificates, where that is built in. */
  ways: WaysPart | undefined;
}

/** How the APIs of a server are reached, and with which credentials. */
function createReach({ catalog, env, fetch, ways, ...shared }: ReachParts) {
  const owned = fetch && createFetchNetwork(fetch);
  const agent = nameAgent(catalog.api);
  const anonymous = owned ?? createNetwork(env, ways, agent);
  const reach = memoize((api: ApiAccess) => {
    // What proves who calls is of one API: another sees nothing of it.
    const own = certificateOf(api, catalog.api);
    const isTrustedWith = memoize((recipe: Recipe) => isTrusted(api, recipe, env));
    return {
      prove: createProver(
        catalog.api,
        api,
        env,
        shared,
        isTrustedWith,
        createFetchMeans(
          owned ?? createTokenNetwork(env, ways, agent, own),
          shared.timeoutMs,
          catalog.api.name,
          env,
        ),
      ),
      baseUrlOf: memoize((recipe: Recipe) => resolveBaseUrl(api, recipe, env)),
      isTrustedWith,
      exchange:
        own === undefined ? anonymous.exchange : (owned ?? createNetwork(env, ways, agent, own)).exchange,
    };
  });
  return { known: anonymous.secrets ?? [], anonymous, reach };
}

/** Makes what finds what calls of one API are proven with: as the server, unless each user has credentials. */
function createProver(
  all: ApiInfo,
  api: ApiAccess,
  env: Environment,
  { features, credentialsOf }: Pick<CallerParts, 'features' | 'credentialsOf'>,
  isTrustedWith: (recipe: Recipe) => boolean,
  means: FetchMeans,
): (tool: Tool, options: CallOptions, secrets: string[]) => Promise<Proof> {
  const auth = locateSchemes(api, env);
  const readOwn = () => readCredentials(auth, env, features.credentials, means);
  const isPerUser = credentialsOf !== undefined || callsAsUser(env);
  const ofUsers = once(async () => {
    const { createUserCredentials } = await loadPart(features.users, 'users');
    const parts = {
      all,
      api: { ...api, auth },
      env,
      kinds: features.credentials,
      means,
      readOwn,
      credentialsOf,
    };
    return createUserCredentials(parts);
  });
  return async (tool, options, secrets) => {
    const { visitor, signal } = options;
    const isKnown = isTrustedWith(tool.request);
    if (!isPerUser || features.users === undefined || visitor === undefined)
      return { security: isKnown ? tool.request.security : [], credentials: await readOwn() };
    // An authorization server may repeat it in an error.
    if (visitor.token !== undefined) secrets.push(visitor.token);
    return (await ofUsers())(tool, visitor, signal, isKnown);
  };
}

/** What goes wrong becomes a result in words, but for a call that was cancelled. */
async function inWords(
  tool: string,
  signal: AbortSignal,
  secrets: readonly string[],
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (signal.aborted || error instanceof PendingError) throw error;
    return textResult(redact(explainFailure(error, tool), secrets), true);
  }
}

async function loadMock(catalog: Catalog, parts: MockParts): Promise<Mock> {
  const [createMock, mocks] = await Promise.all([loadPart(parts.features.mock, 'mock'), catalog.mocks?.()]);
  return createMock(mocks ?? {}, parts);
}

/** Makes what finds the tool that reads an address: first in the toolset of the call, then in the others. */
function createReaderFinder(
  { toolsets, toolsOf }: Pick<Offer, 'toolsets' | 'toolsOf'>,
  baseUrlsOf: (toolset: Toolset) => (recipe: Recipe) => URL,
  polling: () => Promise<Polling>,
): (own: Toolset) => FindReader {
  /** Nothing where it is not configured. */
  const baseOrNone = (toolset: Toolset) => (recipe: Recipe) => {
    try {
      return baseUrlsOf(toolset)(recipe);
    } catch {
      return undefined;
    }
  };

  return (own) => async (address) => {
    const { findReader } = await polling();
    for (const toolset of new Set([own, ...toolsets])) {
      if (toolset.source !== own.source) continue;
      const offered = [...(await toolsOf(toolset)).values()];
      const tools = offered.flatMap((one) => ('tool' in one ? [one.tool] : []));
      const found = findReader(address, tools, baseOrNone(toolset));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** Characters that are shown of the message of an error which is none of ours. */
const longestMessage = 2000;

/** What a model is told of a call of a tool that failed. */
export function explainFailure(error: unknown, tool: string): string {
  return escapeHidden(messageFor(error, tool), '\n\t');
}

function messageFor(error: unknown, tool: string): string {
  if (error instanceof CallError) return error.message;
  if (error instanceof UnsendableError) return refuseArguments(tool, [error.message]).message;
  const shortage = describeShortage(error);
  if (shortage !== undefined) return `The call of ${tool} failed: ${shortage}.`;
  return `The call of ${tool} failed inside this server: ${clip(messageOf(error), longestMessage)}`;
}

/** Code of `custom.ts` may throw anything, values that cannot be written as text among them. */
function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what was thrown cannot be shown';
  }
}
