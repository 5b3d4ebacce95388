/**
 * Starts a server and drives it, over stdio or by raw sockets over HTTP: a program of its own, so that only the server is
 * measured. It takes a `Drive` as JSON and writes a `Driven`.
 */
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { cpuOf, readUrl } from './measure.js';

/** A server, and how it is called. */
export interface Drive {
  transport: 'stdio' | 'http';
  args: string[];
  cwd: string;
  env: Record<string, string>;
  call: { name: string; arguments: object };
  /** Calls under way at once; over HTTP each on a connection of its own. */
  window: number;
  /** Calls before it is measured, and those that are: as many, or for as long. */
  warm: number;
  calls?: number;
  seconds?: number;
  /** Over HTTP: calls of protocol 2026-07-28, and not of the one before. */
  isModern?: boolean;
  /** How often it is asked what it keeps in memory, where it is preloaded with `kept.cjs`. */
  looks?: number;
}

/** What a server did. */
export interface Driven {
  calls: number;
  perSecond: number;
  /** Microseconds of CPU of the server for each call, by the kernel's count; 0 where the system does not count. */
  cpu: number;
  /** Milliseconds that half of the calls, and 99 of 100, took at most. */
  p50: number;
  p99: number;
  /** Bytes that it kept, at each look. */
  kept: number[];
  errors: string[];
}

const { transport, args, cwd, env, call, window, warm, calls, seconds, looks, isModern } = JSON.parse(
  process.argv[2] ?? '',
) as Drive;
const server = spawn(process.execPath, args, {
  cwd,
  env: { PATH: process.env['PATH'] ?? '', ...env },
  stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
});
const kept: number[] = [];
createInterface({ input: server.stdio[3] as Readable }).on('line', (line) => kept.push(Number(line)));
const message = (id: number, method: string, params: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const errors = new Set<string>();
const times: number[] = [];
let started = 0;
let cpu = 0;
let answered = 0;
let isOver = false;

/** Takes an answer; says whether more is to be sent. */
function take(text: string, sent: number): boolean {
  if (isOver) return false;
  if (!text.includes('"result"') || text.includes('"isError":true')) errors.add(text.slice(0, 300));
  answered += 1;
  const now = performance.now();
  if (answered === warm) {
    started = now;
    cpu = cpuOf(server);
  }
  if (answered > warm) {
    if (looks !== undefined && times.length % Math.ceil((calls ?? 0) / looks) === 0) server.kill('SIGUSR2');
    times.push(now - sent);
  }
  const isEnough = calls === undefined ? now - started > (seconds ?? 0) * 1000 : times.length >= calls;
  if (answered > warm && isEnough) report(now);
  return !isOver;
}

function report(now: number): void {
  isOver = true;
  const cpuMicros = (cpuOf(server) - cpu) * 1_000;
  times.sort((a, b) => a - b);
  const quantile = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  const driven: Driven = {
    calls: times.length,
    perSecond: times.length / ((now - started) / 1000),
    cpu: cpuMicros / times.length,
    p50: quantile(0.5),
    p99: quantile(0.99),
    kept,
    errors: [...errors],
  };
  server.kill();
  process.stdout.write(JSON.stringify(driven), () => process.exit(0));
}

function driveStdio(): void {
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bench', version: '1' },
  };
  const sentAt = new Map<number, number>();
  let next = 0;
  const send = () => {
    next += 1;
    sentAt.set(next, performance.now());
    server.stdin.write(`${message(next, 'tools/call', call)}\n`);
  };
  let rest = '';
  server.stderr.resume();
  server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const id = Number(/"id":(\d+)/.exec(line)?.[1]);
      if (id === 0) for (let open = 0; open < window; open += 1) send();
      else if (take(line, sentAt.get(id) ?? 0)) send();
      sentAt.delete(id);
    }
  });
  server.stdin.write(`${message(0, 'initialize', initialize)}\n`);
}

/** What each request of protocol 2026-07-28 says. */
function envelopeOf(version: string): object {
  return {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
}

async function driveHttp(): Promise<void> {
  const { host, hostname, port, pathname } = new URL(await readUrl(server));
  const version = isModern ? '2026-07-28' : '2025-11-25';
  const body = message(1, 'tools/call', isModern ? { ...call, _meta: envelopeOf(version) } : call);
  const lines = [
    `POST ${pathname} HTTP/1.1`,
    `host: ${host}`,
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `mcp-protocol-version: ${version}`,
    ...(isModern ? ['mcp-method: tools/call', `mcp-name: ${call.name}`] : []),
    `content-length: ${body.length}`,
  ];
  const request = `${lines.join('\r\n')}\r\n\r\n${body}`;
  for (let open = 0; open < window; open += 1) {
    const socket = connect(Number(port), hostname).setNoDelay(true);
    let sent = performance.now();
    let text = '';
    socket.on('error', ({ message: words }) => void errors.add(words));
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
      // Both kinds of servers send their answers in chunks.
      if (!text.endsWith('\r\n0\r\n\r\n')) return;
      const whole = text;
      text = '';
      if (!take(whole, sent)) return;
      sent = performance.now();
      socket.write(request);
    });
    socket.write(request);
  }
}

if (transport === 'stdio') driveStdio();
else await driveHttp();
