import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { customize } from '../../../../templates/project/src/runtime/customize.js';
import type { MockResponse, Mocks, Recipe, Tool } from '../../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { type AnyClient, type Dialect, connectHttp, dialects } from '../../../support/runtime/clients.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

/** An API that must never hear of anything. */
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => response.writeHead(500).end());
});
afterAll(async () => {
  expect(upstream.got).toEqual([]);
  await upstream.close();
});

const json = 'application/json';
const pet = { id: 7, name: 'Rex', tags: ['a', 'b'] };
const byExample: MockResponse = { status: 200, mediaType: json, body: pet, source: 'example' };
const mocks: Mocks = {
  get_pet: byExample,
  same_pet: 'get_pet',
  list_pets: { status: 200, mediaType: json, body: [pet], source: 'schema' },
  say_pet: { status: 200, mediaType: json, body: 'Rex', source: 'example' },
  no_pet: { status: 200, mediaType: json, body: null, source: 'schema' },
  long_pet: { status: 200, mediaType: json, body: ['x'.repeat(600), 'y'.repeat(600)], source: 'schema' },
  page_pets: {
    status: 200,
    mediaType: json,
    body: { items: [pet], next_cursor: 'string', has_more: true },
    source: 'schema',
  },
  text_pet: { status: 200, mediaType: 'text/plain', body: '{"a": 1}', source: 'example' },
  xml_pet: { status: 200, mediaType: 'application/xml', body: '<pet/>', source: 'schema' },
  drop_pet: { status: 204 },
  fetch_pet: { status: 302, location: 'https://files.example.org/7', source: 'example' },
  photo: { status: 200, mediaType: 'image/png' },
  bark: { status: 200, mediaType: 'audio/wav' },
  report: { status: 200, mediaType: 'application/pdf' },
  add_pet: { status: 201, mediaType: json, body: pet, source: 'example' },
};

const recipes: Record<string, Partial<Recipe>> = {
  get_pet: {
    path: '/pets/{id}',
    parameters: [makeParameter({ argument: 'id', name: 'id', in: 'path' })],
    security: [{ key: [] }],
  },
  page_pets: { parameters: [makeParameter({ argument: 'cursor', name: 'cursor' })] },
  add_pet: { method: 'POST', path: '/pets', body: makeBody({}), poll: true },
  unknown_pet: {},
};

const pickable = new Set(['list_pets', 'text_pet']);
const promised = new Set(['get_pet', 'drop_pet', 'list_pets']);

function toTool(name: string): Tool {
  const tool = makeTool({ name, path: `/${name}`, ...recipes[name] });
  return {
    ...tool,
    annotations: { ...tool.annotations, readOnlyHint: name !== 'add_pet' },
    ...(pickable.has(name) && { select: true as const }),
    ...(promised.has(name) && { outputSchema: { type: 'object', properties: {} } }),
  };
}

const id = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] } as const;
const body = { type: 'object', properties: { body: { type: 'object' } }, required: ['body'] } as const;

function makeParts(parts: Partial<AppParts> = {}): AppParts {
  const tools = Object.keys({ ...mocks, unknown_pet: {} }).map(toTool);
  return {
    catalog: makeCatalog(tools, {
      mocks,
      schemas: { get_pet: { ...id, required: ['id'] }, add_pet: { ...body, required: ['body'] } },
      api: {
        servers: [{ url: upstream.url }],
        auth: { key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'TEST_KEY' } },
      },
    }),
    fetch: () => Promise.reject(new Error('something was sent')),
    ...parts,
    env: { MCP_MOCK: 'true', MCP_ANSWER_TOKENS: '200', ...parts.env },
  };
}

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened.toReversed()) await close();
});

interface Connected {
  call: (name: string, args?: Record<string, unknown>) => Promise<CallToolResult>;
  client: AnyClient;
  said: string[];
}

async function connect(dialect: Dialect, parts: Partial<AppParts> = {}): Promise<Connected> {
  const said: string[] = [];
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false };
  const server: HttpServer = await serveOverHttp(createApp(makeParts(parts)), {
    ...local,
    log: (line) => said.push(line),
  });
  const client = await connectHttp(dialect, server.url);
  // From here on the client checks what tools answer.
  await client.listTools();
  opened.push(server.close, () => client.close());
  return {
    client,
    said,
    call: async (name, args = {}) =>
      (await client.callTool({ name, arguments: args })) as unknown as CallToolResult,
  };
}

const example = "[mock] Made from the document's example; nothing was sent to the API.";
const schema = "[mock] Made from the document's schema; nothing was sent to the API.";
const status = '[mock] The document describes no more than this; nothing was sent to the API.';
const sample = '[mock] A sample file; nothing was sent to the API.';
const none = '[mock] Nothing was sent to the API.';

const text = (...texts: string[]) => texts.map((one) => ({ type: 'text', text: one }));
const longBody = (length: number) => ({ body: { name: 'x'.repeat(length) } });
const marked = (made: string) => ({ 'mcpwright/mock': made });

describe.each(dialects)('%s', (dialect) => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect(dialect);
  });

  test.each<[name: string, args: Record<string, unknown>, result: object]>([
    [
      'get_pet',
      { id: 1 },
      { content: text(JSON.stringify(pet), example), structuredContent: pet, _meta: marked('example') },
    ],
    ['same_pet', {}, { content: text(JSON.stringify(pet), example), _meta: marked('example') }],
    [
      'list_pets',
      {},
      {
        content: text(JSON.stringify([pet]), schema),
        structuredContent: { result: [pet] },
        _meta: marked('schema'),
      },
    ],
    ['say_pet', {}, { content: text('"Rex"', example), structuredContent: { result: 'Rex' } }],
    ['no_pet', {}, { content: text('null', schema), structuredContent: { result: null } }],
    ['text_pet', {}, { content: text('{"a":1}', example) }],
    ['xml_pet', {}, { content: text('<pet/>', schema) }],
    [
      'drop_pet',
      {},
      {
        content: text('204 No Content', status),
        structuredContent: { result: '204 No Content' },
        _meta: marked('status'),
      },
    ],
    ['add_pet', { body: { name: 'Rex' } }, { content: text(JSON.stringify(pet), example) }],
    [
      'fetch_pet',
      {},
      {
        content: text('302 Found\nIt answers with an address: https://files.example.org/7', example),
        _meta: marked('example'),
      },
    ],
    ['unknown_pet', {}, { content: text('200 OK, no content', status) }],
    [
      'list_pets',
      { _select: '[].name' },
      { content: text('["Rex"]', schema), structuredContent: { result: ['Rex'] } },
    ],
  ])('%s(%j) answers from the document, and says so', async (name, args, result) => {
    const answer = await connected.call(name, args);
    expect(answer).toMatchObject(result);
    expect(answer.isError ?? false).toBe(false);
  });

  test.each<[what: string, name: string, args: Record<string, unknown>, words: RegExp]>([
    ['an argument that is missing', 'get_pet', {}, /id/],
    ['an argument of another type', 'get_pet', { id: 'x' }, /id/],
    ['an unknown argument', 'same_pet', { no: 1 }, /unknown field/],
    ['a path that would lead elsewhere', 'get_pet', { id: '..' }, /id/],
    ['an expression that is none', 'list_pets', { _select: '[' }, /_select/],
  ])('%s is refused as ever, and marked', async (_what, name, args, words) => {
    const answer = await connected.call(name, args);
    expect(answer).toMatchObject({ isError: true, _meta: marked('none') });
    const [first, second, ...others] = answer.content;
    expect(first).toMatchObject({ type: 'text', text: expect.stringMatching(words) as string });
    expect([second, ...others]).toEqual(text(none));
  });

  test('is told at once', async () => {
    const { client, said } = connected as unknown as {
      client: { getInstructions?: () => string };
      said: string[];
    };
    expect(said[0]).toMatch(/^test: \d+ tools; as a mock: .* nothing is sent to the API$/);
    if (client.getInstructions !== undefined) expect(client.getInstructions()).toMatch(/^This is a mock: /);
  });

  test('the tools that call others mark as well', async () => {
    const { call } = await connect(dialect, { env: { MCP_MODE: 'dynamic' } });
    expect(await call('call_read_tool', { name: 'get_pet', arguments: { id: 1 } })).toMatchObject({
      content: text(JSON.stringify(pet), example),
      _meta: marked('example'),
    });
    expect(await call('call_write_tool', { name: 'add_pet', arguments: {} })).toMatchObject({
      isError: true,
      _meta: marked('none'),
    });
    expect(await call('search_tools', { query: 'pet' })).not.toHaveProperty(['_meta', 'mcpwright/mock']);
  });
});

describe('a mock', () => {
  let connected: Connected;
  beforeAll(async () => {
    connected = await connect('SDK v2, modern');
  });

  test('refuses in the words of the server proper', async () => {
    const real = await connect('SDK v2, modern', { env: { MCP_MOCK: 'false', TEST_KEY: 'key' } });
    for (const args of [{}, { id: 'x' }, { id: 1, no: 2 }]) {
      const [[said], [mocked]] = [
        await real.call('get_pet', args),
        await connected.call('get_pet', args),
      ].map(({ content }) => content) as [CallToolResult['content'], CallToolResult['content']];
      expect(mocked).toEqual(said);
    }
  });

  test('refuses a body that is too large to be sent', async () => {
    const { call } = await connect('SDK v2, modern', { env: { MCP_UPLOAD_MB: '1' } });
    expect(await call('add_pet', longBody(2 ** 20 - 100))).toMatchObject({ _meta: marked('example') });
    expect(await call('add_pet', longBody(2 ** 20))).toMatchObject({
      isError: true,
      content: text(expect.stringContaining('this server sends at most 1 MB at once') as string, none),
      _meta: marked('none'),
    });
  });

  test('answers with an image that can be drawn', async () => {
    const { content } = await connected.call('photo');
    expect(content).toEqual([
      { type: 'image', mimeType: 'image/png', data: expect.any(String) as string },
      ...text(sample),
    ]);
    const bytes = Buffer.from((content[0] as { data: string }).data, 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1, 1]);
    const data = bytes.indexOf('IDAT');
    const length = bytes.readUInt32BE(data - 4);
    // A filter and a pixel.
    expect(inflateSync(bytes.subarray(data + 4, data + 4 + length))).toHaveLength(2);
  });

  test('answers with a sound that can be played', async () => {
    const { content } = await connected.call('bark');
    expect(content[0]).toMatchObject({ type: 'audio', mimeType: 'audio/wav' });
    const bytes = Buffer.from((content[0] as { data: string }).data, 'base64');
    expect(bytes.toString('latin1', 0, 4) + bytes.toString('latin1', 8, 12)).toBe('RIFFWAVE');
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  });

  test('embeds a file, or saves it', async () => {
    expect((await connected.call('report')).content).toEqual([
      { type: 'text', text: expect.stringContaining('application/pdf') as string },
      {
        type: 'resource',
        resource: {
          uri: 'https://mock.invalid/report',
          mimeType: 'application/pdf',
          blob: Buffer.from('A sample file.\n').toString('base64'),
        },
      },
      ...text(sample),
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'mock-'));
    try {
      const saving = await connect('SDK v2, modern', { env: { MCP_DOWNLOAD_DIR: folder } });
      expect((await saving.call('report')).content).toMatchObject([
        { type: 'text' },
        { type: 'resource_link' },
        ...text(sample),
      ]);
      expect(readdirSync(folder)).toHaveLength(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('tells of no page after this one, though the answer does', async () => {
    const { content } = await connected.call('page_pets');
    expect(content).toHaveLength(2);
    expect(content[1]).toEqual(text(schema)[0]);
  });

  test('cuts what is too long, and marks it all the same', async () => {
    const { content } = await connected.call('long_pet');
    expect(content).toHaveLength(2);
    expect((content[0] as { text: string }).text.length).toBeLessThan(1_000);
    expect(content[1]).toEqual(text(schema)[0]);
  });

  test.each<[what: string, env: Record<string, string>]>([
    ['no base URL', { TEST_BASE_URL: 'nonsense' }],
    ['credentials that cannot be read', { TEST_KEY_FILE: '/nowhere/at/all' }],
  ])('does not mind %s', async (_what, env) => {
    const { call } = await connect('SDK v2, modern', { env });
    expect(await call('get_pet', { id: 1 })).toMatchObject({ structuredContent: pet });
  });

  test('needs no server in the document', async () => {
    const { catalog } = makeParts();
    const bare = { ...catalog, api: { ...catalog.api, servers: [] } };
    const { call } = await connect('SDK v2, modern', { catalog: bare });
    expect(await call('get_pet', { id: 1 })).toMatchObject({ structuredContent: pet });
  });

  test('leaves code of the user as it is, and marks what comes of the API all the same', async () => {
    const custom = customize({
      tools: {
        get_pet: { wrap: async (args, next) => ({ ...(await next(args)), content: text('mine') }) },
        same_pet: { wrap: () => ({ content: text('not asked') }) },
        say_pet: {
          wrap: () => {
            throw new Error('broken');
          },
        },
      },
      add: {
        hello: {
          title: 'Hello',
          description: 'Says hello.',
          inputSchema: { type: 'object' },
          call: () => 'hello',
        },
      },
    } as Parameters<typeof customize<Record<string, unknown>>>[0]);
    const { call } = await connect('SDK v2, modern', { custom });
    expect(await call('get_pet', { id: 1 })).toMatchObject({
      content: text('mine'),
      structuredContent: pet,
      _meta: marked('example'),
    });
    expect((await call('same_pet')).content).toEqual(text('not asked', none));
    expect(await call('say_pet')).toMatchObject({ isError: true, _meta: marked('none') });
    const own = await call('hello');
    expect(own.content).toEqual(text('hello'));
    expect(own).not.toHaveProperty(['_meta', 'mcpwright/mock']);
  });
});

test('without the setting nothing is marked, and the answers are not loaded', async () => {
  const { catalog } = makeParts();
  const unloaded = { ...catalog, mocks: () => Promise.reject(new Error('loaded')) };
  const { call, said } = await connect('SDK v2, modern', {
    catalog: unloaded,
    fetch: () => Promise.resolve(Response.json({ id: 1 })),
    env: { MCP_MOCK: 'false' },
  });
  const answer = await call('same_pet');
  expect(answer.content).toEqual(text('{"id":1}'));
  expect(answer).not.toHaveProperty(['_meta', 'mcpwright/mock']);
  expect(said[0]).toMatch(/^test: \d+ tools$/);
});
