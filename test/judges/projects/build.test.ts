import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startProxy } from '../../support/runtime/networkServers.js';
import { buildProject, Program } from '../../support/runtime/project.js';
import { startUpstream, type Upstream } from '../../support/runtime/upstream.js';

/** The program that esbuild runs beside the process that asks it. */
const esbuildFile = createRequire(createRequire(import.meta.url).resolve('esbuild')).resolve(
  `@esbuild/${process.platform}-${process.arch}/bin/esbuild`,
);
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}\n';
let folder: string;
let upstream: Upstream;
beforeAll(async () => {
  folder = buildProject('build');
  upstream = await startUpstream((_request, response) => response.end('fine'));
});
afterAll(() => upstream.close());

/** The answer of a server that has only some of its data, and the files of its code that it loads for that. */
async function run(data: RegExp, env: Record<string, string>, input: string, broken = /^$/) {
  const copy = mkdtempSync(join(folder, 'copy-'));
  const isKept = (path: string) => !/[\\/]data[\\/].*json$/.test(path) || data.test(path);
  cpSync(join(folder, 'dist'), join(copy, 'dist'), { recursive: true, filter: isKept });
  for (const name of readdirSync(join(copy, 'dist/chunks')).filter((one) => broken.test(one)))
    writeFileSync(join(copy, 'dist/chunks', name), 'broken (');
  const coverage = join(copy, 'coverage');
  const program = new Program(copy, ['dist/stdio.js'], { ...env, NODE_V8_COVERAGE: coverage });
  program.write(input);
  program.child.stdin?.end();
  const answers = await program.rest();
  const [answer] = answers;
  const [report = ''] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, report), 'utf8')) as {
    result: { url: string }[];
  };
  const loaded = result
    .map(({ url }) => url)
    .filter((url) => url.includes('/dist/'))
    .map((url) => fileURLToPath(url));
  const names = loaded.map((path) => basename(path).replace(/-[A-Z0-9]{8}\.js$/, ''));
  return { answer, answers, loaded, names };
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, path) => sum + statSync(path).size, 0);
}

/** By a message that only the JSON Schema validator has. */
function holdsValidator(path: string): boolean {
  return readFileSync(path, 'utf8').includes('a schema refers to itself without an end');
}

describe('the bundle', () => {
  test.each<[string, RegExp, string]>([
    ['list', /[\\/]tools[\\/]/, 'get_example'],
    ['dynamic', /^$/, 'search_tools'],
  ])('in the mode %s lists its tools without what only a call needs', async (mode, data, tool) => {
    const { answer, loaded, names } = await run(data, { MCP_MODE: mode }, list);
    expect(answer?.result).toMatchObject({
      tools: expect.arrayContaining([expect.objectContaining({ name: tool })]) as unknown,
    });
    expect(names).toEqual(expect.arrayContaining(['stdio.js', 'runStdio', 'program']));
    const late =
      /createCaller|createMetaCaller|createSearch|runHttp|describeUsage|openWays|createClient|json|form|binary/;
    expect(names.filter((name) => late.test(name))).toEqual([]);
    // It names all optional parts, each of which takes some 75 bytes. Skills use 3.8 kB more of the SDK, in a chunk that all of it shares.
    expect(sizeOf(loaded)).toBeLessThan(364_500);
    const chunks = readdirSync(join(folder, 'dist/chunks')).map((name) => join(folder, 'dist/chunks', name));
    expect(chunks.filter(holdsValidator)).toHaveLength(1);
    expect(loaded.filter(holdsValidator)).toEqual([]);
  });

  test('lists its tools for a client that introduces itself before the SDK is loaded', async () => {
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    };
    const opening = [
      { jsonrpc: '2.0', id: 0, method: 'initialize', params },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
    ].map((message) => `${JSON.stringify(message)}\n`);
    const call = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}\n';
    const { answers, loaded, names } = await run(
      /[\\/]tools[\\/]/,
      {},
      `${opening.join('')}${list}${call}`,
      /^createServer-/,
    );
    expect(answers.map(({ id }) => id)).toEqual([0, 1, 2]);
    expect(answers[1]?.result?.['tools']).toHaveLength(2);
    expect(names).not.toContain('createServer');
    expect(sizeOf(loaded)).toBeLessThan(60_000);
    // Each file costs the start as much as 10 kB: what every start loads is one of them.
    expect(names.length).toBeLessThanOrEqual(11);
    // What needs it says that it is broken.
    const message = expect.stringContaining('cannot answer now') as string;
    expect(answers[2]?.error).toMatchObject({ code: -32603, message });
  });

  test('searches without the schemas of any tool', async () => {
    const params = { name: 'search_tools', arguments: { query: 'example' } };
    const call = `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })}\n`;
    const { answer, names } = await run(/search|tools/, { MCP_MODE: 'dynamic' }, call);
    expect(JSON.stringify(answer?.result)).toContain('get_example');
    expect(names).toEqual(expect.arrayContaining(['createMetaCaller', 'createSearch']));
    expect(names).not.toContain('createCaller');
  });

  test('reads no schema to list the tools', async () => {
    const files = ['schemas/example.json', 'components.json'].map((file) => join(folder, 'dist/data', file));
    const kept = files.map((file) => readFileSync(file, 'utf8'));
    for (const file of files) writeFileSync(file, 'broken');
    const program = new Program(folder, ['dist/stdio.js'], { EXAMPLE_BASE_URL: upstream.url });
    program.write(list, '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_example"}}\n');
    program.child.stdin?.end();
    const answers = await program.rest();
    expect(answers.find(({ id }) => id === 1)?.result?.['tools']).toHaveLength(2);
    expect(answers.find(({ id }) => id === 2)?.error?.code).toBe(-32603);
    files.forEach((file, index) => writeFileSync(file, kept[index] ?? ''));
  });

  test('needs no package at run time', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'bundle-'));
    cpSync(join(folder, 'dist'), join(elsewhere, 'dist'), { recursive: true });
    writeFileSync(join(elsewhere, 'package.json'), '{"type":"module"}');
    const program = new Program(elsewhere, ['dist/stdio.js'], { EXAMPLE_BASE_URL: upstream.url });
    program.write(
      list,
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"create_example","arguments":{"name":"n"}}}\n',
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"get_example","arguments":{}}}\n',
    );
    program.child.stdin?.end();
    const answers = await program.rest();
    expect(answers.map(({ id }) => id).toSorted()).toEqual([1, 2, 3]);
    expect(answers.find(({ id }) => id === 2)?.result).toEqual({ content: [{ type: 'text', text: 'fine' }] });
    expect(answers.find(({ id }) => id === 3)?.result?.['isError']).toBe(true);

    const http = new Program(elsewhere, ['dist/http.js', '--port', '0']);
    await http.said(/example: 2 tools\nexample on http/);
    http.child.kill();
    expect(await http.ended).toBe(0);
    rmSync(elsewhere, { recursive: true });
  });

  test('goes through a proxy, by what is loaded only then', async () => {
    const proxy = await startProxy({ 'api.test:80': Number(new URL(upstream.url).port) });
    const params = { name: 'create_example', arguments: { name: 'n' } };
    const call = `${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params })}\n`;
    const env = { EXAMPLE_BASE_URL: 'http://api.test', HTTP_PROXY: `http://127.0.0.1:${proxy.port}` };
    const proxied = await run(/./, env, call);
    expect(proxied.answer?.result).toEqual({ content: [{ type: 'text', text: 'fine' }] });
    expect(proxied.names).toContain('openWays');
    expect(proxy.got.map(({ line }) => line)).toEqual(['POST http://api.test/examples']);
    await proxy.close();

    const wrong = new Program(folder, ['dist/stdio.js'], { MCP_CA_FILE: join(folder, 'none.pem') });
    await wrong.said(/^The file that the environment variable MCP_CA_FILE names does not exist\.\n$/);
    expect(await wrong.ended).toBe(1);
  });

  test('can be started by its name, as a package starts its programs', () => {
    for (const entry of ['stdio', 'http']) {
      expect(readFileSync(join(folder, `dist/${entry}.js`), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
    }
  });

  const goesOn = 'that is watched is served from the first good one on, and the last good one goes on';
  test(goesOn, async () => {
    const file = join(folder, 'src/custom.ts');
    const good = readFileSync(file, 'utf8');
    const broken = `${good}\nconst = ;\n`;
    writeFileSync(file, broken);
    const dev = new Program(folder, ['build.js', '--watch'], { PORT: '0' });
    await dev.said(/ERROR[^]*custom\.ts/);
    writeFileSync(file, `${good}\nconsole.log('first good');\n`);
    const [, url = ''] = await dev.said(/example on (\S+)\n/);
    writeFileSync(file, broken);
    await dev.said(/ERROR[^]*ERROR/);
    const health = await fetch(new URL('/healthz', url));
    expect(await health.text()).toBe('ok\n');
    writeFileSync(file, `${good}\nconsole.error('mended');\n`);
    await dev.said(/mended[^]*Serving what has changed: 2 tools/);
    expect((await fetch(new URL('/healthz', url))).ok).toBe(true);
    dev.child.kill();
    expect(await dev.ended).toBe(0);
    writeFileSync(file, good);
  });

  test('that is watched ends with the process that bundles, should that one not end by itself', async () => {
    const bundler = join(folder, 'bundler');
    writeFileSync(
      bundler,
      `#!${process.execPath}
import { spawn } from 'node:child_process';
const child = spawn(${JSON.stringify(esbuildFile)}, process.argv.slice(2), { stdio: 'inherit' });
process.once('SIGTERM', () => process.exit(Number(child.kill('SIGKILL'))));
setInterval(() => {}, 1_000_000);
`,
      { mode: 0o755 },
    );
    const dev = new Program(folder, ['build.js', '--watch'], { PORT: '0', ESBUILD_BINARY_PATH: bundler });
    await dev.said(/example on /);
    dev.child.kill();
    expect(await dev.ended).toBe(0);
  });

  test('that is started waits for what custom.ts loads of its own', async () => {
    const copy = join(folder, 'waits');
    mkdirSync(copy);
    for (const name of ['src', 'build.js']) cpSync(join(folder, name), join(copy, name), { recursive: true });
    const custom = readFileSync(join(copy, 'src/custom.ts'), 'utf8');
    writeFileSync(join(copy, 'src/helper.ts'), "export const word = 'helped';\n");
    writeFileSync(
      join(copy, 'src/custom.ts'),
      `${custom}\nconsole.error((await import('./helper.js')).word);\n`,
    );
    execFileSync(process.execPath, ['build.js'], { cwd: copy });
    const program = new Program(copy, ['dist/stdio.js']);
    program.write(list);
    program.child.stdin?.end();
    expect(await program.rest()).toMatchObject([{ id: 1 }]);
    expect(program.errors()).toMatch(/^helped$/m);
  });

  test('runs the tests when asked, and leaves nothing of them or of an earlier build', () => {
    writeFileSync(join(folder, 'dist/old.js'), '');
    // Vitest's own environment makes another reporter of the runner.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ['build.js', '--test', '--test-reporter=tap', '--test-name-pattern=have different names'];
    const said = execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
    const passed = [...said.matchAll(/^\s*ok \d+ - (.*)$/gm)].map(([, name = '']) => name);
    expect(passed).toContain('have different names');
    for (const other of ['have schemas that compile', 'can be offered']) expect(passed).not.toContain(other);
    expect(readdirSync(join(folder, 'dist')).toSorted()).toEqual(['chunks', 'data', 'http.js', 'stdio.js']);
  });

  test('fails where a test does, and not where there is none', () => {
    const copy = join(folder, 'other');
    mkdirSync(copy);
    for (const name of ['src', 'build.js']) cpSync(join(folder, name), join(copy, name), { recursive: true });
    const build = () => spawnSync(process.execPath, ['build.js', '--test'], { cwd: copy, encoding: 'utf8' });
    expect(build()).toMatchObject({ status: 0, stderr: 'There are no tests in test/.\n' });
    mkdirSync(join(copy, 'test'));
    expect(build().status).toBe(0);
    writeFileSync(join(copy, 'test/custom.test.ts'), "throw new Error('mine');\n");
    expect(build().status).toBe(1);
  });
});
