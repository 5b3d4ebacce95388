import type { CallToolResult } from '@modelcontextprotocol/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import type { Adjustment } from '../../../../templates/project/src/runtime/call/callAdjusted.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let answer: Answer;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => answer(request, response));
});
afterAll(() => upstream.close());

type Tools = Record<string, { adjust?: Adjustment; recipe?: Partial<Recipe> }>;
type Caller = (name: string, args?: Record<string, unknown>, signal?: AbortSignal) => Promise<CallToolResult>;

/** Makes what calls tools of one server. */
async function serve(tools: Tools, limits: Record<string, number> = {}): Promise<Caller> {
  const made = Object.entries(tools).map(([name, { adjust, recipe }]) =>
    Object.assign(makeTool({ name, ...recipe }), adjust && { adjust }),
  );
  const catalog = makeCatalog(made, { api: { servers: [{ url: upstream.url }] } });
  const call = await createCaller({
    features,
    catalog,
    env: {},
    timeoutMs: 5_000,
    retries: 2,
    backoffMs: 1,
    ...limits,
  });
  const offered = await offerTools(catalog.toolsets[0]!);
  return (name, args = {}, signal = new AbortController().signal) =>
    call(offered.get(name)!, args, { signal, trace: {} });
}

const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');
const ok: Answer = (_request, response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}');

/** An API that answers when it is told to. */
function hold(): { release: () => void; waiting: () => number } {
  const open: (() => void)[] = [];
  let isOver = false;
  answer = (request, response) => {
    if (isOver) return void ok(request, response);
    open.push(() => ok(request, response));
  };
  return {
    release: () => {
      isOver = true;
      for (const go of open.splice(0)) go();
    },
    waiting: () => open.length,
  };
}

describe('the time that a call of a tool may take', () => {
  test('is its own, and its end names it', async () => {
    answer = () => undefined;
    const call = await serve({ slow: { adjust: { timeoutMs: 60 } } });
    const result = await call('slow');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(
      /did not answer within 0\.0\d+ s \(timeoutMs: 60 of slow in mcpwright\.yaml\)\./,
    );
  });

  test('is that of the server for other tools', async () => {
    answer = () => undefined;
    const call = await serve({ slow: { adjust: { timeoutMs: 60 } }, other: {} }, { timeoutMs: 70 });
    expect(textOf(await call('other'))).toContain('did not answer within 0.07 s (MCP_TIMEOUT_MS).');
  });

  test('ends repetitions, however many there may be', async () => {
    answer = (_request, response) => response.writeHead(503).end();
    const call = await serve(
      { busy: { adjust: { timeoutMs: 200, retries: 1_000 } } },
      { backoffMs: 1_000_000_000 },
    );
    expect(textOf(await call('busy'))).toContain('The API answered 503');
  });
});

describe('how often a request is sent', () => {
  const cases: [string, Adjustment | undefined, Partial<Recipe>, object, number][] = [
    ['as the server has it', undefined, {}, {}, 3],
    ['once', { retries: 0 }, {}, {}, 1],
    ['more often', { retries: 4 }, {}, {}, 5],
    ['once where it may do harm twice', { retries: 4 }, { method: 'POST' }, {}, 1],
    ['once where it may do harm twice, as a change of a part', { retries: 4 }, { method: 'PATCH' }, {}, 1],
    [
      'more often with a key by which the API knows it again',
      { retries: 4 },
      {
        method: 'POST',
        parameters: [makeParameter({ argument: 'key', name: 'Idempotency-Key', in: 'header' })],
      },
      { key: 'k' },
      5,
    ],
    [
      'once where that key is not given',
      { retries: 4 },
      {
        method: 'POST',
        parameters: [makeParameter({ argument: 'key', name: 'Idempotency-Key', in: 'header' })],
      },
      {},
      1,
    ],
  ];
  test.each(cases)('is chosen: %s', async (_name, adjust, recipe, args, times) => {
    answer = (_request, response) => response.writeHead(503).end();
    const call = await serve({ tool: { ...(adjust && { adjust }), recipe } });
    const before = upstream.got.length;
    await call('tool', args as Record<string, unknown>);
    expect(upstream.got.length - before).toBe(times);
  });
});

describe('calls of a tool at once', () => {
  test('are as many as it takes, others wait their turn', async () => {
    const { release, waiting } = hold();
    const call = await serve({ few: { adjust: { concurrency: { most: 2 } } }, other: {} });
    const before = upstream.got.length;
    const calls = [call('few'), call('few'), call('few')];
    await expect.poll(waiting).toBe(2);
    // What has gone past the third is the proof that it was not sent.
    const other = call('other');
    await expect.poll(waiting).toBe(3);
    expect(upstream.got.length - before).toBe(3);
    release();
    for (const result of await Promise.all([...calls, other])) expect(textOf(result)).toBe('{"a":1}');
    expect(upstream.got.length - before).toBe(4);
  });

  test('count together where tools share them', async () => {
    const { release, waiting } = hold();
    const shared = { concurrency: { most: 1, shared: 'adjust 0' } };
    const call = await serve({ one: { adjust: shared }, two: { adjust: shared }, other: {} });
    const calls = [call('one'), call('two')];
    await expect.poll(waiting).toBe(1);
    calls.push(call('other'));
    await expect.poll(waiting).toBe(2);
    release();
    for (const result of await Promise.all(calls)) expect(result.isError).toBeUndefined();
  });

  test('are another server’s own', async () => {
    const { release, waiting } = hold();
    const tools = { few: { adjust: { concurrency: { most: 1 } } } };
    const calls = [(await serve(tools))('few'), (await serve(tools))('few')];
    await expect.poll(waiting).toBe(2);
    release();
    await Promise.all(calls);
  });

  test('fail in words where their time is over before their turn', async () => {
    const { release, waiting } = hold();
    const concurrency = { most: 1, shared: 'adjust 0' };
    const call = await serve({
      slow: { adjust: { concurrency } },
      few: { adjust: { concurrency, timeoutMs: 50 } },
    });
    const first = call('slow');
    await expect.poll(waiting).toBe(1);
    const second = await call('few');
    expect(second.isError).toBe(true);
    expect(textOf(second)).toMatch(
      /^This server makes only 1 call of few and the tools that share its limit at once, and this one waited 0\.\d+ s for its turn \(concurrency in mcpwright\.yaml\)\.\nNothing was sent/,
    );
    release();
    await first;
  });

  test('fail at once where too many wait, and give their turn back when they are cancelled', async () => {
    const { release, waiting } = hold();
    const call = await serve({
      few: { adjust: { concurrency: { most: 2, shared: 'adjust 0' } } },
    });
    const cancelled = new AbortController();
    const first = [call('few'), call('few', {}, cancelled.signal)];
    await expect.poll(waiting).toBe(2);
    const rest = Array.from({ length: 100 }, () => call('few'));
    const last = await call('few');
    expect(textOf(last)).toBe(
      'This server makes only 2 calls of few and the tools that share its limit at once, and 100 more wait already (concurrency in mcpwright.yaml).\nNothing was sent, so calling again later is safe.',
    );
    cancelled.abort(new Error('gone'));
    await expect(first[1]).rejects.toThrow('gone');
    await expect.poll(waiting).toBe(3);
    release();
    for (const result of await Promise.all(rest)) expect(result.isError).toBeUndefined();
    await first[0];
  });
});
