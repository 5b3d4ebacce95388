import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startUpstream as startNasty } from '../../samples/nasty/upstream.js';
import { startUpstream as startPetstore } from '../../samples/petstore/upstream.js';
import {
  connectHttp,
  connectStdio,
  dialects,
  startHttp,
  type AnyClient,
  type CallResult,
} from './clients.js';
import { configOf, isCommitted, isOwned } from '../support/isCommitted.js';
import { buildProject, generateFrom, root, scratch } from './project.js';
import { generate } from '../../generator/generate.js';
import type { File } from '../../generator/model/file.js';

const exec = promisify(execFile);
const samples = ['petstore', 'nasty', 'papers'];
const copy = (name: string) => join(scratch, 'samples', name);
/** What the generator produces now, told where the document is from the project. */
const generateSample = async (name: string) =>
  (
    await generate(join(root, 'samples', name, 'openapi.yaml'), await configOf(join(root, 'samples', name)), {
      readStdin: () => Promise.resolve(''),
      toKeep: (config) => ({ ...config, document: '../openapi.yaml' }),
    })
  ).files;
const generated = new Map<string, File[]>();

beforeAll(async () => {
  for (const name of samples) {
    rmSync(copy(name), { recursive: true, force: true });
    const server = join(root, 'samples', name, 'server');
    cpSync(server, copy(name), {
      recursive: true,
      filter: (path) => !/^(dist|node_modules)$/.test(relative(server, path)),
    });
    const files = await generateSample(name);
    generated.set(name, files);
    for (const { path, content } of files) {
      if (isCommitted(name, path) || isOwned(name, path)) continue;
      const file = join(copy(name), path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    await buildProject(copy(name));
  }
});

describe.each(samples)('the committed server of %s', (name) => {
  test('is what the generator produces now (npm run samples writes it anew)', () => {
    const server = join(root, 'samples', name, 'server');
    const files = generated.get(name)!.filter(({ path }) => isCommitted(name, path));
    const committed = readdirSync(server, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(server, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter(
        (path) =>
          !/^(\.mcpwright\/(?!(?:names|kept|responses|mcpwright\.schema)\.json$)|dist\/|node_modules\/)/.test(
            path,
          ),
      )
      .filter((path) => !isOwned(name, path));
    expect(committed.toSorted()).toEqual(files.map(({ path }) => path).toSorted());
    for (const { path, content } of files)
      expect(readFileSync(join(server, path), 'utf8'), path).toBe(content);
  });

  // `npm test` begins with `tsc`, which ends it with what it finds.
  test('type-checks, and passes its own tests', async () => {
    const { scripts } = readManifest(name);
    expect(scripts['test']).toMatch(/^tsc && /);
    const options = { cwd: copy(name), shell: process.platform === 'win32' };
    const said = await exec('npm', ['test', '--silent'], options).then(
      () => '',
      (error: unknown) => (error as { stdout?: string }).stdout?.slice(0, 4000) || String(error),
    );
    expect(said).toBe('');
  });

  test('has no dependency at run time', () => {
    expect(readManifest(name).dependencies).toBeUndefined();
  });
});

function readManifest(name: string) {
  return JSON.parse(readFileSync(join(copy(name), 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    dependencies?: unknown;
  };
}

type Connect = () => Promise<AnyClient>;
const text = (result: CallResult) =>
  result.content.map((block) => block.text ?? `[${block.type}]`).join('\n');

describe('the petstore server', () => {
  let upstream: Awaited<ReturnType<typeof startPetstore>>;
  let http: Awaited<ReturnType<typeof startHttp>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    upstream = await startPetstore();
    env = { PETSTORE_BASE_URL: upstream.url, PETSTORE_API_KEY: 'demo-key' };
    http = await startHttp(copy('petstore'), env);
  });
  afterAll(async () => {
    await http.stop();
    await upstream.close();
  });

  const transports: [string, (dialect: (typeof dialects)[number]) => Connect][] = [
    ['stdio', (dialect) => () => connectStdio(copy('petstore'), dialect, env)],
    ['HTTP', (dialect) => () => connectHttp(http.url, dialect)],
  ];
  const connections = transports.flatMap(([transport, connect]) =>
    dialects.map((dialect) => [`${dialect} over ${transport}`, connect(dialect)] as const),
  );

  describe.each(connections)('%s', (_name, connect) => {
    let client: AnyClient;
    beforeAll(async () => {
      client = await connect();
    });
    afterAll(() => client.close());

    test('reads', async () => {
      const result = await client.callTool({
        name: 'list_pets',
        arguments: { status: 'available', limit: 2 },
      });
      expect(result.isError ?? false).toBe(false);
      expect(upstream.calls.at(-1)).toMatchObject({
        method: 'GET',
        path: '/v1/pets?limit=2&status=available',
      });
    });

    test('writes', async () => {
      const result = await client.callTool({
        name: 'create_pet',
        arguments: { name: 'Biscuit', species: 'dog' },
      });
      expect(text(result)).toContain('Biscuit');
      expect(upstream.calls.at(-1)).toMatchObject({ method: 'POST', path: '/v1/pets' });
    });

    test('refuses bad arguments before anything is sent, in words', async () => {
      const sent = upstream.calls.length;
      const result = await client.callTool({
        name: 'list_pets',
        arguments: { statsu: 'available', limit: 5000 },
      });
      expect(result.isError).toBe(true);
      expect(text(result)).toContain('nothing was sent');
      expect(text(result)).toContain('did you mean "status"?');
      expect(upstream.calls).toHaveLength(sent);
    });

    test.each(['..', '.', '', 'a/b', '%2e%2e', '..%2f..', String.raw`a\b`])(
      'refuses %j where it would go into the path',
      async (id) => {
        const sent = upstream.calls.length;
        const result = await client.callTool({ name: 'get_pet', arguments: { petId: id } });
        expect(result.isError).toBe(true);
        expect(upstream.calls).toHaveLength(sent);
      },
    );

    test("hands on the API's own words when it refuses", async () => {
      const missing = '00000000-0000-4000-8000-000000000000';
      const result = await client.callTool({ name: 'get_pet', arguments: { petId: missing } });
      expect(result.isError).toBe(true);
      expect(text(result)).toContain('404');
    });

    test('answers an unknown tool with a protocol error', async () => {
      await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({
        code: -32602,
      });
    });
  });

  test('names the variable of a missing credential and sends nothing', async () => {
    const client = await connectStdio(copy('petstore'), 'v2 modern', { PETSTORE_BASE_URL: upstream.url });
    const sent = upstream.calls.length;
    const result = await client.callTool({
      name: 'create_pet',
      arguments: { name: 'Biscuit', species: 'dog' },
    });
    await client.close();
    expect(result.isError).toBe(true);
    expect(text(result)).toContain('PETSTORE_API_KEY');
    expect(upstream.calls).toHaveLength(sent);
  });
});

describe('the nasty server', () => {
  let upstream: Awaited<ReturnType<typeof startNasty>>;
  let names: string[];
  beforeAll(async () => {
    upstream = await startNasty();
    const { server } = await generateFrom(join(root, 'samples/nasty/openapi.yaml'));
    names = server.toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));
  });
  afterAll(() => upstream.close());

  test.each(dialects)('lists every tool to %s, and no text of the document runs', async (dialect) => {
    const client = await connectStdio(copy('nasty'), dialect, { MCP_MODE: 'list' });
    const { tools } = await client.listTools();
    await client.close();
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect((globalThis as { pwned?: unknown }).pwned).toBeUndefined();
  });
});
