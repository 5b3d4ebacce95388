import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildProject, Program } from '../../support/runtime/project.js';

let folder: string;
beforeAll(() => {
  folder = buildProject('flags');
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

async function listed(args: string[], env: Record<string, string> = {}): Promise<string[]> {
  const program = new Program(folder, ['dist/stdio.js', ...args], env);
  program.write(list);
  program.child.stdin?.end();
  const [answer] = await program.rest();
  const { tools = [] } = (answer?.result ?? {}) as { tools?: { name: string }[] };
  return tools.map(({ name }) => name);
}

describe('the .env file of the project', () => {
  test('is read from any folder, and counts less than the environment', async () => {
    writeFileSync(join(folder, '.env'), '# Settings\nMCP_READ_ONLY=true\nMCP_EXCLUDE=\n');
    try {
      expect(await listed([])).toEqual(['get_example']);
      expect(await listed([], { MCP_READ_ONLY: 'false' })).toEqual(['get_example', 'create_example']);
      expect(await listed(['--mode', 'list'])).toEqual(['get_example']);
    } finally {
      rmSync(join(folder, '.env'));
    }
    expect(await listed([])).toEqual(['get_example', 'create_example']);
  });
});

test.each(['stdio', 'http'])('--version of %s names the server and its version', (transport) => {
  const { stdout, status } = spawnSync(
    process.execPath,
    [join(folder, `dist/${transport}.js`), '--version'],
    {
      encoding: 'utf8',
    },
  );
  expect(stdout).toMatch(/^[a-z][\w-]* \S+\n$/);
  expect(status).toBe(0);
});

describe('the flags', () => {
  test.each<[string[], Record<string, string>, string[]]>([
    [['--read-only'], {}, ['get_example']],
    [['--toolsets', 'example', '--exclude', 'get_example'], {}, ['create_example']],
    [['--exclude=create_example'], { MCP_EXCLUDE: 'get_example' }, ['get_example']],
    [['--mode', 'list'], { MCP_MODE: 'dynamic' }, ['get_example', 'create_example']],
    [
      ['--mode', 'dynamic', '--read-only'],
      {},
      ['search_tools', 'describe_tools', 'call_read_tool', 'enable_toolset'],
    ],
  ])('%j come before the variables %j', async (args, env, names) => {
    expect(await listed(args, env)).toEqual(names);
  });

  test.each<[string, string[], RegExp]>([
    [
      'stdio',
      ['--toolsets', 'exampel'],
      /^There is no toolset "exampel"\. Did you mean "example"\? There are: example\.\n$/,
    ],
    [
      'stdio',
      ['--exclude', 'get_exampel'],
      /^--exclude \(MCP_EXCLUDE\) names "get_exampel", .* Did you mean "get_example"\? Toolsets: example\. Tools: .*\.\n$/,
    ],
    ['stdio', ['--mode', 'some'], /^--mode \(MCP_MODE\) must be auto, list or dynamic, not "some"\.\n$/],
    ['http', ['--mode', 'lst'], /^--mode \(MCP_MODE\) must be .*, not "lst"\. Did you mean "list"\?\n$/],
    ['stdio', ['--sessions'], /^Unknown option '--sessions'/],
    ['stdio', ['--mode', 'list', '--mode', 'dynamic'], /^--mode is given 2 times: give it once\.\n/],
    ['stdio', ['--exclude', 'get_example', '--exclude', 'create_example'], /^There is no tool to offer: /],
    ['http', ['--toolsets', 'x'], /^There is no toolset "x"\. There are: example\.\n$/],
    [
      'http',
      ['--exclude', 'example'],
      /^There is no tool to offer: see --toolsets \(MCP_TOOLSETS\), --read-only \(MCP_READ_ONLY\) and --exclude \(MCP_EXCLUDE\)\.\n$/,
    ],
    [
      'http',
      ['--exclude', 'nothing'],
      /^--exclude \(MCP_EXCLUDE\) names "nothing", but there is no such tool or toolset\. Toolsets: example\. Tools: get_example, create_example\.\n$/,
    ],
  ])('of %s that are wrong end it: %j', async (transport, args, words) => {
    const program = new Program(folder, [`dist/${transport}.js`, ...args]);
    await program.said(words);
    expect(await program.ended).toBe(1);
  });

  test.each([
    ['stdio', []],
    ['http', ['--sessions']],
  ])('are named by --help of %s', async (transport, more) => {
    const program = new Program(folder, [`dist/${transport}.js`, '--help']);
    let text = '';
    program.child.stdout?.on('data', (chunk: string) => (text += chunk));
    expect(await program.ended).toBe(0);
    for (const flag of [
      '--toolsets <names>',
      '--read-only',
      '--exclude <names>',
      '--mode <mode>',
      '--mock',
      ...more,
    ])
      expect(text).toContain(`\n  ${flag} `);
    for (const name of ['MCP_TOOLSETS', 'MCP_READ_ONLY', 'MCP_EXCLUDE', 'MCP_MODE', 'MCP_MOCK'])
      expect(text).toContain(`\n  ${name} `);
    for (const name of [
      '--sessions',
      'HOST',
      'PORT',
      'MCP_SESSIONS',
      'MCP_ALLOWED_ORIGINS',
      'MCP_ALLOWED_HOSTS',
    ])
      expect(text.includes(`\n  ${name} `), name).toBe(transport === 'http');
    expect(text).toMatch(/\n {2}--mode <mode> +auto, list .* dynamic /);
    expect(text).toMatch(/\n {2}--help, -h +show this text\n/);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['stdio', {}, true],
    ['http', {}, true],
    ['stdio', { EXAMPLE_API_KEY: 'key' }, false],
    ['stdio', { EXAMPLE_API_KEY_FILE: '/run/secrets/key' }, false],
  ])('%s with %j says what credentials are missing: %s', async (transport, env, isTold) => {
    const args = transport === 'http' ? ['--port', '0'] : [];
    const program = new Program(folder, [`dist/${transport}.js`, ...args], { EXAMPLE_API_KEY: '', ...env });
    program.write(list);
    program.child.stdin?.end();
    const [text] = await program.said(/[^]*example(?: on |: protocol ).*\n/);
    expect(
      text.split('No EXAMPLE_API_KEY is set: calls that need credentials will be refused.\n'),
    ).toHaveLength(isTold ? 2 : 1);
    program.child.kill();
    await program.ended;
  });

  test('over stdio it is said that settings of users’ credentials have no effect there', async () => {
    const program = new Program(folder, ['dist/stdio.js'], { MCP_FORWARD_HEADERS: 'apiKey=X-Key' });
    program.write(list);
    program.child.stdin?.end();
    const [text] = await program.said(/[^]*example: protocol .*\n/);
    expect(text).toContain('MCP_FORWARD_HEADERS and MCP_EXCHANGE have no effect over stdio');
    await program.ended;
  });

  test('--mock answers from what was generated, and asks for no credentials', async () => {
    const program = new Program(folder, ['dist/stdio.js', '--mock'], { EXAMPLE_API_KEY: '' });
    const params = { name: 'get_example', arguments: { exampleId: '1' } };
    program.write({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    program.child.stdin?.end();
    const [answer] = await program.rest();
    expect(answer?.result).toMatchObject({
      structuredContent: { id: '1', name: 'First', kind: 'small' },
      _meta: { 'mcpwright/mock': 'example' },
    });
    const [said] = await program.said(/^[^]*$/);
    expect(said).toMatch(/^example: protocol .*; 2 tools; as a mock: .*\n$/);
  });

  test('of HTTP are said at the start', async () => {
    const http = new Program(folder, ['dist/http.js', '--port', '0', '--mode', 'dynamic']);
    await http.said(/^example: 2 tools to search for\nexample on http:\S+\/mcp\n/);
    http.child.kill();
    expect(await http.ended).toBe(0);
  });

  test('--sessions gives clients of the older protocols sessions', async () => {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    };
    for (const args of [[], ['--sessions']]) {
      const http = new Program(folder, ['dist/http.js', '--port', '0', ...args]);
      const [url = ''] = await http.said(/http:\S+/);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        body: JSON.stringify(initialize),
      });
      await response.text();
      expect(response.headers.has('mcp-session-id')).toBe(args.length > 0);
      http.child.kill();
      expect(await http.ended).toBe(0);
    }
  });
});
