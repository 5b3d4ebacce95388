import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import type { App } from './runtime/app.js';
import type { AnyCustomization } from './runtime/customize.js';
import { readSettings, type Environment } from './runtime/environment.js';
import { offerTools } from './runtime/offerTools.js';
import { pageOf } from './runtime/pageOf.js';
import { readTrace } from './runtime/readTrace.js';
import type { Catalog } from './runtime/tool.js';

/** What a server is made of. */
export interface AppParts {
  catalog: Catalog;
  custom?: AnyCustomization;
  env: Environment;
  fetch?: typeof globalThis.fetch;
}

/** Puts a server together. */
export function createApp({ catalog, custom = {}, env, fetch = globalThis.fetch }: AppParts): App {
  const { api } = catalog;
  const settings = readSettings(env);
  const tools = once(() => offerTools(catalog, custom));
  const listed = once(async () => [...(await tools()).values()].map((offered) => offered.listed));
  const caller = once(async () => {
    const { createCaller } = await import('./runtime/createCaller.js');
    return createCaller({ catalog, env, fetch, timeoutMs: settings.timeoutMs });
  });

  function createServer(): Server {
    const { name, title, version, instructions } = api;
    const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;
    const server = new Server(
      { name, title, version },
      {
        capabilities: { tools: {} },
        instructions,
        cacheHints: { 'tools/list': cacheHint, 'server/discover': cacheHint },
      },
    );
    server.setRequestHandler('tools/list', async ({ params }) =>
      pageOf(await listed(), params?.cursor, settings.pageSize),
    );
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq, http }) => {
      const offered = (await tools()).get(params.name);
      if (offered === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
      }
      const call = await caller();
      const trace = readTrace(mcpReq['_meta'], http?.req?.headers);
      const result = await call(offered, params.arguments, { signal: mcpReq.signal, trace });
      return server.projectCallToolResult(result, undefined);
    });
    return server;
  }
  return { api, settings, tools, createServer };
}

/** Computes a value when it is first asked for, and keeps it. */
function once<T>(compute: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= compute());
}
