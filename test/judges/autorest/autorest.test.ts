import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatTable } from '../../../generator/commands/context.js';
import { judgeCall } from './judgeCall.js';
import { needCookies } from './keepCookies.js';
import { readCalls } from './readCalls.js';
import { serveDocument } from './serveDocument.js';
import { type Coverage, type Judge, startJudge } from './startJudge.js';
import unreachable from './unreachable.json' with { type: 'json' };

/** By document, the scenarios that cannot be reached, and why. */
const listed: Record<string, Record<string, string>> = unreachable;
const documents = readCalls();
const reached = new Map<string, string[]>();

let judge: Judge;
let before: Coverage;
beforeAll(async () => {
  judge = await startJudge();
  before = await judge.coverage();
});
afterAll(() => judge.close());

describe('every call does what it should', () => {
  test.each(documents)('$document', async ({ calls: usual, variants = [], ...given }) => {
    for (const { tools, calls } of [{ tools: {}, calls: usual }, ...variants]) {
      const served = await serveDocument(judge, given, tools);
      try {
        for (const call of calls) await judgeCall(served, call, judge.origin);
      } finally {
        await served.close();
      }
    }
    const after = await judge.coverage();
    const names = Object.keys(after).filter((name) => after[name] !== before[name]);
    reached.set(given.document, names);
    before = after;
  });
});

describe('the server’s own report', () => {
  test('is full but for what is listed, and none of that has been reached', async () => {
    const coverage = await judge.coverage();
    const missed = Object.keys(coverage).filter((name) => coverage[name] === 0);
    console.log(describeCoverage(await judge.reports()));
    console.log(
      `Reached with a cookie jar of the test, which a generated server does not have: ${needCookies.join(', ')}.`,
    );
    expect(missed.toSorted()).toEqual(Object.values(listed).flatMap(Object.keys).toSorted());
  });

  test('is listed with documents that there are, and with reasons', () => {
    const names = documents.map(({ document }) => document);
    for (const [document, scenarios] of Object.entries(listed)) {
      expect(names).toContain(document);
      for (const reason of Object.values(scenarios)) expect(reason).not.toBe('');
    }
  });
});

/** A row for each document, with the scenarios that were reached, of all that it leads to; then the server's own counts. */
function describeCoverage(reports: readonly [category: string, coverage: Coverage][]): string {
  const rows = documents.map(({ document }) => {
    const found = reached.get(document)?.length ?? 0;
    return [document, String(found), String(found + Object.keys(listed[document] ?? {}).length)];
  });
  const all = Object.assign({}, ...reports.map(([, coverage]) => coverage)) as Coverage;
  const sums = [...reports, ['all, each scenario once', all] as const].map(([name, coverage]) => {
    const counts = Object.values(coverage);
    return [`report: ${name}`, String(counts.filter((count) => count > 0).length), String(counts.length)];
  });
  return formatTable([['Document', 'Reached', 'Of'], ...rows, ...sums]);
}
