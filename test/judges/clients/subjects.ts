import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** Programs of package.json are run from the folder of the package, as tests are. */
export const root = process.cwd();

/** Where a client finds the server: a program, or a URL. */
export interface Target {
  command?: string;
  args?: string[];
  url?: string;
}

/** A client that is connected; what it gives is shown as text. */
export interface Subject {
  list: () => Promise<string>;
  call: (tool: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<string>;
  /** Absent where the client has nothing for it. */
  resource?: (uri: string) => Promise<string>;
  prompt?: (name: string, args: Record<string, string>) => Promise<string>;
  /** Lines that warn. */
  warnings: () => number;
  close: () => Promise<void> | void;
}

/** Connects a client to a server. */
export type Connect = (target: Target) => Promise<Subject>;

const here = join(root, 'test/judges/clients');
interface Pins {
  node: string;
  packages: Record<string, string>;
}
export const pins = JSON.parse(readFileSync(join(here, 'pins.json'), 'utf8')) as Pins;

/** Where the clients are installed, each version once. */
const folder = join(root, 'test/.tmp/clients');
const nodeName = `node-${process.platform}-${process.arch}`;
const node = join(folder, 'node_modules', nodeName, 'bin/node');

/** Installs the clients where they are not there yet. */
export function installClients(): void {
  const wanted = [`${nodeName}@${pins.node}`, ...Object.entries(pins.packages).map((pin) => pin.join('@'))];
  const hasAll =
    existsSync(node) && Object.entries(pins.packages).every(([name, version]) => installed(name) === version);
  if (!hasAll) {
    mkdirSync(folder, { recursive: true });
    const quietly = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', folder, ...quietly, ...wanted], { stdio: 'inherit' });
  }
  cpSync(join(here, 'hosts'), folder, { recursive: true });
}

function installed(name: string): string | undefined {
  const file = join(folder, 'node_modules', name, 'package.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    : undefined;
}

/** The path of a file of an installed package. */
const inPackage = (name: string, file: string) => join(folder, 'node_modules', name, file);

const identity = { name: 'test', version: '1.0.0' };

const asText = (value: unknown) => JSON.stringify(value);

/** Connects an official client. */
export function official(generation: 'v1' | 'v2, legacy' | 'v2, modern'): Connect {
  return async ({ command = '', args = [], url }) => {
    const parameters = { command, args, stderr: 'ignore' as const };
    const client = await (async () => {
      if (generation === 'v1') {
        const first = new ClientV1(identity);
        const transport = url === undefined ? new StdioV1(parameters) : new HttpV1(new URL(url));
        await first.connect(transport as Parameters<ClientV1['connect']>[0]);
        return first;
      }
      const mode = generation === 'v2, modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
      const second = new ClientV2(identity, { versionNegotiation: { mode } });
      await second.connect(url === undefined ? new StdioV2(parameters) : new HttpV2(new URL(url)));
      return second;
    })();
    return {
      list: async () => asText(await client.listTools()),
      call: async (name, input, signal) => {
        const options = signal && { signal };
        const request = { name, arguments: input };
        return asText(
          await (client instanceof ClientV1
            ? client.callTool(request, undefined, options)
            : client.callTool(request, options)),
        );
      },
      resource: async (uri) => asText(await client.readResource({ uri })),
      prompt: async (name, input) => asText(await client.getPrompt({ name, arguments: input })),
      warnings: () => 0,
      close: () => client.close(),
    };
  };
}

/** Connects a client library, in a process of its own. */
export function library(name: string): Connect {
  return async (target) => {
    const child = spawn(node, [join(folder, 'host.mjs'), name, JSON.stringify(target)], { cwd: folder });
    const waiting = new Map<number, (text: string) => void>();
    const warnings = countWarnings(child);
    let next = 0;
    const methods = await new Promise<string[]>((resolve, reject) => {
      child.once('close', () => reject(new Error(`${name} does not connect`)));
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (!line.startsWith('{')) return;
        const said = JSON.parse(line) as { methods?: string[]; id: number; text: string };
        if (said.methods !== undefined) resolve(said.methods);
        else waiting.get(said.id)?.(said.text);
      });
    });
    const write = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`);
    const ask = (method: string, params: unknown, signal?: AbortSignal): Promise<string> => {
      next += 1;
      const id = next;
      signal?.addEventListener('abort', () => write({ method: 'abort', params: { id } }));
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        write({ id, method, params });
      });
    };
    return {
      list: () => ask('list', []),
      call: (tool, args, signal) => ask('call', [tool, args], signal),
      ...(methods.includes('resource') && { resource: (uri: string) => ask('resource', [uri]) }),
      ...(methods.includes('prompt') && {
        prompt: (prompt: string, args: object) => ask('prompt', [prompt, args]),
      }),
      warnings,
      close: () => void child.kill(),
    };
  };
}

/** What a program writes on a line of its standard error that warns. */
function countWarnings(child: ChildProcess): () => number {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
  return () => said.split('\n').filter((line) => /\bwarn/i.test(line)).length;
}

/** The arguments of a program for what a client is to do. */
interface CommandLine {
  list: (target: Target) => string[];
  call: (target: Target, tool: string, args: Record<string, unknown>) => string[];
  resource?: (target: Target, uri: string) => string[];
  prompt?: (target: Target, name: string, args: Record<string, string>) => string[];
}

const pairs = (flag: string, args: object) =>
  Object.entries(args).flatMap(([name, value]) => [flag, `${name}=${String(value)}`]);

const inspect = ({ command = '', args = [], url }: Target, method: string, ...rest: string[]) => [
  '--cli',
  ...(url === undefined ? [command, ...args] : [url, '--transport', 'http']),
  '--method',
  method,
  ...rest,
];

export const inspector: CommandLine = {
  list: (target) => inspect(target, 'tools/list'),
  call: (target, tool, args) =>
    inspect(target, 'tools/call', '--tool-name', tool, ...pairs('--tool-arg', args)),
  resource: (target, uri) => inspect(target, 'resources/read', '--uri', uri),
  prompt: (target, name, args) =>
    inspect(target, 'prompts/get', '--prompt-name', name, ...pairs('--prompt-args', args)),
};

const port = ({ command = '', args = [], url }: Target) =>
  url === undefined
    ? ['--stdio', command, ...args.flatMap((arg) => ['--stdio-arg', arg])]
    : ['--http-url', url, '--allow-http'];

export const mcporter: CommandLine = {
  list: (target) => ['list', ...port(target), '--json'],
  call: (target, tool, args) => [
    'call',
    ...port(target),
    tool,
    '--args',
    JSON.stringify(args),
    '--output',
    'raw',
  ],
};

/** Runs a program for each thing that is asked for. */
export function program(name: string, file: string, line: CommandLine): Connect {
  return async (target) => {
    const warned: (() => number)[] = [];
    const run = async (args: string[], signal?: AbortSignal): Promise<string> => {
      const child = spawn(node, [inPackage(name, file), ...args], { cwd: folder });
      warned.push(countWarnings(child));
      signal?.addEventListener('abort', () => void child.kill('SIGINT'));
      let said = '';
      for (const output of [child.stdout, child.stderr])
        output.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
      await new Promise((resolve) => child.once('close', resolve));
      return said;
    };
    const { resource, prompt } = line;
    return {
      list: () => run(line.list(target)),
      call: (tool, args, signal) => run(line.call(target, tool, args), signal),
      ...(resource && { resource: (uri: string) => run(resource(target, uri)) }),
      ...(prompt && {
        prompt: (one: string, args: Record<string, string>) => run(prompt(target, one, args)),
      }),
      warnings: () => warned.reduce((sum, count) => sum + count(), 0),
      close: () => {},
    };
  };
}

/** Puts a gateway between the official client and the server: a program over stdio, or one that listens. */
export function gateway(
  name: string,
  file: string,
  lineOf: (target: Target, free: number) => string[],
  path?: string,
): Connect {
  return async (target) => {
    const free = await findPort();
    const args = [inPackage(name, file), ...lineOf(target, free)];
    if (path === undefined) return official('v1')({ command: node, args });
    const child = spawn(node, args, {
      cwd: folder,
      env: { ...process.env, PATH: `${dirname(node)}:${process.env['PATH'] ?? ''}` },
    });
    const warnings = countWarnings(child);
    child.stdout.resume();
    const subject = await connectSoon(`http://127.0.0.1:${free}${path}`);
    return {
      ...subject,
      warnings,
      close: async () => {
        await subject.close();
        child.kill();
      },
    };
  };
}

/** A gateway takes a while until it listens. */
async function connectSoon(url: string): Promise<Subject> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await official('v1')({ url });
    } catch (error) {
      if (tries > 100) throw error;
      await delay(200);
    }
  }
}

function findPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
