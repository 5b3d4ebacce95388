import {
  type CallToolRequestParams,
  type CallToolResult,
  CLIENT_INFO_META_KEY,
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
import type { CallOptions } from '../call/callerParts.js';
import { finishWith, readClient, readTrace, readVisitor } from '../call/readClient.js';
import { describeShortage, notSent } from '../errors.js';
import type { Served } from '../extensions.js';
import type { Connection } from '../features.js';
import type { OnProgress } from '../http/send.js';
import { isObject } from '../json.js';
import { cutPage, type ListedTool } from '../offer/createOffer.js';
import type { Settings } from '../settings.js';
import { describeSize, echo } from '../text.js';
import type { ApiInfo } from '../tool.js';
import { findProfile, introduce } from '../planView.js';

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
  const cacheScope = isPrivate || served.variesByClient ? ('private' as const) : ('public' as const);
  const cacheHint = { ttlMs, cacheScope };
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
  server.setRequestHandler('tools/list', async ({ params }, { mcpReq }) => {
    const { list } = await serve();
    const tools = await list(enabled, nameClient(server, mcpReq.envelope)).catch((error: unknown) => {
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
export function pageAt<Item extends { name: string }>(...page: Parameters<typeof cutPage<Item>>) {
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
    const { answerTokens } = findProfile(nameClient(server, context.mcpReq.envelope));
    const result = await call({ signal, trace, visitor, onProgress, client, answerTokens });
    return server.projectCallToolResult(result, undefined);
  });
}

/** What the client of a request calls itself; clients of earlier protocols say it once, and over HTTP to nobody who keeps it. */
function nameClient(server: Server, envelope: object = {}): string | undefined {
  const info = (envelope as Record<string, unknown>)[CLIENT_INFO_META_KEY] ?? server.getClientVersion();
  return isObject(info) ? String(info['name']) : undefined;
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
