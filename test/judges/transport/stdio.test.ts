import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findId } from '../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { type AnyClient, connectStdio, dialects } from '../../support/runtime/clients.js';
import { type Message, Program, buildProject } from '../../support/runtime/project.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { toolsOf } from '../../support/runtime/wire.js';

const custom = `
import type { Arguments } from '../../unit/runtime/transport/generated/arguments.js';
import { customize } from './runtime/customize.js';

console.log('noise while loading');
export default customize<Arguments>({
  add: {
    noisy: {
      title: 'Noisy',
      description: 'Writes to the console.',
      inputSchema: { type: 'object', properties: {} },
      call: () => {
        console.log('noise'); console.info('noise'); console.debug('noise'); console.table([1]); console.dir({});
        return 'quiet';
      },
    },
  },
});
`;

let upstream: Upstream;
let folder: string;
beforeAll(async () => {
  folder = buildProject('stdio', { 'src/custom.ts': custom });
  upstream = await startUpstream(({ url }, response) => {
    const wait = /\/slow(\d+)/.exec(url)?.[1];
    if (url.includes('/hang')) return;
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ url })),
      Number(wait ?? 0),
    );
  });
});
afterAll(() => upstream.close());

const start = (env: Record<string, string> = {}, args: string[] = []) =>
  new Program(folder, ['dist/stdio.js', ...args], { EXAMPLE_BASE_URL: upstream.url, ...env });

const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const get = (id: number | string, exampleId: string) =>
  request(id, 'tools/call', { name: 'get_example', arguments: { exampleId } });
const initialize = (protocolVersion: string) =>
  request(0, 'initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } });
const modern = (id: number, method: string, params: object = {}, version = '2026-07-28') =>
  request(id, method, {
    ...params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  });
const textOf = ({ result }: Message) => (result?.['content'] as { text: string }[] | undefined)?.[0]?.text;

describe.each(dialects)('%s', (dialect) => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connectStdio(dialect, folder, { EXAMPLE_BASE_URL: upstream.url });
  });
  afterAll(() => client.close());

  test('lists the tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['get_example', 'create_example', 'noisy']);
    expect(tools[0]?.annotations?.title).toBe('Get one example');
  });

  test('reads and writes', async () => {
    const read = await client.callTool({ name: 'get_example', arguments: { exampleId: 'a', fields: 'x' } });
    expect(read.structuredContent).toEqual({ url: '/examples/a?fields=x' });
    const written = await client.callTool({
      name: 'create_example',
      arguments: { name: 'n', kind: 'LARGE' },
    });
    expect(written.isError ?? false).toBe(false);
    expect(upstream.got.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'x-api-key': 'test-key' },
      body: '{"name":"n","kind":"large"}',
    });
  });

  test('gets bad arguments and unknown tools told apart', async () => {
    const result = await client.callTool({ name: 'get_example', arguments: { exampleld: 'a' } });
    expect(result.isError).toBe(true);
    expect(result.content[0]?.text).toContain('did you mean "exampleId"?');
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });

  test('cancels a call, down to the API', async () => {
    const controller = new AbortController();
    const got = upstream.next();
    const call = client.callTool({ name: 'get_example', arguments: { exampleId: 'hang' } }, undefined, {
      signal: controller.signal,
    });
    const { aborted } = await got;
    controller.abort();
    await expect(call).rejects.toThrow();
    await aborted;
    expect((await client.listTools()).tools).toHaveLength(3);
  });
});

test.each([
  ['[1]', 'a list'],
  ['"a"', '"a"'],
  ['null', 'null'],
])('a call with the arguments %s is refused in words', async (args, told) => {
  const program = start();
  program.write(
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":${args}}}\n`,
  );
  expect(await program.read()).toMatchObject({
    id: 1,
    error: {
      code: -32602,
      message: `Invalid params: arguments must be an object, with each argument by its name, and not ${told}; nothing was sent to the API`,
    },
  });
  program.child.stdin?.end();
});

test('a call is refused, and not made, where the SDK would drop an argument', async () => {
  const program = start();
  const call = JSON.stringify(get('odd', 'odd')).replace('{"exampleId"', '{"__proto__":{},"exampleId"');
  program.write(`${call}\n`);
  expect(await program.read()).toMatchObject({
    id: 'odd',
    error: { code: -32602, message: expect.stringContaining('"__proto__" is not allowed') as string },
  });
  program.child.stdin?.end();
  expect(await program.rest()).toEqual([]);
  expect(upstream.got.filter(({ url }) => url.includes('odd'))).toEqual([]);
});

describe('the end of input', () => {
  test('comes after the answer to a line that does not end, from an API that is slow', async () => {
    const program = start();
    program.write(JSON.stringify(get(1, 'slow300')));
    program.child.stdin?.end();
    expect(await program.rest()).toMatchObject([
      { id: 1, result: { structuredContent: { url: '/examples/slow300' } } },
    ]);
    expect(await program.ended).toBe(0);
  });

  test('comes after every call in flight', async () => {
    const program = start();
    program.write(get(1, 'slow300'), get('two', 'slow50'), get(3, 'slow100'));
    program.child.stdin?.end(JSON.stringify(request(4, 'tools/list')));
    expect((await program.rest()).map(({ id }) => id)).toEqual([4, 'two', 3, 1]);
    expect(await program.ended).toBe(0);
  });

  test('ends a server that was asked nothing', async () => {
    const program = start();
    program.child.stdin?.end();
    expect(await program.rest()).toEqual([]);
    expect(await program.ended).toBe(0);
  });

  test('does not wait for calls that were cancelled', async () => {
    const program = start();
    const got = upstream.next();
    program.write(get(1, 'hang'));
    await got;
    program.write({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    program.child.stdin?.end();
    expect(await program.rest()).toEqual([]);
    expect(await program.ended).toBe(0);
  });

  test('waits no longer than a call may take', async () => {
    const program = start({ MCP_TIMEOUT_MS: '200' });
    program.write(get(1, 'hang'));
    program.child.stdin?.end();
    const [answer] = await program.rest();
    expect(textOf(answer!)).toContain('did not answer within 0.2 s');
    expect(await program.ended).toBe(0);
  });
});

describe('signals', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends the server after the calls in flight',
    async (signal) => {
      const program = start();
      const got = upstream.next();
      program.write(get(1, 'slow400'));
      await got;
      program.child.kill(signal);
      expect(await program.rest()).toMatchObject([
        { id: 1, result: { structuredContent: { url: '/examples/slow400' } } },
      ]);
      expect(await program.ended).toBe(0);
    },
  );

  test('SIGTERM ends an idle server at once', async () => {
    const program = start();
    program.write(request(1, 'ping'));
    await program.read();
    const asked = Date.now();
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    // One that waits for calls takes ten seconds.
    expect(Date.now() - asked).toBeLessThan(8_000);
  });

  test('SIGTERM in the middle of a line is no parse error', async () => {
    const program = start();
    program.write(request(1, 'ping'));
    await program.read();
    program.write('{"jsonrpc":');
    program.child.kill('SIGTERM');
    expect(await program.rest()).toEqual([]);
    expect(await program.ended).toBe(0);
  });
});

describe('the wire', () => {
  test('needs no handshake', async () => {
    const program = start();
    program.write(request(1, 'tools/list'));
    expect((await program.read()).result?.['tools']).toHaveLength(3);
    await program.said(/^example: protocol not agreed upon; 3 tools$/m);
    program.child.kill();
  });

  test.each(['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])('speaks %s', async (version) => {
    const program = start();
    program.write(initialize(version));
    expect((await program.read()).result).toMatchObject({
      protocolVersion: version,
      serverInfo: { name: 'example', version: '1.0.0' },
      instructions: 'Example API: reads and creates examples.',
    });
    await program.said(new RegExp(`example: protocol ${version}; 3 tools`));
    program.write({ jsonrpc: '2.0', method: 'notifications/initialized' }, request(1, 'ping'));
    expect(await program.read()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    program.child.kill();
  });

  test('answers an unknown version with its newest of that era', async () => {
    const program = start();
    program.write(initialize('1999-01-01'));
    expect((await program.read()).result?.['protocolVersion']).toBe('2025-11-25');
    program.child.kill();
  });

  test('speaks 2026-07-28', async () => {
    const program = start();
    program.write(
      modern(1, 'server/discover'),
      modern(2, 'tools/list'),
      modern(3, 'tools/call', get(3, 'a').params),
    );
    expect((await program.read()).result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28'],
      ttlMs: 300_000,
      cacheScope: 'public',
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'example' } },
    });
    expect((await program.read()).result).toMatchObject({
      resultType: 'complete',
      ttlMs: 300_000,
      cacheScope: 'public',
    });
    expect((await program.read()).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { url: '/examples/a' },
    });
    await program.said(/protocol 2026-07-28/);
    program.child.kill();
  });

  test('refuses a modern version that it does not speak', async () => {
    const program = start();
    program.write(modern(1, 'tools/list', {}, '2099-01-01'));
    const supported = expect.arrayContaining(['2026-07-28']) as string[];
    expect((await program.read()).error).toMatchObject({ code: -32022, data: { supported } });
    program.child.kill();
  });

  test.each<[input: string, code: number, id: unknown]>([
    ['{oops\n', -32700, null],
    ['oops\n', -32700, null],
    ['[]\n', -32600, null],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n', -32600, null],
    ['5\n', -32600, null],
    ['{"id":7,"method":"ping"}\n', -32600, 7],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}\n', -32600, null],
    ['{"jsonrpc":"2.0","id":"x","method":5}\n', -32600, 'x'],
    ['{"jsonrpc":"2.0","id":8,"method":"no/such/method"}\n', -32601, 8],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"nothing"}}\n', -32602, 9],
    ['{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{}}\n', -32602, 9],
    [
      '{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"get_example","arguments":"x"}}\n',
      -32602,
      9,
    ],
  ])('answers %j with %d and lives on', async (input, code, id) => {
    const program = start();
    program.write(input);
    expect(await program.read()).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
    program.write(request(1, 'ping'));
    expect(await program.read()).toMatchObject({ id: 1, result: {} });
    program.child.kill();
  });

  test('takes blank lines, carriage returns, odd line separators and characters cut in two', async () => {
    const program = start();
    const text = `${JSON.stringify(request(1, 'tools/call', { name: 'create_example', arguments: { name: 'ä\u2028b😀' } }))}\r\n`;
    const bytes = Buffer.from(text);
    program.write('\n  \r\n');
    for (const byte of bytes) program.write(Buffer.from([byte]));
    expect((await program.read()).id).toBe(1);
    expect(upstream.got.at(-1)?.body).toBe('{"name":"ä\u2028b😀"}');
    program.child.kill();
  });

  test('refuses a line beyond 10 MB and takes the next one', async () => {
    const program = start();
    const long = 'x'.repeat(11 * 1024 * 1024);
    const said = expect.stringMatching(/10,485,760 characters.*MCP_FILE_ROOTS/) as string;
    program.write(`{"jsonrpc":"2.0","id":1,"method":"${long}"}\n`);
    expect(await program.read()).toMatchObject({ id: 1, error: { code: -32600, message: said } });
    program.write(
      `{"method":"ping","params":{"id":8,"x":"${long}"},"jsonrpc":"2.0","id":"a"}\n`,
      request(2, 'ping'),
    );
    expect(await program.read()).toMatchObject({ id: 'a', error: { code: -32600 } });
    expect(await program.read()).toMatchObject({ id: 2, result: {} });
    program.child.kill();
  });

  test.each([
    ['{"id":1,"method":', 1],
    ['{"jsonrpc":"2.0","id":"a\\"b","method":', 'a"b'],
    ['"x":1},"jsonrpc":"2.0","id":-7}', -7],
    ['"x":1},"id":8,"jsonrpc":"2.0"} ', 8],
    ['"x":1,"id":9}}', null],
    ['{"method":"x","params":{"id":5,', null],
    ['{"id":{},"method":', null],
  ])('finds the id of a message of which it knows the ends: %s', (text, id) => {
    expect(findId(text)).toBe(id);
  });

  test('takes a long line', async () => {
    const program = start();
    const name = 'x'.repeat(3 * 1024 * 1024);
    program.write(request(1, 'tools/call', { name: 'create_example', arguments: { name } }));
    expect((await program.read()).id).toBe(1);
    expect(upstream.got.at(-1)?.body).toHaveLength(name.length + 11);
    program.child.kill();
  });

  test('carries nothing but the protocol', async () => {
    const program = start();
    program.write(request(1, 'tools/call', { name: 'noisy', arguments: {} }));
    program.child.stdin?.end();
    const messages = await program.rest();
    expect(messages).toMatchObject([{ id: 1, result: { content: [{ type: 'text', text: 'quiet' }] } }]);
    await program.said(/noise while loading[^]*noise/);
  });

  test('hands the trace context of a call on to the API', async () => {
    const program = start();
    const trace = {
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      tracestate: 'a=b',
      baggage: 'k=v',
    };
    const { params } = get(1, 'a');
    program.write(request(1, 'tools/call', { ...params, _meta: trace }));
    await program.read();
    expect(upstream.got.at(-1)?.headers).toMatchObject(trace);
    program.write(
      request(2, 'tools/call', { ...params, _meta: { traceparent: 'x\r\nX-Evil: 1', baggage: 5 } }),
    );
    await program.read();
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('traceparent');
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('baggage');
    program.child.kill();
  });

  test('refuses what would reach into prototypes', async () => {
    const program = start();
    program.write(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_example","arguments":{"exampleId":"a","fields":[{"__proto__":{}}]}}}\n',
    );
    expect(textOf(await program.read())).toContain('fields.0.__proto__: not allowed as a name');
    program.child.kill();
  });

  test('may break on the side of the client', async () => {
    const program = start();
    program.write(get(1, 'slow100'));
    program.child.stdout?.destroy();
    expect(await program.ended).toBe(0);
  });
});

describe('a list that may change', () => {
  const dynamic = { MCP_MODE: 'dynamic' };
  const enable = request('enable', 'tools/call', {
    name: 'enable_toolset',
    arguments: { toolset: 'example' },
  });
  const changed = { jsonrpc: '2.0', method: 'notifications/tools/list_changed' };
  const listen = modern(7, 'subscriptions/listen', { notifications: { toolsListChanged: true } });

  test.each(['SDK v1', 'SDK v2, legacy'] as const)('does for %s', async (dialect) => {
    const client = await connectStdio(dialect, folder, { EXAMPLE_BASE_URL: upstream.url, ...dynamic });
    const before = (await client.listTools()).tools.map(({ name }) => name);
    expect(before).toContain('enable_toolset');
    const change = client.nextChange();
    await client.callTool({ name: 'enable_toolset', arguments: { toolset: 'example' } });
    await change;
    const after = (await client.listTools()).tools.map(({ name }) => name);
    expect(after.toSorted()).toEqual([...before, 'get_example', 'create_example'].toSorted());
    await client.close();
  });

  test('is told of once, before the answer, and to the end of input', async () => {
    const program = start(dynamic);
    program.write(initialize('2025-11-25'));
    expect((await program.read()).result).toMatchObject({ capabilities: { tools: { listChanged: true } } });
    program.write(enable);
    expect(await program.read()).toEqual(changed);
    expect(await program.read()).toMatchObject({ id: 'enable' });
    program.write({ ...enable, id: 'again' });
    program.child.stdin?.end(JSON.stringify(request(2, 'tools/list')));
    const rest = await program.rest();
    expect(rest).toMatchObject([{ id: 'again' }, { id: 2 }]);
    expect(toolsOf(rest[1]!)).toContain('get_example');
    expect(await program.ended).toBe(0);
  });

  test('is told of even where the call is the last line', async () => {
    const program = start(dynamic);
    program.child.stdin?.end(JSON.stringify(enable));
    expect(await program.rest()).toMatchObject([changed, { id: 'enable' }]);
    expect(await program.ended).toBe(0);
  });

  test('does not for clients of 2026-07-28, who are told so when they listen', async () => {
    const program = start(dynamic);
    program.write(modern(1, 'server/discover'), modern(2, 'tools/list'), listen);
    const first = [await program.read(), await program.read(), await program.read()];
    const before = first.find(({ id }) => id === 2)!;
    expect(first.find(({ id }) => id === 1)?.result).toMatchObject({ capabilities: { tools: {} } });
    expect(first.find(({ id }) => id === 1)?.result).not.toHaveProperty('capabilities.tools.listChanged');
    expect(toolsOf(before)).not.toContain('enable_toolset');
    expect(first).toContainEqual(
      expect.objectContaining({
        method: 'notifications/subscriptions/acknowledged',
        params: expect.objectContaining({ notifications: {} }) as object,
      }),
    );
    program.write(
      modern(3, 'tools/call', enable.params),
      modern(4, 'tools/call', get(0, 'a').params),
      modern(5, 'tools/list'),
    );
    const answers = [await program.read(), await program.read(), await program.read()];
    expect(answers.find(({ id }) => id === 3)?.error?.code).toBe(-32602);
    expect(answers.find(({ id }) => id === 5)?.result).toEqual(before.result);
    program.child.stdin?.end();
    expect(await program.rest()).toMatchObject([{ id: 7, result: { resultType: 'complete' } }]);
    expect(await program.ended).toBe(0);
  });

  test('does for a client that asked for the newer protocol first and took an older one', async () => {
    const program = start(dynamic);
    program.write(modern(1, 'server/discover'));
    expect((await program.read()).result).not.toHaveProperty('capabilities.tools.listChanged');
    program.write(initialize('2025-11-25'));
    expect((await program.read()).result).toMatchObject({ capabilities: { tools: { listChanged: true } } });
    program.write(enable);
    expect(await program.read()).toEqual(changed);
    program.child.kill();
  });

  test('does not where every tool is listed', async () => {
    const program = start({ MCP_MODE: 'list' });
    program.write(initialize('2025-11-25'));
    expect((await program.read()).result).not.toHaveProperty('capabilities.tools.listChanged');
    program.write(enable);
    expect((await program.read()).error?.code).toBe(-32602);
    program.child.kill();
  });
});

describe('the command line', () => {
  test('--help names flags and environment variables', async () => {
    const program = start({}, ['--help']);
    let text = '';
    program.child.stdout?.on('data', (chunk: string) => (text += chunk));
    expect(await program.ended).toBe(0);
    for (const word of [
      'Usage: node stdio.js',
      'EXAMPLE_BASE_URL',
      'EXAMPLE_API_KEY_FILE',
      'MCP_TIMEOUT_MS',
    ]) {
      expect(text).toContain(word);
    }
  });

  test.each<[string[], Record<string, string>, RegExp]>([
    [['--nope'], {}, /Unknown option '--nope'[^]*See --help\.\n$/],
    [[], { MCP_TIMEOUT_MS: 'x' }, /MCP_TIMEOUT_MS must be a whole number of at least 1, not "x"\.\n$/],
    [
      [],
      { EXAMPLE_BASE_URL: 'localhost:99' },
      /EXAMPLE_BASE_URL must be an absolute .*, not "localhost:99"\.\n$/,
    ],
    [['status'], { EXAMPLE_BASE_URL: 'localhost:99' }, /EXAMPLE_BASE_URL must be an absolute [^\n]*\.\n$/],
  ])('%j with %j ends with 1 and a sentence', async (args, env, words) => {
    const program = start(env, args);
    await program.said(words);
    expect(await program.ended).toBe(1);
  });
});

test('a tool that is there twice keeps the server from starting', async () => {
  const clash = custom.replaceAll('noisy:', 'get_example:');
  const broken = buildProject('stdio-clash', { 'src/custom.ts': clash });
  const program = new Program(broken, ['dist/stdio.js']);
  await program.said(/src\/custom\.ts adds a tool "get_example", but the API has one of that name\.\n/);
  expect(await program.ended).toBe(1);
});
