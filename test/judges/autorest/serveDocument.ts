import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { type CallToolResult, InMemoryTransport } from '@modelcontextprotocol/server';
import {
  type DocumentInspection as Inspection,
  inspectDocument as inspect,
} from '../../../generator/inspectDocument.js';
import { type Config, defaults } from '../../../generator/model/config.js';
import { toCatalog } from '../../../generator/toCatalog.js';
import { createApp } from '../../../templates/project/src/server.js';
import { keepCookies, needCookies } from './keepCookies.js';
import type { Calls } from './readCalls.js';
import { type Judge, documents } from './startJudge.js';

/** The server of one document, running. */
export interface Served {
  inspection: Inspection;
  /** Calls the tool of an operation. */
  call: (operationId: string, args: Record<string, unknown>) => Promise<CallToolResult>;
  close: () => Promise<void>;
}

/** Makes a server of one of the judge's documents, and connects the official client to it. */
export async function serveDocument(
  judge: Judge,
  { document, env = {}, base = '' }: Omit<Calls, 'calls'>,
  tools: Config['tools'] = {},
): Promise<Served> {
  const text = await readFile(join(documents, `${document}.json`), 'utf8');
  const config = { ...defaults, baseUrl: judge.origin + base, tools };
  const inspection = await inspect('-', config, { readStdin: () => Promise.resolve(text) });
  const { api, server } = inspection;
  const names = new Map(
    server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool, pointer }) => [pointer, tool.name])),
  );
  const toolOf = new Map(api.operations.map(({ operationId, pointer }) => [operationId, names.get(pointer)]));
  const app = createApp({
    catalog: toCatalog(server),
    env: { MCP_MODE: 'list', ...env },
    ...(needCookies.includes(document) && { fetch: keepCookies(globalThis.fetch) }),
    pollMs: 1,
  });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await app.view().createServer()).connect(far);
  await client.connect(near);
  // The client then checks what is answered against the output schemas.
  await client.listTools();
  return {
    inspection,
    call: async (operationId, args) => {
      const tool = toolOf.get(operationId);
      if (tool === undefined) throw new Error(`there is no tool for ${operationId}`);
      return (await client.callTool({ name: tool, arguments: args })) as CallToolResult;
    },
    close: () => client.close(),
  };
}
