import { describe, expect, test } from 'vitest';
import { generate } from '../../../generator/generate.js';
import { inspectDocument as inspect } from '../../../generator/inspectDocument.js';
import { lint } from '../../../generator/lint/lint.js';
import { defaults } from '../../../generator/model/config.js';
import { createJudge } from '../../../generator/schema/judge.js';
import type { Keywords } from '../../../generator/schema/subschemas.js';
import { loadSampler } from '../../../generator/shape/mocks/loadSampler.js';
import { listCallable } from '../../../generator/model/server.js';
import { planMocks } from '../../../generator/shape/mocks/planMocks.js';
import { loadMeans } from '../../support/lintDocument.js';
import { makeGraph } from './makeGraph.js';
import { isThorough } from '../../support/realDocuments.js';

/** 20,000 documents in a long run; seed 0 is the first of them. */
const runs = isThorough ? 20_000 : 300;
const batch = 100;
const first = Number(process.env['MCPWRIGHT_SEED'] ?? 20) * 100_000;

/** Bodies that fit some of the schemas, and what a check has to walk through those that refer to themselves for. */
const values = [
  {},
  { body: 'x' },
  { body: [1] },
  { body: { next: { next: {} }, kind: 'x' } },
  { next: {}, a: 1 },
];

describe('schemas that refer to one another at random', () => {
  const batches = Array.from({ length: runs / batch }, (_, index) => first + index * batch);
  test.each(batches)(
    'from seed %i on: all that can be offered is, and can be checked',
    async (start) => {
      const sampler = await loadSampler();
      const means = await loadMeans();
      for (let seed = start; seed < start + batch; seed += 1) {
        const document = makeGraph(seed);
        const inspection = await inspect('-', defaults, {
          readStdin: () => Promise.resolve(JSON.stringify(document)),
        });
        const { api, server, diagnostics } = inspection;
        const lost = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
        expect(lost, `seed ${seed}`).toEqual([]);
        const tools = server.toolsets.flatMap((toolset) => toolset.tools);
        const paths = Object.keys(document['paths'] as object);
        expect(tools.length, `seed ${seed}`).toBe(paths.length);
        const judge = createJudge(server.components);
        const judgeAll = () => {
          for (const { enforced } of tools)
            for (const value of values) judge.call(enforced as Keywords, value);
        };
        expect(judgeAll, `seed ${seed}`).not.toThrow();
        expect(Object.keys(planMocks(api, listCallable(server), sampler))).toHaveLength(tools.length);
        const failed = lint(inspection, means).filter(({ rule }) => rule === 'not-judged');
        expect(failed, `seed ${seed}`).toEqual([]);
      }
    },
    120_000,
  );

  test('in a chain, however long, each including the next', async () => {
    const links = 3000;
    const include = (index: number) => ({
      allOf: [
        { $ref: `#/components/schemas/S${index % links}` },
        { type: 'object', properties: { a: { type: 'string' } } },
      ],
    });
    const schemas = Object.fromEntries(
      Array.from({ length: links }, (_, index) => [
        `S${index}`,
        { type: 'object', properties: { next: include(index + 1) } },
      ]),
    );
    const document = { ...makeGraph(first), openapi: '3.1.0', components: { schemas } };
    const content = { 'application/json': { schema: include(0) } };
    const paths = { '/x': { post: { requestBody: { required: true, content }, responses: {} } } };
    const text = JSON.stringify({ ...document, swagger: undefined, definitions: undefined, paths });
    const { server, diagnostics } = await inspect('-', defaults, { readStdin: () => Promise.resolve(text) });
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    const [entry] = server.toolsets.flatMap(({ tools }) => tools);
    const judge = createJudge(server.components);
    expect(judge.call(entry?.enforced as Keywords, { next: { next: { a: 'x' } } })).toEqual([]);
    expect(judge.call(entry?.enforced as Keywords, { next: { next: { a: 5, b: 1 } } })).not.toEqual([]);
  }, 60_000);

  test('become projects', async () => {
    for (let seed = first; seed < first + 5; seed += 1) {
      const text = JSON.stringify(makeGraph(seed));
      const { files } = await generate('-', defaults, { readStdin: () => Promise.resolve(text) });
      expect(files.length, `seed ${seed}`).toBeGreaterThan(20);
    }
  }, 60_000);
});
