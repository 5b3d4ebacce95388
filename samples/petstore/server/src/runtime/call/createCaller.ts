import type { CallToolResult } from '@modelcontextprotocol/server';
import { createChecker } from '../arguments/createChecker.js';
import { spellLarge } from '../arguments/largeIntegers.js';
import type { FetchMeans, Visitor } from '../auth/credential.js';
import { type Credentials, readCredentials } from '../auth/credentials.js';
import type { ReadCredentials } from '../customize.js';
import {
  CallError,
  PendingError,
  UnsendableError,
  describeShortage,
  notSent,
  refuseArguments,
} from '../errors.js';
import type { Features } from '../features.js';
import { createLimiter } from '../http/createLimiter.js';
import { createAnonymousNetwork, createFetchNetwork, createNetwork } from '../http/createNetwork.js';
import { createRoom } from '../http/createRoom.js';
import type { HttpResponse, OnProgress } from '../http/send.js';
import type { Client } from '../interact/client.js';
import { isObject } from '../json.js';
import { importOnce, loadPart, memoize, once } from '../memo.js';
import type { Mock, MockParts } from '../mock/createMock.js';
import type { Offer } from '../offer/createOffer.js';
import { type OfferedTool, toListedTool } from '../offer/offerTools.js';
import { redact } from '../redact.js';
import { type Arguments, isTrusted, resolveBaseUrl } from '../request/buildRequest.js';
import { takesFiles } from '../request/outgoing.js';
import { findApi } from '../request/servers.js';
import type { FindReader, Polling } from '../result/received.js';
import { boundResult, ensureStructuredContent, textResult } from '../result/toolResult.js';
import { type Environment, callLimit, callsAsUser } from '../settings.js';
import { clip, echo, escapeHidden } from '../text.js';
import type { ApiAccess, ApiInfo, Catalog, ObjectSchema, Recipe, Schema, Tool, Toolset } from '../tool.js';
import type { Components } from '../validate/createExpander.js';
import { type Trace, callApi } from './callApi.js';
import { type Asking, createAsking } from './createAsking.js';
import { createContext } from './createContext.js';
import { createFetchMeans } from './createFetchMeans.js';

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
  /** Tokens of an answer that are shown. */
  answerTokens?: number;
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
  /** Told what the API answered; files are then never saved. */
  onAnswer?: ((answer: Pick<HttpResponse, 'status' | 'headers'>) => void) | undefined;
}

/** Carries out a call. What goes wrong becomes a result in words; only a call that was cancelled throws. */
export type Call = (
  offered: OfferedTool,
  args: unknown,
  circumstances: CallOptions,
) => Promise<CallToolResult>;

const loadMocking = importOnce(() => import('../mock/createMock.js'));

type GeneratedTool = Extract<OfferedTool, { tool: Tool }>;
type OwnedTool = Exclude<OfferedTool, GeneratedTool>;

/** Makes the function that carries out the calls of one server. */
export async function createCaller(parts: CallerParts): Promise<Call> {
  const { catalog } = parts;
  const mock = parts.mock ? await loadMock(catalog, parts) : undefined;
  const { check, checkOwn } = createChecks(await catalog.components(), parts);
  const { listLater, prepare, dialogueOf } = createAsking({ ...parts, server: catalog.api.name }, check);
  const { known, callTool } = createToolCaller(parts, prepare);

  const findTool = createToolFinder(parts);

  /** What the code of `custom.ts` is given. */
  const contextOf = (tool: string, options: CallOptions, secrets: string[]) =>
    createContext({
      tool,
      signal: options.signal,
      client: options.client,
      visitor: options.visitor,
      secrets,
      dialogueOf,
      checkForm: (inputSchema, content) =>
        checkOwn({ listed: { name: 'the form of the user', inputSchema } }, content),
      callTool: async (name, args) =>
        callBare(await findTool(name), args, { ...options, onProgress: undefined }, secrets),
    });

  async function callOwn(
    offered: OwnedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ): Promise<CallToolResult> {
    const context = contextOf(offered.listed.name, options, secrets);
    const result = await offered.own.call(spellLarge(checkOwn(offered, args)), context);
    return boundResult(typeof result === 'string' ? textResult(result) : result, offered.listed.name);
  }

  /** Without what `custom.ts` does around it. */
  function callBare(offered: GeneratedTool, args: unknown, options: CallOptions, secrets: string[]) {
    const { tool } = offered;
    return inWords(tool.name, options.signal, secrets, async () =>
      mock === undefined
        ? finishFor(tool)(await callTool(offered, args, options, secrets))
        : mock.answer(tool, await prepare(offered, args, options.client, secrets), finishFor(tool)),
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
    const call = (given: unknown) => callBare(offered, given, options, secrets);
    if (wrap === undefined) return call(args);
    return inWords(tool.name, options.signal, secrets, async () => {
      const context = contextOf(tool.name, options, secrets);
      const draft = await check(offered, args, await listLater(tool));
      const result = await wrap(spellLarge(draft), call, context);
      return boundResult(finishFor(tool)(result), tool.name);
    });
  }

  return async (offered, args, options) => {
    const secrets = [...known];
    const { signal } = options;
    if ('own' in offered)
      return inWords(offered.listed.name, signal, secrets, () => callOwn(offered, args, options, secrets));
    const result = await callGenerated(offered, args, options, secrets);
    return mock === undefined ? result : mock.mark(result);
  };
}

function finishFor({ outputSchema }: Tool): (result: CallToolResult) => CallToolResult {
  return outputSchema === undefined ? (result) => result : ensureStructuredContent;
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
        return check(listed.name, listed.inputSchema, args);
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
  /** Checks the arguments of a tool and calls the API; what no text may show either is added to `secrets`. */
  callTool: (
    offered: GeneratedTool,
    args: unknown,
    options: CallOptions,
    secrets: string[],
  ) => Promise<CallToolResult>;
}

function createToolCaller(
  { catalog, env, fetch, offer, ...shared }: CallerParts,
  prepare: Asking<GeneratedTool>['prepare'],
): ToolCaller {
  const { features, timeoutMs } = shared;
  const owned = fetch && createFetchNetwork(fetch);
  const { secrets: known = [], exchange } = owned ?? createNetwork(env);
  const anonymous = owned ?? createAnonymousNetwork(env);
  const limiter = createLimiter(shared);
  const room = createRoom();
  // What proves who calls is of one API: another sees nothing of it.
  const reach = memoize((api: ApiAccess) => {
    const isTrustedWith = memoize((recipe: Recipe) => isTrusted(api, recipe, env));
    return {
      readAll: createCredentialReader(
        catalog.api,
        api,
        env,
        shared,
        isTrustedWith,
        createFetchMeans(anonymous, timeoutMs, catalog.api.name),
      ),
      baseUrlOf: memoize((recipe: Recipe) => resolveBaseUrl(api, recipe, env)),
      isTrustedWith,
      exchange: showsCertificate(api, catalog.api) ? exchange : anonymous.exchange,
    };
  });
  const apiOf = (toolset: Toolset) => findApi(catalog.api, toolset);
  const readersBeside =
    offer &&
    features.polling &&
    createReaderFinder(offer, (toolset) => reach(apiOf(toolset)).baseUrlOf, features.polling);

  return {
    known,
    callTool: async (offered, args, options, secrets) => {
      const { tool, toolset } = offered;
      const api = apiOf(toolset);
      const way = reach(api);
      const credentials = await way.readAll(tool, options, secrets);
      for (const credential of credentials.values()) secrets.push(...credential.secrets);
      const { client } = options;
      const checked = await prepare(offered, args, client, secrets);
      if (client && !tool.annotations.readOnlyHint) client.hasActed = true;
      const base = way.baseUrlOf(tool.request);
      const isKnown = way.isTrustedWith(tool.request);
      return callApi(tool, checked, {
        ...shared,
        ...options,
        ...(options.onAnswer && { downloads: undefined }),
        limiter,
        share: room.open(),
        end: performance.now() + callLimit(timeoutMs),
        auth: api.auth,
        base,
        isTrusted: isKnown,
        credentials,
        secrets,
        exchange: isKnown ? way.exchange : anonymous.exchange,
        findReader: readersBeside?.(toolset),
      });
    },
  };
}

/** The certificate of the server is shown to the only API there is, and of several to those that ask for one. */
function showsCertificate({ auth }: ApiAccess, { sources }: ApiInfo): boolean {
  return sources === undefined || Object.values(auth).some(({ kind }) => kind === 'client-certificate');
}

/** Makes what finds the credentials of calls of one API: those of the server, unless each user has their own. */
function createCredentialReader(
  all: ApiInfo,
  api: ApiAccess,
  env: Environment,
  { features, credentialsOf }: Pick<CallerParts, 'features' | 'credentialsOf'>,
  isTrustedWith: (recipe: Recipe) => boolean,
  means: FetchMeans,
): (tool: Tool, options: CallOptions, secrets: string[]) => Promise<Credentials> {
  const { auth } = api;
  const readOwn = () => readCredentials(auth, env, features.credentials, means);
  const isPerUser = credentialsOf !== undefined || callsAsUser(env);
  const ofUsers = once(async () => {
    const { createUserCredentials } = await loadPart(features.users, 'users');
    const parts = { all, api, env, kinds: features.credentials, means, readOwn, credentialsOf };
    return createUserCredentials(parts);
  });
  return async (tool, options, secrets) => {
    const { visitor, signal } = options;
    if (!isPerUser || features.users === undefined || visitor === undefined) return readOwn();
    // An authorization server may repeat it in an error.
    if (visitor.token !== undefined) secrets.push(visitor.token);
    return (await ofUsers())(tool, visitor, signal, isTrustedWith(tool.request));
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
  const [{ createMock }, mocks] = await Promise.all([loadMocking(), catalog.mocks()]);
  return createMock(mocks, parts);
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
