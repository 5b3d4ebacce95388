import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectHttp } from '../../../support/runtime/clients.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { message, messageOf, modern, post } from '../../../support/runtime/wire.js';

const properties = {
  region: { type: 'string', 'x-mcp-header': 'Region' },
  shard: { type: 'integer', 'x-mcp-header': 'Shard' },
  dry: { type: 'boolean', 'x-mcp-header': 'Dry-Run' },
  note: { type: 'string' },
};
const parameters = Object.keys(properties).map((name) => makeParameter({ argument: name, name }));
const tool = {
  ...makeTool({ name: 'list_pets', parameters }),
  inputSchema: { type: 'object' as const, properties },
};
const asked: string[] = [];
let server: HttpServer;
/** The headers of the last request of a client. */
let last = new Headers();

beforeAll(async () => {
  const app = createApp({
    catalog: makeCatalog([tool], {
      schemas: { list_pets: { ...tool.inputSchema, additionalProperties: false } },
      api: { routing: true },
    }),
    env: {},
    fetch: async (url) => {
      asked.push(new URL(String(url)).search);
      return Response.json({});
    },
  });
  server = await serveOverHttp(app, {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => {},
  });
});
afterAll(() => server.close());

async function call(args: object, headers: Record<string, string>) {
  const request = modern('tools/call', { name: 'list_pets', arguments: args });
  const before = asked.length;
  const answer = await post({ url: server.url, ...request, headers: { ...request.headers, ...headers } });
  const { error } = messageOf(answer) as { error?: { code: number; message: string } };
  return { status: answer.status, code: error?.code, message: error?.message, sent: asked.length - before };
}

const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('headers that repeat arguments', () => {
  test.each<[args: object, headers: Record<string, string>]>([
    [{}, {}],
    [{ note: 'x' }, {}],
    [{ region: null }, {}],
    [{ region: 'eu' }, { 'mcp-param-region': 'eu' }],
    [{ region: ' Zürich' }, { 'mcp-param-region': base64(' Zürich') }],
    [
      { shard: 42, dry: false },
      { 'mcp-param-shard': '42.0', 'mcp-param-dry-run': 'false' },
    ],
  ])('let %j pass with %j', async (args, headers) => {
    expect(await call(args, headers)).toMatchObject({ status: 200, code: undefined });
  });

  test.each<[args: object, headers: Record<string, string>, message: string]>([
    [{ region: 'eu' }, {}, 'Mcp-Param-Region is missing beside the argument region'],
    [{ region: 'eu' }, { 'mcp-param-region': 'us' }, 'differs from the argument region'],
    [{ region: 'eu' }, { 'mcp-param-region': 'EU' }, 'differs'],
    [{}, { 'mcp-param-region': 'eu' }, 'is sent without the argument region'],
    [{ region: null }, { 'mcp-param-region': 'null' }, 'is sent without'],
    [{ region: 'Zürich' }, { 'mcp-param-region': '=?base64?!!!?=' }, 'is not written as the protocol has it'],
    [
      { region: 'Hello' },
      { 'mcp-param-region': '=?base64?SGVsbG8?=' },
      'is not written as the protocol has it',
    ],
    [{ region: 'x' }, { 'mcp-param-region': '=?base64?/w==?=' }, 'is not written as the protocol has it'],
    [{ shard: 42 }, { 'mcp-param-shard': '0x2a' }, 'differs'],
    [{ shard: 42 }, { 'mcp-param-shard': '43' }, 'differs'],
    [{ dry: true }, { 'mcp-param-dry-run': '1' }, 'differs'],
    [{ 'the[region]': 'eu' }, {}, 'the[region] is not an argument that is listed'],
    ...[{ toString: 1 }, [{ toString: null, valueOf: 1 }], {}, ['eu']].flatMap(
      (region): [args: object, headers: Record<string, string>, message: string][] => [
        [{ region }, {}, 'Mcp-Param-Region is missing beside the argument region'],
        [{ region }, { 'mcp-param-region': 'eu' }, 'Mcp-Param-Region differs from the argument region'],
      ],
    ),
    [{ region: {} }, { 'mcp-param-region': '[object Object]' }, 'differs'],
  ])('keep %j out with %j', async (args, headers, words) => {
    const answer = await call(args, headers);
    expect(answer).toMatchObject({ status: 400, code: -32_020, sent: 0 });
    expect(answer.message).toContain(words);
  });

  test('are sent by the official client', async () => {
    const client = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    await client.connect(
      new StreamableHTTPClientTransport(new URL(server.url), {
        fetch: (url, init) => {
          last = new Headers(init?.headers);
          return fetch(url, init);
        },
      }),
    );
    await client.listTools();
    const args = { region: 'Zürich', shard: 7 };
    const { isError } = await client.callTool({ name: 'list_pets', arguments: args });
    expect(isError).not.toBe(true);
    expect(last.get('mcp-param-region')).toBe(base64('Zürich'));
    expect(last.get('mcp-param-shard')).toBe('7');
    await client.close();
  });

  test('are nothing that earlier protocols know', async () => {
    const client = await connectHttp('SDK v1', server.url);
    const { isError } = await client.callTool({ name: 'list_pets', arguments: { region: 'eu' } });
    expect(isError).not.toBe(true);
    await client.close();
    const body = message('tools/call', { name: 'list_pets', arguments: { region: 'eu' } });
    expect((await post({ url: server.url, body })).status).toBe(200);
  });
});
