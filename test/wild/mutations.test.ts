import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inspect } from '../../generator/inspect.js';
import { defaults } from '../../generator/model/config.js';
import { loadSampler } from '../../generator/shape/loadSampler.js';
import { planMocks } from '../../generator/shape/planMocks.js';
import { mutate } from './mutate.js';

const examples = new URL('../../node_modules/@readme/oas-examples/', import.meta.url);
const documents = ['2.0/json/petstore.json', '3.0/json/polymorphism.json', '3.1/json/petstore.json'];
/** Documents that are made of each; 1,000 in a long run. */
const runs = Number(process.env['MCPWRIGHT_RUNS'] ?? 0) > 0 ? 1_000 : 12;
/** Members that are changed in each. */
const changes = 8;

describe('a document with members that are gone, of another type, or lead nowhere', () => {
  test.each(documents)(
    '%s is read as far as it goes',
    async (path) => {
      const document = JSON.parse(readFileSync(new URL(path, examples), 'utf8')) as object;
      const sampler = await loadSampler();
      for (let seed = 0; seed < runs; seed += 1) {
        const text = JSON.stringify(mutate(document, seed, changes));
        const { api, server, diagnostics } = await inspect('-', defaults, {
          readStdin: () => Promise.resolve(text),
        });
        const ours = diagnostics.filter(({ message }) => message.includes('mcpwright itself'));
        expect(ours, `seed ${seed}`).toEqual([]);
        expect(Object.keys(planMocks(api, server, sampler))).toHaveLength(
          server.toolsets.reduce((sum, { tools }) => sum + tools.length, 0),
        );
      }
    },
    120_000,
  );
});
