import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import type { OnProgress } from '../../../templates/project/src/runtime/http/send.js';
import { type OfferedTool, offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import type { Environment } from '../../../templates/project/src/runtime/settings.js';
import type { Method, Parameter } from '../../../templates/project/src/runtime/tool.js';
import { makeParameter } from '../../support/runtime/fixtures.js';
import { makeUploads } from '../../support/runtime/makeUploads.js';
import { type Proxy, certificate, startProxy, startTlsApi } from '../../support/runtime/networkServers.js';
import { type Answer, type Upstream, startUpstream } from '../../support/runtime/upstream.js';

let api: Upstream;
let proxy: Proxy;
let root: string;
let answer: Answer;
beforeAll(async () => {
  api = await startUpstream((request, response) => answer(request, response));
  proxy = await startProxy({ 'api.test:80': Number(new URL(api.url).port) });
  root = await mkdtemp(join(tmpdir(), 'decompress-'));
  await writeFile(join(root, 'data.bin'), 'some bytes');
});
afterAll(async () => {
  await Promise.all([api.close(), proxy.close()]);
  await rm(root, { recursive: true });
});
beforeEach(() => {
  api.got.length = 0;
});

interface Way {
  method: Method;
  tool: string;
  args: object;
  follows?: true;
}

/** Each way that a request goes which is not for `fetch`. */
const ways: [name: string, way: Way][] = [
  ['GET with a body', { method: 'GET', tool: 'put_data', args: { body: { file: { base64: 'YQ==' } } } }],
  ['TRACE', { method: 'TRACE', tool: 'put_data', args: { body: { file: { base64: 'YQ==' } } } }],
  ['a file by its path', { method: 'PUT', tool: 'put_file', args: { body: { path: 'data.bin' } } }],
  [
    'a large body with progress',
    {
      method: 'PUT',
      tool: 'put_file',
      args: { body: { base64: Buffer.alloc(300 * 1024).toString('base64') } },
      follows: true,
    },
  ],
];

/** Of more bytes than are taken. */
const bomb = gzipSync(Buffer.alloc(26 * 1024 * 1024));
const range = makeParameter({ name: 'Range', in: 'header', constant: 'bytes=0-9' });

interface Caller {
  caller: Awaited<ReturnType<typeof createCaller>>;
  offered: OfferedTool;
}

const callers = new Map<string, Promise<Caller>>();

/** Makes a caller of a tool, once for all calls in the same way: to read all certificates that Node trusts takes long. */
function callerFor({ method, tool }: Way, url: string, env: Environment, parameters: Parameter[]) {
  const key = JSON.stringify([method, tool, url, env, parameters]);
  const made = callers.get(key) ?? makeCaller();
  callers.set(key, made);
  return made;

  async function makeCaller(): Promise<Caller> {
    const catalog = makeUploads(url, { method, parameters });
    const caller = await createCaller({ features, catalog, env, timeoutMs: 120_000, fileRoots: [root] });
    return { caller, offered: (await offerTools(catalog.toolsets[0]!)).get(tool)! };
  }
}

/** Calls the API in such a way; its words, and how much of them had come each time that was told. */
async function call(way: Way, url: string, env: Environment, parameters: Parameter[] = []) {
  const { args, follows } = way;
  const { caller, offered } = await callerFor(way, url, env, parameters);
  const received: number[] = [];
  const onProgress: OnProgress = (bytes, _total, _words, isSent) => void (isSent || received.push(bytes));
  const { content } = await caller(offered, args, {
    signal: new AbortController().signal,
    trace: {},
    ...(follows && { onProgress }),
  });
  const [block] = content;
  return { text: block?.type === 'text' ? block.text : '', received };
}

const routes: [name: string, place: () => { url: string; env: Environment }][] = [
  ['of its own', () => ({ url: api.url, env: {} })],
  ['with certificates', () => ({ url: api.url, env: { MCP_CA_FILE: certificate('ca.pem') } })],
  [
    'through a proxy',
    () => ({ url: 'http://api.test', env: { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` } }),
  ],
];

/** The same in gzip with a name, a comment, a field and a check of its header (RFC 1952, 2.3). */
function named(gzip: Buffer): Buffer {
  const head = Buffer.from(gzip.subarray(0, 10));
  head[3] = 4 | 8 | 16 | 2;
  const more = Buffer.from(['\u0002\0ab', 'name\0', 'comment\0'].join(''), 'latin1');
  const check = Buffer.alloc(2);
  check.writeUInt16LE(crcOf(Buffer.concat([head, more])) & 0xffff);
  return Buffer.concat([head, more, check, gzip.subarray(10)]);
}

/** The check value that gzip has of a content (RFC 1952, 8). */
const crcOf = (content: Buffer) => gzipSync(content).readUInt32LE(gzipSync(content).length - 8);

const said = JSON.stringify({ words: 'ä'.repeat(1_000) });

describe.each(routes)('a way %s', (_route, place) => {
  const cases: [coding: string, body: Buffer][] = [
    ['gzip', gzipSync(said)],
    ['X-GZIP', Buffer.concat([gzipSync(said.slice(0, 9)), gzipSync(said.slice(9))])],
    ['deflate', deflateSync(said)],
    ['deflate', deflateRawSync(said)],
    ['br', brotliCompressSync(said)],
    ['deflate, ,identity, gzip', gzipSync(deflateSync(said))],
    ['identity', Buffer.from(said)],
  ];

  test.each(ways)('understands what is compressed: %s', async (_name, way) => {
    const { url, env } = place();
    for (const [coding, body] of cases) {
      answer = (_request, response) => {
        const headers = { 'content-type': 'application/json', 'content-encoding': coding };
        response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
      };
      const { text, received } = await call(way, url, env);
      expect(text).toBe(said);
      if (way.follows) expect(received.at(-1)).toBe(Buffer.byteLength(said));
    }
    const asked = api.got.map(({ headers }) => headers['accept-encoding']);
    expect(asked).toEqual(cases.map(() => 'gzip, deflate'));
  });

  test.each(ways)('asks for no coding of a part: %s', async (_name, way) => {
    answer = (_request, response) => response.end();
    const { url, env } = place();
    await call(way, url, env, [range]);
    expect(api.got[0]?.headers).toMatchObject({ range: 'bytes=0-9', 'accept-encoding': 'identity' });
  });

  test.each(ways)('breaks off with its connection: %s', async (_name, way) => {
    const body = gzipSync(said);
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': body.length });
      response.write(body.subarray(0, 20), () => response.destroy());
    };
    const { url, env } = place();
    expect((await call(way, url, env)).text).toContain('broke off');
  });

  test.each(ways)('tells what breaks off within its coding: %s', async (_name, way) => {
    const { url, env } = place();
    const noise = JSON.stringify({ words: randomBytes(3_000).toString('hex') });
    const cut: [coding: string, body: Buffer][] = [
      ['gzip', gzipSync(noise).subarray(0, -9)],
      ['gzip', Buffer.concat([gzipSync(noise), gzipSync(noise).subarray(0, 1_000)])],
      ['deflate', deflateSync(noise).subarray(0, -6)],
      ['deflate', deflateRawSync(noise).subarray(0, 1_000)],
      ['br', brotliCompressSync(noise).subarray(0, 1_000)],
      ['gzip, br', brotliCompressSync(gzipSync(noise).subarray(0, 1_000))],
    ];
    for (const [coding, body] of cut) {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body);
      };
      expect((await call(way, url, env)).text).toContain('broke off');
    }
  });

  test.each(ways)('does without the check value at the end: %s', async (_name, way) => {
    const { url, env } = place();
    const complete: [coding: string, body: Buffer][] = [
      ['gzip', gzipSync(said).subarray(0, -8)],
      ['gzip', gzipSync(said).subarray(0, -3)],
      ['gzip', named(gzipSync(said)).subarray(0, -8)],
      ['gzip', Buffer.concat([gzipSync(said.slice(0, 9)), gzipSync(said.slice(9)).subarray(0, -8)])],
      ['deflate', deflateSync(said).subarray(0, -4)],
    ];
    for (const [coding, body] of complete) {
      answer = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding }).end(body);
      };
      expect((await call(way, url, env)).text).toBe(said);
    }
  });

  test.each(ways)('shows what has come of a stream: %s', async (_name, way) => {
    answer = (_request, response) => {
      const body = gzipSync('data: 1\n\n', { finishFlush: constants.Z_SYNC_FLUSH });
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' }).end(body);
    };
    const { url, env } = place();
    expect((await call(way, url, env)).text).toBe('data: 1\n\n');
  });

  test.each(ways)('lets go of a bomb: %s', async (_name, way) => {
    // It never ends.
    answer = (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.write(bomb);
    };
    const { url, env } = place();
    const got = api.next();
    const { text } = await call(way, url, env);
    expect(text).toContain('larger than 25 MB');
    await (
      await got
    ).aborted;
  });
});

describe('over TLS', () => {
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

  test('brotli is asked for too', async () => {
    const asked: unknown[] = [];
    const tlsApi = await startTlsApi(({ headers }, response) => {
      asked.push(headers['accept-encoding']);
      response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('hello'));
    });
    closing.push(tlsApi.close);
    for (const [, way] of ways) {
      expect((await call(way, tlsApi.url, { MCP_CA_FILE: certificate('ca.pem') })).text).toBe('hello');
    }
    expect(asked).toEqual(ways.map(() => 'br, gzip, deflate'));
  });
});
