import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { inspectDocument as inspect } from '../../../generator/inspectDocument.js';
import { defaults } from '../../../generator/model/config.js';
import type { Server } from '../../../generator/model/server.js';
import { loadSampler } from '../../../generator/shape/mocks/loadSampler.js';
import { listCallable } from '../../../generator/model/server.js';
import { planMocks } from '../../../generator/shape/mocks/planMocks.js';
import { type Used, isUsed, listUsed } from './listUsed.js';
import { mutate } from './mutate.js';
import { isThorough } from '../../support/realDocuments.js';

const examples = new URL('../../../node_modules/@readme/oas-examples/', import.meta.url);
const documents = ['2.0/json/petstore.json', '3.0/json/polymorphism.json', '3.1/json/petstore.json'];
/** Documents that are made of each; 1,000 in a long run. */
const runs = isThorough ? 1_000 : 12;
/** Members that are changed in each. */
const changes = 8;

describe('a document with members that are gone, of another type, or lead nowhere', () => {
  test.each(documents)(
    '%s is read as far as it goes, and loses only what uses them',
    async (path) => {
      const document = JSON.parse(readFileSync(new URL(path, examples), 'utf8')) as object;
      const sampler = await loadSampler();
      const original = JSON.stringify(document);
      const before = toolsOf((await inspect('-', defaults, { readStdin: async () => original })).server);
      const whole = listUsed(document).filter((one) => before.includes(keyOf(one)));
      expect(whole).toHaveLength(before.length);
      const seen = { lost: 0, kept: 0 };
      for (let seed = 0; seed < runs; seed += 1) {
        const { document: mutant, changed } = mutate(document, seed, changes);
        // Most changes cost nothing: one is an operation that is none any more.
        changed.push(breakOne(mutant, whole[seed % whole.length]!, seed));
        const text = JSON.stringify(mutant);
        const { api, server, diagnostics } = await inspect('-', defaults, {
          readStdin: () => Promise.resolve(text),
        });
        const ours = diagnostics.filter(({ message }) => message.includes('mcpwright itself'));
        expect(ours, `seed ${seed}`).toEqual([]);
        const offered = new Set(toolsOf(server));
        const lost = whole.filter(
          (one) => !offered.has(keyOf(one)) && !changed.some((pointer) => isUsed(one, pointer)),
        );
        expect(lost.map(keyOf), `seed ${seed}, changed at ${changed.join(', ')}`).toEqual([]);
        seen.lost += before.length - offered.size;
        seen.kept += offered.size;
        expect(Object.keys(planMocks(api, listCallable(server), sampler))).toHaveLength(
          server.toolsets.reduce((sum, { tools }) => sum + tools.length, 0),
        );
      }
      // Otherwise nothing was asked of it.
      expect(seen.lost).toBeGreaterThanOrEqual(runs);
      expect(seen.kept).toBeGreaterThan(0);
    },
    120_000,
  );
});

/** Puts something else in the place of an operation; gives the pointer to it. */
function breakOne(document: object, { method, path }: Used, seed: number): string {
  const { paths } = document as { paths: Record<string, Record<string, unknown>> };
  paths[path]![method] = [null, 'none', [], 5][seed % 4];
  return `#/paths/${path.replaceAll('/', '~1')}/${method}`;
}

const keyOf = ({ method, path }: { method: string; path: string }) => `${method.toUpperCase()} ${path}`;

function toolsOf({ toolsets }: Server): string[] {
  return toolsets.flatMap(({ tools }) => tools.map(({ tool }) => keyOf(tool.request)));
}
