import { spawn, type ChildProcess } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';

const here = join(process.cwd(), 'test/bench');

/** What a process cost: CPU milliseconds in all and up to its first answer, peak memory in MiB. */
export interface Usage {
  cpu: number;
  answered: number;
  peak: number;
}

/** Runs a Node program to its end and says what it cost; `input` is all of its standard input. */
export async function measure(args: string[], cwd: string, input = ''): Promise<Usage> {
  const child = spawn(process.execPath, ['--require', join(here, 'usage.cjs'), ...args], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
  });
  child.stdout!.resume();
  const said = text(child.stderr!);
  child.stdin!.end(input);
  const usage = await text(child.stdio[3] as Readable);
  if (usage === '') throw new Error(`${args.join(' ')} said nothing of its cost:\n${await said}`);
  return JSON.parse(usage) as Usage;
}

/** Runs several programs in turns, so that noise hits all alike, and gives the median of each. */
export async function medians<K extends string>(
  rounds: number,
  programs: Record<K, () => Promise<number>>,
): Promise<Record<K, number>> {
  const names = Object.keys(programs) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await programs[name]());
  }
  return Object.fromEntries(names.map((name) => [name, median(results[name])])) as Record<K, number>;
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Starts a server with a stubbed API. */
export function start(args: string[], cwd: string): ChildProcess {
  return spawn(process.execPath, ['--require', join(here, 'stub.cjs'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', PETSTORE_API_KEY: 'demo-key' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

const message = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1.0.0' },
};

/** Calls per second over stdio, `window` calls in flight. */
export async function callsOverStdio(
  server: ChildProcess,
  call: object,
  calls: number,
  window = 32,
): Promise<number> {
  const lines = createInterface({ input: server.stdout! });
  server.stderr!.resume();
  server.stdin!.write(`${message(0, 'initialize', initialize)}\n`);
  let sent = 0;
  let answered = 0;
  let started = 0;
  const send = () => {
    sent += 1;
    server.stdin!.write(`${message(sent, 'tools/call', call)}\n`);
  };
  for await (const line of lines) {
    const { id, result } = JSON.parse(line) as { id: number; result?: { isError?: boolean } };
    if (id === 0) {
      server.stdin!.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
      started = performance.now();
      for (let open = 0; open < window; open += 1) send();
      continue;
    }
    if (result === undefined || result.isError === true) throw new Error(`a call failed: ${line}`);
    answered += 1;
    if (answered === calls) break;
    if (sent < calls) send();
  }
  const seconds = (performance.now() - started) / 1000;
  server.kill();
  return calls / seconds;
}

/** Calls per second over HTTP, on `connections` connections kept alive. */
export async function callsOverHttp(
  server: ChildProcess,
  call: object,
  calls: number,
  connections = 32,
): Promise<number> {
  const url = await readUrl(server);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const body = message(1, 'tools/call', call);
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
  };
  const post = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request(url, { method: 'POST', agent, headers }, (response) => {
        text(response).then((answer) => {
          if (response.statusCode === 200 && answer.includes('"result"')) resolve();
          else reject(new Error(`a call failed: ${response.statusCode} ${answer}`));
        }, reject);
      });
      sent.on('error', reject);
      sent.end(body);
    });
  let left = calls;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left > 0) {
        left -= 1;
        await post();
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  server.kill();
  return calls / seconds;
}

/** The address that a server says it listens on. */
export async function readUrl(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stderr! })) {
    const url = /http:\/\/\S+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    server.stderr!.resume();
    return url;
  }
  throw new Error('the server ended before it listened');
}
