import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { assert, base64String, integer, nat, oneof, property, string, tuple } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyCustomization, TaskState } from '../../../../templates/project/src/runtime/customize.js';
import { createSealer } from '../../../../templates/project/src/runtime/interact/createSealer.js';
import { toCancelAddress } from '../../../../templates/project/src/runtime/tasks/followJob.js';
import { createTask, openTask } from '../../../../templates/project/src/runtime/tasks/taskId.js';
import type { Recipe, Tool } from '../../../../templates/project/src/runtime/tool.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { postModern } from '../../../support/runtime/postModern.js';
import { messageOf, modern, post as postTo } from '../../../support/runtime/wire.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

/** What the API answers at one address, in turn; the last one stays. */
interface Said {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

const extension = 'io.modelcontextprotocol/tasks';
const withTasks = { extensions: { [extension]: {} } };
const keys = 'k'.repeat(32);

let upstream: Upstream;
let api: Record<string, Said[]> = {};
beforeAll(async () => {
  upstream = await startUpstream(({ method, url }, response) => {
    const turns = api[`${method} ${url}`] ?? [{ status: 404 }];
    const { status = 200, headers = {}, body } = (turns.length > 1 ? turns.shift() : turns[0]) ?? {};
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body === undefined ? '' : JSON.stringify(body));
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

function answer(said: Record<string, Said | Said[]>): void {
  api = Object.fromEntries(Object.entries(said).map(([key, turns]) => [key, [turns].flat()]));
}

interface Setup {
  recipe?: Partial<Recipe>;
  /** What else its tools have. */
  output?: Pick<Tool, 'outputSchema' | 'typed'>;
  env?: Record<string, string>;
  custom?: AnyCustomization;
  name?: string;
}

/** A server with tools whose work the API only accepts. Each is a replica: it has nothing in common with others but keys. */
function startView(setup: Setup = {}) {
  return startApp(setup).view();
}

function startApp({ recipe = {}, output = {}, env = {}, custom = {}, name = 'test' }: Setup) {
  const work = { method: 'POST', path: '/work', poll: true as const, ...recipe } as const;
  const tools = ['do_work', 'do_other'].map((tool) =>
    Object.assign(makeTool({ name: tool, ...work }), output),
  );
  const catalog = makeCatalog(tools, { api: { name, servers: [{ url: upstream.url }] } });
  return createApp({
    catalog: { ...catalog, tasks: true },
    custom,
    env: { MCP_STATE_KEYS: keys, ...env },
    pollMs: 1,
  });
}

const accepted: Said = { status: 202, headers: { location: '/jobs/7?v=1', 'retry-after': '2' } };
const watched: Said = { status: 202, headers: { 'operation-location': '/jobs/7' } };
const sent = () => upstream.got.map(({ method, url }) => `${method} ${url}`);
const connect = (setup: Setup = {}, user?: string, clientId?: string) =>
  postModern(startView(setup), {
    capabilities: withTasks,
    ...(user !== undefined && { user }),
    ...(clientId !== undefined && { clientId }),
  });

async function begin(post = connect()): Promise<string> {
  const { result } = await post('tools/call', { name: 'do_work', arguments: {} });
  expect(result).toMatchObject({ resultType: 'task' });
  return String(result?.['taskId']);
}

const look = async (taskId: string, post = connect()) => (await post('tasks/get', { taskId })).result;

describe('a call that the API only accepts', () => {
  test('is a task for clients that declare the extension, and any replica says how it stands', async () => {
    answer({
      'POST /work': accepted,
      'GET /jobs/7?v=1': [
        { status: 202, body: { status: 'Running', percentComplete: 40 }, headers: { 'retry-after': '3' } },
        { body: { pages: 3 } },
      ],
    });
    const { status, result } = await connect()('tools/call', { name: 'do_work', arguments: {} });
    expect(status).toBe(200);
    expect(result).toEqual({
      resultType: 'task',
      taskId: expect.stringMatching(/^[\w-]{60,300}$/),
      status: 'working',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastUpdatedAt: expect.any(String),
      ttlMs: 86_400_000,
      pollIntervalMs: 1000,
      _meta: expect.any(Object),
    });
    expect(sent()).toEqual(['POST /work']);
    const taskId = String(result?.['taskId']);
    expect(await look(taskId)).toMatchObject({
      resultType: 'complete',
      taskId,
      status: 'working',
      statusMessage: 'Running, 40%',
      pollIntervalMs: 3000,
      createdAt: result?.['createdAt'],
    });
    for (const replica of [connect(), connect()]) {
      const ended = await look(taskId, replica);
      expect(ended).toMatchObject({ status: 'completed', result: { structuredContent: { pages: 3 } } });
      expect(ended).not.toHaveProperty('error');
    }
    expect(sent().filter((one) => one === 'POST /work')).toHaveLength(1);
  });

  test('ends with a result that an output schema with types accepts, whatever the API says', async () => {
    const properties = { pages: { type: 'integer' }, untyped: {} };
    const output = { outputSchema: { type: 'object', properties }, typed: { other: 'untyped' } } as const;
    const post = connect({ output });
    for (const [body, structuredContent] of [
      [{ pages: 3 }, { pages: 3 }],
      [{ pages: null }, { untyped: { pages: null } }],
      [[3], { untyped: [3] }],
      [undefined, { untyped: expect.stringContaining('200 OK, no content') }],
    ] as const) {
      answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': { body } });
      const ended = await look(await begin(post), post);
      expect(ended).toMatchObject({ status: 'completed' });
      expect(ended?.['result']).toHaveProperty('structuredContent', structuredContent);
    }
  });

  test.each(dialects)('is waited for as ever by %s, which declares nothing', async (dialect) => {
    answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': { body: { pages: 3 } } });
    api['POST /work'] = [{ status: 202, headers: { location: '/jobs/7?v=1' } }];
    const client = await connectView(startView(), dialect);
    expect((await client.call('do_work')).structuredContent).toEqual({ pages: 3 });
    await client.close();
  });

  test('is waited for within a call of custom.ts, and where that puts code around it', async () => {
    answer({
      'POST /work': { status: 202, headers: { location: '/jobs/7' } },
      'GET /jobs/7': { body: { pages: 3 } },
    });
    const steps = {
      title: 'Steps',
      description: 'Steps.',
      inputSchema: { type: 'object' as const },
      call: async (_args: unknown, { call }: { call: (name: string, args: unknown) => Promise<object> }) =>
        JSON.stringify(await call('do_work', {})),
    };
    const custom = {
      tools: {
        do_work: { wrap: async (args: unknown, next: (args: unknown) => Promise<never>) => next(args) },
      },
      add: { steps },
    } as unknown as AnyCustomization;
    for (const name of ['do_work', 'steps']) {
      const { result } = await connect({ custom })('tools/call', { name, arguments: {} });
      expect(result).toMatchObject({ resultType: 'complete' });
      expect(JSON.stringify(result)).toContain('pages');
    }
  });

  test('is waited for where an id would be longer than a header may be', async () => {
    const location = `/jobs/${'7'.repeat(900)}`;
    answer({
      'POST /work': { status: 202, headers: { location } },
      [`GET ${location}`]: { body: { pages: 3 } },
    });
    const { result } = await connect()('tools/call', { name: 'do_work', arguments: {} });
    expect(result).toMatchObject({ resultType: 'complete', structuredContent: { pages: 3 } });
  });

  test('is declared, and its methods are there, only for clients of protocol 2026-07-28', async () => {
    const { result } = await connect()('server/discover');
    expect(result).toMatchObject({ capabilities: { extensions: { [extension]: {} } } });
    const legacy = await connectView(startView(), 'SDK v2, legacy');
    expect(legacy.capabilities).not.toHaveProperty('extensions');
    await legacy.close();
  });
});

describe('how work stands', () => {
  const cases: [name: string, said: Record<string, Said | Said[]>, state: object][] = [
    [
      'it has failed',
      { 'POST /work': watched, 'GET /jobs/7': { body: { status: 'failed', error: 'no ink' } } },
      { status: 'completed', result: { isError: true } },
    ],
    [
      'it was cancelled',
      { 'POST /work': watched, 'GET /jobs/7': { body: { status: 'Canceled' } } },
      { status: 'cancelled', statusMessage: 'Canceled' },
    ],
    [
      'the API fails for the moment',
      { 'GET /jobs/7?v=1': { status: 503, headers: { 'retry-after': '9' } } },
      { status: 'working', pollIntervalMs: 9000 },
    ],
    [
      'the API asks to wait for ever',
      { 'GET /jobs/7?v=1': { status: 503, headers: { 'retry-after': '9'.repeat(400) } } },
      { status: 'working', pollIntervalMs: Number.MAX_SAFE_INTEGER },
    ],
    [
      'the job is gone',
      { 'GET /jobs/7?v=1': { status: 410 } },
      { status: 'failed', error: { code: -32603, message: expect.stringContaining('410') } },
    ],
    [
      'it has moved',
      {
        'GET /jobs/7?v=1': { status: 202, headers: { location: '/jobs/8' } },
        'GET /jobs/8': { body: { pages: 3 } },
      },
      { status: 'completed', result: { structuredContent: { pages: 3 } } },
    ],
    [
      'it has moved to another host',
      { 'GET /jobs/7?v=1': { status: 202, headers: { location: 'https://other.example.com/jobs' } } },
      { status: 'failed' },
    ],
    [
      'it moves in circles',
      {
        'GET /jobs/7?v=1': { status: 202, headers: { location: '/jobs/8' } },
        'GET /jobs/8': { status: 202, headers: { location: '/jobs/7?v=1' } },
      },
      { status: 'working' },
    ],
  ];
  test.each(cases)('is said where %s', async (_name, said, state) => {
    answer({ 'POST /work': accepted, ...said });
    expect(await look(await begin())).toMatchObject(state);
  });

  test('is an error of the request where the API does not let the caller see it', async () => {
    answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': [{ status: 403 }, { body: { pages: 3 } }] });
    const taskId = await begin();
    const { error } = await connect()('tasks/get', { taskId });
    expect(error).toMatchObject({ code: -32603, message: expect.stringContaining('403') });
    expect(await look(taskId)).toMatchObject({ status: 'completed' });
  });

  test('is read where a header says it, and the result elsewhere, which may be late', async () => {
    answer({
      'POST /work': { status: 202, headers: { 'operation-location': '/jobs/7', location: '/results/7' } },
      'GET /jobs/7': { body: { status: 'Succeeded' } },
      'GET /results/7': [{ status: 503 }, { body: { pages: 3 } }],
    });
    const taskId = await begin();
    expect(await look(taskId)).toMatchObject({ status: 'working' });
    expect(await look(taskId)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { pages: 3 } },
    });
  });

  test('of what is written is the resource itself', async () => {
    const path = '/things/1';
    answer({
      [`PUT ${path}`]: { status: 201, body: { provisioningState: 'Creating' } },
      [`GET ${path}`]: [
        { body: { provisioningState: 'Creating' } },
        { body: { provisioningState: 'Succeeded', id: 1 } },
      ],
    });
    const post = connect({ recipe: { method: 'PUT', path } });
    const taskId = await begin(post);
    expect(await look(taskId, post)).toMatchObject({ status: 'working' });
    expect(await look(taskId, post)).toMatchObject({
      status: 'completed',
      result: { structuredContent: { id: 1 } },
    });
  });

  test('is asked for with the headers of the call, and not with those of its body', async () => {
    answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': { status: 202 } });
    const recipe: Partial<Recipe> = {
      accept: ['application/json'],
      parameters: [makeParameter({ in: 'header', name: 'X-Tenant', argument: 'tenant' })],
    };
    const post = connect({ recipe });
    const { result } = await post('tools/call', { name: 'do_work', arguments: { tenant: 'acme' } });
    await look(String(result?.['taskId']), connect({ recipe }));
    expect(upstream.got[1]?.headers).toMatchObject({
      'x-tenant': 'acme',
      accept: 'application/json, */*;q=0.1',
    });
  });
});

describe('what a client wants of a task besides', () => {
  test('cancel reaches the API where that offers it, and is acknowledged whatever it says', async () => {
    answer({
      'POST /work': accepted,
      'POST /jobs/7/cancel?v=1': { status: 409 },
      'GET /jobs/7?v=1': { status: 202 },
    });
    const post = connect({ recipe: { cancel: { method: 'POST', path: '/jobs/{id}/cancel' } } });
    const taskId = await begin(post);
    expect((await post('tasks/cancel', { taskId })).result).toMatchObject({ resultType: 'complete' });
    expect(sent()).toEqual(['POST /work', 'POST /jobs/7/cancel?v=1']);
  });

  test('cancel is acknowledged where the API offers none, and nothing is sent', async () => {
    answer({ 'POST /work': accepted });
    const taskId = await begin();
    for (const method of ['tasks/cancel', 'tasks/update']) {
      const { result } = await connect()(method, { taskId, inputResponses: {} });
      expect(Object.keys(result ?? {}).toSorted()).toEqual(['_meta', 'resultType']);
    }
    expect(sent()).toEqual(['POST /work']);
  });

  test.each([
    ['/jobs/{id}', '/v1/jobs/7?a=b', '/v1/jobs/7?a=b'],
    ['/jobs/{id}/cancel', '/v1/jobs/a%2Fb', '/v1/jobs/a%2Fb/cancel'],
    ['/other/{id}', '/v1/jobs/7', undefined],
    ['/jobs', '/v1/jobs/7', undefined],
    ['/jobs/{id}/of/{who}', '/v1/jobs/7', undefined],
  ])('by %s, work at %s is ended at %s', (path, at, expected) => {
    const url = toCancelAddress(
      new URL(`https://api.example.com${at}`),
      new URL('https://api.example.com/v1/'),
      path,
    );
    expect(url && url.pathname + url.search).toBe(expected);
  });

  test.each(['tasks/get', 'tasks/update', 'tasks/cancel'])(
    '%s is refused without the extension on that request',
    async (method) => {
      const { status, error } = await postModern(startView())(method, { taskId: 'x', inputResponses: {} });
      expect(status).toBe(400);
      expect(error).toMatchObject({ code: -32021, data: { requiredCapabilities: withTasks } });
    },
  );
});

/** A request to listen, by a client that can do this. */
const listenTo = (taskIds: string[], capabilities: object) =>
  modern('subscriptions/listen', { notifications: { taskIds } }, '2026-07-28', capabilities);

describe('to listen to what becomes of tasks', () => {
  const lacking = { code: -32021, data: { requiredCapabilities: withTasks } };
  test('is refused over HTTP without the extension on that request, and promised to nobody', async () => {
    const options = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => {} };
    const { url, close } = await serveOverHttp(startApp({}), options);
    const answered = await postTo({ url, ...listenTo(['x'], {}) });
    expect([answered.status, messageOf(answered).error]).toMatchObject([400, lacking]);
    const acknowledged = { params: { notifications: {} } };
    for (const request of [listenTo(['x'], withTasks), listenTo([], {})]) {
      const { status, body } = await postTo({ url, ...request });
      const told = [...body.matchAll(/^data: (.*)$/gm)].map(([, one = '']) => JSON.parse(one) as unknown);
      expect([status, told]).toMatchObject([200, [acknowledged, { result: { resultType: 'complete' } }]]);
    }
    await close();
  });

  test('is refused over stdio likewise', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const { finished } = serveOverStdio(startApp({}), { input, output, log: () => {} });
    const lines = createInterface({ input: output })[Symbol.asyncIterator]();
    const tell = async (capabilities: object) => {
      input.write(`${listenTo(['x'], capabilities).body}\n`);
      return JSON.parse(String((await lines.next()).value)) as unknown;
    };
    expect(await tell({})).toMatchObject({ id: 1, error: lacking });
    expect(await tell(withTasks)).toMatchObject({ params: { notifications: {} } });
    input.end();
    await finished;
  });
});

/** Sees to it that an id is worth nothing. */
async function refused(taskId: string, post = connect()): Promise<void> {
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
    expect((await post(method, { taskId, inputResponses: {} })).error).toMatchObject({ code: -32602 });
}

describe('the id of a task', () => {
  test('is worth nothing where it was forged, cut, or is missing', async () => {
    answer({ 'POST /work': accepted });
    const taskId = await begin();
    for (const one of [
      '',
      'x',
      taskId.slice(1),
      taskId.slice(0, -4),
      `${taskId}AAAA`,
      'A'.repeat(taskId.length),
    ])
      await refused(one);
    expect((await connect()('tasks/get', {})).error).toMatchObject({ code: -32602 });
    expect(sent()).toEqual(['POST /work']);
  });

  test('is worth nothing to another user, another server, or with another key; an old key is taken', async () => {
    answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': { status: 202 } });
    const taskId = await begin(connect({}, 'ann'));
    await refused(taskId, connect({}, 'bob'));
    await refused(taskId, connect());
    await refused(taskId, connect({ name: 'other' }, 'ann'));
    const renewed = 'n'.repeat(32);
    await refused(taskId, connect({ env: { MCP_STATE_KEYS: renewed } }, 'ann'));
    expect(
      await look(taskId, connect({ env: { MCP_STATE_KEYS: `${renewed},${keys}` } }, 'ann')),
    ).toMatchObject({ status: 'working' });
  });

  test('answers the client that began it alone, and not another client of the same user', async () => {
    answer({ 'POST /work': accepted, 'GET /jobs/7?v=1': { status: 202 } });
    const taskId = await begin(connect({}, 'ann', 'editor'));
    upstream.got.length = 0;
    await refused(taskId, connect({}, 'ann', 'phone'));
    await refused(taskId, connect({}, 'ann'));
    await refused(taskId, connect({}, 'bob', 'editor'));
    expect(sent()).toEqual([]);
    expect(await look(taskId, connect({}, 'ann', 'editor'))).toMatchObject({ status: 'working' });
  });

  test('is worth nothing where its tool is not offered any more', async () => {
    answer({ 'POST /work': accepted });
    const taskId = await begin();
    await refused(taskId, connect({ env: { MCP_EXCLUDE: 'do_work' } }));
  });

  const owner = { server: 'test', principal: 'ann' };
  const work = { tool: 'do_work', work: { kind: 'location', at: '/jobs/7' } };
  const makeId = (second: number) => {
    const sealer = createSealer([keys], () => second * 1000);
    return String((createTask(work, owner, sealer, second * 1000) as { taskId: string }).taskId);
  };

  test('says nothing of what it holds, and is opened for a day', () => {
    const taskId = makeId(1000);
    expect(Buffer.from(taskId, 'base64url').toString('latin1')).not.toContain('jobs');
    const openAt = (second: number) =>
      openTask(
        taskId,
        owner,
        createSealer([keys], () => second * 1000),
      );
    expect(openAt(1000 + 86_399)).toEqual({ ...work, createdAt: 1_000_000 });
    expect(openAt(1000 + 86_400)).toBeUndefined();
  });

  test('cannot be made of anything else that is sealed', () => {
    const sealer = createSealer([keys]);
    const question = sealer.seal(['do_work', 1, {}], { ...owner, purpose: 'ask', tool: '', digest: '' }, 600);
    expect(openTask(question, owner, sealer)).toBeUndefined();
  });

  test('is not opened after any of 10,000 changes', () => {
    const taskId = makeId(1000);
    const sealer = createSealer([keys], () => 1_000_000);
    const bytes = Buffer.from(taskId, 'base64url');
    const flipped = tuple(nat(bytes.length - 1), integer({ min: 1, max: 255 })).map(([at, change]) => {
      const changed = Buffer.from(bytes);
      changed[at]! ^= change;
      return changed.toString('base64url');
    });
    const cut = tuple(nat(taskId.length), nat(taskId.length)).map(([a, b]) => taskId.slice(a, b));
    const longer = tuple(string(), string()).map(([a, b]) => a + taskId + b);
    const mutation = oneof(flipped, cut, longer, string(), base64String()).filter((one) => one !== taskId);
    assert(
      property(mutation, (changed) => openTask(changed, owner, sealer) === undefined),
      { numRuns: 10_000 },
    );
  });
});

describe('a task of custom.ts', () => {
  /** What the work itself knows; the server knows nothing of it. */
  const jobs = new Map<unknown, { state: TaskState; answers: object; isCancelled: boolean }>();
  const withCall = { call: () => 'waited for' };
  const customOf = (more: object = {}): AnyCustomization => ({
    add: {
      ask_twice: {
        title: 'Ask twice',
        description: 'Asks for two names.',
        inputSchema: { type: 'object' },
        task: {
          begin: () => {
            jobs.set(1, { state: { status: 'working' }, answers: {}, isCancelled: false });
            return 1;
          },
          look: (handle) => jobs.get(handle)?.state ?? { status: 'failed', message: 'It is lost.' },
          answer: (handle, answers) => Object.assign(jobs.get(handle)?.answers ?? {}, answers),
          cancel: (handle) => Object.assign(jobs.get(handle) ?? {}, { isCancelled: true }),
        },
        ...more,
      },
    },
  });
  const call = { name: 'ask_twice', arguments: {} };

  test('goes on by what its code says, at any replica', async () => {
    const custom = customOf();
    const { result } = await connect({ custom })('tools/call', call);
    const taskId = String(result?.['taskId']);
    const job = jobs.get(1)!;
    job.state = {
      status: 'input_required',
      questions: { name: { message: 'Whose?', fields: { name: { type: 'string' } } } },
    };
    expect(await look(taskId, connect({ custom }))).toMatchObject({
      status: 'input_required',
      inputRequests: {
        name: {
          method: 'elicitation/create',
          params: {
            mode: 'form',
            message: 'Whose?',
            requestedSchema: { properties: { name: { type: 'string' } }, required: ['name'] },
          },
        },
      },
    });
    const inputResponses = {
      name: { action: 'accept', content: { name: 'Ann' } },
      odd: 'x',
      no: { action: 'decline', content: { a: 1 } },
    };
    await connect({ custom })('tasks/update', { taskId, inputResponses });
    expect(job.answers).toEqual({ name: inputResponses.name, no: { action: 'decline', content: {} } });
    await connect({ custom })('tasks/cancel', { taskId });
    expect(job.isCancelled).toBe(true);
    job.state = { status: 'completed', result: 'done' };
    expect(await look(taskId, connect({ custom }))).toMatchObject({
      status: 'completed',
      result: { content: [{ type: 'text', text: 'done' }] },
    });
    jobs.clear();
    expect(await look(taskId, connect({ custom }))).toMatchObject({
      status: 'failed',
      error: { code: -32603, message: 'It is lost.' },
    });
  });

  test('is answered by its code for calls, or refused, where the client takes none', async () => {
    const other = postModern(startView({ custom: customOf(withCall) }));
    expect((await other('tools/call', call)).result).toMatchObject({ content: [{ text: 'waited for' }] });
    const response = await postModern(startView({ custom: customOf() }))('tools/call', call);
    expect(response).toMatchObject({ status: 400, error: { code: -32021 } });
    const legacy = await connectView(startView({ custom: customOf() }), 'SDK v1');
    expect(await legacy.call('ask_twice')).toMatchObject({
      isError: true,
      text: expect.stringContaining('clients that take tasks'),
    });
    await legacy.close();
  });
});
