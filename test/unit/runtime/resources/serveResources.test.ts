import { Client } from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryV1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { InMemoryTransport, createMcpHandler } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyCustomization } from '../../../../templates/project/src/runtime/customize.js';
import type { Features } from '../../../../templates/project/src/runtime/features.js';
import type { Catalog, Prompt, Resource } from '../../../../templates/project/src/runtime/tool.js';
import { features as allFeatures } from '../../../../templates/project/src/generated/features.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

/** What was asked for, with its credential. */
let asked: string[] = [];
let upstream: Upstream;
const png = Buffer.from('89504e470d0a1a0a', 'hex');
const answers: Record<string, [status: number, type: string, body: string | Buffer]> = {
  '/pets': [200, 'application/json', '[{"id":1,"name":"a"},{"id":22,"name":"b"},{"id":23,"name":"b"}]'],
  '/pets/7': [200, 'application/json; charset=utf-8', '{"id": 7}'],
  '/pets/a%2Fb': [200, 'text/plain', 'a slash'],
  '/pets/key': [200, 'text/plain', 'it is s3cret-key, and that is all'],
  '/pets/broken': [500, 'application/json', '{"title":"Out of order"}'],
  '/pets/moved': [302, 'application/json', ''],
  '/pets/7/photo': [200, 'image/png', png],
  '/files/report.pdf': [200, 'application/pdf', Buffer.from('%PDF-')],
};
beforeAll(async () => {
  upstream = await startUpstream(({ url = '', headers }, response) => {
    asked.push(`${url} ${String(headers['x-key'])}`);
    const [status, type, body] = answers[url] ?? [404, 'application/json', '{"title":"Gone"}'];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  asked = [];
  answers['/long'] = [200, 'text/plain', 'word\n'.repeat(2_000)];
});

const security = [{ key: [] }];
const petId = makeParameter({ argument: 'petId', name: 'petId', in: 'path' });
const idSchema = {
  type: 'object' as const,
  properties: { petId: { type: 'string', maxLength: 10 } },
  required: ['petId'],
  additionalProperties: false,
};
const noneSchema = { type: 'object' as const, properties: {}, additionalProperties: false };
const listPets = makeTool({ name: 'list_pets', path: '/pets', security });
const getPet = makeTool({
  name: 'get_pet',
  path: '/pets/{petId}',
  parameters: [petId],
  security,
  redirects: [302],
});
const getPhoto = makeTool({ name: 'get_photo', path: '/pets/{petId}/photo', parameters: [petId], security });
const getFile = makeTool({
  name: 'get_file',
  path: '/files/{file-name}.pdf',
  parameters: [makeParameter({ argument: 'file-name', name: 'file-name', in: 'path' })],
});
const readLong = makeTool({ name: 'read_long', path: '/long' });

const described = (name: string) => ({ name, title: `Title of ${name}`, description: `About ${name}.` });
const resources: Resource[] = [
  { uri: 'test://api/pets', ...described('list_pets'), mimeType: 'application/json', toolset: 'things' },
  {
    uri: 'test://api/pets/{petId}',
    ...described('get_pet'),
    toolset: 'things',
    completions: { petId: { from: { tool: 'list_pets', value: ['id'] } } },
  },
  {
    uri: 'test://api/pets/{petId}/photo',
    ...described('get_photo'),
    toolset: 'things',
    tool: getPhoto,
    schema: idSchema,
  },
  {
    uri: 'test://api/files/{file_name}.pdf',
    ...described('get_file'),
    toolset: 'other',
    variables: { file_name: 'file-name' },
    tool: getFile,
    schema: { type: 'object', properties: { 'file-name': { type: 'string' } } },
  },
  {
    uri: 'test://api/long',
    ...described('read_long'),
    mimeType: 'text/plain',
    toolset: 'other',
    tool: readLong,
    schema: noneSchema,
  },
];

const prompts: Prompt[] = [
  {
    name: 'introduce',
    title: 'Introduce a pet',
    description: 'For a notice.',
    tools: ['get_pet'],
    arguments: [
      { name: 'pet', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'mood', completion: { values: ['glad', 'grim', 'sad'] } },
    ],
    messages: [
      { role: 'user', text: 'Call get_pet with {{pet}}; be {{ mood }}.' },
      { role: 'assistant', text: 'I will.' },
    ],
  },
  { name: 'count', title: 'Count', tools: ['drop_pets'], arguments: [], messages: [] },
];

function makeParts(parts: Partial<AppParts> = {}): AppParts {
  const schemas = { list_pets: noneSchema, get_pet: idSchema };
  const api = {
    servers: [{ url: upstream.url }],
    auth: { key: { kind: 'api-key' as const, in: 'header' as const, name: 'X-Key', env: 'TEST_KEY' } },
  };
  const catalog: Catalog = {
    ...makeCatalog([listPets, getPet], { schemas, api }),
    resources: async () => ({ list: resources }),
    prompts: async () => prompts,
  };
  return { catalog, ...parts, env: { TEST_KEY: 's3cret-key', ...parts.env } };
}

async function connect(parts: Partial<AppParts> = {}, mode: 'legacy' | 'modern' = 'legacy'): Promise<Client> {
  const app = createApp(makeParts(parts));
  if (mode === 'modern') return connectModern(app);
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await app.view().createServer()).connect(far);
  await client.connect(near);
  return client;
}

async function connectV1(): Promise<ClientV1> {
  const client = new ClientV1({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryV1.createLinkedPair();
  const server = await createApp(makeParts()).view().createServer();
  await server.connect(far as Parameters<typeof server.connect>[0]);
  await client.connect(near);
  return client;
}

async function connectModern(app: ReturnType<typeof createApp>): Promise<Client> {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const handler = createMcpHandler(() => app.view().createServer());
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
  });
  await client.connect(transport);
  return client;
}

const eras = ['legacy', 'modern'] as const;

describe.each(eras)('resources towards %s clients', (era) => {
  test('are declared and listed, those with variables as templates', async () => {
    const client = await connect({}, era);
    expect(client.getServerCapabilities()).toMatchObject({ resources: {}, prompts: {}, completions: {} });
    const { resources: listed } = await client.listResources();
    expect(listed).toEqual([
      { uri: 'test://api/pets', ...described('list_pets'), mimeType: 'application/json' },
      { uri: 'test://api/long', ...described('read_long'), mimeType: 'text/plain' },
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'test://api/pets/{petId}',
      'test://api/pets/{petId}/photo',
      'test://api/files/{file_name}.pdf',
    ]);
  });

  test.each<[uri: string, contents: object]>([
    ['test://api/pets/7', { mimeType: 'application/json', text: '{"id":7}' }],
    ['TEST://api/pets/7', { mimeType: 'application/json', text: '{"id":7}' }],
    // Decoded once, and encoded anew for the API.
    ['test://api/pets/a%2Fb', { mimeType: 'text/plain', text: 'a slash' }],
    ['test://api/pets/moved', { mimeType: 'text/plain', text: '302 Found\nIt names no address.' }],
    ['test://api/pets/7/photo', { mimeType: 'image/png', blob: png.toString('base64') }],
    [
      'test://api/files/report.pdf',
      { mimeType: 'application/pdf', blob: Buffer.from('%PDF-').toString('base64') },
    ],
  ])('are read: %s', async (uri, contents) => {
    const client = await connect({ env: { MCP_DOWNLOAD_DIR: '/nonexistent/and/never/made' } }, era);
    expect((await client.readResource({ uri })).contents).toEqual([{ uri, ...contents }]);
  });

  test('are read with the credentials of calls, which no text shows', async () => {
    const client = await connect({}, era);
    const { contents } = await client.readResource({ uri: 'test://api/pets/key' });
    expect(asked).toEqual(['/pets/key s3cret-key']);
    expect(JSON.stringify(contents)).not.toContain('s3cret-key');
    expect(contents).toMatchObject([{ text: expect.stringContaining('and that is all') as string }]);
  });

  test.each(['constructor', 'toString', 'hasOwnProperty'])('have variables of any name: %s', async (name) => {
    const tool = makeTool({
      name: 'get_it',
      path: `/pets/{${name}}`,
      parameters: [makeParameter({ argument: name, name, in: 'path' })],
    });
    const properties = Object.fromEntries([[name, { type: 'string' }]]);
    const schema = { type: 'object' as const, properties, required: [name], additionalProperties: false };
    const uri = `test://api/its/{${name}}`;
    const list = [{ uri, ...described('get_it'), toolset: 'things', tool, schema }];
    const catalog = { ...makeParts().catalog, resources: async () => ({ list }) };
    const client = await connect({ catalog }, era);
    const { contents } = await client.readResource({ uri: 'test://api/its/7' });
    expect(contents).toMatchObject([{ mimeType: 'application/json', text: '{"id":7}' }]);
  });

  test.each([
    ['too long to be one', `text/${'x'.repeat(9_000)}`],
    ['none', 'text/\u00a0plain'],
  ])('have the declared media type where the API gives one that is %s', async (_what, type) => {
    answers['/long'] = [200, type, 'as it is'];
    const client = await connect({}, era);
    const { contents } = await client.readResource({ uri: 'test://api/long' });
    expect(contents).toMatchObject([{ mimeType: 'text/plain' }]);
    expect(JSON.stringify(contents).length).toBeLessThan(1_000);
  });

  test('are cut as results are, and say so', async () => {
    const client = await connect({ env: { MCP_ANSWER_TOKENS: '100' } }, era);
    const { contents } = await client.readResource({ uri: 'test://api/long' });
    expect(JSON.stringify(contents).length).toBeLessThan(1_000);
    expect(JSON.stringify(contents)).toContain('[truncated: shown');
  });

  test.each([
    'test://api/pets/999',
    'test://api/nothing',
    'test://api/pets/7/photo/more',
    'test://api/pets/',
    'test://api/pets/%E0%A4%A',
    'test://api/pets/7?x=1',
    'other://api/pets/7',
    `test://api/pets/${'x'.repeat(5_000)}`,
  ])('say of %.40s that nothing is there', async (uri) => {
    // The later client tells both codes as one.
    const client = era === 'modern' ? await connect({}, era) : await connectV1();
    await expect(client.readResource({ uri })).rejects.toMatchObject({
      code: era === 'modern' ? -32602 : -32002,
      data: { uri },
    });
  });

  test('refuse values before anything is sent, and tell what the API says', async () => {
    const client = await connect({}, era);
    await expect(client.readResource({ uri: 'test://api/pets/far-too-long' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('petId') as string,
    });
    await expect(client.readResource({ uri: 'test://api/pets/..' })).rejects.toMatchObject({ code: -32602 });
    expect(asked).toEqual([]);
    await expect(client.readResource({ uri: 'test://api/pets/broken' })).rejects.toMatchObject({
      code: -32603,
      message: expect.stringContaining('Out of order') as string,
    });
  });

  test('come in pages', async () => {
    const client = await connect({ env: { MCP_PAGE_SIZE: '1' } }, era);
    const first = await client.request({ method: 'resources/list', params: {} });
    const next = await client.request({ method: 'resources/list', params: { cursor: first.nextCursor } });
    expect([...first.resources, ...next.resources].map(({ name }) => name)).toEqual([
      'list_pets',
      'read_long',
    ]);
    expect(next.nextCursor).toBeUndefined();
    const wrong = client.request({ method: 'resources/templates/list', params: { cursor: 'nonsense' } });
    await expect(wrong).rejects.toMatchObject({ code: -32602 });
  });
});

describe('what is said of keeping', () => {
  test('is told to modern clients, of all lists and of what is read', async () => {
    const app = createApp(makeParts());
    const handler = createMcpHandler(() => app.view().createServer());
    const post = async (method: string, params: object, name?: string) => {
      const meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      };
      const answer = await handler.fetch(
        new Request('http://localhost/mcp', {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json, text/event-stream',
            'mcp-protocol-version': '2026-07-28',
            'mcp-method': method,
            ...(name !== undefined && { 'mcp-name': name }),
          },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
        }),
      );
      const text = await answer.text();
      return (JSON.parse(/\{.*\}/s.exec(text)?.[0] ?? '{}') as { result: object }).result;
    };
    const listed = { ttlMs: 300_000, cacheScope: 'public', resultType: 'complete' };
    expect(await post('resources/list', {})).toMatchObject(listed);
    expect(await post('resources/templates/list', {})).toMatchObject(listed);
    expect(await post('prompts/list', {})).toMatchObject(listed);
    const uri = 'test://api/pets/7';
    expect(await post('resources/read', { uri }, uri)).toMatchObject({ ttlMs: 0, cacheScope: 'private' });
  });

  test('is nothing that earlier clients know', async () => {
    const client = await connectV1();
    expect(Object.keys(await client.listResources())).toEqual(['resources']);
    expect(Object.keys(await client.listPrompts())).toEqual(['prompts']);
    const read = await client.readResource({ uri: 'test://api/pets/7' });
    expect(Object.keys(read)).toEqual(['contents']);
  });
});

const namesOf = async (parts: Partial<AppParts>, view?: string[]) => {
  const app = createApp(makeParts(parts));
  const client = new Client({ name: 'test', version: '1.0.0' });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await app.view(view).createServer()).connect(far);
  await client.connect(near);
  const fixed = (await client.listResources()).resources.map(({ name }) => name);
  const templates = (await client.listResourceTemplates()).resourceTemplates.map(({ name }) => name);
  return [...fixed, ...templates].toSorted();
};

describe('what is offered', () => {
  test('is what the operator, custom.ts and the view leave', async () => {
    const all = ['get_file', 'get_pet', 'get_photo', 'list_pets', 'read_long'];
    expect(await namesOf({})).toEqual(all);
    expect(await namesOf({ env: { MCP_READ_ONLY: 'true' } })).toEqual(all);
    expect(await namesOf({ env: { MCP_EXCLUDE: 'get_photo,get_pet' } })).toEqual([
      'get_file',
      'list_pets',
      'read_long',
    ]);
    expect(await namesOf({ custom: { tools: { get_pet: { hidden: true } } } })).not.toContain('get_pet');
    const things = ['get_pet', 'get_photo', 'list_pets'];
    expect(await namesOf({ env: { MCP_TOOLSETS: 'things' } })).toEqual(things);
    expect(await namesOf({}, ['things'])).toEqual(things);
  });

  test('goes through the code that custom.ts puts around a call', async () => {
    const content = [{ type: 'text' as const, text: 'wrapped' }];
    const client = await connect({ custom: { tools: { get_pet: { wrap: () => ({ content }) } } } });
    const { contents } = await client.readResource({ uri: 'test://api/pets/7' });
    expect(contents).toMatchObject([{ text: 'wrapped' }]);
  });
});

const custom: AnyCustomization = {
  resources: {
    'notes://today': { title: 'Today', mimeType: 'text/markdown', read: () => '# Today' },
    'notes://days/{day}': {
      name: 'day',
      title: 'A day',
      description: 'What was.',
      read: ({ day }) => (day === 'never' ? undefined : Buffer.from(`on ${String(day)}`)),
    },
    'notes://large': { title: 'Large', read: () => 'x'.repeat(6 * 1024 * 1024) },
  },
  prompts: {
    greet: {
      title: 'Greet',
      arguments: { name: { required: true, complete: (typed) => [`${typed}a`, `${typed}b`] } },
      get: ({ name }) => `Greet ${String(name)}.`,
    },
  },
};

describe('resources and prompts of custom.ts', () => {
  test('are listed and read beside the others', async () => {
    const client = await connect({ custom });
    const { resources: listed } = await client.listResources();
    expect(listed.at(2)).toEqual({
      uri: 'notes://today',
      name: 'notes://today',
      title: 'Today',
      mimeType: 'text/markdown',
    });
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    expect(await read('notes://today')).toMatchObject({ text: '# Today', mimeType: 'text/markdown' });
    expect(await read('notes://days/a%20b')).toMatchObject({
      blob: Buffer.from('on a b').toString('base64'),
    });
    await expect(read('notes://days/never')).rejects.toMatchObject({ data: { uri: 'notes://days/never' } });
    await expect(read('notes://large')).rejects.toMatchObject({ code: -32603 });
    const prompt = await client.getPrompt({ name: 'greet', arguments: { name: 'you' } });
    expect(prompt.messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Greet you.' } }]);
    const ref = { type: 'ref/prompt' as const, name: 'greet' };
    const { completion } = await client.complete({ ref, argument: { name: 'name', value: 'x' } });
    expect(completion.values).toEqual(['xa', 'xb']);
  });

  test('are refused at the start where the project was generated without the code for them', async () => {
    const { resources: _resources, prompts: _prompts, ...features } = allFeatures;
    const catalog = makeCatalog([listPets]);
    const start = (parts: AnyCustomization) =>
      createApp({ catalog, custom: parts, env: {}, features: features satisfies Features })
        .view()
        .summary();
    await expect(start({ resources: custom.resources ?? {} })).rejects.toThrow(
      'say "resources: { own: true }" in mcpwright.yaml',
    );
    await expect(start({ prompts: custom.prompts ?? {} })).rejects.toThrow('ownPrompts: true');
  });
});

describe('prompts', () => {
  test('are listed where all their tools are offered', async () => {
    const client = await connect();
    expect((await client.listPrompts()).prompts).toEqual([
      {
        name: 'introduce',
        title: 'Introduce a pet',
        description: 'For a notice.',
        arguments: [{ name: 'pet', required: true }, { name: 'mood' }],
      },
    ]);
    const without = await connect({ env: { MCP_EXCLUDE: 'get_pet' } });
    expect((await without.listPrompts()).prompts).toEqual([]);
  });

  test('have their values filled in, once', async () => {
    const client = await connect({}, 'modern');
    const { description, messages } = await client.getPrompt({
      name: 'introduce',
      arguments: { pet: '7', mood: '{{pet}}\u200b' },
    });
    expect(description).toBe('For a notice.');
    expect(messages).toEqual([
      { role: 'user', content: { type: 'text', text: 'Call get_pet with 7; be {{pet}}\\u200b.' } },
      { role: 'assistant', content: { type: 'text', text: 'I will.' } },
    ]);
  });

  test.each([
    ['Call it {{mood}} with it.', 'Call it with it.'],
    ['Be {{mood}}.', 'Be.'],
    ['{{mood}} first', 'first'],
    ['Last {{mood}}\n{{mood}} and  so {{ mood }} {{pet}}', 'Last\nand  so 7'],
    ['{{mood}}{{pet}} {{mood}}{{mood}} x', '7 x'],
  ])('leave no second blank where an argument is left out: %j', async (text, filled) => {
    const catalog: Catalog = {
      ...makeCatalog([]),
      prompts: async () => [
        {
          name: 'say',
          title: 'Say',
          arguments: [{ name: 'mood' }, { name: 'pet' }],
          messages: [{ role: 'user', text }],
        },
      ],
    };
    const client = await connect({ catalog });
    const { messages } = await client.getPrompt({ name: 'say', arguments: { pet: '7' } });
    expect(messages).toMatchObject([{ content: { text: filled } }]);
  });

  test.each<[string, Record<string, string>, string]>([
    ['introduc', {}, 'Unknown prompt: introduc'],
    ['count', {}, 'Unknown prompt: count'],
    ['introduce', {}, 'pet'],
    ['introduce', { pet: 'none' }, 'pet'],
    ['introduce', { pet: '0' }, 'pet'],
    ['introduce', { pet: '1', other: 'x' }, 'other'],
    ['introduce', { pet: '1', mood: 'x'.repeat(20_001) }, 'mood has more than 20000 characters'],
  ])('refuse %s with %.40j', async (name, args, words) => {
    const client = await connect();
    await expect(client.getPrompt({ name, arguments: args })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining(words) as string,
    });
    expect(asked).toEqual([]);
  });
});

const complete = async (client: Client, ref: 'pet' | 'mood', value: string) => {
  const reference =
    ref === 'pet'
      ? { type: 'ref/resource' as const, uri: 'test://api/pets/{petId}' }
      : { type: 'ref/prompt' as const, name: 'introduce' };
  const name = ref === 'pet' ? 'petId' : 'mood';
  return (await client.complete({ ref: reference, argument: { name, value } })).completion;
};

describe('completion', () => {
  test('gives the values that are known, those first that begin so', async () => {
    const client = await connect();
    expect(await complete(client, 'mood', 'g')).toEqual({
      values: ['glad', 'grim'],
      total: 2,
      hasMore: false,
    });
    expect((await complete(client, 'mood', 'AD')).values).toEqual(['glad', 'sad']);
    expect((await complete(client, 'mood', 'x')).values).toEqual([]);
  });

  test('gives values that a tool lists, which is asked once', async () => {
    const client = await connect({}, 'modern');
    expect((await complete(client, 'pet', '2')).values).toEqual(['22', '23']);
    expect((await complete(client, 'pet', '')).values).toEqual(['1', '22', '23']);
    expect(asked).toEqual(['/pets s3cret-key']);
  });

  test('gives nothing of a tool that is not offered, and sends nothing', async () => {
    const client = await connect({ env: { MCP_EXCLUDE: 'list_pets' } });
    expect((await complete(client, 'pet', '')).values).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('refuses what is unknown', async () => {
    const client = await connect();
    const argument = { name: 'x', value: '' };
    for (const ref of [
      { type: 'ref/prompt' as const, name: 'other' },
      { type: 'ref/resource' as const, uri: 'test://api/pets' },
    ])
      await expect(client.complete({ ref, argument })).rejects.toMatchObject({ code: -32602 });
    const ref = { type: 'ref/prompt' as const, name: 'introduce' };
    expect((await client.complete({ ref, argument })).completion.values).toEqual([]);
  });
});
