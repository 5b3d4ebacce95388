import {
  type AuthInfo,
  CLIENT_CAPABILITIES_META_KEY,
  type CallToolResult,
  type ClientCapabilities,
  type ProgressToken,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import type { Call, Visitor } from '../call/createCaller.js';
import type { Trace } from '../call/callApi.js';
import type { Principal } from '../customize.js';
import type { MetaCallOptions } from '../dynamic/createMetaCaller.js';
import { describeShortage, notSent } from '../errors.js';
import type { OnProgress } from '../http/send.js';
import type { Client } from '../interact/client.js';
import { importOnce, once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import { type Plan, mockNotice, planView, writeInstructions } from '../offer/planView.js';
import type { Settings } from '../settings.js';
import { echo } from '../text.js';
import type { ApiInfo, Catalog, Toolset } from '../tool.js';
import type { Connection, Served, View } from './app.js';
import type { Notify } from './createProgress.js';
import { createToolList, pageOf } from './createToolList.js';

/** What the views of a server share. */
interface ViewParts {
  catalog: Catalog;
  settings: Settings;
  offer: Offer;
  caller: () => Promise<Call>;
  /** Whether it is for somebody who has proved who they are: others may see something else. */
  isPrivate: boolean;
}

const loadMetaCaller = importOnce(() => import('../dynamic/createMetaCaller.js'));
const loadProgress = importOnce(() => import('./createProgress.js'));

/** Serves some toolsets; what its servers share is made once, when the first of them is. */
export function createView(parts: ViewParts, toolsets: readonly Toolset[]): View {
  const { catalog, settings, offer, caller, isPrivate } = parts;
  const { instructions, listLimit } = catalog.api;
  const about = settings.mock ? `${mockNotice} ${instructions}` : instructions;
  const plan = once(() => planView(offer, toolsets, settings, listLimit, isPrivate));
  const fixed = once(async () => prepare(await plan(), false));
  const growing = once(async () => prepare(await plan(), true));

  function prepare(planned: Plan, mayEnable: boolean): Served {
    const tools = createToolList(catalog.api, offer, planned, mayEnable);
    const metaCaller = once(async () => {
      const { createMetaCaller } = await loadMetaCaller();
      return createMetaCaller({ ...tools, catalog, offer, toolsets: planned.toolsets, caller });
    });

    async function call(tool: string, args: unknown, circumstances: MetaCallOptions) {
      const meta = tools.meta.find((one) => one.name === tool);
      if (meta !== undefined) return (await metaCaller())(meta, args, circumstances);
      const offered = await tools.find(tool);
      if (offered !== undefined) return (await caller())(offered, args, circumstances);
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${echo(tool)}`);
    }

    return { instructions: writeInstructions(about, planned, mayEnable), mayEnable, list: tools.list, call };
  }

  async function serve({ mayChange = false }: Connection = {}): Promise<Served> {
    return mayChange && (await plan()).isDynamic ? growing() : fixed();
  }

  return {
    summary: async () => (await plan()).summary,
    serve,
    createServer: (connection) => createServer(catalog.api, settings, () => serve(connection), isPrivate),
  };
}

const ttlMs = 300_000;

/** Makes the protocol's side of what `serve` gives. */
export async function createServer(
  { name, title, version }: ApiInfo,
  { pageSize }: Settings,
  serve: () => Promise<Served>,
  isPrivate: boolean,
): Promise<Server> {
  const { instructions, mayEnable } = await serve();
  const cacheHint = { ttlMs, cacheScope: isPrivate ? ('private' as const) : ('public' as const) };
  const server = new Server(
    { name, title, version },
    {
      capabilities: { tools: mayEnable ? { listChanged: true } : {} },
      instructions,
      cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
    },
  );
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
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq, http }) => {
    const { call } = await serve();
    const trace = readTrace(mcpReq['_meta'], http?.req?.headers);
    const visitor = http && readVisitor(http);
    const token = mcpReq['_meta']?.progressToken;
    const client: Client = {
      tool: params.name,
      args: params.arguments,
      principal: nameCaller(http?.authInfo),
      canAsk: asksByForm(capabilitiesOf(server, mcpReq.envelope)),
      takesTasks: false,
      responses: mcpReq.inputResponses,
      state: mcpReq.requestState(),
      progressToken: token,
      notify: mcpReq.notify,
      log: mcpReq.log,
    };
    return orOutcome(client, async () => {
      const result = await orShortage(params.name, async () => {
        const onProgress = token === undefined ? undefined : await reportTo(token, mcpReq.notify);
        const { signal } = mcpReq;
        return call(params.name, params.arguments, { signal, trace, visitor, enable, onProgress, client });
      });
      return server.projectCallToolResult(result, undefined);
    });
  });
  return server;
}

/** What the client of a request says that it can do: with the request, or before protocol 2026-07-28 at the beginning. */
function capabilitiesOf(server: Server, envelope: object = {}): ClientCapabilities | undefined {
  const declared = (envelope as Record<string, unknown>)[CLIENT_CAPABILITIES_META_KEY];
  return (declared as ClientCapabilities | undefined) ?? server.getClientCapabilities();
}

/** Whether a client can show a form: it says so, or says nothing more than that it asks (MCP, Elicitation). */
function asksByForm({ elicitation }: ClientCapabilities = {}): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

/** Stands for who proved to be the caller, and stays the same when they get another token. */
function nameCaller(authInfo: AuthInfo | undefined): string {
  if (authInfo === undefined) return '';
  const { clientId, extra: { iss, sub } = {} } = authInfo;
  return JSON.stringify([iss, sub, clientId]);
}

/** What a call is answered with in place of its result, where there is anything. */
async function orOutcome(client: Client, call: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    const result = await call();
    if (client.outcome === undefined) return result;
  } catch (error) {
    if (client.outcome === undefined) throw error;
  }
  if (client.outcome instanceof Error) throw client.outcome;
  return client.outcome as CallToolResult;
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

async function reportTo(token: ProgressToken, notify: Notify): Promise<OnProgress> {
  const { createProgress } = await loadProgress();
  return createProgress(token, notify);
}

const traceHeaders = ['traceparent', 'tracestate', 'baggage'];

/** Reads the trace context of a call: from the message, or else from the HTTP request that brought it. */
export function readTrace(meta: object | undefined, headers: Headers | undefined): Trace {
  const found = traceHeaders.map((name): [string, unknown] => [
    name,
    (meta as Record<string, unknown> | undefined)?.[name] ?? headers?.get(name),
  ]);
  return Object.fromEntries(found.filter((entry): entry is [string, string] => isHeaderText(entry[1])));
}

function isHeaderText(value: unknown): boolean {
  return typeof value === 'string' && /^[\x20-\x7e]{1,8192}$/.test(value);
}

/** The headers that hold what clients prove themselves with. */
const ownHeaders = new Set(['authorization', 'proxy-authorization', 'cookie']);

/** Reads who sent a request from what the transport says of it. */
function readVisitor({ req, authInfo }: Sender): Visitor {
  return {
    principal: authInfo?.extra?.['principal'] as Principal | undefined,
    token: authInfo?.token,
    header: (name) =>
      ownHeaders.has(name.toLowerCase()) ? undefined : (req?.headers.get(name) ?? undefined),
  };
}

interface Sender {
  req?: { headers: { get: (name: string) => string | null } };
  authInfo?: { token: string; extra?: Record<string, unknown> };
}
