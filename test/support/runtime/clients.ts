import { EventEmitter, once } from 'node:events';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';

/** What the tests need of a client, whatever its generation. */
export interface AnyClient {
  listTools: () => Promise<{ tools: { name: string; annotations?: { title?: string } }[] }>;
  callTool: (
    request: { name: string; arguments: Record<string, unknown> },
    schema?: undefined,
    options?: { signal: AbortSignal },
  ) => Promise<{
    content: { type: string; text?: string }[];
    isError?: boolean;
    structuredContent?: unknown;
  }>;
  /** Resolves when the next announcement comes that the list has changed. */
  nextChange: () => Promise<void>;
  /** How many such announcements have come. */
  changes: () => number;
  close: () => Promise<void>;
}

export const dialects = ['SDK v1', 'SDK v2, legacy', 'SDK v2, modern'] as const;
export type Dialect = (typeof dialects)[number];

/** Connects the official client of a generation and an era to a server over stdio. */
export function connectStdio(
  dialect: Dialect,
  folder: string,
  env: Record<string, string>,
  args: string[] = ['dist/stdio.js'],
): Promise<AnyClient> {
  const parameters = {
    command: process.execPath,
    args,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', EXAMPLE_API_KEY: 'test-key', ...env },
    stderr: 'ignore' as const,
  };
  return connect(dialect, dialect === 'SDK v1' ? new StdioV1(parameters) : new StdioV2(parameters));
}

/** Connects the official client of a generation and an era to a server over HTTP. */
export async function connectHttp(dialect: Dialect, url: string): Promise<AnyClient> {
  const requests = new EventEmitter();
  const listening = once(requests, 'GET');
  const options = {
    fetch: async (to: string | URL, init?: RequestInit) => {
      const response = await fetch(to, init);
      requests.emit(init?.method ?? 'GET');
      return response;
    },
  };
  const target = new URL(url);
  const isV1 = dialect === 'SDK v1';
  const client = await connect(dialect, isV1 ? new HttpV1(target, options) : new HttpV2(target, options));
  // Clients of older protocols ask for notifications once they are connected, or are told that there are none.
  if (dialect !== 'SDK v2, modern') await listening;
  return client;
}

async function connect(dialect: Dialect, transport: unknown): Promise<AnyClient> {
  const identity = { name: 'test', version: '1.0.0' };
  const waiting: (() => void)[] = [];
  let count = 0;
  const onChanged = () => {
    count += 1;
    waiting.splice(0).forEach((resolve) => resolve());
  };
  const changes: Pick<AnyClient, 'nextChange' | 'changes'> = {
    nextChange: () => new Promise((resolve) => waiting.push(resolve)),
    changes: () => count,
  };
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity);
    client.setNotificationHandler(ToolListChangedNotificationSchema, onChanged);
    await client.connect(transport as Parameters<ClientV1['connect']>[0]);
    return Object.assign(client as unknown as AnyClient, changes);
  }
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  // On a modern connection this subscribes, where the server says that the list may change.
  const listChanged = { tools: { onChanged, autoRefresh: false, debounceMs: 0 } };
  const client = new ClientV2(identity, { versionNegotiation: { mode }, listChanged });
  await client.connect(transport as Parameters<ClientV2['connect']>[0]);
  const adapted: Pick<AnyClient, 'callTool'> = {
    callTool: (request, _schema, options) =>
      client.callTool(request, options) as ReturnType<AnyClient['callTool']>,
  };
  return {
    ...adapted,
    ...changes,
    // A client that knows the list keeps it for as long as the server allows.
    listTools: () =>
      client.listTools(undefined, { cacheMode: 'refresh' }) as ReturnType<AnyClient['listTools']>,
    close: () => client.close(),
  };
}
