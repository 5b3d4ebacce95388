import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

/** What the tests need of a client, whatever its generation. */
export interface AnyClient {
  listTools(): Promise<{ tools: { name: string; inputSchema: unknown }[]; nextCursor?: string | undefined }>;
  callTool(request: { name: string; arguments: Record<string, unknown> }): Promise<CallResult>;
  /** What the server says of itself. */
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

export interface CallResult {
  content: { type: string; text?: string }[];
  structuredContent?: unknown;
  isError?: boolean;
}

export type Dialect = 'v1' | 'v2 legacy' | 'v2 modern';
export const dialects: Dialect[] = ['v1', 'v2 legacy', 'v2 modern'];

const identity = { name: 'test', version: '1.0.0' };

type Environment = Record<string, string>;

/** Starts the project's stdio server and connects to it. */
export async function connectStdio(dir: string, dialect: Dialect, env: Environment = {}): Promise<AnyClient> {
  const parameters = {
    command: process.execPath,
    args: ['dist/stdio.js'],
    cwd: dir,
    env: { ...inherited(), ...env },
    stderr: 'ignore' as const,
  };
  return dialect === 'v1' ? connectV1(new StdioV1(parameters)) : connectV2(new StdioV2(parameters), dialect);
}

/** Connects to a server that listens on `url`. */
export async function connectHttp(url: string, dialect: Dialect): Promise<AnyClient> {
  return dialect === 'v1'
    ? connectV1(new HttpV1(new URL(url)))
    : connectV2(new HttpV2(new URL(url)), dialect);
}

async function connectV1(transport: unknown): Promise<AnyClient> {
  const client = new ClientV1(identity);
  await client.connect(transport as Parameters<ClientV1['connect']>[0]);
  return client as unknown as AnyClient;
}

async function connectV2(
  transport: Parameters<ClientV2['connect']>[0],
  dialect: Dialect,
): Promise<AnyClient> {
  const mode = dialect === 'v2 modern' ? ({ pin: '2026-07-28' } as const) : 'legacy';
  const client = new ClientV2(identity, { versionNegotiation: { mode } });
  await client.connect(transport);
  return client as unknown as AnyClient;
}

export interface RunningServer {
  url: string;
  stop(): Promise<void>;
}

/** Starts the project's HTTP server on a free port. */
export function startHttp(dir: string, env: Environment = {}): Promise<RunningServer> {
  return startCommand(['dist/http.js', '--port', '0'], dir, env);
}

/** Starts a Node program that says on standard error at which URL it serves MCP. */
export async function startCommand(
  args: string[],
  cwd: string,
  env: Environment = {},
): Promise<RunningServer> {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...inherited(), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    const url = /http:\/\/\S+\/mcp/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stderr.resume();
    return {
      url,
      stop: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }
  throw new Error(`the server ended before it listened:\n${said.join('\n')}`);
}

function inherited(): Environment {
  return { PATH: process.env['PATH'] ?? '' };
}
