import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, test } from 'vitest';
import { startUpstream } from '../../../samples/petstore/upstream.js';
import type { ObjectSchema } from '../../../templates/project/src/runtime/tool.js';
import { buildProject, installRuntime, packRuntime, root, scratch, writeProject } from '../../e2e/project.js';
import { Program } from '../../support/runtime/project.js';
import { messageOf, post } from '../../support/runtime/wire.js';
import { type Fault, secret } from '../faults/faults.js';
import { type Exchange, listExchanges } from './exchanges.js';

/**
 * What the server of the pet shop answers, word by word, to every kind of request: over both transports, to arguments
 * that are accepted and refused, and while the API misbehaves. A change that means to change no answer changes no line
 * of the record; `-u` writes it anew.
 */

/** Where the runtime comes from: code of the project, or the package that is packed from this repository. */
const projects = ['with a runtime of its own', 'with the runtime as a package'] as const;

let folders: Record<string, string>;
let overStdio = '';
let schemas: Record<string, ObjectSchema>;
beforeAll(async () => {
  const source = join(root, 'samples/petstore/openapi.yaml');
  const { dir, generation } = await writeProject('recorded', source);
  const tarball = await packRuntime(join(scratch, 'recorded-package'));
  const packaged = await writeProject('recorded-package/server', source, { runtime: { package: tarball } });
  await installRuntime(tarball, packaged.dir);
  await Promise.all([buildProject(dir), buildProject(packaged.dir)]);
  folders = { [projects[0]]: dir, [projects[1]]: packaged.dir };
  const tools = generation.server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  schemas = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]));
});

/** The pet shop on its first day, in front of which stands what misbehaves when it is told to. */
async function openShop() {
  const shop = await startUpstream();
  let fault: Fault | undefined;
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    // Whoever answers before all has come may have the connection reset, at some times and not at others.
    buffer(request).then(
      (body) =>
        fault?.answer === undefined ? passOn(request, body, response) : fault.answer(response, request),
      () => response.destroy(),
    );
  });

  async function passOn(
    { method = 'GET', url = '/', headers }: IncomingMessage,
    body: Buffer,
    response: ServerResponse,
  ) {
    const own = Object.entries(headers).filter(([name]) => !ofTheWay.test(name));
    const sent = Object.fromEntries(own as [string, string][]);
    if (sent['x-api-key'] === secret) sent['x-api-key'] = 'demo-key';
    const answer = await fetch(new URL(url, shop.url), {
      method,
      headers: sent,
      ...(body.length > 0 && { body }),
    });
    const got = [...answer.headers].filter(([name]) => !ofTheWay.test(name));
    response.writeHead(answer.status, Object.fromEntries(got)).end(await answer.text());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    misbehave: (how: Fault | undefined) => {
      fault = how;
      // A connection that a fault has spoilt is not used for what comes next.
      server.closeAllConnections();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await shop.close();
    },
  };
}

/** Headers of the way that a message takes, which are not passed on. */
const ofTheWay = /^(?:host|connection|keep-alive|content-length|transfer-encoding|date)$/;

type Ask = (message: Exchange['message'], id: number) => Promise<unknown>;

/** All answers, each as a line. */
async function record(shop: Awaited<ReturnType<typeof openShop>>, ask: Ask): Promise<string> {
  const lines: string[] = [];
  for (const [index, { name, message, fault }] of listExchanges(schemas).entries()) {
    shop.misbehave(fault);
    // Whoever answers this has seen before that the connections are closed.
    await ask({ method: 'ping' }, 0);
    lines.push(`${name}\n  ${shorten(steady(JSON.stringify(await ask(message, index + 1))))}`);
  }
  return `${lines.join('\n')}\n`;
}

/** The record is read by people: of a long answer it holds the beginning, and what the whole is known by. */
function shorten(text: string): string {
  if (text.length <= mostShown) return text;
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16);
  return `${text.slice(0, mostShown)} … ${text.length} characters, ${digest}`;
}

const mostShown = 900;

/** Without what is another each time: ports, what the shop has made up, and the time of day. */
function steady(text: string): string {
  return (
    text
      // Over stdio, line breaks in refusals that the SDK words are escaped once more.
      .replaceAll('\\\\u000a', '\\n')
      .replace(/127\.0\.0\.1:\d+/g, '127.0.0.1:0')
      .replace(/(?!5b1d5c0e)[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}/g, '<id>')
      .replace(/20(?:2[6-9]|[3-9]\d)-\d\d-\d\dT[\d:.]+Z/g, '<now>')
      .replace(/\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT/g, '<date>')
      .replace(/\?0\.\d+/g, '?<number>')
  );
}

const env = (url: string) => ({ PETSTORE_BASE_URL: url, PETSTORE_API_KEY: secret, MCP_RETRIES: '0' });

test.each(projects)('every answer over stdio is the one that was recorded: a project %s', async (project) => {
  const shop = await openShop();
  const program = new Program(folders[project] ?? '', ['dist/stdio.js'], env(shop.url));
  program.write({ jsonrpc: '2.0', id: 0, method: 'initialize', params: initialize });
  await program.read();
  const said = await record(shop, async (message, id) => {
    program.write(typeof message === 'string' ? `${message}\n` : { jsonrpc: '2.0', id, ...message });
    const { id: _, jsonrpc: __, ...answer } = (await program.read()) as Record<string, unknown>;
    return answer;
  });
  program.child.kill();
  await shop.close();
  overStdio = said;
  await expect(said).toMatchFileSnapshot('answers.txt');
});

test.each(projects)('and so is every answer over HTTP: a project %s', async (project) => {
  const shop = await openShop();
  const program = new Program(folders[project] ?? '', ['dist/http.js', '--port', '0'], env(shop.url));
  const [url] = await program.said(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
  const said = await record(shop, async (message, id) => {
    const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id, ...message });
    const answer = await post({ url, body, headers: { 'mcp-protocol-version': '2025-11-25' } });
    const { id: _, jsonrpc: __, ...rest } = messageOf(answer) as Record<string, unknown>;
    return rest;
  });
  program.child.kill();
  await shop.close();
  expect(said.split('\n')).toEqual(overStdio.split('\n'));
});

const initialize = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'recorder', version: '1' },
};
