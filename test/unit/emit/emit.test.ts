import { afterEach, describe, expect, test, vi } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import { features } from '../../../generator/emit/features.js';
import type { Server } from '../../../generator/model/server.js';
import { isDeletable } from '../../../generator/write/manifest.js';
import { makeHostileServer } from '../../support/makeHostileServer.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';
import { pins, readTemplates } from '../../support/readTemplates.js';

const templates = readTemplates();

afterEach(() => {
  vi.useRealTimers();
});

test('emits every template but the features that the API does not need, each where it stands, and each file once', async () => {
  const files = await emit(makeServer(), templates, pins);
  const paths = files.map(({ path }) => path);
  expect(new Set(paths).size).toBe(paths.length);
  const renamed: Record<string, string> = {
    'README.md.hbs': 'README.md',
    'env.example.hbs': '.env.example',
    gitattributes: '.gitattributes',
    gitignore: '.gitignore',
  };
  const needed = new Set(['credentials,api-key', 'proof', 'secrets']);
  const filesOf = (isNeeded: boolean) =>
    features
      .filter(({ name }) => needed.has(name.join()) === isNeeded)
      .flatMap(({ files: own }) => own.map((file) => `src/runtime/${file}`));
  const kept = new Set(filesOf(true));
  const unneeded = new Set(filesOf(false).filter((file) => !kept.has(file)));
  // What nobody has who does not choose it.
  const ofPlatforms =
    /^(?:\.github\/.*|INSTALL\.md\.hbs|openai\/.*|(?:pack|licenses)\.js|Dockerfile\.hbs|dockerignore|healthcheck\.js|bundle\.js|src\/(?:worker|lambda)\.ts|src\/runtime\/(?:transport\/(?:web|lambda)\/.*|http\/clientOverFetch\.ts))$/;
  const expected = [...templates.keys()]
    .filter((path) => !path.startsWith('src/generated/') && path !== 'package.json' && !unneeded.has(path))
    .filter((path) => !ofPlatforms.test(path) && !path.startsWith('skills/'))
    .map((path) => renamed[path] ?? path);
  const made = new Set([
    'package.json',
    '.mcpwright/mcpwright.schema.json',
    '.mcpwright/names.json',
    'mcpwright.yaml',
  ]);
  expect(paths.filter((path) => !path.startsWith('src/generated/') && !made.has(path)).toSorted()).toEqual(
    expected.toSorted(),
  );
});

test('every file that is emitted again and again may be deleted once it is not, and none of the owner', async () => {
  const files = await emit(makeServer(), templates, pins);
  const shared = files.filter(({ owner }) => owner === 'shared').map(({ path }) => path);
  expect(shared.length).toBeGreaterThan(10);
  expect(shared.filter((path) => !isDeletable(path))).toEqual([]);
  const always = new Set(['.env.example', '.mcpwright/mcpwright.schema.json', '.mcpwright/names.json']);
  const made = files.filter(({ owner }) => owner === 'generated' || owner === 'vendored');
  expect(
    made
      .filter(({ path }) => !isDeletable(path))
      .map(({ path }) => path)
      .toSorted(),
  ).toEqual([...always]);
  const yours = files.filter(({ owner }) => owner === 'yours').map(({ path }) => path);
  expect(yours).toContain('src/custom.ts');
  expect(yours.filter(isDeletable)).toEqual([]);
});

test('copies templates as they are', async () => {
  const files = await emit(makeServer(), templates, pins);
  // The one of the templates only lets them compile where they stand.
  const made = new Set(['src/runtime/README.md', 'package.json']);
  const copied = files.filter(
    ({ path, owner }) => owner !== 'generated' && !made.has(path) && templates.has(path),
  );
  expect(copied.length).toBeGreaterThan(10);
  expect(
    copied.filter(({ path, content }) => content !== templates.get(path)).map(({ path }) => path),
  ).toEqual([]);
});

test('the page on the runtime names the folders that there are, in their order', async () => {
  const files = await emit(makeServer(), templates, pins, undefined, { deleted: new Set(['src/http.ts']) });
  const page = files.find(({ path }) => path === 'src/runtime/README.md')?.content ?? '';
  const folders = new Set(files.flatMap(({ path }) => /^src\/runtime\/(\w+)\//.exec(path)?.[1] ?? []));
  const named = [...page.matchAll(/^\| `(\w+)\/`/gm)].map(([, name]) => name);
  expect(new Set(named)).toEqual(folders);
  expect(folders).not.toContain('door');
  const [, order = ''] = /in this order: ((?:`\w+`(?:, )?)+)\./.exec(page) ?? [];
  expect(new Set(order.replaceAll('`', '').split(', '))).toEqual(folders);
});

test('owners: the document decides generated files, custom.ts is the user’s, the rest is shared', async () => {
  const files = await emit(makeServer(), templates, pins);
  const owned = (owner: string) => files.filter((file) => file.owner === owner).map(({ path }) => path);
  expect(owned('yours')).toEqual(['mcpwright.yaml', 'src/custom.ts', 'test/custom.test.ts']);
  expect(owned('generated').toSorted()).toEqual([
    '.env.example',
    '.mcpwright/mcpwright.schema.json',
    '.mcpwright/names.json',
    'src/generated/api.ts',
    'src/generated/arguments.ts',
    'src/generated/catalog.ts',
    'src/generated/components.ts',
    'src/generated/features.ts',
    'src/generated/schemas/pets.ts',
    'src/generated/tools/pets.ts',
  ]);
});

test('a toolset may have any name, that of a file of ours included', async () => {
  const names = ['components', 'api', 'catalog'];
  const toolsets = names.map((name) => ({
    name,
    title: name,
    description: '',
    tools: [makeEntry({ name: `list_${name}` })],
  }));
  const files = await emit(makeServer({ toolsets }), templates, pins);
  const paths = files.map(({ path }) => path.toLowerCase());
  expect(new Set(paths).size).toBe(paths.length);
});

test('every text file ends with one line break, and has no other line ends than \\n', async () => {
  for (const { path, content } of await emit(makeHostileServer(), templates, pins)) {
    expect(content, path).toMatch(/[^\n]\n$/);
    expect(content, path).not.toContain('\r');
  }
});

async function readPackage(server: Server): Promise<Record<string, unknown>> {
  const files = await emit(server, templates, pins);
  return JSON.parse(files.find(({ path }) => path === 'package.json')?.content ?? '') as Record<
    string,
    unknown
  >;
}

/** The packages that a project needs from which its owner has deleted files. */
const listNeeded = async (deleted: string[]) => {
  const files = await emit(makeServer(), templates, pins, undefined, { deleted: new Set(deleted) });
  const text = files.find(({ path }) => path === 'package.json')?.content ?? '{}';
  return Object.keys((JSON.parse(text) as { devDependencies: object }).devDependencies);
};

describe('package.json', () => {
  test('needs nothing at run time, and takes its versions from our own', async () => {
    const content = await readPackage(makeServer());
    expect(content).toMatchObject({
      name: 'petstore',
      version: '1.2.3',
      description: 'Pets and who owns them.',
      type: 'module',
      bin: { petstore: 'dist/stdio.js', 'petstore-http': 'dist/http.js' },
    });
    expect(content).not.toHaveProperty('dependencies');
    const all = { ...pins.devDependencies, ...pins.dependencies };
    const wanted = content['devDependencies'] as Record<string, string>;
    expect(Object.keys(wanted)).toContain('@modelcontextprotocol/server');
    for (const [name, version] of Object.entries(wanted)) expect(version).toBe(all[name]);
  });

  test('needs for HTTP what only its entry for HTTP imports', async () => {
    const both = await listNeeded([]);
    const left = await listNeeded(['src/http.ts']);
    expect(both.filter((name) => !left.includes(name))).toEqual(['@modelcontextprotocol/node']);
    expect(await listNeeded(['src/stdio.ts'])).toEqual(both);
  });

  test('a package that ours does not name is a fault of ours', async () => {
    await expect(emit(makeServer(), templates, { dependencies: {}, devDependencies: {} })).rejects.toThrow(
      /names no version/,
    );
  });

  test.each([
    ['1.0.27-SNAPSHOT', '1.0.27-SNAPSHOT'],
    ['2.7-beta', '2.7.0-beta'],
    ['v3-rc.01 (draft)', '3.0.0-rc.1'],
    ['1.2.3.4-beta', '1.2.3'],
    ['2.0-beta_1', '2.0.0-beta'],
    ['2024-01-05-preview', '2024.0.0'],
    ['v2.1', '2.1.0'],
    ['2024-01-05', '2024.0.0'],
    ['unversioned', '0.0.0'],
    ['007', '7.0.0'],
  ])('the version %s becomes %s', async (version, semver) => {
    const server = makeServer();
    server.api.version = version;
    expect((await readPackage(server))['version']).toBe(semver);
  });
});

test('a missing template is a fault of ours', async () => {
  await expect(emit(makeServer(), new Map(), pins)).rejects.toThrow('There is no template README.md.hbs.');
});

function turn<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toReversed());
}

describe('bytes are a promise', () => {
  test('the same server gives the same bytes', async () => {
    const once = await emit(makeHostileServer(), templates, pins);
    expect(await emit(makeHostileServer(), templates, pins)).toEqual(once);
  });

  test('the order of named things in the model shows nowhere', async () => {
    const server = makeHostileServer();
    const turned = {
      ...server,
      api: { ...server.api, auth: turn(server.api.auth) },
      components: turn(server.components),
    };
    expect(await emit(turned, new Map([...templates].toReversed()), pins)).toEqual(
      await emit(server, templates, pins),
    );
  });

  test('no file tells when it was made', async () => {
    const once = await emit(makeServer(), templates, pins);
    vi.setSystemTime('2001-02-03T04:05:06Z');
    expect(await emit(makeServer(), templates, pins)).toEqual(once);
  });

  test('adding a tool changes the lines of that tool only', async () => {
    const before = await emit(makeServer(), templates, pins);
    const [toolset] = makeServer().toolsets;
    const tools = [makeEntry({ name: 'add_pet' }), ...(toolset?.tools ?? [])];
    const after = await emit(
      makeServer({ toolsets: [{ name: 'pets', title: 'Pets', description: 'All about pets.', tools }] }),
      templates,
      pins,
    );
    const changed = after.filter((file, index) => file.content !== before[index]?.content);
    expect(changed.map(({ path }) => path)).toEqual([
      'README.md',
      'src/generated/arguments.ts',
      'src/generated/catalog.ts',
      'src/generated/schemas/pets.ts',
      'src/generated/tools/pets.ts',
    ]);
  });
});
