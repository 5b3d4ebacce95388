import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import aws4 from 'aws4';
import { AwsV4Signer } from 'aws4fetch';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyCustomization, BeforeSend } from '../../../../templates/project/src/runtime/customize.js';
import type { Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { connectView } from '../../../support/runtime/connectView.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let statuses: number[] = [];
beforeAll(async () => {
  upstream = await startUpstream(({ url, headers }, response) => {
    const status = statuses.shift() ?? 200;
    const isMoved = status === 302;
    response.writeHead(status, {
      'content-type': 'application/json',
      ...(isMoved && { location: `${url.split('?')[0]}/moved` }),
    });
    response.end(JSON.stringify({ signature: headers['x-signature'] ?? null }));
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
  statuses = [];
});

const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
const body = makeBody({ required: false, argument: 'body' });

/** One call of a tool whose requests such code signs. */
async function call(
  beforeSend: BeforeSend,
  recipe: Partial<Recipe> = {},
  args: Record<string, unknown> = {},
  env: Record<string, string> = {},
) {
  const tool = makeTool({ path: '/things', ...recipe });
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }], auth } });
  const custom: AnyCustomization = { beforeSend };
  const client = await connectView(
    createApp({ catalog, custom, env: { TEST_TOKEN: 'test-token', ...env }, backoffMs: 1 }).view(),
  );
  const result = await client.call('the_tool', args);
  await client.close();
  return result;
}

const spoil: BeforeSend = ({ url, body: bytes }) => {
  url.pathname = '/other';
  bytes?.fill(0);
  return undefined;
};
const ofLength = (length: number) => ({ body: { a: 'x'.repeat(length - 8) } });

describe('code that signs requests', () => {
  test('sees the request as it goes out, and gives headers to add or replace', async () => {
    const seen: unknown[] = [];
    const sign: BeforeSend = ({ method, url, headers, body: bytes }) => {
      seen.push([
        method,
        url.pathname + url.search,
        headers['authorization'],
        bytes && Buffer.from(bytes).toString(),
      ]);
      const digest = createHmac('sha256', 'key')
        .update(bytes ?? '')
        .digest('hex');
      return { 'X-Signature': digest, accept: 'application/json;v=2' };
    };
    await call(
      sign,
      {
        method: 'POST',
        parameters: [makeParameter({ name: 'q', argument: 'q' })],
        body,
        security: [{ token: [] }],
      },
      { q: 'a b', body: { id: 1 } },
    );
    expect(seen).toEqual([['POST', '/things?q=a%20b', 'Bearer test-token', '{"id":1}']]);
    expect(upstream.got[0]).toMatchObject({
      headers: {
        accept: 'application/json;v=2',
        authorization: 'Bearer test-token',
        'x-signature': createHmac('sha256', 'key').update('{"id":1}').digest('hex'),
      },
      body: '{"id":1}',
    });
  });

  test('runs anew for each request: one that is repeated, and one that is led on', async () => {
    statuses = [503, 302];
    let count = 0;
    await call(() => ({ 'x-signature': String((count += 1)) }));
    expect(upstream.got.map(({ url, headers }) => `${url} ${headers['x-signature']}`)).toEqual([
      '/things 1',
      '/things 2',
      '/things/moved 3',
    ]);
  });

  test('changes nothing where it gives nothing, whatever it does to what it sees', async () => {
    await call(spoil, { method: 'POST', body }, { body: { id: 1 } });
    expect(upstream.got[0]).toMatchObject({ url: '/things', body: '{"id":1}' });
  });

  test('is not given bodies of over 1 MiB', async () => {
    const sizes: (number | undefined)[] = [];
    const measure: BeforeSend = ({ body: bytes }) => void sizes.push(bytes?.length);
    await call(measure, { method: 'POST', body }, ofLength(1024 * 1024));
    await call(measure, { method: 'POST', body }, ofLength(1024 * 1024 + 1));
    expect(sizes).toEqual([1024 * 1024, undefined]);
  });

  test('is not run for another server, whose requests carry no credentials either', async () => {
    let count = 0;
    const elsewhere = { url: upstream.url.replace('127.0.0.1', 'localhost') };
    await call(() => ({ 'x-signature': String((count += 1)) }), {
      server: elsewhere,
      security: [{ token: [] }],
    });
    expect(count).toBe(0);
    expect(upstream.got[0]?.headers).not.toHaveProperty('x-signature');
  });

  test('keeps what it hides out of all texts', async () => {
    const { text } = await call(({ hide }) => {
      hide('s3cret-signature');
      return { 'x-signature': 's3cret-signature' };
    });
    expect(upstream.got[0]?.headers['x-signature']).toBe('s3cret-signature');
    expect(text).toBe('{"signature":"[redacted]"}');
  });

  test.each<[string, BeforeSend, string]>([
    [
      'throws',
      ({ hide }) => {
        hide('the-key');
        throw new Error('no clock for the-key');
      },
      'no clock for [redacted]',
    ],
    ['rejects', () => Promise.reject(new Error('no key')), 'no key'],
    ['sets a header of the connection', () => ({ Host: 'example.com' }), 'it may not set Host'],
    ['sets a header in two lines', () => ({ 'x-a': 'a\r\nx-b: b' }), '"x-a" cannot be sent as a header'],
    ['gives a header that is no text', () => ({ 'x-a': 5 as never }), 'x-a is not a text'],
    ['gives no object', () => 'x' as never, 'it gave no object of headers'],
  ])('that %s stops the request', async (_name, beforeSend, words) => {
    const { text, isError } = await call(beforeSend);
    expect(isError).toBe(true);
    expect(text).toContain(`beforeSend of src/custom.ts failed, so the request was not sent: ${words}`);
    expect(upstream.got).toEqual([]);
  });

  test('that takes forever ends with the time of the request', async () => {
    let isAborted = false;
    const { text, isError } = await call(
      ({ signal }) => {
        signal.addEventListener('abort', () => (isAborted = true));
        return wait(60_000, undefined, { ref: false });
      },
      {},
      {},
      { MCP_TIMEOUT_MS: '50', MCP_RETRIES: '0' },
    );
    expect([isError, isAborted]).toEqual([true, true]);
    expect(text).toContain('did not answer within 0.05 s');
    expect(upstream.got).toEqual([]);
  });

  test('is refused at the start where the project has nothing that runs it', async () => {
    const catalog = makeCatalog([makeTool({ path: '/things' })]);
    const app = createApp({
      catalog,
      custom: { beforeSend: () => undefined },
      features: { bodies: {}, credentials: {} },
      env: {},
    });
    await expect(app.view().summary()).rejects.toThrow('say "features: { signing: true }" in mcpwright.yaml');
  });
});

test('AWS Signature Version 4 as the page on signing has it, held against another library', async () => {
  const keys = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'example-secret' };
  const aws = { ...keys, service: 'execute-api', region: 'eu-west-1' };
  const sign: BeforeSend = async ({ method, url, headers, body: bytes, hide }) => {
    hide(keys.secretAccessKey);
    const { 'content-type': type = '' } = headers;
    const given = { method, url: url.href, headers: { 'content-type': type }, ...(bytes && { body: bytes }) };
    const signer = new AwsV4Signer({ ...aws, ...given, allHeaders: true });
    const { headers: signed } = await signer.sign();
    return Object.fromEntries([...signed].filter(([name]) => name !== 'host'));
  };
  await call(
    sign,
    { method: 'POST', parameters: [makeParameter({ name: 'q', argument: 'q' })], body },
    { q: 'a b', body: { id: 1 } },
  );
  const { headers, url, body: sent } = upstream.got[0]!;
  const again = aws4.sign(
    {
      service: aws.service,
      region: aws.region,
      host: new URL(upstream.url).host,
      path: url,
      method: 'POST',
      headers: { 'content-type': headers['content-type'], 'x-amz-date': headers['x-amz-date'] },
      body: sent,
      extraHeadersToInclude: { 'content-type': true },
      extraHeadersToIgnore: { 'content-length': true },
    } as never,
    keys,
  );
  expect(String(headers['authorization'])).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//);
  expect(headers['authorization']).toBe((again.headers as Record<string, string>)['Authorization']);
});
