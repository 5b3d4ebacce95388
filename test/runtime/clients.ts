import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

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
  close: () => Promise<void>;
}

export const dialects = ['SDK v1', 'SDK v2, legacy', 'SDK v2, modern'] as const;
export type Dialect = (typeof dialects)[number];

/** Connects the official client of a generation and an era to a server over stdio. */
export function connectStdio(
  dialect: Dialect,
  folder: string,
  env: Record<string, string>,
): Promise<AnyClient> {
  const parameters = {
    command: process.execPath,
    args: ['dist/stdio.js'],
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', EXAMPLE_API_KEY: 'test-key', ...env },
    stderr: 'ignore' as const,
  };
  return connect(dialect, dialect === 'SDK v1' ? new StdioV1(parameters) : new StdioV2(parameters));
}

/** Connects the official client of a generation and an era to a server over HTTP. */
export function connectHttp(dialect: Dialect, url: string): Promise<AnyClient> {
  return connect(dialect, dialect === 'SDK v1' ? new HttpV1(new URL(url)) : new HttpV2(new URL(url)));
}

async function connect(dialect: Dialect, transport: unknown): Promise<AnyClient> {
  const identity = { name: 'test', version: '1.0.0' };
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity);
    await client.connect(transport as Parameters<ClientV1['connect']>[0]);
    return client as unknown as AnyClient;
  }
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(transport as Parameters<ClientV2['connect']>[0]);
  const adapted: Pick<AnyClient, 'callTool'> = {
    callTool: (request, _schema, options) =>
      client.callTool(request, options) as ReturnType<AnyClient['callTool']>,
  };
  return {
    ...adapted,
    listTools: () => client.listTools() as ReturnType<AnyClient['listTools']>,
    close: () => client.close(),
  };
}
