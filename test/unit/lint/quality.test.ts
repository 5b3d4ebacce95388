import { describe, expect, test } from 'vitest';
import { parts } from '../../../generator/lint/quality/judgeTool.js';
import { scoreTools } from '../../../generator/lint/quality/scoreTools.js';
import type { ToolEntry } from '../../../generator/model/server.js';
import { inspectAlone } from '../../support/lintDocument.js';
import { makeEntry, makeServer } from '../../support/makeServer.js';
import cases from './quality.json' with { type: 'json' };

interface Case {
  name: string;
  operation: object;
  score: number;
  lacks: string[];
}

async function scoreOperations(operations: Record<string, object>, config = {}) {
  const paths = Object.fromEntries(
    Object.entries(operations).map(([path, get]) => [path, { get: { responses: {}, ...get } }]),
  );
  const { server } = await inspectAlone({ paths }, config);
  return scoreTools(server) ?? expect.unreachable();
}

function scoreEntries(tools: ToolEntry[]) {
  const [toolset] = makeServer().toolsets;
  return scoreTools(makeServer({ toolsets: [{ ...(toolset ?? expect.unreachable()), tools }] }));
}

const good = (name: string, description: string) =>
  makeEntry({ name, description, outputSchema: { type: 'object', properties: {} } });

describe('the score of a tool', () => {
  test.each(cases as Case[])('$name', async ({ operation, score, lacks }) => {
    const { tools } = await scoreOperations({ '/orders': operation });
    expect(tools.map((one) => [one.score, one.lacks.map(({ what }) => what)])).toEqual([[score, lacks]]);
  });

  test('is what its parts add up to', async () => {
    for (const { operation } of cases as Case[]) {
      const [tool] = (await scoreOperations({ '/orders': operation })).tools;
      const sum = Object.values(tool?.parts ?? {}).reduce((all, one) => all + one, 0);
      expect(sum).toBeCloseTo(tool?.score ?? -1, 0);
    }
    expect(Object.values(parts).reduce((sum, one) => sum + one, 0)).toBe(100);
  });

  test('a description that the budget cut is no fault of the document', async () => {
    const long = 'The region of the warehouse that is looked at, as the list of regions has it';
    const parameters = Array.from({ length: 12 }, (_, index) => ({
      name: `region${index}`,
      in: 'query',
      description: long,
      schema: { type: 'string' },
    }));
    const operation = { operationId: 'listOrders', summary: 'List what was bought, if paid', parameters };
    const whatOf = async (budget: number) => {
      const { tools } = await scoreOperations({ '/orders': operation }, { budget });
      return new Set(tools.flatMap(({ lacks }) => lacks.map(({ what }) => what)));
    };
    expect((await whatOf(150)).has('cut')).toBe(true);
    expect((await whatOf(2_000)).has('cut')).toBe(false);
  });

  test('a description of more than 500 characters loses, the more the longer it is', () => {
    const lengths = [480, 750, 1_000].map((length) => {
      const quality = scoreEntries([
        good('list_pets', 'Lists the pets of a shop, if open. '.repeat(50).slice(0, length)),
      ]);
      return quality?.tools[0]?.parts.brevity;
    });
    expect(lengths).toEqual([10, 6.5, 3]);
  });
});

const likenessOf = (...descriptions: string[]) =>
  scoreEntries(descriptions.map((words, index) => good(`tool_${index}`, words)))?.tools.map(
    (one) => one.parts.distinction,
  );

describe('tools that are alike', () => {
  test('the same words in another order, or with others that say nothing, tell nothing apart', () => {
    expect(likenessOf('Lists the pets of a shop', 'List a shop’s pets', 'Lists owners')).toEqual([0, 0, 10]);
  });

  test('one word in a short description does', () => {
    expect(likenessOf('Lists the pets of a shop', 'Lists the owners of a shop')).toEqual([10, 10]);
  });

  const long = 'Searches every warehouse region by postal code, opening hours, capacity, cooling, owner and';
  test('one word in a long one does not, unless the name says it', () => {
    expect(likenessOf(`${long} rating`, `${long} tenancy`)).toEqual([5, 5]);
    const quality = scoreEntries([
      good('search_by_rating', `${long} rating`),
      good('search_by_tenancy', `${long} tenancy`),
    ]);
    expect(quality?.tools.map((one) => one.parts.distinction)).toEqual([10, 10]);
  });

  test('two thousand of them are compared in as much work as their number asks for', () => {
    const words = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
    const many = Array.from({ length: 2_000 }, (_, index) =>
      good(`tool_${index}`, `Lists ${words} end${index}`),
    );
    expect(scoreEntries(many)?.tools).toHaveLength(2_000);
  });
});

describe('the score of a server', () => {
  const fine = good('list_pets', 'Lists the pets of a shop in town, if it is open.');
  const poor = good('list_owners', '');

  test('is 60% of the mean and 40% of the worst tool', () => {
    const quality = scoreEntries([fine, fine, poor]) ?? expect.unreachable();
    const [first, , last] = quality.tools.map(({ score }) => score) as [number, number, number];
    expect(quality.worst).toEqual({ tool: 'list_owners', score: last });
    expect(quality.score).toBeCloseTo(0.6 * ((2 * first + last) / 3) + 0.4 * last, 0);
  });

  test('is not there without tools', () => {
    expect(scoreTools(makeServer({ toolsets: [] }))).toBeUndefined();
  });

  test('what is told to raise it raises it by so much', async () => {
    const bare = { name: 'shop', in: 'query', required: true, schema: { type: 'string' } };
    const told = { ...bare, description: 'Name of the shop, as the sign says it' };
    const words = { summary: 'See the stock of a branch in town, returned if open' };
    const paths = ['pets', 'owners', 'vets'];
    const scoreWith = (parameter: object) =>
      scoreOperations(
        Object.fromEntries(
          paths.map((name) => [
            `/${name}`,
            { operationId: `list_${name}`, ...words, parameters: [parameter] },
          ]),
        ),
      );
    const [before, after] = [await scoreWith(bare), await scoreWith(told)];
    const best = before.improvements[0];
    expect(best?.lacks).toEqual([{ what: 'parameter', of: 'shop' }]);
    expect(best?.tools.toSorted()).toEqual(['list_owners', 'list_pets', 'list_vets']);
    expect(before.score + (best?.gain ?? 0)).toBeCloseTo(after.score, 1);
  });

  test('improvements count on those before them, and are at most five', () => {
    const quality = scoreEntries([good('list_pets', ''), good('list_owners', 'Owners.'), fine]);
    const { score = 0, improvements = [] } = quality ?? {};
    expect(improvements.length).toBeGreaterThan(1);
    expect(improvements.length).toBeLessThanOrEqual(5);
    expect(improvements.reduce((sum, { gain }) => sum + gain, score)).toBeLessThanOrEqual(100.5);
  });
});
