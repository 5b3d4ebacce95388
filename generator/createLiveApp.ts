import { isDeepStrictEqual } from 'node:util';
import type { Server, ServerEventBus } from '@modelcontextprotocol/server';
import type { App, Connection, View } from '../templates/project/src/runtime/server/app.js';
import { createServer } from '../templates/project/src/runtime/server/createView.js';

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
    let enabled: ReadonlySet<string> = new Set();
    const list = async () => (await view().serve(connection)).list(enabled);
    const follower: Follower = {
      given: undefined,
      list,
      // A client that is gone need not hear of it.
      tell: () => void server.sendToolListChanged().catch(() => {}),
    };
    const listNow = (toolsets: ReadonlySet<string>) => {
      enabled = toolsets;
      const tools = list();
      follower.given = ignoreFailure(tools);
      return tools;
    };
    const serve = async () => ({ ...(await view().serve(connection)), list: listNow });
    const server = await createServer(current.api, current.settings, serve, isPrivate);
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
