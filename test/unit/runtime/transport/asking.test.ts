import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { message, messageOf, post } from '../../../support/runtime/wire.js';

const identity = { name: 'test', version: '1.0.0' };
const capabilities = { elicitation: {} };
const tool = {
  ...makeTool({ name: 'clear', method: 'DELETE', path: '/things' }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  consent: { confirm: true, otherwise: 'refuse' } as const,
};
let upstream: Upstream;
let server: HttpServer;

async function serve(env: object = {}): Promise<HttpServer> {
  const app = createApp({ catalog: makeCatalog([tool]), env: { TEST_BASE_URL: upstream.url, ...env } });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false };
  return serveOverHttp(app, { ...local, log: () => {} });
}

beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(204).end());
  server = await serve({ MCP_SESSIONS: 'true' });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});
beforeEach(() => {
  upstream.got.length = 0;
});

/** Connects an official client over HTTP, whose user agrees or not. */
async function connect(kind: 'v1' | 'v2 legacy' | 'v2 modern', url: string, agrees: boolean) {
  const reply = { action: 'accept' as const, content: { confirm: agrees } };
  if (kind === 'v1') {
    const client = new ClientV1(identity, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, () => reply);
    await client.connect(new HttpV1(new URL(url)) as Parameters<ClientV1['connect']>[0]);
    return client;
  }
  const mode = kind === 'v2 legacy' ? 'legacy' : ({ pin: '2026-07-28' } as const);
  const client = new ClientV2(identity, { capabilities, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', () => Promise.resolve(reply));
  await client.connect(new HttpV2(new URL(url)));
  return client;
}

describe('over HTTP the user is asked', () => {
  test.each(['v1', 'v2 legacy', 'v2 modern'] as const)('through SDK %s', async (kind) => {
    const agreeing = await connect(kind, server.url, true);
    expect((await agreeing.callTool({ name: 'clear', arguments: {} })).isError).not.toBe(true);
    expect(upstream.got).toHaveLength(1);
    const declining = await connect(kind, server.url, false);
    const { content } = await declining.callTool({ name: 'clear', arguments: {} });
    expect(JSON.stringify(content)).toContain('The user declined');
    expect(upstream.got).toHaveLength(1);
    await Promise.all([agreeing.close(), declining.close()]);
  });

  test('but not where there are no sessions, for clients of protocol 2025-11-25: they are told so', async () => {
    const stateless = await serve();
    const client = await connect('v1', stateless.url, true);
    const { content } = await client.callTool({ name: 'clear', arguments: {} });
    expect(JSON.stringify(content)).toContain('this client cannot ask them');
    expect(upstream.got).toEqual([]);
    await client.close();
    await stateless.close();
  });

  test('but not where a session has no stream of notifications: the call fails in words', async () => {
    const params = { protocolVersion: '2025-11-25', capabilities, clientInfo: identity };
    const begun = await post({ url: server.url, body: message('initialize', params, 0) });
    const headers = { 'mcp-session-id': String(begun.headers['mcp-session-id']) };
    const body = message('tools/call', { name: 'clear', arguments: {} });
    const answer = await post({ url: server.url, headers, body });
    expect(JSON.stringify(messageOf(answer))).toContain('has opened no stream over which it could be asked');
    expect(upstream.got).toEqual([]);
  });
});
