import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Generation } from '../../generator/index.js';
import { serve, type Upstream } from '../../samples/serve.js';
import {
  connectHttp,
  connectStdio,
  dialects,
  startHttp,
  type AnyClient,
  type CallResult,
  type RunningServer,
} from './clients.js';
import { buildProject, root, writeProject } from './project.js';

/** 120 operations in 40 tags. */
const starTrek = join(root, 'node_modules/@readme/oas-examples/3.0/json/star-trek.json');
const metaTools = ['search_tools', 'describe_tools', 'call_read_tool', 'call_write_tool'];

const namesOf = async (client: AnyClient) => (await client.listTools()).tools.map(({ name }) => name);
const text = ({ content }: CallResult) => content.map((block) => block.text ?? '').join('\n');

/** An API that says what it was asked. */
const answer = ({ method, path }: { method: string; path: string }) => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ answered: `${method} ${path}` }),
});

describe('a server of more tools than a list should hold', () => {
  let dir: string;
  let generation: Generation;
  let upstream: Upstream;
  let env: Record<string, string>;
  let http: RunningServer;
  const all = () =>
    generation.server.toolsets.flatMap((toolset) =>
      toolset.tools.map(({ tool }) => ({ tool, toolset: toolset.name })),
    );
  const ofToolset = (name: string) =>
    all()
      .filter(({ toolset }) => toolset === name)
      .map(({ tool }) => tool.name);

  beforeAll(async () => {
    ({ dir, generation } = await writeProject('modes', starTrek));
    await buildProject(dir);
    upstream = await serve(answer, {});
    env = { [generation.server.api.baseUrlEnv]: upstream.url };
    http = await startHttp(dir, env);
  });
  afterAll(async () => {
    await http.stop();
    await upstream.close();
  });

  const transports: [string, (dialect: (typeof dialects)[number]) => Promise<AnyClient>][] = [
    ['stdio', (dialect) => connectStdio(dir, dialect, env)],
    ['HTTP', (dialect) => connectHttp(http.url, dialect)],
  ];

  describe.each(transports)('over %s', (transport, connect) => {
    test.each(dialects)('lets %s search, read the whole of a tool, and call it', async (dialect) => {
      const client = await connect(dialect);
      const listed = await namesOf(client);
      const mayChange = transport === 'stdio' && dialect !== 'v2 modern';
      expect(listed).toEqual([...metaTools, ...(mayChange ? ['enable_toolset'] : [])]);

      const found = await client.callTool({
        name: 'search_tools',
        arguments: { query: 'look for a spacecraft class' },
      });
      expect(text(found)).toMatch(/spacecraft_class/);
      const { tool } = all().find(
        ({ tool: { request } }) => request.path === '/spacecraftClass' && request.method === 'GET',
      )!;
      const described = await client.callTool({ name: 'describe_tools', arguments: { names: [tool.name] } });
      expect(text(described)).toMatch(/uid\??: string/);

      const called = { name: tool.name, arguments: { uid: 'SCMA0000000001' } };
      for (const call of [{ name: 'call_read_tool', arguments: called }, called]) {
        const result = await client.callTool(call);
        expect(result.isError ?? false, text(result)).toBe(false);
        expect(result.structuredContent).toEqual({
          answered: 'GET /spacecraftClass?uid=SCMA0000000001',
        });
      }
      const before = upstream.calls.length;
      const refused = await client.callTool({
        name: 'call_read_tool',
        arguments: { name: tool.name, arguments: { uid: 7, colour: 'red' } },
      });
      expect(refused.isError).toBe(true);
      expect(text(refused)).toContain(`Invalid arguments for ${tool.name}`);
      expect(text(refused)).toContain('colour');
      expect(upstream.calls.length).toBe(before);
      await client.close();
    });
  });

  test.each(dialects)('lists a toolset that %s connects to by its address', async (dialect) => {
    const client = await connectHttp(`${http.url}/weapon,animal`, dialect);
    const expected = all()
      .filter(({ toolset }) => toolset === 'animal' || toolset === 'weapon')
      .map(({ tool }) => tool.name);
    expect(expected).toHaveLength(6);
    expect(await namesOf(client)).toEqual(expected);
    const [outside = ''] = ofToolset('movie');
    await expect(client.callTool({ name: outside, arguments: {} })).rejects.toThrow(/Unknown tool/);
    await client.close();
  });

  test.each(dialects)('lists all of its tools for %s where the operator wants that', async (dialect) => {
    const client = await connectStdio(dir, dialect, { ...env, MCP_MODE: 'list' });
    expect(await namesOf(client)).toEqual(all().map(({ tool }) => tool.name));
    await client.close();
  });

  test.each(dialects)('offers %s what the operator selects', async (dialect) => {
    const reads = await connectStdio(dir, dialect, { MCP_TOOLSETS: 'animal,book', MCP_READ_ONLY: 'true' });
    const expected = all()
      .filter(({ toolset }) => toolset === 'animal' || toolset === 'book')
      .filter(({ tool }) => tool.annotations.readOnlyHint)
      .map(({ tool }) => tool.name);
    expect(expected).toHaveLength(4);
    expect(await namesOf(reads)).toEqual(expected);
    await reads.close();

    const [left = '', ...others] = ofToolset('animal');
    const fewer = await connectStdio(dir, dialect, { MCP_TOOLSETS: 'animal', MCP_EXCLUDE: left });
    expect(await namesOf(fewer)).toEqual(others);
    await expect(fewer.callTool({ name: left, arguments: {} })).rejects.toThrow(/Unknown tool/);
    await fewer.close();
  });

  test('gives every modern connection the same list, whatever others did before', async () => {
    const first = await connectHttp(http.url, 'v2 modern');
    const before = (await first.listTools()).tools;
    const legacy = await connectStdio(dir, 'v1', env);
    await legacy.callTool({ name: 'enable_toolset', arguments: { toolset: 'animal' } });
    expect(await namesOf(legacy)).toEqual(expect.arrayContaining(ofToolset('animal')));
    const [name = ''] = ofToolset('animal');
    await first.callTool({ name, arguments: { uid: 'x' } });
    const second = await connectHttp(http.url, 'v2 modern');
    expect((await second.listTools()).tools).toEqual(before);
    expect((await first.listTools()).tools).toEqual(before);
    await Promise.all([first, second, legacy].map((client) => client.close()));
  });
});
