import { array, assert, asyncProperty, integer, nat, option, record } from 'fast-check';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import type { CallerParts } from '../../../../templates/project/src/runtime/call/callerParts.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { NoResponseError } from '../../../../templates/project/src/runtime/errors.js';
import { createLimiter, type Limiter } from '../../../../templates/project/src/runtime/http/limits.js';
import { createNetwork } from '../../../../templates/project/src/runtime/http/createNetwork.js';
import { retry, type RetryOptions, send } from '../../../../templates/project/src/runtime/http/send.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { Outgoing } from '../../../../templates/project/src/runtime/request/outgoing.js';
import { noResponseResult } from '../../../../templates/project/src/runtime/result/failure.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Answer, type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
let answer: Answer;
/** The answers that are not given yet, by the path of their request. */
let open: Map<string, ServerResponse>;
/** As many as were open at once. */
let most: number;
beforeAll(async () => {
  upstream = await startUpstream((request, response) => {
    open.set(request.url, response);
    most = Math.max(most, open.size);
    response.once('close', () => open.delete(request.url));
    answer(request, response);
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
  open = new Map();
  most = 0;
  answer = () => {};
});

const paths = () => upstream.got.map(({ url }) => url);
const textOf = ({ content: [block] }: CallToolResult) => (block?.type === 'text' ? block.text : '');

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Whether a limiter without a queue has a turn to give. */
function isFree(limiter: Limiter): boolean {
  try {
    limiter.take({ signal: new AbortController().signal, until: performance.now() });
    limiter.give();
    return true;
  } catch {
    return false;
  }
}

/** Waits until something holds; a test that waits in vain runs out of time. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(2);
}

/** A server that makes only so many requests at once: calls it, by the name of what is asked for. */
async function serve(parts: Partial<CallerParts>) {
  const path = makeParameter({ argument: 'name', name: 'name', in: 'path' });
  const tool = makeTool({ path: '/{name}', parameters: [path] });
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
  const caller = await createCaller({ features, catalog, env: {}, timeoutMs: 5_000, ...parts });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  return (name: string, signal = new AbortController().signal) =>
    caller(offered, { name }, { signal, trace: {} });
}

describe('a limiter', () => {
  const never = new AbortController().signal;
  const patient = { signal: never, until: Infinity };
  const soon = () => ({ signal: never, until: performance.now() + 20 });

  test('gives turns at once while there are some, then in the order in which they were asked for', async () => {
    const limiter = createLimiter({ concurrency: 2 });
    expect(limiter.take(soon())).toBeUndefined();
    expect(limiter.take(soon())).toBeUndefined();
    const order: string[] = [];
    const waiting = ['a', 'b', 'c'].map((name) =>
      limiter.take({ ...patient, until: performance.now() + 5_000 })?.then(() => order.push(name)),
    );
    for (const _ of waiting) limiter.give();
    await Promise.all(waiting);
    expect(order).toEqual(['a', 'b', 'c']);
  });

  test('lets nobody in who comes while others wait', async () => {
    const limiter = createLimiter({ concurrency: 1 });
    expect(limiter.take(soon())).toBeUndefined();
    const waiting = limiter.take(soon());
    limiter.give();
    const late = limiter.take(soon());
    expect(late).toBeInstanceOf(Promise);
    await waiting;
    limiter.give();
    await late;
    limiter.give();
    expect(limiter.take(soon())).toBeUndefined();
  });

  test('refuses who comes to a queue that is full, and who waits in vain', async () => {
    const limiter = createLimiter({ concurrency: 1, queue: 1 });
    expect(limiter.take(soon())).toBeUndefined();
    const waiting = limiter.take(soon());
    expect(() => limiter.take(soon())).toThrow(new NoResponseError('busy'));
    await expect(waiting).rejects.toThrow('no turn');
    // Who has gone makes room.
    await expect(limiter.take(soon())).rejects.toThrow('no turn');
  });

  test('forgets at once who does not want to wait any more', async () => {
    const limiter = createLimiter({ concurrency: 1, queue: 1 });
    expect(limiter.take(soon())).toBeUndefined();
    const controller = new AbortController();
    const waiting = limiter.take({ signal: controller.signal, until: performance.now() + 5_000 });
    controller.abort(new Error('not any more'));
    const next = limiter.take({ ...soon(), until: performance.now() + 5_000 });
    await expect(waiting).rejects.toThrow('not any more');
    limiter.give();
    await next;
    expect(() => limiter.take({ signal: controller.signal, until: Infinity })).toThrow('not any more');
    limiter.give();
    expect(limiter.take(soon())).toBeUndefined();
  });

  test('keeps to its bounds whatever happens, and loses no turn', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const visit = record({ startMs: nat(6), stayMs: nat(4), leaveMs: option(nat(6)) });
    await assert(
      asyncProperty(
        integer({ min: 1, max: 3 }),
        array(visit, { maxLength: 12 }),
        async (concurrency, visits) => {
          const limiter = createLimiter({ concurrency, queue: 5 });
          let inside = 0;
          const all = Promise.all(
            visits.map(async ({ startMs, stayMs, leaveMs }) => {
              await sleep(startMs);
              const leaving = new AbortController();
              if (leaveMs !== null) setTimeout(() => leaving.abort(new Error('left')), leaveMs);
              try {
                await limiter.take({ signal: leaving.signal, until: performance.now() + 10 });
              } catch {
                return;
              }
              inside += 1;
              expect(inside).toBeLessThanOrEqual(concurrency);
              await sleep(stayMs);
              inside -= 1;
              limiter.give();
            }),
          );
          // Nobody starts, waits or stays for longer.
          await vi.advanceTimersByTimeAsync(6 + 10 + 4);
          await all;
          // All turns are there again.
          for (let index = 0; index < concurrency; index += 1) expect(limiter.take(soon())).toBeUndefined();
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('calls', () => {
  // Of two that are under way at once, each over a connection of its own, either may arrive first.
  test.each([1, 2])('beyond a concurrency of %d wait for their turn, in order', async (concurrency) => {
    const call = await serve({ concurrency });
    const names = ['a', 'b', 'c', 'd', 'e'];
    const results = names.map((name) => call(name));
    for (const [index, name] of names.entries()) {
      const under = names.slice(index, index + concurrency);
      await until(() => under.every((one) => open.has(`/${one}`)));
      open.get(`/${name}`)?.end(`"${name}"`);
    }
    expect((await Promise.all(results)).map(textOf)).toEqual(names.map((name) => `"${name}"`));
    expect(most).toBe(concurrency);
    const asked = paths();
    expect(concurrency === 1 ? asked : asked.toSorted()).toEqual(names.map((name) => `/${name}`));
  });

  test('beyond the queue fail at once, with words', async () => {
    const call = await serve({ concurrency: 1, queue: 1, retries: 2 });
    const [first, second] = [call('a'), call('b')];
    await until(() => open.has('/a'));
    const result = await call('c');
    expect(result.isError).toBe(true);
    expect(textOf(result)).toBe(
      'This server has as many requests to the API under way and waiting as it takes (MCP_CONCURRENCY, MCP_QUEUE).\nNothing was sent, so calling again later is safe.',
    );
    open.get('/a')?.end('"a"');
    await first;
    await until(() => open.has('/b'));
    open.get('/b')?.end('"b"');
    expect(textOf(await second)).toBe('"b"');
    expect(paths()).toEqual(['/a', '/b']);
  });

  test('that are cancelled while they wait are never sent, and make room', async () => {
    const call = await serve({ concurrency: 1, queue: 1 });
    const first = call('a');
    await until(() => open.has('/a'));
    const controller = new AbortController();
    const second = call('b', controller.signal);
    const third = new Promise<CallToolResult>((resolve) => {
      second.catch(() => resolve(call('c')));
    });
    controller.abort();
    await expect(second).rejects.toThrow('aborted');
    open.get('/a')?.end('"a"');
    await first;
    await until(() => open.has('/c'));
    open.get('/c')?.end('"c"');
    expect(textOf(await third)).toBe('"c"');
    expect(paths()).toEqual(['/a', '/c']);
  });

  test('hold their turn until the answer is read to its end', async () => {
    const call = await serve({ concurrency: 1 });
    const [first, second] = [call('a'), call('b')];
    await until(() => open.has('/a'));
    open.get('/a')?.write('"half');
    // Another request makes its way there and back, behind the half.
    const probe = fetch(`${upstream.url}/probe`);
    await until(() => open.has('/probe'));
    open.get('/probe')?.end();
    await (await probe).text();
    expect(paths()).toEqual(['/a', '/probe']);
    open.get('/a')?.end(' and half"');
    expect(textOf(await first)).toBe('"half and half"');
    await until(() => open.has('/b'));
    open.get('/b')?.end('"b"');
    await second;
  });

  test('give their turn back however they end', async () => {
    const call = await serve({ concurrency: 1, timeoutMs: 500 });
    const controller = new AbortController();
    answer = ({ url }, response) => {
      if (url === '/broken') response.destroy();
      if (url === '/cancelled') controller.abort();
      if (url === '/refused') response.writeHead(500).end();
      if (url === '/fine') response.end('"fine"');
    };
    expect(textOf(await call('broken'))).toContain('broke off');
    expect(textOf(await call('late'))).toContain('did not answer within 0.5 s');
    expect(textOf(await call('refused'))).toContain('500');
    await expect(call('cancelled', controller.signal)).rejects.toThrow('aborted');
    expect(textOf(await call('fine'))).toBe('"fine"');
  });
});

const outgoing = (path: string): Outgoing => ({
  method: 'POST',
  url: new URL(path, upstream.url),
  headers: new Headers({ 'idempotency-key': '1' }),
});

describe('requests', () => {
  const { exchange } = createNetwork({}, undefined);
  const signal = new AbortController().signal;
  test('are not sent where their turn comes too late to be answered', async () => {
    const limiter = createLimiter({ concurrency: 1 });
    void limiter.take({ signal, until: Infinity });
    const end = performance.now() + 530;
    const sent = send(outgoing('/a'), { exchange, limiter, timeoutMs: 5_000, end, signal });
    const error = (await sent.catch((thrown) => thrown as NoResponseError)) as NoResponseError;
    // A tenth of what a request may take is kept for it.
    expect(performance.now()).toBeLessThan(end);
    expect(error).toMatchObject({ kind: 'no turn' });
    expect(upstream.got).toEqual([]);
    const failed = { method: 'POST', origin: upstream.url, variables: [], tries: 1 } as const;
    expect(textOf(noResponseResult(error, failed))).toMatch(
      /^This call waited 0\.\d+ s for its turn: this server makes only some requests to the API at once \(MCP_CONCURRENCY\)\.\nNothing was sent, so calling again later is safe\.$/,
    );
  });

  test('that wait before they are sent again keep nobody from a turn', async () => {
    const limiter = createLimiter({ concurrency: 1, queue: 0 });
    answer = ({ url }, response) => {
      if (url === '/busy') response.writeHead(429, { 'retry-after': '30' }).end();
      else response.end();
    };
    const options: RetryOptions = { exchange, limiter, timeoutMs: 5_000, signal, retries: 2 };
    const controller = new AbortController();
    const waiting = retry(outgoing('/busy'), { ...options, signal: controller.signal });
    await until(() => paths().length === 1 && open.size === 0);
    // The turn is given back when the answer has been read.
    await until(() => isFree(limiter));
    expect(await retry(outgoing('/other'), options)).toMatchObject({ result: { status: 200 }, tries: 1 });
    controller.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });

  test('whose repetition has no turn end with the answer that they had', async () => {
    const limiter = createLimiter();
    answer = (_request, response) => response.writeHead(503, { 'retry-after': '0' }).end();
    let turns = 0;
    // The queue is full by the time of the second turn.
    const filling: typeof limiter = {
      ...limiter,
      take: (turn) => {
        turns += 1;
        if (turns === 2) throw new NoResponseError('busy');
        return limiter.take(turn);
      },
    };
    const options = { exchange, timeoutMs: 5_000, signal, retries: 2 };
    expect(await retry(outgoing('/a'), { ...options, limiter: filling })).toMatchObject({
      result: { status: 503 },
      tries: 1,
    });
    expect(paths()).toEqual(['/a']);
  });
});
