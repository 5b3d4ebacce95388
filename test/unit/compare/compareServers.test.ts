import { describe, expect, test } from 'vitest';
import { compareServers } from '../../../generator/compare/compareServers.js';
import { takeSnapshot } from '../../../generator/compare/takeSnapshot.js';
import {
  countImpacts,
  summarizeComparison,
} from '../../../generator/commands/describe/describeComparison.js';
import type { Comparison, Snapshot } from '../../../generator/model/comparison.js';
import type { GivenName } from '../../../generator/model/names.js';
import { shapeDocument } from '../../support/shapeDocument.js';

const limit = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', maximum: 100, default: 10 },
  description: 'How many',
};
const listPets = {
  operationId: 'listPets',
  summary: 'List pets',
  parameters: [limit, { name: 'pageToken', in: 'query', schema: { type: 'string' } }],
  responses: {
    200: {
      description: 'Pets',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { name: { type: 'string' }, age: { type: 'integer' } } },
        },
      },
    },
  },
};
const addPet = {
  operationId: 'addPet',
  summary: 'Add a pet',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['name'],
          properties: {
            name: { type: 'string' },
            tags: { type: 'array', items: { type: 'string', maxLength: 20 } },
          },
        },
      },
    },
  },
  responses: { 201: { description: 'Added' } },
};
const pets = { '/pets': { get: listPets, post: addPet } };
const base = { openapi: '3.1.0', info: { title: 'Pets', version: '1' }, paths: pets };

function compare(change: (document: typeof base) => object): Comparison {
  const [old, now] = [shapeDocument(structuredClone(base)), shapeDocument(change(structuredClone(base)))];
  return compareServers(takeSnapshot(old.server), takeSnapshot(now.server));
}

/** The changes, one a line, without those of words. */
function tell({ changes }: Comparison): string[] {
  return changes
    .filter(({ impact }) => impact !== 'words')
    .map(
      ({ impact, tool = 'server', subject = '-', summary }) => `${impact}: ${tool} ${subject}: ${summary}`,
    );
}

type Edit = [name: string, edit: (document: any) => void, told: string[]];

const edits: Edit[] = [
  ['nothing', () => {}, []],
  [
    'a tool is added',
    ({ paths }) => (paths['/toys'] = { get: { responses: {}, operationId: 'listToys' } }),
    ['compatible: server toys: added', 'compatible: list_toys -: added: GET /toys'],
  ],
  [
    'a tool is removed',
    ({ paths }) => delete paths['/pets'].post,
    ['breaking: add_pet -: removed: POST /pets'],
  ],
  [
    'a tool is renamed',
    ({ paths }) => (paths['/pets'].get.operationId = 'searchPets'),
    ['breaking: search_pets -: renamed from list_pets'],
  ],
  [
    'an operation moves',
    ({ paths }) => {
      paths['/animals'] = { post: paths['/pets'].post };
      delete paths['/pets'].post;
    },
    [
      'compatible: server animals: added',
      'compatible: add_pet -: operation POST /pets → POST /animals',
      'possibly-breaking: add_pet -: toolset pets → animals',
    ],
  ],
  [
    'an argument is narrowed',
    ({ paths }) => (paths['/pets'].get.parameters[0].schema.maximum = 50),
    ['breaking: list_pets limit: maximum 100 → 50'],
  ],
  [
    'an argument is widened',
    ({ paths }) => (paths['/pets'].get.parameters[0].schema.maximum = 200),
    ['compatible: list_pets limit: maximum 100 → 200'],
  ],
  [
    'an argument is required',
    ({ paths }) => (paths['/pets'].get.parameters[1].required = true),
    ['breaking: list_pets pageToken: required now'],
  ],
  [
    'an argument is added',
    ({ paths }) =>
      paths['/pets'].get.parameters.push({ name: 'sort', in: 'query', schema: { type: 'string' } }),
    ['compatible: list_pets sort: added'],
  ],
  [
    'a required argument is added',
    ({ paths }) =>
      paths['/pets'].get.parameters.push({
        name: 'sort',
        in: 'query',
        required: true,
        schema: { type: 'string' },
      }),
    ['breaking: list_pets sort: added, required'],
  ],
  [
    'an argument is removed',
    ({ paths }) => paths['/pets'].get.parameters.pop(),
    ['breaking: list_pets pageToken: removed'],
  ],
  [
    'an argument is renamed',
    ({ paths }) => (paths['/pets'].get.parameters[1].name = 'page_token'),
    ['breaking: list_pets page_token: renamed from pageToken'],
  ],
  [
    'an argument with the same words is another name',
    ({ paths }) => (paths['/pets'].get.parameters[0].name = 'count'),
    ['breaking: list_pets count: renamed from limit'],
  ],
  [
    'a default changes',
    ({ paths }) => (paths['/pets'].get.parameters[0].schema.default = 20),
    ['possibly-breaking: list_pets limit: default 10 → 20'],
  ],
  [
    'items deep inside are narrowed',
    ({ paths }) =>
      (paths['/pets'].post.requestBody.content['application/json'].schema.properties.tags.items.maxLength =
        9),
    ['breaking: add_pet tags: []: maxLength 20 → 9'],
  ],
  [
    'a pattern is added',
    ({ paths }) => (paths['/pets'].get.parameters[1].schema.pattern = '^[a-z]+$'),
    ['possibly-breaking: list_pets pageToken: pattern "^[a-z]+$" (none before)'],
  ],
  [
    'a field of the result is removed',
    ({ paths }) => delete paths['/pets'].get.responses[200].content['application/json'].schema.properties.age,
    ['possibly-breaking: list_pets age: removed'],
  ],
  [
    'a credential is needed',
    (document) => {
      document.components = { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } };
      document.paths['/pets'].post.security = [{ key: [] }];
    },
    [
      'compatible: server key: added (api-key, PETS_API_KEY)',
      'breaking: add_pet -: credentials none → key: needed now',
    ],
  ],
  [
    'the API moves',
    (document) => (document.servers = [{ url: 'https://new.example.com' }]),
    ['possibly-breaking: server -: base URL https://api.example.com → https://new.example.com'],
  ],
  ['the words of a tool change', ({ paths }) => (paths['/pets'].get.summary = 'All pets'), []],
];

const many = (count: number) => ({
  ...base,
  paths: Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `/things${index}`,
      { get: { operationId: `get${index}`, responses: {}, parameters: [limit] } },
    ]),
  ),
});

describe('two servers', () => {
  test.each(edits)('%s', (_name, edit, told) => {
    const found = compare((document) => {
      edit(document);
      return document;
    });
    expect(tell(found)).toEqual(told);
  });

  test('the order of paths, parameters and members changes nothing', () => {
    const found = compare((document) => {
      const { get, post } = document.paths['/pets'];
      return {
        ...document,
        paths: { '/pets': { post, get: { ...get, parameters: get.parameters.toReversed() } } },
      };
    });
    expect(found.changes).toEqual([]);
    expect(found.impact).toBeUndefined();
  });

  test('tools that are searched for in place of being listed are a break, and the other way round is none', () => {
    const listed = takeSnapshot(shapeDocument(structuredClone(base)).server);
    const searched = { ...listed, mode: 'dynamic' as const };
    expect(compareServers(listed, searched).changes).toMatchObject([
      { kind: 'list-mode', impact: 'breaking' },
    ]);
    expect(compareServers(searched, listed).changes).toMatchObject([
      { kind: 'list-mode', impact: 'compatible' },
    ]);
  });

  test('of a side whose results are not known, one line says so', () => {
    const now = takeSnapshot(shapeDocument(structuredClone(base)).server);
    const { promises: _promises, ...old } = now;
    expect(compareServers(old, now).changes).toEqual([
      {
        kind: 'output-unknown',
        impact: 'words',
        summary:
          'what results held before is not known: its .mcpwright/responses.json is missing, as in projects of an earlier version, or cannot be read',
      },
    ]);
  });

  test('an operation that a choice leaves out is not gone from the API', () => {
    const old = takeSnapshot(shapeDocument(structuredClone(base)).server);
    const tools = old.tools.filter(({ tool }) => tool.name !== 'add_pet');
    const now = { ...old, tools, leftOut: { 'POST /pets': 'by exclude method=POST' } };
    expect(tell(compareServers(old, now))).toEqual([
      'breaking: add_pet -: left out by exclude method=POST: POST /pets',
    ]);
  });

  test('two documents of different APIs, and one that has lost all operations', () => {
    const old = takeSnapshot(shapeDocument(structuredClone(base)).server);
    const other = takeSnapshot(
      shapeDocument({
        ...base,
        info: { title: 'Toys', version: '1' },
        paths: { '/toys': { get: { operationId: 'listToys', responses: {} } } },
      }).server,
    );
    const none = takeSnapshot(shapeDocument({ ...base, paths: {} }).server);
    expect(compareServers(old, other).counts).toMatchObject({ breaking: 2 });
    expect(tell(compareServers(old, none))).toEqual(
      expect.arrayContaining([
        'breaking: list_pets -: removed: GET /pets',
        'breaking: add_pet -: removed: POST /pets',
      ]),
    );
    expect(compareServers(none, none).changes).toEqual([]);
  });

  test('a summary tells of many tools that are gone in one line, and of what is about most tools first', () => {
    const [old, now] = [many(9), many(3)].map((document) => takeSnapshot(shapeDocument(document).server));
    for (const { enforced } of now!.tools)
      Object.assign(enforced.properties['limit'] as object, { maximum: 50 });
    const lines = summarizeComparison(compareServers(old!, now!), (_style, text) => text);
    expect(lines.filter((line) => line.startsWith('  breaking'))).toEqual([
      '  breaking           removed (6 tools: get3, get4, get5 and 3 more)',
      '  breaking           argument limit: maximum 100 → 50 (3 tools: get0, get1, get2)',
    ]);
  });

  test('annotations count', () => {
    const old = takeSnapshot(shapeDocument(structuredClone(base)).server);
    const now = structuredClone(old);
    for (const { tool } of now.tools) tool.annotations.readOnlyHint = false;
    expect(tell(compareServers(old, now))).toEqual([
      'possibly-breaking: list_pets -: readOnlyHint true → false',
    ]);
  });

  test('figures: tools, tokens, counts and the worst impact', () => {
    const found = compare(({ paths, ...document }) => ({
      ...document,
      paths: { '/pets': { get: paths['/pets'].get } },
    }));
    expect(found).toMatchObject({
      impact: 'breaking',
      counts: { breaking: 1, compatible: 0 },
      old: { tools: 2 },
      new: { tools: 1 },
    });
    expect(found.tools).toEqual([
      {
        name: 'add_pet',
        state: 'removed',
        impact: 'breaking',
        operation: 'POST /pets',
        tokensBefore: expect.any(Number),
      },
    ]);
  });
});

describe('a parameter of the path that has another name', () => {
  const shop = { name: 'shop', in: 'path', required: true, schema: { type: 'string' } };
  const at = (path: string, ...names: string[]) =>
    takeSnapshot(
      shapeDocument({
        openapi: '3.1.0',
        info: { title: 'Pets', version: '1' },
        paths: {
          [path]: {
            get: {
              operationId: 'getPet',
              parameters: names.map((name) => Object.assign({}, shop, { name })),
              responses: {},
            },
          },
        },
      }).server,
    );

  test.each([
    ['in the same place', at('/pets/{id}', 'id'), at('/pets/{petId}', 'petId'), ['petId: renamed from id']],
    [
      'behind another beginning',
      at('/pets/{id}', 'id'),
      at('/v2/pets/{petId}', 'petId'),
      ['petId: renamed from id'],
    ],
    [
      'each behind its own collection',
      at('/a/{one}/b/{two}', 'one', 'two'),
      at('/a/{x}/b/{y}', 'x', 'y'),
      ['x: renamed from one', 'y: renamed from two'],
    ],
    [
      'behind a new one',
      at('/pets/{id}', 'id'),
      at('/shops/{shop}/pets/{petId}', 'shop', 'petId'),
      ['petId: renamed from id', 'shop: added, required'],
    ],
    [
      'of which one is gone',
      at('/a/{one}', 'one'),
      at('/b/{two}', 'two'),
      ['two: added, required', 'one: removed'],
    ],
  ])('%s', (_, old, now, told) => {
    const { changes } = compareServers(old, now);
    const found = changes.filter(({ kind }) => kind.startsWith('argument-'));
    expect(found.map(({ subject, summary }) => `${subject}: ${summary}`).toSorted()).toEqual(told.toSorted());
  });
});

test('changes of words alone are counted as such', () => {
  const comparison = compare((document) => {
    document.paths['/pets'].get.summary = 'Find pets';
    document.paths['/pets'].post.summary = 'Bring a pet';
    return document;
  });
  expect(countImpacts(comparison)).toMatch(/^\d in words only$/);
});

/** A body whose example lacks what may be required, and has a kind that is none. */
function withExample(required: string[], kinds: string[]): Snapshot {
  const document = structuredClone(base);
  const content = document.paths['/pets'].post.requestBody.content['application/json'];
  Object.assign(content, { example: { tags: ['a'] } });
  content.schema.required = required;
  Object.assign(content.schema.properties, { kind: { type: 'string', enum: kinds, example: 'fish' } });
  return takeSnapshot(shapeDocument(document).server);
}

test('what is declared is compared, though an example lets calls against it through', () => {
  const old = withExample(['tags'], ['cat', 'dog']);
  expect(tell(compareServers(old, withExample(['tags'], ['cat', 'dog'])))).toEqual([]);
  expect(tell(compareServers(old, withExample(['tags', 'name'], ['cat', 'dog'])))).toEqual([
    'possibly-breaking: add_pet name: required now, though calls without it still go through',
  ]);
  expect(tell(compareServers(withExample(['tags', 'name'], ['cat', 'dog']), old))).toEqual([
    'compatible: add_pet name: not required any more',
  ]);
  expect(tell(compareServers(old, withExample(['tags', 'name'], ['cat'])))).toHaveLength(2);
});

/** The name that the owner has given to an argument, and those that it had. */
const argument = (name: string, ...was: string[]) => ({ arguments: { page: { name, was } } });

describe('what the owner has renamed', () => {
  const page = { name: 'page', in: 'query', schema: { type: 'string' } };
  const document = {
    paths: { '/pets': { get: { operationId: 'listPets', parameters: [page], responses: {} } } },
  };
  const snapshotOf = (entry: GivenName) => {
    const given = { given: { 'GET /pets': { operationId: 'listPets', ...entry } } };
    return takeSnapshot(shapeDocument(document, {}, undefined, undefined, given).server);
  };
  const [plain, tool] = [snapshotOf({ name: 'list' }), snapshotOf({ name: 'find', was: ['list'] })];
  const own = snapshotOf({ name: 'list', ...argument('part', 'page', 'side') });

  test.each([
    ['a tool', plain, tool, ['possibly-breaking: find -: renamed: list → find, the old name still works']],
    ['an argument', plain, own, ['compatible: list part: renamed: page → part, the old name still works']],
    [
      'both',
      plain,
      snapshotOf({ name: 'find', was: ['list'], ...argument('part', 'page') }),
      [
        'possibly-breaking: find -: renamed: list → find, the old name still works',
        'compatible: find part: renamed: page → part, the old name still works',
      ],
    ],
    [
      'a tool once more, and back',
      tool,
      snapshotOf({ name: 'list', was: ['find'] }),
      ['possibly-breaking: list -: renamed: find → list, the old name still works'],
    ],
    [
      'a tool, whose old name was let go of',
      tool,
      snapshotOf({ name: 'find' }),
      ['breaking: find -: cannot be called as list any more'],
    ],
    [
      'an argument, whose old name was let go of',
      own,
      snapshotOf({ name: 'list', ...argument('part') }),
      ['breaking: list part: cannot be given as side any more'],
    ],
    [
      'an argument, whose old name is that of the API, which is always taken',
      plain,
      snapshotOf({ name: 'list', ...argument('part') }),
      ['compatible: list part: renamed: page → part, the old name still works'],
    ],
    [
      'an argument once more, without the former name',
      snapshotOf({ name: 'list', ...argument('side') }),
      snapshotOf({ name: 'list', ...argument('part') }),
      ['breaking: list part: renamed from side'],
    ],
  ])('%s', (_, old, now, told) => {
    expect(tell(compareServers(old, now))).toEqual(told);
  });
});
