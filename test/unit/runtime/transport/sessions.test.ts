import type { Admission } from '../../../../templates/project/src/runtime/door/guard.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAddresses } from '../../../../templates/project/src/runtime/transport/http/createGate.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import {
  type SessionLimits,
  createSessions,
} from '../../../../templates/project/src/runtime/transport/http/session.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type AnyClient, connectHttp, dialects } from '../../../support/runtime/clients.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import {
  type Answer,
  message,
  messageOf,
  modern,
  open,
  post,
  toolsOf,
} from '../../../support/runtime/wire.js';
import { makeToolsets } from './makeToolsets.js';

const catalog = makeToolsets({ pets: ['list_pets', 'hang'], store: ['get_order', 'slow'] });
const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false };
let upstream: Upstream;
let server: HttpServer;
const logged: string[] = [];

beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) => {
    if (url === '/hang') return;
    const answer = () =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url }));
    setTimeout(answer, url === '/slow' ? 300 : 0);
  });
  server = await start();
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

function makeApp() {
  const env = {
    SHOP_BASE_URL: upstream.url,
    MCP_SESSIONS: 'true',
    MCP_MODE: 'dynamic',
    MCP_ALLOWED_ORIGINS: 'https://app.example',
  };
  return createApp({ catalog, env });
}

const start = () => serveOverHttp(makeApp(), { ...local, log: (line) => void logged.push(line) });
const at = (path: string) => `${server.url}${path}`;
const initialize = (id: number | string = 0, protocolVersion = '2025-11-25') =>
  message('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }, id);
const call = (name: string, args: object = {}, id: number | string = 1) =>
  message('tools/call', { name, arguments: args }, id);
const cancel = (requestId: number | string) =>
  JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } });
const namesOf = (answer: Answer) => toolsOf(messageOf(answer));

/** Opens a session; what it gives makes requests in it. */
async function openSession(url = server.url) {
  const answer = await post({ url, body: initialize() });
  const id = String(answer.headers['mcp-session-id']);
  const headers = { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
  return {
    id,
    headers,
    answer,
    post: (body: string) => post({ url, headers, body }),
    send: (method: string, accept = 'text/event-stream') =>
      open({ url, method, headers: { ...headers, accept, 'content-type': undefined } }),
  };
}

const names = async (client: AnyClient) => (await client.listTools()).tools.map(({ name }) => name);
const legacy = dialects.filter((dialect) => dialect !== 'SDK v2, modern');

describe.each(legacy)('%s', (dialect) => {
  test('enables a toolset: it is told, its list grows, and no other session is touched', async () => {
    const [client, other] = [await connectHttp(dialect, server.url), await connectHttp(dialect, server.url)];
    const before = await names(client);
    expect(before).toContain('enable_toolset');
    expect(before).not.toContain('list_pets');
    const change = client.nextChange();
    await client.callTool({ name: 'enable_toolset', arguments: { toolset: 'pets' } });
    await change;
    expect(await names(client)).toEqual([...before, 'list_pets', 'hang']);
    expect(await names(other)).toEqual(before);
    expect(other.changes()).toBe(0);
    expect((await client.callTool({ name: 'list_pets', arguments: {} })).structuredContent).toEqual({
      url: '/list_pets',
    });
    await Promise.all([client.close(), other.close()]);
  });

  test('makes many calls at once in one session', async () => {
    const client = await connectHttp(dialect, server.url);
    const tools = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'list_pets' : 'slow'));
    const results = await Promise.all(tools.map((name) => client.callTool({ name, arguments: {} })));
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      tools.map((name) => ({ url: `/${name}` })),
    );
    await client.close();
  });

  test('cancels a call, down to the API, and goes on', async () => {
    const client = await connectHttp(dialect, server.url);
    const controller = new AbortController();
    const got = upstream.next();
    const hanging = client.callTool({ name: 'hang', arguments: {} }, undefined, {
      signal: controller.signal,
    });
    const { aborted } = await got;
    controller.abort();
    await expect(hanging).rejects.toThrow();
    await aborted;
    expect(await names(client)).toContain('enable_toolset');
    await client.close();
  });

  test('goes away, and the call to the API is aborted', async () => {
    const client = await connectHttp(dialect, server.url);
    const got = upstream.next();
    const hanging = client.callTool({ name: 'hang', arguments: {} });
    const { aborted } = await got;
    await Promise.all([expect(hanging).rejects.toThrow(), client.close()]);
    await aborted;
  });
});

describe('SDK v2, modern', () => {
  test('gets the same list on every connection, whatever others do', async () => {
    const first = await connectHttp('SDK v2, modern', server.url);
    const before = await first.listTools();
    const session = await openSession();
    await session.post(call('enable_toolset', { toolset: 'pets' }));
    expect(namesOf(await session.post(message('tools/list')))).toContain('list_pets');
    await first.callTool({ name: 'list_pets', arguments: {} });
    const second = await connectHttp('SDK v2, modern', server.url);
    expect(await second.listTools()).toEqual(before);
    expect(await first.listTools()).toEqual(before);
    expect(before.tools.map(({ name }) => name)).not.toContain('enable_toolset');
    expect(first.changes()).toBe(0);
    await Promise.all([first.close(), second.close()]);
  });

  test('is answered beside sessions, with the id of one or without', async () => {
    const { headers } = await openSession();
    const request = modern('tools/list');
    const plain = await post({ url: server.url, ...request });
    expect(plain.status).toBe(200);
    expect(
      await post({ url: server.url, body: request.body, headers: { ...headers, ...request.headers } }),
    ).toMatchObject({ status: 200, body: plain.body });
  });
});

describe('a session', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'begins with an initialize of %s',
    async (version) => {
      const answer = await post({ url: server.url, body: initialize(0, version) });
      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
      expect(answer.headers['mcp-session-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(messageOf(answer).result).toMatchObject({
        protocolVersion: version,
        capabilities: { tools: { listChanged: true } },
      });
    },
  );

  test('answers with a stream who takes nothing else', async () => {
    const headers = { accept: 'text/event-stream' };
    const answer = await post({ url: server.url, headers, body: initialize() });
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    });
    expect(answer.headers['mcp-session-id']).toBeDefined();
    expect(messageOf(answer).result).toHaveProperty('serverInfo');
  });

  test('takes notifications and JSON-RPC responses with 202', async () => {
    const session = await openSession();
    for (const body of [
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
    ])
      expect(await session.post(body)).toMatchObject({ status: 202, body: '' });
  });

  test('has one stream of notifications at a time, and another once that is gone', async () => {
    const session = await openSession();
    const stream = await session.send('GET');
    expect(stream).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    });
    const second = await session.send('GET');
    expect(second.statusCode).toBe(409);
    second.resume();
    stream.destroy();
    await vi.waitFor(async () => {
      const next = await session.send('GET');
      next.destroy();
      expect(next.statusCode).toBe(200);
    }, 60_000);
  });

  test('ends with a DELETE: its stream, its calls, and all that comes later', async () => {
    const session = await openSession();
    const stream = await session.send('GET');
    const ended = new Promise((resolve) => stream.once('end', resolve).resume());
    const got = upstream.next();
    const hanging = session.post(call('hang'));
    const { aborted } = await got;
    const answer = await session.send('DELETE');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await hanging).toMatchObject({ status: 404 });
    await Promise.all([ended, aborted]);
    for (const method of ['GET', 'DELETE']) {
      const later = await session.send(method);
      expect(later.statusCode).toBe(404);
      later.resume();
    }
    const later = await session.post(message('tools/list'));
    expect(later.status).toBe(404);
    expect(messageOf(later)).toMatchObject({ id: null, error: { code: -32600 } });
    expect(messageOf(later).error?.message).toContain('initialize anew');
  });

  test('is unknown where it was not opened', async () => {
    const there = await openSession(at('/pets'));
    const body = message('tools/list');
    expect(namesOf(await there.post(body))).toContain('search_tools');
    for (const path of ['', '/store', '/pets,store'])
      expect(await post({ url: at(path), headers: there.headers, body })).toMatchObject({ status: 404 });
    expect(await post({ url: at('/pets?x'), headers: there.headers, body })).toMatchObject({ status: 200 });
    expect(await post({ url: at('/nothing'), headers: there.headers, body })).toMatchObject({ status: 404 });
  });

  test.each(['', 'some', '00000000-0000-4000-8000-000000000000', '__proto__'])(
    'is unknown by the id %j',
    async (id) => {
      const headers = { 'mcp-session-id': id };
      expect(await post({ url: server.url, headers, body: message('tools/list') })).toMatchObject({
        status: 404,
      });
      expect(await post({ url: server.url, headers, body: initialize() })).toMatchObject({ status: 404 });
    },
  );

  test('is initialized once', async () => {
    const session = await openSession();
    expect(await session.post(initialize())).toMatchObject({ status: 400 });
    expect(namesOf(await session.post(message('tools/list')))).toContain('enable_toolset');
  });

  test('does not begin with an initialize that is none', async () => {
    const answer = await post({ url: server.url, body: message('initialize', {}) });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    expect(messageOf(answer)).toHaveProperty('error');
  });

  test('is not needed', async () => {
    const answer = await post({ url: server.url, body: message('tools/list') });
    expect(answer.headers).not.toHaveProperty('mcp-session-id');
    expect(namesOf(answer)).not.toContain('enable_toolset');
    for (const method of ['GET', 'DELETE'])
      expect(await post({ url: server.url, method, headers: { accept: 'text/event-stream' } })).toMatchObject(
        {
          status: 405,
        },
      );
  });

  test('refuses an id that a call in flight has, and takes it after that', async () => {
    const session = await openSession();
    const got = upstream.next();
    const hanging = session.post(call('hang', {}, 'a'));
    await got;
    const second = await session.post(call('list_pets', {}, 'a'));
    expect(second.status).toBe(400);
    expect(messageOf(second).error?.message).toContain('the id a is in use');
    expect(await session.post(cancel('a'))).toMatchObject({ status: 202 });
    expect(await hanging).toMatchObject({ status: 202, body: '' });
    expect(messageOf(await session.post(call('list_pets', {}, 'a'))).result).toMatchObject({
      structuredContent: { url: '/list_pets' },
    });
  });

  test('aborts the call of a client that goes away, and lives on', async () => {
    const session = await openSession();
    const got = upstream.next();
    const controller = new AbortController();
    const gone = fetch(server.url, {
      method: 'POST',
      headers: { ...session.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: call('hang', {}, 7),
      signal: controller.signal,
    });
    const { aborted } = await got;
    controller.abort();
    await expect(gone).rejects.toThrow();
    await aborted;
    const again = async () =>
      expect(await session.post(message('ping', {}, 7))).toMatchObject({ status: 200 });
    await vi.waitFor(again, 60_000);
  });

  test('keeps the bounds and the gate', async () => {
    const { headers, post: postTo } = await openSession();
    const body = message('tools/list');
    expect(await post({ url: server.url, headers, body: Buffer.alloc(5 * 1024 * 1024, ' ') })).toMatchObject({
      status: 413,
    });
    expect(
      await post({ url: server.url, headers: { ...headers, 'content-type': 'text/plain' }, body }),
    ).toMatchObject({ status: 415 });
    expect(await postTo('{oops')).toMatchObject({ status: 400 });
    for (const foreign of [{ origin: 'https://evil.example' }, { host: 'evil.example' }])
      for (const method of ['POST', 'GET', 'DELETE'])
        expect(
          await post({ url: server.url, method, headers: { ...headers, ...foreign }, body }),
        ).toMatchObject({
          status: 403,
        });
    const shared = await post({
      url: server.url,
      headers: { ...headers, origin: 'https://app.example' },
      body,
    });
    expect(shared.headers['access-control-expose-headers']).toContain('mcp-session-id');
    expect(
      await post({ url: server.url, headers: { ...headers, 'mcp-protocol-version': '1999-01-01' }, body }),
    ).toMatchObject({ status: 400 });
  });
});

/** Somebody who has proven who they are. */
const admit = (key: string): Admission => ({
  principal: { subject: key, scopes: [], claims: {} },
  token: '',
  key,
  user: key,
  scope: { key: 'all', narrow: (offer) => offer, missing: async () => [] },
  host: undefined,
  until: Number.NaN,
});

describe('the limits', () => {
  const base = 'http://localhost/mcp';
  const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

  /** Sessions without a network between. */
  function make(limits: SessionLimits) {
    const sessions = createSessions(limits);
    const addresses = createAddresses(makeApp(), () => {});
    const answer = (init: RequestInit, body?: string, admission?: Admission) => {
      const request = new Request(base, { ...init, ...(body !== undefined && { body }) });
      return sessions.answer(
        request,
        addresses.find('/mcp', admission)!,
        body === undefined ? undefined : JSON.parse(body),
      );
    };
    const begin = async (admission?: Admission) => {
      const opened = await answer({ method: 'POST', headers: json }, initialize(), admission);
      return opened?.status === 200 ? opened.headers.get('mcp-session-id')! : opened!.status;
    };
    const use = async (id: string | number, method = 'POST', signal?: AbortSignal, admission?: Admission) => {
      const headers = { ...json, 'mcp-session-id': String(id) };
      const init = { method, headers, ...(signal && { signal }) };
      return (await answer(init, method === 'POST' ? message('ping') : undefined, admission))!;
    };
    return { sessions, begin, use };
  }

  beforeEach(
    () => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }),
  );
  afterEach(() => void vi.useRealTimers());

  test('of time: one that is idle ends, one that is used or listened to does not', async () => {
    const { begin, use } = make({ most: 10, idleMs: 1_000 });
    const [idle, used, heard] = [await begin(), await begin(), await begin()];
    const leaving = new AbortController();
    expect((await use(heard, 'GET', leaving.signal)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(999);
    expect((await use(used)).status).toBe(200);
    await vi.advanceTimersByTimeAsync(999);
    expect((await use(idle)).status).toBe(404);
    expect((await use(used)).status).toBe(200);
    expect((await use(heard)).status).toBe(200);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await use(heard)).status).toBe(404);
    expect((await use(used)).status).toBe(404);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('of number: the one that was not used for longest makes room', async () => {
    const { begin, use } = make({ most: 2, idleMs: 1_000 });
    const [first, second] = [await begin(), await begin()];
    expect((await use(first)).status).toBe(200);
    const third = await begin();
    expect((await use(second)).status).toBe(404);
    expect((await use(first)).status).toBe(200);
    expect((await use(third)).status).toBe(200);
  });

  test('of number: whoever opens very many ends their own, and nobody else’s', async () => {
    const { begin, use } = make({ most: 5, idleMs: 1_000 });
    const ofOthers = [await begin(admit('ann')), await begin(admit('bob'))];
    const greedy = [];
    for (let count = 0; count < 20; count += 1) greedy.push(await begin(admit('eve')));
    const isAlive = async (id: string | number, key: string) =>
      (await use(id, 'POST', undefined, admit(key))).status === 200;
    expect(await isAlive(ofOthers[0]!, 'ann')).toBe(true);
    expect(await isAlive(ofOthers[1]!, 'bob')).toBe(true);
    const alive = await Promise.all(greedy.map((id) => isAlive(id, 'eve')));
    expect(alive.lastIndexOf(false)).toBe(16);
    expect(alive.filter(Boolean)).toHaveLength(3);
  });

  test('of number: where all are in use, none begins until one is not', async () => {
    const { begin, use } = make({ most: 2, idleMs: 1_000 });
    const leaving = new AbortController();
    const held = [await begin(), await begin()];
    await use(held[0]!, 'GET', leaving.signal);
    await use(held[1]!, 'GET');
    expect(await begin()).toBe(503);
    leaving.abort();
    expect(await begin()).toMatch(/-/);
    expect((await use(held[0]!)).status).toBe(404);
    expect((await use(held[1]!)).status).toBe(200);
  });

  test('of number hold for many that begin at once', async () => {
    const { begin, use } = make({ most: 5, idleMs: 1_000 });
    const begun = await Promise.all(Array.from({ length: 20 }, () => begin()));
    const alive = await Promise.all(begun.map(async (id) => (await use(id)).status === 200));
    expect(alive.filter(Boolean)).toHaveLength(5);
  });

  test('many that were opened and ended leave nothing', async () => {
    const { begin, use, sessions } = make({ most: 50, idleMs: 1_000 });
    for (let count = 0; count < 100; count += 1) {
      const id = await begin();
      expect((await use(id, 'GET')).status).toBe(200);
      if (count % 2 === 0) expect((await use(id, 'DELETE')).status).toBe(200);
    }
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    await sessions.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});

function countSockets(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
}

describe('the server', () => {
  test('ends streams at once and calls when they are answered, when it is told to stop', async () => {
    const ending = await start();
    const session = await openSession(ending.url);
    const stream = await session.send('GET');
    const ended = new Promise((resolve) => stream.once('end', resolve).resume());
    const got = upstream.next();
    const slow = session.post(call('slow'));
    await got;
    const closed = ending.close();
    expect(messageOf(await slow).result).toMatchObject({ structuredContent: { url: '/slow' } });
    await Promise.all([ended, closed]);
  });

  test('keeps no connection of many sessions over HTTP', async () => {
    const counted = await start();
    const before = countSockets();
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        Array.from({ length: 20 }, async () => {
          const session = await openSession(counted.url);
          (await session.send('DELETE')).resume();
        }),
      );
    }
    await vi.waitFor(() => expect(countSockets()).toBeLessThanOrEqual(before), { timeout: 60_000 });
    await counted.close();
  });

  test('never tells the id of a session', async () => {
    const { id, post: postTo } = await openSession();
    await postTo('{oops');
    await postTo(call('nothing'));
    const answer = await postTo(initialize());
    expect(answer.body).not.toContain(id);
    expect(logged.join('\n')).not.toContain(id);
  });
});
