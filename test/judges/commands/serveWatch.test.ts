import { EventEmitter, once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { chooseConfig } from '../../../generator/commands/chooseConfig.js';
import type { Context } from '../../../generator/commands/context.js';
import { serve } from '../../../generator/commands/serve.js';
import { type AnyClient, type Dialect, connectHttp, dialects } from '../../support/runtime/clients.js';
import type { Message } from '../../support/runtime/project.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, modern, post } from '../../support/runtime/wire.js';

const started = process.cwd();
const folder = join(started, 'test/.tmp/serveWatch');
const document = join(folder, 'openapi.json');
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
  );
});
afterAll(() => upstream.close());

/** A document of reads, by tag the paths. */
const describeApi = (tags: Record<string, string[]>, paths: object = {}) => ({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: upstream.url }],
  paths: {
    ...Object.fromEntries(
      Object.entries(tags).flatMap(([tag, names]) =>
        names.map((name) => [
          `/${name}`,
          {
            get: { operationId: name, tags: [tag], summary: name, responses: { 200: { description: 'ok' } } },
          },
        ]),
      ),
    ),
    ...paths,
  },
});
const choose = () => chooseConfig({ choices: {}, file: undefined, document });
const write = (content: object | string, file = document) =>
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));

const cats = (operationId: string) => ({
  get: { operationId, tags: ['pets'], responses: { 200: { description: 'ok' } } },
});

interface Running {
  url: string;
  input: PassThrough;
  output: PassThrough;
  said: (pattern: RegExp | string, times?: number) => Promise<void>;
  stop: () => Promise<unknown>;
}

let running: Running | undefined;
beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  process.chdir(folder);
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  process.chdir(started);
});

/** The command, in this process. */
async function start(transport: 'http' | 'stdio', settings: Record<string, string> = {}): Promise<Running> {
  let heard = '';
  const signals = new EventEmitter();
  const [input, output] = [new PassThrough(), new PassThrough()];
  const context: Context = {
    print: () => {},
    note: () => {},
    alert: (text) => void (heard += text),
    progress: () => {},
    paint: (_style, text) => text,
    readStdin: async () => '',
    input,
    output,
    stopped: once(signals, 'stop').then(() => {}),
    env: {},
  };
  const done = serve(
    {
      choose,
      watch: true,
      lookEachMs: 20,
      transport,
      port: 0,
      host: '127.0.0.1',
      allowUnauthenticated: false,
      settings: { MCP_SESSIONS: 'true', ...settings },
    },
    context,
  );
  const said = (pattern: RegExp | string, times = 1) =>
    vi.waitFor(() => expect(heard.split(pattern).length, heard).toBeGreaterThan(times), 60_000);
  if (transport === 'http') await Promise.race([said(' on http'), done]);
  running = {
    url: / on (\S+)\n/.exec(heard)?.[1] ?? '',
    input,
    output,
    said,
    stop: () => {
      signals.emit('stop');
      return done;
    },
  };
  return running;
}

const names = async (client: AnyClient) =>
  (await client.listTools()).tools.map(({ name }) => name).toSorted();

describe.each(dialects)('over HTTP, %s', (dialect) => {
  let server: Running;
  let clients: AnyClient[];
  const connect = async (path = '') => {
    const client = await connectHttp(dialect, server.url + path);
    clients.push(client);
    return client;
  };
  beforeEach(async () => {
    clients = [];
    write(describeApi({ pets: ['listPets'], store: ['listOrders'] }));
  });
  afterEach(() => Promise.all(clients.map((client) => client.close())));

  test('hears of a tool that is new, and calls it', async () => {
    server = await start('http');
    const client = await connect();
    expect(await names(client)).toEqual(['list_orders', 'list_pets']);
    const change = client.nextChange();
    write(describeApi({ pets: ['listPets', 'getPet'], store: ['listOrders'] }));
    await change;
    expect(await names(client)).toEqual(['get_pet', 'list_orders', 'list_pets']);
    const result = await client.callTool({ name: 'get_pet', arguments: {} });
    expect(result.structuredContent).toEqual({ url: '/getPet' });
  });

  test('hears of nothing where its own list is the same', async () => {
    server = await start('http');
    const [all, pets, store] = [await connect(), await connect('/pets'), await connect('/store')];
    for (const client of clients) await client.listTools();
    const changes = [all.nextChange(), store.nextChange()];
    write(describeApi({ pets: ['listPets'], store: ['listOrders', 'getOrder'] }));
    await Promise.all(changes);
    await server.said('The document has changed: 3 tools');
    write({ ...describeApi({ pets: ['listPets'], store: ['listOrders', 'getOrder'] }), 'x-note': 'new' });
    await server.said('The document has changed: 3 tools', 2);
    expect(await names(pets)).toEqual(['list_pets']);
    expect(clients.map((client) => client.changes())).toEqual([1, 0, 1]);
  });

  test('is served on while the document cannot be, and hears of it once it can', async () => {
    server = await start('http');
    const client = await connect();
    await client.listTools();
    write('{ "openapi": "3.1.0",\n oops');
    await server.said(/error \S*openapi\.json:2:\d+: .*\n(?:.*\n)?What was served before goes on\.\n/);
    write(describeApi({}));
    await server.said('What was served before goes on.', 2);
    rmSync(document);
    await server.said('What was served before goes on.', 3);
    expect(await names(client)).toEqual(['list_orders', 'list_pets']);
    expect(client.changes()).toBe(0);
    const change = client.nextChange();
    write(describeApi({ pets: ['listCats'] }));
    await change;
    expect(await names(client)).toEqual(['list_cats']);
  });

  test('hears where the address that it is connected to is there no more', async () => {
    server = await start('http');
    const client = await connect('/store');
    await client.listTools();
    const change = client.nextChange();
    write(describeApi({ pets: ['listPets'] }));
    await change;
    await expect(client.listTools()).rejects.toThrow('There is no toolset');
    const later = await post({ url: `${server.url}/store`, body: message('tools/list') });
    expect(later.status).toBe(404);
  });
});

test('choices that come to be, and files that the document refers to, count as the document', async () => {
  const reference = { '/cats': { $ref: './cats.json' } };
  write(cats('listCats'), join(folder, 'cats.json'));
  write(describeApi({ pets: ['listPets'] }, reference));
  const server = await start('http');
  const client = await connectHttp('SDK v2, modern', server.url);
  expect(await names(client)).toEqual(['list_cats', 'list_pets']);
  let change = client.nextChange();
  write(cats('findCats'), join(folder, 'cats.json'));
  await change;
  expect(await names(client)).toEqual(['find_cats', 'list_pets']);
  change = client.nextChange();
  write('exclude: operation=findCats\n', join(folder, 'mcpwright.yaml'));
  await change;
  await server.said('mcpwright.yaml has changed: 1 tool');
  expect(await names(client)).toEqual(['list_pets']);
  write('exclude: nonsense=1\n', join(folder, 'mcpwright.yaml'));
  await server.said(/mcpwright\.yaml:1:\d+: [^]*What was served before goes on\./);
  expect(await names(client)).toEqual(['list_pets']);
  await client.close();
});

/** An overlay that takes a path away, or what else is selected below `paths`. */
const removing = (step: string) => `overlay: 1.0.0\nactions:\n  - target: $.paths${step}\n    remove: true\n`;

test('overlays count as the document', async () => {
  const overlay = join(folder, 'ours.yaml');
  write(describeApi({ pets: ['listPets', 'getPet'] }));
  write('overlays: [ours.yaml]\n', join(folder, 'mcpwright.yaml'));
  write(removing("['/getPet']"), overlay);
  const server = await start('http');
  const client = await connectHttp('SDK v2, modern', server.url);
  expect(await names(client)).toEqual(['list_pets']);
  const change = client.nextChange();
  write(removing("['/listPets']"), overlay);
  await change;
  await server.said('ours.yaml has changed: 1 tool');
  expect(await names(client)).toEqual(['get_pet']);
  write(removing('.*'), overlay);
  await server.said(/ours\.yaml:3:\d+: No operation is left[^]*What was served before goes on\./);
  expect(await names(client)).toEqual(['get_pet']);
  await client.close();
});

test('toolsets that a session has enabled stay so', async () => {
  write(describeApi({ pets: ['listPets'], store: ['listOrders'] }));
  const server = await start('http', { MCP_MODE: 'dynamic' });
  const client = await connectHttp('SDK v1', server.url);
  const before = await names(client);
  let change = client.nextChange();
  await client.callTool({ name: 'enable_toolset', arguments: { toolset: 'pets' } });
  await change;
  expect(await names(client)).toEqual([...before, 'list_pets'].toSorted());
  change = client.nextChange();
  write(describeApi({ pets: ['listPets', 'getPet'], store: ['listOrders'] }));
  await change;
  expect(await names(client)).toEqual([...before, 'list_pets', 'get_pet'].toSorted());
  await client.close();
});

test('a client that listens hears that the server stops', async () => {
  write(describeApi({ pets: ['listPets'] }));
  const server = await start('http');
  const filter = { notifications: { toolsListChanged: true } };
  const listened = post({ url: server.url, ...modern('subscriptions/listen', filter) });
  await vi.waitFor(async () => {
    const { body } = await post({ url: server.url, ...modern('server/discover') });
    expect(body).toContain('"listChanged":true');
  }, 60_000);
  await server.stop();
  const messages = [...(await listened).body.matchAll(/^data: (.*)$/gm)].map(
    ([, data = '']) => JSON.parse(data) as Message,
  );
  expect(messages).toMatchObject([
    {
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: { toolsListChanged: true } },
    },
    { id: 1, result: { resultType: 'complete' } },
  ]);
});

describe('over stdio', () => {
  const eras: [Dialect, opening: string[], change: object][] = [
    [
      'SDK v1',
      [
        message('initialize', {
          protocolVersion: '2025-11-25',
          capabilities: {},
          clientInfo: { name: 'raw', version: '1' },
        }),
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        message('tools/list', {}, 'list'),
      ],
      { jsonrpc: '2.0', method: 'notifications/tools/list_changed' },
    ],
    [
      'SDK v2, modern',
      [
        modern('subscriptions/listen', { notifications: { toolsListChanged: true } }).body,
        modern('tools/list').body.replace('"id":1', '"id":"list"'),
      ],
      {
        jsonrpc: '2.0',
        method: 'notifications/tools/list_changed',
        params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 1 } },
      },
    ],
  ];

  test.each(eras)(
    'a client such as %s hears of changes, and of the end',
    async (dialect, opening, change) => {
      write(describeApi({ pets: ['listPets'] }));
      const server = await start('stdio');
      const lines = createInterface({ input: server.output })[Symbol.asyncIterator]();
      const read = async () => JSON.parse(((await lines.next()) as { value: string }).value) as Message;
      server.input.write(`${opening.join('\n')}\n`);
      let answer = await read();
      while (answer.id !== 'list') answer = await read();
      write(describeApi({ pets: ['listPets', 'getPet'] }));
      expect(await read()).toEqual(change);
      const list = opening.at(-1)!;
      server.input.write(`${list}\n`);
      expect((await read()).result?.['tools']).toHaveLength(2);
      server.input.end();
      if (dialect === 'SDK v2, modern')
        expect(await read()).toMatchObject({ id: 1, result: { resultType: 'complete' } });
      expect(await server.stop()).toBe(0);
    },
  );
});

test.each(['-', 'http://127.0.0.1:1/openapi.json'])('%s cannot be watched', async (source) => {
  const context = { stopped: new Promise<void>(() => {}), env: {} } as Context;
  const rest = { port: 0, host: '127.0.0.1', allowUnauthenticated: false, settings: {} };
  const chooseSource = () => chooseConfig({ choices: {}, file: undefined, document: source });
  await expect(
    serve({ choose: chooseSource, watch: true, transport: 'http', ...rest }, context),
  ).rejects.toThrow('--watch needs a document that is a file.');
});
