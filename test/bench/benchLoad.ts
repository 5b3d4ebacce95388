import { spawn } from 'node:child_process';
import { formatTable } from '../../generator/commands/context.js';
import { buildProject } from '../support/runtime/project.js';
import { startUpstream } from '../support/runtime/upstream.js';
import { bundle } from './bed.js';
import { type Load, load } from './load.js';
import { readUrl } from './measure.js';

const clients = Number(process.env['BENCH_CLIENTS'] ?? 200);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);

/** What a server does for many clients at once, beside a bare one; ends with 1 where a call fails. */
export async function benchLoad(): Promise<void> {
  console.log(`${clients} clients over HTTP for ${seconds} s each, with an API on this machine`);
  const upstream = await startUpstream((_request, response) => {
    // What it has got is of no interest here.
    upstream.got.length = 0;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  const banner = {
    js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);",
  };
  const bare = await bundle('bare', { minify: true, banner });
  const folder = buildProject('load');
  const call = { name: 'get_example', arguments: { exampleId: 'a' } };
  const found: Record<string, Load> = {
    bare: await run([bare, 'http'], folder, { ...call, name: 'trivial' }),
    emitted: await run(['dist/http.js', '--port', '0'], folder, call, { EXAMPLE_BASE_URL: upstream.url }),
  };
  await upstream.close();
  const rows = Object.entries(found).map(([name, { calls, perSecond, p50, p99, errors }]) => [
    name,
    String(calls),
    String(errors.size),
    perSecond.toFixed(0),
    (perSecond / (found['bare']?.perSecond ?? 1)).toFixed(2),
    p50.toFixed(1),
    p99.toFixed(1),
  ]);
  const head = ['server', 'calls', 'kinds of errors', 'calls/s', 'ratio to bare', 'p50 ms', 'p99 ms'];
  console.log(formatTable([head, ...rows], [1, 2, 3, 4, 5, 6]));
  for (const { errors } of Object.values(found)) {
    if (errors.size === 0) continue;
    console.error([...errors].join('\n'));
    process.exitCode = 1;
  }
}

async function run(
  args: string[],
  cwd: string,
  call: { name: string; arguments: object },
  env: Record<string, string> = {},
): Promise<Load> {
  const server = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', EXAMPLE_API_KEY: 'demo-key', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = await readUrl(server);
  // The first calls load and compile what is needed.
  await load(url, call, { clients, seconds: 1 });
  const result = await load(url, call, { clients, seconds });
  server.kill();
  return result;
}
