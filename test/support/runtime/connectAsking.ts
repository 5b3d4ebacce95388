import { Client as ClientV2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { InMemoryTransport, createMcpHandler } from '@modelcontextprotocol/server';
import type { View } from '../../../templates/project/src/runtime/extensions.js';
import type { Dialect } from './clients.js';

/** What a client asks of its user, as it comes. */
export interface Asked {
  message: string;
  requestedSchema: { properties: Record<string, unknown>; required?: string[] };
}

/** What the user answers. */
export type Reply =
  | { action: 'accept'; content: Record<string, string | number | boolean | string[]> }
  | { action: 'decline' | 'cancel' };

const identity = { name: 'test', version: '1.0.0' };

/** Connects an official client with a user, who answers as `reply` does, to a view, without a network. */
export async function connectAsking(view: View, dialect: Dialect, reply: (asked: Asked) => Reply) {
  const asked: Asked[] = [];
  const answer = (params: unknown) => {
    asked.push(params as Asked);
    return Promise.resolve(reply(params as Asked));
  };
  const client = await connect(view, dialect, answer);
  return {
    asked,
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args });
      const texts = (content as { text: string }[]).map(({ text }) => text);
      return { text: texts.join('\n'), isError };
    },
    close: () => client.close(),
  };
}

async function connect(view: View, dialect: Dialect, answer: (params: unknown) => Promise<Reply>) {
  const capabilities = { elicitation: {} };
  if (dialect === 'SDK v1') {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await (await view.createServer()).connect(far);
    const client = new ClientV1(identity, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => answer(params));
    await client.connect(near as Parameters<ClientV1['connect']>[0]);
    return client;
  }
  const isModern = dialect === 'SDK v2, modern';
  const mode = isModern ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', ({ params }) => answer(params));
  if (isModern) {
    const handler = createMcpHandler(() => view.createServer());
    const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
    await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }));
  } else {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await (await view.createServer()).connect(far);
    await client.connect(near);
  }
  return client;
}
