import { spawn, type SpawnOptions } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectHttp, startCommand } from './clients.js';
import { root, scratch } from './project.js';

const cwd = join(scratch, 'cli');
const cli = join(root, 'dist/generator/cli.js');
const petstore = join(root, 'samples/petstore/openapi.yaml');

interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

async function mcpwright(args: string[], input = '', options: SpawnOptions = {}): Promise<Outcome> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env: { PATH: process.env['PATH'] },
    ...options,
    stdio: 'pipe',
  });
  child.stdin.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ]);
  return { code, stdout, stderr };
}

const tiny = (paths: object, rest: object = {}) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Tiny', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths,
    ...rest,
  });
const ok = { responses: { 200: { description: 'ok' } } };
const one = tiny({ '/things': { get: { operationId: 'listThings', summary: 'List things', ...ok } } });

beforeAll(() => {
  if (!existsSync(cli)) throw new Error('run `npm run build` first: these tests run the built command');
});
beforeEach(() => {
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
});

describe('generate', () => {
  test('writes a project named after the API and says what to do next', async () => {
    const { code, stdout, stderr } = await mcpwright(['generate', '-'], one);
    expect(stderr).toContain('1 tool in 1 toolset');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('cd tiny && npm install');
    expect(readFileSync(join(cwd, 'tiny/src/generated/tools/things.ts'), 'utf8')).toContain('listThings');
  });

  test('says nothing with --quiet, and no colour where there is no terminal', async () => {
    expect(await mcpwright(['generate', '-', '--quiet'], one)).toEqual({ code: 0, stdout: '', stderr: '' });
    const plain = await mcpwright(['generate', '-', '-o', 'plain'], one);
    expect(plain.stderr).not.toContain('\u001b[');
    const colours = { env: { PATH: process.env['PATH'], FORCE_COLOR: '1' } };
    expect((await mcpwright(['generate', '-', '-o', 'bright'], one, colours)).stderr).toContain('\u001b[');
    const both = { env: { PATH: process.env['PATH'], FORCE_COLOR: '1', NO_COLOR: '1' } };
    expect((await mcpwright(['generate', '-', '-o', 'dull'], one, both)).stderr).not.toContain('\u001b[');
  });

  test('reports for machines with --json', async () => {
    const { code, stdout } = await mcpwright(['generate', '-', '--json', '--name', 'shop', '-o', 'out'], one);
    expect(code).toBe(0);
    const report = JSON.parse(stdout) as Record<string, unknown>;
    expect(report).toMatchObject({
      source: '-',
      openapi: '3.1.0',
      operations: 1,
      tools: 1,
      toolsets: [{ name: 'things', tools: 1 }],
      server: { name: 'shop' },
      out: 'out',
      written: true,
    });
    expect(report['files']).toContainEqual({ kind: 'create', path: 'src/custom.ts' });
  });

  test('leaves out a broken operation, names it, and goes on', async () => {
    const broken = {
      post: {
        operationId: 'breakThings',
        requestBody: { $ref: '#/components/requestBodies/Nowhere' },
        ...ok,
      },
    };
    const document = tiny({ '/things': { get: { operationId: 'listThings', ...ok } }, '/broken': broken });
    writeFileSync(join(cwd, 'api.json'), document);
    const lenient = await mcpwright(['generate', 'api.json', '-o', 'out']);
    expect(lenient.code).toBe(0);
    expect(lenient.stderr).toMatch(/error +api\.json:1:\d+ +POST \/broken is left out: .*Nowhere/);
    const strict = await mcpwright(['generate', 'api.json', '-o', 'strict', '--strict']);
    expect(strict.code).toBe(1);
    expect(existsSync(join(cwd, 'strict/package.json'))).toBe(true);
  });

  test('says that there is nothing to offer, and writes nothing', async () => {
    const webhooks = { webhooks: { ping: { post: ok } } };
    for (const flags of [[], ['--quiet']]) {
      const { code, stderr } = await mcpwright(['generate', '-', '-o', 'out', ...flags], tiny({}, webhooks));
      expect(code).toBe(1);
      expect(stderr).toMatch(/nothing to offer.*1 webhook/);
      expect(readdirSync(cwd)).toEqual([]);
    }
  });

  test('run again, changes nothing; after an edit, stops before a byte is written', async () => {
    await mcpwright(['generate', '-', '-o', 'out'], one);
    const again = await mcpwright(['generate', '-', '-o', 'out'], one);
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('already up to date') as string });

    const edited = join(cwd, 'out/src/generated/tools/things.ts');
    const custom = join(cwd, 'out/src/custom.ts');
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}// mine\n`);
    writeFileSync(custom, `${readFileSync(custom, 'utf8')}// mine too\n`);
    const changed = one.replace('List things', 'List all things');
    const stopped = await mcpwright(['generate', '-', '-o', 'out', '--quiet'], changed);
    expect(stopped.code).toBe(1);
    expect(stopped.stderr).toContain('Nothing was written');
    expect(stopped.stderr).toContain('src/generated/tools/things.ts');
    expect(stopped.stderr).not.toContain('custom.ts\n  ');
    expect(readFileSync(edited, 'utf8')).toContain('// mine');

    const forced = await mcpwright(['generate', '-', '-o', 'out', '--overwrite'], changed);
    expect(forced.code).toBe(0);
    expect(readFileSync(edited, 'utf8')).toContain('List all things');
    expect(readFileSync(custom, 'utf8')).toContain('// mine too');
  });

  test('keeps the names that it gave, and takes those that the owner gives', async () => {
    await mcpwright(['generate', '-'], one);
    const lock = join(cwd, 'tiny/.mcpwright/names.json');
    expect(readFileSync(lock, 'utf8')).toBe(
      '{\n  "GET /things": { "name": "list_things", "operationId": "listThings" }\n}\n',
    );
    writeFileSync(lock, '{ "GET /things": { "name": "browse" } }');
    expect((await mcpwright(['generate', '-'], one)).code).toBe(0);
    expect(readFileSync(join(cwd, 'tiny/src/generated/tools/things.ts'), 'utf8')).toContain("'browse'");

    writeFileSync(lock, '{ "GET /things": { "name": "browse things" } }');
    const { code, stderr } = await mcpwright(['generate', '-'], one);
    expect(code).toBe(2);
    expect(stderr).toMatch(/names\.json:1:3: .*"GET \/things" has the name "browse things", but/);
  });

  test('refuses a folder that holds something else', async () => {
    mkdirSync(join(cwd, 'out'));
    writeFileSync(join(cwd, 'out/thesis.txt'), 'years of work');
    const refused = await mcpwright(['generate', '-', '-o', 'out'], one);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--force');
    expect(readdirSync(join(cwd, 'out'))).toEqual(['thesis.txt']);
    expect((await mcpwright(['generate', '-', '-o', 'out', '--force'], one)).code).toBe(0);
    expect(readFileSync(join(cwd, 'out/thesis.txt'), 'utf8')).toBe('years of work');
  });
});

describe('tools', () => {
  test('prints a table', async () => {
    const { code, stdout } = await mcpwright(['tools', petstore]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^TOOL +OPERATION +TOOLSET +ACCESS +TOKENS$/m);
    expect(stdout).toMatch(/^list_pets +GET \/pets +pets +read +\d+$/m);
    expect(stdout).toMatch(/\d+ tools in \d+ toolsets, [\d,]+ tokens in all/);
  });

  test('prints JSON for machines', async () => {
    const { stdout } = await mcpwright(['tools', '-', '--json'], one);
    const report = JSON.parse(stdout) as { tools: object[] };
    expect(report.tools).toEqual([
      {
        name: 'list_things',
        title: 'List things',
        method: 'GET',
        path: '/things',
        toolset: 'things',
        readOnly: true,
        tokens: expect.any(Number) as number,
      },
    ]);
  });

  test('writes names in camelCase when asked', async () => {
    expect((await mcpwright(['tools', '-', '--names', 'camelCase'], one)).stdout).toContain('listThings');
  });
});

describe('lint', () => {
  const flawed = tiny({
    '/things/{id}': {
      get: {
        operationId: 'readThing',
        parameters: [
          {
            name: 'id',
            in: 'path',
            required: true,
            description: 'Up to 9 characters',
            schema: { type: 'string' },
          },
        ],
        ...ok,
      },
    },
  });
  const broken = tiny({ '/things': { get: ok, post: { requestBody: { $ref: '#/nowhere' }, ...ok } } });

  test('prints findings with their place, what they cost and how to fix them, and counts them', async () => {
    writeFileSync(join(cwd, 'api.json'), flawed);
    const { code, stdout, stderr } = await mcpwright(['lint', 'api.json']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^warning missing-summary {2}The model chooses .*\n {2}Fix: Add a summary.*\n {2}api\.json:1:\d+ {2}GET/,
    );
    expect(stdout).not.toContain('\u001b[');
    expect(stderr).toContain('0 errors, 1 warning, 2 suggestions; 1 tool from 1 operation.');
    expect((await mcpwright(['lint', 'api.json', '--quiet'])).stderr).toBe('');
    const bright = { env: { PATH: process.env['PATH'], FORCE_COLOR: '1' } };
    expect((await mcpwright(['lint', 'api.json'], '', bright)).stdout).toContain('\u001b[');
  });

  test('prints JSON for machines, by either name', async () => {
    const { code, stdout } = await mcpwright(['lint', '-', '--json'], flawed);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      source: '-',
      openapi: '3.1.0',
      operations: 1,
      counts: { error: 0, warning: 1, info: 2 },
      evidence: { examples: 0, relaxed: 0 },
      findings: [
        {
          rule: 'missing-summary',
          severity: 'warning',
          message: expect.stringContaining('GET /things/{id}') as string,
          cost: expect.any(String) as string,
          fix: expect.any(String) as string,
          pointer: '#/paths/~1things~1{id}/get',
          location: { line: 1 },
        },
        { rule: 'unbounded-path-string' },
        { rule: 'constraint-in-prose', evidence: 'Up to 9 characters', update: { maxLength: 9 } },
      ],
    });
    expect((await mcpwright(['lint', '-', '--format', 'json'], flawed)).stdout).toBe(stdout);
  });

  test('prints SARIF for code hosts', async () => {
    writeFileSync(join(cwd, 'api.json'), flawed);
    const { stdout } = await mcpwright(['lint', 'api.json', '--format', 'sarif']);
    const { version, runs } = JSON.parse(stdout) as { version: string; runs: { results: object[] }[] };
    expect(version).toBe('2.1.0');
    expect(runs[0]?.results[0]).toMatchObject({
      ruleId: 'missing-summary',
      level: 'warning',
      locations: [{ physicalLocation: { artifactLocation: { uri: 'api.json' }, region: { startLine: 1 } } }],
    });
  });

  test('prints an overlay of what the words suggest, and nothing where they suggest nothing', async () => {
    const suggested = await mcpwright(['lint', '-', '--format', 'overlay'], flawed);
    expect(suggested.stdout).toMatch(/^overlay: 1\.0\.0\n/);
    expect(suggested.stdout).toContain('Up to 9 characters');
    expect(suggested.stderr).toContain('read each one');
    const none = await mcpwright(['lint', '-', '--format', 'overlay'], one);
    expect(none).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('nothing to suggest') as string,
    });
    const old = JSON.stringify({ swagger: '2.0', info: { title: 'Old', version: '1' }, paths: {} });
    const refused = await mcpwright(['lint', '-', '--format', 'overlay'], old);
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('OpenAPI 3 only');
  });

  test.each([
    ['flawed', 'error', 0],
    ['flawed', 'warning', 1],
    ['flawed', 'info', 1],
    ['flawed', 'never', 0],
    ['broken', 'error', 1],
    ['broken', 'never', 0],
    ['fine', 'warning', 0],
  ] as const)('of a %s document with --fail-on %s exits with %i', async (kind, failOn, code) => {
    const document = { flawed, broken, fine: one }[kind];
    expect((await mcpwright(['lint', '-', '--fail-on', failOn], document)).code).toBe(code);
  });

  test('fails on errors unless told otherwise, and on what is no document at all', async () => {
    expect((await mcpwright(['lint', '-'], broken)).code).toBe(1);
    expect((await mcpwright(['lint', '-'], 'hello')).code).toBe(2);
    expect((await mcpwright(['lint', '-', '--format', 'xml'], one)).code).toBe(2);
  });

  test('explains itself', async () => {
    const { code, stdout } = await mcpwright(['lint', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/--fail-on/);
    expect(stdout).toMatch(/lint openapi\.yaml --format sarif >/);
  });
});

describe('serve', () => {
  let api: Server;
  let url: string;
  beforeAll(async () => {
    api = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"things":[1]}');
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(api.address() as { port: number }).port}`;
  });
  afterAll(() => new Promise((resolve) => api.close(resolve)));

  test('answers over stdio, a last line without its end included, and writes nothing to disk', async () => {
    const call =
      '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_things","arguments":{}}}';
    writeFileSync(join(cwd, 'api.json'), one);
    const { code, stdout } = await mcpwright(['serve', 'api.json', '--base-url', url], call);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      id: 7,
      result: { content: [{ type: 'text', text: '{"things":[1]}' }] },
    });
    expect(readdirSync(cwd)).toEqual(['api.json']);
  });

  test('answers over HTTP', async () => {
    writeFileSync(join(cwd, 'api.json'), one);
    const args = [cli, 'serve', 'api.json', '--transport', 'http', '--port', '0', '--base-url', url];
    const server = await startCommand(args, cwd);
    const client = await connectHttp(server.url, 'v2 modern');
    expect(await client.callTool({ name: 'list_things', arguments: {} })).toMatchObject({
      structuredContent: { things: [1] },
    });
    await client.close();
    await server.stop();
  });

  test('refuses an address that others can reach', async () => {
    writeFileSync(join(cwd, 'api.json'), one);
    const refused = await mcpwright([
      'serve',
      'api.json',
      '--transport',
      'http',
      '--port',
      '0',
      '--host',
      '0.0.0.0',
    ]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('--allow-unauthenticated');
  });
});

describe('wrong use', () => {
  const cases: [string, string[], string, RegExp][] = [
    ['no command', [], '', /Name a command/],
    ['an unknown command', ['generte', 'x'], '', /generte/],
    ['an unknown option', ['tools', '-', '--colour'], one, /colour/],
    ['no document', ['generate'], '', /document/],
    ['a missing file', ['tools', 'nowhere.yaml'], '', /nowhere\.yaml/],
    ['a folder', ['tools', '.'], '', /folder|directory/i],
    ['empty input', ['tools', '-'], '', /empty/i],
    ['broken YAML', ['tools', '-'], 'openapi: 3.1.0\ninfo: {title: [', /:\d+:\d+/],
    ['a document of another kind', ['tools', '-'], '{"asyncapi":"2.6.0"}', /AsyncAPI/i],
    ['a base URL that is none', ['tools', '-', '--base-url', 'api.example.com'], one, /--base-url/],
    ['a base URL of another kind', ['tools', '-', '--base-url', 'ftp://example.com'], one, /--base-url/],
    ['a port that is none', ['serve', '-', '--transport', 'http', '--port', 'x'], one, /port/i],
  ];
  test.each(cases)('%s: exit code 2 and a sentence', async (_name, args, input, message) => {
    const { code, stderr, stdout } = await mcpwright(args, input);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

test('a reader that stops reading is no fault', async () => {
  const child = spawn(process.execPath, [cli, 'tools', petstore], { stdio: 'pipe' });
  child.stdout.destroy();
  const [stderr, code] = await Promise.all([
    text(child.stderr),
    new Promise((resolve) => child.once('close', resolve)),
  ]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

test('a run that takes over a second says what it is doing', async () => {
  const slow = createServer((_request, response) => {
    setTimeout(() => response.end(one), 1200);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(slow.address() as { port: number }).port}/openapi.json`;
  const talking = await mcpwright(['tools', address]);
  const silent = await mcpwright(['tools', address, '--quiet']);
  await new Promise((resolve) => slow.close(resolve));
  expect(talking.stderr).toContain('Reading the operations …');
  expect(silent.stderr).toBe('');
  expect(silent.stdout).toBe(talking.stdout);
  expect((await mcpwright(['tools', '-'], one)).stderr).not.toContain('…');
});

describe('help', () => {
  test.each([[[]], [['generate']], [['tools']], [['serve']]])(
    '%j --help exits with 0 and shows how',
    async (command) => {
      const { code, stdout } = await mcpwright([...command, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain('mcpwright');
      if (command.length > 0) expect(stdout).toMatch(/Examples:/);
    },
  );

  test('--version prints the version alone', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(await mcpwright(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});
