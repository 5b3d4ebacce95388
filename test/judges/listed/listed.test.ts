import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectOnce, specs } from '../../support/realDocuments.js';
import { type Tally, judgeListed, judgeServer, mostRefused } from './judgeListed.js';

const runs = { sparse: 3, full: 5 };
const ours = join(process.cwd(), 'test/cases/listed/orders.yaml');
/** Milliseconds that all documents together do not take, even on a busy machine. */
const longest = 900_000;

const isWanted = process.env['MCPWRIGHT_ALL'] !== undefined;
if (isWanted && !existsSync(specs))
  console.log(`No calls of real documents are drawn: ${specs} does not exist.`);

const documents = [
  'petstore3.yaml',
  'scalar-galaxy.yaml',
  'redocly-cafe-3-2-split/cafe.yaml',
  'conjur-multi/openapi.yml',
  'docker-engine.yaml',
  'discord.json',
  'figma.yaml',
  'qdrant.json',
  'readme-3-0-parameters-style.json',
  'autorest-url.json',
  'stripe.json',
  'kubernetes.json',
].map((name) => join(specs, name));

describe('calls that fit what is listed', () => {
  test('are taken, though little of a tool has room', async () => {
    const { server } = await inspectOnce(ours);
    const rungs = server.toolsets.flatMap(({ tools }) => tools).map(({ cost }) => cost.rung);
    expect(Math.max(...rungs)).toBeGreaterThan(2);
    const { sparse, full, undrawn, reasons } = judgeServer(server, { sparse: 10, full: 30 });
    expect(undrawn).toEqual([]);
    expect(sparse).toEqual({ calls: 30, refused: 0 });
    expect(full.calls).toBe(90);
    // Of what may be left out, the fields that it asks for are the last that have room.
    const optional =
      /^full \w+: .*\n(?:- (?:orders\[\d+\]\.)?(?:delivery|billing|gift)\.[\w.]+: required but missing.*\n?)+$/;
    expect(reasons.filter((reason) => !optional.test(reason))).toEqual([]);
  });

  test('are counted as refused where less is listed than is asked for', async () => {
    const { server } = await inspectOnce(ours);
    const toolsets = server.toolsets.map((toolset) => ({
      ...toolset,
      tools: toolset.tools.map((entry) => ({
        ...entry,
        tool: { ...entry.tool, inputSchema: { type: 'object' as const, properties: {} } },
      })),
    }));
    const { sparse, full, reasons } = judgeServer({ ...server, toolsets }, runs);
    expect(sparse).toEqual({ calls: 9, refused: 9 });
    expect(full).toEqual({ calls: 15, refused: 15 });
    expect(reasons).toHaveLength(24);
  });
});

describe.runIf(isWanted && existsSync(specs))('calls of real documents', () => {
  let tallies: Tally[] = [];

  beforeAll(async () => {
    tallies = [];
    for (const file of documents) tallies.push(await judgeListed(file, runs));
    const rows = tallies.map(({ sparse, full }, index) => [
      documents[index]?.slice(specs.length + 1),
      `${tell(sparse)} with required arguments only,`,
      `${tell(full)} with others`,
    ]);
    console.log(rows.map((row) => row.join(' ')).join('\n'));
  }, longest);

  const sum = (kinds: readonly ('sparse' | 'full')[]): number => {
    const counts = tallies.flatMap((tally) => kinds.map((kind) => tally[kind]));
    const calls = counts.reduce((all, one) => all + one.calls, 0);
    return counts.reduce((all, one) => all + one.refused, 0) / calls;
  };

  test('are refused hardly ever', () => {
    expect(sum(['sparse', 'full'])).toBeLessThanOrEqual(mostRefused.all);
  });

  test('least of all with required arguments only', () => {
    expect(sum(['sparse'])).toBeLessThanOrEqual(mostRefused.sparse);
  });

  test('are found for all tools', () => {
    expect(tallies.flatMap(({ undrawn }) => undrawn)).toEqual([]);
  });
});

function tell({ refused, calls }: Tally['sparse']): string {
  return `${refused} of ${calls} refused`;
}
