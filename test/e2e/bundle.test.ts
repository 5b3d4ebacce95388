import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import { getMcpConfigForManifest, unpackExtension, validateManifest } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startUpstream } from '../../samples/petstore/upstream.js';
import { buildProject, root, runHere, scratch } from './project.js';

const exec = promisify(execFile);
const base = join(scratch, 'bundle');
const folder = join(base, 'server');
const at = (path: string) => join(folder, path);
const bundle = 'petstore-1.4.0.mcpb';
const readJson = <T>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as T;
const pack = () => exec(process.execPath, ['pack.js'], { cwd: folder });
const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

const choices = `document: ${JSON.stringify(join(root, 'samples/petstore/openapi.yaml'))}
hints: directory
publish:
  to: [registry, mcpb, npm]
  name: io.github.example/petstore
  icon: assets/icon.png
  privacy: https://petshop.dev/privacy
`;

beforeAll(async () => {
  rmSync(base, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(at('mcpwright.yaml'), choices);
  writeFileSync(at('assets/icon.png'), drawPng(512));
  expect(await runHere(folder, 'generate')).toMatchObject({ code: 0 });
  const own = readJson<object>(at('package.json'));
  const more = { author: 'Example Ltd', license: 'MIT', repository: 'github:example/petstore-mcp' };
  writeFileSync(at('package.json'), JSON.stringify({ ...own, ...more }, undefined, 2));
  expect(await runHere(folder, 'publish')).toMatchObject({ code: 0 });
  writeFileSync(at('LICENSE'), 'MIT License\n\nCopyright Example Ltd\n');
  // What an owner may add: a kind of file that esbuild is told of in build.js alone.
  writeFileSync(at('src/pets.sql'), 'SELECT 1;\n');
  writeFileSync(at('src/sql.d.ts'), "declare module '*.sql';\n");
  writeFileSync(
    at('src/custom.ts'),
    `${readFileSync(at('src/custom.ts'), 'utf8')}export const pets = () => import('./pets.sql');\n`,
  );
  const script = readFileSync(at('build.js'), 'utf8');
  writeFileSync(
    at('build.js'),
    script.replace('bundle: true,\n    splitting', "loader: { '.sql': 'text' },\n    $&"),
  );
  await buildProject(folder);
  expect(readdirSync(at('dist'))).toContain('build.meta.json');
  expect(readJson<{ scripts: object }>(at('package.json')).scripts).toMatchObject({
    build: 'tsc && node build.js && node licenses.js',
  });
  await exec(process.execPath, ['licenses.js'], { cwd: folder });
});

describe('the bundle of a project', () => {
  test('has the same bytes whenever it is packed, and its hash is in server.json', async () => {
    const { stdout } = await pack();
    const first = readFileSync(at(bundle));
    for (const path of ['dist/stdio.js', 'mcpb/manifest.json', 'assets/icon.png'])
      utimesSync(at(path), new Date(0), new Date(86_400_000));
    for (const path of ['LICENSE', 'mcpb/manifest.json', 'dist/THIRD-PARTY-LICENSES.txt'])
      writeFileSync(at(path), readFileSync(at(path), 'utf8').replaceAll('\n', '\r\n'));
    rmSync(at(bundle));
    await exec(process.execPath, ['pack.js'], {
      cwd: folder,
      env: { ...process.env, TZ: 'Pacific/Auckland' },
    });
    expect(readFileSync(at(bundle)).equals(first)).toBe(true);
    expect(stdout).toContain(hashOf(at(bundle)));
    const { packages } = readJson<{ packages: { registryType: string; fileSha256?: string }[] }>(
      at('server.json'),
    );
    expect(packages.map(({ registryType, fileSha256 }) => [registryType, fileSha256])).toEqual([
      ['npm', undefined],
      ['mcpb', hashOf(at(bundle))],
    ]);
  });

  test('is what the project would be published with: nothing is found, and the hash stays on the next run', async () => {
    expect(await runHere(folder, 'publish')).toMatchObject({ code: 0 });
    expect((await runHere(folder, 'publish', '--check')).said).toContain('Ready.');
    expect(readFileSync(at('server.json'), 'utf8')).toContain(hashOf(at(bundle)));
  });

  test('is unpacked and taken as valid by the official tool, and holds no other entry and no sources', async () => {
    const out = join(base, 'unpacked');
    expect(await unpackExtension({ mcpbPath: at(bundle), outputDir: out, silent: true })).toBe(true);
    // It prints what it finds.
    const spies = [vi.spyOn(console, 'log'), vi.spyOn(console, 'error')];
    for (const spy of spies) spy.mockImplementation(() => {});
    const isValid = validateManifest(join(out, 'manifest.json'));
    for (const spy of spies) spy.mockRestore();
    expect(isValid).toBe(true);
    expect(readdirSync(out).toSorted()).toEqual([
      'LICENSE',
      'assets',
      'manifest.json',
      'package.json',
      'server',
    ]);
    expect(existsSync(join(out, 'server/stdio.js'))).toBe(true);
    expect(existsSync(join(out, 'server/http.js'))).toBe(false);
    expect(statSync(at(bundle)).size).toBeLessThan(2_000_000);
  });

  test('holds the licences of all packages that are built in, and of no other, by their names', () => {
    const text = readFileSync(join(base, 'unpacked/server/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const titles = text.split(/^={80}\n/m).slice(1);
    const names = titles.map((part) => /^(\S+) \d+\.\d+\.\d+\S*, \S+\n/.exec(part)?.[1]);
    expect(names).toEqual(names.toSorted());
    expect(names).toEqual(expect.arrayContaining(['@modelcontextprotocol/server', 'ajv-formats']));
    expect(names.filter((name) => /esbuild|typescript|fflate/.test(String(name)))).toEqual([]);
    for (const part of titles)
      expect(part).toMatch(/Permission is hereby granted|Redistribution and use|Apache License/);
  });
});

describe('what the licences are read from', () => {
  test('is gone once they are written, and missed when they are to be written again', async () => {
    expect(readdirSync(at('dist')).filter((file) => file.endsWith('.meta.json'))).toEqual([]);
    const again = await exec(process.execPath, ['licenses.js'], { cwd: folder }).catch(
      (error: { code: number; stderr: string }) => error,
    );
    expect(again).toMatchObject({ code: 1 });
    expect(again.stderr).toMatch(/run node build\.js/);
  });

  test('is of each script that bundles', async () => {
    const kept = readFileSync(at('dist/THIRD-PARTY-LICENSES.txt'));
    const modules = relative(folder, join(root, 'node_modules'));
    const inputs = (name: string) => ({ outputs: { a: { inputs: { [`${modules}/${name}/a.js`]: {} } } } });
    for (const name of ['typescript', 'fflate'])
      writeFileSync(at(`dist/${name}.meta.json`), JSON.stringify(inputs(name)));
    await exec(process.execPath, ['licenses.js'], { cwd: folder });
    const text = readFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    writeFileSync(at('dist/THIRD-PARTY-LICENSES.txt'), kept);
    expect(text.match(/(?<=^={80}\n)\S+/gm)).toEqual(['fflate', 'typescript']);
  });
});

describe('a file of the bundle', () => {
  test.each([
    ['a text', 'a.txt', bytes('a\r\né\r\n'), bytes('a\né\n')],
    ['a text of another encoding', 'a.txt', bytes('Caf', 0xe9, '\r\n'), bytes('Caf', 0xe9, '\r\n')],
    ['a text with a mark of its encoding', 'a.md', bytes('\uFEFFa\r\n'), bytes('\uFEFFa\n')],
    ['a program without an ending', 'tool', bytes(0x7f, 'ELF\r\n', 0xff), bytes(0x7f, 'ELF\r\n', 0xff)],
    ['data that could be text', 'blob', bytes('a\r\n', 0, 'b'), bytes('a\r\n', 0, 'b')],
    ['a picture', 'a.png', bytes('a\r\n'), bytes('a\r\n')],
  ])('has its bytes, but for line ends: %s', async (_, name, before, after) => {
    const kept = readFileSync(at(bundle));
    writeFileSync(at(`dist/${name}`), before);
    await pack();
    const packed = unzipSync(readFileSync(at(bundle)));
    rmSync(at(`dist/${name}`));
    writeFileSync(at(bundle), kept);
    expect(Buffer.from(packed[`server/${name}`]!)).toEqual(after);
  });
});

describe('the server in it', () => {
  let upstream: Awaited<ReturnType<typeof startUpstream>>;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());

  test('lists its tools and calls the API with what was filled in', async () => {
    const client = await connect({ PETSTORE_API_KEY: 'demo-key', PETSTORE_BASE_URL: upstream.url });
    const { tools } = await client.listTools();
    const { tools: told } = readJson<{ tools: { name: string }[] }>(at('mcpb/manifest.json'));
    expect(tools.map(({ name }) => name).toSorted()).toEqual(told.map(({ name }) => name).toSorted());
    const result = await client.callTool({ name: 'list_orders', arguments: {} });
    await client.close();
    expect(result.isError ?? false).toBe(false);
  });

  test('takes an empty value for one that is not set', async () => {
    const filled = { PETSTORE_API_KEY: 'demo-key', PETSTORE_BASE_URL: upstream.url };
    const client = await connect(filled, { PETSTORE_API_KEY: '' });
    const result = await client.callTool({ name: 'list_orders', arguments: {} });
    await client.close();
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result.content)).toContain('PETSTORE_API_KEY');
  });
});

describe('a bundle is not packed, with what to do', () => {
  test.each([
    ['without a build', 'dist/stdio.js', 'npm run build'],
    ['without the licences of packages', 'dist/THIRD-PARTY-LICENSES.txt', 'node licenses.js'],
    ['without its icon', 'assets/icon.png', 'publish.icon'],
  ])('%s', async (_, path, fix) => {
    const kept = readFileSync(at(path));
    rmSync(at(path));
    const ending = await pack().catch((error: { code: number; stderr: string }) => error);
    writeFileSync(at(path), kept);
    expect(ending).toMatchObject({ code: 1 });
    expect(ending.stderr).toContain(`${path} is missing`);
    expect(ending.stderr).toContain(fix);
  });

  test('in another version than package.json', async () => {
    const kept = readFileSync(at('package.json'), 'utf8');
    writeFileSync(at('package.json'), kept.replace('"version": "1.4.0"', '"version": "1.4.1"'));
    const ending = await pack().catch((error: { code: number; stderr: string }) => error);
    writeFileSync(at('package.json'), kept);
    expect(ending).toMatchObject({ code: 1 });
    expect(ending.stderr).toContain('run mcpwright publish');
  });
});

/** Starts it as a client does whose user has filled in these values, with changes to what it hands over. */
async function connect(userConfig: Record<string, string>, changes: Record<string, string> = {}) {
  const out = join(base, 'unpacked');
  const server = await getMcpConfigForManifest({
    manifest: readJson(join(out, 'manifest.json')),
    extensionPath: out,
    systemDirs: {},
    userConfig,
    pathSeparator: '/',
  });
  const { command = '', args = [], env = {} } = server ?? {};
  expect(Object.values(env).filter((value) => value.includes('${'))).toEqual([]);
  const client = new Client({ name: 'test', version: '1.0.0' });
  // In a folder that holds nothing, as clients start it.
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      env: { ...env, ...changes },
      cwd: scratch,
      stderr: 'ignore',
    }),
  );
  return client;
}

/** UTF-8 of texts, and single bytes. */
function bytes(...parts: (string | number)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.of(part))));
}

/** A grey PNG (PNG, third edition, section 5). */
function drawPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((side + 1) * side, 0x80);
  for (let row = 0; row < side; row += 1) rows[row * (side + 1)] = 0;
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
