import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import type { CallerParts } from '../../../../templates/project/src/runtime/call/callerParts.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { createNetwork } from '../../../../templates/project/src/runtime/http/createNetwork.js';
import { createOffer } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { pollForResult, readState } from '../../../../templates/project/src/runtime/result/polling.js';
import { createProgress } from '../../../../templates/project/src/runtime/server/createServer.js';
import { readSettings } from '../../../../templates/project/src/runtime/settings.js';
import type { AuthScheme, Method, Parameter, Tool } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import written from './followUp.json' with { type: 'json' };

/** What the API answers at one address, in turn; the last one stays. */
interface Said {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** One call; `{here}` is where the API is, `{elsewhere}` another origin. */
interface Case {
  name: string;
  method?: Method;
  /** By method and path: `POST /work`, which is what is called. */
  api: Record<string, Said | Said[]>;
  /** All that is asked for, in turn. */
  got: string[];
  /** Texts that the result has, in turn; the first is the whole text. */
  text?: string;
  holds?: string[];
  value?: unknown;
  isError?: boolean;
}

const cases = written as unknown as Case[];

let upstream: Upstream;
let api: Record<string, Said[]> = {};
beforeAll(async () => {
  upstream = await startUpstream(({ method, url }, response) => {
    const turns = api[`${method} ${url.split('?')[0]}`] ?? [{ status: 404 }];
    const { status = 200, headers = {}, body } = (turns.length > 1 ? turns.shift() : turns[0]) ?? {};
    const type = body === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(status, { ...type, ...place(headers) });
    response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(place(body)));
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const place = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value)
      .replaceAll('{here}', upstream.url)
      .replaceAll('{elsewhere}', upstream.url.replace('127.0.0.1', 'localhost')),
  ) as T;

function answer(said: Case['api']): void {
  api = Object.fromEntries(Object.entries(said).map(([key, turns]) => [key, [turns].flat()]));
}

const reader = makeTool({
  name: 'get_job',
  path: '/jobs/{id}',
  parameters: [makeParameter({ in: 'path', name: 'id', argument: 'job_id' })],
});

const running = (percentComplete: number) => ({ body: { status: 'Running', percentComplete } });

/** The reader with more parameters, and with more in its schema. */
function job(more: Parameter[], schema: object = {}): Tool {
  const parameters = [...reader.request.parameters, ...more];
  const tool = makeTool({ ...reader.request, name: 'get_job', parameters });
  return { ...tool, inputSchema: { type: 'object', properties: {}, ...schema } };
}

interface Options extends Partial<CallerParts> {
  tool?: Partial<Tool['request']>;
  tools?: Tool[];
  auth?: Record<string, AuthScheme>;
  signal?: AbortSignal;
  onProgress?: (received: number, total: number | undefined, words?: string) => void;
}

async function call(method: Method, options: Options = {}): Promise<CallToolResult> {
  const { tool: recipe, tools = [], auth = {}, signal, onProgress, env = {}, ...parts } = options;
  const tool = makeTool({ name: 'do_work', method, path: '/work', poll: true, ...recipe });
  const servers = [{ url: upstream.url }];
  const catalog = makeCatalog([tool, ...tools], { api: { servers, auth } });
  const offer = createOffer(catalog, {}, readSettings({}), async () => features);
  const caller = await createCaller({
    features,
    catalog,
    env,
    timeoutMs: 5_000,
    pollMs: 1,
    offer,
    ...parts,
  });
  const offered = await offer.find('do_work');
  const circumstances = { signal: signal ?? new AbortController().signal, trace: {}, onProgress };
  return caller(offered!, {}, circumstances);
}

const textsOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : block.type));
const paths = () => upstream.got.map(({ method, url }) => `${method} ${url}`);
const accepted = (headers: Record<string, string>): Said => ({ status: 202, headers });

describe('what the API has accepted', () => {
  test.each(cases)(
    '$name',
    async ({ method = 'POST' as const, got, text, holds = [], value, isError, ...one }) => {
      answer(one.api);
      const result = await call(method, { tools: [reader] });
      expect(paths()).toEqual(got);
      const texts = textsOf(result).map((each) => each.replaceAll(upstream.url, '{here}'));
      if (text !== undefined) expect(texts[0]).toBe(text);
      for (const words of holds) expect(texts.join('\n')).toContain(words);
      expect(result.isError ?? false).toBe(isError ?? false);
      if (value !== undefined) expect(result.structuredContent).toEqual(value);
    },
  );

  test('is not followed up where that is not said', async () => {
    answer({ 'POST /work': accepted({ location: '/jobs/7' }) });
    const tool = makeTool({ name: 'do_work', method: 'POST', path: '/work' });
    const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
    const client = await connectView(createApp({ catalog, env: {} }).view());
    expect((await client.call('do_work')).text).toBe('202 Accepted\nlocation: /jobs/7');
    expect(paths()).toEqual(['POST /work']);
    await client.close();
  });
});

describe('asking', () => {
  test('has the credentials and headers of the call, but none that are about its body', async () => {
    answer({ 'POST /work': accepted({ location: '/jobs/7' }), 'GET /jobs/7': { body: { id: 7 } } });
    const auth = {
      token: { kind: 'bearer', env: 'TOKEN' },
      key: { kind: 'api-key', in: 'query', name: 'key', env: 'KEY' },
    } as const;
    const parameters = [
      makeParameter({ in: 'header', name: 'X-Tenant', argument: '', constant: 'acme' }),
      makeParameter({ in: 'header', name: 'If-Match', argument: '', constant: '"1"' }),
      makeParameter({ in: 'header', name: 'Idempotency-Key', argument: '', constant: 'k' }),
    ];
    const security = [{ token: [], key: [] }];
    await call('POST', {
      tool: { parameters, security, accept: ['application/json'] },
      auth,
      env: { TOKEN: 'secret-token', KEY: 'secret-key' },
    });
    const [sent, asked] = upstream.got;
    expect(sent?.headers['if-match']).toBe('"1"');
    expect(asked?.url).toBe('/jobs/7?key=secret-key');
    expect(asked?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'x-tenant': 'acme',
      accept: 'application/json, */*;q=0.1',
    });
    for (const name of ['if-match', 'idempotency-key', 'content-length', 'content-type'])
      expect(asked?.headers).not.toHaveProperty(name);
  });

  test('shows no secret, whatever the state is called', async () => {
    answer({
      'POST /work': accepted({ 'operation-location': '/jobs/7', 'retry-after': '900' }),
      'GET /jobs/7': { body: {} },
    });
    api['POST /work']![0]!.body = { status: 'with secret-token' };
    const auth = { token: { kind: 'bearer', env: 'TOKEN' } } as const;
    const options = { tool: { security: [{ token: [] }] }, auth, env: { TOKEN: 'secret-token' } };
    const [text = ''] = textsOf(await call('POST', options));
    expect(text).toContain('with [redacted]');
  });

  test('shows no half of a secret that stands where words of a failure are cut', async () => {
    const message = `${'x'.repeat(490)} secret-token`;
    answer({
      'POST /work': accepted({ 'operation-location': '/jobs/7' }),
      'GET /jobs/7': { body: { status: 'Failed', error: { message } } },
    });
    const auth = { token: { kind: 'bearer', env: 'TOKEN' } } as const;
    const options = { tool: { security: [{ token: [] }] }, auth, env: { TOKEN: 'secret-token' } };
    const [text = ''] = textsOf(await call('POST', options));
    expect(text).toContain('x [redacte');
    expect(text).not.toContain('secret');
  });

  test('ends with the time of the call', async () => {
    answer({ 'GET /jobs/7': { body: { status: 'Running', percentComplete: 40 } } });
    const headers = new Headers({ 'operation-location': '/jobs/7' });
    const url = new URL('/work', upstream.url);
    const method = 'POST' as const;
    const { request: recipe } = makeTool({ method, path: '/work' });
    const failed = { method, origin: upstream.url, tries: 1 };
    const result = await pollForResult(
      { status: 202, reason: 'Accepted', headers, body: new Uint8Array() },
      { recipe, args: {}, url, secrets: [] },
      { headers: new Headers() },
      {
        exchange: createNetwork({}, undefined).exchange,
        timeoutMs: 5_000,
        end: performance.now() + 200,
        signal: new AbortController().signal,
        auth: {},
        credentials: new Map(),
        security: [],
        pollMs: 20,
        failed,
      },
    );
    expect(textsOf(result).join()).toContain('still working on it: Running, 40%.');
    expect(result.isError).toBeUndefined();
    expect(upstream.got.length).toBeGreaterThan(1);
  });

  test('shows what a location answers that runs until the time is over: it may be all that there will be', async () => {
    answer({
      'POST /work': accepted({ location: '/jobs/7' }),
      'GET /jobs/7': { body: { id: 7, status: 'running' } },
    });
    const result = await call('POST', { timeoutMs: 200, tools: [reader] });
    expect(textsOf(result)[0]).toBe('{"id":7,"status":"running"}');
    expect(textsOf(result)[1]).toContain('still working on it: running. It goes on by itself');
    expect(textsOf(result)[1]).toContain('To see how it stands, call get_job with job_id="7".');
    expect(result.isError).toBeUndefined();
  });

  test('is cancelled with the call, also while it waits', async () => {
    answer({
      'POST /work': accepted({ location: '/jobs/7', 'retry-after': '30' }),
      'GET /jobs/7': { status: 202 },
    });
    const controller = new AbortController();
    const next = upstream.next();
    const pending = call('POST', { signal: controller.signal });
    await next;
    setTimeout(() => controller.abort(), 20);
    await expect(pending).rejects.toThrow(/abort/i);
    expect(paths()).toEqual(['POST /work']);
  });

  test('waits for as long as the API asks', async () => {
    const headers = { location: '/jobs/7', 'retry-after': '1' };
    answer({ 'POST /work': accepted(headers), 'GET /jobs/7': { body: { id: 7 } } });
    const started = performance.now();
    await call('POST');
    expect(performance.now() - started).toBeGreaterThan(900);
  });
});

test.each(['1000000000000000', '9'.repeat(400)])('an absurd time to wait is not told: %s', async (time) => {
  answer({ 'POST /work': accepted({ location: '/jobs/7', 'retry-after': time }) });
  const [text = ''] = textsOf(await call('POST'));
  expect(text).toContain('It asks to wait for more than a year: tell the user.');
  expect(text).not.toMatch(/Infinity|0000/);
});

test.each([
  ['POST', 'It may have taken effect all the same: check that before calling again.'],
  ['PUT', 'Calling again is safe.'],
] as const)('what fails in this server after %s says whether it may be sent again', async (method, words) => {
  answer({ [`${method} /work`]: accepted({ location: '/jobs/7' }), 'GET /jobs/7': { status: 202 } });
  const result = await call(method, {
    onProgress: (_received, _total, said) => {
      if (said === 'running') throw new Error('the client has gone');
    },
  });
  expect(textsOf(result)).toEqual([
    `The API answered 202 Accepted, but its response could not be shown: the client has gone\n${words}`,
  ]);
  expect(result.isError).toBe(true);
});

describe('how it goes is told', () => {
  test('in words, with progress that grows', async () => {
    answer({
      'POST /work': accepted({ 'operation-location': '/jobs/7' }),
      'GET /jobs/7': [running(10), running(40), { body: { status: 'Succeeded' } }],
    });
    const told: { progress: number; message: string }[] = [];
    const onProgress = createProgress(
      'token',
      ({ params }) => {
        told.push(params as unknown as (typeof told)[number]);
        return Promise.resolve();
      },
      0,
    );
    await call('POST', { onProgress });
    const messages = told.map(({ message }) => message);
    expect(messages.filter((message) => !message.endsWith('received'))).toEqual([
      'running',
      'Running, 10%',
      'Running, 40%',
    ]);
    const progress = told.map((tick) => tick.progress);
    expect(progress).toEqual([...new Set(progress)].toSorted((a, b) => a - b));
  });

  test('to a client that asks', async () => {
    const { Client } = await import('@modelcontextprotocol/client');
    const { InMemoryTransport } = await import('@modelcontextprotocol/server');
    answer({
      'POST /work': accepted({ location: '/jobs/7' }),
      'GET /jobs/7': [{ status: 202 }, { status: 202 }, { body: { id: 7 } }],
    });
    const tool = makeTool({ name: 'do_work', method: 'POST', path: '/work', poll: true });
    const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
    const app = createApp({ catalog, env: {}, pollMs: 300 });
    const client = new Client({ name: 'test', version: '1.0.0' });
    const [near, far] = InMemoryTransport.createLinkedPair();
    await (await app.view().createServer()).connect(far);
    await client.connect(near);
    const ticks: unknown[] = [];
    const { structuredContent } = await client.callTool(
      { name: 'do_work', arguments: {} },
      { onprogress: ({ message }) => ticks.push(message) },
    );
    expect(structuredContent).toEqual({ id: 7 });
    expect(ticks).toContain('running');
    await client.close();
  });
});

describe('the tool that reads it is named', () => {
  const tooLong = { 'POST /work': accepted({ location: '/jobs/a%20b?v=2&x=1', 'retry-after': '900' }) };
  const optional = makeParameter({ in: 'query', name: 'x', argument: 'x' });
  const version = makeParameter({ in: 'query', name: 'v', argument: '', constant: 2 });
  test.each([
    ['with its arguments', [job([version, optional])], 'call get_job with job_id="a b", x="1".'],
    ['not where it lacks one', [job([version])], 'is to be read at {here}/jobs/a%20b?v=2&x=1,'],
    ['not where a constant is another', [job([{ ...version, constant: 3 }, optional])], 'has no tool'],
    [
      'not where it needs more',
      [job([version, optional], { required: ['job_id', 'y'] })],
      'this server has no tool: tell the user.',
    ],
    ['not where there is none', [], 'has no tool'],
  ])('%s', async (_name, tools, words) => {
    answer(tooLong);
    const result = await call('POST', { tools });
    const [text = ''] = textsOf(result);
    expect(text.replaceAll(upstream.url, '{here}')).toContain(words);
    expect(text).toContain('Wait 900 seconds before looking.');
    expect(result.isError).toBeUndefined();
  });
});

test.each([
  [{ status: 'Succeeded' }, 'done', 'Succeeded'],
  [{ status: 'COMPLETED' }, 'done', 'COMPLETED'],
  [{ status: 'partially_succeeded' }, 'done', 'partially_succeeded'],
  [{ state: 'finished' }, 'done', 'finished'],
  [{ status: 'Completing' }, 'running', 'Completing'],
  [{ status: 'canceling' }, 'running', 'canceling'],
  [{ status: 'Deploying', percentComplete: '12%' }, 'running', 'Deploying, 12%'],
  [{ status: 'x', progress: 0.456 }, 'running', 'x, 46%'],
  [{ status: 'x', progress: 1 }, 'running', 'x, 1%'],
  [{ status: 'x', progress: { done: 1 } }, 'running', 'x'],
  [{ status: 'Failed' }, 'failed', 'Failed'],
  [{ status: 'timed-out' }, 'failed', 'timed-out'],
  [{ status: 'Cancelled' }, 'failed', 'Cancelled'],
  [{ done: false, metadata: { progressPercent: 5 } }, 'running', 'running, 5%'],
  [{ done: true, response: {} }, 'done', 'done'],
  [{ done: true, error: { code: 5 } }, 'failed', 'failed'],
  [{ provisioningState: 'Updating' }, 'running', 'Updating'],
  [{ properties: { provisioningState: 'Succeeded' } }, 'done', 'Succeeded'],
  [{ status: 'y'.repeat(100) }, 'running', 'y'.repeat(60)],
])('the state of %j is %s', (body, stage, words) => {
  expect(readState(body)).toEqual({ stage, words });
});

test.each([[undefined], [null], ['Succeeded'], [[]], [{}], [{ status: 200 }], [{ done: 'yes' }]])(
  '%j has no state',
  (body) => {
    expect(readState(body)).toBeUndefined();
  },
);
