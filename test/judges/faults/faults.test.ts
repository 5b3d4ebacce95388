import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApp } from '../../../templates/project/src/server.js';
import { type Answer, connectView, type ViewClient } from '../../support/runtime/connectView.js';
import { faults, secret, uploads } from './faults.js';
import { fine, makeFaultCatalog, methodsOf } from './makeFaultCatalog.js';
import { nameFault } from './nameFault.js';
import { startFaults, type FaultyApi } from './startFaults.js';

const hasty = 100;
/** Progress is told of what comes so much later than the call was made. */
const tellingMs = 500;
const patient = 25_000;

let api: FaultyApi;
const clients = new Map<string, Promise<ViewClient>>();
const rejections: unknown[] = [];
const keep = (reason: unknown) => rejections.push(reason);

beforeAll(async () => {
  process.on('unhandledRejection', keep);
  api = await startFaults();
  const client = await clientOf(patient, 0);
  expect(await succeeds(client)).toBe(true);
});
afterAll(async () => {
  process.off('unhandledRejection', keep);
  for (const client of clients.values()) await (await client).close();
  await api.close();
});

/** A client of a server with such settings. */
function clientOf(timeoutMs: number, retries: number, trusts?: string): Promise<ViewClient> {
  const key = `${timeoutMs} ${retries} ${trusts}`;
  const env = {
    ...(trusts && { MCP_CA_FILE: trusts }),
    TEST_TOKEN: secret,
    MCP_TIMEOUT_MS: String(timeoutMs),
    MCP_RETRIES: String(retries),
    MCP_FILE_ROOTS: uploads,
  };
  const client =
    clients.get(key) ??
    connectView(createApp({ catalog: makeFaultCatalog(api.urls), env, backoffMs: 10 }).view());
  clients.set(key, client);
  return client;
}

/** Whether a server answers a good call; on a busy machine, that may take more than the time of the hasty one. */
async function succeeds(client: ViewClient, tries = 50): Promise<boolean> {
  const { isError, structuredContent } = await client.call(fine);
  if (isError) return tries > 1 && succeeds(client, tries - 1);
  return JSON.stringify(structuredContent) === '{"ok":true}';
}

/**
 * Makes a call that works though it has no end. Its clock stands still until some of the answer has come, however long a
 * busy machine takes for that, and is then moved to where the call is given up.
 */
async function callWithoutEnd(
  timeoutMs: number,
  call: (onprogress: () => void) => Promise<Answer>,
  hasArrived: () => boolean,
): Promise<{ answer: Answer; took: number }> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const started = performance.now();
    let answer: Promise<Answer> | undefined;
    const come = new Promise<void>((tell) => (answer = call(tell)));
    while (!hasArrived()) await new Promise(setImmediate);
    vi.advanceTimersByTime(tellingMs);
    await come;
    vi.advanceTimersByTime(timeoutMs - tellingMs);
    return { answer: (await answer)!, took: performance.now() - started };
  } finally {
    vi.useRealTimers();
  }
}

const sentences = {
  safe: /calling again is safe\./i,
  later: /Calling again later is safe\./,
  unsure: /It may have taken effect all the same: check that before calling again\./,
  useless: /Calling again with the same arguments will fail again\./,
};

const cases = faults.flatMap((fault) => methodsOf(fault).map((method) => ({ fault, method })));

describe('an API that misbehaves', () => {
  test.each(cases.map((one) => [`${one.method}: ${one.fault.name}`, one] as const))(
    '%s',
    async (_name, { fault, method }) => {
      const { endless, retries = 0, body, fails, says, sent, trusts } = fault;
      const isOpen = endless === true && fails === undefined;
      const timeoutMs = isOpen ? 2 * tellingMs : endless ? hasty : patient;
      const client = await clientOf(timeoutMs, retries, trusts);
      const before = api.asked(fault, method);
      const started = performance.now();
      const call = (options = {}) =>
        client.call(nameFault(fault, method), body === undefined ? {} : { body }, options);
      const hasArrived = () => api.asked(fault, method) > before;
      const { answer, took } = isOpen
        ? await callWithoutEnd(timeoutMs, (onprogress) => call({ onprogress }), hasArrived)
        : { answer: await call(), took: performance.now() - started };
      const { text, isError, structuredContent } = answer;
      if (endless) {
        // A timer may be a millisecond early. However late a busy machine is, it was this timer and no later one.
        expect(took).toBeGreaterThanOrEqual(timeoutMs - 2);
        expect(took).toBeLessThan(patient / 2);
      } else expect(took).toBeLessThan(timeoutMs);
      expect(isError).toBe(fails !== undefined);
      for (const words of says) {
        if (typeof words === 'string') expect(text).toContain(words);
        else expect(text).toMatch(words);
      }
      const said = Object.entries(sentences).flatMap(([name, words]) => (words.test(text) ? [name] : []));
      expect(said).toEqual(fails === undefined ? [] : [fails[method]]);
      const shown = JSON.stringify([text, structuredContent]);
      expect(shown).not.toContain(secret.slice(0, 10));
      if (sent !== undefined) expect(api.asked(fault, method) - before).toBe(sent);

      expect(await succeeds(client)).toBe(true);
      expect(rejections).toEqual([]);
    },
  );

  test('may close connections between calls', async () => {
    const client = await clientOf(patient, 2);
    for (let calls = 0; calls < 20; calls += 1) {
      expect(await client.call('get_closes_an_idle_connection')).toMatchObject({ isError: false });
    }
  });
});
