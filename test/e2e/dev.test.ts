import { spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  type AnyClient,
  type Dialect,
  connectHttp,
  connectStdio,
  dialects,
} from '../support/runtime/clients.js';
import { type RunningServer, startCommand } from './clients.js';
import { root, scratch, writeProject } from './project.js';

/** `npm run dev` of an emitted project, which is this. */
const command = ['build.js', '--watch'];
const folder = join(scratch, 'dev');
const custom = join(folder, 'src/custom.ts');
const env = { PETSTORE_BASE_URL: 'https://api.example.com' };
let pristine = '';
let server: RunningServer | undefined;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  // Without sessions, clients of the 2025 versions have nothing over which HTTP could tell them.
  await writeProject('dev', join(root, 'samples/petstore/openapi.yaml'), { features: { sessions: true } });
  pristine = readFileSync(custom, 'utf8');
});
beforeEach(() => writeFileSync(custom, pristine));
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

/** Has the server offer all but one tool. */
const hide = (name: string) =>
  writeFileSync(custom, pristine.replace('({})', `({ tools: { ${name}: { hidden: true } } })`));

const transports: [string, (dialect: Dialect) => Promise<AnyClient>][] = [
  ['stdio', (dialect) => connectStdio(dialect, folder, env, [...command, '--stdio', '--mode', 'list'])],
  [
    'HTTP',
    async (dialect) => {
      server = await startCommand([...command, '--port', '0', '--mode', 'list'], folder, env);
      return connectHttp(dialect, server.url);
    },
  ],
];

describe.each(transports)('a project under development, over %s', (_transport, connect) => {
  test.each(dialects)('is served anew after a change, and %s hears of it', async (dialect) => {
    const client = await connect(dialect);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    const before = await names();
    expect(before).toContain('get_pet');
    const changed = client.nextChange();
    hide('get_pet');
    await changed;
    expect(await names()).toEqual(before.filter((name) => name !== 'get_pet'));
    await client.close();
  });
});

test('what cannot be built, or fails as it starts, changes nothing, and what mends it is served', async () => {
  const child = spawn(process.execPath, [...command, '--port', '0', '--mode', 'list'], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const until = (text: string | RegExp) =>
    vi.waitFor(() => expect(said).toMatch(text), { timeout: 120_000, interval: 50 });
  await until(/http:\/\/\S+\/mcp/);
  const client = await connectHttp('SDK v1', /http:\/\/\S+\/mcp/.exec(said)?.[0] ?? '');
  const before = await client.listTools();

  writeFileSync(custom, 'export default {');
  await until('custom.ts:1:');
  writeFileSync(custom, `throw new Error('as it starts');\n${pristine}`);
  await until(/as it starts[^]*What was served before goes on\./);
  expect(await client.listTools()).toEqual(before);
  const mended = client.nextChange();
  hide('get_pet');
  await mended;
  expect((await client.listTools()).tools).toHaveLength(before.tools.length - 1);
  await client.close();
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
