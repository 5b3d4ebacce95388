import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { formatTable } from '../../generator/commands/context.js';
import { buildProject } from '../support/runtime/project.js';
import { bundle, root, scratch } from './bed.js';
import type { Drive, Driven } from './drive.js';
import { median } from './measure.js';

const calls = Number(process.env['BENCH_CALLS'] ?? 6000);
const clients = Number(process.env['BENCH_CLIENTS'] ?? 200);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);

type Server = Pick<Drive, 'args' | 'cwd' | 'env' | 'call'>;
type Transport = Drive['transport'];

const banner = {
  js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
};

/** Starts the API in a process of its own, and gives its address. */
export async function startApi(): Promise<{ url: string; api: ChildProcess }> {
  const api = spawn(process.execPath, [await bundle('api')], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(api.stdout!, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}`, api };
}

/** The servers that are compared: bare ones, with and without a request to the API, and that of each checkout. */
export async function listServers(url: string, checkouts: Record<string, string>) {
  const bare = await bundle('bare', { minify: true, banner });
  const trivial = { name: 'trivial', arguments: {} };
  const call = { name: 'get_example', arguments: { exampleId: 'a' } };
  const env = { EXAMPLE_BASE_URL: url, EXAMPLE_API_KEY: 'demo-key' };
  const folders = Object.entries(checkouts).map(
    ([name, path]) => [name, buildProject('bench', {}, path)] as const,
  );
  return (transport: Transport): Record<string, Server> => ({
    bare: { args: [bare, transport], cwd: scratch, env: {}, call: trivial },
    'bare, with fetch': {
      args: [bare, transport, `${url}/examples/a`],
      cwd: scratch,
      env: {},
      call: trivial,
    },
    ...Object.fromEntries(
      folders.map(([name, cwd]) => {
        const args = transport === 'stdio' ? ['dist/stdio.js'] : ['dist/http.js', '--port', '0'];
        return [name, { args, cwd, env, call }];
      }),
    ),
  });
}

export async function driveServer(program: string, what: Drive): Promise<Driven> {
  const driver = spawn(process.execPath, [program, JSON.stringify(what)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const driven = JSON.parse(await text(driver.stdout)) as Driven;
  if (driven.errors.length > 0) {
    console.error(driven.errors.join('\n'));
    process.exitCode = 1;
  }
  return driven;
}

/** Runs the servers in turns, so that noise hits all alike, and prints the medians. */
async function contest(
  title: string,
  servers: Record<string, Server>,
  how: Omit<Drive, keyof Server>,
): Promise<void> {
  const driver = await bundle('drive');
  const runs = new Map<string, Driven[]>(Object.keys(servers).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of Object.entries(servers))
      runs.get(name)?.push(await driveServer(driver, { ...how, ...server }));
  }
  const middle = (name: string, key: 'perSecond' | 'cpu' | 'p50' | 'p99') =>
    median((runs.get(name) ?? []).map((run) => run[key]));
  const ratio = (name: string, to: string) => (middle(to, 'cpu') / middle(name, 'cpu')).toFixed(2);
  const rows = Object.keys(servers).map((name) => [
    name,
    middle(name, 'perSecond').toFixed(0),
    middle(name, 'cpu').toFixed(0),
    ratio(name, 'bare'),
    ratio(name, 'bare, with fetch'),
    middle(name, 'p50').toFixed(1),
    middle(name, 'p99').toFixed(1),
  ]);
  const head = ['server', 'calls/s', 'CPU µs', 'of bare', 'of bare, with fetch', 'p50 ms', 'p99 ms'];
  console.log(`${title}; medians of ${rounds} interleaved runs, CPU of the server alone`);
  console.log(formatTable([head, ...rows], [1, 2, 3, 4, 5, 6]));
}

async function compare(checkouts: Record<string, string>, isLong: boolean): Promise<void> {
  const { url, api } = await startApi();
  const servers = await listServers(url, checkouts);
  if (isLong) {
    const how = { transport: 'http', window: clients, warm: 1000, seconds } as const;
    await contest(`${clients} clients over HTTP for ${seconds} s`, servers('http'), how);
  } else {
    for (const transport of ['stdio', 'http'] as const) {
      const how = { transport, window: 32, warm: 1000, calls };
      await contest(`${calls} calls over ${transport}, 32 at once`, servers(transport), how);
    }
  }
  api.kill();
}

/** What a call costs an emitted server, beside bare ones: the API and what calls are processes of their own. */
export const benchCalls = () => compare({ emitted: root }, false);

/** The same for many clients at once. */
export const benchLoad = () => compare({ emitted: root }, true);

/** The same for this checkout and another, which has its packages installed. */
export async function benchCompare(other: string, isLong = false): Promise<void> {
  const checkouts = { emitted: root, [join(resolve(other))]: resolve(other) };
  await compare(checkouts, isLong);
}
