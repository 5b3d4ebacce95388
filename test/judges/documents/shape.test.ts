import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { load } from '../../../generator/load/load.js';
import { defaults } from '../../../generator/model/config.js';
import { collector } from '../../../generator/model/diagnostic.js';
import { read } from '../../../generator/read/read.js';
import { check } from '../../../generator/shape/check/check.js';
import { rungs } from '../../../generator/shape/detail.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { countTokens } from '../../support/countTokens.js';
import { specs as folder } from '../../support/realDocuments.js';

const isThere = existsSync(folder);
if (!isThere) console.log(`The sweep over real documents is skipped: ${folder} does not exist.`);

/** Real documents, and the number of their operations. */
const documents: [file: string, operations: number][] = [
  ['petstore3.yaml', 19],
  ['scalar-galaxy.yaml', 10],
  ['redocly-cafe-3-2-split/cafe.yaml', 12],
  ['conjur-multi/openapi.yml', 41],
  ['docker-engine.yaml', 108],
  ['stripe.json', 452],
  ['discord.json', 242],
  ['figma.yaml', 54],
  ['qdrant.json', 69],
  ['readme-3-0-parameters-style.json', 25],
  ['autorest-url.json', 66],
  ['adyen-webhooks-v1.json', 0],
  ['kubernetes.json', 1123],
];

describe.skipIf(!isThere)('real documents', () => {
  test.each(documents)('%s: %i operations', async (file, operations) => {
    const { diagnostics, report } = collector();
    const document = await load(join(folder, file), { readStdin: () => Promise.resolve('') }, report);
    const api = read(document, report);
    const server = await check(shapeTools(api, defaults, report, countTokens), defaults, report);
    const tools = server.toolsets.flatMap((toolset) => toolset.tools);
    const lost = diagnostics.filter(
      ({ code }) => code === 'operation-skipped' || code === 'tool-quarantined',
    );
    expect(lost).toEqual([]);
    expect(tools).toHaveLength(operations);
    expect(new Set(tools.map(({ tool }) => tool.name)).size).toBe(operations);
    const over = tools.filter(({ cost }) => cost.tokens > defaults.budget);
    expect(over.filter(({ cost }) => cost.rung < rungs.length - 1)).toEqual([]);
    expect(over.length).toBeLessThanOrEqual(tools.length / 15);
    const answers = tools.flatMap(({ tool }) => (tool.outputSchema === undefined ? [] : [tool.outputSchema]));
    for (const schema of answers)
      expect(countTokens(JSON.stringify(schema))).toBeLessThanOrEqual(defaults.outputBudget);
  });

  test('shuffling the paths changes nothing', async () => {
    const { report } = collector();
    const document = await load(
      join(folder, 'docker-engine.yaml'),
      { readStdin: () => Promise.resolve('') },
      report,
    );
    const paths = document.root['paths'] as Record<string, never>;
    const shuffled = {
      ...document,
      root: { ...document.root, paths: Object.fromEntries(Object.entries(paths).toReversed()) },
    };
    const shapes = [document, shuffled].map((one) => {
      const { diagnostics, report: reportOne } = collector();
      return JSON.stringify([
        shapeTools(read(one, reportOne), defaults, reportOne, countTokens),
        diagnostics,
      ]);
    });
    expect(shapes[1]).toBe(shapes[0]);
  });
});
