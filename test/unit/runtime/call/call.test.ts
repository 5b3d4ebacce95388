import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { compactJson } from '../../../../templates/project/src/runtime/http/readJson.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { readProblem } from '../../../../templates/project/src/runtime/result/failure.js';
import type { ApiInfo, Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { growthOf, leastCpu, mostGrowth } from '../../../support/growth.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let answer: Answer;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => answer(request, response));
});
afterAll(() => upstream.close());

interface CallOptions {
  recipe?: Partial<Recipe>;
  args?: Record<string, unknown>;
  api?: Partial<ApiInfo>;
  env?: Record<string, string>;
  timeoutMs?: number;
  signal?: AbortSignal;
  fetch?: typeof globalThis.fetch;
}

/** What needs a credential, and is called at a server of its own. */
function withOwnServer() {
  return { security: [{ token: [] }], server: { url: upstream.url } };
}

/** Makes one call of one tool against the API on loopback. */
async function call(options: CallOptions = {}): Promise<CallToolResult> {
  const {
    recipe = {},
    args = {},
    api = {},
    env = {},
    timeoutMs = 5_000,
    signal = new AbortController().signal,
    fetch,
  } = options;
  const catalog = makeCatalog([makeTool(recipe)], { api: { servers: [{ url: upstream.url }], ...api } });
  const own = fetch === undefined ? {} : { fetch };
  const caller = await createCaller({ features, catalog, env, timeoutMs, ...own });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool');
  return caller(offered!, args, { signal, trace: {} });
}

/** Lets the API answer with a status, headers and a body. */
function say(status: number, headers: Record<string, string>, body: string | Buffer = ''): Answer {
  return (_request, response) => response.writeHead(status, headers).end(body);
}

/** Makes a call that the API answers so. */
function answered(
  status: number,
  headers: Record<string, string>,
  body: string | Buffer = '',
  options?: CallOptions,
) {
  answer = say(status, headers, body);
  return call(options);
}

const json = { 'content-type': 'application/json' };
const textOf = (result: CallToolResult) =>
  result.content.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`)).join('\n');

describe('a request on the wire', () => {
  beforeAll(() => {
    answer = say(200, json, '{}');
  });

  test('has method, address, headers and body as the recipe says', async () => {
    await call({
      recipe: {
        method: 'POST',
        path: '/pets/{id}?mode=full',
        parameters: [
          makeParameter({ argument: 'id', name: 'id', in: 'path' }),
          makeParameter({ argument: 'trace', name: 'X-Trace', in: 'header' }),
        ],
        body: makeBody({}),
        accept: ['application/json'],
      },
      args: { id: 'ä', trace: 't', body: { name: 'Ω' } },
    });
    expect(upstream.got.at(-1)).toMatchObject({
      method: 'POST',
      url: '/pets/%C3%A4?mode=full',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-trace': 't',
        'content-length': '13',
      },
      body: '{"name":"Ω"}',
    });
  });

  test.each(['GET', 'HEAD', 'DELETE', 'QUERY', 'OPTIONS', 'PURGE', 'LINK', 'LOCK', 'M-SEARCH'] as const)(
    'may have a body on %s',
    async (method) => {
      await call({ recipe: { method, body: makeBody({}) }, args: { body: { a: 1 } } });
      expect(upstream.got.at(-1)).toMatchObject({
        method,
        body: '{"a":1}',
        headers: { 'content-type': 'application/json' },
      });
    },
  );

  test('may be a TRACE', async () => {
    await call({ recipe: { method: 'TRACE' } });
    expect(upstream.got.at(-1)).toMatchObject({ method: 'TRACE' });
  });

  test('has neither body nor content type where no body is given', async () => {
    await call({ recipe: { method: 'POST', body: makeBody({ required: false }) } });
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('content-type');
    expect(upstream.got.at(-1)?.body).toBe('');
  });
});

describe('the base URL', () => {
  const nowhere = 'http://127.0.0.1:9';
  beforeAll(() => {
    answer = say(200, json, '{}');
  });

  test('is that of the operation before that of the API', async () => {
    await call({
      recipe: { server: { url: `${upstream.url}/files` } },
      api: { servers: [{ url: nowhere }] },
    });
    expect(upstream.got.at(-1)?.url).toBe('/files/things');
  });

  test('is that of the environment before both', async () => {
    const env = { TEST_BASE_URL: `${upstream.url}/mine/` };
    await call({ recipe: { server: { url: nowhere } }, api: { servers: [{ url: nowhere }] }, env });
    expect(upstream.got.at(-1)?.url).toBe('/mine/things');
  });

  test('has its variables filled in', async () => {
    const variables = {
      region: { default: 'eu', enum: ['eu', 'us'], env: 'TEST_REGION' },
      version: { default: 'v1', env: 'TEST_VERSION' },
    };
    const api = { servers: [{ url: `${upstream.url}/{region}/{version}/{other}`, variables }] };
    await call({ api });
    expect(upstream.got.at(-1)?.url).toBe('/eu/v1/%7Bother%7D/things');
    await call({ api, env: { TEST_REGION: 'us', TEST_VERSION: 'v2' } });
    expect(upstream.got.at(-1)?.url).toBe('/us/v2/%7Bother%7D/things');
    expect(await call({ api, env: { TEST_REGION: 'mars' } })).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/TEST_REGION must be one of eu, us; nothing was sent/) as string },
      ],
    });
  });

  test.each<[ApiInfo['servers'], string, string]>([
    [
      [],
      '',
      'No base URL is known for this API; nothing was sent. Ask the user to set the environment variable TEST_BASE_URL',
    ],
    [
      [{ url: '/v1' }],
      '',
      'The server URL of the API is not an absolute http or https URL; nothing was sent.',
    ],
    [
      [],
      'ftp://x',
      'The environment variable TEST_BASE_URL is not an absolute http or https URL; nothing was sent.',
    ],
  ])('that is missing is asked for: %j', async (servers, override, words) => {
    const result = await call({ api: { servers }, env: { TEST_BASE_URL: override } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(words);
  });
});

describe('the credentials of the API', () => {
  const api = {
    auth: { token: { kind: 'bearer' as const, env: 'T_TOKEN' } },
    servers: [{ url: 'https://api.example.com' }],
  };
  const env = { T_TOKEN: 'a-secret-token' };

  test('do not go to an origin that only an operation names; what it lacks is told where it is asked for', async () => {
    const result = await answered(401, json, '{}', { api, env, recipe: withOwnServer() });
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('authorization');
    expect(textOf(result)).toContain(
      `No credentials were sent, since ${upstream.url} is none of the servers of the API as a whole. If they belong there, the user can add it to credentialOrigins in mcpwright.yaml, and generate this server again.`,
    );
    await answered(200, json, '{}', { api, env: {}, recipe: withOwnServer() });
    expect(upstream.got.at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test('go there where it is allowed, or is the base URL of the operator', async () => {
    await answered(200, json, '{}', {
      api: { ...api, credentialOrigins: [upstream.url] },
      env,
      recipe: withOwnServer(),
    });
    expect(upstream.got.at(-1)?.headers).toMatchObject({ authorization: 'Bearer a-secret-token' });
    const other = { ...withOwnServer(), server: { url: 'https://uploads.example.com' } };
    await answered(200, json, '{}', { api, env: { ...env, TEST_BASE_URL: upstream.url }, recipe: other });
    expect(upstream.got.at(-1)?.headers).toMatchObject({ authorization: 'Bearer a-secret-token' });
  });

  test('do not go along where accepted work is followed up', async () => {
    let turns = 0;
    answer = (_request, response) => {
      turns += 1;
      if (turns === 1) response.writeHead(202, { location: '/job' }).end();
      else response.writeHead(200, json).end('{"done":true}');
    };
    await call({ api, env, recipe: { ...withOwnServer(), method: 'POST', poll: true } });
    expect(turns).toBe(2);
    for (const { headers } of upstream.got.slice(-2)) expect(headers).not.toHaveProperty('authorization');
  });
});

describe('an answer', () => {
  test('in JSON comes as its own text without white space, and as a value', async () => {
    expect(await answered(200, json, '{\n  "id": 1,\n  "name": "a b  c\\"d\\" e"\n}\n')).toEqual({
      content: [{ type: 'text', text: '{"id":1,"name":"a b  c\\"d\\" e"}' }],
      structuredContent: { id: 1, name: 'a b  c"d" e' },
    });
  });

  test.each([
    '{"id":9007199254740993}',
    '{"a":[{"id":-12345678901234567890}]}',
    '["é",12345678901234567890.0]',
    '[12345678901234567890E0]',
    '[1.2345678901234567890e19]',
    '[12345678901234567.89]',
    '[1234567890123456.7]',
    '[36028797018963968]',
    '[0.12345678901234567890]',
    '[1e400]',
    '[1.5e-400]',
  ])('with large numbers keeps them, and has no value that would differ: %s', async (body) => {
    expect(await answered(200, json, body)).toEqual({ content: [{ type: 'text', text: body }] });
  });

  test('that is no JSON though the API says so tells that', async () => {
    const line = 'The API declared this as JSON, but it cannot be parsed.';
    const types = ['application/json', 'application/problem+json; charset=utf-8', 'text/json'];
    for (const type of types)
      expect(await answered(200, { 'content-type': type }, '{oops')).toEqual({
        content: [
          { type: 'text', text: '{oops' },
          { type: 'text', text: line },
        ],
      });
    for (const type of ['text/plain', 'application/x-ndjson', 'text/html', 'application/vnd.pet'])
      expect(JSON.stringify(await answered(200, { 'content-type': type }, '{"id":'))).not.toContain(line);
  });

  test('that is JSON lines though the API says JSON tells that', async () => {
    expect(await answered(200, json, '{"id":1}\n\n{"id":2}\r\n')).toEqual({
      content: [
        { type: 'text', text: '{"id":1}\n\n{"id":2}\r\n' },
        { type: 'text', text: 'Each line is a JSON value.' },
      ],
    });
  });

  test('that is a stream of values which an error ends is a failure, with what came before it', async () => {
    const text = '{"result":{"id":1}}\n{"error":{"code":14,"message":"unavailable"}}\n';
    expect(await answered(200, json, text)).toEqual({
      content: [
        { type: 'text', text },
        { type: 'text', text: 'Each line is a JSON value.' },
        {
          type: 'text',
          text: 'The last line says that an error ended the stream: what stands before it is not all.',
        },
      ],
      isError: true,
    });
    for (const fine of ['{"error":{"code":14}}\n{"result":{"id":1}}\n', '{"id":1}\n{"error":{"code":404}}\n'])
      expect((await answered(200, json, fine)).isError).toBeUndefined();
  });

  test('that goes on and on says which arguments end it', async () => {
    const names = ['id', 'timeoutSeconds', 'rateLimited', 'limit', 'watch'];
    const parameters = names.map((name) => makeParameter({ argument: name, name, in: 'query' }));
    const lines = '{"id":1}\n'.repeat(4_000_000);
    const endless = await answered(200, { 'content-type': 'application/x-ndjson' }, lines, {
      recipe: { parameters },
    });
    const said = 'The API was still sending when this was given up: more may have come.';
    expect(textOf(endless)).toContain(`${said} To have it end sooner, give timeoutSeconds, limit.`);
    const plain = await answered(200, { 'content-type': 'application/x-ndjson' }, lines);
    expect(textOf(plain).endsWith(said)).toBe(true);
  });

  test('in JSON may hold strings of any size, with any number of escapes', async () => {
    for (const value of ['x'.repeat(5_000_000), '"\\\n'.repeat(500_000)]) {
      const body = JSON.stringify({ a: [value, 1] }, undefined, 2);
      expect(textOf(await answered(200, json, body)).slice(0, 1000)).toBe(
        JSON.stringify({ a: [value, 1] }).slice(0, 1000),
      );
    }
  });

  test.each([
    '{"id":"9007199254740993"}',
    '{"a":9007199254740991,"b":1.5e300,"c":9007199254740992}',
    '{"a":[0.1,1.10,1.0E2,-0.0,0e99,0.10000000000000001,0.30000000000000004]}',
    '{"a":[100000000000000000000000,123456789.0000000000000000,0.00001234567890123450000]}',
    '{"a":"12345678901234567890\\"","\\\\":1e5}',
  ])('with numbers that survive has a value: %s', async (body) => {
    expect((await answered(200, json, body)).structuredContent).toEqual(JSON.parse(body));
  });

  test.each<[string, Record<string, string>, string, string, unknown]>([
    ['a list', json, '[1, 2]', '[1,2]', [1, 2]],
    ['a text', json, '"hi"', '"hi"', 'hi'],
    ['null', json, 'null', 'null', null],
    ['of another name', { 'content-type': 'application/hal+json; charset=utf-8' }, '[ ]', '[]', []],
    ['without a type', {}, '[ 1 ]', '[1]', [1]],
  ])(
    'in JSON that is no object has its value under result: %s',
    async (_name, headers, body, text, value) => {
      expect(await answered(200, headers, body)).toEqual({
        content: [{ type: 'text', text }],
        structuredContent: { result: value },
      });
    },
  );

  test.each<[string, Record<string, string>, string | Buffer, string]>([
    ['plain text', { 'content-type': 'text/plain' }, ' hello\n', ' hello\n'],
    [
      'text in another character set',
      { 'content-type': 'text/plain; charset=iso-8859-1' },
      Buffer.from([0xe4]),
      'ä',
    ],
    [
      'text of Windows',
      { 'content-type': 'text/plain; charset=windows-1252' },
      Buffer.from([0x80, 0x93, 0x81, 0x9f]),
      '€“\u0081Ÿ',
    ],
    ['text in an unknown character set', { 'content-type': 'text/plain; charset=martian' }, 'ä', 'ä'],
    ['XML', { 'content-type': 'application/xml' }, '<a/>', '<a/>'],
    ['SVG', { 'content-type': 'image/svg+xml' }, '<svg/>', '<svg/>'],
    ['CSV', { 'content-type': 'text/csv' }, 'a,b\n', 'a,b\n'],
    ['JSON lines', { 'content-type': 'application/x-ndjson' }, '{}\n{}\n', '{}\n{}\n'],
    ['text without a type', {}, 'hello', 'hello'],
    [
      'compressed text',
      { 'content-type': 'text/plain', 'content-encoding': 'gzip' },
      gzipSync('hello'),
      'hello',
    ],
  ])('that is %s comes as text', async (_name, headers, body, text) => {
    expect(await answered(200, headers, body)).toEqual({ content: [{ type: 'text', text }] });
  });

  test.each(['image', 'audio'])('that is %s comes as such', async (type) => {
    const bytes = Buffer.from([1, 2, 255]);
    expect(await answered(200, { 'content-type': `${type}/x; q=1` }, bytes)).toEqual({
      content: [{ type, mimeType: `${type}/x`, data: bytes.toString('base64') }],
    });
  });

  test.each([
    [
      { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="r.pdf"' },
      'r.pdf (application/pdf, 3 bytes)',
      'application/pdf',
    ],
    [{}, 'A file (application/octet-stream, 3 bytes)', 'application/octet-stream'],
  ])('of other bytes comes as a resource: %j', async (headers, text, mimeType) => {
    const bytes = Buffer.from([1, 2, 255]);
    const parameters = [makeParameter({ argument: 'secret', name: 'secret' })];
    expect(await answered(200, headers, bytes, { recipe: { parameters }, args: { secret: 'x' } })).toEqual({
      content: [
        { type: 'text', text },
        {
          type: 'resource',
          resource: { uri: `${upstream.url}/things`, mimeType, blob: bytes.toString('base64') },
        },
      ],
    });
  });

  test.each<[number, Record<string, string>, string]>([
    [204, {}, '204 No Content'],
    [200, { 'content-length': '0' }, '200 OK, no content'],
    [201, { location: '/things/5' }, '201 Created\nlocation: /things/5'],
    [202, {}, '202 Accepted'],
    [304, { etag: '"x"' }, '304 Not Modified\netag: "x"'],
  ])('without a body says so: %d %j', async (status, headers, text) => {
    const result = await answered(status, headers);
    expect(result.isError ?? false).toBe(false);
    expect(textOf(result)).toBe(text);
  });

  test('to HEAD says what the headers say', async () => {
    const headers = { 'content-type': 'application/pdf', 'content-length': '12345', etag: '"x"' };
    expect(textOf(await answered(200, headers, '', { recipe: { method: 'HEAD' } }))).toBe(
      '200 OK, no content\ncontent-length: 12345\ncontent-type: application/pdf\netag: "x"',
    );
  });

  test('that is long is cut, says so, and has no value', async () => {
    const body = JSON.stringify({ items: Array.from({ length: 20_000 }, (_, index) => `item ${index} 😀`) });
    const result = await answered(200, json, body);
    const text = textOf(result);
    expect(result).not.toHaveProperty('structuredContent');
    expect(text.length).toBeLessThan(88_300);
    expect(text).toMatch(/\n\[truncated: shown [\d,]+ of 20,000 items of items\. /);
    expect(text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  test.each([
    ['that it announces', (size: number) => ({ 'content-length': String(size) })],
    ['that it does not announce', () => ({})],
  ])('beyond 25 MB is not read, with a length %s', async (_name, lengths) => {
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', ...lengths(chunk.length * 40) });
      let left = 40;
      const write = () => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const result = await call();
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      'The response of the API is larger than 25 MB and was not read to its end.\nAsk for less, with a filter or a smaller page.\nCalling again with the same arguments will fail again.',
    );
    await upstream.got.at(-1)?.aborted;
  });
});

test('an answer of one number of millions of digits is shown', async () => {
  const result = await answered(200, json, `{"id":${'7'.repeat(8_000_000)}}`, { recipe: { method: 'POST' } });
  expect(textOf(result)).toContain('[truncated: shown');
  expect(result.isError).toBeUndefined();
});

test('large answers are made compact in a fraction of the time of a pattern for each part', async () => {
  const large = `[${Array.from({ length: 300_000 }, () => '"a"').join(', ')}]`;
  const byPattern = await leastCpu(() => {
    const parts = large.split('"').map((part) => (/\s/.test(part) ? part.replaceAll(/\s+/g, '') : part));
    parts.join('"');
  });
  expect(await leastCpu(() => compactJson(large))).toBeLessThan(byPattern / 2);
});

/** A call with two keys in the query, whose answer leads there. */
function redirectKeys(location: string) {
  answer = ({ url }, response) => {
    if (url.startsWith('/things')) response.writeHead(303, { location }).end();
    else response.writeHead(200, json).end('{"there":true}');
  };
  return call({
    recipe: { security: [{ key: [], other: [] }] },
    api: {
      auth: {
        key: { kind: 'api-key', in: 'query', name: 'api_key', env: 'TEST_KEY' },
        other: { kind: 'api-key', in: 'query', name: 'app', env: 'TEST_APP' },
      },
    },
    env: { TEST_KEY: 'secret key', TEST_APP: 'some app' },
  });
}

describe('redirects', () => {
  test('of reads are followed at the same origin, credentials included', async () => {
    const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
    answer = ({ url }, response) => {
      const target = { '/things': '/a', '/a': 'b?x=1' }[url];
      if (target !== undefined) response.writeHead(307, { location: target }).end();
      else response.writeHead(200, json).end('{"there":true}');
    };
    const result = await call({
      recipe: { security: [{ token: [] }] },
      api: { auth },
      env: { TEST_TOKEN: 'secret-token' },
    });
    expect(result.structuredContent).toEqual({ there: true });
    expect(upstream.got.at(-1)).toMatchObject({
      url: '/b?x=1',
      headers: { authorization: 'Bearer secret-token' },
    });
  });

  test('of reads at the same origin take the credentials of the query along, and no others do', async () => {
    await redirectKeys('/s/200');
    expect(upstream.got.at(-1)?.url).toBe('/s/200?api_key=secret%20key&app=some%20app');
    await redirectKeys('/s/200?x=1&api_key=stale');
    expect(upstream.got.at(-1)?.url).toBe('/s/200?x=1&api_key=secret%20key&app=some%20app');
    const before = upstream.got.length;
    const result = await redirectKeys('http://127.0.0.1:9/s');
    expect(upstream.got.length - before).toBe(1);
    expect(textOf(result)).not.toContain('secret');
  });

  test('end after five', async () => {
    const before = upstream.got.length;
    expect(textOf(await answered(302, { location: 'a/things' }))).toContain('redirects again and again');
    expect(upstream.got.length - before).toBe(6);
  });

  test.each<[string, Partial<Recipe>, string]>([
    ['another origin', {}, 'http://127.0.0.1:9/x'],
    ['another scheme', {}, 'javascript:alert(1)'],
    ['another path, for a write', { method: 'PUT' }, '/x'],
  ])('to %s are not followed', async (_name, recipe, location) => {
    const before = upstream.got.length;
    const result = await answered(302, { location }, '', { recipe });
    expect(upstream.got.length - before).toBe(1);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('The API answered 302 Found.');
    expect(textOf(result)).toContain(`It redirects to ${location}. Only reads are followed`);
  });
});

test('a redirect after a write says that the write may have taken effect', async () => {
  const text = textOf(await answered(303, { location: '/x' }, '', { recipe: { method: 'POST' } }));
  expect(text).toContain('It may have taken effect all the same');
});

describe('an answer that says no', () => {
  const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
  const bareKey = {
    token: { kind: 'api-key', in: 'header', name: 'Authorization', env: 'TEST_TOKEN' },
  } as const;
  const secured: CallOptions = {
    recipe: { security: [{ token: [] }] },
    api: { auth },
    env: { TEST_TOKEN: 'secret-token' },
  };
  const cases: [
    name: string,
    status: number,
    headers: Record<string, string>,
    body: string,
    options: CallOptions,
    lines: string[],
  ][] = [
    [
      'wrong arguments',
      400,
      { 'content-type': 'application/problem+json' },
      '{"type":"about:blank","title":"Bad","status":400,"detail":"limit is too large","errors":[{"pointer":"#/limit"}]}',
      {},
      [
        'The API answered 400 Bad Request.',
        'Bad: limit is too large',
        'errors: [{"pointer":"#/limit"}]',
        'Check the arguments against what the API says, and call again with better ones.',
        'Calling again with the same arguments will fail again.',
      ],
    ],
    [
      'no credentials',
      401,
      json,
      '{ "message": "who are you" }',
      secured,
      [
        'The API answered 401 Unauthorized.',
        '{"message":"who are you"}',
        'The credentials are missing or not accepted. Ask the user to check the environment variables TEST_TOKEN of this server.',
        'Calling again with the same arguments will fail again.',
      ],
    ],
    [
      'a key without a word before it',
      401,
      json,
      '',
      { ...secured, api: { auth: bareKey } },
      [
        'The API answered 401 Unauthorized.',
        'The credentials are missing or not accepted. Ask the user to check the environment variables TEST_TOKEN of this server. The value of TEST_TOKEN is sent in Authorization as it is: if the API wants a word before it, such as Bearer, that belongs into the variable too.',
        'Calling again with the same arguments will fail again.',
      ],
    ],
    [
      'no rights',
      403,
      {},
      '',
      {},
      [
        'The API answered 403 Forbidden.',
        'The credentials do not allow this. Ask the user.',
        'Calling again with the same arguments will fail again.',
      ],
    ],
    [
      'nothing there',
      404,
      { 'content-type': 'text/html' },
      '<html><style>x{}</style><h1>Not  found</h1>\n<script>alert(1)</script></html>',
      {},
      [
        'The API answered 404 Not Found.',
        'Not found',
        'Nothing is there: check the identifiers in the arguments.',
        'Calling again with the same arguments will fail again.',
      ],
    ],
    [
      'too many calls',
      429,
      { 'retry-after': '120', 'content-type': 'text/plain' },
      'slow down',
      { recipe: { method: 'POST' } },
      [
        'The API answered 429 Too Many Requests.',
        'slow down',
        'Too many calls were made.',
        'Wait 120 seconds before calling again.',
        'Calling again later is safe.',
      ],
    ],
    [
      'its own fault',
      503,
      { 'retry-after': 'Wed, 21 Oct 2099 07:28:00 GMT' },
      '',
      {},
      [
        'The API answered 503 Service Unavailable.',
        'The fault is on the side of the API.',
        'It asks to wait for more than a year: tell the user.',
        'Calling again is safe.',
      ],
    ],
    [
      'its own fault after a write',
      500,
      { 'content-type': 'application/octet-stream' },
      '\u0000\u0001',
      { recipe: { method: 'PATCH' } },
      [
        'The API answered 500 Internal Server Error.',
        'The fault is on the side of the API.',
        'It may have taken effect all the same: check that before calling again.',
      ],
    ],
    [
      'a status of its own',
      418,
      json,
      '[ "teapot" ]',
      {},
      [
        "The API answered 418 I'm a Teapot.",
        '["teapot"]',
        'Calling again with the same arguments will fail again.',
      ],
    ],
  ];
  test.each(cases)('for %s is explained', async (_name, status, headers, body, options, lines) => {
    const result = await answered(status, headers, body, options);
    expect(result.isError).toBe(true);
    expect(textOf(result).split('\n')).toEqual(lines);
  });

  test('is cut where it is long', async () => {
    const text = textOf(await answered(400, json, JSON.stringify({ x: 'y'.repeat(50_000) })));
    expect(text.length).toBeLessThan(5_000);
    expect(text).toContain('[truncated:');
  });

  test('is read in time that grows no faster than its length', async () => {
    const html = { 'content-type': 'text/html' };
    for (const opening of ['<script ', '<style>', '<', '<a']) {
      const readPage = (count: number) => {
        const body = Buffer.from(opening.repeat(count));
        readProblem({ status: 500, reason: '', headers: new Headers(html), body }, []);
      };
      expect(await growthOf(readPage, 20_000)).toBeLessThan(mostGrowth);
    }
  });

  test('shows no secret that the cut goes through', async () => {
    const body = `{"x":"${'y'.repeat(4_386)}secret-token"}`;
    expect(textOf(await answered(400, json, body, secured))).not.toContain('secret');
  });

  test.each<[name: string, status: number, headers: Record<string, string>, body: string]>([
    ['a redirect', 302, { location: 'http://127.0.0.1:9/x?api_key=secret-token' }, ''],
    ['a place', 201, { location: '/x?api_key=secret-token' }, ''],
    ['a time to wait', 503, { 'retry-after': 'secret-token' }, ''],
    [
      'a file name',
      200,
      { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="secret-token.pdf"' },
      'x',
    ],
    ['an escape', 200, json, '{"a":"\\u0073ecret-token"}'],
  ])('shows no secret in %s', async (_name, status, headers, body) => {
    const result = await answered(status, headers, body, secured);
    expect(JSON.stringify(result)).not.toContain('secret-token');
    const value = (result as { structuredContent?: unknown }).structuredContent;
    expect(value).toEqual(body.startsWith('{') ? { a: '[redacted]' } : undefined);
  });

  test('never shows a secret, whatever the API echoes', async () => {
    for (const status of [200, 400, 401, 500]) {
      for (const headers of [json, { 'content-type': 'text/plain' }, {}]) {
        const result = await answered(status, headers, '{"detail":"you sent Bearer secret-token"}', secured);
        expect(JSON.stringify(result)).not.toContain('secret-token');
        expect(JSON.stringify(result)).toContain('[redacted]');
      }
    }
  });
});

describe('no answer', () => {
  test('because nobody listens', async () => {
    const gone = await startUpstream(() => {});
    await gone.close();
    const result = await call({
      recipe: { method: 'POST' },
      api: { servers: [{ url: `${gone.url}/x?key=secret` }] },
    });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      `The API at ${gone.url} could not be reached: the connection was refused.\nNothing was sent, so calling again is safe.\nIf it stays so, ask the user to check the API and its base URL.`,
    );
  });

  test('because the port is one that the fetch of an owner forbids', async () => {
    const result = await call({ api: { servers: [{ url: 'http://127.0.0.1:9' }] }, fetch: globalThis.fetch });
    expect(textOf(result)).toContain('could not be reached: its port is one that no request may go to.');
  });

  test('because the name is unknown', async () => {
    const result = await call({ api: { servers: [{ url: 'http://no-such-host.invalid' }] } });
    expect(textOf(result)).toMatch(/could not be reached: its name (is not known|could not be looked up)\./);
  });

  test('because the connection breaks off', async () => {
    answer = (_request, response) => response.destroy();
    const result = await call({ recipe: { method: 'POST' } });
    expect(textOf(result)).toBe(
      `The connection to the API at ${upstream.url} broke off.\nIt may have taken effect all the same: check that before calling again.`,
    );
  });

  test('because the body breaks off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      setTimeout(() => response.destroy(), 20);
    };
    expect(textOf(await call())).toContain('broke off.\nCalling again is safe.');
  });

  test.each([
    ['headers', () => {}],
    ['body', ((_request, response) => response.writeHead(200).write('x')) as Answer],
  ])('within the time for its %s', async (_name, slow) => {
    answer = slow;
    const result = await call({ timeoutMs: 80 });
    expect(textOf(result)).toBe(
      `The API at ${upstream.url} did not answer within 0.08 s (MCP_TIMEOUT_MS).\nCalling again is safe.`,
    );
    await upstream.got.at(-1)?.aborted;
  });

  test('because the client cancels: the request is aborted and the call throws', async () => {
    answer = () => {};
    const controller = new AbortController();
    const got = upstream.next();
    const result = call({ signal: controller.signal });
    const request = await got;
    controller.abort(new Error('cancelled'));
    await expect(result).rejects.toThrow('cancelled');
    await request.aborted;
  });

  test('because the client had cancelled before', async () => {
    const before = upstream.got.length;
    await expect(call({ signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow('cancelled');
    expect(upstream.got).toHaveLength(before);
  });
});

describe('arguments', () => {
  test('that the schema refuses are not sent', async () => {
    const before = upstream.got.length;
    const recipe = {
      path: '/x/{id}',
      parameters: [makeParameter({ argument: 'id', name: 'id', in: 'path' })],
    };
    const result = await call({ recipe, args: { id: '..' } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      'Invalid arguments for the_tool; nothing was sent to the API. Fix these and call again:\n- id: must not be "." or "..", since it is a part of the path',
    );
    expect(upstream.got).toHaveLength(before);
  });

  test('that no credential goes with are not sent', async () => {
    const before = upstream.got.length;
    const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
    const result = await call({ recipe: { security: [{ token: [] }] }, api: { auth } });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain('Ask the user to set TEST_TOKEN in the environment');
    expect(upstream.got).toHaveLength(before);
  });
});
