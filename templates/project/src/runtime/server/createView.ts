import { isDeepStrictEqual } from 'node:util';
import type { Server, ServerEventBus } from '@modelcontextprotocol/server';
import type { Call } from '../call/createCaller.js';
import type { AnyCustomization } from '../customize.js';
import type { App, DynamicTools, Served, ServerFeatures, ToolCallOptions, View } from '../extensions.js';
import type { Connection } from '../features.js';
import { importOnce, loadPart, once } from '../memo.js';
import type { Offer } from '../offer/createOffer.js';
import type { Environment, Settings } from '../settings.js';
import type { ApiInfo, Catalog, Toolset } from '../tool.js';
import { mockNotice, type Plan, planView, writeInstructions } from '../planView.js';
import { refuseUnserved } from './refuseUnserved.js';

/** What the views of a server share. */
interface ViewParts {
  catalog: Catalog;
  settings: Settings;
  offer: Offer;
  caller: () => Promise<Call>;
  /** Whether it is for somebody who has proved who they are: others may see something else. */
  isPrivate: boolean;
  custom: AnyCustomization;
  features: () => Promise<ServerFeatures>;
  env: Environment;
}

/** The protocol's side, with the SDK: lists are made without it. */
export const loadServing = importOnce(() => import('./createServer.js'));

/** Serves some toolsets; what its servers share is made once, when the first of them is. */
export function createView(parts: ViewParts, toolsets: readonly Toolset[]): View {
  const { catalog, settings, offer, caller, isPrivate, custom } = parts;
  const { instructions, listLimit } = catalog.api;
  const about = settings.mock ? `${mockNotice} ${instructions}` : instructions;
  const plan = once(async () => {
    const { dynamic: load } = settings.mode === 'list' ? {} : await parts.features();
    const dynamic = load && (await loadPart(load, 'dynamic'));
    return planView(offer, toolsets, settings, { limit: listLimit, mayBeEmpty: isPrivate, dynamic });
  });
  const fixed = once(async () => prepare(await plan(), false));
  const growing = once(async () => prepare(await plan(), true));

  function prepare(planned: Plan, mayEnable: boolean): Served {
    const shared = { catalog, offer, settings, toolsets: planned.toolsets, mayEnable, caller };
    const tools = planned.dynamic?.serveDynamic(shared) ?? listAll(offer, planned, catalog.api);

    async function call(name: string, args: unknown, options: ToolCallOptions) {
      const byName = tools.findCall(name);
      if (byName !== undefined) return byName(args, options);
      const offered = await tools.find(name);
      return offered && (await caller())(offered, args, options);
    }

    const extend = once(async () => {
      const { extensions } = refuseUnserved(custom, catalog, await parts.features());
      const { loadExtensions } = await loadPart(extensions, 'extensions');
      const { pageAt: cutPage } = await loadServing();
      return loadExtensions({ ...parts, toolsets, find: tools.find, cutPage });
    });
    const { add = {}, resources = catalog.resources, prompts = catalog.prompts } = custom;
    const hasMore =
      [resources, prompts, catalog.tasks, catalog.telemetry, catalog.skills].some(Boolean) ||
      Object.values(add).some(({ task }) => task);
    return {
      instructions: writeInstructions(about, planned, mayEnable),
      mayEnable,
      variesByClient: planned.dynamic !== undefined && settings.mode === 'auto',
      logs: offer.hasCode,
      list: tools.list,
      call,
      ...(hasMore && { extend }),
    };
  }

  async function serve({ mayChange = false }: Connection = {}): Promise<Served> {
    return mayChange && (await plan()).dynamic !== undefined ? growing() : fixed();
  }

  return {
    summary: async () => {
      if (custom.beforeSend !== undefined) refuseUnserved(custom, catalog, await parts.features());
      await (await fixed()).extend?.();
      return (await plan()).summary;
    },
    serve,
    ...(catalog.api.routing && {
      findMismatch: async (message: unknown, headers: Headers) => {
        const check = await loadPart((await parts.features()).routing, 'routing');
        const { list } = await fixed();
        return check((client) => list(new Set(), client), message, headers);
      },
    }),
    createServer: async (connection) => {
      const { createServer } = await loadServing();
      return createServer(catalog.api, settings, () => serve(connection), isPrivate, connection);
    },
  };
}

/** The tools of a view that are all listed. */
function listAll(offer: Offer, { toolsets }: Plan, { formerNames = {} }: ApiInfo): DynamicTools {
  const all = once(async () => {
    const tools = await Promise.all(toolsets.map(({ toolset }) => offer.toolsOf(toolset)));
    return new Map([...tools, offer.own].flatMap((some) => Array.from(some)));
  });
  const listed = once(async () => [...(await all()).values()].map((one) => one.listed));
  const find = async (name: string) => (await all()).get(name) ?? (await all()).get(formerNames[name] ?? '');
  return { list: listed, find, findCall: () => undefined };
}

/** An app that another takes the place of while it runs. */
export interface LiveApp extends App {
  /** Serves another app from now on, and tells every client whose list is another by it. */
  replace: (next: App) => Promise<void>;
}

/** A client that is to hear when its list is another. */
interface Follower {
  /** What it was given; nothing where it has not asked. */
  given: Promise<unknown> | undefined;
  /** What it would be given now. */
  list: () => Promise<unknown>;
  tell: () => void;
}

/** Makes an app that can be replaced; connections that are open stay so. */
export function createLiveApp(initial: App): LiveApp {
  let current = initial;
  const followers = new Set<Follower>();

  /** A server that answers with what there is at the time; those that are kept are told of changes. */
  async function createFollowing(
    view: () => View,
    connection: Connection | undefined,
    isPrivate: boolean,
  ): Promise<Server> {
    let asked: Parameters<Served['list']> = [new Set()];
    const list = async () => (await view().serve(connection)).list(...asked);
    const follower: Follower = {
      given: undefined,
      list,
      // A client that is gone need not hear of it.
      tell: () => void server.sendToolListChanged().catch(() => {}),
    };
    const listNow: Served['list'] = (...now) => {
      asked = now;
      const tools = list();
      follower.given = ignoreFailure(tools);
      return tools;
    };
    const serve = async () => ({ ...(await view().serve(connection)), list: listNow });
    const { createServer } = await loadServing();
    const server = await createServer(current.api, current.settings, serve, isPrivate, connection);
    server.registerCapabilities({ tools: { listChanged: true } });
    if (connection === undefined) return server;
    followers.add(follower);
    return Object.assign(server, { onclose: () => followers.delete(follower) });
  }

  /** Tells clients of protocol 2026-07-28 over HTTP, by way of the streams that they listen to. */
  function createChanges(view: () => View): ServerEventBus {
    const list = async () => (await view().serve()).list(new Set());
    return {
      publish: () => {},
      subscribe: (listener) => {
        const tell = () => listener({ kind: 'tools_list_changed' });
        const follower = { given: ignoreFailure(list()), list, tell };
        followers.add(follower);
        return () => followers.delete(follower);
      },
    };
  }

  return {
    get api() {
      return current.api;
    },
    settings: initial.settings,
    get sealsState() {
      return current.sealsState;
    },
    features: () => current.features(),
    env: initial.env,
    get offer() {
      return current.offer;
    },
    view: (toolsets, scope) => {
      const view = () => current.view(toolsets, scope);
      // Throws where there is no such view.
      view();
      return {
        summary: () => view().summary(),
        serve: (connection) => view().serve(connection),
        createServer: (connection) => createFollowing(view, connection, scope !== undefined),
        changes: createChanges(view),
        findMismatch: async (message, headers) => view().findMismatch?.(message, headers),
      };
    },
    replace: async (next) => {
      current = next;
      await Promise.all([...followers].map(renew));
    },
  };
}

/** Looks at the list of a client again, and tells it where it is another. */
async function renew(follower: Follower): Promise<void> {
  const { given } = follower;
  if (given === undefined) return;
  follower.given = ignoreFailure(follower.list());
  if (!isDeepStrictEqual(await given, await follower.given)) follower.tell();
}

/** The same list, or nothing where it cannot be had: a toolset may be there no more. */
function ignoreFailure(list: Promise<unknown>): Promise<unknown> {
  return list.catch(() => undefined);
}
