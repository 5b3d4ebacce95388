import type { Connection } from '../../../templates/project/src/runtime/features.js';
import { Client as ClientV2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport, createMcpHandler } from '@modelcontextprotocol/server';
import type { ListedTool } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type { View } from '../../../templates/project/src/runtime/extensions.js';
import { type Dialect, dialects } from './clients.js';

interface CallOptions {
  signal?: AbortSignal;
  /** Told that something of the answer has come. */
  onprogress?: () => void;
}

/** What a test asks of a client of any generation. */
export interface ViewClient {
  instructions: string;
  capabilities: unknown;
  list: () => Promise<ListedTool[]>;
  names: () => Promise<string[]>;
  call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Answer>;
  close: () => Promise<void>;
}

export interface Answer {
  text: string;
  isError: boolean;
  structuredContent: unknown;
}

export { dialects, type Dialect };

/** Connects an official client to a view, without a network; `self` is what it calls itself. */
export async function connectView(
  view: View,
  dialect: Dialect = 'SDK v1',
  connection: Connection = {},
  self = 'test',
): Promise<ViewClient> {
  const client = await connect(view, dialect, connection, self);
  const list = async () => (await client.listTools()).tools as unknown as ListedTool[];
  return {
    instructions: client.getInstructions() ?? '',
    capabilities: client.getServerCapabilities(),
    list,
    names: async () => (await list()).map(({ name }) => name),
    call: async (name, args = {}, options = undefined) => {
      const request = { name, arguments: args };
      const { content, isError, structuredContent } = await (client instanceof ClientV1
        ? client.callTool(request, undefined, options)
        : client.callTool(request, options));
      const texts = (content as { text: string }[]).map(({ text }) => text);
      return { text: texts.join('\n'), isError: isError === true, structuredContent };
    },
    close: () => client.close(),
  };
}

async function connect(
  view: View,
  dialect: Dialect,
  connection: Connection,
  name: string,
): Promise<ClientV1 | ClientV2> {
  const identity = { name, version: '1.0.0' };
  if (dialect === 'SDK v2, modern') {
    const handler = createMcpHandler(() => view.createServer(connection));
    const client = new ClientV2(identity, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }));
    return client;
  }
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await view.createServer(connection)).connect(far);
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity);
    await client.connect(near as Parameters<ClientV1['connect']>[0]);
    return client;
  }
  const client = new ClientV2(identity, { versionNegotiation: { mode: 'legacy' } });
  await client.connect(near);
  return client;
}
