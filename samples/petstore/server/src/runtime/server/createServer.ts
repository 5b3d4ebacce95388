import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type JSONRPCMessage,
  type JSONRPCRequest,
  type ListToolsResult,
  type Notification,
  parseJSONRPCMessage,
  type ProgressToken,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Visitor } from '../auth/credentials.js';
import type { Trace } from '../call/callApi.js';
import type { Call, CallOptions } from '../call/createCaller.js';
import type { AnyCustomization, Principal } from '../customize.js';
import { describeShortage, notSent, SetupError } from '../errors.js';
import type { ServerFeatures, Served } from '../extensions.js';
import type { Claims, Connection, Extend, ExtensionParts } from '../extensions.js';
import type { OnProgress } from '../http/send.js';
import type { Client } from '../interact/dialogue.js';
import { isObject } from '../json.js';
import { loadPart } from '../memo.js';
import {
  cutPage,
  type ListedTool,
  type Offer,
  type OfferedTool,
  toListedTool,
} from '../offer/createOffer.js';
import type { Settings } from '../settings.js';
import { describeSize, echo } from '../text.js';
import type { ApiInfo, Toolset } from '../tool.js';
import { introduce } from '../planView.js';

/** What clients may keep, and for how long: what was read of the API is none of it. */
const lists = [
  'server/discover',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
] as const;
const ttlMs = 300_000;

/** Makes the protocol's side of what `serve` gives. */
export async function createServer(
  api: ApiInfo,
  { pageSize }: Settings,
  serve: () => Promise<Served>,
  isPrivate: boolean,
  connection?: Connection,
): Promise<Server> {
  const served = await serve();
  const { serverInfo, ...introduction } = introduce(api, served);
  const cacheHint = { ttlMs, cacheScope: isPrivate ? ('private' as const) : ('public' as const) };
  const server = new Server(serverInfo, {
    ...introduction,
    cacheHints: Object.fromEntries(lists.map((method) => [method, cacheHint])),
  });
  for (const add of (await served.extend?.()) ?? []) add(server, connection);
  const enabled = new Set<string>();
  const enable = async (toolset: string) => {
    if (enabled.has(toolset)) return;
    enabled.add(toolset);
    await server.sendToolListChanged();
  };
  server.setRequestHandler('tools/list', async ({ params }) => {
    const { list } = await serve();
    const tools = await list(enabled).catch((error: unknown) => {
      const shortage = describeShortage(error);
      if (shortage === undefined) throw error;
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        `The tools cannot be listed now: ${shortage}.`,
      );
    });
    return pageOf(tools, params?.cursor, pageSize);
  });
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    orShortage(params.name, async () => {
      const { call } = await serve();
      return answerCall(server, params, context, async (circumstances) => {
        const result = await call(params.name, params.arguments, { ...circumstances, enable });
        if (result !== undefined) return result;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${echo(params.name)}`);
      });
    }),
  );
  return server;
}

/** Carries out a call; where what it needs cannot be loaded for want of file descriptors, its result says so. */
async function orShortage(tool: string, call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await call();
  } catch (error) {
    const shortage = describeShortage(error);
    if (shortage === undefined) throw error;
    const text = `The call of ${echo(tool)} failed${notSent}: ${shortage}.`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** One page of `tools/list`: as many tools as are asked for, and no more than a client can take. */
export function pageOf(
  tools: readonly ListedTool[],
  cursor: string | undefined,
  size?: number,
  most?: number,
): ListToolsResult {
  const { items, ...next } = pageAt('tool', tools, cursor, size, most);
  return { tools: items as ListToolsResult['tools'], ...next };
}

/**
 * A page as `cutPage` has it.
 *
 * @throws ProtocolError where the cursor is none of ours.
 */
function pageAt<Item extends { name: string }>(...page: Parameters<typeof cutPage<Item>>) {
  const cut = cutPage(...page);
  if (cut === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor');
  return cut;
}

/** Serves the client at the other end of a transport, of whichever era of the protocol it is. */
export function serveTransport(
  makeServer: (isModern: boolean) => Promise<Server>,
  transport: Transport,
): { close: () => unknown } {
  return serveStdio(({ era }) => makeServer(era === 'modern'), { transport });
}

/** A value as a message of JSON-RPC; nothing where it is none. */
export function readMessage(value: unknown): JSONRPCMessage | undefined {
  try {
    return parseJSONRPCMessage(value);
  } catch {
    return undefined;
  }
}

/** The version of the protocol that a request says it is of, as those of 2026-07-28 do. */
export function versionOf({ params }: Pick<JSONRPCRequest, 'params'>): string | undefined {
  return params?.['_meta']?.[PROTOCOL_VERSION_META_KEY] as string | undefined;
}

/** Answers `tools/call` with the result of a call, or with what is to come before it. */
async function answerCall(
  server: Server,
  params: CallToolRequestParams,
  context: ServerContext,
  call: (circumstances: CallOptions) => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { notify, signal } = context.mcpReq;
  const { http } = context;
  const meta = context.mcpReq['_meta'];
  const token = meta?.progressToken;
  const client = readClient(server, { tool: params.name, args: params.arguments }, context);
  const trace = readTrace(meta, http?.req?.headers);
  const visitor = http && readVisitor(http);
  const onProgress = token === undefined ? undefined : createProgress(token, notify);
  return finishWith(client, async () => {
    const answerTokens = findLimit(server, context.mcpReq.envelope);
    const result = await call({ signal, trace, visitor, onProgress, client, answerTokens });
    return server.projectCallToolResult(result, undefined);
  });
}

/** Reads who made a request, and what can be asked of them. */
function readClient(
  server: Server,
  called: Pick<Client, 'tool' | 'args'>,
  { mcpReq, http }: ServerContext,
): Client {
  const { notify, log } = mcpReq;
  const capabilities = capabilitiesOf(server, mcpReq.envelope);
  return {
    ...called,
    principal: nameCaller(http && readVisitor(http).principal),
    capabilities: { ...capabilities },
    canAsk: asksByForm(capabilities),
    takesTasks: mcpReq.envelope && takesTasks(mcpReq.envelope),
    responses: mcpReq.inputResponses,
    state: mcpReq.requestState(),
    progressToken: mcpReq['_meta']?.progressToken,
    notify,
    log,
  };
}

/** The result of a request, or what its client is to be answered in place of it. */
async function finishWith<Result extends object>(
  client: Client,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await run();
    if (client.outcome === undefined) return result;
  } catch (error) {
    if (client.outcome === undefined) throw error;
  }
  if (client.outcome instanceof Error) throw client.outcome;
  return client.outcome as Result;
}

/** Whether a request says that its client takes tasks (extension Tasks); that was said before does not count. */
function takesTasks(envelope: object): boolean {
  const declared = (envelope as Record<string, ClientCapabilities | undefined>)[CLIENT_CAPABILITIES_META_KEY];
  return declared?.extensions?.['io.modelcontextprotocol/tasks'] !== undefined;
}

/** What the client of a request says that it can do: with the request, or before protocol 2026-07-28 at the beginning. */
function capabilitiesOf(server: Server, envelope: object = {}): ClientCapabilities | undefined {
  const declared = (envelope as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY];
  return (declared as ClientCapabilities | undefined) ?? server.getClientCapabilities();
}

/**
 * Tokens of a result that clients show, by the names that they give themselves, where that is less than others do. What
 * is longer, Codex cuts in its middle (10,000 of its own tokens, of 4 bytes, once quotes are escaped), and Claude Code
 * puts it into a file (50,000 characters).
 */
const limits: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/^codex\b/, 8_000],
  [/^claude-code\b/, 11_000],
];

/** What is known of the client of a request; clients of earlier protocols say it once, and over HTTP to nobody who keeps it. */
function findLimit(server: Server, envelope: object = {}): number | undefined {
  const info = (envelope as Record<string, unknown>)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  const name = isObject(info) ? String(info['name']).toLowerCase() : '';
  return limits.find(([known]) => known.test(name))?.[1];
}

/** Whether a client can show a form: it says so, or says nothing more than that it asks (MCP, Elicitation). */
function asksByForm({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Stands for who proved to be the caller, and stays the same when they get another token. */
function nameCaller(principal: Principal | undefined): string {
  return principal === undefined ? '' : JSON.stringify([principal.issuer, principal.subject]);
}

const traceHeaders = ['traceparent', 'tracestate', 'baggage'];

/** Reads the trace context of a call: from the message, or else from the HTTP request that brought it. */
export function readTrace(meta: object | undefined, headers: Headers | undefined): Trace {
  const found: Record<string, string> = {};
  for (const name of traceHeaders) {
    const value = (meta as Record<string, unknown> | undefined)?.[name] ?? headers?.get(name);
    if (isHeaderText(value)) found[name] = value;
  }
  return found;
}

function isHeaderText(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value);
}

/** The headers that hold what clients prove themselves with. */
const ownHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Reads who sent a request from what the transport says of it. */
function readVisitor({ req, authInfo }: Sender): Visitor {
  return {
    principal: authInfo?.extra?.['principal'] as Principal | undefined,
    token: authInfo?.token,
    recheck: authInfo?.extra?.['recheck'] as Visitor['recheck'],
    header: (name) =>
      ownHeaders.has(name.toLowerCase()) ? undefined : (req?.headers.get(name) ?? undefined),
  };
}

interface Sender {
  req?: { headers: { get: (name: string) => string | null } };
  authInfo?: { token: string; extra?: Record<string, unknown> };
}

/** Sends a notification to the client that made the call. */
type Notify = (notification: Notification) => Promise<void>;

/** The least time between two notifications, and before the first: most answers have come by then. */
const usualPauseMs = 500;

/**
 * Tells the client that asked for it how much of a request has gone, and then of its answer has come, or how the work on
 * it goes.
 */
export function createProgress(
  progressToken: ProgressToken,
  notify: Notify,
  pauseMs = usualPauseMs,
): OnProgress {
  let last = performance.now();
  let most = 0;
  let sent = 0;
  return (bytes, total, words, isSent = false) => {
    const now = performance.now();
    if (isSent) sent = Math.max(sent, bytes);
    const before = isSent ? 0 : sent;
    // Progress only grows (MCP, Progress), also where a request is sent again; to have waited is progress as well.
    const progress = words === undefined ? before + bytes : most + 1;
    if (now - last < pauseMs || progress <= most) return;
    last = now;
    most = progress;
    const of = total === undefined ? '' : ` of ${describeSize(total)}`;
    const message = words ?? `${describeSize(bytes)}${of} ${isSent ? 'sent' : 'received'}`;
    const whole = total !== undefined && { total: before + total };
    const params = { progressToken, progress, ...whole, message };
    // A client that has gone away is told nothing.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

/** What they work on, as a view knows it. */
interface LoaderParts extends Omit<
  ExtensionParts,
  'isWhole' | 'offers' | 'read' | 'readSender' | 'follow' | 'converse' | 'cutPage'
> {
  features: () => Promise<ServerFeatures>;
  offer: Offer;
  caller: () => Promise<Call>;
  find: (name: string) => Promise<OfferedTool | undefined>;
}

/**
 * Loads what serves the parts of the protocol besides tools, as far as they were generated for the API.
 *
 * @throws SetupError where `custom.ts` has what the project has no code for.
 */
export async function loadExtensions({
  features,
  offer,
  caller,
  find,
  ...parts
}: LoaderParts): Promise<readonly Extend[]> {
  const { resources, reference, prompts, completions, tasks, subscriptions, listening } = await features();
  const { catalog, custom, toolsets } = parts;
  const hasTasks = Object.values(custom.add ?? {}).some(({ task }) => task !== undefined);
  if (hasTasks && !tasks) throw notGenerated('tasks', 'ownTasks: true');
  if (custom.resources && !resources) throw notGenerated('resources', 'resources: { own: true }');
  if (custom.prompts && !prompts) throw notGenerated('prompts', 'ownPrompts: true');
  const hasVersions = Object.values(custom.resources ?? {}).some(({ version }) => version !== undefined);
  if (hasVersions && !catalog.subscriptions)
    throw notGenerated('resources with versions', 'resources: { own: true, subscribe: true }');
  const needed = {
    resources: (catalog.resources ?? custom.resources) && resources,
    prompts: (catalog.prompts ?? custom.prompts) && prompts,
    completions,
    tasks: tasks && (async () => (await loadPart(tasks, 'tasks')).serveTasks),
    subscriptions: catalog.subscriptions && subscriptions,
  };
  const read: ExtensionParts['read'] = async (what, args, options) => {
    const offered = typeof what === 'string' ? await find(what) : offerUnlisted(what);
    if (offered === undefined) throw new ProtocolError(ProtocolErrorCode.InternalError, 'It is not offered');
    return (await caller())(offered, args, options as CallOptions);
  };
  const follow: ExtensionParts['follow'] = async (request, options) =>
    (await caller()).follow(request, find, options as CallOptions & Claims);
  const converse: ExtensionParts['converse'] = async (server, called, context, run) => {
    const client = readClient(server, called, context);
    const { dialogueOf } = await caller();
    return finishWith(client, () => run(async (requests) => (await dialogueOf(client)).request(requests)));
  };
  const offers: ExtensionParts['offers'] = async (what) =>
    typeof what === 'string'
      ? (await find(what)) !== undefined
      : (offer.isFor?.(offerUnlisted(what)) ?? true);
  const own = keepGranted(custom, offer);
  const shared = {
    readSender,
    cutPage: pageAt,
    isWhole: toolsets === offer.toolsets,
    offers,
    read,
    follow,
    converse,
  };
  const all = { ...parts, custom: own, ...shared };
  if (reference && catalog.resources) {
    const pages = await (await loadPart(reference, 'reference'))(all);
    all.custom = { ...own, resources: { ...pages, ...own.resources } };
  }
  const loaded = Object.entries(needed).map(async ([name, load]) =>
    load ? (await loadPart(load, name))(all) : undefined,
  );
  const extensions = (await Promise.all(loaded)).filter((extend) => extend !== undefined);
  const listens = extensions.flatMap(({ listen }) => listen ?? []);
  if (listens.length === 0) return extensions;
  return [...extensions, (await loadPart(listening, 'listening'))(listens, all)];
}

/** `custom.ts`, and of what it has besides tools that whose scopes are granted. */
function keepGranted(custom: AnyCustomization, { grants }: Offer): AnyCustomization {
  if (grants === undefined) return custom;
  const keep = <Some extends { scopes?: readonly string[] }>(all: Record<string, Some> = {}) =>
    Object.fromEntries(Object.entries(all).filter(([, { scopes = [] }]) => grants(scopes)));
  return { ...custom, resources: keep(custom.resources), prompts: keep(custom.prompts) };
}

const readSender: ExtensionParts['readSender'] = (meta, http, envelope = {}) => {
  const visitor = http && readVisitor(http);
  return {
    trace: readTrace(meta, http?.req?.headers),
    visitor,
    principal: nameCaller(visitor?.principal),
    takesTasks: takesTasks(envelope),
  };
};

function notGenerated(what: string, choice: string): SetupError {
  return new SetupError(
    `src/custom.ts has ${what}, and this project was generated without the code that serves them: say "${choice}" in mcpwright.yaml, and run mcpwright generate.`,
  );
}

/** A tool that is called by this server alone. */
function offerUnlisted({
  tool,
  schema,
  source,
}: Exclude<Parameters<ExtensionParts['read']>[0], string>): OfferedTool {
  const toolset = {
    ...(source !== undefined && { source }),
    schemas: async () => ({ [tool.name]: schema }),
  } as unknown as Toolset;
  return { listed: toListedTool(tool), tool, toolset, wrap: undefined };
}
