import { describe, expect, test } from 'vitest';
import { coverPaths } from '../../../generator/suggest/coverPaths.js';
import { suggestSets } from '../../../generator/suggest/suggestSets.js';
import { listUseful, suggestTools } from '../../../generator/suggest/suggestTools.js';
import { shapeDocument } from '../../support/shapeDocument.js';

const ok = { responses: { 200: { description: 'Fine' } } };

/** What is decided of each of these operations. */
function decide(
  keys: readonly string[],
  bounds: { tools?: number; tokens?: number } = {},
  more: object = {},
) {
  const { api, server } = shapeDocument({ paths: pathsOf(keys, more) });
  const verdicts = suggestTools(api, server, { tokens: 20_000, ...bounds });
  return new Map(verdicts.map(({ candidate, taken, reason }) => [candidate.key, { taken, reason }]));
}

function pathsOf(keys: readonly string[], more: object = {}): Record<string, object> {
  const paths: Record<string, object> = {};
  for (const key of keys) {
    const [method = '', path = ''] = key.split(' ');
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
    }));
    paths[path] = { ...paths[path], [method.toLowerCase()]: { ...ok, parameters, ...more } };
  }
  return paths;
}

/** So many operations, each in one of ten areas. */
function many(count: number, tagOf: (at: number) => string[] | undefined): object {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => {
      const tags = tagOf(at);
      return [`/area${'abcdefghij'[at % 10]}/thing${at}`, { get: { ...ok, ...(tags && { tags }) } }];
    }),
  );
}

const pets = ['GET /pets', 'POST /pets', 'GET /pets/{petId}', 'PATCH /pets/{petId}', 'DELETE /pets/{petId}'];

describe('left out', () => {
  test.each([
    ['GET /healthz', /fares/],
    ['GET /openapi.json', /own description/],
    ['GET /v1/api-keys', /administration, by the word "api key"/],
    ['POST /webhooks', /administration, by the word "webhook"/],
    ['PUT /pets/{petId}', /PATCH \/pets\/\{petId\}/],
  ])('%s', (key, reason) => {
    const found = decide([...pets, 'GET /orders', 'GET /orders/{orderId}', key]).get(key);
    expect(found?.taken).toBe(false);
    expect(found?.reason).toMatch(reason);
  });

  test('what is deprecated', () => {
    const found = decide(pets, {}, { deprecated: true });
    expect([...found.values()].map(({ reason }) => reason)).toEqual(pets.map(() => 'deprecated'));
  });

  test('the earlier of two versions, and an unfinished one', () => {
    const found = decide(['GET /v1/pets', 'GET /v2/pets', 'GET /v3beta1/pets']);
    expect([...found].filter(([, { taken }]) => taken).map(([key]) => key)).toEqual(['GET /v2/pets']);
    expect(found.get('GET /v1/pets')?.reason).toBe('earlier version of GET /v2/pets');
  });

  test('nothing of administration where the API is about that', () => {
    const keys = ['GET /webhooks', 'POST /webhooks', 'GET /webhooks/{webhookId}'];
    expect([...decide(keys).values()].every(({ taken }) => taken)).toBe(true);
  });
});

describe('bounds', () => {
  test('no more tools than are wanted, a list with its details first', () => {
    const found = decide(pets, { tools: 2 });
    const taken = [...found].filter(([, one]) => one.taken).map(([key]) => key);
    expect(taken).toHaveLength(2);
    expect(found.get('DELETE /pets/{petId}')?.reason).toMatch(/^ranks \d of 5$/);
  });

  test('no more tokens than a list may take', () => {
    const { api, server } = shapeDocument({ paths: pathsOf(pets) });
    const tokens = 150;
    const taken = suggestTools(api, server, { tokens }).filter((one) => one.taken);
    const sum = taken.reduce((all, { candidate }) => all + candidate.entry.cost.tokens, 0);
    expect(taken.length).toBeGreaterThan(0);
    expect(sum).toBeLessThanOrEqual(tokens);
  });
});

test('the order of the document changes nothing', () => {
  const keys = [...pets, 'GET /orders', 'POST /orders', 'GET /orders/{orderId}'];
  const sorted = (found: ReturnType<typeof decide>) => [...found].toSorted(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(decide(keys.toReversed(), { tools: 4 }))).toEqual(sorted(decide(keys, { tools: 4 })));
});

describe('sets', () => {
  test.each([
    ['no tags', () => undefined],
    ['one tag', () => ['all']],
    ['eighty tags', (at: number) => [`tag ${'abcdefghij'[at % 10]}${'klmnopqr'[Math.floor(at / 10) % 8]}`]],
  ] as const)('of a document with %s', (_name, tagOf) => {
    const { api, server } = shapeDocument({ paths: many(160, tagOf) });
    const taken = listUseful(api, server, 20_000).map(({ candidate }) => candidate);
    const sets = suggestSets(taken, server, { tools: 40, tokens: 20_000 });
    expect(sets.flatMap(({ candidates }) => candidates)).toHaveLength(160);
    expect(Math.max(...sets.map(({ candidates }) => candidates.length))).toBeLessThanOrEqual(40);
    expect(sets.length).toBeLessThanOrEqual(12);
    expect(new Set(sets.map(({ name }) => name)).size).toBe(sets.length);
    expect(sets.every(({ title }) => title !== '')).toBe(true);
  });

  test('what all stands at one path is divided by the names of the tools', () => {
    const methods = 'get put post delete options head patch'.split(' ');
    const item = Object.fromEntries(methods.map((method) => [method, { ...ok, tags: ['things'] }]));
    const { api, server } = shapeDocument({ paths: { '/things': item } });
    const taken = listUseful(api, server, 20_000).map(({ candidate }) => candidate);
    const sets = suggestSets(taken, server, { tools: 3, tokens: 20_000 });
    expect(Math.max(...sets.map(({ candidates }) => candidates.length))).toBeLessThanOrEqual(3);
    expect(sets.flatMap(({ candidates }) => candidates)).toHaveLength(taken.length);
  });
});

test('rules cover what is meant, and nothing else', () => {
  const [a, b, c] = ['/a', '/a/{id}', '/a/{id}/b'].map((path) => ({ method: 'GET', path }) as const);
  expect(coverPaths([a!, b!, c!], [])).toEqual([{ path: ['/a/**'] }]);
  expect(coverPaths([a!, b!], [c!])).toEqual([{ path: ['/a'] }, { path: ['/a/{id}'] }]);
  expect(coverPaths([a!], [{ method: 'POST', path: '/a' }])).toEqual([{ path: ['/a'], method: ['GET'] }]);
});
