import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import { NoResponseError } from '../../../../templates/project/src/runtime/errors.js';
import {
  HeaderMap,
  type Outgoing,
  type Reply,
  Stop,
} from '../../../../templates/project/src/runtime/request/outgoing.js';
import { watchExchange } from '../../../../templates/project/src/runtime/telemetry/watchExchange.js';
import type { Method } from '../../../../templates/project/src/runtime/tool.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { recordTelemetry } from './recordTelemetry.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    if (url.includes('/hang')) return;
    const status = url.includes('/missing') ? 404 : 200;
    if (url.endsWith('/moved')) response.writeHead(302, { location: '/v1/elsewhere' }).end();
    else response.writeHead(status, { 'content-type': 'application/json' }).end('{"fine":true}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const secret = 'secret-token-4711';
const value = 'value-of-an-argument';
const parent = { id: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };
const traceparent = `00-${parent.id}-${parent.span}-01`;
const meta = { traceparent, tracestate: 'vendor=one', baggage: 'tenant=7' };

const tools = [
  makeTool({
    name: 'get_pet',
    path: '/pets/{petId}?fixed=1',
    parameters: [
      makeParameter({ name: 'petId', argument: 'petId', in: 'path' }),
      makeParameter({ name: 'q', argument: 'q' }),
    ],
    security: [{ token: [] }],
  }),
  makeTool({ name: 'get_missing', path: '/missing' }),
  makeTool({ name: 'get_moved', path: '/moved' }),
  makeTool({ name: 'wait_long', path: '/hang' }),
];
const custom: AnyCustomization = {
  add: {
    own_work: {
      title: 'Own work',
      description: 'Begins a span of its own.',
      inputSchema: { type: 'object' },
      call: async (_args, means) => {
        const span = trace.getTracer('own').startSpan('own');
        await context
          .with(trace.setSpan(context.active(), span), () => means.call('get_missing', {}))
          .catch(() => {});
        span.end();
        return 'Done.';
      },
    },
  },
};

function makeApp(env: Record<string, string> = {}) {
  const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
  const catalog = makeCatalog(tools, { api: { servers: [{ url: `${upstream.url}/v1` }], auth } });
  return createApp({
    catalog: { ...catalog, telemetry: true },
    custom,
    env: { TEST_TOKEN: secret, MCP_RETRIES: '0', ...env },
    backoffMs: 1,
  });
}

/** How an official client is connected. */
type Way = 'stdio' | 'stdio, modern' | 'http' | 'http, modern' | 'http, session';
const ways: readonly Way[] = ['stdio', 'stdio, modern', 'http', 'http, modern', 'http, session'];
const versionOf = (way: Way) => (way.endsWith('modern') ? '2026-07-28' : '2025-11-25');

/** Connects an official client to a server over a pair of streams or over HTTP. */
async function connect(way: Way, env: Record<string, string> = {}) {
  const mode = way.endsWith('modern') ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  if (way.startsWith('stdio')) {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { finished } = serveOverStdio(makeApp(env), { input, output, log: () => {} });
    await client.connect(toTransport(input, output));
    return { client, close: () => client.close().then(() => finished) };
  }
  const sessions = { MCP_SESSIONS: String(way === 'http, session') };
  const server = await serveOverHttp(makeApp({ ...env, ...sessions }), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => {},
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
  return { client, close: () => client.close().then(() => server.close()) };
}

/** The client's side of two streams, as of a process that it started. */
function toTransport(input: PassThrough, output: PassThrough): Transport {
  const transport: Transport = {
    start: async () => {
      createInterface(output).on('line', (line) => transport.onmessage?.(JSON.parse(line)));
    },
    send: async (message) => void input.write(`${JSON.stringify(message)}\n`),
    close: async () => {
      input.end();
      transport.onclose?.();
    },
  };
  return transport;
}

/** What a tool answers; an error of the protocol is thrown. */
async function call(client: Client, name: string, args: object = {}, _meta?: object) {
  return client.callTool({ name, arguments: { ...args }, ...(_meta && { _meta: { ..._meta } }) });
}

describe('an SDK is registered', () => {
  let told: ReturnType<typeof recordTelemetry>;
  beforeEach(() => {
    told = recordTelemetry();
  });
  afterEach(() => told.stop());

  const server = (name: string) =>
    told.spans().find((span) => span.kind === SpanKind.SERVER && span.name === name)!;
  const requests = () => told.spans().filter(({ kind }) => kind === SpanKind.CLIENT);

  describe.each(ways)('%s', (way) => {
    let connected: Awaited<ReturnType<typeof connect>>;
    beforeEach(async () => {
      connected = await connect(way);
    });
    const network = way.startsWith('stdio')
      ? { 'network.transport': 'pipe' }
      : { 'network.transport': 'tcp', 'network.protocol.name': 'http' };
    const about = { ...network, 'mcp.protocol.version': versionOf(way) };
    const session = way === 'http, session' ? { 'mcp.session.id': expect.any(String) as string } : {};

    test('a call has the span of the client as its parent, and the request to the API is its child', async () => {
      await call(connected.client, 'get_pet', { petId: value, q: value }, meta);
      const span = server('tools/call get_pet');
      expect(span.spanContext().traceId).toBe(parent.id);
      expect(span.parentSpanContext?.spanId).toBe(parent.span);
      expect(span.status.code).toBe(SpanStatusCode.UNSET);
      expect(span.attributes).toEqual({
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_pet',
        'jsonrpc.request.id': expect.any(String) as string,
        ...about,
        ...session,
      });
      const [request] = requests();
      expect(requests()).toHaveLength(1);
      expect(request?.name).toBe('GET /pets/{petId}');
      expect(request?.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
      expect(request?.attributes).toEqual({
        'http.request.method': 'GET',
        'url.template': '/pets/{petId}',
        'server.address': '127.0.0.1',
        'server.port': Number(new URL(upstream.url).port),
        'http.response.status_code': 200,
      });
      expect(upstream.got.at(-1)?.headers).toMatchObject({
        traceparent: `00-${parent.id}-${request?.spanContext().spanId}-01`,
        tracestate: 'vendor=one',
        baggage: 'tenant=7',
        authorization: `Bearer ${secret}`,
      });
      await connected.close();
      const all = await told.all();
      for (const hidden of [secret, value, 'fixed=1', 'tenant=7']) expect(all).not.toContain(hidden);
    });

    test('a failure of a tool is an error of its span, and the status one of the request', async () => {
      const { isError } = await call(connected.client, 'get_missing');
      expect(isError).toBe(true);
      const { attributes, status } = server('tools/call get_missing');
      expect(attributes).toMatchObject({ 'error.type': 'tool_error' });
      expect(attributes).not.toHaveProperty('rpc.response.status_code');
      expect(status).toEqual({ code: SpanStatusCode.ERROR });
      expect(requests()[0]?.attributes).toMatchObject({
        'http.response.status_code': 404,
        'error.type': '404',
      });
      expect(requests()[0]?.status).toEqual({ code: SpanStatusCode.ERROR });
      await connected.close();
    });

    test('a tool that is not there is an error of the protocol, and no series of its own', async () => {
      await expect(call(connected.client, 'made_up')).rejects.toThrow();
      const { attributes } = server('tools/call made_up');
      expect(attributes).toMatchObject({ 'error.type': '-32602', 'rpc.response.status_code': '-32602' });
      await connected.close();
      const series = (await told.points('mcp.server.operation.duration')).map((point) => point.attributes);
      expect(series).toContainEqual({
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'error.type': '-32602',
        'rpc.response.status_code': '-32602',
        ...about,
      });
    });

    test('all requests are measured, and the sessions where there are some', async () => {
      await connected.client.listTools();
      await call(connected.client, 'get_pet', { petId: value });
      await connected.close();
      const names = told
        .spans()
        .filter(({ kind }) => kind === SpanKind.SERVER)
        .map(({ name }) => name);
      const opening = way.endsWith('modern') ? 'server/discover' : 'initialize';
      expect(names).toEqual([opening, 'tools/list', 'tools/call get_pet']);
      const points = await told.points('mcp.server.operation.duration');
      expect(points.map(({ count }) => count)).toEqual([1, 1, 1]);
      expect(points[2]?.attributes).toEqual({
        'mcp.method.name': 'tools/call',
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'get_pet',
        ...about,
      });
      expect(points[2]?.boundaries).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300]);
      const sessions = await told.points('mcp.server.session.duration');
      const isKept = way.startsWith('stdio') || way === 'http, session';
      expect(sessions.map(({ attributes }) => attributes)).toEqual(isKept ? [about] : []);
    });
  });

  test('a request that is not answered says why, and one that is cancelled is ended', async () => {
    const { client, close } = await connect('stdio', { MCP_TIMEOUT_MS: '50' });
    await call(client, 'wait_long');
    expect(requests()[0]?.attributes).toMatchObject({ 'error.type': 'timeout' });
    expect(requests()[0]?.attributes).not.toHaveProperty('http.response.status_code');
    await close();
    const patient = await connect('stdio');
    told.clear();
    const stop = new AbortController();
    const got = upstream.next();
    const waiting = patient.client.callTool({ name: 'wait_long' }, { signal: stop.signal });
    await got;
    stop.abort();
    await expect(waiting).rejects.toThrow();
    await vi.waitFor(() => expect(told.spans()).toHaveLength(2));
    expect(server('tools/call wait_long').attributes).toMatchObject({ 'error.type': 'cancelled' });
    await patient.close();
  });

  test('each redirect has a span; where it leads to another path, it tells none', async () => {
    const { client, close } = await connect('stdio');
    await call(client, 'get_moved');
    await close();
    expect(requests().map(({ name }) => name)).toEqual(['GET /moved', 'GET']);
    expect(requests()[1]?.attributes).not.toHaveProperty('url.template');
  });

  test('what code of custom.ts begins lies between', async () => {
    const { client, close } = await connect('stdio');
    await call(client, 'own_work');
    await close();
    const own = told.spans().find(({ name }) => name === 'own');
    expect(own?.parentSpanContext?.spanId).toBe(server('tools/call own_work').spanContext().spanId);
    expect(requests()[0]?.parentSpanContext?.spanId).toBe(own?.spanContext().spanId);
  });

  test('the span around an HTTP request is a link where the client says another, and else the parent', async () => {
    const { client, close } = await connect('http');
    const around = trace.getTracer('http').startSpan('POST');
    const app = makeApp();
    const mcp = await app.view().createServer();
    const transport = {
      start: async () => {},
      send: async () => {},
      close: async () => {},
    } as never as Transport;
    await mcp.connect(transport as never);
    const deliver = (id: number, _meta?: typeof meta) =>
      context.with(trace.setSpan(context.active(), around), () =>
        transport.onmessage?.({ jsonrpc: '2.0', id, method: 'ping', params: { ...(_meta && { _meta }) } }),
      );
    deliver(1, meta);
    deliver(2);
    await vi.waitFor(() => expect(told.spans().filter(({ name }) => name === 'ping')).toHaveLength(2));
    const [linked, child] = told.spans().filter(({ name }) => name === 'ping');
    expect(linked?.parentSpanContext?.spanId).toBe(parent.span);
    expect(linked?.links.map((link) => link.context.spanId)).toEqual([around.spanContext().spanId]);
    expect(child?.parentSpanContext?.spanId).toBe(around.spanContext().spanId);
    expect(child?.links).toEqual([]);
    await mcp.close();
    await client.close();
    await close();
  });

  test('names that are none are told as others', async () => {
    const mcp = await makeApp().view().createServer();
    const transport = {
      start: async () => {},
      send: async () => {},
      close: async () => {},
    } as never as Transport;
    await mcp.connect(transport as never);
    const ask = (id: number | string, method: string, params: object) =>
      transport.onmessage?.({ jsonrpc: '2.0', id, method, params: { ...params } });
    ask(1, `no method: ${value}`, {});
    ask(2, 'tools/call', { name: `no tool: ${value}` });
    ask(3, 'resources/read', { uri: `test://pets/${value}` });
    await vi.waitFor(() => expect(told.spans()).toHaveLength(3));
    expect(
      told
        .spans()
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(['_OTHER', 'resources/read', 'tools/call']);
    expect(await told.all()).not.toContain(value);
    await mcp.close();
  });
});

const reply: Reply = {
  status: 200,
  reason: 'OK',
  headers: new HeaderMap(),
  read: async () => {},
  drop: () => {},
};
/** Sends a request to a URL as one of `/things/{id}/parts` below `http://[::1]:8080/v1`. */
async function exchange(url: string, answer: () => Promise<Reply>, method = 'GET', stop = new Stop()) {
  const seen: Outgoing[] = [];
  const send = watchExchange(
    { path: '/things/{id}/parts?a=b' },
    new URL('http://[::1]:8080/v1/'),
    (request) => {
      seen.push(request);
      return answer();
    },
  );
  const request = {
    method: method as Method,
    url: new URL(url),
    headers: new HeaderMap([['baggage', 'a=b']]),
  };
  const got = await send(request, stop).catch((error: unknown) => error);
  return { got, sent: seen[0]!, kept: request };
}

describe('a request to the API', () => {
  let told: ReturnType<typeof recordTelemetry>;
  beforeEach(() => {
    told = recordTelemetry();
  });
  afterEach(() => told.stop());

  const only = () => {
    expect(told.spans()).toHaveLength(1);
    return told.spans()[0]!;
  };

  test('is told of when its content has come, or nobody wants it', async () => {
    const { got, sent, kept } = await exchange('http://[::1]:8080/v1/things/5/parts?q=1', async () => reply);
    expect(told.spans()).toEqual([]);
    (got as Reply).drop();
    (got as Reply).drop();
    expect(only().attributes).toEqual({
      'http.request.method': 'GET',
      'url.template': '/things/{id}/parts',
      'server.address': '::1',
      'server.port': 8080,
      'http.response.status_code': 200,
    });
    expect(sent.headers.get('traceparent')).toContain(only().spanContext().spanId);
    expect(kept.headers.has('traceparent')).toBe(false);
  });

  test.each([
    'http://[::1]:8080/v1/things/5',
    'http://[::1]:8080/v1/jobs/5/parts',
    'http://[::1]:8080/things/5/parts',
    'https://other.test/v1/things/5/parts',
  ])('to another address has no path: %s', async (url) => {
    const { got, sent } = await exchange(url, async () => reply);
    await (got as Reply).read(() => undefined);
    expect(only().name).toBe('GET');
    expect(only().attributes).not.toHaveProperty('url.template');
    expect(sent.headers.has('traceparent')).toBe(url.startsWith('http://[::1]'));
    expect(sent.headers.get('baggage')).toBe('a=b');
  });

  test.each<[error: Error, type: string]>([
    [Object.assign(new Error('read 10.0.0.1 secret'), { code: 'ECONNRESET' }), 'ECONNRESET'],
    [new TypeError('it says a secret'), 'TypeError'],
    [new NoResponseError('too large'), 'too_large'],
  ])('that fails with %j says why in one word', async (error, type) => {
    const { got } = await exchange('http://[::1]:8080/v1/things/5/parts', () => Promise.reject(error));
    expect(got).toBe(error);
    expect(only().attributes).toMatchObject({ 'error.type': type });
    expect(only().status).toEqual({ code: SpanStatusCode.ERROR });
    expect(await told.all()).not.toContain('secret');
  });

  test('whose content breaks off is a failure, with its status', async () => {
    const broken = { ...reply, read: () => Promise.reject(new NoResponseError('timeout')) };
    const { got } = await exchange('http://[::1]:8080/v1/things/5/parts', async () => broken);
    await expect((got as Reply).read(() => undefined)).rejects.toThrow('timeout');
    expect(only().attributes).toMatchObject({ 'error.type': 'timeout', 'http.response.status_code': 200 });
  });

  test('of an unknown method is told as another', async () => {
    const { got } = await exchange('http://[::1]:8080/v1/things/5/parts', async () => reply, 'PURGE');
    await (got as Reply).read(() => undefined);
    expect(only().name).toBe('HTTP /things/{id}/parts');
    expect(only().attributes).toMatchObject({
      'http.request.method': '_OTHER',
      'http.request.method_original': 'PURGE',
    });
  });
});

describe('no SDK is registered', () => {
  test.each(ways)('%s: results and requests are the same', async (way) => {
    const { client, close } = await connect(way);
    const { structuredContent } = await call(client, 'get_pet', { petId: 'a' }, meta);
    expect(structuredContent).toEqual({ fine: true });
    expect(upstream.got.at(-1)?.headers).toMatchObject(meta);
    expect((await call(client, 'get_missing')).isError).toBe(true);
    await close();
  });
});

/** The lines of what is done meanwhile on standard error. */
async function listen(run: () => Promise<void>): Promise<object[]> {
  const lines: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  try {
    await run();
  } finally {
    spy.mockRestore();
  }
  return lines.map((line) => JSON.parse(line) as object);
}

describe('MCP_LOG_FORMAT', () => {
  test('json: a line for each request, with no value in it', async () => {
    const lines = await listen(async () => {
      const { client, close } = await connect('stdio', { MCP_LOG_FORMAT: 'json' });
      await call(client, 'get_pet', { petId: value, q: value });
      await call(client, 'get_missing');
      await close();
    });
    const durationMs = expect.any(Number) as number;
    const time = expect.stringMatching(/^\d{4}-.*Z$/) as string;
    expect(lines).toEqual([
      { time, level: 'info', method: 'initialize', status: 'ok', durationMs },
      {
        time,
        level: 'info',
        method: 'tools/call',
        tool: 'get_pet',
        status: 'ok',
        durationMs,
        requests: [{ method: 'GET', template: '/pets/{petId}', status: 200, durationMs }],
      },
      {
        time,
        level: 'error',
        method: 'tools/call',
        tool: 'get_missing',
        status: 'error',
        error: 'tool_error',
        durationMs,
        requests: [{ method: 'GET', template: '/missing', status: 404, error: '404', durationMs }],
      },
    ]);
    for (const hidden of [secret, value]) expect(JSON.stringify(lines)).not.toContain(hidden);
  });

  test('with an SDK the lines name the span', async () => {
    const told = recordTelemetry();
    const lines = await listen(async () => {
      const { client, close } = await connect('http', { MCP_LOG_FORMAT: 'json' });
      await call(client, 'get_pet', { petId: value }, meta);
      await close();
    });
    await told.stop();
    expect(lines.at(-1)).toMatchObject({ tool: 'get_pet', trace_id: parent.id });
  });

  test.each(['', 'text'])('%j: none', async (format) => {
    const lines = await listen(async () => {
      const { client, close } = await connect('stdio', { MCP_LOG_FORMAT: format });
      await call(client, 'get_pet', { petId: value });
      await close();
    });
    expect(lines).toEqual([]);
  });

  test('another word stops the server at its start', async () => {
    await expect(makeApp({ MCP_LOG_FORMAT: 'xml' }).view().summary()).rejects.toThrow(
      'MCP_LOG_FORMAT must be json or text, not "xml".',
    );
  });
});
