import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBoard } from '../../../../templates/project/src/runtime/resources/createBoard.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Message, type Said, judgeAll } from '../../../support/judgeMessages.js';
import { dialects } from '../../../support/runtime/clients.js';
import { makeCatalog } from '../../../support/runtime/fixtures.js';
import { message, messageOf, modern, open, post } from '../../../support/runtime/wire.js';
import { connect, makeApp, makeClock, startApi, transports, uriOf } from './watching.js';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
beforeEach(() => {
  for (const path of Object.keys(api.state)) delete api.state[path];
  api.got.length = 0;
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ways = transports.flatMap((over) => dialects.map((dialect) => [over, dialect] as const));
const conditions = () =>
  api.got.map(({ url, headers }) => [url, headers['if-none-match'] ?? headers['if-modified-since']]);

describe.each(ways)('a subscription over %s by %s', (over, dialect) => {
  test('tells of each change, and of nothing else', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    api.state['/things/2'] = { modified: 'Mon, 01 Jan 2024 00:00:00 GMT' };
    const client = await connect(makeApp(api.url, { clock }), over, dialect);
    expect(client.capabilities?.resources?.subscribe).toBe(true);
    expect(await client.subscribe(uriOf('1'), uriOf('2'))).toEqual([uriOf('1'), uriOf('2')]);
    expect(clock.waits()).toEqual([60, 60]);
    await clock.move(60);
    expect(conditions().slice(2).toSorted()).toEqual([
      ['/things/1', '"a"'],
      ['/things/2', 'Mon, 01 Jan 2024 00:00:00 GMT'],
    ]);
    api.state['/things/1'] = { etag: '"b"' };
    await clock.move(60);
    await client.toldTimes(1);
    await clock.move(60);
    api.state['/things/2'] = { modified: 'Tue, 02 Jan 2024 00:00:00 GMT' };
    await clock.move(60);
    await client.toldTimes(2);
    expect(client.told).toEqual([uriOf('1'), uriOf('2')]);
    await client.close();
    await clock.rests();
  });

  test('is to what the client may read and the API tells changes of, and no more', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    api.state['/things/secret'] = { status: 403 };
    api.state['/others/1'] = { etag: '"a"' };
    const client = await connect(makeApp(api.url, { clock }), over, dialect);
    const others = [
      uriOf('none'),
      uriOf('secret'),
      uriOf('far-too-long'),
      'test://api/others/1',
      'test://api/nothing',
      'https://example.com/things/1',
    ];
    expect(await client.subscribe(...others, uriOf('1'))).toEqual([uriOf('1')]);
    expect(clock.waits()).toEqual([60]);
    expect(api.got.map(({ url }) => url).toSorted()).toEqual(['/things/1', '/things/none', '/things/secret']);
    await client.close();
  });

  test('ends where the client wants it to', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    const client = await connect(makeApp(api.url, { clock }), over, dialect);
    await client.subscribe(uriOf('1'));
    await client.unsubscribe(uriOf('1'));
    await clock.rests();
    expect(await client.subscribe(uriOf('1'))).toEqual([uriOf('1')]);
    api.state['/things/1'] = { etag: '"b"' };
    await clock.move(60);
    await client.toldTimes(1);
    await client.close();
  });
});

test('a subscription that is asked for twice at once is one', async () => {
  const clock = makeClock();
  api.state['/things/1'] = { etag: '"a"' };
  const client = await start({ clock });
  await Promise.all([client.subscribe(uriOf('1')), client.subscribe(uriOf('1'))]);
  await client.unsubscribe(uriOf('1'));
  expect(clock.waits()).toEqual([]);
  await client.close();
});

/** A server over stdio for a legacy client, which needs the least. */
const start = (options: Parameters<typeof makeApp>[1]) =>
  connect(makeApp(api.url, options), 'stdio', 'SDK v1');

describe('a look', () => {
  test('is not before the API wants it, nor before the operator does', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"', headers: { 'cache-control': 'private, max-age=300' } };
    api.state['/things/2'] = { etag: '"a"', headers: { 'cache-control': 'max-age=99999999' } };
    api.state['/things/3'] = { status: 503, headers: { 'retry-after': '200' } };
    api.state['/things/4'] = { etag: '"a"', headers: { 'cache-control': 'max-age=1' } };
    const client = await start({ clock, env: { MCP_WATCH_SECONDS: '20' } });
    await client.subscribe(uriOf('1'), uriOf('2'), uriOf('3'), uriOf('4'));
    expect(clock.waits()).toEqual([20, 200, 300, 3_600]);
    await client.close();
  });

  test('goes by what was read where nothing else tells one state from another', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { body: '{"a":1}' };
    const client = await start({ clock });
    await client.subscribe(uriOf('1'));
    await clock.move(60);
    api.state['/things/1'] = { body: '{"a":2}' };
    await clock.move(60);
    await client.toldTimes(1);
    // An ETag that comes later, and one that only becomes weak, are no change.
    for (const etag of ['"a"', 'W/"a"']) {
      api.state['/things/1'] = { body: '{"a":2}', etag };
      await clock.move(60);
    }
    api.state['/things/1'] = { body: '{"a":2}', etag: '"b"' };
    await clock.move(60);
    await client.toldTimes(2);
    expect(client.told).toHaveLength(2);
    await client.close();
  });

  test.each([401, 403, 429, 500, 503])(
    'that is answered with %i waits longer each time, and tells nothing',
    async (status) => {
      const clock = makeClock();
      api.state['/things/1'] = { etag: '"a"' };
      const client = await start({ clock });
      await client.subscribe(uriOf('1'));
      api.state['/things/1'] = { status, body: '{"title":"the secret"}' };
      for (const wait of [120, 240, 480, 960, 1_920, 3_600, 3_600]) {
        await clock.move(clock.waits()[0] ?? 0);
        expect(clock.waits()).toEqual([wait]);
      }
      api.state['/things/1'] = { etag: '"a"' };
      await clock.move(3_600);
      expect(clock.waits()).toEqual([60]);
      api.state['/things/1'] = { etag: '"b"' };
      await clock.move(60);
      await client.toldTimes(1);
      expect(client.told).toEqual([uriOf('1')]);
      await client.close();
    },
  );

  test('tells once that something is gone, and once that it is back', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    const client = await start({ clock });
    await client.subscribe(uriOf('1'));
    for (const status of [404, 410, 404]) {
      api.state['/things/1'] = { status };
      await clock.move(clock.waits()[0] ?? 0);
    }
    await client.toldTimes(1);
    api.state['/things/1'] = { etag: '"a"' };
    await clock.move(clock.waits()[0] ?? 0);
    await client.toldTimes(2);
    expect(client.told).toHaveLength(2);
    expect(clock.waits()).toEqual([60]);
    await client.close();
  });

  test('that fails at first is no refusal, and what is found later is news', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { status: 500 };
    const client = await start({ clock });
    expect(await client.subscribe(uriOf('1'))).toEqual([uriOf('1')]);
    api.state['/things/1'] = { etag: '"a"' };
    await clock.move(120);
    await client.toldTimes(1);
    await client.close();
  });

  test('is put off where nobody can say whether who watches still may', async () => {
    const clock = makeClock();
    const looks: unknown[] = [];
    const watch = createBoard(60_000, clock.later);
    const answers = [() => Promise.reject(new Error('unreachable')), async () => true];
    const joined = await watch({
      owner: 'ann',
      key: 'one',
      look: async (mark) => {
        looks.push(mark);
        return { is: 'there', mark: { digest: String(looks.length) } };
      },
      mayStay: async () => answers.shift()?.(),
      tell: () => looks.push('told'),
      end: () => looks.push('ended'),
    });
    await clock.move(60);
    expect([looks, clock.waits()]).toEqual([[undefined], [120]]);
    await clock.move(120);
    expect(looks).toEqual([undefined, { digest: '1' }, 'told']);
    if (typeof joined === 'object') joined.stop();
    expect(clock.waits()).toEqual([]);
  });

  test('is never sent where the document answers', async () => {
    const clock = makeClock();
    const client = await start({ clock, env: { MCP_MOCK: 'true' } });
    expect(await client.subscribe(uriOf('1'))).toEqual([uriOf('1')]);
    await clock.move(60);
    expect(clock.waits()).toEqual([60]);
    expect(api.got).toEqual([]);
    await client.close();
  });
});

describe('what is watched', () => {
  test('is looked at once for all who see the same, as long as one of them listens', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    const app = makeApp(api.url, { clock });
    const clients = await Promise.all(ways.map(([over, dialect]) => connect(app, over, dialect)));
    for (const client of clients) await client.subscribe(uriOf('1'));
    expect(api.got).toHaveLength(1);
    api.state['/things/1'] = { etag: '"b"' };
    await clock.move(60);
    await Promise.all(clients.map((client) => client.toldTimes(1)));
    expect(api.got).toHaveLength(2);
    const [last, ...others] = clients;
    await Promise.all(others.map((client) => client.close()));
    expect(clock.waits()).toEqual([60]);
    await last?.close();
    expect(clock.waits()).toEqual([]);
  });

  test('is as much as one client may watch, and all of them', async () => {
    const clock = makeClock();
    const all = Array.from({ length: 110 }, (_, index) => String(index));
    for (const id of all) api.state[`/things/${id}`] = { etag: '"a"' };
    const app = makeApp(api.url, { clock });
    const [first, ...others] = await Promise.all(
      Array.from({ length: 11 }, () => connect(app, 'stdio', 'SDK v2, modern')),
    );
    expect(await first?.subscribe(...all.map(uriOf))).toHaveLength(100);
    const taken = [];
    for (const other of others) taken.push((await other.subscribe(...all.map(uriOf))).length);
    expect(taken).toEqual([...Array.from({ length: 9 }, () => 100), 0]);
    await first?.close();
    expect(await others.at(-1)?.subscribe(...all.map(uriOf))).toHaveLength(100);
    await Promise.all(others.map((other) => other.close()));
    expect(clock.waits()).toEqual([]);
  });

  test('is what src/custom.ts has versions of, too', async () => {
    const clock = makeClock();
    const versions: Record<string, string | undefined> = { today: '1' };
    const note = { title: 'Note', read: () => 'text' };
    const custom = {
      resources: {
        'notes://{day}': { ...note, version: ({ day = '' }) => versions[day] },
        'plain://{day}': note,
      },
    };
    const client = await start({ clock, custom });
    expect(await client.subscribe('notes://today', 'notes://other', 'plain://today')).toEqual([
      'notes://today',
    ]);
    await clock.move(60);
    versions['today'] = '2';
    await clock.move(60);
    await client.toldTimes(1);
    expect(client.told).toEqual(['notes://today']);
    await client.close();
  });

  test('needs code that src/custom.ts alone does not bring', async () => {
    const resources = { 'notes://today': { title: 'Note', read: () => 'text', version: () => '1' } };
    const app = createApp({ catalog: makeCatalog([]), custom: { resources }, env: {} });
    await expect(app.view().summary()).rejects.toThrow('resources: { own: true, subscribe: true }');
  });

  test.each(['4', '0', 'often'])('is not looked at every %s seconds', async (seconds) => {
    const app = makeApp(api.url, { clock: makeClock(), env: { MCP_WATCH_SECONDS: seconds } });
    await expect(app.view().summary()).rejects.toThrow(
      'MCP_WATCH_SECONDS must be a whole number of at least 5',
    );
  });
});

/** Reads the messages of a stream as they come. */
async function listen(url: string, filter: object, headers: Record<string, string> = {}) {
  const request = modern('subscriptions/listen', { notifications: filter });
  const response = await open({ url, ...request, headers: { ...request.headers, ...headers } });
  response.setEncoding('utf8');
  let text = '';
  const messages = () =>
    [...text.matchAll(/^data: (.*)$/gm)].map(([, one = '']) => JSON.parse(one) as Message);
  const pieces = response[Symbol.asyncIterator]() as AsyncIterator<string>;
  return {
    response,
    /** All messages, once there are so many. */
    until: async (count: number) => {
      while (messages().length < count) {
        const { value, done } = await pieces.next();
        if (done) break;
        text += value;
      }
      return messages();
    },
  };
}

describe('over HTTP', () => {
  const guard = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => {} };

  const id = { 'io.modelcontextprotocol/subscriptionId': 1 };

  test('the acknowledgement comes first, all carry the subscription, and the server ends it with a result', async () => {
    const clock = makeClock();
    api.state['/things/1'] = { etag: '"a"' };
    const server = await serveOverHttp(makeApp(api.url, { clock }), guard);
    const { until, response } = await listen(server.url, {
      resourceSubscriptions: [uriOf('1'), uriOf('none')],
      toolsListChanged: true,
      resourcesListChanged: true,
    });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
    api.state['/things/1'] = { etag: '"b"' };
    await clock.move(60);
    expect(await until(2)).toEqual([
      {
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { notifications: { resourceSubscriptions: [uriOf('1')] }, _meta: id },
      },
      {
        jsonrpc: '2.0',
        method: 'notifications/resources/updated',
        params: { uri: uriOf('1'), _meta: id },
      },
    ]);
    await server.close();
    const all = await until(3);
    expect(all.at(-1)).toMatchObject({ id: 1, result: { resultType: 'complete', _meta: id } });
    const said = all.map((one): Said => ['server', one]);
    const asked: Said = ['client', { id: 1, method: 'subscriptions/listen' }];
    expect(judgeAll([asked, ...said], '2026-07-28')).toEqual({
      judged: [
        'notifications/resources/updated',
        'notifications/subscriptions/acknowledged',
        'subscriptions/listen',
      ],
      problems: [],
    });
    expect(clock.waits()).toEqual([]);
  });

  test('what is asked for without the right is promised to nobody, and the stream ends', async () => {
    const server = await serveOverHttp(makeApp(api.url, { clock: makeClock() }), guard);
    const { until } = await listen(server.url, { resourceSubscriptions: [uriOf('none')] });
    expect(await until(9)).toMatchObject([
      { params: { notifications: {} } },
      { result: { resultType: 'complete' } },
    ]);
    await server.close();
  });

  test.each<[string, object, object]>([
    ['without a version', { 'mcp-protocol-version': '2099-01-01' }, { code: -32_020 }],
    ['with another method in its header', { 'mcp-method': 'tools/list' }, { code: -32_020 }],
  ])('a request %s is refused as others are', async (_, headers, error) => {
    const server = await serveOverHttp(makeApp(api.url, { clock: makeClock() }), guard);
    const request = modern('subscriptions/listen', {
      notifications: { resourceSubscriptions: [uriOf('1')] },
    });
    const answer = await post({ url: server.url, ...request, headers: { ...request.headers, ...headers } });
    expect(answer.status).toBe(400);
    expect(messageOf(answer).error).toMatchObject(error);
    expect(api.got).toEqual([]);
    await server.close();
  });

  test('without a session, earlier clients are offered none', async () => {
    const app = makeApp(api.url, { clock: makeClock(), env: { MCP_SESSIONS: 'false' } });
    const server = await serveOverHttp(app, guard);
    const initialize = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1' },
    };
    const opened = messageOf(await post({ url: server.url, body: message('initialize', initialize) }));
    expect(opened.result).toMatchObject({ capabilities: { resources: {} } });
    expect(JSON.stringify(opened.result)).not.toContain('subscribe');
    const subscribe = message('resources/subscribe', { uri: uriOf('1') });
    const refused = messageOf(await post({ url: server.url, body: subscribe }));
    expect(refused.error).toMatchObject({ code: -32_601 });
    await server.close();
  });

  test('each user is told by looks with their own credentials, and no longer than they are let in', async () => {
    const clock = makeClock();
    const folder = mkdtempSync(join(tmpdir(), 'watched-'));
    const file = join(folder, 'token');
    writeFileSync(file, 'the-token-of-the-operator');
    api.state['/things/1'] = { etag: '"a"' };
    const app = makeApp(api.url, {
      clock,
      auth: { key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'TEST_KEY' } },
      env: {
        TEST_KEY: 'key-of-the-server',
        MCP_FORWARD_HEADERS: 'X-Pet-Key',
        MCP_AUTH_TOKEN_FILE: file,
      },
    });
    const server = await serveOverHttp(app, guard);
    const filter = { resourceSubscriptions: [uriOf('1')] };
    const token = bearer('the-token-of-the-operator');
    const [ann, bob] = [
      await listen(server.url, filter, { ...token, 'x-pet-key': 'key-of-ann' }),
      await listen(server.url, filter, { ...token, 'x-pet-key': 'key-of-bob' }),
    ];
    // Without a credential there is nothing that they could read.
    const nobody = await listen(server.url, filter, token);
    expect(await nobody.until(9)).toMatchObject([{ params: { notifications: {} } }, { result: {} }]);
    await Promise.all([ann.until(1), bob.until(1)]);
    await clock.move(60);
    const keys = api.got.map(({ headers }) => headers['x-key']);
    expect(keys.toSorted()).toEqual(['key-of-ann', 'key-of-ann', 'key-of-bob', 'key-of-bob']);
    api.state['/things/1'] = { etag: '"b"' };
    writeFileSync(file, 'another-token-of-the-operator');
    await clock.move(60);
    for (const { until } of [ann, bob])
      expect(await until(9)).toMatchObject([{ params: { notifications: filter } }, { result: {} }]);
    expect(api.got).toHaveLength(4);
    expect(clock.waits()).toEqual([]);
    await server.close();
    rmSync(folder, { recursive: true });
  });
});
