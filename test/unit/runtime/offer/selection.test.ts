import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnTool, customize } from '../../../../templates/project/src/runtime/customize.js';
import { type AppParts, createApp } from '../../../../templates/project/src/server.js';
import { connectView, dialects } from '../../../support/runtime/connectView.js';
import { type Layout, makeToolsets } from '../../../support/runtime/manyTools.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

const layout: Layout = {
  pets: ['list_pets', 'get_pet', 'add_pet'],
  store: ['list_orders', 'drop_order'],
  admin: ['wipe_all'],
};

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream(({ url }, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
  );
});
afterAll(() => upstream.close());

function makeApp(env: Record<string, string> = {}, custom?: AppParts['custom'], given: Layout = layout) {
  const { catalog, loaded } = makeToolsets(given, { api: { servers: [{ url: upstream.url }] } });
  return { app: createApp({ catalog, env, ...(custom && { custom }) }), loaded };
}

async function namesOf(env: Record<string, string>, custom?: AppParts['custom'], toolsets?: string[]) {
  const client = await connectView(makeApp(env, custom).app.view(toolsets));
  return client.names();
}

describe('the operator', () => {
  test.each<[Record<string, string>, string[]]>([
    [{}, ['list_pets', 'get_pet', 'add_pet', 'list_orders', 'drop_order', 'wipe_all']],
    [{ MCP_TOOLSETS: 'store, pets' }, ['list_pets', 'get_pet', 'add_pet', 'list_orders', 'drop_order']],
    [{ MCP_TOOLSETS: 'store', MCP_READ_ONLY: 'true' }, ['list_orders']],
    [{ MCP_READ_ONLY: '1' }, ['list_pets', 'get_pet', 'list_orders']],
    [{ MCP_EXCLUDE: 'admin,get_pet' }, ['list_pets', 'add_pet', 'list_orders', 'drop_order']],
    [{ MCP_TOOLSETS: 'pets', MCP_EXCLUDE: 'wipe_all,store' }, ['list_pets', 'get_pet', 'add_pet']],
  ])('with %j offers some of the tools', async (env, expected) => {
    expect(await namesOf(env)).toEqual(expected);
  });

  test.each(dialects)('keeps %s from calling what is not selected', async (dialect) => {
    const client = await connectView(
      makeApp({ MCP_READ_ONLY: 'true', MCP_EXCLUDE: 'get_pet' }).app.view(),
      dialect,
    );
    for (const name of ['add_pet', 'get_pet', 'wipe_all']) {
      await expect(client.call(name)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(`Unknown tool: ${name}`) as string,
      });
    }
    expect((await client.call('list_pets', { limit: 5 })).structuredContent).toEqual({
      url: '/list_pets?limit=5',
    });
    await client.close();
  });

  test('is told of a toolset that is not there, and of those that are', () => {
    expect(() => makeApp({ MCP_TOOLSETS: 'pet,store' })).toThrow(
      'There is no toolset "pet". Did you mean "pets"? There are: pets, store, admin.',
    );
    expect(() => makeApp({ MCP_TOOLSETS: 'x' })).toThrow(
      expect.objectContaining({ name: 'SetupError' }) as Error,
    );
  });

  test.each(['list_pet', 'sotre', 'nonsense'])('is told that there is no %s to exclude', async (name) => {
    const summary = makeApp({ MCP_EXCLUDE: `admin,${name}` })
      .app.view()
      .summary();
    await expect(summary).rejects.toMatchObject({ name: 'SetupError' });
    await expect(summary).rejects.toThrow(
      `--exclude (MCP_EXCLUDE) names "${name}", but there is no such tool or toolset.`,
    );
  });

  test('is told what the misspelt name may have meant', async () => {
    const summary = makeApp({ MCP_EXCLUDE: 'list_pet' }).app.view().summary();
    await expect(summary).rejects.toThrow(
      'Did you mean "list_pets"? Toolsets: pets, store, admin. Tools: list_pets, get_pet, add_pet, list_orders, drop_order, wipe_all.',
    );
  });

  test('is told some of what there is to exclude', async () => {
    const tools = Array.from({ length: 12 }, (_, index) => `list_${index}`);
    const { app } = makeApp({ MCP_EXCLUDE: 'nonsense' }, undefined, { pets: tools });
    await expect(app.view().summary()).rejects.toThrow(/ Toolsets: pets\. Tools: .*, list_9 and 2 more\.$/);
  });

  test.each<Record<string, string>>([
    { MCP_TOOLSETS: 'admin', MCP_READ_ONLY: 'true' },
    { MCP_EXCLUDE: 'pets,store,wipe_all' },
  ])('is told that %j leaves nothing', async (env) => {
    const summary = makeApp(env).app.view().summary();
    await expect(summary).rejects.toThrow(
      'There is no tool to offer: see --toolsets (MCP_TOOLSETS), --read-only (MCP_READ_ONLY) and --exclude (MCP_EXCLUDE).',
    );
  });
});

describe('an address', () => {
  test('narrows what the operator selects', async () => {
    expect(await namesOf({ MCP_READ_ONLY: 'true' }, undefined, ['store', 'pets'])).toEqual([
      'list_pets',
      'get_pet',
      'list_orders',
    ]);
  });

  test.each<[Record<string, string>, string, string]>([
    [{}, 'shop', 'pets, store, admin'],
    [{ MCP_TOOLSETS: 'pets' }, 'store', 'pets'],
    [{ MCP_EXCLUDE: 'store' }, 'store', 'pets, admin'],
    // Nothing of it is left.
    [{ MCP_READ_ONLY: 'true' }, 'admin', 'pets, store'],
  ])('with %j cannot name %s', (env, name, known) => {
    const { app } = makeApp(env);
    expect(() => app.view(['pets', name])).toThrow(`There is no toolset "${name}". There are: ${known}.`);
  });

  test('has one view, however its toolsets are named', () => {
    const { app } = makeApp();
    expect(app.view(['store', 'pets', 'store'])).toBe(app.view(['pets', 'store']));
    expect(app.view(['admin', 'store', 'pets'])).toBe(app.view());
    expect(app.view(['pets'])).not.toBe(app.view());
  });

  test('is forgotten when there are too many others, and made anew', () => {
    const names = Array.from({ length: 12 }, (_, index) => `set_${index}`);
    const { app } = makeApp({}, undefined, Object.fromEntries(names.map((name) => [name, [`list_${name}`]])));
    const first = app.view([names[0]!, names[1]!, names[2]!]);
    const pairs = names.flatMap((a) => names.filter((b) => b > a).map((b) => [a, b]));
    expect(pairs.length).toBe(66);
    for (const pair of pairs) app.view(pair);
    expect(app.view([names[0]!, names[1]!, names[2]!])).toBe(first);
    for (const pair of pairs) app.view([...pair, names.find((name) => !pair.includes(name))!]);
    for (const name of names) app.view([name]);
    expect(app.view([names[0]!, names[1]!, names[2]!])).not.toBe(first);
  });

  test('tells the names of at most sixty toolsets', () => {
    const names = Array.from({ length: 70 }, (_, index) => `set_${index}`);
    const { app } = makeApp({}, undefined, Object.fromEntries(names.map((name) => [name, [`list_${name}`]])));
    expect(() => app.view(['zzz'])).toThrow(/set_59 and 10 more\.$/);
  });
});

type Tools = Record<string, { limit?: number }>;

/** A tool of the user's own. */
function own(readOnlyHint?: boolean): OwnTool {
  return {
    title: 'Own',
    description: 'Mine.',
    inputSchema: { type: 'object' },
    ...(readOnlyHint === undefined ? {} : { annotations: { readOnlyHint } }),
    call: () => 'mine',
  };
}

describe('custom.ts', () => {
  test('adds tools that belong to every selection, if that lets them through', async () => {
    const custom = customize<Tools>({ add: { peek: own(true), poke: own() } });
    expect(await namesOf({ MCP_TOOLSETS: 'store' }, custom)).toEqual([
      'list_orders',
      'drop_order',
      'peek',
      'poke',
    ]);
    expect(await namesOf({ MCP_READ_ONLY: 'true' }, custom, ['store'])).toEqual(['list_orders', 'peek']);
    expect(await namesOf({ MCP_TOOLSETS: 'admin', MCP_EXCLUDE: 'poke' }, custom)).toEqual([
      'wipe_all',
      'peek',
    ]);
    expect(await namesOf({ MCP_EXCLUDE: 'admin,pets,store' }, custom)).toEqual(['peek', 'poke']);
  });

  test('decides what only reads', async () => {
    const custom = customize<Tools>({
      tools: {
        wipe_all: { annotations: { readOnlyHint: true } },
        get_pet: { annotations: { readOnlyHint: false } },
      },
    });
    expect(await namesOf({ MCP_READ_ONLY: 'true' }, custom)).toEqual([
      'list_pets',
      'list_orders',
      'wipe_all',
    ]);
  });

  test.each(['search_tools', 'describe_tools', 'call_read_tool', 'call_write_tool', 'enable_toolset'])(
    'cannot add a tool named %s',
    (name) => {
      expect(() => makeApp({}, { add: { [name]: own() } })).toThrow(
        `src/custom.ts adds a tool "${name}", but the server has one of that name`,
      );
    },
  );

  test('cannot add a tool of the API, selected or not', async () => {
    const { app } = makeApp({ MCP_TOOLSETS: 'pets' }, { add: { drop_order: own() } });
    await expect(app.view().summary()).rejects.toThrow(
      'src/custom.ts adds a tool "drop_order", but the API has one of that name.',
    );
  });
});
