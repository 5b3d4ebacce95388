import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeBody, makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let api: Upstream;
let answer: Answer;
beforeAll(async () => {
  api = await startUpstream((request, response) => answer(request, response));
});
afterAll(() => api.close());
beforeEach(() => {
  api.got.length = 0;
  asked.length = 0;
});

/** What was asked of the fetch that the owner has given. */
const asked: string[] = [];
const fetch: typeof globalThis.fetch = (url, init) => {
  asked.push(`${init?.method} ${String(url)}`);
  return globalThis.fetch(url, {
    ...init,
    headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-signed': 'yes' },
  });
};

async function call(
  method: 'GET' | 'POST',
  args: Record<string, unknown> = {},
  env: Record<string, string> = {},
) {
  const tool = makeTool({ method, path: '/things', ...('body' in args && { body: makeBody({}) }) });
  const catalog = makeCatalog([tool], { api: { servers: [{ url: api.url }] } });
  const client = await connectView(createApp({ catalog, env, fetch }).view());
  try {
    return await client.call('the_tool', args);
  } finally {
    await client.close();
  }
}

describe('a fetch that the owner gives', () => {
  test('sends the requests, and what it changes holds', async () => {
    answer = (_request, response) => response.end('fine');
    expect(await call('POST', { body: { a: 1 } })).toMatchObject({ isError: false, text: 'fine' });
    expect(asked).toEqual([`POST ${api.url}/things`]);
    expect(api.got[0]).toMatchObject({ body: '{"a":1}', headers: { 'x-signed': 'yes' } });
  });

  test('is not asked for what none takes', async () => {
    answer = (_request, response) => response.end('fine');
    expect(await call('GET', { body: { a: 1 } })).toMatchObject({ isError: false });
    expect(asked).toEqual([]);
    expect(api.got[0]).toMatchObject({ method: 'GET', body: '{"a":1}' });
  });

  test('follows no redirect: that is decided here', async () => {
    answer = ({ url }, response) => {
      if (url === '/there') response.end('there');
      else response.writeHead(302, { location: '/there' }).end();
    };
    expect(await call('GET')).toMatchObject({ text: 'there' });
    expect(asked).toEqual([`GET ${api.url}/things`, `GET ${api.url}/there`]);
  });

  test('is bound by the same limits, and its faults are told', async () => {
    const big = Buffer.alloc(1024 * 1024, ' ');
    answer = (_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(big));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
    };
    expect((await call('GET')).text).toContain('larger than 25 MB');
    answer = (_request, response) => void response.destroy();
    expect((await call('GET', {}, { MCP_RETRIES: '0' })).text).toContain('broke off');
    answer = () => {};
    expect((await call('GET', {}, { MCP_TIMEOUT_MS: '50' })).text).toContain('did not answer within 0.05 s');
    answer = (_request, response) => void response.socket?.end('HTTP/1.1 100 Continue\r\n\r\n');
    expect((await call('GET', {}, { MCP_RETRIES: '0' })).text).toContain('begins with 100 Continue');
  });
});
