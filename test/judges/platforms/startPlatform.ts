import { type ChildProcess, fork, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from '../../support/sources.js';

/** A request, of which the host may be any. */
export interface Asked {
  method?: string;
  path?: string;
  host?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** What came of it. */
export interface Answered {
  status: number;
  type: string | undefined;
  headers: Record<string, string>;
  body: string;
}

export interface Platform {
  /** `onPiece` is told of each piece of the answer. */
  ask: (asked: Asked, onPiece?: (text: string) => void) => Promise<Answered>;
  /** What the server has said to its operator. */
  said: () => string;
  stop: () => Promise<unknown>;
}

type Env = Record<string, string>;

/** Starts a built project on a platform; one that does not start throws what it said. */
export type Start = (folder: string, env: Env) => Promise<Platform>;

/** Where the program of a package is, that stands in a package of its own for each system; nothing where none fits. */
function findProgram(scope: string, file: string): string | undefined {
  const folder = join(root, 'node_modules', scope);
  const found = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name, file)) : [];
  return found.find((path) => existsSync(path) && statSync(path).size > 1_000_000);
}

const deno = findProgram('@deno', 'deno');
// Where the scripts of packages run, the program is moved.
const bun = findProgram('bun', 'bun.exe') ?? findProgram('@oven', 'bin/bun');

/** The platforms that there are here, by their names. */
export const platforms: Record<string, Start | undefined> = {
  'Cloudflare Workers': startWorkers,
  Deno: deno === undefined ? undefined : (folder, env) => startDeno(deno, folder, env),
  Bun: bun === undefined ? undefined : (folder, env) => startBun(bun, folder, env),
  'Vercel (on Node)': (folder, env) => startCalled(folder, 'worker', 'fetch', env),
  'AWS Lambda': (folder, env) => startCalled(folder, 'lambda', 'handler', env),
  'AWS Lambda with response streaming': (folder, env) => startCalled(folder, 'lambda', 'stream', env),
};

/** The HTTP server of Node, which the others are held to. */
export const startNode: Start = (folder, env) =>
  startProgram(process.execPath, ['dist/http.js', '--port', '0'], folder, env, /on (http:\S+)\/mcp/);

function startDeno(program: string, folder: string, env: Env): Promise<Platform> {
  const granted = ['--no-remote', '--no-npm', '--allow-net=127.0.0.1', '--allow-env', '--no-prompt'];
  const args = ['serve', ...granted, '--host', '127.0.0.1', '--port', '0', 'dist/worker.js'];
  return startProgram(program, args, folder, { ...env, NO_COLOR: '1' }, /Listening on (http:\S+?)\/?\s/);
}

function startBun(program: string, folder: string, env: Env): Promise<Platform> {
  const args = ['run', 'dist/worker.js'];
  const own = { ...env, BUN_PORT: '0', BUN_TELEMETRY: '0', DO_NOT_TRACK: '1' };
  return startProgram(program, args, folder, own, /server: (http:\S+?)\/?\s/);
}

/** Starts a program that listens, and says where. */
async function startProgram(program: string, args: string[], folder: string, env: Env, where: RegExp) {
  const child = spawn(program, args, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', ...env } });
  const heard = listenTo(child);
  const url = await heard.until((text) => where.exec(text)?.[1]);
  return { ask: askOver(url), said: heard.text, stop: () => end(child) };
}

function listenTo(child: ChildProcess) {
  let text = '';
  const looks = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
      for (const look of looks) look();
    });
  return {
    text: () => text,
    until: <T>(find: (text: string) => T | undefined) =>
      new Promise<T>((resolve, reject) => {
        const look = () => {
          const found = find(text);
          if (found !== undefined) resolve(found);
        };
        looks.add(look);
        look();
        child.once('close', () => reject(new Error(text)));
      }),
  };
}

async function end(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve));
  child.kill();
  await closed;
}

/** Asks over a socket, with any host. */
function askOver(url: string): Platform['ask'] {
  const { hostname, port } = new URL(url);
  return ({ method = 'POST', path = '/mcp', host = `127.0.0.1:${port}`, headers = {}, body }, onPiece) =>
    new Promise((resolve, reject) => {
      const sent = request({ hostname, port, method, path, headers: { host, ...headers } }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => {
          text += piece;
          onPiece?.(piece);
        });
        response.once('error', reject).once('end', () => {
          const found = flatten(response.headers);
          resolve({
            status: response.statusCode ?? 0,
            type: found['content-type'],
            headers: found,
            body: text,
          });
        });
      });
      sent.once('error', reject);
      // Whose length is not said is read to its end before it is refused: nobody closes a connection that is written to.
      if (body !== undefined && body.length > 1_000_000) sent.write(body);
      sent.end(body !== undefined && body.length > 1_000_000 ? undefined : body);
    });
}

function flatten(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}

/** Starts workerd with the file as it would be deployed; settings are bindings. */
async function startWorkers(folder: string, env: Env): Promise<Platform> {
  const { Log, LogLevel, Miniflare } = await import('miniflare');
  let text = '';
  const file = join(folder, 'dist/worker.js');
  const worker = new Miniflare({
    modules: [{ type: 'ESModule', path: file, contents: readFileSync(file, 'utf8') }],
    modulesRoot: folder,
    compatibilityDate: '2025-09-01',
    compatibilityFlags: ['nodejs_compat'],
    bindings: env,
    log: new Log(LogLevel.NONE),
    handleRuntimeStdio: (stdout: Readable, stderr: Readable) => {
      for (const stream of [stdout, stderr]) stream.on('data', (piece: Buffer) => (text += piece.toString()));
    },
  });
  await worker.ready;
  return {
    ask: async ({ method = 'POST', path = '/mcp', host = 'localhost', headers = {}, body }, onPiece) => {
      const response = await worker.dispatchFetch(`http://${host}${path}`, {
        method,
        headers,
        ...(body !== undefined && { body }),
      });
      const decoder = new TextDecoder();
      let whole = '';
      for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
        const part = decoder.decode(piece, { stream: true });
        whole += part;
        onPiece?.(part);
      }
      const found = Object.fromEntries(response.headers) as Record<string, string>;
      return { status: response.status, type: found['content-type'], headers: found, body: whole };
    },
    said: () => text,
    stop: () => worker.dispose(),
  };
}

/** Imports an entry into a process of Node, which is asked as the platform would ask it. */
async function startCalled(folder: string, entry: string, kind: string, env: Env): Promise<Platform> {
  const child = fork(join(import.meta.dirname, 'callEntry.js'), [join(folder, `dist/${entry}.js`), kind], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    execArgv: [],
    silent: true,
  });
  const heard = listenTo(child);
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    heard.until(() => undefined),
  ]);
  let last = 0;
  return {
    ask: (asked, onPiece) =>
      new Promise((resolve) => {
        const id = (last += 1);
        const hear = (message: unknown) => {
          const { id: own, answer } = message as { id: number; answer: Answered & { pieces: string[] } };
          if (own !== id) return;
          child.off('message', hear);
          for (const piece of answer.pieces) onPiece?.(piece);
          const { status, headers, pieces } = answer;
          resolve({ status, headers, type: headers['content-type'], body: pieces.join('') });
        };
        child.on('message', hear);
        child.send({ id, asked: kind === 'fetch' ? toPlain(asked) : toEvent(asked) });
      }),
    said: heard.text,
    stop: () => end(child),
  };
}

function toPlain({ method = 'POST', path = '/mcp', host = 'localhost', headers = {}, body }: Asked) {
  return { url: `http://${host}${path}`, method, headers: { host, ...headers }, body };
}

/** As a function URL and an HTTP API have it (payload format 2.0): a body that is no plain text is base64. */
function toEvent({ method = 'POST', path = '/mcp', host = 'localhost', headers = {}, body }: Asked) {
  const [rawPath, rawQueryString = ''] = path.split('?');
  return {
    version: '2.0',
    routeKey: '$default',
    rawPath,
    rawQueryString,
    headers: { host, ...headers },
    ...(body !== undefined && {
      body: body.length % 2 === 0 ? Buffer.from(body).toString('base64') : body,
      isBase64Encoded: body.length % 2 === 0,
    }),
    requestContext: {
      domainName: host,
      stage: '$default',
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    },
  };
}
