import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { mostListed } from '../../../generator/model/config.js';
import { coverPaths } from '../../../generator/suggest/coverPaths.js';
import { suggestSets } from '../../../generator/suggest/suggestSets.js';
import { listUseful } from '../../../generator/suggest/suggestTools.js';
import { assignToolsets } from '../../../generator/shape/select/toolsets.js';
import { inspectOnce, realDocuments, samples, specs } from '../../support/realDocuments.js';

if (!existsSync(specs)) console.log(`Only the sets of the samples are looked at: ${specs} does not exist.`);

const documents = [
  ...samples,
  ...[...realDocuments, join(specs, 'stripe.json')].filter((file) => existsSync(file)),
];
/** What a list may take by default. */
const total = 20_000;

describe('every document becomes sets that fit a list', () => {
  test.each([...new Set(documents)])('%s', { timeout: 300_000 }, async (file) => {
    const { api, server } = await inspectOnce(file);
    const verdicts = listUseful(api, server, total);
    const taken = verdicts.flatMap((one) => (one.taken ? [one.candidate] : []));
    const sets = suggestSets(taken, server, { tools: mostListed, tokens: total });

    const tools = server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool.name));
    expect(verdicts.map(({ candidate }) => candidate.entry.tool.name)).toEqual(tools);
    expect(verdicts.filter(({ taken: is, reason }) => !is && reason === '')).toEqual([]);
    const grouped = sets.flatMap(({ candidates }) => candidates.map(({ key }) => key));
    expect(grouped.toSorted()).toEqual(taken.map(({ key }) => key).toSorted());

    for (const { name, title, candidates, tokens } of sets) {
      expect(candidates.length).toBeGreaterThan(0);
      expect(candidates.length).toBeLessThanOrEqual(mostListed);
      expect(tokens).toBeLessThanOrEqual(total);
      expect(title.trim()).not.toBe('');
      expect(name).toMatch(/^[a-z][a-z0-9_]*$/);
      // A hash, or a number alone, says nothing.
      expect(name).not.toMatch(/(?:^|_)(?:[0-9a-f]*\d[0-9a-f]*){8}$|^\D?\d+$/);
    }
    const names = sets.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);

    // The rules put each operation where it was meant to be.
    const toolsets = Object.fromEntries(
      sets.map(({ name, candidates }) => {
        const others = taken.filter((one) => !candidates.includes(one));
        const include = coverPaths(
          candidates.map(({ operation }) => operation),
          others.map(({ operation }) => operation),
        );
        return [name, { include }];
      }),
    );
    const subjects = taken.map(({ operation }) => ({
      operation,
      toolset: { name: 'none', title: 'none' },
      readOnly: true,
      destructive: false,
    }));
    const { subjects: assigned } = assignToolsets(
      subjects,
      new Map(),
      { toolsets, tools: {} },
      (title) => title,
      () => {},
    );
    const setOf = new Map(sets.flatMap(({ name, candidates }) => candidates.map(({ key }) => [key, name])));
    for (const { operation, toolset } of assigned)
      expect(toolset.name).toBe(setOf.get(`${operation.method} ${operation.path}`));
  });
});
