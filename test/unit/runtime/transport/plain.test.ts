import { type AddressInfo, connect } from 'node:net';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../templates/project/src/generated/catalog.js';
import { answerRequest } from '../../../../templates/project/src/runtime/transport/http/answerRequest.js';
import {
  createAddresses,
  createGate,
  findAddress,
} from '../../../../templates/project/src/runtime/transport/http/createGate.js';
import { serveOverHttp } from '../../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let api: Upstream;
const ports: number[] = [];
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  api = await startUpstream(({ url }, response) => {
    if (url.endsWith('/slow')) return;
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"ok":true,"word":"\u00e4\ud83d\ude00"}');
  });
  const env = {
    EXAMPLE_BASE_URL: api.url,
    EXAMPLE_API_KEY: 'test-key',
    MCP_ALLOWED_ORIGINS: 'https://app.example.com',
  };
  const ours = await serveOverHttp(createApp({ catalog, env }), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
  });
  ports.push(Number(new URL(ours.url).port));
  closing.push(ours.close);
  // The same with the SDK's web-standard side for every request.
  const app = createApp({ catalog, env });
  const addresses = createAddresses(app, () => undefined);
  const admit = createGate(app.settings, '127.0.0.1');
  const theirs = createServer((request, response) => {
    const address = admit(request, response) && findAddress(addresses.find, request, response);
    if (!address) return;
    const handle = toNodeHandler({ fetch: (web) => answerRequest(web, address, undefined) });
    void handle(request as Parameters<typeof handle>[0], response);
  });
  await once(theirs.listen(0, '127.0.0.1'), 'listening');
  ports.push((theirs.address() as AddressInfo).port);
  closing.push(() => theirs.close());
});
afterAll(async () => {
  await Promise.all(closing.map((close) => close()));
  await api.close();
});

type Headers = Record<string, string>;

/** Sends a request as it stands, and gives all that comes back but the time and the port. */
async function send(port: number, head: string, headers: Headers, body: string | Buffer): Promise<string> {
  const bytes = Buffer.from(body);
  const isChunked = headers['transfer-encoding'] !== undefined;
  const all: Headers = {
    host: `127.0.0.1:${port}`,
    connection: 'close',
    ...(!isChunked && { 'content-length': String(bytes.length) }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const socket = connect(port, '127.0.0.1');
  const pieces: Buffer[] = [];
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    pieces.push(piece);
    // What is streamed says that the connection is kept.
    if (piece.toString().endsWith('\r\n0\r\n\r\n')) socket.end();
  });
  const content = isChunked ? [`${bytes.length.toString(16)}\r\n`, bytes, '\r\n0\r\n\r\n'] : [bytes];
  const parts = [`${head} HTTP/1.1\r\n${lines.join('')}\r\n`, ...content];
  // At once: in parts, each would wait for the one before to be acknowledged.
  socket.write(Buffer.concat(parts.map((part) => Buffer.from(part))));
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(pieces)
    .toString('latin1')
    .replace(/^date: .*\r\n/im, '')
    .replaceAll(String(port), 'PORT');
}

const rpc = (method: string, params?: object, more: object = { id: 1 }) =>
  JSON.stringify({ jsonrpc: '2.0', ...more, method, ...(params && { params }) });
const call = (args: object, more: object = {}) =>
  rpc('tools/call', { name: 'get_example', arguments: args, ...more });
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const initialize = (protocolVersion: string) =>
  rpc('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'c', version: '1' } });

const bodies: Record<string, string | Buffer> = {
  list: rpc('tools/list'),
  'a good call': call({ exampleId: 'a' }),
  'a call with a text for its id': call({ exampleId: 'a' }).replace('"id":1', '"id":"one"'),
  'a bad call': call({ exampleID: 'a', limit: 'x' }),
  'a call without arguments': rpc('tools/call', { name: 'get_example' }),
  'an unknown tool': rpc('tools/call', { name: 'no_such_tool', arguments: {} }),
  'a call without a name': rpc('tools/call', { arguments: {} }),
  'a list that goes on nowhere': rpc('tools/list', { cursor: 'nowhere' }),
  ping: rpc('ping'),
  'an unknown method': rpc('tools/destroy'),
  'a method of another feature': rpc('resources/list'),
  'initialize of 2025-11-25': initialize('2025-11-25'),
  'initialize of 2024-11-05': initialize('2024-11-05'),
  'initialize of the future': initialize('2099-01-01'),
  'initialize without anything': rpc('initialize'),
  'a notification': rpc('notifications/initialized', undefined, {}),
  'a cancellation': rpc('notifications/cancelled', { requestId: 1 }, {}),
  'a response': '{"jsonrpc":"2.0","id":1,"result":{}}',
  'an error': '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}',
  'a batch': `[${rpc('ping')},${rpc('tools/list', {}, { id: 2 })}]`,
  'a batch of nothing': '[]',
  'a batch of notifications': `[${rpc('notifications/initialized', undefined, {})}]`,
  'a progress token': call({ exampleId: 'a' }, { _meta: { progressToken: 'p' } }),
  'a trace': call(
    { exampleId: 'a' },
    { _meta: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' } },
  ),
  'the protocol of 2026': rpc('tools/list', { _meta: modern }),
  'a call in the protocol of 2026': call({ exampleId: 'a' }, { _meta: modern }),
  'a claim that is half': rpc('tools/list', {
    _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' },
  }),
  'broken JSON': '{"jsonrpc":',
  nothing: '',
  'white space': ' \n',
  'a text': '"hello"',
  'a number': '1',
  null: 'null',
  'an object of nothing': '{}',
  'no version': '{"id":1,"method":"ping"}',
  'another version': '{"jsonrpc":"1.0","id":1,"method":"ping"}',
  'an id that is null': rpc('ping', undefined, { id: null }),
  'an id that is half': rpc('ping', undefined, { id: 1.5 }),
  'an id that is an object': rpc('ping', undefined, { id: {} }),
  'params that are a list': '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
  'more members': rpc('ping', undefined, { id: 1, more: true }),
  'a lost argument': rpc('tools/call').replace(
    '}',
    ',"params":{"name":"get_example","arguments":{"__proto__":{"a":1}}}}',
  ),
  'arguments that are a text': rpc('tools/call').replace(
    '}',
    ',"params":{"name":"get_example","arguments":"x"}}',
  ),
  'a byte order mark': `\ufeff${rpc('ping')}`,
  'bytes that are no text': Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"p'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]),
  'deep arguments': rpc('tools/call').replace(
    '}',
    `,"params":{"name":"get_example","arguments":{"exampleId":${'['.repeat(20_000)}${']'.repeat(20_000)}}}}`,
  ),
  'more levels than can be looked at': rpc('ping').replace(
    '}',
    `,"params":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
  ),
  'a long name': rpc('tools/call', { name: 'x'.repeat(5_000), arguments: {} }),
  'a set level': rpc('logging/setLevel', { level: 'debug' }),
};

const both = 'application/json, text/event-stream';
const usual = { 'content-type': 'application/json', accept: both };
const variants: Record<string, Headers> = {
  'as usual': { ...usual, 'mcp-protocol-version': '2025-11-25' },
  'no version': usual,
  'an old version': { ...usual, 'mcp-protocol-version': '2025-03-26' },
  'the version of 2026': { ...usual, 'mcp-protocol-version': '2026-07-28' },
  'the version of 2026 and its method': {
    ...usual,
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/list',
  },
  'no known version': { ...usual, 'mcp-protocol-version': '1999-01-01' },
  'a version in spaces': { ...usual, 'mcp-protocol-version': '  2025-11-25 ' },
  'an empty version': { ...usual, 'mcp-protocol-version': '' },
  'two versions': { ...usual, 'mcp-protocol-version': '2025-11-25', 'MCP-Protocol-Version': '2025-06-18' },
  'another method': { ...usual, 'mcp-method': 'tools/call', 'mcp-name': 'other' },
  'a session': { ...usual, 'mcp-session-id': 'none' },
  'only JSON': { ...usual, accept: 'application/json' },
  'only streams': { ...usual, accept: 'text/event-stream' },
  anything: { ...usual, accept: '*/*' },
  'nothing accepted': { 'content-type': 'application/json' },
  'another type': { ...usual, 'content-type': 'text/plain' },
  'no type': { accept: both },
  'a type with a character set': { ...usual, 'content-type': 'Application/JSON; charset=utf-8' },
  'a type of JSON-RPC': { ...usual, 'content-type': 'application/json-rpc' },
  'in chunks': { ...usual, 'transfer-encoding': 'chunked' },
  'an allowed origin': { ...usual, origin: 'https://app.example.com' },
  'a foreign origin': { ...usual, origin: 'https://evil.example.com' },
  'a foreign host': { ...usual, host: 'evil.example.com' },
  'a coding': { ...usual, 'content-encoding': 'gzip' },
  'a trace': { ...usual, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
};

const heads = [
  'POST /mcp',
  'POST /mcp/examples',
  'POST /mcp?x=1',
  'POST /mcp/none',
  'POST /',
  'GET /mcp',
  'DELETE /mcp',
  'PUT /mcp',
  'OPTIONS /mcp',
  'POST http://127.0.0.1/mcp',
];

/** Requests of the protocol of 2026 that are as it has them, or nearly: the method, its name in the headers, the body. */
const modernRequests: Record<string, [method: string, called: string | undefined, body: string]> = {
  'a list': ['tools/list', undefined, rpc('tools/list', { _meta: modern })],
  'a page that is not there': ['tools/list', undefined, rpc('tools/list', { cursor: 'x', _meta: modern })],
  'a good call': ['tools/call', 'get_example', call({ exampleId: 'a' }, { _meta: modern })],
  'a bad call': ['tools/call', 'get_example', call({ exampleID: 'a' }, { _meta: modern })],
  'a call of another name': ['tools/call', 'other', call({ exampleId: 'a' }, { _meta: modern })],
  'a call of no name': ['tools/call', undefined, call({ exampleId: 'a' }, { _meta: modern })],
  'another method': ['tools/list', undefined, call({ exampleId: 'a' }, { _meta: modern })],
  'an unknown tool': [
    'tools/call',
    'none',
    rpc('tools/call', { name: 'none', arguments: {}, _meta: modern }),
  ],
  'an unknown method': ['tools/destroy', undefined, rpc('tools/destroy', { _meta: modern })],
  'what there is': ['server/discover', undefined, rpc('server/discover', { _meta: modern })],
  initialize: ['initialize', undefined, rpc('initialize', { _meta: modern })],
  'a ping': ['ping', undefined, rpc('ping', { _meta: modern })],
  'a notification': [
    'notifications/cancelled',
    undefined,
    rpc('notifications/cancelled', { requestId: 1, _meta: modern }, {}),
  ],
  'a call that asks for progress': [
    'tools/call',
    'get_example',
    call({ exampleId: 'a' }, { _meta: { ...modern, progressToken: 'p' } }),
  ],
  'an envelope of another version': [
    'tools/list',
    undefined,
    rpc('tools/list', { _meta: { ...modern, 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }),
  ],
  'an envelope that lacks who it is': [
    'tools/list',
    undefined,
    rpc('tools/list', { _meta: { ...modern, 'io.modelcontextprotocol/clientInfo': undefined } }),
  ],
  'a client whose name is no text': [
    'tools/call',
    'get_example',
    call(
      { exampleId: 'a' },
      { _meta: { ...modern, 'io.modelcontextprotocol/clientInfo': { name: { toString: 1 }, version: '1' } } },
    ),
  ],
};

const requests: [name: string, head: string, headers: Headers, body: string | Buffer][] = [
  ...Object.entries(bodies).flatMap(([name, body]) =>
    ['as usual', 'no version', 'the version of 2026'].map((variant): (typeof requests)[number] => [
      `${name}, ${variant}`,
      'POST /mcp',
      variants[variant]!,
      body,
    ]),
  ),
  ...Object.entries(variants).flatMap(([name, headers]) =>
    ['a good call', 'list', 'a batch'].map((body): (typeof requests)[number] => [
      `${body}, ${name}`,
      'POST /mcp',
      headers,
      bodies[body]!,
    ]),
  ),
  ...heads.map((head): (typeof requests)[number] => [head, head, usual, bodies['list']!]),
  ...Object.entries(modernRequests).flatMap(([name, [method, called, body]]) =>
    [both, 'application/json', 'text/event-stream'].map((accept): (typeof requests)[number] => [
      `${name}, 2026, accepting ${accept}`,
      'POST /mcp',
      {
        'content-type': 'application/json',
        accept,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(called !== undefined && { 'mcp-name': called }),
      },
      body,
    ]),
  ),
];

/** A call of so many bytes. */
function fill(bytes: number): string {
  const text = call({ exampleId: 'a', more: 'FILL' });
  return text.replace('FILL', 'x'.repeat(bytes - text.length + 4));
}

describe('what is answered by the short way', () => {
  test(`is what the SDK answers, byte for byte, to ${requests.length} requests`, async () => {
    expect(requests.length).toBeGreaterThanOrEqual(200);
    for (const [name, head, headers, body] of requests) {
      // A stream of changes goes on until it is left; it is tested where sessions are.
      const [ours, theirs] = await Promise.all(ports.map((port) => send(port, head, headers, body)));
      expect(ours, name).toBe(theirs);
      expect(ours, name).toMatch(/^HTTP\/1\.1 \d{3} /);
    }
  });

  test('is as large as the SDK takes, and is refused alike beyond', async () => {
    for (const bytes of [4 * 1024 * 1024, 4 * 1024 * 1024 + 1]) {
      const [ours, theirs] = await Promise.all(
        ports.map((port) => send(port, 'POST /mcp', usual, fill(bytes))),
      );
      expect(ours).toBe(theirs);
    }
  });

  test.each([
    ['2025', '', {}],
    [
      '2026',
      'mcp-protocol-version: 2026-07-28\r\nmcp-method: tools/call\r\nmcp-name: get_example\r\n',
      { _meta: modern },
    ],
  ])('is cancelled where the client of %s goes', async (_year, headers, more) => {
    const got = api.next();
    const body = call({ exampleId: 'slow' }, more);
    const socket = connect(ports[0]!, '127.0.0.1');
    socket.write(
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\n${headers}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const { aborted } = await got;
    socket.destroy();
    await aborted;
  });
});
