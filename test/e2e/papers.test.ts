import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Upstream } from '../../samples/serve.js';
import { startUpstream } from '../../samples/papers/upstream.js';
import { type Message, type Said, judgeAll } from '../support/judgeMessages.js';
import { buildPapers } from './papers.js';

/** The server over stdio, without a client between: each request is of protocol 2026-07-28. */
class Server {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #last = 0;
  /** All that was said by both. */
  readonly said: Said[] = [];

  constructor(folder: string, env: Record<string, string>) {
    this.#child = spawn(process.execPath, ['dist/stdio.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.#lines = createInterface({ input: this.#child.stdout! })[Symbol.asyncIterator]();
  }

  async ask(method: string, params: object, capabilities: object = {}): Promise<Message> {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {
        extensions: { 'io.modelcontextprotocol/tasks': {} },
        ...capabilities,
      },
    };
    const request = { jsonrpc: '2.0', id: (this.#last += 1), method, params: { ...params, _meta: meta } };
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    const { value } = await this.#lines.next();
    const answer = JSON.parse(String(value)) as Message;
    this.said.push(['client', request], ['server', answer]);
    return answer;
  }

  /** Ends it as a crash would; all that it has said fits the schemas of the protocol. */
  async kill(): Promise<void> {
    expect(judgeAll(this.said, '2026-07-28').problems).toEqual([]);
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}

/** The same for a client of protocol 2025-11-25, which is asked by requests of the server, and agrees. */
class LegacySession {
  readonly said: Said[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<unknown, (message: Message) => void>();

  constructor(folder: string, env: Record<string, string>) {
    this.#child = spawn(process.execPath, ['dist/stdio.js'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) =>
      this.#hear(JSON.parse(line) as Message),
    );
  }

  #hear(message: Message): void {
    this.said.push(['server', message]);
    const { id, method } = message;
    if (method === undefined) this.#waiting.get(id)?.(message);
    else if (id !== undefined) this.#say({ id, result: { action: 'accept', content: { confirm: true } } });
  }

  #say(message: Message): void {
    this.said.push(['client', message]);
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  async begin(): Promise<void> {
    const capabilities = { elicitation: {} };
    const clientInfo = { name: 'raw', version: '1' };
    await this.ask('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    this.#say({ method: 'notifications/initialized' });
  }

  ask(method: string, params: Record<string, unknown> = {}): Promise<Message> {
    const id = `c${this.said.length}`;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#say({ id, method, params });
    });
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    await once(this.#child, 'exit');
  }
}

const clock = { ms: 0 };
let folder: string;
let upstream: Upstream;
let env: Record<string, string>;
beforeAll(async () => {
  upstream = await startUpstream({ now: () => clock.ms });
  env = { PAPERS_BASE_URL: upstream.url, MCP_STATE_KEYS: 'k'.repeat(32) };
  folder = await buildPapers('papers');
});
afterAll(() => upstream.close());
beforeEach(() => {
  clock.ms = 0;
});

/** Begins an export at a server, and gives the id of the task. */
async function begin(server: Server): Promise<string> {
  const { result } = await server.ask('tools/call', { name: 'export_paper', arguments: { paperId: 'p1' } });
  expect(result).toMatchObject({ resultType: 'task', status: 'working' });
  expect(result).not.toHaveProperty('content');
  return String(result?.['taskId']);
}

describe('the server of papers, over stdio', () => {
  test('is killed between two looks at a job, and another one gives the result', async () => {
    const first = new Server(folder, env);
    const taskId = await begin(first);
    clock.ms = 1_000;
    expect((await first.ask('tasks/get', { taskId })).result).toMatchObject({
      statusMessage: 'Running, 50%',
    });
    await first.kill();
    clock.ms = 2_000;
    const second = new Server(folder, env);
    const { result } = await second.ask('tasks/get', { taskId });
    expect(result).toMatchObject({ status: 'completed' });
    expect(JSON.stringify(result)).toContain('The office is let to us.');
    expect(upstream.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await second.kill();
    const stranger = new Server(folder, { ...env, MCP_STATE_KEYS: 'o'.repeat(32) });
    expect((await stranger.ask('tasks/get', { taskId })).error).toMatchObject({ code: -32602 });
    await stranger.kill();
  });

  test('ends a job at the API by the link of the document', async () => {
    const server = new Server(folder, env);
    const taskId = await begin(server);
    await server.ask('tasks/cancel', { taskId });
    expect(upstream.calls.at(-1)).toMatchObject({
      method: 'DELETE',
      path: expect.stringMatching(/^\/v1\/jobs\/j/),
    });
    expect((await server.ask('tasks/get', { taskId })).result).toMatchObject({ status: 'cancelled' });
    await server.kill();
  });

  test('asks before it shreds a paper, and reads papers by their URI', async () => {
    const server = new Server(folder, env);
    const call = { name: 'delete_paper', arguments: { paperId: 'p2' } };
    const canAsk = { elicitation: {} };
    const { result: asked } = await server.ask('tools/call', call, canAsk);
    expect(asked).toMatchObject({ resultType: 'input_required' });
    const [key = ''] = Object.keys(asked?.['inputRequests'] as object);
    const inputResponses = { [key]: { action: 'accept', content: { confirm: true } } };
    const again = { ...call, inputResponses, requestState: asked?.['requestState'] };
    expect((await server.ask('tools/call', again, canAsk)).result).toMatchObject({ resultType: 'complete' });
    const { result: read } = await server.ask('resources/read', { uri: 'papers://api/papers/p1' });
    expect(JSON.stringify(read)).toContain('Lease');
    const { error } = await server.ask('resources/read', { uri: 'papers://api/papers/p2' });
    expect(error).toMatchObject({ code: -32602 });
    await server.kill();
  });

  test('completes the folder of its prompt from what the API lists, and gives the scan of a paper', async () => {
    const server = new Server(folder, env);
    const ref = { type: 'ref/prompt', name: 'tidy_folder' };
    const { result } = await server.ask('completion/complete', {
      ref,
      argument: { name: 'folder', value: 'c' },
    });
    expect(result).toMatchObject({ completion: { values: ['contracts'] } });
    const { result: scan } = await server.ask('tools/call', {
      name: 'get_scan',
      arguments: { paperId: 'p1' },
    });
    expect(scan).toMatchObject({ content: [{ type: 'image', mimeType: 'image/png' }] });
    await server.kill();
  });

  test('says to a client of 2025-11-25 what fits the schema of that version', async () => {
    const session = new LegacySession(folder, env);
    await session.begin();
    const call = (name: string, args: object = {}) => session.ask('tools/call', { name, arguments: args });
    for (const method of ['ping', 'tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect(await session.ask(method)).toHaveProperty('result');
    await session.ask('logging/setLevel', { level: 'debug' });
    expect((await call('get_scan', { paperId: 'p1' })).result).toHaveProperty('content');
    const made = await call('create_paper', { title: 'Minutes', text: 'We met.', folder: 'contracts' });
    const paper = made.result?.['structuredContent'] as { id: string } | undefined;
    expect((await call('delete_paper', { paperId: paper?.id })).result?.['isError']).toBeUndefined();
    expect((await call('get_paper', { paperId: 'none' })).result).toMatchObject({ isError: true });
    expect((await call('nothing')).error).toMatchObject({ code: -32602 });
    const uri = 'papers://api/papers/p1';
    await session.ask('resources/subscribe', { uri });
    await session.ask('resources/read', { uri });
    await session.ask('resources/unsubscribe', { uri });
    const ref = { type: 'ref/prompt', name: 'tidy_folder' };
    await session.ask('completion/complete', { ref, argument: { name: 'folder', value: 'c' } });
    await session.ask('prompts/get', { name: 'tidy_folder', arguments: { folder: 'contracts' } });
    await session.ask('x/y');
    await session.end();
    const { judged, problems } = judgeAll(session.said, '2025-11-25');
    expect(problems).toEqual([]);
    expect(judged).toEqual([
      'completion/complete',
      'elicitation/create',
      'error -32601',
      'error -32602',
      'initialize',
      'logging/setLevel',
      'ping',
      'prompts/get',
      'prompts/list',
      'resources/list',
      'resources/read',
      'resources/subscribe',
      'resources/templates/list',
      'resources/unsubscribe',
      'tools/call',
      'tools/list',
    ]);
  });

  test('says of tasks what fits the schema of the extension', async () => {
    const server = new Server(folder, env);
    const call = async (name: string, args: object = {}) =>
      String((await server.ask('tools/call', { name, arguments: args })).result?.['taskId']);
    await server.ask('server/discover', {});
    const [exported, ended] = [await begin(server), await begin(server)];
    await server.ask('tasks/get', { taskId: exported });
    await server.ask('tasks/cancel', { taskId: ended });
    await server.ask('tasks/get', { taskId: ended });
    clock.ms = 2_000;
    await server.ask('tasks/get', { taskId: exported });
    for (const name of ['failing_job', 'protocol_error_job'])
      await server.ask('tasks/get', { taskId: await call(name) });
    const asking = await call('multi_input');
    const { result } = await server.ask('tasks/get', { taskId: asking });
    const keys = Object.keys(result?.['inputRequests'] as object);
    const inputResponses = Object.fromEntries(
      keys.map((key) => [key, { action: 'accept', content: { confirm: true } }]),
    );
    await server.ask('tasks/update', { taskId: asking, inputResponses });
    await server.ask('tasks/get', { taskId: asking });
    await server.ask('tasks/get', { taskId: 'unknown' });
    await server.ask('tasks/get', { taskId: asking }, { extensions: {} });
    await server.ask('subscriptions/listen', { notifications: { taskIds: [asking] } });
    await server.kill();
    const { judged, problems } = judgeAll(server.said, '2026-07-28');
    expect(problems).toEqual([]);
    expect(judged).toEqual([
      'error -32021',
      'error -32602',
      'notifications/subscriptions/acknowledged',
      'server/discover',
      'server/discover (tasks)',
      'tasks/cancel',
      'tasks/get (cancelled)',
      'tasks/get (completed)',
      'tasks/get (failed)',
      'tasks/get (input_required)',
      'tasks/get (working)',
      'tasks/update',
      'tools/call (task)',
    ]);
    for (const [place, at] of wrong.entries())
      expect([place, judgeAll(server.said.map(at), '2026-07-28').problems]).not.toEqual([place, []]);
  });
});

/** Has something put in place of what a result says. */
const put =
  (isMeant: (result: Record<string, unknown>) => boolean, more: object) =>
  ([who, message]: Said): Said => {
    const { result } = message;
    const isIt = who === 'server' && result !== undefined && isMeant(result);
    // What is undefined is not there on the wire.
    const changed = isIt ? (JSON.parse(JSON.stringify({ ...result, ...more })) as typeof result) : result;
    return [who, { ...message, ...(changed && { result: changed }) }];
  };
const is = (status: string) => (result: Record<string, unknown>) => result['status'] === status;
const isTask = ({ resultType }: Record<string, unknown>) => resultType === 'task';

/** Messages that the schemas have to tell from right ones. */
const wrong = [
  put(isTask, { taskId: undefined }),
  put(isTask, { ttlMs: undefined }),
  put(isTask, { status: 'begun' }),
  put(isTask, { pollIntervalMs: 0.5 }),
  put(is('working'), { resultType: 'other' }),
  put(is('working'), { lastUpdatedAt: 7 }),
  put(is('completed'), { result: undefined }),
  put(is('completed'), { result: { resultType: 'complete' } }),
  put(is('failed'), { error: { message: 'Lost' } }),
  put(is('input_required'), { inputRequests: undefined }),
  put(is('input_required'), { inputRequests: { a: { method: 'other' } } }),
  put(({ capabilities }) => capabilities !== undefined, {
    capabilities: { extensions: { 'io.modelcontextprotocol/tasks': { list: true } } },
  }),
];
