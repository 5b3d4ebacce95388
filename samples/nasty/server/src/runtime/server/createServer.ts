import { type ProgressToken, Server } from '@modelcontextprotocol/server';
import { readTrace } from '../call/readTrace.js';
import type { OnProgress } from '../http/send.js';
import type { Settings } from '../settings.js';
import type { ApiInfo } from '../tool.js';
import type { Served } from './app.js';
import type { Notify } from './createProgress.js';
import { pageOf } from './createToolList.js';

const cacheHint = { ttlMs: 300_000, cacheScope: 'public' } as const;

/** Makes the protocol's side of what `serve` gives. */
export async function createServer(
  { name, title, version }: ApiInfo,
  { pageSize }: Settings,
  serve: () => Promise<Served>,
): Promise<Server> {
  const { instructions, mayEnable } = await serve();
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
    return pageOf(await list(enabled), params?.cursor, pageSize);
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq, http }) => {
    const { call } = await serve();
    const trace = readTrace(mcpReq['_meta'], http?.req?.headers);
    const token = mcpReq['_meta']?.progressToken;
    const onProgress = token === undefined ? undefined : await reportTo(token, mcpReq.notify);
    const circumstances = { signal: mcpReq.signal, trace, enable, onProgress };
    const result = await call(params.name, params.arguments, circumstances);
    return server.projectCallToolResult(result, undefined);
  });
  return server;
}

async function reportTo(token: ProgressToken, notify: Notify): Promise<OnProgress> {
  const { createProgress } = await import('./createProgress.js');
  return createProgress(token, notify);
}
