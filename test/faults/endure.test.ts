import { describe, expect, test } from 'vitest';
import { serveOverHttp } from '../../templates/project/src/runtime/serveOverHttp.js';
import { createApp } from '../../templates/project/src/server.js';
import { endure, grows } from '../bench/endure.js';
import { load } from '../bench/load.js';
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
  });
  expect(faults).toEqual([]);
  expect(looks).toHaveLength(10);
  const tallies = Object.values(kinds);
  expect(tallies.reduce((sum, { results, errors }) => sum + results + errors, 0)).toBe(300);
  for (const { errors } of tallies) expect(errors).toBeGreaterThan(0);
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

describe('what grows', () => {
  test.each<[string, number[], boolean]>([
    ['is not what stays', [20, 30, 30, 30, 30, 30, 30, 30, 30, 30], false],
    ['is not what comes and goes', [20, 30, 60, 30, 31, 30, 70, 31, 30, 32], false],
    ['is what gets more all the time', [20, 22, 24, 26, 28, 30, 32, 34, 36, 38], true],
  ])('%s', (_name, values, expected) => {
    expect(grows(values, 4)).toBe(expected);
  });
});
