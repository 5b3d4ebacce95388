import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AnyCustomization, customize } from '../../../templates/project/src/runtime/customize.js';
import { toListedTool } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { pageOf } from '../../../templates/project/src/runtime/server/createServer.js';
import { readSettings } from '../../../templates/project/src/runtime/settings.js';
import { type AppParts, createApp } from '../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
  );
});
afterAll(() => upstream.close());

const names = ['get_pet', 'list_pets', 'add_pet', 'drop_pet', 'count_pets'];
const tools = names.map((name) =>
  makeTool({ name, path: `/${name}`, parameters: [makeParameter({ argument: 'limit', name: 'limit' })] }),
);
const schema = {
  type: 'object' as const,
  properties: { limit: { type: 'integer' } },
  additionalProperties: false,
};
const schemas = Object.fromEntries(names.map((name) => [name, schema]));

interface PetTools {
  get_pet: { limit?: number };
  list_pets: { limit?: number };
}

async function connect(parts: Partial<AppParts> = {}): Promise<Client> {
  const catalog = makeCatalog(tools, { schemas, api: { servers: [{ url: upstream.url }] } });
  const app = createApp({ catalog, env: {}, ...parts });
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await app.view().createServer()).connect(far);
  await client.connect(near);
  return client;
}

async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: args });
  const texts = (content as { text: string }[]).map(({ text }) => text);
  return { text: texts.join('\n'), isError: isError ?? false, structuredContent };
}

describe('the list', () => {
  test('holds every tool with its words and hints, in the order of the catalog', async () => {
    const listed = (await (await connect()).listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(names);
    expect(listed[0]).toEqual({
      name: 'get_pet',
      title: 'Title of get_pet',
      description: 'Description of get_pet.',
      inputSchema: { type: 'object', properties: {} },
      annotations: {
        title: 'Title of get_pet',
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: true,
      },
    });
  });

  test('is one page, unless MCP_PAGE_SIZE says otherwise', async () => {
    const client = await connect({ env: { MCP_PAGE_SIZE: '2' } });
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await client.request({
        method: 'tools/list',
        params: cursor === undefined ? {} : { cursor },
      });
      pages.push(page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(pages).toEqual([['get_pet', 'list_pets'], ['add_pet', 'drop_pet'], ['count_pets']]);
    expect((await (await connect()).request({ method: 'tools/list' })).nextCursor).toBeUndefined();
  });

  test('has no page that a client cannot take', () => {
    const page = (cursor?: string, size?: number) => {
      const { tools: listed, nextCursor } = pageOf(large, cursor, size, 2_000);
      return { names: listed.map(({ name }) => name), size: JSON.stringify(listed).length, nextCursor };
    };
    // Three bytes each, and as many characters of JSON.
    const large = [400, 400, 400, 2_000, 400].map((length, index) =>
      toListedTool({ ...makeTool({ name: `t${index}` }), description: '\u20ac'.repeat(length) }),
    );
    const pages = [page()];
    for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor)
      pages.push(page(next));
    // The one that fits on no page is left out.
    expect(pages.flatMap(({ names: listed }) => listed)).toEqual(['t0', 't1', 't2', 't4']);
    expect(pages).toHaveLength(4);
    expect(page(undefined, 2).names).toEqual(['t0']);
  });

  test.each(['nonsense', 'LTE', 'OTk', 'MS41'])('refuses the cursor %s', async (cursor) => {
    const client = await connect({ env: { MCP_PAGE_SIZE: '2' } });
    const listed = client.request({ method: 'tools/list', params: { cursor } });
    await expect(listed).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('Invalid cursor') as string,
    });
  });

  test('comes with the instructions and the identity of the server', async () => {
    const client = await connect();
    expect(client.getInstructions()).toBe('An API for tests.');
    expect(client.getServerVersion()).toEqual({ name: 'test', title: 'Test API', version: '1.0.0' });
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
  });
});

describe('a call', () => {
  test('goes to the API and comes back', async () => {
    expect(await call(await connect(), 'list_pets', { limit: '5' })).toEqual({
      text: '{"url":"/list_pets?limit=5"}',
      isError: false,
      structuredContent: { url: '/list_pets?limit=5' },
    });
  });

  test('of an unknown tool is a protocol error', async () => {
    const client = await connect();
    for (const name of ['no_such_tool', 'toString', '__proto__']) {
      await expect(call(client, name)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining('Unknown tool') as string,
      });
    }
  });

  test('with bad arguments is a result in words', async () => {
    const { isError, text } = await call(await connect(), 'list_pets', { limti: 5 });
    expect(isError).toBe(true);
    expect(text).toContain('- limti: unknown field, did you mean "limit"?');
  });

  test('that fails inside is a result without a stack', async () => {
    const custom: AnyCustomization = {
      tools: {
        get_pet: {
          wrap: () => {
            throw new RangeError('out of cheese');
          },
        },
      },
    };
    const { isError, text } = await call(await connect({ custom }), 'get_pet');
    expect({ isError, text }).toEqual({
      isError: true,
      text: 'The call of get_pet failed inside this server: out of cheese',
    });
  });

  test('of a tool without a schema says so', async () => {
    const catalog = makeCatalog(tools);
    const toolsets = catalog.toolsets.map((toolset) => ({ ...toolset, schemas: () => Promise.resolve({}) }));
    const { isError, text } = await call(await connect({ catalog: { ...catalog, toolsets } }), 'get_pet');
    expect({ isError, text }).toEqual({
      isError: true,
      text: 'The call of get_pet failed inside this server: there is no schema for get_pet',
    });
  });
});

describe('a customization', () => {
  test('changes words and hints', async () => {
    const custom = customize<PetTools>({
      tools: { get_pet: { title: 'Pet', description: 'One pet.', annotations: { openWorldHint: false } } },
    });
    const [first] = (await (await connect({ custom })).listTools()).tools;
    expect(first).toMatchObject({
      title: 'Pet',
      description: 'One pet.',
      annotations: { title: 'Pet', readOnlyHint: true, openWorldHint: false },
    });
  });

  test('hides a tool, which can then not be called', async () => {
    const client = await connect({ custom: customize<PetTools>({ tools: { get_pet: { hidden: true } } }) });
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names.slice(1));
    await expect(call(client, 'get_pet')).rejects.toMatchObject({ code: -32602 });
  });

  test('wraps a call: arguments are checked before and after', async () => {
    const seen: unknown[] = [];
    const custom = customize<PetTools>({
      tools: {
        list_pets: {
          wrap: async (args, next, { signal }) => {
            seen.push(args, signal.aborted);
            const result = await next({ ...args, limit: (args.limit ?? 0) + 1 });
            return { ...result, content: [...result.content, { type: 'text', text: 'wrapped' }] };
          },
        },
        get_pet: { wrap: (args, next) => next({ ...args, limit: 0.5 }) },
      },
    });
    const client = await connect({ custom });
    expect((await call(client, 'list_pets', { limit: '5' })).text).toBe(
      '{"url":"/list_pets?limit=6"}\nwrapped',
    );
    expect(seen).toEqual([{ limit: 5 }, false]);
    expect((await call(client, 'list_pets', { limit: 'x' })).isError).toBe(true);
    expect(seen).toHaveLength(2);
    expect((await call(client, 'get_pet')).text).toContain('limit: expected integer, got number 0.5');
  });

  test('adds tools, which are listed last and checked', async () => {
    const custom = customize<PetTools>({
      tools: { get_pet: { hidden: true } },
      add: {
        say_hello: {
          title: 'Say hello',
          description: 'Greets.',
          inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          annotations: { readOnlyHint: true },
          call: ({ name }) => `Hello, ${name as string}!`,
        },
        // A hidden tool can be replaced.
        get_pet: {
          title: 'Pet',
          description: 'My own.',
          inputSchema: { type: 'object', properties: {} },
          call: (_args, { signal }) => ({
            content: [{ type: 'text', text: String(signal.aborted) }],
            structuredContent: { a: 1 },
          }),
        },
      },
    });
    const client = await connect({ custom });
    const listed = (await client.listTools()).tools;
    expect(listed.slice(-2)).toMatchObject([
      { name: 'say_hello', annotations: { title: 'Say hello', readOnlyHint: true } },
      { name: 'get_pet', description: 'My own.' },
    ]);
    expect(await call(client, 'say_hello', { name: 'Ada' })).toMatchObject({
      text: 'Hello, Ada!',
      isError: false,
    });
    expect((await call(client, 'say_hello')).text).toContain('- name: required but missing (string)');
    expect(await call(client, 'get_pet')).toEqual({
      text: 'false',
      isError: false,
      structuredContent: { a: 1 },
    });
  });

  test('hands on nothing that ends a client', async () => {
    const large = 'x'.repeat(9 * 1024 * 1024);
    const custom = customize<PetTools>({
      tools: { get_pet: { wrap: async () => ({ content: [{ type: 'text', text: large }] }) } },
      add: {
        say_much: {
          title: 'Say much',
          description: 'Never ends.',
          inputSchema: { type: 'object', properties: {} },
          call: () => large,
        },
      },
    });
    const client = await connect({ custom });
    for (const name of ['get_pet', 'say_much']) {
      expect(await call(client, name)).toMatchObject({
        isError: true,
        text: `${name} was carried out, but what it gave is larger than 8 MB, which clients do not take. Ask for less of it.`,
      });
    }
  });

  test('leaves empty words as they were', async () => {
    const custom = customize<PetTools>({ tools: { get_pet: { title: '', description: '' } } });
    const [first] = (await (await connect({ custom })).listTools()).tools;
    expect(first).toMatchObject({ title: 'Title of get_pet', description: 'Description of get_pet.' });
  });

  test('refuses what a tool of its own does not name, unless its schema lets it in', async () => {
    const inputSchema = { type: 'object' as const, properties: { name: { type: 'string' } } };
    const own = { title: '', description: '', inputSchema, call: () => 'done' };
    const open = { ...own, inputSchema: { ...inputSchema, additionalProperties: true } };
    const client = await connect({ custom: customize<PetTools>({ add: { own, open } }) });
    const refused = await client.callTool({ name: 'own', arguments: { nmae: 'a' } });
    expect(refused.isError).toBe(true);
    expect(JSON.stringify(refused.content)).toMatch(/nmae.*did you mean .*name/i);
    expect((await client.callTool({ name: 'open', arguments: { nmae: 'a' } })).isError).not.toBe(true);
  });

  test('adds a tool without arguments, and says nothing of the API in its errors', async () => {
    const closed = { type: 'object' as const, additionalProperties: false };
    const custom = customize<PetTools>({
      add: {
        now: { title: 'Now', description: '', inputSchema: { type: 'object' }, call: () => 'now' },
        closed: { title: 'Closed', description: '', inputSchema: closed, call: () => 'then' },
        broken: {
          title: 'Broken',
          description: '',
          inputSchema: { type: 'object', properties: { a: { type: 'string', pattern: '[' } } },
          call: () => '',
        },
      },
    });
    const client = await connect({ custom });
    expect((await client.listTools()).tools.find(({ name }) => name === 'now')).toMatchObject({
      inputSchema: { type: 'object', properties: {} },
    });
    expect((await call(client, 'now')).text).toBe('now');
    expect((await call(client, 'closed', { a: 1 })).text).toBe(
      'Invalid arguments for closed. Fix these and call again:\n- a: unknown field',
    );
    const { text } = await call(client, 'broken', { a: 'x' });
    expect(text).toContain('its schema is broken');
    expect(text).not.toContain('API');
  });

  test.each(['', '1st', 'say hello', 'größe', 'a.b', 'a'.repeat(65)])(
    'cannot add a tool named "%s"',
    (name) => {
      const own = { title: '', description: '', inputSchema: schema, call: () => '' };
      const make = () =>
        createApp({ catalog: makeCatalog(tools), env: {}, custom: { add: { [name]: own } } });
      expect(make).toThrow(`src/custom.ts adds a tool "${name}": a name has 1 to 64 letters`);
      expect(make).toThrow(expect.objectContaining({ name: 'SetupError' }) as Error);
    },
  );

  test('cannot add a tool that the API has', async () => {
    const own = { title: '', description: '', inputSchema: schema, call: () => '' };
    const app = createApp({ catalog: makeCatalog(tools), env: {}, custom: { add: { get_pet: own } } });
    await expect(app.view().summary()).rejects.toThrow(
      'src/custom.ts adds a tool "get_pet", but the API has one of that name.',
    );
  });
});

describe('settings', () => {
  test('have defaults', () => {
    expect(readSettings({})).toEqual({
      timeoutMs: 30_000,
      retries: 2,
      answerTokens: undefined,
      downloads: undefined,
      concurrency: 16,
      queue: 1_000,
      fileRoots: [],
      uploadMb: 100,
      mock: false,
      pageSize: undefined,
      mode: 'auto',
      toolsets: undefined,
      readOnly: false,
      exclude: [],
      sessions: false,
      hasStateKeys: false,
      isPerUser: false,
      host: '127.0.0.1',
      port: 3000,
      allowedOrigins: [],
      allowedHosts: [],
    });
  });

  test('come from the environment', () => {
    const env = {
      MCP_TIMEOUT_MS: ' 500 ',
      MCP_RETRIES: '0',
      MCP_ANSWER_TOKENS: '5000',
      MCP_DOWNLOAD_DIR: ' files ',
      MCP_CONCURRENCY: '4',
      MCP_QUEUE: '0',
      MCP_FILE_ROOTS: '/a, /b',
      MCP_UPLOAD_MB: '5',
      MCP_MOCK: 'true',
      MCP_PAGE_SIZE: '10',
      MCP_MODE: 'dynamic',
      MCP_TOOLSETS: ' pets, store,',
      MCP_READ_ONLY: 'true',
      MCP_EXCLUDE: 'drop_pet',
      MCP_SESSIONS: '1',
      MCP_STATE_KEYS: 'of any length here',
      HOST: '::1',
      PORT: '0',
      MCP_ALLOWED_ORIGINS: 'https://a.example, https://b.example,',
      MCP_ALLOWED_HOSTS: 'a.example',
      MCP_FORWARD_HEADERS: 'key=X-Key',
    };
    expect(readSettings(env)).toEqual({
      timeoutMs: 500,
      retries: 0,
      answerTokens: 5_000,
      downloads: 'files',
      concurrency: 4,
      queue: 0,
      fileRoots: ['/a', '/b'],
      uploadMb: 5,
      mock: true,
      pageSize: 10,
      mode: 'dynamic',
      toolsets: ['pets', 'store'],
      readOnly: true,
      exclude: ['drop_pet'],
      sessions: true,
      hasStateKeys: true,
      isPerUser: true,
      host: '::1',
      port: 0,
      allowedOrigins: ['https://a.example', 'https://b.example'],
      allowedHosts: ['a.example'],
    });
  });

  test.each([
    ['MCP_TIMEOUT_MS', '0', 'MCP_TIMEOUT_MS must be a whole number of at least 1, not "0".'],
    ['MCP_TIMEOUT_MS', '2147483648', 'MCP_TIMEOUT_MS must be at most 2147483647, not "2147483648".'],
    ['MCP_TIMEOUT_MS', 'soon', 'MCP_TIMEOUT_MS must be a whole number of at least 1, not "soon".'],
    ['MCP_PAGE_SIZE', '1.5', 'MCP_PAGE_SIZE must be a whole number of at least 1, not "1.5".'],
    ['MCP_ANSWER_TOKENS', '99', 'MCP_ANSWER_TOKENS must be a whole number of at least 100, not "99".'],
    ['MCP_MODE', 'all', '--mode (MCP_MODE) must be auto, list or dynamic, not "all".'],
    ['MCP_READ_ONLY', 'yes', 'MCP_READ_ONLY must be true, 1, false or 0, not "yes".'],
    ['MCP_FILE_ROOTS', '/no/such', 'MCP_FILE_ROOTS names "/no/such", which is not a folder of this machine.'],
    [
      'MCP_DOWNLOAD_DIR',
      import.meta.filename,
      `MCP_DOWNLOAD_DIR names "${import.meta.filename}", which is not a folder of this machine.`,
    ],
    ['PORT', '-1', 'PORT must be a whole number of at least 0, not "-1".'],
  ])('%s=%s stops the server', (name, value, message) => {
    expect(() => createApp({ catalog: makeCatalog([]), env: { [name]: value } })).toThrow(message);
  });
});
