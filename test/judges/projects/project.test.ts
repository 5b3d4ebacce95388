import { stripPadding } from '../../../generator/text/markdown/stripPadding.js';
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as prettier from 'prettier';
import { beforeAll, describe, expect, test } from 'vitest';
import { emit } from '../../../generator/emit/emit.js';
import { defaults } from '../../../generator/model/config.js';
import type { File } from '../../../generator/model/file.js';
import { findBefore } from '../../../generator/write/readProject.js';
import { write } from '../../../generator/write/write.js';
import type { AuthScheme } from '../../../templates/project/src/runtime/tool.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';
import { pins, readTemplates } from '../../support/readTemplates.js';

const folder = fileURLToPath(new URL('../../.tmp/project', import.meta.url));
const getPet = makeEntry({
  name: 'get_pet',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
  request: {
    method: 'GET',
    path: '/pets/{id}',
    parameters: [{ argument: 'id', name: 'id', in: 'path' }],
    accept: ['application/json'],
    security: [{ login: [] }, { key: [] }],
  },
});
const login: AuthScheme = {
  kind: 'oauth2',
  tokenUrl: 'https://id.example.com/token',
  authorizationUrl: 'https://id.example.com/login',
  login: ['browser'],
  scopes: [],
  env: {
    token: 'PETSTORE_LOGIN_TOKEN',
    clientId: 'PETSTORE_LOGIN_CLIENT_ID',
    clientSecret: 'PETSTORE_LOGIN_CLIENT_SECRET',
    refreshToken: 'PETSTORE_LOGIN_REFRESH_TOKEN',
  },
};
const { api } = makeServer();
const server = makeServer({
  api: { ...api, auth: { ...api.auth, login } },
  toolsets: [
    { name: 'pets', title: 'Pets', description: 'All about pets.', tools: [makeEntry()] },
    { name: 'components', title: 'Others', description: '', tools: [getPet] },
  ],
});
let files: File[];

const runIn = (cwd: string, command: string, ...args: string[]) =>
  promisify(execFile)(command, args, { cwd });
const run = (command: string, ...args: string[]) => runIn(folder, command, ...args);

beforeAll(async () => {
  files = await emit(server, readTemplates(), pins);
  await put(files, folder);
});

async function put(all: readonly File[], cwd: string): Promise<void> {
  await rm(cwd, { recursive: true, force: true });
  for (const { path, content } of all) {
    await mkdir(dirname(join(cwd, path)), { recursive: true });
    await writeFile(join(cwd, path), content);
  }
}

test('what is emitted passes its own tests', async () => {
  const { stdout } = await run('npm', 'test');
  // The marks before the counts depend on the version of Node.
  expect(stdout).toMatch(/^\S pass 9\n\S fail 0\n\S cancelled 0\n\S skipped 1$/m);
});

test('what is emitted passes its own tests where the user is asked before each call', async () => {
  const cwd = `${folder}-asked`;
  const consent = { confirm: true, otherwise: 'refuse' } as const;
  const toolsets = server.toolsets.map((toolset) => ({
    ...toolset,
    tools: toolset.tools.map((entry) => ({ ...entry, tool: { ...entry.tool, consent } })),
  }));
  await put(await emit({ ...server, toolsets }, readTemplates(), pins), cwd);
  const { stdout } = await runIn(cwd, 'npm', 'test');
  expect(stdout).toMatch(/^\S pass 7\n\S fail 0\n\S cancelled 0\n\S skipped 3$/m);
});

test('every file that is made is as prettier would have it', async () => {
  const copied = readTemplates();
  for (const { path, content } of files.filter(
    (file) => !copied.has(file.path) || file.owner === 'generated',
  )) {
    const { inferredParser } = await prettier.getFileInfo(path);
    if (inferredParser === null) continue;
    const options = { parser: inferredParser, printWidth: 110, singleQuote: true };
    // Tables are not padded, so that a longer cell changes one row.
    const laidOut = await prettier.format(content, options);
    expect(path.endsWith('.md') ? stripPadding(laidOut) : laidOut, path).toBe(content);
  }
});

describe('custom.ts', () => {
  const cases: [string, string | undefined][] = [
    [
      "{ tools: { list_pets: { title: 'All', wrap: (args, next) => next({ ...args, limit: 1 }) } } }",
      undefined,
    ],
    ['{ tools: { get_pet: { wrap: ({ id }, next) => next({ id: id.trim() }) } } }', undefined],
    ['{ tools: { list_pet: { hidden: true } } }', "Did you mean to write 'list_pets'?"],
    [
      '{ tools: { list_pets: { wrap: (_, next) => next({ limitt: 1 }) } } }',
      "Did you mean to write 'limit'?",
    ],
    ["{ tools: { list_pets: { wrap: (_, next) => next({ limit: '1' }) } } }", 'is not assignable to type'],
    ['{ tools: { get_pet: { wrap: (_, next) => next({}) } } }', "Property 'id' is missing"],
  ];
  let complaints: string;

  beforeAll(async () => {
    const custom = files.find(({ path }) => path === 'src/custom.ts')?.content ?? '';
    await writeFile(join(folder, 'src/customUnused.ts'), leaveUnused(custom));
    const written = cases.map(async ([customization], index) => {
      const changed = custom.replace(
        'customize<Arguments>({})',
        () => `customize<Arguments>(${customization})`,
      );
      expect(changed).not.toBe(custom);
      await writeFile(join(folder, `src/custom${index}.ts`), changed);
    });
    await Promise.all(written);
    complaints = await run('npm', 'run', '--silent', 'typecheck').then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  });

  test.each(cases.map(([customization, complaint], index) => ({ customization, complaint, index })))(
    '$customization: $complaint',
    ({ complaint, index }) => {
      const found = complaints.split(/^(?=\S)/m).filter((text) => text.startsWith(`src/custom${index}.ts`));
      if (complaint === undefined) expect(found).toEqual([]);
      else expect(found.join('')).toContain(complaint);
    },
  );

  test('may leave variables, imports, types, parameters and functions unused', () => {
    expect(complaints).toContain('src/custom2.ts');
    expect(complaints).not.toContain('src/customUnused.ts');
  });
});

function leaveUnused(custom: string): string {
  const wrapped =
    '{ tools: { get_pet: { wrap: (args, next) => { const kept = 1; return next({ id: "1" }); } } } }';
  return [
    "import { readFileSync, writeFileSync } from 'node:fs';",
    "import type { Tool } from './runtime/tool.js';",
    custom.replace('customize<Arguments>({})', () => `customize<Arguments>(${wrapped})`),
    'type Later = string;',
    'let count = 0;',
    'const [first, second] = [1, 2];',
    'function helper<T>(some: string, other: number): void {}',
    'class Mine { private secret = 1; }',
    '',
  ].join('\n');
}

describe.each([
  ['http', 'stdio'],
  ['stdio', 'http'],
])('without src/%s.ts', (gone, kept) => {
  const cwd = `${folder}-without-${gone}`;
  const options = { overwrite: false, force: false, version: '0.0.0' };
  let described: { bin: Record<string, string>; scripts: Record<string, string> };

  beforeAll(async () => {
    await rm(cwd, { recursive: true, force: true });
    await write(files, cwd, options);
    await rm(join(cwd, `src/${gone}.ts`));
    const { deleted = new Set<string>() } = (await findBefore(cwd)) ?? {};
    expect([...deleted]).toEqual([`src/${gone}.ts`]);
    await write(await emit(server, readTemplates(), pins, defaults, { deleted }), cwd, options);
    described = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8')) as typeof described;
  });

  test('the file stays away, and nothing points at it', async () => {
    expect(existsSync(join(cwd, `src/${gone}.ts`))).toBe(false);
    const readme = await readFile(join(cwd, 'README.md'), 'utf8');
    for (const text of [JSON.stringify(described), readme]) {
      expect(text).toContain(`dist/${kept}.js`);
      expect(text).not.toContain(`dist/${gone}.js`);
    }
    const named = [...readme.matchAll(/npm (?:run )?(start[\w:]*)/g)].map(([, script = '']) => script);
    expect(named.length).toBeGreaterThan(0);
    expect(Object.keys(described.scripts)).toEqual(expect.arrayContaining(named));
  });

  test('it passes its own tests, builds and starts', async () => {
    expect((await runIn(cwd, 'npm', 'test')).stdout).toMatch(/^\S pass 9\n\S fail 0$/m);
    await runIn(cwd, 'npm', 'run', 'build');
    for (const path of Object.values(described.bin)) expect(existsSync(join(cwd, path)), path).toBe(true);
    expect((await runIn(cwd, 'npm', 'start', '--', '--version')).stdout).toContain(server.api.version);
  });

  test.runIf(gone === 'http')('"npm run dev" builds, and serves over stdio', async () => {
    const child = spawn(process.execPath, ['build.js', '--watch'], {
      cwd,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    };
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
    let said = '';
    for await (const text of child.stdout.setEncoding('utf8')) {
      said += String(text);
      if (said.includes('\n')) break;
    }
    child.kill();
    expect(JSON.parse(said)).toMatchObject({ id: 1, result: { serverInfo: { name: 'petstore' } } });
    expect(existsSync(join(cwd, 'dist/stdio.js'))).toBe(true);
  });
});
