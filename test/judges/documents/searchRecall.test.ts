import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { defaults } from '../../../generator/model/config.js';
import { shapeTools } from '../../../generator/shape/shapeTools.js';
import { createSearch } from '../../../templates/project/src/runtime/search/createSearch.js';
import { type Recall, askSentences, recallOf } from '../../support/askSentences.js';
import { countTokens } from '../../support/countTokens.js';
import { readOnce } from '../../support/realDocuments.js';

const samples = fileURLToPath(new URL('../../../samples', import.meta.url));
const examples = dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

/** What is reached, less a little: the table `search` of the benchmarks prints more documents. */
const floors: [name: string, folder: string, floor: Recall][] = [
  ['petstore/openapi.yaml', samples, { queries: 12, at1: 45, at5: 80, at10: 80, mrr: 60 }],
  ['3.0/json/star-trek.json', examples, { queries: 90, at1: 40, at5: 98, at10: 98, mrr: 65 }],
  ['3.0/json/readme-legacy.json', examples, { queries: 36, at1: 88, at5: 92, at10: 95, mrr: 90 }],
  ['3.1/json/readme.json', examples, { queries: 54, at1: 72, at5: 98, at10: 98, mrr: 83 }],
];

test.each(floors)('tools are found by what is said of them elsewhere: %s', async (name, folder, floor) => {
  const { api } = await readOnce(join(folder, name));
  const server = shapeTools(api, defaults, () => {}, countTokens);
  const { entries, questions } = askSentences(api, server);
  const recall = recallOf(createSearch(entries, server.api.name), questions);
  for (const figure of ['queries', 'at1', 'at5', 'at10', 'mrr'] as const)
    expect(recall[figure], figure).toBeGreaterThanOrEqual(floor[figure]);
});
