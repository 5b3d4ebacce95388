import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runNode } from '../support/runNode.js';
import { listCompiled, listFiles, packRuntime, root } from './project.js';

const exec = promisify(execFile);
const shell = process.platform === 'win32';
const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];

/** `npm run test:all` sets it: what takes long, and rarely differs, is left to that. */
const isWhole = process.env['MCPWRIGHT_ALL'] !== undefined;

/** Far from the repository, so that nothing of it is found by accident. */
const folder = mkdtempSync(join(tmpdir(), 'mcpwright-pack-'));
const user = join(folder, 'user');
const installed = join(user, 'node_modules/mcpwright');
const petstore = join(root, 'samples/petstore/openapi.yaml');

const npm = (cwd: string, ...args: string[]) => exec('npm', args, { cwd, shell, maxBuffer: 1 << 26 });
const run = (cwd: string, ...args: string[]) => npm(cwd, 'exec', '--no', '--', 'mcpwright', ...args);

const copy = (from: string) => listFiles(join(root, from)).map((path) => `${from}/${path}`);

const readManifest = () =>
  JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: object;
    devDependencies: object;
  };

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** What npm packs: the path of each file in it. */
let packed: string[] = [];
/** The path of the packed runtime. */
let runtime = '';

beforeAll(async () => {
  const { stdout } = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', folder);
  const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  packed = files.map(({ path }) => path);
  if (isWhole) runtime = await packRuntime(join(folder, 'runtime'));
  mkdirSync(user);
  writeFileSync(join(user, 'package.json'), '{"private":true,"type":"module"}');
  await npm(user, 'install', ...quietly, '--omit=dev', join(folder, filename));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('what is packed', () => {
  test('is what is compiled of the sources, the templates and the documentation, and nothing else', () => {
    const ofPages = /^templates\/report\/(?:.*\.ts|tsconfig\.json)$/;
    const expected = [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'package.json',
      ...listCompiled('generator', 'dist/generator'),
      ...listCompiled('templates/project/src', 'dist/templates/project/src'),
      ...listCompiled('templates/report', 'dist/templates/report'),
      'dist/generator/text/bytePairs/tokenTable.bin',
      'dist/templates/project/package.json',
      ...copy('docs'),
      ...copy('templates').filter((path) => !ofPages.test(path)),
    ];
    const bundled = packed.filter((path) => path.startsWith('dist/generator/libraries/'));
    expect(packed.filter((path) => !bundled.includes(path)).toSorted()).toEqual(expected.toSorted());
    expect(bundled.filter((path) => !path.endsWith('.js'))).toEqual([
      'dist/generator/libraries/LICENCES.txt',
    ]);
  });

  test('imports by name what package.json lists as dependencies, and no other package', async () => {
    const { metafile } = await build({
      entryPoints: ['cli.js', 'index.js'].map((name) => join(installed, 'dist/generator', name)),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      outdir: folder,
      write: false,
      metafile: true,
      logLevel: 'error',
    });
    const imported = Object.values(metafile.inputs)
      .flatMap(({ imports }) => imports.filter(({ external }) => external === true))
      .map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? '');
    const packages = new Set(imported.filter((name) => !isBuiltin(name)));
    expect([...packages].toSorted()).toEqual(Object.keys(readManifest().dependencies).toSorted());
  });

  test('names the licence of every library that is bundled', () => {
    const licences = readFileSync(join(installed, 'dist/generator/libraries/LICENCES.txt'), 'utf8');
    const heads = [...licences.matchAll(/^={80}\n(\S+) .+, (\S+)\n\n(.*)/gm)];
    const names = heads.map(([, name = '']) => name);
    expect(names.filter((name) => name in readManifest().devDependencies).toSorted()).toEqual([
      '@apidevtools/swagger-parser',
      'gpt-tokenizer',
      'handlebars',
      'json-p3',
      'markdown-it',
      'openapi-sampler',
      'prettier',
      'ts-morph',
      'typescript',
      'yaml',
    ]);
    // None of them asks for more than that its text goes along, and each has one.
    const free = /^(?:MIT|ISC|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|0BSD)$/;
    expect(heads.filter(([, , licence = '', text = '']) => !free.test(licence) || text === '')).toEqual([]);
  });

  test('is bundled once: what is bundled already is left as it is', async () => {
    const libraries = join(root, 'dist/generator/libraries');
    const before = listFiles(libraries);
    const { code, stderr } = await runNode(['test/tools/bundleLibraries.js'], { cwd: root });
    expect([code, stderr]).toEqual([1, expect.stringContaining('compile it first, by npm run build')]);
    expect(listFiles(libraries)).toEqual(before);
  });

  test('takes less than 60 MB with all that it needs, on disk too', () => {
    const sizes = listFiles(join(user, 'node_modules')).map(
      (path) => statSync(join(user, 'node_modules', path)).size,
    );
    expect(sum(sizes)).toBeLessThan(50e6);
    // Most file systems keep a file in blocks of 4 KiB.
    expect(sum(sizes.map((size) => Math.ceil(size / 4096) * 4096))).toBeLessThan(60e6);
  });
});

describe('the packed package, installed into an empty folder', () => {
  test('says its version and lists tools', async () => {
    expect((await run(user, '--version')).stdout).toBe(`${readManifest().version}\n`);
    expect((await run(user, 'tools', petstore)).stdout).toContain('list_pets');
  });

  test('generates the project of the sample, which installs, builds, passes its own tests and answers', async () => {
    await run(user, 'generate', petstore, '--out', 'server', '--quiet');
    const server = join(user, 'server');
    const sample = join(root, 'samples/petstore/server');
    const generated = listFiles(join(sample, 'src')).filter((path) => !path.endsWith('custom.ts'));
    for (const path of generated)
      expect(readFileSync(join(server, 'src', path), 'utf8')).toBe(
        readFileSync(join(sample, 'src', path), 'utf8'),
      );
    await npm(server, 'install', ...quietly);
    await npm(server, 'run', 'build');
    await npm(server, 'test');
    expect(await listTools(server)).toHaveLength(16);
  });

  test.runIf(isWhole)('generates a project that takes its runtime from the packed one', async () => {
    const server = join(user, 'thin');
    mkdirSync(server);
    writeFileSync(
      join(server, 'mcpwright.yaml'),
      `document: ${JSON.stringify(petstore)}\nruntime: { package: ${JSON.stringify(`../../runtime/${runtime.split(/[\\/]/).at(-1)}`)} }\n`,
    );
    await run(server, 'generate', '--quiet');
    await npm(server, 'install', ...quietly);
    await npm(server, 'run', 'build');
    await npm(server, 'test');
    expect(await listTools(server)).toHaveLength(16);
  });

  test('has the programmatic API', async () => {
    const program = `
      import { createRequire } from 'node:module';
      import { defaults, generate, inspect } from 'mcpwright';
      const readStdin = async () => ${JSON.stringify('{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{}}}}')};
      const { server } = await inspect('-', defaults, { readStdin });
      console.log(server.toolsets[0].tools[0].tool.request.path);
      const { files } = await generate('-', defaults, { readStdin });
      console.log(files.some(({ path }) => path === 'src/server.ts'));
      console.log(typeof createRequire(import.meta.url)('mcpwright/mcpwright.schema.json').properties);`;
    writeFileSync(join(user, 'program.js'), program);
    const { stdout } = await exec(process.execPath, ['program.js'], { cwd: user });
    expect(stdout).toBe('/a\ntrue\nobject\n');
  });

  test('has types that compile with moduleResolution nodenext', () => compileUser('nodenext', 'nodenext'));

  test.runIf(isWhole)('has types that compile with moduleResolution bundler', () =>
    compileUser('bundler', 'esnext'),
  );
});

/** Compiles a program that imports mcpwright, and all declarations that it reaches. */
async function compileUser(moduleResolution: string, module: string): Promise<void> {
  const program = `
    import { type Config, type Server, InputError, defaults, generate, inspect, write } from 'mcpwright';
    const config: Config = { ...defaults };
    const readStdin = async () => '{}';
    const { server }: { server: Server } = await inspect('-', config, { readStdin });
    const { files } = await generate('-', config, { readStdin });
    export const paths: string[] = files.map(({ path }) => path);
    // @ts-expect-error The name is a text.
    export const wrong: number = server.api.name;
    export { InputError, write };`;
  writeFileSync(join(user, 'consumer.ts'), program);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    target: 'es2023',
    module,
    moduleResolution,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  };
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  const { stdout } = await runNode([join(root, 'node_modules/typescript/bin/tsc')], { cwd: user });
  expect(stdout).toBe('');
}

/** The tools that a built server lists over stdio. */
async function listTools(server: string): Promise<object[]> {
  const messages = [
    {
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 1, method: 'tools/list' },
  ];
  const input = messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');
  const { stdout } = await runNode(['dist/stdio.js'], { cwd: server, input });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: object });
  const answer = answers.find(({ id }) => id === 1)?.result as { tools: object[] };
  return answer.tools;
}
