import { describe, expect, test } from 'vitest';
import { type Config, defaults } from '../../../../generator/model/config.js';
import { describeInputError } from '../../../../generator/commands/describe/describeInputError.js';
import { type InputError, collector } from '../../../../generator/model/diagnostic.js';
import { hasSubscriptions, listCallable } from '../../../../generator/model/server.js';
import { read } from '../../../../generator/read/read.js';
import { noNames } from '../../../../generator/model/names.js';
import { shape } from '../../../../generator/shape/shape.js';
import { listSettings } from '../../../../generator/emit/listSettings.js';
import { toCatalog } from '../../../../generator/toCatalog.js';
import { uniteServers } from '../../../../generator/shape/uniteServers.js';
import { countTokens } from '../../../support/countTokens.js';
import { documentOf } from '../../../support/documentOf.js';

const parameter = (name: string, place = 'path', schema: object = { type: 'string' }, required = true) => ({
  name,
  in: place,
  required,
  schema,
});
const json = { '200': { description: 'Fine', content: { 'application/json': { schema: {} } } } };
const operation = (operationId: string, ...parameters: object[]) => ({
  operationId,
  summary: `Do ${operationId}`,
  tags: ['pets'],
  parameters,
  responses: json,
});

const paths = {
  '/pets': { get: operation('listPets', parameter('limit', 'query', { type: 'integer' }, false)) },
  '/pets/{pet-id}': {
    get: operation('getPet', parameter('pet-id', 'path', { type: 'integer', minimum: 1 })),
    delete: { ...operation('deletePet', parameter('pet-id')), responses: { '204': { description: 'Gone' } } },
  },
  '/pets/{kind}/of/{pet-id}.json': {
    get: {
      ...operation(
        'getKind',
        parameter('pet-id'),
        parameter('kind', 'path', { $ref: '#/components/schemas/Kind' }),
      ),
      responses: { '200': { description: 'A sheet', content: { 'text/csv': {}, 'text/html': {} } } },
    },
  },
  '/search': { get: operation('searchPets', parameter('q', 'query')) },
  '/a/{b}-{c}': { get: operation('getBoth', parameter('b'), parameter('c')) },
  '/ä b/{x}': { get: operation('getOdd', parameter('x')) },
};
const components = { schemas: { Kind: { type: 'string', enum: ['cat', 'dog'] } } };

async function plan(config: Partial<Config>, document: object = { paths, components }) {
  const { diagnostics, report } = collector();
  const api = read(
    documentOf({ servers: [{ url: 'https://api.example.com' }], info: { title: 'Shop' }, ...document }),
    report,
  );
  const shaped = await shape(api, { ...defaults, name: 'shop', ...config }, { countTokens });
  return { ...shaped, diagnostics: [...diagnostics, ...shaped.diagnostics] };
}

const namesOf = (toolsets: { tools: { tool: { name: string } }[] }[]) =>
  toolsets.flatMap(({ tools }) => tools.map(({ tool }) => tool.name));

const marked = (status: string, header: string) => ({
  [status]: { description: 'Fine', headers: { [header]: { schema: { type: 'string' } } } },
});

describe('resources', () => {
  test('are none where nobody asks for any', async () => {
    const { server } = await plan({});
    expect(server).not.toHaveProperty('resources');
    expect(server).not.toHaveProperty('prompts');
    expect(server).not.toHaveProperty('own');
  });

  test('are the reads that rules choose, and their tools stay', async () => {
    const { server, selection } = await plan({
      resources: { include: [{ tag: ['pets'] }], kind: 'both', reference: false, own: false },
    });
    expect((server.resources ?? []).map(({ resource }) => resource.uri)).toEqual([
      'shop://api/pets',
      'shop://api/pets/{kind}/of/{pet_id}.json',
      'shop://api/pets/{pet_id}',
      'shop://api/%C3%A4%20b/{x}',
    ]);
    expect(namesOf(server.toolsets)).toHaveLength(7);
    expect(selection.rules).toContainEqual(expect.objectContaining({ kind: 'resources.include' }));
  });

  test('have their variables, types and values', async () => {
    const { server } = await plan({
      tools: { getPet: { kind: 'resource' }, getKind: { kind: 'both' } },
      completions: { 'pet-id': { tool: 'listPets', value: 'items.id', arguments: { limit: 100 } } },
    });
    const from = { tool: 'list_pets', value: ['items', 'id'], arguments: { limit: 100 } };
    const [kind, pet] = (server.resources ?? []).map(({ resource }) => resource);
    expect(pet).toMatchObject({
      uri: 'shop://api/pets/{pet_id}',
      name: 'get_pet',
      title: 'Do getPet',
      mimeType: 'application/json',
      toolset: 'pets',
      variables: { pet_id: 'pet-id' },
      completions: { pet_id: { from } },
      tool: { name: 'get_pet', request: { path: '/pets/{pet-id}' } },
      schema: { required: ['pet-id'] },
    });
    expect(kind?.completions).toEqual({ pet_id: { from }, kind: { values: ['cat', 'dog'] } });
    // There are two media types, and its tool is offered too.
    expect(kind).not.toHaveProperty('mimeType');
    expect(kind).not.toHaveProperty('tool');
    expect(namesOf(server.toolsets)).not.toContain('get_pet');
    expect(listCallable(server).map(({ tool }) => tool.name)).toContain('get_pet');
  });

  test.each([
    ['deletePet', 'only a GET without a body is read by a URI'],
    ['searchPets', 'it needs "q", which is no part of its path'],
    ['getBoth', 'a segment of its path has several parameters'],
  ])('%s stays a tool, which is told', async (operationId, reason) => {
    const { server, diagnostics } = await plan({ tools: { [operationId]: { kind: 'resource' } } });
    expect(server).not.toHaveProperty('resources');
    expect(namesOf(server.toolsets)).toHaveLength(7);
    expect(diagnostics.find(({ code }) => code === 'resource-refused')?.message).toContain(
      `${reason}. It stays a tool.`,
    );
  });

  test('are chosen by x-mcp, over which the configuration counts', async () => {
    const document = {
      paths: {
        '/a': { get: { ...operation('getA'), 'x-mcp': { kind: 'resource' } } },
        '/b': { get: operation('getB') },
      },
    };
    const { server } = await plan({}, document);
    expect(server.resources?.map(({ resource }) => resource.uri)).toEqual(['shop://api/a']);
    const other = await plan({ tools: { getA: { kind: 'tool' } } }, document);
    expect(other.server).not.toHaveProperty('resources');
    const odd = await plan(
      {},
      { paths: { '/a': { get: { ...operation('getA'), 'x-mcp': { kind: 'thing' } } } } },
    );
    expect(odd.diagnostics.map(({ message }) => message).join()).toContain(
      '"x-mcp.kind" is not "tool", "resource" or "both"',
    );
  });

  const subscribable: [string, object, boolean | undefined, boolean | undefined, boolean][] = [
    ['an ETag', marked('200', 'ETag'), undefined, undefined, true],
    ['an ETag in small letters', marked('2XX', 'etag'), undefined, undefined, true],
    ['Last-Modified', marked('200', 'Last-Modified'), undefined, undefined, true],
    ['neither', marked('200', 'X-Version'), undefined, undefined, false],
    ['an ETag of an error', { ...json, ...marked('412', 'ETag') }, undefined, undefined, false],
    ['neither, where all are to be', json, undefined, true, true],
    ['an ETag, where none is to be', marked('200', 'ETag'), undefined, false, false],
    ['neither, where it is to be', json, true, false, true],
    ['an ETag, where it is not to be', marked('200', 'ETag'), false, true, false],
  ];
  test.each(subscribable)('can be subscribed to or not: %s', async (_, responses, one, all, expected) => {
    const { server } = await plan(
      { resources: { ...defaults.resources, ...(all !== undefined && { subscribe: all }) } },
      {
        paths: {
          '/pets': {
            get: {
              ...operation('listPets'),
              responses,
              'x-mcp': { kind: 'both', ...(one !== undefined && { subscribe: one }) },
            },
          },
        },
      },
    );
    expect(server.resources?.map(({ resource }) => resource.subscribe === true)).toEqual([expected]);
    expect(hasSubscriptions(server)).toBe(expected);
    expect(listSettings(server).some(({ name }) => name === 'MCP_WATCH_SECONDS')).toBe(expected);
    expect(toCatalog(server).subscriptions).toBe(expected || undefined);
  });

  test('of src/custom.ts can be subscribed to by choice', async () => {
    const own = { ...defaults.resources, own: true };
    expect(hasSubscriptions((await plan({ resources: own })).server)).toBe(false);
    expect(hasSubscriptions((await plan({ resources: { ...own, subscribe: true } })).server)).toBe(true);
  });

  test('of several documents say whose they are', async () => {
    const { server } = await plan({ tools: { getPet: { kind: 'resource' }, listPets: { kind: 'both' } } });
    const source = { name: 'a', document: 'a.yaml' };
    const united = uniteServers([{ source, server }], { ...defaults, name: 'all' }, noNames);
    const [list, pet] = (united.resources ?? []).map(({ resource }) => resource);
    expect(list).toMatchObject({ uri: 'shop://api/pets', toolset: 'a_pets' });
    expect(list).not.toHaveProperty('source');
    expect(pet).toMatchObject({ source: 'a', tool: { name: 'get_pet' } });
    expect(listCallable(united).map(({ tool }) => tool.name)).toContain('get_pet');
  });

  test('of several documents say what one of them needs', async () => {
    const { server } = await plan({
      hints: 'directory',
      resources: { ...defaults.resources, reference: true },
      tools: { deletePet: { confirm: { enabled: true } }, getPet: { routing: { 'pet-id': 'Pet' } } },
    });
    const plain = (await plan({})).server;
    const unite = (...servers: (typeof server)[]) =>
      uniteServers(
        servers.map((one, index) => ({
          source: { name: `s${index}`, document: 'a.yaml', prefix: '' },
          server: one,
        })),
        { ...defaults, name: 'all' },
        noNames,
      );
    expect(unite(server).api).toMatchObject({ sealsState: true, routing: true, asksForHints: true });
    expect(unite(server).reference).toMatchObject([{ uri: 'shop://reference', errors: {} }]);
    expect(unite(plain).api).not.toHaveProperty('sealsState');
    expect(unite(plain)).not.toHaveProperty('reference');
  });

  test('have a scheme that means nothing else', async () => {
    const { server } = await plan({ name: 'file', tools: { listPets: { kind: 'both' } } });
    expect(server.resources?.[0]?.resource.uri).toBe('file-api://api/pets');
  });
});

describe('prompts', () => {
  test('take types, words and values from arguments of tools', async () => {
    const { server } = await plan({
      completions: { 'pet-id': { tool: 'list_pets', value: 'id' } },
      prompts: {
        greet_pet: {
          text: 'Use {{tools.getPet}} with {{ pet }} of {{kind}}.',
          arguments: {
            pet: { of: 'getPet.pet-id', required: true },
            kind: { of: 'GET /pets/{kind}/of/{pet-id}.json.kind', description: 'Which' },
            mood: { values: ['glad'] },
          },
        },
      },
    });
    expect(server.prompts).toEqual([
      {
        name: 'greet_pet',
        title: 'Greet pet',
        tools: ['get_kind', 'get_pet'],
        arguments: [
          {
            name: 'pet',
            required: true,
            schema: { type: 'integer', minimum: 1 },
            completion: { from: { tool: 'list_pets', value: ['id'] } },
          },
          {
            name: 'kind',
            description: 'Which',
            schema: { type: 'string', enum: ['cat', 'dog'], minLength: 1 },
            completion: { values: ['cat', 'dog'] },
          },
          { name: 'mood', completion: { values: ['glad'] } },
        ],
        messages: [{ role: 'user', text: 'Use get_pet with {{pet}} of {{kind}}.' }],
      },
    ]);
  });

  test.each<[Config['prompts'][string], pointer: string, message: string]>([
    [{}, 'config#/prompts/greet', 'needs either text or messages'],
    [{ messages: [{ role: 'user' }] }, 'config#/prompts/greet/messages/0', 'has no text'],
    [
      { text: '{{pte}}', arguments: { pet: {} } },
      'config#/prompts/greet/text',
      'There is no argument of the prompt "greet" "pte"; did you mean "pet"?',
    ],
    [
      { text: '{{tools.getPte}}' },
      'config#/prompts/greet/text',
      'There is no tool "getPte"; did you mean "getPet"?',
    ],
    [
      { text: 'x', arguments: { pet: { of: 'getPet.pet_di' } } },
      'config#/prompts/greet/arguments/pet/of',
      'There is no argument of get_pet "pet_di"; did you mean "pet-id"?',
    ],
    [
      { text: 'x', arguments: { pet: { of: 'getPte.pet-id' } } },
      'config#/prompts/greet/arguments/pet/of',
      'did you mean "getPet"?',
    ],
    [
      { text: 'x', arguments: { pet: { of: 'getPet' } } },
      'config#/prompts/greet/arguments/pet/of',
      'names no argument',
    ],
    [
      { text: 'x', arguments: { 'a b': {} } },
      'config#/prompts/greet/arguments/a b',
      'cannot be the name of an argument',
    ],
    [
      { text: 'x', arguments: { pet: { from: { tool: 'listPets' } } } },
      'config#/prompts/greet/arguments/pet/from',
      'has no value',
    ],
    [
      { text: 'x', arguments: { pet: { from: { tool: 'deletePet', value: 'id' } } } },
      'config#/prompts/greet/arguments/pet/from/tool',
      'changes something',
    ],
    [
      { text: 'x', arguments: { pet: { from: { tool: 'getPet', value: 'id' } } } },
      'config#/prompts/greet/arguments/pet/from',
      'cannot be called without "pet-id"',
    ],
    [
      { text: 'x', arguments: { pet: { from: { tool: 'listPets', value: 'id', arguments: { limt: 1 } } } } },
      'config#/prompts/greet/arguments/pet/from/arguments/limt',
      'did you mean "limit"?',
    ],
  ])('%j ends the run at %s', async (prompt, pointer, message) => {
    const error = await plan({ prompts: { greet: prompt } }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'InputError', pointer });
    expect((error as Error).message).toContain(message);
  });

  test.each<[string, Config['prompts'][string]]>([
    ['the text', { text: 'Call {{tools.deletePet}}' }],
    ['a name of the tool', { messages: [{ text: 'x' }, { text: '{{tools.delete_pet}}' }] }],
    ['an argument', { text: 'Of {{pet}}', arguments: { pet: { of: 'deletePet.pet-id' } } }],
    [
      'a listing',
      { text: 'Of {{pet}}', arguments: { pet: { from: { tool: 'DELETE /pets/{pet-id}', value: 'id' } } } },
    ],
  ])('are left out with a word where %s names a tool that is not offered', async (_where, prompt) => {
    for (const config of [{ readOnly: true }, { exclude: [{ operationId: ['deletePet'] }] }]) {
      const { server, diagnostics } = await plan({
        ...config,
        prompts: { lose: prompt, keep: { text: 'x' } },
      });
      expect(server.prompts?.map(({ name }) => name)).toEqual(['keep']);
      const [told, ...others] = diagnostics.filter(({ code }) => code === 'prompt-left-out');
      expect(told).toMatchObject({ pointer: 'config#/prompts/lose' });
      expect(told?.message).toMatch(
        /^The prompt "lose" is left out, since it speaks of the tool ".+", which is not offered\.$/,
      );
      expect(others).toEqual([]);
    }
  });

  test('whose values are listed by a tool that is not offered are offered without their completion', async () => {
    const completions = { 'pet-id': { tool: 'deletePet', value: 'id' } };
    const prompts = { greet: { text: 'Of {{pet}}', arguments: { pet: { of: 'getPet.pet-id' } } } };
    const { server, diagnostics } = await plan({ readOnly: true, completions, prompts });
    expect(server.prompts?.map(({ name }) => name)).toEqual(['greet']);
    expect(diagnostics.filter(({ code }) => code === 'listing-left-out')).toMatchObject([
      { pointer: 'config#/completions/pet-id' },
    ]);
    const wrong = { 'pet-id': { tool: 'feedPet', value: 'id' } };
    await expect(plan({ readOnly: true, completions: wrong, prompts })).rejects.toThrow('no tool "feedPet"');
  });

  test('that name a tool that there never was end the run, also beside one that is not offered', async () => {
    const prompts = { lose: { text: '{{tools.deletePet}} {{tools.feedPet}}' } };
    await expect(plan({ readOnly: true, prompts })).rejects.toThrow('There is no tool "feedPet"');
  });

  test('are all told of, where several are wrong', async () => {
    const error = (await plan({
      prompts: {
        greet: { text: '{{pte}} {{tools.getPte}}', arguments: { pet: { of: 'getPet' } } },
        fine: { text: 'x' },
        bare: {},
      },
    }).catch((thrown: unknown) => thrown)) as InputError;
    expect([error, ...error.others].map(({ pointer }) => pointer)).toEqual([
      'config#/prompts/greet/arguments/pet/of',
      'config#/prompts/greet/text',
      'config#/prompts/greet/text',
      'config#/prompts/bare',
    ]);
    expect(describeInputError(error, (_style, text) => text).split('\n').length).toBe(9);
  });

  test('have names that clients take', async () => {
    await expect(plan({ prompts: { 'a b': { text: 'x' } } })).rejects.toThrow(
      'cannot be the name of a prompt',
    );
  });
});
