import { describe, expect, test } from 'vitest';
import { serveOverHttp } from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { endure, slope } from '../../bench/endure.js';
import { load } from '../../bench/load.js';
import { secret } from './faults.js';
import { fine, makeFaultCatalog } from './makeFaultCatalog.js';
import { startFaults } from './startFaults.js';

test('a server endures what its API does wrong, one thing after the other', async () => {
  const { faults, kinds, looks } = await endure({
    calls: 300,
    seed: 1,
    clients: 30,
    timeoutMs: 100,
    retries: 0,
    intervals: 10,
    // In so few calls, some 3,000 a call are code that is still compiled.
    leak: 10_000,
    // As many as requests may be under way at once.
    sockets: 16,
  });
  expect(faults).toEqual([]);
  expect(looks).toHaveLength(10);
  const met = Object.values(kinds).map(({ results, errors }) => results + errors);
  expect(met.reduce((sum, calls) => sum + calls, 0)).toBe(300);
  for (const calls of met) expect(calls).toBeGreaterThan(0);
  // Of odd content only what is too large fails, and it is seldom met in so few calls.
  const { content, ...others } = kinds;
  expect(content.results).toBeGreaterThan(0);
  for (const { errors } of Object.values(others)) expect(errors).toBeGreaterThan(0);
}, 120_000);

test('a server answers many clients at once, without an error', async () => {
  const api = await startFaults();
  const app = createApp({ catalog: makeFaultCatalog(api.urls), env: { TEST_TOKEN: secret } });
  const server = await serveOverHttp(app, {
    host: '127.0.0.1',
    port: 0,
    allowUnauthenticated: false,
    log: () => undefined,
  });
  const { calls, errors } = await load(
    server.url,
    { name: fine, arguments: {} },
    { clients: 20, seconds: 0.5 },
  );
  await server.close();
  await api.close();
  expect([...errors]).toEqual([]);
  expect(calls).toBeGreaterThanOrEqual(20);
});

describe('what values grow by', () => {
  const warm = [10, 20, 30, 34, 36, 37];
  const noise = [0.2, -0.3, 0.1, 0, 0.3, -0.1, -0.2, 0.1, 0, -0.2, 0.3, -0.1, 0.2, 0];
  const grown = (by: number) => [...warm, ...noise.map((some, index) => 38 + some + by * index)];

  test.each<[string, number[], number]>([
    ['is nothing where they stay', grown(0), 0],
    ['is little next to much noise', grown(0.1), 0.1],
    ['is what they lose', grown(-1), -1],
    [
      'is not what comes and goes',
      grown(0.1).map((value, index) => (index % 5 === 4 ? value - 20 : value)),
      0.1,
    ],
    ['is what they get more all the time', grown(5), 5],
  ])('%s', (_name, values, expected) => {
    expect(Math.abs(slope(values) - expected)).toBeLessThan(0.04);
  });
});
