import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectHttp, dialects } from '../../../support/runtime/clients.js';
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

const catalog = makeToolsets({
  pets: ['list_pets', 'get_pet'],
  store: ['get_order'],
  'big.things': ['get_thing'],
});
let upstream: Upstream;
let server: HttpServer;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
  );
  const env = { SHOP_BASE_URL: upstream.url, MCP_ALLOWED_ORIGINS: 'https://app.example' };
  const app = createApp({ catalog, env });
  server = await serveOverHttp(app, {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => {},
  });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const at = (path: string) => `${server.url}${path}`;
const namesOf = (answer: Answer) => toolsOf(messageOf(answer));

describe.each(dialects)('%s', (dialect) => {
  test.each<[path: string, tools: string[]]>([
    ['', ['list_pets', 'get_pet', 'get_order', 'get_thing']],
    ['/pets', ['list_pets', 'get_pet']],
    ['/store,pets', ['list_pets', 'get_pet', 'get_order']],
  ])('lists and calls what is at /mcp%s', async (path, tools) => {
    const client = await connectHttp(dialect, at(path));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(tools);
    const result = await client.callTool({ name: 'list_pets', arguments: {} });
    expect(result.structuredContent).toEqual({ url: '/list_pets' });
    await client.close();
  });

  test('gets no tool of another toolset', async () => {
    const client = await connectHttp(dialect, at('/store'));
    const call = client.callTool({ name: 'list_pets', arguments: {} });
    await expect(call).rejects.toMatchObject({ code: -32602 });
    await client.close();
  });

  test('is told which toolsets there are, where there is none of that name', async () => {
    // This client says of every error to its first request that the server is of another version.
    const isPinned = dialect === 'SDK v2, modern';
    await expect(connectHttp(dialect, at('/pest'))).rejects.toThrow(
      isPinned ? 'Version negotiation failed' : /no toolset \\?"pest\\?"\. Did you mean \\?"pets\\?"\?/,
    );
  });
});

const eras = [
  ['before 2026-07-28', { headers: {}, body: message('tools/list') }],
  ['of 2026-07-28', modern('tools/list')],
] as const;

describe.each(eras)('a request %s', (_era, request) => {
  test.each<[path: string, tools: string[]]>([
    ['/pets,store', ['list_pets', 'get_pet', 'get_order']],
    ['/store,pets', ['list_pets', 'get_pet', 'get_order']],
    ['/pets,pets,store,pets', ['list_pets', 'get_pet', 'get_order']],
    ['/pets%2Cstore', ['list_pets', 'get_pet', 'get_order']],
    ['/%70ets', ['list_pets', 'get_pet']],
    ['/big.things?x=1', ['get_thing']],
    ['?x=/pets', ['list_pets', 'get_pet', 'get_order', 'get_thing']],
  ])('finds %s', async (path, tools) => {
    expect(namesOf(await post({ url: at(path), ...request }))).toEqual(tools);
  });

  test.each<[path: string, words: RegExp]>([
    ['/pets,nothing', /^Not found: There is no toolset "nothing"\..* There are: pets, store, big\.things\.$/],
    ['/PETS', /There is no toolset "PETS"/],
    ['/pets/store', /There is no toolset "pets\/store"/],
    ['/..%2Fmcp', /There is no toolset "\.\.\/mcp"/],
    ['/%00', /There is no toolset "\\u0000"/],
    ['/__proto__', /There is no toolset "__proto__"/],
    ['/', /^Not found: MCP is served on \/mcp and \/mcp\/<toolset>\.$/],
    ['/pets,', /MCP is served on/],
    ['/,', /MCP is served on/],
    ['/%E0%A4%A', /MCP is served on/],
    ['/%', /MCP is served on/],
    ['pets', /MCP is served on/],
    [`/${'pets,'.repeat(1_000)}pets`, /MCP is served on/],
  ])('does not find %s', async (path, words) => {
    const answer = await post({ url: at(path), ...request });
    expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'application/json' } });
    expect(messageOf(answer)).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringMatching(words) as string },
    });
  });

  test('finds every address that can be, one after the other', async () => {
    const many = Array.from({ length: 110 }, (_, index) => `group${index}`);
    const app = createApp({
      catalog: makeToolsets(Object.fromEntries(many.map((name) => [name, [`in_${name}`]]))),
      env: {},
    });
    const other = await serveOverHttp(app, {
      host: '127.0.0.1',
      port: 0,
      allowUnauthenticated: false,
      log: () => {},
    });
    for (const name of [...many, ...many]) {
      expect(namesOf(await post({ url: `${other.url}/${name}`, ...request }))).toEqual([`in_${name}`]);
    }
    await other.close();
  });
});

describe.each(['/pets', '/pets,store', '/nothing'])('the gate at /mcp%s', (path) => {
  test.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { host: 'evil.example' }])(
    'keeps out %j',
    async (headers) => {
      const answer = await post({ url: at(path), headers, body: message('tools/list') });
      expect(answer).toMatchObject({ status: 403 });
      expect(answer.body).not.toContain('toolset');
    },
  );

  test('shares with the origins that are configured', async () => {
    const headers = { origin: 'https://app.example' };
    expect(await post({ url: at(path), method: 'OPTIONS', headers })).toMatchObject({
      status: 204,
      headers: { 'access-control-allow-origin': 'https://app.example' },
    });
  });
});

test('too large a body is refused at every address', async () => {
  const body = Buffer.alloc(5 * 1024 * 1024, ' ');
  expect(await post({ url: at('/pets'), body })).toMatchObject({ status: 413 });
});

test.each(['', '/pets'])('nothing can be listened for at /mcp%s: the list never changes', async (path) => {
  const filter = { notifications: { toolsListChanged: true } };
  const stream = await post({ url: at(path), ...modern('subscriptions/listen', filter) });
  expect(stream).toMatchObject({ status: 200, headers: { 'x-accel-buffering': 'no' } });
  const messages = [...stream.body.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as object,
  );
  expect(messages).toMatchObject([
    { method: 'notifications/subscriptions/acknowledged', params: { notifications: {} } },
    { id: 1, result: { resultType: 'complete' } },
  ]);
  const discovered = await post({ url: at(path), ...modern('server/discover') });
  expect(messageOf(discovered).result).toMatchObject({ capabilities: { tools: {} } });
  expect(messageOf(discovered).result?.['capabilities']).not.toHaveProperty('tools.listChanged');
});

test.each(['GET', 'DELETE'])('without sessions there is no %s, whatever id is sent', async (method) => {
  const headers = { accept: 'text/event-stream', 'mcp-session-id': 'some' };
  const answer = await open({ url: at('/pets'), method, headers });
  expect(answer.statusCode).toBe(405);
  answer.destroy();
});
