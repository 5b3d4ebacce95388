import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hashContent } from '../../generator/write/manifest.js';
import { snapshot } from '../support/tempFolder.js';
import { cli, root, runHere, scratch } from './project.js';

const exec = promisify(execFile);
const folder = join(scratch, 'generateWatch');
const at = (name: string) => join(folder, name);

/** A document with a GET operation for each path, whose response is in another file. */
const write = (...names: string[]) => {
  const responses = { 200: { $ref: 'responses.json#/ok' } };
  const paths = names.map((operationId) => [
    `/${operationId}`,
    { get: { operationId, tags: ['all'], responses } },
  ]);
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    servers: [{ url: 'https://api.example.com' }],
    paths: Object.fromEntries(paths) as object,
  };
  writeFileSync(at('openapi.json'), JSON.stringify(document));
};

interface Watching {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}

/** Starts the built command; what it says is kept. */
const start = (...args: string[]) => startProgram(cli, ...args);

function startProgram(...args: string[]): Watching {
  const child = spawn(process.execPath, args, { cwd: folder });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, said: () => text, ended };
}

const until = (check: () => void) => vi.waitFor(check, { timeout: 120_000, interval: 50 });
const read = (path: string) => readFileSync(at(path), 'utf8');
const tools = () => read('server/src/generated/tools/all.ts');

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(at('responses.json'), '{ "ok": { "description": "ok" } }');
  write('listPets');
});

const overlay = (title: string) =>
  `overlay: 1.0.0\ninfo: { title: a, version: '1' }\nactions: [{ target: $.info, update: { title: ${title} } }]\n`;

test('generates again when the document, what it refers to, an overlay or the configuration changes', async () => {
  writeFileSync(at('ours.yaml'), overlay('First'));
  writeFileSync(at('mcpwright.yaml'), 'document: openapi.json\noverlays: ours.yaml\nout: server\n');
  const { child, said, ended } = start('generate', '--watch');
  await until(() => expect(said()).toContain('Watching for changes'));
  expect(tools()).toContain('list_pets');

  write('listPets', 'sellPets');
  await until(() => expect(tools()).toContain('sell_pets'));
  writeFileSync(
    at('responses.json'),
    JSON.stringify({
      ok: {
        description: 'ok',
        content: {
          'application/json': { schema: { type: 'object', properties: { answer: { type: 'string' } } } },
        },
      },
    }),
  );
  await until(() => expect(tools()).toContain('answer'));
  writeFileSync(at('ours.yaml'), overlay('Second'));
  await until(() => expect(read('server/src/generated/api.ts')).toContain("title: 'Second'"));
  writeFileSync(
    at('mcpwright.yaml'),
    'document: openapi.json\noverlays: ours.yaml\nout: server\nexclude: operation=sellPets\n',
  );
  await until(() => expect(tools()).not.toContain('sell_pets'));

  // What cannot be read leaves the project as it is, and the next that can is read.
  await until(() => expect(said().match(/changed\.\n/g)).toHaveLength(4));
  await until(() => expect(said().match(/Done\./g)).toHaveLength(5));
  const before = snapshot(at('server'));
  writeFileSync(at('openapi.json'), '{ "openapi": ');
  await until(() => expect(said()).toContain('The project stays as it was.'));
  expect(snapshot(at('server'))).toEqual(before);
  write('buyPets');
  await until(() => expect(tools()).toContain('buy_pets'));

  child.kill('SIGINT');
  expect(await ended).toBe(0);
});

test('a document that is no file is not watched', async () => {
  const { ended, said } = start('generate', '--watch', 'https://127.0.0.1:1/openapi.json', '-o', 'server');
  expect(await ended).toBe(2);
  expect(said()).not.toContain('Watching');
});

/** The file that keeps the folder for one run. */
const lockOf = (project: string) => join(tmpdir(), `mcpwright-${hashContent(project).slice(0, 16)}.lock`);

test('two runs on one project wait for each other, and both end well', async () => {
  const runs = await Promise.all(
    Array.from({ length: 4 }, async () =>
      exec(process.execPath, [cli, 'generate', 'openapi.json', '-o', 'server'], { cwd: folder }),
    ),
  );
  expect(runs).toHaveLength(4);
  const checked = await runHere(folder, 'check', 'openapi.json', '-o', 'server');
  expect(checked).toEqual({ code: 0, said: expect.stringContaining('up to date') as string });
  expect(readdirSync(at('server/.mcpwright')).filter((name) => name.startsWith('staging'))).toEqual([]);
});

test('a run waits for one that lives, says for whom, and takes over from one that is gone', async () => {
  mkdirSync(at('server'));
  const lock = lockOf(at('server'));
  // Of this process, which lives.
  writeFileSync(lock, String(process.pid));
  onTestFinished(() => rmSync(lock, { force: true }));
  const { said, ended } = start('generate', 'openapi.json', '-o', 'server');
  await until(() => expect(said()).toContain(`(PID ${process.pid}) writes to server: waiting`));
  expect(said()).toContain(lock);
  expect(readdirSync(at('server'))).toEqual([]);
  rmSync(lock);
  expect(await ended).toBe(0);

  const gone = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => gone.once('close', resolve));
  writeFileSync(lock, String(gone.pid));
  write('listPets', 'sellPets');
  const next = await runHere(folder, 'generate', 'openapi.json', '-o', 'server');
  expect(next.code).toBe(0);
  expect(next.said).not.toContain('waiting');
  expect(tools()).toContain('sell_pets');
  expect(readdirSync(tmpdir()).filter((name) => join(tmpdir(), name).startsWith(lock))).toEqual([]);
});

test('eject, and whoever writes by the library, wait as well', async () => {
  expect((await runHere(folder, 'generate', 'openapi.json', '-o', 'server')).code).toBe(0);
  const script = at('write.mjs');
  const module = pathToFileURL(join(root, 'dist/generator/index.js')).href;
  const runtime = {
    path: 'src/runtime/json.ts',
    owner: 'vendored',
    content: read('server/src/runtime/json.ts'),
  };
  const files = [{ path: 'README.md', owner: 'shared', content: '# Mine' }, runtime];
  writeFileSync(
    script,
    `import { write } from ${JSON.stringify(module)};
console.log('begun');
await write(${JSON.stringify(files)}, 'server', { overwrite: false, force: false, version: '1.0.0' });
`,
  );
  const lock = lockOf(at('server'));
  writeFileSync(lock, String(process.pid));
  onTestFinished(() => rmSync(lock, { force: true }));
  const before = snapshot(at('server'));
  const eject = start('eject', 'server/src/runtime/json.ts');
  const library = startProgram(script);
  await until(() => expect(eject.said()).toContain(`(PID ${process.pid}) writes to `));
  await until(() => expect(readdirSync(tmpdir())).toContain(`${basename(lock)}.${library.child.pid}`));
  expect(snapshot(at('server'))).toEqual(before);
  rmSync(lock);
  expect(await Promise.all([eject.ended, library.ended])).toEqual([0, 0]);
  expect(read('server/README.md')).toBe('# Mine');
});
