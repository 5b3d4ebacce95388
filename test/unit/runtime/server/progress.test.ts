import { Client as ClientV2, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { gzipSync } from 'node:zlib';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createProgress } from '../../../../templates/project/src/runtime/server/createServer.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Dialect, dialects } from '../../../support/runtime/clients.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let answer: Answer;
let upstream: Upstream;
let server: HttpServer;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => answer(request, response));
  const catalog = makeCatalog([makeTool({})], { api: { servers: [{ url: upstream.url }] } });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined };
  server = await serveOverHttp(createApp({ catalog, env: {} }), local);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await upstream.close();
});

/** What the clock is ahead by: the time between two notifications is passed, not waited for. */
let aheadMs = 0;
const now = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);

const size = 20 * 1024;

/** Answers with 20 KB in pieces, for which the clock goes on by more than is between two notifications. */
function slowly(headers: Record<string, string>, body = Buffer.alloc(size, 'x')): Answer {
  return async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', ...headers });
    const piece = Math.ceil(body.length / 10);
    for (let from = 0; from < body.length; from += piece) {
      aheadMs += 100;
      await new Promise((resolve) => response.write(body.subarray(from, from + piece), resolve));
      await setImmediate();
    }
    response.end();
  };
}

interface Tick {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

/** Makes a call with a client of a generation that wants to know, or not, how it goes. */
async function call(dialect: Dialect, asks = true): Promise<{ ticks: Tick[]; text: string }> {
  const identity = { name: 'test', version: '1.0.0' };
  const ticks: Tick[] = [];
  const options = asks ? { onprogress: (tick: Tick) => void ticks.push(tick) } : {};
  const request = { name: 'the_tool', arguments: {} };
  const url = new URL(server.url);
  if (dialect === 'SDK v1') {
    const client = new ClientV1(identity);
    await client.connect(new HttpV1(url) as Parameters<ClientV1['connect']>[0]);
    const { content } = await client.callTool(request, undefined, options);
    await client.close();
    return { ticks, text: (content as { text: string }[])[0]?.text ?? '' };
  }
  const mode = dialect === 'SDK v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { content } = await client.callTool(request, options);
  await client.close();
  return { ticks, text: (content as { text: string }[])[0]?.text ?? '' };
}

describe.each(dialects)('%s', (dialect) => {
  test('is told how much has come, and of how much', async () => {
    answer = slowly({ 'content-length': String(size) });
    const { ticks, text } = await call(dialect);
    expect(text).toHaveLength(size);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThan(10);
    const progress = ticks.map((tick) => tick.progress);
    expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
    expect(ticks[0]).toMatchObject({
      total: size,
      message: expect.stringMatching(/^[\d.]+ (bytes|KB) of 20 KB received$/) as string,
    });
  });

  test('is told of no total where there is none to be known', async () => {
    const packed = gzipSync(Buffer.from(Array.from({ length: size }, () => Math.random() * 256)));
    answer = slowly({ 'content-encoding': 'gzip', 'content-length': String(packed.length) }, packed);
    const { ticks } = await call(dialect);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks[0]).not.toHaveProperty('total');
    expect(ticks[0]?.message).toMatch(/^[\d.]+ (bytes|KB) received$/);
  });

  test('is told nothing where it does not ask, or the answer comes at once', async () => {
    answer = slowly({});
    expect((await call(dialect, false)).text).toHaveLength(size);
    answer = (_request, response) => response.end('fine');
    expect(await call(dialect)).toEqual({ ticks: [], text: 'fine' });
  });
});

describe('of protocol 2025-11-25', () => {
  const params = { name: 'the_tool', arguments: {}, _meta: { progressToken: 1 } };
  const body = JSON.stringify([{ jsonrpc: '2.0', id: 1, method: 'tools/call', params }]);
  const post = (accept: string, signal?: AbortSignal) => {
    const headers = { accept, 'content-type': 'application/json' };
    return fetch(server.url, { method: 'POST', headers, body, ...(signal && { signal }) });
  };

  test('a client that takes no stream is told nothing, and gets its result', async () => {
    answer = slowly({});
    const response = await post('application/json');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ type: 'text' }] } });
  });

  test('a client that goes away in the midst of it aborts the request to the API', async () => {
    answer = (_request, response) => {
      // The head of the stream is sent with the first notification.
      aheadMs += 600;
      response.writeHead(200, { 'content-type': 'text/plain' }).write('x');
    };
    const controller = new AbortController();
    const got = upstream.next();
    const response = await post('application/json, text/event-stream', controller.signal);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    const { aborted } = await got;
    controller.abort();
    await aborted;
  });
});

test('progress grows, also where an answer is sent again, and nobody minds a client that has gone', () => {
  const told: unknown[] = [];
  const report = createProgress(
    'token',
    ({ params }) => {
      told.push(params);
      return Promise.reject(new Error('gone'));
    },
    0,
  );
  for (const received of [10, 20, 5, 20, 21]) report(received, 100);
  expect(told).toEqual(
    [10, 20, 21].map((progress) => ({
      progressToken: 'token',
      progress,
      total: 100,
      message: `${progress} bytes of 100 bytes received`,
    })),
  );
});
