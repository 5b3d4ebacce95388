import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customize } from '../../../../templates/project/src/runtime/customize.js';
import { metaNames } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { Catalog, ObjectSchema, Schema } from '../../../../templates/project/src/runtime/tool.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import {
  type Dialect,
  type ViewClient,
  connectView,
  dialects,
} from '../../../support/runtime/connectView.js';
import { type Layout, makeToolsets } from '../../../support/runtime/manyTools.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

const layout: Layout = {
  pets: ['list_pets', 'get_pet', 'add_pet', 'drop_pet'],
  store: ['list_orders', 'get_order', 'add_order'],
  many: Array.from({ length: 60 }, (_, index) => `list_many_${index}`),
};

let upstream: Upstream;
const sent: string[] = [];
beforeAll(async () => {
  upstream = await startUpstream(({ method, url }, response) => {
    sent.push(`${method} ${url}`);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url }));
  });
});
afterAll(() => upstream.close());

function makeCatalog(): Catalog {
  return makeToolsets(layout, { api: { servers: [{ url: upstream.url }] } }).catalog;
}

async function connect(parts: Partial<AppParts> = {}, dialect: Dialect = 'SDK v1'): Promise<ViewClient> {
  sent.length = 0;
  return connectView(createApp({ catalog: makeCatalog(), env: {}, ...parts }).view(), dialect);
}

const search = async (args: Record<string, unknown>, parts?: Partial<AppParts>) =>
  (await (await connect(parts)).call('search_tools', args)).text;

describe('search_tools', () => {
  test('shows the names, arguments, access and titles of what it finds, and what to do next', async () => {
    expect(await search({ query: 'add pet', limit: 2 })).toMatch(
      /^1 to 2 of \d+ tools, best first \(describe_tools shows arguments whole; offset 2 for more\):\ncall_write_tool:\n- add_pet\(limit\?: integer\) Title of add_pet\n- add_order\(limit\?\) Title of add_order$/,
    );
    expect(await search({ query: 'orders', read_only: true, toolset: 'store' })).toMatch(
      /^2 tools, best first \(describe_tools shows arguments whole\):\ncall_read_tool:\n- \w+_orders?\(.*\n- \w+_orders?\(.*$/,
    );
  });

  test('says which words no tool knows, and what there is where most are unknown', async () => {
    const one = await search({ query: 'list pets with xylophones' });
    expect(one).toMatch(/^No tool knows: xylophones\.\n\d+ tools, best first/);
    const most = await search({ query: 'pets xylophone zither' });
    expect(most).toMatch(
      /^No tool knows: xylophone, zither\.\nNothing matches well; this API is about: many, pets, store\.\n/,
    );
    expect(await search({ query: 'list pets' })).toMatch(/^\d+ tools, best first/);
  });

  test('says of the best what its arguments may be, and of others those that are asked for first', async () => {
    const { catalog } = makeToolsets({ pets: ['list_pets', 'add_pet'] });
    const entries = await catalog.search();
    const tools = await catalog.toolsets[0]!.tools();
    const properties = {
      id: { type: 'string', format: 'uuid' },
      kind: { enum: ['cat', 'dog'], default: 'cat' },
      tags: { type: 'array', items: { type: 'string' } },
      age: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    };
    const inputSchema: ObjectSchema = { type: 'object', properties, required: ['id'] };
    const taught = {
      ...catalog,
      toolsets: catalog.toolsets.map((toolset) =>
        Object.assign({}, toolset, {
          tools: async () =>
            tools.map((tool) => Object.assign({}, tool, tool.name === 'add_pet' && { inputSchema })),
        }),
      ),
      search: async () =>
        entries.map((entry) =>
          Object.assign({}, entry, {
            arguments:
              entry.name === 'add_pet'
                ? 'id, kind?, tags?, age?'
                : 'body: {name a1? a2? a3? a4? pet_tag? tag? +3}, a?, b?, c?, d?, weight?, +2',
          }),
        ),
    };
    expect(
      await search({ query: 'add pet of some weight' }, { catalog: taught, env: { MCP_MODE: 'dynamic' } }),
    ).toMatch(
      /call_write_tool:\n- add_pet\(id: uuid, kind\?: cat\|dog=cat, tags\?: string\[\], age\?: integer\|null\).*\ncall_read_tool:\n- list_pets\(body: \{name, pet_tag\?, a1\?, a2\?, a3\?, \+5\}, weight\?, a\?, b\?, c\?, \+3\)/,
    );
  });

  test('names the tools that call what was found', async () => {
    const all = await search({ query: '', toolset: 'pets' });
    expect(all).toMatch(
      /\ncall_read_tool:\n- list_pets.*\n- get_pet.*\ncall_write_tool:\n- add_pet.*\n- drop_pet/,
    );
    expect(await search({ query: 'drop_pet', toolset: 'pets', limit: 1 })).toMatch(
      /:\ncall_write_tool:\n- drop_pet\(.*$/,
    );
  });

  test('lists a toolset in its order, page by page', async () => {
    expect(await search({ query: '  ', toolset: 'pets' })).toMatch(
      /^4 tools \(describe_tools shows arguments whole\):\ncall_read_tool:\n- list_pets\(limit\?\).*\n- get_pet/,
    );
    const page = await search({ query: '', toolset: 'many', limit: 50, offset: 50 });
    expect(page.split('\n')).toHaveLength(12);
    expect(page).toMatch(/^51 to 60 of 60 tools \(.*\):\ncall_read_tool:\n- list_many_50\(/);
    expect(page).not.toContain('for more');
    expect(await search({ query: '', toolset: 'pets', offset: 4 })).toBe(
      'There are only 4 tools: ask for an offset below that.',
    );
  });

  test('lists the toolsets where it is not asked for anything', async () => {
    expect(await search({ toolset: 'pets' })).toBe(await search({ query: '', toolset: 'pets' }));
    expect(await search({})).toBe(await search({ query: '' }));
    expect(await search({ query: '' })).toBe(
      'Say in query what to look for, or list a toolset.\nToolsets: pets (4), store (3), many (60).',
    );
    const env = { MCP_MODE: 'dynamic', MCP_TOOLSETS: 'store' };
    expect(await search({ query: '' }, { env })).toMatch(/^3 tools \(.*\):\ncall_read_tool:\n- list_orders/);
  });

  test('says what else to try where nothing is found', async () => {
    expect(await search({ query: 'xylophone' })).toMatch(
      /^No tool matches "xylophone"\. Try other or fewer words: .*\nToolsets: pets \(4\), store \(3\), many \(60\)\.$/,
    );
    expect(await search({ query: 'add order', toolset: 'many' })).toMatch(
      /^No tool in many matches "add order"; without toolset, \d tools would\.$/,
    );
    expect(await search({ query: 'drop_pet', toolset: 'store', read_only: true })).toMatch(
      /^No tool in store that only reads matches "drop_pet"; without /,
    );
    const long = await search({ query: 'x'.repeat(100_000) });
    expect(long.length).toBeLessThan(500);
    const custom = customize<Record<string, object>>({
      tools: Object.fromEntries(
        layout['store']!.map((name) => [name, { annotations: { readOnlyHint: false } }]),
      ),
    });
    expect(await search({ query: '', toolset: 'store', read_only: true }, { custom })).toMatch(
      /^There is no tool in store that only reads\.\nToolsets: /,
    );
    expect(
      await search({ query: 'add order', read_only: true }, { custom, env: { MCP_TOOLSETS: 'store,many' } }),
    ).toMatch(/^No tool that only reads matches "add order"; without read_only, \d tools would\.$/);
  });

  test('finds nothing that is not offered, and what custom.ts says of the rest', async () => {
    const custom = customize<Record<string, object>>({
      tools: {
        add_pet: { hidden: true },
        get_pet: { title: 'Adopt a pet', annotations: { readOnlyHint: false } },
      },
    });
    const text = await search({ query: '', toolset: 'pets' }, { custom, env: { MCP_EXCLUDE: 'drop_pet' } });
    expect(text).toMatch(
      /^2 tools \(.*\):\ncall_read_tool:\n- list_pets\(limit\?\) .*\ncall_write_tool:\n- get_pet\(limit\?\) Adopt a pet$/,
    );
    const narrow = createApp({ catalog: makeCatalog(), env: { MCP_MODE: 'dynamic' } }).view([
      'store',
      'pets',
    ]);
    const client = await connectView(narrow);
    expect((await client.call('search_tools', { query: 'list many' })).text).not.toContain('list_many');
  });

  test('cuts long lists of arguments and of toolsets', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `set_${index}`);
    const { catalog } = makeToolsets(Object.fromEntries(names.map((name) => [name, [`list_${name}`]])));
    const entries = await catalog.search();
    const long = {
      ...catalog,
      search: async () => entries.map((entry) => Object.assign({}, entry, { arguments: 'a, '.repeat(100) })),
    };
    expect(await search({ query: '' }, { catalog: long })).toMatch(/set_99 \(1\) and 20 more\.$/);
    const [, , line = ''] = (await search({ query: 'list_set_7' }, { catalog: long })).split('\n');
    expect(line).toMatch(/^- list_set_7\((a, )+.*…\) Title of list_set_7$/);
    expect(line.length).toBeLessThan(260);
    const { text } = await (
      await connect({ catalog: long })
    ).call('search_tools', { query: 'x', toolset: 'set' });
    expect(text).toMatch(
      /- toolset: there is no "set", did you mean "set_0"\? There are: set_0, .*set_59 and 60 more\.$/,
    );
  });

  test.each([
    [{ query: 'x', limit: 51 }, '- limit: '],
    [{ query: 'x', tools: ['y'] }, '- tools: unknown field'],
    [{ query: 'x', toolset: 'pet' }, '"pet" is not allowed, did you mean "pets"?'],
  ])('refuses %j in words', async (args, line) => {
    const { isError, text } = await (await connect()).call('search_tools', args);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(line) as string });
    expect(text).toMatch(/^Invalid arguments for search_tools;/);
  });
});

describe('describe_tools', () => {
  const deployment: ObjectSchema = {
    type: 'object',
    properties: {
      namespace: {
        type: 'string',
        pattern: '^[^/]+$',
        $comment: 'must not hold /',
        description: 'Where it is.',
      },
      metadata: { $ref: 'Meta' },
      spec: { $ref: 'Spec', description: 'What is wanted.' },
      tags: { type: 'array', items: { $ref: 'Tag' } },
    },
    required: ['namespace'],
    additionalProperties: false,
  };
  const words = 'Words that go on and on. '.repeat(60);
  const text = { type: 'string', description: words };
  const components: Record<string, Schema> = {
    Meta: {
      type: 'object',
      description: 'About it.',
      properties: { name: text, labels: { $ref: 'Labels' } },
    },
    Labels: { type: 'object', additionalProperties: { $ref: 'Label/of~it' } },
    'Label/of~it': { type: 'object', properties: { value: { type: 'string', maxLength: 63 } } },
    Spec: {
      type: 'object',
      properties: { replicas: { type: 'integer' }, template: { $ref: 'Template' }, self: { $ref: 'Spec' } },
    },
    Template: {
      type: 'object',
      description: 'What is made.',
      properties: {
        containers: { type: 'array', items: { $ref: 'Container' } },
        'dotted.name': { type: 'string', const: 'dots' },
        volume: { oneOf: [{ $ref: 'Disk' }, { $ref: 'Memory' }] },
      },
    },
    Container: {
      type: 'object',
      properties: { image: { type: 'string', minLength: 1 }, command: text, more: text },
    },
    Disk: { type: 'object', properties: { kind: { const: 'disk' }, size: { type: 'integer' }, words: text } },
    Memory: {
      type: 'object',
      properties: { kind: { const: 'memory' }, size: { type: 'string' }, words: text },
    },
    Tag: { enum: ['a', 'b'] },
    Unused: { type: 'object' },
  };

  function wide(count: number): ObjectSchema {
    const names = Array.from({ length: count }, (_, index) => `argument_${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, text]));
    return { type: 'object', properties, required: ['argument_0'] };
  }

  function deep(schema = deployment): Catalog {
    const { catalog } = makeToolsets({ ...layout, apps: ['add_deployment'] });
    const toolsets = catalog.toolsets.map((toolset) =>
      toolset.name === 'apps' ? { ...toolset, schemas: async () => ({ add_deployment: schema }) } : toolset,
    );
    return { ...catalog, toolsets, components: async () => components };
  }

  async function describeTools(
    args: Record<string, unknown>,
    parts: Partial<AppParts> = { catalog: deep() },
  ) {
    const { text: answer, isError } = await (
      await connect(parts)
    ).call('describe_tools', { format: 'json', ...args });
    const json = /^(?:Arguments|\S+ \[\w+\], part ".*?"): (\{.*\}|true)$/m.exec(answer)?.[1];
    return { answer, isError, schema: json === undefined ? undefined : (JSON.parse(json) as ObjectSchema) };
  }

  test('says what a tool does, with the whole of its enforced schema', async () => {
    const { answer, isError, schema } = await describeTools({ names: ['list_pets'] });
    expect(isError).toBe(false);
    expect(answer).toMatch(
      /^list_pets \[read\], by call_read_tool: Title of list_pets\. Description of list_pets\.\nArguments: \{.*\}$/,
    );
    expect(schema).toEqual({
      type: 'object',
      properties: { limit: { type: 'integer' } },
      additionalProperties: false,
    });
  });

  test('keeps to its budget where much is to be said of where arguments come from', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `list_things_${index}`);
    const { catalog } = makeToolsets({ things: names });
    const entries = await catalog.search();
    const sources = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`argument_${index}`, names.slice(0, 3)]),
    );
    const taught = {
      ...catalog,
      search: async () => entries.map((one) => Object.assign({}, one, { sources })),
    };
    const parts = { catalog: taught, env: { MCP_MODE: 'dynamic' } };
    const client = await connect(parts);
    const { text: all } = await client.call('describe_tools', { names });
    expect(all.length).toBeLessThanOrEqual(6_000);
    for (const name of names) expect(all).toContain(`${name} [read]`);
    const { text: one } = await client.call('describe_tools', { names: names.slice(0, 1) });
    expect(one).toMatch(
      /\n\/\/ argument_0: from list_things_0, list_things_1, list_things_2\n.*\n\/\/ argument_11: from .*$/s,
    );
  });

  test('keeps to its budget, and says how to ask for the rest', async () => {
    const { answer, schema } = await describeTools({ names: ['add_deployment'] });
    expect(answer.length).toBeLessThanOrEqual(6_000);
    const { $defs = {}, properties } = schema as ObjectSchema & { $defs?: Record<string, ObjectSchema> };
    expect(properties).toMatchObject({
      namespace: { type: 'string', $comment: 'must not hold /', description: 'Where it is.' },
      metadata: { $ref: '#/$defs/Meta' },
      spec: { $ref: '#/$defs/Spec', description: 'What is wanted.' },
      tags: { type: 'array', items: { $ref: '#/$defs/Tag' } },
    });
    // The words say what the pattern does.
    expect(properties['namespace']).not.toHaveProperty('pattern');
    expect(Object.keys($defs).toSorted()).toEqual([
      'Container',
      'Disk',
      'Label/of~it',
      'Labels',
      'Memory',
      'Meta',
      'Spec',
      'Tag',
      'Template',
    ]);
    expect($defs['Spec']?.properties['self']).toEqual({ $ref: '#/$defs/Spec' });
    expect($defs['Labels']?.['additionalProperties']).toEqual({ $ref: '#/$defs/Label~1of~0it' });
    expect($defs['Template']?.properties['dotted.name']).toEqual({ type: 'string', const: 'dots' });
    expect($defs['Container']?.properties['command']).toEqual({
      type: 'string',
      description: expect.stringMatching(/^(?:Words that go on and on\. )+…$/) as string,
    });
  });

  test('leaves out what is further in, part by part, where words alone take too much', async () => {
    const properties = { ...deployment.properties, ...wide(28).properties };
    const catalog = deep({ ...deployment, properties });
    const { answer } = await describeTools({ names: ['add_deployment'] }, { catalog });
    expect(answer.length).toBeLessThanOrEqual(6_000);
    expect(answer).toContain('left out: part \\"spec.');
    expect(answer).toMatch(/\nNot all of it is shown: ask .* such as "[\w.]+"\.$/);
  });

  test('shows a part in full, with the paths to what is further in', async () => {
    const part = 'spec.template.containers';
    const { answer, schema } = await describeTools({ names: ['add_deployment'], part });
    expect(answer.startsWith('add_deployment [write], part "spec.template.containers": {')).toBe(true);
    expect(answer).not.toContain('Not all of it');
    expect(schema).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/Container' },
      $defs: { Container: components['Container'] },
    });
  });

  test.each([
    ['metadata.labels', { $ref: '#/$defs/Labels' }],
    ['metadata.labels.*', { $ref: '#/$defs/Label~1of~0it' }],
    ['metadata.labels.*.value', { type: 'string', maxLength: 63 }],
    ['spec.self.self.replicas', { type: 'integer' }],
    ['spec.template.dotted.name', { type: 'string', const: 'dots' }],
    ['spec.template.containers[0].image', { type: 'string', minLength: 1 }],
    ['spec.template.containers[].image', { type: 'string', minLength: 1 }],
    ['spec.template.volume.size', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['tags', { type: 'array', items: { $ref: '#/$defs/Tag' } }],
  ])('finds the part %s', async (part, expected) => {
    expect((await describeTools({ names: ['add_deployment'], part })).schema).toMatchObject(expected);
  });

  test('finds a member of one argument alone without its name, and names it', async () => {
    const { answer, schema } = await describeTools({
      names: ['add_deployment'],
      part: 'template.containers',
    });
    expect(answer).toContain('add_deployment [write], part "spec.template.containers": {');
    expect(schema).toMatchObject({ type: 'array', items: { $ref: '#/$defs/Container' } });
    const twice = { type: 'object', properties: { first: deployment, second: deployment } } as ObjectSchema;
    const unclear = await describeTools(
      { names: ['add_deployment'], part: 'spec' },
      { catalog: deep(twice) },
    );
    expect(unclear.answer).toContain('has no part "spec". Its arguments are: first, second.');
  });

  test.each([
    ['spce', 'has no part "spce". Did you mean "spec"? Its arguments are: namespace, metadata, spec, tags.'],
    [
      'spec.templat',
      'has no part "spec.templat". Did you mean "spec.template"? Of "spec" the parts are: replicas, template, self.',
    ],
    ['namespace.x', 'has no part "namespace.x". "namespace" has none.'],
  ])('says of the part %s which there are', async (part, words_) => {
    expect((await describeTools({ names: ['add_deployment'], part })).answer).toBe(
      `add_deployment [write] ${words_}`,
    );
  });

  test('shortens words, then leaves them out, where even the outermost take too much', async () => {
    const short = await describeTools({ names: ['add_deployment'] }, { catalog: deep(wide(30)) });
    expect(short.schema?.properties['argument_29']).toEqual({
      type: 'string',
      description: expect.stringMatching(/^Words that go on.*…$/) as string,
    });
    expect(short.answer.length).toBeLessThanOrEqual(6_000);
    const bare = await describeTools({ names: ['add_deployment'] }, { catalog: deep(wide(120)) });
    expect(bare.schema?.properties['argument_119']).toEqual({ type: 'string' });
    expect(bare.schema?.['required']).toEqual(['argument_0']);
  });

  test('shows less of each where many are asked for', async () => {
    const names = layout['many']!.slice(0, 19);
    const { answer } = await describeTools({
      names: [...names, 'add_deployment', 'add_deployment'].slice(0, 20),
    });
    expect(answer.length).toBeLessThan(42_000);
    const last = answer.slice(answer.indexOf('add_deployment [write]'));
    expect(last.length).toBeLessThan(2_700);
    expect(answer.split('\n\n')).toHaveLength(20);
  });

  test('knows tools of custom.ts, and the words that it gives to others', async () => {
    const custom = customize<Record<string, object>>({
      tools: { add_deployment: { description: 'Deploys.' } },
      add: {
        own: {
          title: 'Own',
          description: 'Mine.',
          inputSchema: {
            type: 'object',
            properties: { a: { $ref: '#/$defs/A' } },
            $defs: { A: { type: 'null' } },
          },
          call: () => 'mine',
        },
      },
    });
    const parts = { catalog: deep(), custom };
    expect((await describeTools({ names: ['add_deployment'] }, parts)).answer).toMatch(
      /^add_deployment \[write\], by call_write_tool: Title of add_deployment\. Deploys\.\n/,
    );
    expect((await describeTools({ names: ['own'] }, parts)).schema).toEqual({
      ...custom.add?.['own']?.inputSchema,
      additionalProperties: false,
    });
  });

  test('says of a former name what it is now, which no list has, and calls it', async () => {
    const { catalog } = makeToolsets(layout, {
      api: { servers: [{ url: upstream.url }], formerNames: { all_pets: 'list_pets' } },
    });
    const client = await connect({ catalog });
    const described = await client.call('describe_tools', { names: ['all_pets'] });
    expect(described.text).toMatch(
      /^all_pets is called list_pets now:\nlist_pets \[read\], by call_read_tool/,
    );
    const found = await client.call('search_tools', { query: 'all_pets' });
    expect(found.text.replace(/^No tool knows.*$/m, '')).not.toContain('all_pets');
    const called = await client.call('call_read_tool', { name: 'all_pets', arguments: {} });
    expect(called.isError).toBe(false);
    expect(sent).toEqual(['GET /list_pets']);
  });

  test('says what an unknown name may mean, beside what it knows', async () => {
    const { answer, isError } = await describeTools({ names: ['list_pet', 'get_pet'] });
    expect(isError).toBe(false);
    expect(answer).toMatch(
      /^There is no tool "list_pet"\. Did you mean list_pets.*\? Find tools with search_tools\.\n\nget_pet \[read\]/,
    );
    expect((await describeTools({ names: ['call_read_tool'] })).answer).toBe(
      'call_read_tool is called by itself, not by another tool.',
    );
    expect((await describeTools({ names: ['qqqq'] })).isError).toBe(true);
  });

  test.each([[[]], [Array.from({ length: 21 }, (_, index) => `list_many_${index}`)]])(
    'refuses %j',
    async (names) => {
      const { isError, answer } = await describeTools({ names });
      expect(isError).toBe(true);
      expect(answer).toMatch(/^Invalid arguments for describe_tools;.*\n- names: /);
    },
  );

  test('takes one name for a list of one', async () => {
    expect((await describeTools({ names: 'get_pet' })).answer).toMatch(/^get_pet \[read\]/);
  });
});

describe('call_read_tool and call_write_tool', () => {
  test.each(dialects)('answer %s as the tools themselves do', async (dialect) => {
    const client = await connect({}, dialect);
    const calls: [string, string, unknown][] = [
      ['call_read_tool', 'list_pets', { limit: '5' }],
      ['call_read_tool', 'list_pets', {}],
      ['call_read_tool', 'get_pet', { limti: 5 }],
      ['call_write_tool', 'add_pet', { limit: 1 }],
      ['call_write_tool', 'add_pet', { limit: 'x' }],
    ];
    for (const [by, name, args] of calls) {
      const direct = await client.call(name, args as Record<string, unknown>);
      expect(await client.call(by, { name, arguments: args }), name).toEqual(direct);
    }
    expect(sent).toEqual([
      'GET /list_pets?limit=5',
      'GET /list_pets?limit=5',
      'GET /list_pets',
      'GET /list_pets',
      'POST /add_pet?limit=1',
      'POST /add_pet?limit=1',
    ]);
    await client.close();
  });

  test('take no arguments for an empty object, and text for JSON', async () => {
    const client = await connect();
    expect((await client.call('call_read_tool', { name: 'get_pet' })).structuredContent).toEqual({
      url: '/get_pet',
    });
    const { structuredContent } = await client.call('call_read_tool', {
      name: 'get_pet',
      arguments: '{"limit":7}',
    });
    expect(structuredContent).toEqual({ url: '/get_pet?limit=7' });
  });

  test('refuse what is wrong under the name of the tool that was meant', async () => {
    const { text, isError } = await (
      await connect()
    ).call('call_read_tool', {
      name: 'get_pet',
      arguments: { limti: 5 },
    });
    expect(isError).toBe(true);
    expect(text).toBe(
      'Invalid arguments for get_pet; nothing was sent to the API. Fix these and call again:\n- limti: unknown field, did you mean "limit"?',
    );
    expect(sent).toEqual([]);
  });

  test('keep reading and writing apart, and name the other', async () => {
    const client = await connect();
    expect(await client.call('call_read_tool', { name: 'drop_pet' })).toMatchObject({
      isError: true,
      text: 'drop_pet changes something, so it was not called: call it with call_write_tool.',
    });
    expect(await client.call('call_write_tool', { name: 'get_pet' })).toMatchObject({
      isError: true,
      text: 'get_pet changes nothing, so it was not called: call it with call_read_tool.',
    });
    expect(sent).toEqual([]);
    expect((await client.call('call_write_tool', { name: 'drop_pet' })).isError).toBe(false);
    expect((await client.call('call_read_tool', { name: 'get_pet' })).isError).toBe(false);
    expect(sent).toEqual(['POST /drop_pet', 'GET /get_pet']);
  });

  test('go by what custom.ts says', async () => {
    const seen: unknown[] = [];
    const custom = customize<Record<string, { limit?: number }>>({
      tools: {
        drop_pet: { annotations: { readOnlyHint: true } },
        get_pet: { annotations: { readOnlyHint: false } },
        list_pets: {
          wrap: (args, next) => {
            seen.push(args);
            return next({ ...args, limit: 9 });
          },
        },
        add_pet: { hidden: true },
      },
      add: {
        peek: {
          title: 'Peek',
          description: '',
          inputSchema: { type: 'object' },
          annotations: { readOnlyHint: true },
          call: () => 'peeked',
        },
      },
    });
    const client = await connect({ custom });
    expect((await client.call('call_read_tool', { name: 'drop_pet' })).isError).toBe(false);
    expect((await client.call('call_read_tool', { name: 'get_pet' })).isError).toBe(true);
    expect((await client.call('call_write_tool', { name: 'drop_pet' })).isError).toBe(true);
    expect((await client.call('call_write_tool', { name: 'get_pet' })).isError).toBe(false);
    expect((await client.call('call_read_tool', { name: 'list_pets', arguments: { limit: '1' } })).text).toBe(
      '{"url":"/list_pets?limit=9"}',
    );
    expect(seen).toEqual([{ limit: 1 }]);
    expect((await client.call('call_write_tool', { name: 'add_pet' })).text).toMatch(
      /^There is no tool "add_pet"\./,
    );
    expect((await client.call('call_read_tool', { name: 'peek' })).text).toBe('peeked');
  });

  test('say what an unknown name may mean', async () => {
    const client = await connect();
    const { text, isError } = await client.call('call_read_tool', { name: 'getPets' });
    expect(isError).toBe(true);
    expect(text).toMatch(
      /^There is no tool "getPets"\. Did you mean get_pet( or \w+)*\? Find tools with search_tools\.$/,
    );
    expect((await client.call('call_read_tool', { name: 'zzzzzz' })).text).toBe(
      'There is no tool "zzzzzz". Find tools with search_tools.',
    );
    for (const name of ['toString', '__proto__', 'constructor'])
      expect((await client.call('call_write_tool', { name })).text).toMatch(/^There is no tool "/);
    for (const name of metaNames)
      expect(await client.call('call_write_tool', { name })).toMatchObject({ isError: true });
    expect(sent).toEqual([]);
  });

  test.each([
    [{}, '- name: required but missing (string)'],
    [{ name: 'get_pet', arguments: [1] }, '- arguments: '],
    [{ name: 'get_pet', limit: 1 }, '- limit: unknown field'],
  ])('refuse %j', async (args, line) => {
    const { isError, text } = await (await connect()).call('call_read_tool', args);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringContaining(line) as string });
    expect(sent).toEqual([]);
  });

  test('refuse a name that would change what objects are', async () => {
    const view = createApp({ catalog: makeCatalog(), env: {} }).view();
    const client = await connectView(view);
    const args = JSON.parse('{"name":"get_pet","arguments":{"__proto__":{"limit":1}}}') as Record<
      string,
      unknown
    >;
    expect((await client.call('call_read_tool', args)).text).toContain('__proto__: not allowed as a name');
  });

  test('stop when the client cancels', async () => {
    let isAborted = false;
    const fetch: AppParts['fetch'] = (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => {
          isAborted = true;
          reject(new Error('aborted'));
        });
      });
    const client = await connect({ fetch });
    await expect(
      client.call('call_read_tool', { name: 'get_pet' }, { signal: AbortSignal.timeout(50) }),
    ).rejects.toThrow();
    await expect.poll(() => isAborted).toBe(true);
  });

  test('say what fails inside', async () => {
    const catalog = makeCatalog();
    const broken = { ...catalog, search: () => Promise.reject(new Error('the disk is gone')) };
    expect(await (await connect({ catalog: broken })).call('search_tools', { query: 'x' })).toMatchObject({
      isError: true,
      text: 'The call of search_tools failed inside this server: the disk is gone',
    });
  });
});
