import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Message, Program, buildProject } from '../../support/runtime/project.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';

/** Takes all descriptors but some when it is sent a signal, and gives them back at the next. */
const custom = `
import { closeSync, openSync } from 'node:fs';
import type { Arguments } from './generated/arguments.js';
import { customize } from './runtime/customize.js';

const held: number[] = [];
process.on('SIGUSR2', () => {
  if (held.length > 0) for (const one of held.splice(0)) closeSync(one);
  else {
    try {
      for (;;) held.push(openSync('/dev/null', 'r'));
    } catch {
      for (const one of held.splice(0, Number(process.env['SPARED']))) closeSync(one);
    }
  }
  console.error(held.length > 0 ? 'taken' : 'given back');
});
export default customize<Arguments>({});
`;

/** Enough for a server that only has to start. */
const files = 100;
const shortage = /this server has too many files and connections open.*ulimit -n/s;

let folder: string;
let upstream: Upstream;
const programs: Program[] = [];
beforeAll(async () => {
  folder = buildProject('shortage', { 'src/custom.ts': custom });
  upstream = await startUpstream((_request, response) =>
    // Each request needs a connection of its own.
    response.writeHead(200, { 'content-type': 'application/json', connection: 'close' }).end('{"id":"a"}'),
  );
});
afterEach(() => {
  for (const program of programs.splice(0)) program.child.kill('SIGKILL');
});
afterAll(() => upstream.close());

function start(args: string[], env: Record<string, string> = {}): Program {
  const program = new Program(folder, args, { EXAMPLE_BASE_URL: upstream.url, ...env }, files);
  programs.push(program);
  return program;
}

const call = (id: number, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'get_example', arguments: { exampleId: 'a' }, ...more },
});

async function ask(program: Program, message: { id: number }): Promise<Message> {
  program.write(message);
  for (;;) {
    const answer = await program.read();
    if (answer.id === message.id) return answer;
  }
}

function textOf({ result }: Message): string {
  return (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n');
}

describe.skipIf(process.platform === 'win32')('a server that can open no more files', () => {
  test.each([0, 1, 2, 3, 5, 8, 13, 21, 31])(
    'says so over stdio, and serves again when it can, with %s left',
    async (spared) => {
      const program = start(['dist/stdio.js'], { SPARED: String(spared) });
      program.write({ jsonrpc: '2.0', id: 0, method: 'tools/list' });
      await program.read();
      program.child.kill('SIGUSR2');
      await program.said(/taken/);
      const refused = [await ask(program, call(1)), await ask(program, call(2))];
      for (const message of refused) {
        expect(message.error).toBeUndefined();
        expect(message.result).toMatchObject({ isError: true });
        expect(textOf(message)).toMatch(shortage);
        expect(textOf(message)).toContain('nothing was sent to the API');
        expect(textOf(message)).not.toContain(folder);
      }
      program.child.kill('SIGUSR2');
      await program.said(/given back/);
      const answer = await ask(program, call(3));
      expect(textOf(answer)).toBe('{"id":"a"}');
      expect(answer.result).not.toHaveProperty('isError');
    },
  );

  test('says so of a list, and lists again when it can', async () => {
    const program = start(['dist/stdio.js'], { SPARED: '0' });
    program.write({ jsonrpc: '2.0', id: 0, method: 'ping' });
    await program.read();
    program.child.kill('SIGUSR2');
    await program.said(/taken/);
    const list = await ask(program, { jsonrpc: '2.0', id: 1, method: 'tools/list' } as { id: number });
    expect(list.error).toMatchObject({ code: -32603, message: expect.stringMatching(shortage) });
    expect(list.error?.message).not.toContain(folder);
    program.child.kill('SIGUSR2');
    await program.said(/given back/);
    const again = await ask(program, { jsonrpc: '2.0', id: 2, method: 'tools/list' } as { id: number });
    expect(again.result).toMatchObject({ tools: [{ name: 'get_example' }, { name: 'create_example' }] });
  });

  test('tells of a connection that it cannot open', async () => {
    const program = start(['dist/stdio.js'], { SPARED: '0' });
    expect(textOf(await ask(program, call(1)))).toBe('{"id":"a"}');
    program.child.kill('SIGUSR2');
    await program.said(/taken/);
    const message = await ask(program, call(2));
    expect(message.result).toMatchObject({ isError: true });
    expect(textOf(message)).toMatch(shortage);
    program.child.kill('SIGUSR2');
    await program.said(/given back/);
    const progress = { _meta: { progressToken: 'p' } };
    expect(textOf(await ask(program, call(3, progress)))).toBe('{"id":"a"}');
  });

  test('says so over HTTP while clients hold all connections, and serves again when they are gone', async () => {
    const program = start(['dist/http.js', '--port', '0']);
    const [, port = ''] = await program.said(/ on http:\/\/127\.0\.0\.1:(\d+)\/mcp/);
    const [first, second] = [await open(Number(port)), await open(Number(port))];
    const idle = await Promise.all(Array.from({ length: 2 * files }, () => open(Number(port))));
    // Those beyond the limit are closed by the server.
    await Promise.race(idle.map((socket) => socket.destroyed || once(socket, 'close')));
    const refused = [await post(first, call(1)), await post(second, call(2))];
    for (const message of refused) {
      expect(message.result).toMatchObject({ isError: true });
      expect(textOf(message)).toMatch(shortage);
    }
    for (const socket of idle) socket.destroy();
    // The server sees them go in its own time.
    let answer = await postAnew(Number(port), call(3));
    while (answer === undefined || shortage.test(textOf(answer)))
      answer = await postAnew(Number(port), call(3));
    expect(textOf(answer)).toBe('{"id":"a"}');
  });
});

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Over a connection of its own; nothing where the server closes it. */
async function postAnew(port: number, message: object): Promise<Message | undefined> {
  const socket = await open(port);
  const answer = await post(socket, message).catch(() => undefined);
  socket.destroy();
  return answer;
}

async function post(socket: Socket, message: object): Promise<Message> {
  const body = JSON.stringify(message);
  const headers = [
    'POST /mcp HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'accept: application/json, text/event-stream',
    `content-length: ${Buffer.byteLength(body)}`,
  ];
  let text = '';
  const told = new Promise<Message>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      text += chunk.toString();
      const json = /\{"(?:jsonrpc|result|error)".*\}/.exec(text)?.[0];
      if (json === undefined) return;
      socket.off('data', hear);
      resolve(JSON.parse(json) as Message);
    };
    socket.on('data', hear);
    socket.once('close', () => reject(new Error(`the connection was closed; it said: ${text}`)));
  });
  socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
  return told;
}
