import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { NoResponseError } from '../../../../templates/project/src/runtime/errors.js';
import { createNetwork } from '../../../../templates/project/src/runtime/http/createNetwork.js';
import { retry, type RetryOptions, send } from '../../../../templates/project/src/runtime/http/send.js';
import type { Outgoing } from '../../../../templates/project/src/runtime/request/outgoing.js';
import { callLimit } from '../../../../templates/project/src/runtime/settings.js';
import type { Method } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let answer: Answer;
/** When each request came. */
let times: number[];

beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    times.push(performance.now());
    answer(request, response);
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
  times = [];
});

/** Answers with these statuses in turn; the last one stays. */
function answerWith(statuses: readonly number[], headers: Record<string, string> = {}): void {
  let index = 0;
  answer = (_request, response) => {
    response.writeHead(statuses[Math.min(index, statuses.length - 1)] ?? 200, headers).end('{}');
    index += 1;
  };
}

function outgoing(method: Method = 'GET', more: Partial<Outgoing> = {}): Outgoing {
  return { method, url: new URL(upstream.url), headers: new Headers(), ...more };
}

const { exchange } = createNetwork({}, undefined);

function trying(request: Outgoing, options: Partial<RetryOptions> = {}) {
  const signal = new AbortController().signal;
  return retry(request, { exchange, timeoutMs: 5_000, signal, retries: 2, backoffMs: 5, ...options });
}

async function statusOf(request: Outgoing, options: Partial<RetryOptions> = {}): Promise<number> {
  const { result } = await trying(request, options);
  return result instanceof NoResponseError ? 0 : result.status;
}

/** Makes one call of one tool. */
async function call(retries: number, method: Method = 'GET', backoffMs = 5): Promise<CallToolResult> {
  const tool = makeTool({ method });
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
  const caller = await createCaller({ features, catalog, env: {}, timeoutMs: 5_000, retries, backoffMs });
  const [toolset] = catalog.toolsets;
  const { inputSchema, annotations, name, title, description } = tool;
  const listed = { name, title, description, inputSchema, annotations: { title, ...annotations } };
  const offered = { listed, tool, toolset: toolset!, wrap: undefined };
  return caller(offered, {}, { signal: new AbortController().signal, trace: {} });
}

const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');
const dateIn = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

describe('a request is sent again', () => {
  test.each([408, 429, 502, 503, 504])('after %i, until something else is answered', async (status) => {
    answerWith([status, status, 200]);
    expect(await statusOf(outgoing())).toBe(200);
    expect(upstream.got).toHaveLength(3);
  });

  test.each<Method>(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'QUERY'])('by %s', async (method) => {
    answerWith([503, 200]);
    expect(await statusOf(outgoing(method))).toBe(200);
  });

  test('with a body by a method that seldom has one', async () => {
    answerWith([503, 200]);
    expect(await statusOf(outgoing('GET', { body: '{}' }))).toBe(200);
  });

  test('as it was', async () => {
    answerWith([503, 200]);
    await trying(outgoing('PUT', { body: '{"a":1}', headers: new Headers({ authorization: 'Bearer x' }) }));
    const seen = upstream.got.map(({ method, url, body, headers }) => [
      method,
      url,
      body,
      headers.authorization,
    ]);
    expect(seen).toEqual([seen[0], seen[0]]);
    expect(seen[0]).toEqual(['PUT', '/', '{"a":1}', 'Bearer x']);
  });

  test('as a POST where its key keeps it from taking effect twice', async () => {
    answerWith([503, 200]);
    const headers = new Headers({ 'Idempotency-Key': '1' });
    expect(await statusOf(outgoing('POST', { headers }))).toBe(200);
  });

  test('from the start where it was led on', async () => {
    const statuses = [503, 200];
    answer = ({ url }, response) => {
      if (url === '/') response.writeHead(302, { location: '/there' }).end();
      else response.writeHead(statuses.shift() ?? 500).end();
    };
    expect(await statusOf(outgoing())).toBe(200);
    expect(upstream.got.map(({ url }) => url)).toEqual(['/', '/there', '/', '/there']);
  });

  test('where the connection breaks off before the answer, or within it', async () => {
    const breaks: Answer[] = [
      (_request, response) => response.destroy(),
      (_request, response) => {
        response.writeHead(200, { 'content-length': '100' }).write('x', () => response.destroy());
      },
      (_request, response) => response.writeHead(200).end(),
    ];
    answer = (got, response) => breaks.shift()?.(got, response);
    expect(await statusOf(outgoing())).toBe(200);
    expect(upstream.got).toHaveLength(3);
  });

  test('where nobody listens', async () => {
    const gone = await startUpstream(() => {});
    await gone.close();
    const { result, tries } = await trying(outgoing('GET', { url: new URL(gone.url) }));
    expect({ result, tries }).toEqual({ result: new NoResponseError('network'), tries: 3 });
  });
});

describe('a request is sent once', () => {
  test('where another method may be carried out than it says', async () => {
    answerWith([503]);
    const headers = new Headers({ 'X-HTTP-Method-Override': 'POST' });
    expect((await trying(outgoing('GET', { headers }))).tries).toBe(1);
    const url = new URL(`${upstream.url}/?_method=POST`);
    expect((await trying(outgoing('GET', { url }))).tries).toBe(1);
  });

  test.each([200, 304, 400, 401, 403, 404, 409, 425, 500, 501, 505])('where it got %i', async (status) => {
    answerWith([status, 200]);
    expect(await statusOf(outgoing())).toBe(status);
    expect(upstream.got).toHaveLength(1);
  });

  test.each<Method>(['POST', 'PATCH'])('where it might take effect twice: by %s', async (method) => {
    answerWith([503, 200]);
    expect(await statusOf(outgoing(method, { body: '{}' }))).toBe(503);
    answer = (_request, response) => response.destroy();
    expect(await statusOf(outgoing(method, { body: '{}' }))).toBe(0);
    expect(upstream.got).toHaveLength(2);
  });

  test('where nobody says how often', async () => {
    answerWith([503, 200]);
    expect(await trying(outgoing(), { retries: undefined })).toMatchObject({ tries: 1 });
  });

  test('where it took too long', async () => {
    answer = () => {};
    const { result, tries } = await trying(outgoing(), { timeoutMs: 60 });
    expect({ result, tries }).toEqual({ result: new NoResponseError('timeout', {}, 60), tries: 1 });
  });

  test('where it never can be', async () => {
    const { tries } = await trying(outgoing('GET', { url: new URL(`http://${'x'.repeat(64)}.invalid`) }));
    expect(tries).toBe(1);
  });
});

describe('the wait before a repetition', () => {
  test.each([0, 0.25, 0.75])('doubles each time, and is of that as much as chance says: %d', async (part) => {
    const chance = vi.spyOn(Math, 'random').mockReturnValue(part);
    // Waits as ever, and keeps for how long; also what was loaded for another test is told of it.
    const waits = vi.spyOn(timers, 'setTimeout');
    syncBuiltinESMExports();
    answerWith([503]);
    expect(await trying(outgoing(), { retries: 4, backoffMs: 4 })).toMatchObject({ tries: 5 });
    const waited = waits.mock.calls.map(([ms]) => ms);
    chance.mockRestore();
    waits.mockRestore();
    syncBuiltinESMExports();
    expect(waited).toEqual([4, 8, 16, 32].map((most) => part * most));
  });
});

describe('Retry-After', () => {
  test.each<[string, () => string]>([
    ['seconds', () => '1'],
    ['a date', () => dateIn(2)],
  ])('is waited for: %s', async (_name, value) => {
    answerWith([503, 200], { 'retry-after': value() });
    expect(await statusOf(outgoing(), { backoffMs: 0 })).toBe(200);
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThan(500);
  });

  test.each(['0', 'Wed, 21 Oct 2015 07:28:00 GMT'])('takes the place of a longer wait: %s', async (value) => {
    answerWith([503, 200], { 'retry-after': value });
    // What lies beyond the limit of a call is not waited for.
    expect(await statusOf(outgoing(), { backoffMs: 1e12 })).toBe(200);
  });

  test('counts for nothing where it cannot be read', async () => {
    answerWith([503, 200], { 'retry-after': 'soon' });
    expect(await statusOf(outgoing())).toBe(200);
  });

  test.each<[string, () => string]>([
    ['seconds', () => '120'],
    ['a date', () => dateIn(3_600)],
  ])('ends the matter where a call may not take so long: %s', async (_name, value) => {
    answerWith([503, 200], { 'retry-after': value() });
    expect(await trying(outgoing())).toMatchObject({ result: { status: 503 }, tries: 1 });
  });
});

describe('the time', () => {
  test('that a call may take is more than that of a request', () => {
    expect(callLimit(30_000)).toBe(55_000);
    expect(callLimit(120_000)).toBe(120_000);
  });

  test('that is left bounds every request', async () => {
    answer = () => {};
    const signal = new AbortController().signal;
    const end = performance.now() + 50;
    const error = await send(outgoing(), { exchange, timeoutMs: 20_000, end, signal }).catch(
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(NoResponseError);
    expect((error as NoResponseError).kind).toBe('timeout');
    expect((error as NoResponseError).afterMs).toBeLessThanOrEqual(50);
  });

  test('that is waited ends when the client cancels', async () => {
    answerWith([503], { 'retry-after': '50' });
    const controller = new AbortController();
    const got = upstream.next();
    const result = trying(outgoing(), { signal: controller.signal });
    await got;
    setTimeout(() => controller.abort(), 100);
    await expect(result).rejects.toThrow('aborted');
    expect(upstream.got).toHaveLength(1);
  });
});

describe('the result says how often it was tried', () => {
  test('after an answer', async () => {
    answerWith([503], { 'retry-after': '0' });
    const result = await call(2);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /^The API answered 503 Service Unavailable; this server tried 3 times\.\n[^]*\nCalling again is safe\.$/,
    );
  });

  test('after none', async () => {
    answer = (_request, response) => response.destroy();
    expect(textOf(await call(1))).toBe(
      `The connection to the API at ${upstream.url} broke off; this server tried 2 times.\nCalling again is safe.`,
    );
  });

  test('but not where it was tried once', async () => {
    answerWith([503], { 'retry-after': '0' });
    expect(textOf(await call(0))).toMatch(/^The API answered 503 Service Unavailable\.\n/);
    expect(textOf(await call(2, 'POST'))).toMatch(/^The API answered 503 Service Unavailable\.\n/);
  });

  test('is not sent again where that would come after the end of the call', async () => {
    answerWith([503, 200]);
    expect(textOf(await call(2, 'GET', 1e12))).toMatch(/^The API answered 503 Service Unavailable\.\n/);
  });

  test('nor where it came right', async () => {
    answerWith([503, 200], { 'retry-after': '0' });
    expect(await call(2)).toEqual({ content: [{ type: 'text', text: '{}' }], structuredContent: {} });
  });
});
