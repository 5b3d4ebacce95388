import { readFileSync } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import { createLiveApp } from '../../../../templates/project/src/runtime/server/createView.js';
import type { App } from '../../../../templates/project/src/runtime/extensions.js';
import { serveOverStdio } from '../../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeToolsets } from '../../../support/runtime/manyTools.js';

interface Message {
  id?: unknown;
  method?: string;
}

/** What real clients write first, as they wrote it; tools are called by the name that the project here has. */
const exchanges = JSON.parse(readFileSync(new URL('exchanges.json', import.meta.url), 'utf8')) as Record<
  string,
  Message[]
>;

const makeApp = (env: Record<string, string> = {}, custom: AnyCustomization = {}) =>
  createApp({ catalog, custom, env: { EXAMPLE_BASE_URL: 'http://127.0.0.1:9', ...env } });

/** The same app, of which the SDK answers everything: it leaves alone an app whose list may change. */
function withoutOpening(app: App): App {
  const changes = { publish: () => {}, subscribe: () => () => {} };
  return { ...app, view: (...which) => ({ ...app.view(...which), changes }) };
}

/** The lines that are written for these, of which each request waits for its answer before the next is written. */
async function replay(app: App, messages: readonly unknown[], atOnce = false): Promise<string[]> {
  const input = new PassThrough();
  let written = '';
  const output = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk);
      done();
    },
  });
  const { finished } = serveOverStdio(app, { input, output, log: () => undefined });
  const lines = () => written.split('\n').slice(0, -1);
  for (const [index, message] of messages.entries()) {
    input.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
    const wanted = messages.slice(0, index + 1).filter((one) => (one as Message).id !== undefined).length;
    if (!atOnce) await vi.waitUntil(() => lines().length >= wanted, { timeout: 60_000, interval: 1 });
  }
  input.end();
  await finished;
  return atOnce ? lines().toSorted() : lines();
}

const apps: Record<string, () => App> = {
  'few tools': () => makeApp(),
  'tools to search for': () => makeApp({ MCP_MODE: 'dynamic' }),
  'more tools than a list holds': () =>
    createApp({
      catalog: makeToolsets({ many: Array.from({ length: 41 }, (_, index) => `list_${index}`) }).catalog,
      env: {},
    }),
  'a tool on a page': () => makeApp({ MCP_PAGE_SIZE: '1' }),
  'code of its own': () =>
    makeApp(
      {},
      {
        add: {
          own: { title: 'Own', description: 'Own.', inputSchema: { type: 'object' }, call: () => 'done' },
        },
      },
    ),
};

describe('the first exchange of a client is answered to the byte as the SDK does', () => {
  const cases = Object.keys(exchanges).flatMap((client) => Object.keys(apps).map((app) => [client, app]));
  test.each(cases)('%s, %s', async (client, app) => {
    const messages = exchanges[client]!;
    const answered = await replay(apps[app]!(), messages);
    expect(answered).toEqual(await replay(withoutOpening(apps[app]!()), messages));
    expect(answered).toHaveLength(messages.filter(({ id }) => id !== undefined).length);
    const together = await replay(apps[app]!(), messages, true);
    expect(together).toEqual(answered.toSorted());
  });
});

const initialize = (params: object = {}, rest: object = {}) => ({
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
    ...params,
  },
  ...rest,
});
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const request = (method: string, params?: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

/** What clients could write, and what they should not. */
const odd: Record<string, readonly unknown[]> = {
  'an earlier version': [initialize({ protocolVersion: '2024-11-05' }), initialized, request('tools/list')],
  'a version that there is none of': [initialize({ protocolVersion: '1999-01-01' }), request('ping')],
  'a later version': [initialize({ protocolVersion: '2026-07-28' }), request('tools/list')],
  'a version that is no text': [initialize({ protocolVersion: 3 })],
  'no client': [initialize({ clientInfo: undefined })],
  'a client without a version': [initialize({ clientInfo: { name: 'test' } })],
  'a client with icons': [initialize({ clientInfo: { name: 'a', version: '1', icons: [{ src: 'x' }] } })],
  'a client whose icons are none': [initialize({ clientInfo: { name: 'a', version: '1', icons: 'x' } })],
  'capabilities as a list': [initialize({ capabilities: [] })],
  'capabilities of all kinds': [
    initialize({
      capabilities: {
        roots: { listChanged: true },
        sampling: { context: {}, tools: {} },
        elicitation: { form: {}, url: {} },
        experimental: { x: { y: 1 } },
        extensions: { 'io.example/x': { y: [1] } },
      },
    }),
    initialized,
    request('tools/list', {}),
    request('ping', {}, 2),
  ],
  'a capability that is none': [initialize({ capabilities: { roots: { listChanged: 'yes' } } })],
  'a capability that is a text': [initialize({ capabilities: { sampling: 'yes' } })],
  'an extension that is a number': [initialize({ capabilities: { extensions: { x: 1 } } })],
  'metadata of the request': [initialize({ _meta: { progressToken: 1 } }), request('tools/list')],
  'an id that is a text': [initialize({}, { id: 'a' }), request('tools/list', undefined, 'b')],
  'an id that is a fraction': [initialize({}, { id: 1.5 })],
  'an id that is null': [initialize({}, { id: null })],
  'another version of JSON-RPC': [initialize({}, { jsonrpc: '1.0' })],
  'a member besides': [initialize({}, { more: 1 })],
  'initialize twice': [initialize(), initialize({}, { id: 1 })],
  'initialize without parameters': [request('initialize')],
  'no initialize': [request('tools/list')],
  'a ping first': [request('ping'), initialize({}, { id: 2 }), request('tools/list', {}, 3)],
  'a ping between': [initialize(), request('ping'), initialized, request('ping', {}, 2)],
  'a list before it is initialized': [initialize(), request('tools/list')],
  'a list of which the cursor is odd': [initialize(), initialized, request('tools/list', { cursor: 'x' })],
  'a list with a cursor': [initialize(), initialized, request('tools/list', { cursor: 'MQ' })],
  'a list whose parameters are a list': [initialize(), initialized, request('tools/list', [])],
  'the list twice': [initialize(), initialized, request('tools/list'), request('tools/list', {}, 2)],
  'initialized twice': [initialize(), initialized, initialized, request('tools/list')],
  'initialized with parameters': [
    initialize(),
    { ...initialized, params: { _meta: {} } },
    request('tools/list'),
  ],
  'another method': [initialize(), initialized, request('resources/list')],
  'a method that there is none of': [initialize(), initialized, request('x/y')],
  'a call of a tool that there is none of': [initialize(), initialized, request('tools/call', { name: 'x' })],
  'no message': [initialize(), { id: 1 }],
  'a list of messages': [[initialize()], initialize({}, { id: 1 })],
};

describe('what is unusual is answered as the SDK does', () => {
  test.each(Object.entries(odd))('%s', async (_name, messages) => {
    const app = apps['few tools']!;
    const expected = await replay(withoutOpening(app()), messages, true);
    expect(await replay(app(), messages, true)).toEqual(expected);
  });
});

test('a client that searches tools itself gets the list that the SDK gives it', async () => {
  const clientInfo = { name: 'claude-code', version: '2.1.0' };
  const messages = [initialize({ clientInfo }), initialized, request('tools/list')];
  const app = apps['more tools than a list holds']!;
  const answered = await replay(app(), messages);
  expect(answered).toEqual(await replay(withoutOpening(app()), messages));
  const { result } = JSON.parse(answered[1]!) as { result: { tools: object[] } };
  expect(result.tools).toHaveLength(42);
});

describe('the SDK', () => {
  const first = [initialize(), initialized, request('tools/list')];

  test('is not loaded for the first exchange of a client that goes after it', async () => {
    const load = vi.fn<() => Promise<never>>();
    expect(await replay(countLoads(makeApp(), load), first, true)).toHaveLength(2);
    expect(load).not.toHaveBeenCalled();
  });

  test('is loaded once for what comes then', async () => {
    const load = vi.fn<() => Promise<never>>();
    const messages = [...first, request('tools/call', { name: 'x' }, 2), request('ping', {}, 3)];
    expect(await replay(countLoads(makeApp(), load), messages)).toHaveLength(4);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('answers for an app that another takes the place of, whose clients hear of it', async () => {
    const load = vi.fn<() => Promise<never>>();
    expect(await replay(countLoads(createLiveApp(makeApp()), load), first)).toHaveLength(2);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

/** Tells how often the SDK is asked for a server. */
function countLoads(app: App, told: () => unknown): App {
  const view: App['view'] = (...which) => {
    const made = app.view(...which);
    const createServer: typeof made.createServer = (connection) => {
      told();
      return made.createServer(connection);
    };
    return { ...made, createServer };
  };
  return new Proxy(app, { get: (of, name) => (name === 'view' ? view : Reflect.get(of, name)) });
}
