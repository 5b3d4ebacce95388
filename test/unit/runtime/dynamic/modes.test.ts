import { describe, expect, test } from 'vitest';
import { loadTokenCounter } from '../../../../generator/text/tokens.js';
import { customize } from '../../../../templates/project/src/runtime/customize.js';
import type { Catalog } from '../../../../templates/project/src/runtime/tool.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { type Layout, makeToolsets } from '../../../support/runtime/manyTools.js';

const metaTools = ['search_tools', 'describe_tools', 'call_read_tool', 'call_write_tool'];
const small: Layout = { pets: ['list_pets', 'add_pet'], store: ['list_orders', 'drop_order'] };

/** So many tools, half of which only read. */
function many(tools: number, toolset = 'many'): Layout {
  const names = Array.from(
    { length: tools },
    (_, index) => `${index % 2 === 0 ? 'list' : 'add'}_${toolset}_${index}`,
  );
  return { [toolset]: names };
}

type Parts = Omit<Partial<AppParts>, 'env'> & { env?: Record<string, string> };

function viewOf(catalog: Catalog, { env = {}, ...parts }: Parts = {}, toolsets?: string[]) {
  return createApp({ catalog, env, ...parts }).view(toolsets);
}

async function summaryOf(layout: Layout, parts: Parts & { tokens?: number } = {}): Promise<string> {
  const { tokens = 100, ...rest } = parts;
  return viewOf(makeToolsets(layout, { tokens }).catalog, rest).summary();
}

describe('the mode', () => {
  test.each<[string, Layout, Record<string, string>, string]>([
    ['few tools', small, {}, '4 tools'],
    ['one', { pets: ['add_pet'] }, {}, '1 tool'],
    ['as many as a list holds', many(40), {}, '40 tools'],
    ['one more', many(41), {}, '41 tools to search for, since that is more than 40 tools in a list'],
    [
      'a great many',
      { ...many(1123), ...many(10, 'more') },
      {},
      '1,133 tools to search for, since that is more than 40 tools in a list',
    ],
    ['few reads among them', many(60), { MCP_READ_ONLY: 'true' }, '30 tools'],
    ['a list, where it is wanted', many(60), { MCP_MODE: 'list' }, '60 tools'],
    ['a search, where it is wanted', small, { MCP_MODE: 'dynamic' }, '4 tools to search for'],
  ])('of %s is chosen and said', async (_name, layout, env, summary) => {
    expect(await summaryOf(layout, { env })).toBe(summary);
  });

  test('looks at tokens as well', async () => {
    expect(await summaryOf(small, { tokens: 5000 })).toBe('4 tools');
    expect(await summaryOf(small, { tokens: 5001 })).toBe(
      '4 tools to search for, since a list of them takes 20,004 tokens, which is more than 20,000',
    );
    expect(await summaryOf(small, { tokens: 8000, env: { MCP_READ_ONLY: 'true' } })).toBe('2 tools');
  });

  test('counts what is left of the tools', async () => {
    const hidden = customize<Record<string, object>>({
      tools: { list_many_0: { hidden: true }, list_many_2: { hidden: true } },
    });
    expect(await summaryOf(many(42), { custom: hidden })).toBe('40 tools');
    expect(await summaryOf(many(43), { custom: hidden })).toMatch(/^41 tools to search for/);
    const env = { MCP_EXCLUDE: 'add_many_1,add_many_3' };
    expect(await summaryOf(many(44), { custom: hidden, env })).toBe('40 tools');
    expect(await summaryOf(many(45), { custom: hidden, env })).toMatch(/^41 tools to search for/);
  });

  test('measures what is left, where that decides', async () => {
    const { catalog } = makeToolsets(small, { tokens: 5400 });
    const [pets, store] = catalog.toolsets;
    const [list, add] = await pets!.tools();
    const tools = [{ ...list!, description: 'x'.repeat(5000) }, add!];
    const large = { ...catalog, toolsets: [{ ...pets!, tools: () => Promise.resolve(tools) }, store!] };
    expect(await viewOf(large).summary()).toMatch(/takes 21,600 tokens/);
    expect(await viewOf(large, { env: { MCP_EXCLUDE: 'list_pets' } }).summary()).toBe('3 tools');
    expect(await viewOf(large, { env: { MCP_EXCLUDE: 'add_pet' } }).summary()).toMatch(
      /takes 20,\d\d\d tokens/,
    );
  });

  test('does not count the tools of custom.ts, which are listed anyway', async () => {
    const own = { title: 'Own', description: '', inputSchema: { type: 'object' as const }, call: () => '' };
    const custom = customize<object>({ add: { own } });
    expect(await summaryOf(many(40), { custom })).toBe('41 tools');
    expect(await summaryOf(many(41), { custom })).toMatch(/^42 tools to search for/);
  });

  test('is decided for each address', async () => {
    const { catalog } = makeToolsets({ ...many(60), ...small });
    expect(await viewOf(catalog).summary()).toMatch(/^64 tools to search for/);
    expect(await viewOf(catalog, {}, ['pets', 'store']).summary()).toBe('4 tools');
  });
});

/** Loads nothing, and says what it should not have loaded. */
function broken(what: string): () => Promise<never> {
  return () => Promise.reject(new Error(`${what} was loaded`));
}

/** Answers with the URL that is asked for. */
const echo: AppParts['fetch'] = async (url) => Response.json({ url: String(url) });

describe('where tools are searched for', () => {
  const layout = { ...many(60), ...small };

  test.each(dialects)('the list of %s holds what finds and calls them', async (dialect) => {
    const client = await connectView(viewOf(makeToolsets(layout).catalog), dialect);
    expect(await client.names()).toEqual(metaTools);
    expect(client.capabilities).toEqual({ tools: {} });
    const [search, describe_, read, write] = await client.list();
    expect(search).toMatchObject({
      title: 'Search tools',
      annotations: { title: 'Search tools', readOnlyHint: true, openWorldHint: false },
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string' },
          toolset: { type: 'string', enum: ['many', 'pets', 'store'] },
        },
      },
    });
    expect(describe_?.annotations.readOnlyHint).toBe(true);
    expect(read).toMatchObject({ annotations: { readOnlyHint: true }, inputSchema: { required: ['name'] } });
    expect(write?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    for (const tool of [search, read, write]) expect(tool?.description).toContain(' of Test API');
    await client.close();
  });

  test('nothing is loaded before it is needed', async () => {
    const { catalog } = makeToolsets(layout);
    const toolsets = catalog.toolsets.map((toolset) => ({
      ...toolset,
      tools: broken('a toolset'),
      schemas: broken('a table of schemas'),
    }));
    const unloaded = {
      ...catalog,
      toolsets,
      components: broken('the components'),
      search: broken('the search'),
    };
    for (const env of [{}, { MCP_READ_ONLY: 'true', MCP_MODE: 'dynamic', MCP_EXCLUDE: 'pets' }]) {
      const view = viewOf(unloaded, { env });
      expect(await view.summary()).toContain('tools to search for');
      for (const dialect of dialects) {
        const client = await connectView(view, dialect, { mayChange: true });
        expect(await client.names()).toContain('search_tools');
        await client.close();
      }
    }
  });

  test('each part is loaded once, when a call needs it', async () => {
    const { catalog, loaded } = makeToolsets(layout, { pinned: ['list_orders'] });
    const app = createApp({ catalog, env: {}, fetch: async () => Response.json({ ok: true }) });
    const client = await connectView(app.view());
    await client.names();
    expect(loaded).toEqual(['tools of store']);
    await client.call('search_tools', { query: 'list pets' });
    // Of the best tool it is said what its arguments may be.
    expect(loaded).toEqual(['tools of store', 'search', 'tools of pets']);
    await client.call('describe_tools', { names: ['list_pets', 'add_pet'] });
    expect(loaded.toSorted()).toEqual([
      'components',
      'schemas of pets',
      'search',
      'tools of pets',
      'tools of store',
    ]);
    for (const name of ['list_pets', 'add_pet', 'list_orders']) await client.call(name);
    await (await connectView(app.view(['pets', 'store', 'many']), 'SDK v2, modern')).call('list_pets');
    expect(loaded).toHaveLength(6);
  });

  test('pinned tools and those of custom.ts are listed, too', async () => {
    const own = { title: 'Own', description: '', inputSchema: { type: 'object' as const }, call: () => '' };
    const { catalog } = makeToolsets(layout, { pinned: ['drop_order', 'list_pets', 'add_pet'] });
    const custom = customize<Record<string, object>>({
      tools: { add_pet: { hidden: true }, list_pets: { description: 'All pets.' } },
      add: { own },
    });
    const all = await connectView(viewOf(catalog, { custom }));
    expect(await all.names()).toEqual([...metaTools, 'list_pets', 'drop_order', 'own']);
    expect((await all.list()).find(({ name }) => name === 'list_pets')?.description).toBe('All pets.');
    const reads = await connectView(
      viewOf(catalog, { custom, env: { MCP_MODE: 'dynamic', MCP_READ_ONLY: '1' } }),
    );
    expect(await reads.names()).toEqual([...metaTools.slice(0, 3), 'list_pets']);
  });

  test.each(dialects)(
    'pinned tools, and no others, are told apart to %s, listed or searched for',
    async (dialect) => {
      const { catalog } = makeToolsets(small, { pinned: ['list_pets'] });
      for (const mode of ['list', 'dynamic']) {
        const client = await connectView(viewOf(catalog, { env: { MCP_MODE: mode } }), dialect);
        const marked = (await client.list()).flatMap((tool) => {
          const { _meta: meta } = tool as { _meta?: unknown };
          return meta === undefined ? [] : [[tool.name, meta]];
        });
        expect(marked, mode).toEqual([['list_pets', { 'anthropic/alwaysLoad': true }]]);
        await client.close();
      }
    },
  );

  test('there is no tool that writes where none of them does', async () => {
    const { catalog } = makeToolsets(many(100));
    const client = await connectView(viewOf(catalog, { env: { MCP_READ_ONLY: 'true' } }));
    expect(await client.names()).toEqual(metaTools.slice(0, 3));
    expect((await client.list())[0]?.inputSchema.properties).not.toHaveProperty('read_only');
    await expect(client.call('call_write_tool', { name: 'list_many_0' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('what is not listed can be called by its name', async () => {
    const { catalog } = makeToolsets(layout);
    const client = await connectView(viewOf(catalog, { fetch: echo }));
    expect((await client.call('add_pet', { limit: '3' })).structuredContent).toEqual({
      url: 'https://api.example.com/v1/add_pet?limit=3',
    });
    await expect(client.call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
    await expect(client.call('enable_toolset', { toolset: 'pets' })).rejects.toMatchObject({ code: -32602 });
    const narrow = await connectView(viewOf(catalog, { env: { MCP_MODE: 'dynamic' } }, ['store']));
    await expect(narrow.call('add_pet')).rejects.toMatchObject({ code: -32602 });
  });

  test('there are pages where the operator wants them', async () => {
    const { catalog } = makeToolsets(layout, { pinned: ['list_pets'] });
    const client = await connectView(viewOf(catalog, { env: { MCP_PAGE_SIZE: '3' } }));
    expect(await client.names()).toEqual(metaTools.slice(0, 3));
  });

  test('the names of more than fifty toolsets are not repeated in the schema', async () => {
    const sets = Object.fromEntries(
      Array.from({ length: 51 }, (_, index) => [`set_${index}`, [`list_${index}`]]),
    );
    const client = await connectView(viewOf(makeToolsets(sets).catalog));
    expect((await client.list())[0]?.inputSchema.properties['toolset']).toEqual({ type: 'string' });
  });

  test('four tools and what is said of them take less than 450 tokens', async () => {
    const count = await loadTokenCounter();
    const client = await connectView(viewOf(makeToolsets(layout).catalog));
    expect(count(JSON.stringify(await client.list()))).toBeLessThan(450);
  });
});

describe('the form of the meta tools', () => {
  const layout = many(60);

  test('is strict where the API is shown strictly', async () => {
    const api = { nullMeansAbsent: true, mapsAsText: true } as const;
    const { catalog } = makeToolsets(layout, { api });
    const client = await connectView(viewOf(catalog, { fetch: echo }));
    for (const { name, inputSchema } of await client.list()) {
      expect(inputSchema['required'], name).toEqual(Object.keys(inputSchema.properties));
      expect(inputSchema['additionalProperties'], name).toBe(false);
      expect(JSON.stringify(inputSchema)).not.toContain('"default"');
    }
    const [search, , read] = await client.list();
    expect(search?.inputSchema.properties['toolset']).toEqual({
      type: ['string', 'null'],
      enum: ['many', null],
    });
    expect(read?.inputSchema.properties['arguments']).toMatchObject({ type: ['string', 'null'] });

    const none = { toolset: null, read_only: null, limit: null, offset: null };
    expect((await client.call('search_tools', { query: 'list many 0', ...none })).text).toContain(
      'list_many_0(',
    );
    const called = await client.call('call_read_tool', { name: 'list_many_0', arguments: '{"limit": 2}' });
    expect(called.structuredContent).toEqual({ url: 'https://api.example.com/v1/list_many_0?limit=2' });
    expect((await client.call('call_read_tool', { name: 'list_many_0', arguments: null })).isError).toBe(
      false,
    );
  });

  test('has no object without properties where that is refused', async () => {
    const { catalog } = makeToolsets(layout, { api: { mapsAsText: true } });
    const client = await connectView(viewOf(catalog));
    const read = (await client.list())[2];
    expect(read?.inputSchema).toEqual({
      type: 'object',
      properties: {
        name: { type: 'string', description: 'Name of the tool' },
        arguments: { type: 'string', description: 'Its arguments, a JSON object as text' },
      },
      required: ['name'],
    });
  });
});

describe('enable_toolset', () => {
  const layout = { ...many(60), ...small };
  const legacy = dialects.filter((dialect) => !dialect.includes('modern'));
  const open = (
    dialect: (typeof dialects)[number],
    view = viewOf(makeToolsets(layout).catalog, { fetch: echo }),
  ) => connectView(view, dialect, { mayChange: true });

  test.each(legacy)(
    'puts the tools of a toolset into the list of %s, and of nobody else',
    async (dialect) => {
      const view = viewOf(makeToolsets(layout, { pinned: ['drop_order'] }).catalog, { fetch: echo });
      const client = await open(dialect, view);
      const other = await open(dialect, view);
      expect(client.capabilities).toEqual({ tools: { listChanged: true } });
      const before = [...metaTools, 'enable_toolset', 'drop_order'];
      expect(await client.names()).toEqual(before);
      expect(await client.call('enable_toolset', { toolset: 'store' })).toMatchObject({
        isError: false,
        text: expect.stringMatching(/store.*list_orders, drop_order/) as string,
      });
      expect(await client.names()).toEqual([...metaTools, 'enable_toolset', 'list_orders', 'drop_order']);
      await client.call('enable_toolset', { toolset: 'pets' });
      expect((await client.names()).slice(5)).toEqual(['list_pets', 'add_pet', 'list_orders', 'drop_order']);
      expect(await other.names()).toEqual(before);
      expect((await client.call('list_orders')).structuredContent).toEqual({
        url: 'https://api.example.com/v1/list_orders',
      });
      await Promise.all([client.close(), other.close()]);
    },
  );

  test('says which toolsets there are', async () => {
    const client = await open('SDK v1');
    expect(await client.call('enable_toolset', { toolset: 'stroe' })).toEqual({
      isError: true,
      structuredContent: undefined,
      text: 'Invalid arguments for enable_toolset; nothing was sent to the API. Fix these and call again:\n- toolset: there is no "stroe", did you mean "store"? There are: many, pets, store.',
    });
    expect((await client.call('enable_toolset')).text).toContain('- toolset: required but missing (string)');
  });

  test('is not there where all tools are listed', async () => {
    const client = await open('SDK v1', viewOf(makeToolsets(small).catalog));
    expect(await client.names()).toEqual(['list_pets', 'add_pet', 'list_orders', 'drop_order']);
    expect(client.capabilities).toEqual({ tools: {} });
  });
});

async function instructionsOf(catalog: Catalog, parts?: Parts, mayChange = false): Promise<string> {
  const client = await connectView(viewOf(catalog, parts), 'SDK v2, legacy', { mayChange });
  return client.instructions;
}

describe('the instructions', () => {
  test('name the toolsets of a list', async () => {
    expect(await instructionsOf(makeToolsets(small).catalog)).toBe(
      'An API for tests. Toolsets: pets (2), store (2).',
    );
    expect(await instructionsOf(makeToolsets(small).catalog, { env: { MCP_READ_ONLY: '1' } })).toBe(
      'An API for tests. Toolsets: pets (1), store (1).',
    );
    expect(await instructionsOf(makeToolsets({ pets: ['add_pet'] }).catalog)).toBe('An API for tests.');
  });

  test('say how tools are found and called', async () => {
    const { catalog } = makeToolsets({ ...many(60), ...small });
    expect(await instructionsOf(catalog)).toBe(
      'An API for tests. Of the 64 tools, find those that are not listed with search_tools, read their arguments with describe_tools, and call them with call_read_tool, or call_write_tool where it changes something. Toolsets: many (All of many, 60), pets (All of pets, 2), store (All of store, 2).',
    );
    const env = { MCP_MODE: 'dynamic', MCP_READ_ONLY: '1' };
    expect(await instructionsOf(catalog, { env })).not.toContain('call_write_tool');
    expect(await instructionsOf(catalog)).not.toContain('enable_toolset');
    expect(await instructionsOf(catalog, {}, true)).toContain(
      'enable_toolset puts the tools of a toolset into the list.',
    );
  });

  test('leave out a title that says no more than the name', async () => {
    const { catalog } = makeToolsets({ pet_food: ['list_food'], store: ['list_orders'] });
    const toolsets = catalog.toolsets.map((toolset) => ({ ...toolset, title: 'Pet food' }));
    expect(await instructionsOf({ ...catalog, toolsets }, { env: { MCP_MODE: 'dynamic' } })).toMatch(
      / Toolsets: pet_food \(1\), store \(Pet food, 1\)\.$/,
    );
  });

  test.each([
    ['名'.repeat(300), 40, / set_39 \(1\)\.$/],
    ['An API.', 60, / set_59 \(All of set_59, 1\)\.$/],
    ['An API.', 100, / set_99 \(1\)\.$/],
    ['An API.', 300, / set_\d+ \(1\) and \d+ more\.$/],
    ['x'.repeat(3000), 10, /call_read_tool\.$/],
  ])('stay below 1,900 bytes after %s and %i toolsets, where they can', async (about, sets, end) => {
    const layout = Object.fromEntries(
      Array.from({ length: sets }, (_, index) => [`set_${index}`, [`list_${index}`]]),
    );
    const { catalog } = makeToolsets(layout, { api: { instructions: about } });
    const text = await instructionsOf(catalog, { env: { MCP_MODE: 'dynamic' } });
    if (about.length < 1900) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1900);
    expect(text).toMatch(end);
  });
});

describe.each(dialects)('a client that searches tools itself (%s)', (dialect) => {
  const namesFor = async (self: string, env: Record<string, string> = {}, layout = many(60)) => {
    const client = await connectView(viewOf(makeToolsets(layout).catalog, { env }), dialect, {}, self);
    const names = await client.names();
    const again = await client.names();
    expect(again).toEqual(names);
    await client.close();
    return names;
  };

  test('has all tools listed, and what describes them', async () => {
    expect(await namesFor('claude-code')).toEqual(['describe_tools', ...many(60)['many']!]);
    expect(await namesFor('claude-code-sdk')).toHaveLength(61);
  });

  test('has what search needs where the operator wants that, as others have', async () => {
    expect(await namesFor('claude-code', { MCP_MODE: 'dynamic' })).toEqual(metaTools);
    expect(await namesFor('claude-desktop')).toEqual(metaTools);
    expect(await namesFor('my-claude-code')).toEqual(metaTools);
  });

  test('has a list that others have, too, where that is short', async () => {
    expect(await namesFor('claude-code', {}, small)).toEqual(await namesFor('another', {}, small));
  });
});
