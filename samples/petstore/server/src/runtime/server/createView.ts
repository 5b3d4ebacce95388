import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { Call } from '../call/createCaller.js';
import type { MetaCallOptions } from '../dynamic/createMetaCaller.js';
import type { AnyCustomization } from '../customize.js';
import { describeShortage, notSent } from '../errors.js';
import type { Features } from '../features.js';
import { importOnce, once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import { type Plan, mockNotice, planView, writeInstructions } from '../offer/planView.js';
import type { Settings } from '../settings.js';
import { echo } from '../text.js';
import type { ApiInfo, Catalog, Toolset } from '../tool.js';
import type { Connection, Served, View } from './app.js';
import { createToolList, cutPage, pageOf } from './createToolList.js';

/** What the views of a server share. */
interface ViewParts {
  catalog: Catalog;
  settings: Settings;
  offer: Offer;
  caller: () => Promise<Call>;
  /** Whether it is for somebody who has proved who they are: others may see something else. */
  isPrivate: boolean;
  custom: AnyCustomization;
  features: () => Promise<Features>;
}

const loadMetaCaller = importOnce(() => import('../dynamic/createMetaCaller.js'));
const loadAnswer = importOnce(() => import('./answerCall.js'));
const loadLoader = importOnce(() => import('./loadExtensions.js'));

/** Serves some toolsets; what its servers share is made once, when the first of them is. */
export function createView(parts: ViewParts, toolsets: readonly Toolset[]): View {
  const { catalog, settings, offer, caller, isPrivate, custom } = parts;
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

    const extend = once(async () =>
      (await loadLoader()).loadExtensions({ ...parts, toolsets, find: tools.find, cutPage }),
    );
    const hasMore = [catalog.resources, catalog.prompts, custom.resources, custom.prompts].some(Boolean);
    return {
      instructions: writeInstructions(about, planned, mayEnable),
      mayEnable,
      logs: offer.hasCode,
      list: tools.list,
      call,
      ...(hasMore && { extend }),
    };
  }

  async function serve({ mayChange = false }: Connection = {}): Promise<Served> {
    return mayChange && (await plan()).isDynamic ? growing() : fixed();
  }

  return {
    summary: async () => {
      await (await fixed()).extend?.();
      return (await plan()).summary;
    },
    serve,
    createServer: (connection) => createServer(catalog.api, settings, () => serve(connection), isPrivate),
  };
}

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
  { name, title, version }: ApiInfo,
  { pageSize }: Settings,
  serve: () => Promise<Served>,
  isPrivate: boolean,
): Promise<Server> {
  const { instructions, mayEnable, logs, extend } = await serve();
  const cacheHint = { ttlMs, cacheScope: isPrivate ? ('private' as const) : ('public' as const) };
  const server = new Server(
    { name, title, version },
    {
      capabilities: { tools: mayEnable ? { listChanged: true } : {}, ...(logs && { logging: {} }) },
      instructions,
      cacheHints: Object.fromEntries(lists.map((method) => [method, cacheHint])),
    },
  );
  for (const add of (await extend?.()) ?? []) add(server);
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
      const { answerCall } = await loadAnswer();
      const { call } = await serve();
      return answerCall(server, params, context, (circumstances) =>
        call(params.name, params.arguments, { ...circumstances, enable }),
      );
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
