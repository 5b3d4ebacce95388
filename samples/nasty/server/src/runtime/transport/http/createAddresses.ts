import { type McpHttpHandler, createMcpHandler } from '@modelcontextprotocol/server';
import type { App, View } from '../../server/app.js';

/** Where clients connect to. */
export interface Address {
  /** The same for every way to write the address. */
  key: string;
  view: View;
  /** Answers what needs no session. */
  mcp: McpHttpHandler;
}

export interface Addresses {
  /**
   * The address that a request's target names; nothing where it is none of this server's.
   *
   * @throws SetupError where it names a toolset that is not there.
   */
  find: (target: string) => Address | undefined;
  /** Ends what is in flight or listened to. */
  close: () => Promise<void>;
}

/** The path of everything that is offered. */
const root = '/mcp';
const longestPath = 4_000;
/** Addresses whose handlers are kept. Toolsets can be put together in more ways than could be. */
const mostKept = 100;

/** The addresses of a server: `/mcp` for all that is offered, `/mcp/<toolset>[,<toolset>]` for some of it. */
export function createAddresses(app: App, onerror: (error: Error) => void): Addresses {
  const handlers = new Map<string, McpHttpHandler>();

  function handlerOf(key: string, view: View): McpHttpHandler {
    const known = handlers.get(key);
    if (known !== undefined) return known;
    const [oldest = ''] = handlers.keys();
    if (handlers.size >= mostKept) handlers.delete(oldest);
    const bus = view.changes && { bus: view.changes };
    const handler = createMcpHandler(() => view.createServer(), { onerror, ...bus });
    handlers.set(key, handler);
    return handler;
  }

  return {
    find: (target) => {
      const toolsets = readToolsets(target);
      if (toolsets === undefined) return undefined;
      const view = app.view(toolsets.length === 0 ? undefined : toolsets);
      const key = toolsets.join(',');
      return { key, view, mcp: handlerOf(key, view) };
    },
    close: async () => {
      await Promise.all([...handlers.values()].map((handler) => handler.close()));
    },
  };
}

/** The toolsets that a target names, each once and in one order; none of them stands for all. */
function readToolsets(target: string): readonly string[] | undefined {
  const [path = ''] = target.split('?');
  if (path === root) return [];
  if (!path.startsWith(`${root}/`) || path.length > longestPath) return undefined;
  const names = tryDecode(path.slice(root.length + 1))?.split(',');
  return names === undefined || names.includes('') ? undefined : [...new Set(names)].toSorted();
}

function tryDecode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
