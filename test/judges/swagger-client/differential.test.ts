import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cases } from './arbitraries.js';
import type { Case, Wire } from './case.js';
import { exceptionsOf, names } from './exceptions.js';
import { expand } from './expand.js';
import pinned from './pinned.json' with { type: 'json' };
import { sendOurs } from './sendOurs.js';
import { sendTheirs } from './sendTheirs.js';

/** A case that is written down, with what comes of it. */
type Pinned = Omit<Case, 'version'> & { name: string; version?: Case['version'] } & (
    { sends: { url: string; headers?: Record<string, string>; body?: string } } | { refuses: string }
  ) & {
    /** The one exception by which swagger-client sends another request. */
    differs?: string;
  };

/** The exceptions without which some request would not be explained. */
const needed = new Set<string>();

/** What the runtime sends is what the specifications say, and what swagger-client sends but for known differences. */
async function compare(one: Case): Promise<{ ours: Wire | string; differs: readonly string[] }> {
  const ours = await sendOurs(one);
  if (typeof ours !== 'string') expect(ours).toEqual(expand(one));
  const theirs = sendTheirs(one);
  if (JSON.stringify(ours) === JSON.stringify(theirs)) return { ours, differs: [] };
  const found = exceptionsOf(one);
  expect(found, `swagger-client: ${JSON.stringify(theirs)}, we: ${JSON.stringify(ours)}`).not.toEqual([]);
  if (found.length === 1) needed.add(found[0] ?? '');
  return { ours, differs: found };
}

describe('requests, beside those of swagger-client', () => {
  test.each(pinned as Pinned[])('$name', async ({ differs, ...rest }) => {
    const one: Case = { version: '3.1.1', ...rest };
    const result = await compare(one);
    expect(result.differs).toEqual(differs === undefined ? [] : [differs]);
    if ('refuses' in rest) expect(result.ours).toBe(rest.refuses);
    else {
      const { url, ...sent } = rest.sends;
      expect(result.ours).toEqual({ headers: {}, ...sent, url: `https://api.example.com/v1${url}` });
    }
  });

  test('of every version, place and style', { timeout: 240_000 }, async () => {
    let same = 0;
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(cases, async (one) => {
        const { ours, differs } = await compare(one);
        if (differs.length === 0) same += 1;
        if (typeof ours !== 'string') return;
        refused += 1;
        expect(differs.some((name) => name.startsWith('refused-'))).toBe(true);
      }),
      { numRuns: 800 },
    );
    expect(same).toBeGreaterThan(300);
    expect(refused).toBeLessThan(200);
  });

  test('every exception is needed', () => {
    expect([...needed].toSorted()).toEqual(names.toSorted());
  });
});
