import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { suggestTools } from '../../../generator/suggest/suggestTools.js';
import { inspectOnce, specs } from '../../support/realDocuments.js';

/** What a server that people wrote by hand offers of an API, and where that is said. */
interface Exposed {
  vendor: string;
  /** Its document, below the folder of real documents. */
  document: string;
  server: string;
  source: string;
  /** When the source was read. */
  date: string;
  /** Whether the rules were tuned with it in sight. */
  half: 'tuned' | 'counted once';
  /** Method and path. */
  operations: string[];
}

const vendors = JSON.parse(
  readFileSync(new URL('exposed.json', import.meta.url), 'utf8'),
) as readonly Exposed[];
const page = readFileSync('docs/suggest.md', 'utf8');
const known = vendors.filter(({ document }) => existsSync(join(specs, document)));
if (known.length < vendors.length)
  console.log(`Not all sets are compared: ${specs} does not hold each document.`);

/** How far a suggestion may fall below what docs/suggest.md says before this fails. */
const floors: Readonly<Record<string, number>> = {
  Stripe: 0.33,
  Docker: 0.48,
  Discord: 0.25,
  Figma: 0.24,
  Qdrant: 0.12,
  Kubernetes: 0.11,
};

test('vendors of both halves are compared, six at least', () => {
  expect(vendors.length).toBeGreaterThanOrEqual(6);
  expect(new Set(vendors.map(({ half }) => half)).size).toBe(2);
  expect(Object.keys(floors)).toEqual(vendors.map(({ vendor }) => vendor));
});

describe('what is suggested is what people chose by hand', () => {
  test.for(vendors)('$vendor', { timeout: 300_000 }, async (compared, { skip }) => {
    skip(!known.includes(compared), 'its document is not here');
    const { vendor, document, half, operations } = compared;
    const { api, server } = await inspectOnce(join(specs, document));
    const verdicts = suggestTools(api, server, { tokens: 20_000 });
    const all = new Set(verdicts.map(({ candidate }) => candidate.key));
    expect(operations.filter((key) => !all.has(key))).toEqual([]);
    const taken = new Set(verdicts.flatMap((one) => (one.taken ? [one.candidate.key] : [])));
    const both = operations.filter((key) => taken.has(key)).length;
    const f1 = (2 * both) / (taken.size + operations.length);
    expect(f1).toBeGreaterThanOrEqual(floors[vendor] ?? 1);
    // Whoever took as many at random would find far less.
    expect(both / operations.length).toBeGreaterThan(taken.size / all.size);
    const cells = [vendor, half, all.size, operations.length, taken.size, both, f1.toFixed(2)];
    const told = page.split('\n').find((line) => line.startsWith(`| ${vendor} `));
    expect(
      told
        ?.split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    ).toEqual(cells.map(String));
  });
});
