import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countTokens as countWhole } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { connectTo } from '../../../generator/commands/connectTo.js';
import { defaults } from '../../../generator/model/config.js';
import { rungs } from '../../../generator/shape/detail.js';
import { inspectOnce, samples, specs } from '../../support/realDocuments.js';

if (!existsSync(specs)) console.log(`Only the lists of the samples are counted: ${specs} does not exist.`);

const documents = [
  ...samples,
  ...['docker-engine.yaml', 'figma.yaml', 'qdrant.json', 'conjur-multi/openapi.yml']
    .map((file) => join(specs, file))
    .filter((file) => existsSync(file)),
];

describe('what is counted is what is listed', () => {
  test.each(documents)('%s', { timeout: 300_000 }, async (file) => {
    const { server } = await inspectOnce(file);
    const entries = server.toolsets.flatMap(({ tools }) => tools);
    const { tools: listed } = await connectTo(server, 'list');
    expect(listed.map(({ name }) => name)).toEqual(entries.map(({ tool }) => tool.name));
    const options = { disallowedSpecial: new Set<string>() };
    const counted = listed.map((tool) =>
      countWhole(JSON.stringify({ ...tool, outputSchema: undefined }), options),
    );
    expect(counted).toEqual(entries.map(({ cost }) => cost.tokens));
    // What is over its budget has gone all the way down.
    const broken = entries.filter(
      ({ cost }) => cost.tokens > defaults.budget && cost.rung < rungs.length - 1,
    );
    expect(broken.map(({ tool }) => tool.name)).toEqual([]);
    expect(entries.filter(({ cost }) => cost.rung === 0 && cost.lost.some(isOfInput))).toEqual([]);
    for (const { cost } of entries) expect(cost.naive).toBeGreaterThan(0);
  });
});

/** Whether a loss is one of the ladder. */
function isOfInput(lost: string): boolean {
  return lost !== 'no output schema';
}
