import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Config } from '../../../../generator/model/config.js';
import { planMocks } from '../../../../generator/shape/mocks/planMocks.js';
import { loadSampler } from '../../../../generator/shape/mocks/loadSampler.js';
import { listCallable } from '../../../../generator/model/server.js';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

let upstream: Upstream;
let answer: Answer;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => answer(request, response));
});
afterAll(() => upstream.close());

const secret = 'secret-token';
const elsewhere = 'https://files.example.org/logs/1.zip?X-Amz-Expires=60&X-Amz-Signature=0a1b2c%2F&sig=a+b';
const sizes = { type: 'object', properties: { size: { type: 'integer' } } };
const report = { description: 'Fine', content: { 'application/json': { schema: sizes } } };
const moved = { 302: { description: 'Moved' } };

/** An API of one operation with these responses. */
function describeOne(responses: object, method = 'get') {
  return {
    openapi: '3.1.0',
    info: { title: 'Files', version: '1' },
    servers: [{ url: upstream.url }],
    security: [{ token: [] }],
    paths: { '/logs': { [method]: { operationId: 'logs', responses } } },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
  };
}

/** What a call of it comes to, where the API answers so. */
async function call(
  said: { status: number; headers?: Record<string, string>; body?: string },
  responses: object,
  method?: string,
  config: Partial<Config> = {},
) {
  const { server } = shapeDocument(describeOne(responses, method), config);
  const variable = Object.values(server.api.auth).flatMap((one) =>
    one.kind === 'bearer' ? [one.env] : [],
  )[0];
  answer = ({ url }, response) => {
    if (url === '/there')
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"there":true}');
    else response.writeHead(said.status, said.headers).end(said.body);
  };
  const env = { [variable ?? '']: secret };
  const client = await connectView(createApp({ catalog: toCatalog(server), env }).view());
  const result = await client.call('logs');
  await client.close();
  return result;
}

describe('a redirect that the document declares is a result', () => {
  test.each([
    ['of a GET that answers nothing else', 'get', 302, moved],
    ['of a GET that may answer with a report', 'get', 302, { 200: report, ...moved }],
    ['by a range', 'get', 307, { '3XX': { description: 'Elsewhere' } }],
    ['by a range in small letters', 'get', 303, { '3xx': { description: 'Elsewhere' } }],
    ['of a HEAD', 'head', 301, { 301: { description: 'Moved' } }],
    ['of a POST', 'post', 303, { 303: { description: 'See the other' } }],
    ['of a DELETE', 'delete', 302, { 204: { description: 'Gone' }, ...moved }],
  ])('%s', async (_, method, status, responses) => {
    const before = upstream.got.length;
    const { text, isError } = await call({ status, headers: { location: elsewhere } }, responses, method);
    expect(isError).toBe(false);
    expect(text).toMatch(new RegExp(`^${status} [A-Z][A-Za-z ]+\n`));
    expect(text.split('\n')).toContain(`It answers with an address: ${elsewhere}`);
    expect(text).not.toContain('base URL');
    expect(text).not.toContain('not take it as done');
    expect(upstream.got.length - before).toBe(1);
  });

  test('which says of a write that is to be made elsewhere that it is not done', async () => {
    const responses = { 201: { description: 'Made' }, 307: { description: 'Elsewhere' } };
    const { text, isError } = await call({ status: 307, headers: { location: '/x' } }, responses, 'post');
    expect([isError, text]).toEqual([
      false,
      '307 Temporary Redirect\nIt answers with an address: /x\nThe request belongs there: do not take it as done.',
    ]);
  });

  test('with the whole of a long address, but none that is longer than any need be', async () => {
    const long = `https://files.example.org/${'x'.repeat(7_900)}`;
    expect((await call({ status: 302, headers: { location: long } }, moved)).text).toContain(long);
    const { text } = await call({ status: 302, headers: { location: `${long}${'x'.repeat(100)}` } }, moved);
    expect(text).toBe('302 Found\nIt answers with an address of 8026 characters, which is not shown.');
  });

  test('in words where it names no address, with what else it says', async () => {
    expect(await call({ status: 302 }, moved)).toMatchObject({
      isError: false,
      text: '302 Found\nIt names no address.',
    });
    const choices = { status: 300, headers: { 'content-type': 'application/json' }, body: '{ "ways": [1] }' };
    expect((await call(choices, { '3XX': { description: 'Choose' } })).text).toBe(
      '300 Multiple Choices\nIt names no address.\n{"ways":[1]}',
    );
  });

  test.each([
    ['', '302 Found\nIt names no address.'],
    ['/logs', '302 Found\nIt answers with an address: /logs'],
  ])('that leads to itself, which is not followed: "%s"', async (location, text) => {
    const before = upstream.got.length;
    expect(await call({ status: 302, headers: { location } }, moved)).toMatchObject({ isError: false, text });
    expect(upstream.got.length - before).toBe(1);
  });

  test.each([
    ['', 'It redirects to nowhere.'],
    ['/logs', 'The API redirects again and again.'],
  ])('only where it is declared, be it to itself: "%s"', async (location, words) => {
    const before = upstream.got.length;
    const { text, isError } = await call({ status: 302, headers: { location } }, { 200: report });
    expect([isError, text.split('\n')[1]]).toEqual([true, expect.stringContaining(words)]);
    expect(upstream.got.length - before).toBe(1);
  });

  test('with JSON that comes with it, and without a page', async () => {
    const headers = (type: string) => ({ location: elsewhere, 'content-type': type });
    const address = `302 Found\nIt answers with an address: ${elsewhere}`;
    const json = { status: 302, headers: headers('application/json'), body: '{"until": 5}' };
    expect((await call(json, moved)).text).toBe(`${address}\n{"until":5}`);
    const page = { status: 302, headers: headers('text/html'), body: '<p>Found. Redirecting to …</p>' };
    expect((await call(page, moved)).text).toBe(address);
  });

  test.each([
    ['types', 'result'],
    ['schema', 'untyped'],
  ] as const)('as a text where an output schema of the form %s promises a value', async (output, member) => {
    const said = { status: 302, headers: { location: elsewhere } };
    const { structuredContent, text } = await call(said, { 200: report, ...moved }, 'get', { output });
    expect(structuredContent).toEqual({ [member]: text });
  });

  test('without the credential of the API and without what is hidden', async () => {
    const location = `https://files.example.org/?key=${secret}&x=\u00ad\u0085y`;
    const { text } = await call({ status: 302, headers: { location } }, moved);
    expect(text).toBe(
      String.raw`302 Found
It answers with an address: https://files.example.org/?key=[redacted]&x=\u00ad\u0085y`,
    );
  });

  test('but at the same origin a read is followed to what lies there', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const responses = { [status]: { description: 'Moved' } };
      const { text } = await call({ status, headers: { location: '/there' } }, responses);
      expect(text).toBe('{"there":true}');
    }
  });
});

describe('a redirect is a failure', () => {
  test.each([
    ['that nothing declares', 302, { 200: report }],
    ['of another status than is declared', 307, { 200: report, ...moved }],
    ['that a default would stand for', 302, { default: { description: 'Anything' } }],
    ['where only 304 is declared', 302, { 304: { description: 'The same' } }],
  ])('%s', async (_, status, responses) => {
    const { text, isError } = await call({ status, headers: { location: elsewhere } }, responses);
    expect(isError).toBe(true);
    expect(text).toContain(
      `It redirects to ${elsewhere}. Only reads are followed, and only to the same host`,
    );
    expect(text).toContain('ask the user to check the base URL');
  });

  test('that shows nothing hidden of its address', async () => {
    const { text } = await call(
      { status: 302, headers: { location: 'https://a.example/\u0085' } },
      { 200: report },
    );
    expect(text).toContain(String.raw`It redirects to https://a.example/\u0085. Only reads`);
  });

  test('of which the base URL is no cause where the API itself explains it', async () => {
    const headers = { location: elsewhere, 'content-type': 'application/problem+json' };
    const said = { status: 302, headers, body: '{"title":"Moved","detail":"The file has another home."}' };
    const { text, isError } = await call(said, { 200: report });
    expect(isError).toBe(true);
    expect(text).toContain('Moved: The file has another home.');
    expect(text).toContain(
      `It redirects to ${elsewhere}. Only reads are followed, and only to the same host.`,
    );
    expect(text).not.toContain('base URL');
  });
});

test('304 is as ever', async () => {
  const { text, isError } = await call(
    { status: 304, headers: { etag: '"a"' } },
    { 304: { description: 'Same' } },
  );
  expect([text, isError]).toEqual(['304 Not Modified\netag: "a"', false]);
});

describe('a page with 200', () => {
  const page = {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '\ufeff\n<h1>Log in</h1>',
  };
  const warning = 'but this is an HTML page';

  test('where JSON is declared is said to be no success', async () => {
    const { text } = await call(page, { 200: report });
    expect(text).toContain('<h1>Log in</h1>');
    expect(text).toContain(warning);
  });

  test.each([
    ['application/xhtml+xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['application/json', '\n<!doctype html><h1>Log in</h1>'],
    ['application/json', '<html lang="en"><h1>Log in</h1>'],
  ])('in %s is, too: %s', async (type, body) => {
    const said = { status: 200, headers: { 'content-type': type }, body };
    expect((await call(said, { 200: report })).text).toContain(warning);
  });

  test.each([
    [
      'where pages are declared too',
      page,
      { 200: { ...report, content: { ...report.content, 'text/html': {} } } },
    ],
    ['where anything is', page, { 200: { ...report, content: { ...report.content, '*/*': {} } } }],
    ['where nothing is', page, { 200: { description: 'Fine' } }],
    ['that is a text by another name', { ...page, body: 'GET,PUT' }, { 200: report }],
    ['that is JSON by another name', { ...page, body: ' {"id": 1}' }, { 200: report }],
  ])('%s is not', async (_, said, responses) => {
    const { text, isError } = await call(said, responses);
    expect(isError).toBe(false);
    expect(text).not.toContain(warning);
  });
});

describe('the mock of a redirect that nothing but it answers', () => {
  const header = { schema: { type: 'string', format: 'uri' }, example: elsewhere };

  test.each([
    ['the address of its example', { LOCATION: header }, elsewhere, 'example'],
    ['an address of its schema', { Location: { schema: header.schema } }, 'http://example.com', 'schema'],
    ['an address, where nothing is said of it', {}, 'http://example.com', 'schema'],
  ])('is %s', async (_, headers, address, source) => {
    const { server, api } = shapeDocument(describeOne({ 302: { description: 'Moved', headers } }));
    const sampler = await loadSampler();
    const catalog = toCatalog(server, async () => planMocks(api, listCallable(server), sampler));
    const client = await connectView(createApp({ catalog, env: { MCP_MOCK: 'true' } }).view());
    const { text, isError } = await client.call('logs');
    await client.close();
    expect(isError).toBe(false);
    expect(text).toBe(
      `302 Found\nIt answers with an address: ${address}\n[mock] Made from the document's ${source}; nothing was sent to the API.`,
    );
  });
});
