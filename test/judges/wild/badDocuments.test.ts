import { cpuUsage } from 'node:process';
import { beforeAll, describe, expect, test } from 'vitest';
import { badDocuments } from './badDocuments.js';
import { checkCalls } from './checkCalls.js';
import { checkReports } from './checkReports.js';
import { complete, serveCase } from './serveCase.js';

/** How much longer than a plain document of its size a bad one may take. */
const mostTimes = 12;

const plain = {
  paths: Object.fromEntries(
    Array.from({ length: 3_000 }, (_, index) => [
      `/things${index}`,
      { get: { operationId: `getThings${index}`, responses: { 200: { description: 'OK' } } } },
    ]),
  ),
};

describe('a bad document is told in a sentence, in bounded time, and the rest of it is served', () => {
  let usual: { ms: number; bytes: number };
  beforeAll(async () => {
    await serveCase({ document: {} });
    const { ms } = await time(() => serveCase({ document: plain }));
    usual = { ms, bytes: sizeOf(plain) };
  });

  test.each(badDocuments())('$name', async (bad) => {
    const { ms, result: served } = await time(() => serveCase(bad));
    checkReports(served.diagnostics, bad.reports ?? []);
    for (const { message } of served.diagnostics) expect(message.length).toBeLessThan(1_500);
    expect(served.tools.toSorted()).toEqual(['get_health', ...bad.tools].toSorted());
    const { sent } = await served.call('get_health', {});
    expect(sent.map(({ line }) => line)).toEqual(['GET https://api.example.com/health']);
    await checkCalls(served, bad);
    const bytes = Math.max(sizeOf(bad.document ?? {}), usual.bytes);
    expect(ms / bytes / (usual.ms / usual.bytes)).toBeLessThan(mostTimes);
  });
});

/** The CPU time of this process that a run takes: a busy machine does not change it. */
async function time<T>(run: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const before = cpuUsage();
  const result = await run();
  const { user, system } = cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

function sizeOf(document: Record<string, unknown>): number {
  return JSON.stringify(complete(document)).length;
}
