import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deepest, mostValues } from '../../../templates/project/src/runtime/arguments/schemas.js';
import { longestHead } from '../../../templates/project/src/runtime/request/buildRequest.js';
import type { ParameterLocation } from '../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { serveOverStdio } from '../../../templates/project/src/runtime/transport/stdio/runStdio.js';
import { createApp } from '../../../templates/project/src/server.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../support/runtime/fixtures.js';
import type { Message } from '../../support/runtime/project.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { message, messageOf, modern, post } from '../../support/runtime/wire.js';

const timeoutMs = 10_000;

let upstream: Upstream;
let server: HttpServer;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}'),
  );
  server = await serveOverHttp(makeApp(), {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
  });
  expect(await call('{"id":"a"}')).toMatchObject({ structuredContent: { ok: true } });
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

/** A server with one tool, which takes arguments in every place of a request. */
function makeApp() {
  const places: ParameterLocation[] = ['path', 'query', 'header', 'cookie'];
  const text = { type: 'string' };
  const row = { type: 'object', required: ['a'], properties: { a: text }, additionalProperties: false };
  const body = {
    type: 'object',
    properties: {
      text,
      texts: { type: 'array', items: text },
      rows: { type: 'array', items: row },
      tree: { $ref: 'Tree' },
      any: {},
    },
    additionalProperties: false,
  };
  const tool = makeTool({
    method: 'POST',
    path: '/things/{id}',
    parameters: places.map((place) =>
      makeParameter({
        argument: place === 'path' ? 'id' : place,
        name: place === 'path' ? 'id' : `x-${place}`,
        in: place,
      }),
    ),
    body: makeBody({ required: false }),
  });
  const catalog = makeCatalog([tool], {
    api: { servers: [{ url: upstream.url }] },
    schemas: {
      the_tool: {
        type: 'object',
        properties: { id: text, query: text, header: text, cookie: text, body },
        required: ['id'],
        additionalProperties: false,
      },
    },
    components: {
      Tree: { type: 'object', properties: { next: { $ref: 'Tree' } }, additionalProperties: false },
    },
  });
  return createApp({ catalog, env: { MCP_TIMEOUT_MS: String(timeoutMs) } });
}

/** A call whose arguments are given as JSON, since not all of them can be made as a value. */
function callOf(args: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"the_tool","arguments":${args}}}`;
}

async function call(args: string): Promise<NonNullable<Message['result']>> {
  const { result, error } = messageOf(await post({ url: server.url, body: callOf(args) }));
  return result ?? { isError: true, content: [{ type: 'text', text: error?.message ?? '' }] };
}

const textOf = ({ content }: NonNullable<Message['result']>) =>
  (content as { text: string }[])[0]?.text ?? '';
const quoted = (value: unknown) => JSON.stringify(value);
const nest = (open: string, close: string, levels: number, inner = '') =>
  open.repeat(levels) + inner + close.repeat(levels);
const list = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;
const many = mostValues + 1;
const long = quoted('x'.repeat(1_000_000));
const tooLong = `too long for the address and the headers of a request, which may have ${longestHead} characters`;
const tooMany = `more than ${mostValues} values`;
const tooDeep = `nested more than ${deepest} levels deep`;

const hostile: [name: string, args: string, words: string][] = [
  ...['..', '../admin', 'a/.%2e', '%252e%252e', '..\\admin', '..;', '\0', ''].map(
    (id): [string, string, string] => [`a path of ${quoted(id)}`, quoted({ id }), 'a part of the path'],
  ),
  ...['.', 'a/../../admin', '%2e%2e%2fadmin', '..%2Fadmin', '..%5Cadmin', 'a\\..\\b', 'a\tb', 'a\u007fb'].map(
    (id): [string, string, string] => [`a path of ${quoted(id)}`, quoted({ id }), 'a part of the path'],
  ),
  ['a line break in a path', '{"id":"a\\r\\nhost: b"}', 'since it is a part of the path'],
  ['a line break in a header', '{"id":"a","header":"b\\r\\nx-evil: c"}', 'must hold neither line breaks'],
  ['a line feed in a header', '{"id":"a","header":"b\\nx-evil: c"}', 'must hold neither line breaks'],
  ['a header that is not Latin-1', '{"id":"a","header":"b\\u0100"}', 'outside of Latin-1'],
  ['__proto__ as an argument', '{"id":"a","__proto__":{"admin":true}}', '"__proto__" is not allowed'],
  [
    '__proto__ within one',
    '{"id":"a","body":{"any":{"__proto__":{"admin":true}}}}',
    '__proto__: not allowed as a name',
  ],
  [
    '__proto__ in a text',
    quoted({ id: 'a', body: '{"any":{"__proto__":{"admin":true}}}' }),
    '__proto__: not allowed as a name',
  ],
  ...['constructor', 'toString', 'hasOwnProperty', 'prototype', 'Authorization', 'body '].map(
    (name): [string, string, string] => [
      `${name} as an argument`,
      quoted({ id: 'a', [name]: 'x' }),
      'unknown field',
    ],
  ),
  ['half of a character', '{"id":"a\\ud800"}', 'half of a character'],
  ['a number beyond all', '{"id":"a","body":{"any":1e999}}', 'too large to be a number'],
  ['a long path', `{"id":${long}}`, tooLong],
  ['a long query', `{"id":"a","query":${long}}`, tooLong],
  ['a long header', `{"id":"a","header":${long}}`, tooLong],
  ['a long cookie', `{"id":"a","cookie":${long}}`, tooLong],
  ['a name that is long', `{"id":"a",${long}:1}`, 'unknown field'],
  ['deep objects', `{"id":"a","body":{"tree":${nest('{"next":', '}', 10_000, '{}')}}}`, tooDeep],
  ['deep lists', `{"id":"a","body":{"any":${nest('[', ']', 10_000)}}}`, tooDeep],
  ['very deep lists', `{"id":"a","body":{"any":${nest('[', ']', 300_000)}}}`, tooMany],
  [
    'deep objects in a text',
    quoted({ id: 'a', body: `{"tree":${nest('{"next":', '}', 100, '{}')}}` }),
    tooDeep,
  ],
  [
    'very deep objects in a text',
    quoted({ id: 'a', body: `{"tree":${nest('{"next":', '}', 10_000, '{}')}}` }),
    'body: expected object',
  ],
  ['many texts', `{"id":"a","body":{"texts":${list('""', many)}}}`, tooMany],
  ['many numbers for texts', `{"id":"a","body":{"texts":${list('1', many)}}}`, tooMany],
  ['many objects that are wrong', `{"id":"a","body":{"rows":${list('{}', many)}}}`, tooMany],
  ['many values of any kind', `{"id":"a","body":{"any":${list('[]', many)}}}`, tooMany],
  [
    'many values in a text',
    quoted({ id: 'a', body: `{"texts":${list('1', many)}}` }),
    'body: expected object',
  ],
  [
    'many arguments',
    `{"id":"a",${Array.from({ length: many }, (_, index) => `"x${index}":1`).join()}}`,
    tooMany,
  ],
];

describe('a hostile call', () => {
  test('is tried in at least forty ways', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(40);
    expect(new Set(hostile.map(([, args]) => args)).size).toBe(hostile.length);
  });

  test.each(hostile)('with %s is refused in time, and nothing is sent', async (_name, args, words) => {
    const before = upstream.got.length;
    const started = performance.now();
    const result = await call(args);
    expect(performance.now() - started).toBeLessThan(timeoutMs);
    expect(result['isError']).toBe(true);
    expect(textOf(result)).toContain(words);
    expect(textOf(result)).toContain('nothing was sent');
    expect(textOf(result).length).toBeLessThan(2_000);
    expect(upstream.got).toHaveLength(before);
  });

  test('leaves the server, and all objects in it, as they were', async () => {
    expect({}).not.toHaveProperty('admin');
    expect(await call('{"id":"a"}')).toMatchObject({ structuredContent: { ok: true } });
  });

  test.each<[string, string, object]>([
    ['a long text in a body', `{"id":"a","body":{"text":${long}}}`, {}],
    ['a cookie that would be two', '{"id":"a","cookie":"b; c=d"}', { cookie: 'x-cookie=b%3B%20c%3Dd' }],
    ['a header that looks like a list', '{"id":"a","header":"b, c: d"}', { 'x-header': 'b, c: d' }],
  ])('is none with %s', async (_name, args, headers) => {
    expect(await call(args)).not.toHaveProperty('isError');
    expect(upstream.got.at(-1)?.headers).toMatchObject(headers);
  });
});

describe('what a caller says', () => {
  /** Cannot be seen, or turns round what follows. */
  const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
  const name = `a\u0000\u001b[2J\u202e\u2028\u200b${'x'.repeat(100_000)}`;
  const places: [string, Parameters<typeof post>[0]][] = [
    ['tool', { url: '', body: message('tools/call', { name, arguments: {} }) }],
    ['tool, to the newest version', { url: '', ...modern('tools/call', { name: 'a', arguments: {} }) }],
    ['argument', { url: '', body: callOf(quoted({ id: 'a', [name]: 1 })) }],
    ['argument within one', { url: '', body: callOf(quoted({ id: 'a', body: { [name]: 1 } })) }],
    ['value', { url: '', body: callOf(quoted({ id: [name] })) }],
    [
      'number in an object of such a name',
      { url: '', body: callOf(`{"id":"a","body":{"any":{${quoted(name)}:1e999}}}`) },
    ],
    ['method', { url: '', body: message(name) }],
    ['version', { url: '', ...modern('tools/list', {}, 'x'.repeat(10_000)) }],
    ['version within the message', { url: '', body: modern('tools/list', {}, name).body }],
    [
      'version to initialize with',
      {
        url: '',
        body: message('initialize', {
          protocolVersion: name,
          capabilities: {},
          clientInfo: { name, version: '1' },
        }),
      },
    ],
    [
      'name in a header',
      {
        url: '',
        ...modern('tools/call', { name: 'a' }),
        headers: { ...modern('tools/call', {}).headers, 'mcp-name': 'x'.repeat(10_000) },
      },
    ],
    [
      'name beside a header',
      {
        url: '',
        body: modern('tools/call', { name }).body,
        headers: modern('tools/call', { name: 'a' }).headers,
      },
    ],
    ['method beside a header', { url: '', body: modern(name).body, headers: modern('tools/list').headers }],
    ['cursor', { url: '', body: message('tools/list', { cursor: name }) }],
    ['toolset', { url: `/${encodeURIComponent(name.slice(0, 3_000))}`, body: message('tools/list') }],
    ['host', { url: '', headers: { host: 'x'.repeat(10_000) }, body: message('tools/list') }],
    ['session', { url: '', headers: { 'mcp-session-id': 'x'.repeat(10_000) }, body: message('nothing') }],
  ];
  test.each(places)('is not repeated at length: %s', async (_name, { url, ...options }) => {
    const { body } = await post({ ...options, url: server.url + url });
    expect(body.length).toBeLessThan(1_500);
    expect(body).not.toMatch(hidden);
  });
});

describe('a hostile message', () => {
  const megabyte = 1024 * 1024;
  const cases: [string, string, number, RegExp][] = [
    ['that is too large', ' '.repeat(4 * megabyte + 1), 413, /must not exceed 4194304 bytes/],
    ['of very many levels', nest('[', ']', 200_000), 400, /-32600/],
    [
      'with an id of many levels',
      `{"jsonrpc":"2.0","id":${nest('[', ']', 10_000)},"method":"ping"}`,
      400,
      /-32600/,
    ],
    ['of very many messages', list(message('tools/list'), 10_000), 400, /must not exceed 100 messages/],
    ['of very many calls', list(callOf('{"id":"a"}'), 10_000), 400, /must not exceed 100 messages/],
  ];
  test.each(cases)('%s is refused over HTTP', async (_name, body, status, words) => {
    const before = upstream.got.length;
    const answer = await post({ url: server.url, body });
    expect(answer.status).toBe(status);
    expect(answer.body).toMatch(words);
    expect(upstream.got).toHaveLength(before);
  });

  test('with many headers is refused over HTTP', async () => {
    const answer = await post({
      url: server.url,
      headers: { x: 'y'.repeat(17_000) },
      body: callOf('{"id":"a"}'),
    });
    expect(answer.status).toBe(431);
  });

  test('that is too large and does not say so is refused over HTTP', async () => {
    const headers = { 'transfer-encoding': 'chunked' };
    const answer = await post({ url: server.url, headers, body: ' '.repeat(4 * megabyte + 1) });
    expect(answer.status).toBe(413);
  });

  test('is refused over stdio, and the next one answered', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const { finished } = serveOverStdio(makeApp(), { input, output, log: () => undefined });
    const before = upstream.got.length;
    const lines = [
      'x'.repeat(10 * megabyte + 1),
      nest('[', ']', 100_000),
      `{"jsonrpc":"2.0","id":${nest('[', ']', 10_000)},"method":"ping"}`,
      callOf('{"id":"a","__proto__":{"admin":true}}', 2),
      callOf(`{"id":"a","body":{"any":${nest('[', ']', 10_000)}}}`, 3),
      callOf(`{"id":"a","body":{"any":${list('[]', many)}}}`, 4),
    ];
    input.end(`${[...lines, callOf('{"id":"a"}', 5)].join('\n')}\n`);
    await finished;
    const answers = String(output.read())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Message);
    const codes = answers.flatMap(({ error }) => error?.code ?? []);
    expect(codes.toSorted()).toEqual([-32600, -32600, -32600, -32602]);
    const results = new Map(answers.map(({ id, result }) => [id, result]));
    expect(textOf(results.get(3)!)).toContain(tooDeep);
    expect(textOf(results.get(4)!)).toContain(tooMany);
    expect(results.get(5)).toMatchObject({ structuredContent: { ok: true } });
    expect(upstream.got).toHaveLength(before + 1);
  });
});
