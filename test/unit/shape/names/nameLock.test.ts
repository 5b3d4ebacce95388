import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Method, Operation } from '../../../../generator/model/api.js';
import { InputError, collector } from '../../../../generator/model/diagnostic.js';
import { type NameLock, noNames } from '../../../../generator/model/names.js';
import { longestName } from '../../../../generator/shape/names/legal.js';
import { nameTools } from '../../../../generator/shape/names/nameTools.js';
import { findChoices } from '../../../../generator/shape/select/choices.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** `GET /pets listPets`: an operation; its id may be missing. */
function makeOperation(text: string): Operation {
  const [method = '', path = '', operationId = ''] = text.split(' ');
  return {
    operationId,
    tags: [],
    summary: '',
    description: '',
    deprecated: false,
    method: method as Method,
    path: path.split('#')[0] ?? '',
    servers: [],
    parameters: [],
    bodies: [],
    bodyRequired: false,
    bodyDescription: '',
    responses: [],
    security: [],
    extensions: {},
    choice: {},
    pointer: `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`,
  };
}

const keyOf = (text: string) => text.split(' ').slice(0, 2).join(' ');

/** Names operations as a run does that finds a lock. */
function run(texts: readonly string[], lock: NameLock = noNames, serverName = 'api', camel = false) {
  const { diagnostics, report } = collector();
  const operations = texts.map(makeOperation);
  const style = camel ? ('camelCase' as const) : ('snake_case' as const);
  const named = nameTools({ operations, leftOut: [] }, { style, serverName, lock }, report);
  const names = texts.map((text, index): [string, string] => [
    keyOf(text),
    named.names.get(operations[index] as Operation) ?? '',
  ]);
  return { names: Object.fromEntries(names), lock: named.lock, diagnostics };
}

describe('an operation keeps its name', () => {
  const { lock } = run(['GET /pets/{petId} getPet', 'GET /pets', 'POST /v1/pets addPet']);

  test('as it was given, in the lock', () => {
    expect(lock.given).toEqual({
      'GET /pets': { name: 'list_pets' },
      'GET /pets/{petId}': { name: 'get_pet', operationId: 'getPet' },
      'POST /v1/pets': { name: 'add_pet', operationId: 'addPet' },
    });
  });

  test.each([
    ['another operationId', 'GET /pets/{petId} fetchAnimal', 'get_pet'],
    ['an operationId at all', 'GET /pets listPets', 'list_pets'],
    ['another placeholder', 'GET /pets/{id} getPet', 'get_pet'],
    ['another path and the same operationId', 'POST /v2/animals addPet', 'add_pet'],
  ])('with %s', (_, changed, name) => {
    const next = run([changed], lock);
    expect(next.names).toEqual({ [keyOf(changed)]: name });
    expect(next.diagnostics).toEqual([]);
    expect(next.lock.given[keyOf(changed)]?.name).toBe(name);
    expect(Object.keys(next.lock.given)).toHaveLength(3);
  });

  test('as its owner has changed it', () => {
    const renamed = { given: { ...lock.given, 'GET /pets': { name: 'browse' } } };
    expect(run(['GET /pets listPets'], renamed).names).toEqual({ 'GET /pets': 'browse' });
  });

  test('where another one asks for it', () => {
    const { names, diagnostics } = run(['GET /pets/{petId} getPet', 'GET /animals getPet'], lock);
    expect(names).toEqual({ 'GET /pets/{petId}': 'get_pet', 'GET /animals': 'get_animals_pet' });
    expect(diagnostics.map(({ severity, message }) => [severity, message])).toEqual([
      [
        'warning',
        '"get_pet" stays the name of GET /pets/{petId}, as .mcpwright/names.json has it; this operation becomes the tool "get_animals_pet". To have it all the same, write name: get_pet for it under tools.',
      ],
    ]);
  });

  test('by its own path, where the ids of two are exchanged', () => {
    const before = run(['GET /a first', 'GET /b second']);
    expect(run(['GET /a second', 'GET /b first'], before.lock).names).toEqual(before.names);
  });

  test('where paths differ only by their fragment or by a placeholder', () => {
    const texts = ['POST /#a', 'POST /#b', 'GET /x/{a}', 'GET /x/{b}'];
    const before = run(texts);
    const after = run(['POST /', ...texts.toReversed()], before.lock);
    expect(after.names).toMatchObject(before.names);
    expect(Object.keys(before.lock.given).toSorted()).toEqual(texts.toSorted());
  });
});

describe('operations that only the patterns in their paths tell apart', () => {
  const parameters = [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }];
  const operation = { parameters, responses: { 200: { description: '' } } };
  const [first, second] = ['/v1/{name=authors/*}', '/v1/{name=shelves/*}'];
  const shape = (paths: readonly string[], given?: NameLock) =>
    shapeDocument(
      { paths: Object.fromEntries(paths.map((path) => [path, { get: operation }])) },
      {},
      undefined,
      undefined,
      given,
    );

  test('have an entry each, and one alone the one that it had', () => {
    const { server } = shape([first, second]);
    expect(server.names.given).toEqual({
      [`GET ${first}`]: { name: 'get_author' },
      [`GET ${second}`]: { name: 'get_shelf' },
    });
    const alone = shape([second]).server.names;
    expect(alone.given).toEqual({ 'GET /v1/{name}': { name: 'get_shelf', written: second } });
    expect(shape([second, first], alone).server.names.given).toEqual(server.names.given);
    expect(shape([second], server.names).tools.map(({ tool }) => tool.name)).toEqual(['get_shelf']);
    const again = shape([second, first], server.names).server.names.given;
    expect(again).toEqual(server.names.given);
  });

  test('are chosen one by one, or all by the path that they are read as', () => {
    const { api } = shape([first, second, '/v1/books']);
    const choose = (key: string) =>
      [...findChoices(api, { tools: { [key]: { name: 'find' } } }, () => {}).keys()].map(
        ({ written }) => written,
      );
    expect(choose(`GET ${second}`)).toEqual([second]);
    expect(() => choose('GET /v1/{name}')).toThrow(/of both GET \/v1\/\{name=authors\/\*\} and GET/);
  });
});

describe('the name of an operation that is gone', () => {
  const { lock } = run(['GET /pets listPets', 'DELETE /pets/{id} removePet']);

  test('is given to no other one, in any case', () => {
    const { names, lock: next, diagnostics } = run(['GET /shops list_PETS', 'GET /all removePet'], lock);
    expect(names).toEqual({ 'GET /shops': 'list_shops', 'GET /all': 'get_all' });
    expect(next.given).toMatchObject(lock.given);
    expect(diagnostics.map(({ code }) => code)).toEqual(['name-held', 'name-held']);
  });

  test('is its own when it comes back', () => {
    const between = run(['GET /shops list_pets'], lock);
    expect(run(['GET /pets', 'GET /shops list_pets'], between.lock).names).toEqual({
      'GET /pets': 'list_pets',
      'GET /shops': 'list_shops',
    });
  });

  test('does not go with its id to an operation with another method', () => {
    expect(run(['POST /pets/{id} listPets'], lock).names).toEqual({ 'POST /pets/{id}': 'post_pets_by_id' });
  });
});

test('a name that no longer fits beside the name of the server is refused, with what to do', () => {
  const lock = { given: { 'GET /a': { name: 'x'.repeat(50) }, 'GET /gone': { name: 'y'.repeat(60) } } };
  expect(run(['GET /a'], lock).names).toEqual({ 'GET /a': 'x'.repeat(50) });
  expect(() => run(['GET /a'], lock, 'a-longer-name')).toThrow(InputError);
  expect(() => run(['GET /a'], lock, 'a-longer-name')).toThrow(
    `.mcpwright/names.json cannot be used: the name "${'x'.repeat(50)}" of GET /a has 50 characters, and clients take 44 beside the name of this server.`,
  );
});

test('where a lock holds every name that an operation asks for, it still gets one', () => {
  const taken = ['list_pets', 'get_pets'].map((name, index) => [`GET /gone/${index}`, { name }]);
  const { names } = run(['GET /pets listPets'], { given: Object.fromEntries(taken) as NameLock['given'] });
  expect(names['GET /pets']).toMatch(/^list_pets_[0-9a-f]{6}$/);
});

const words = [
  'list',
  'Pets',
  'pets',
  'PET',
  '_',
  '.',
  '1',
  'getById',
  'x'.repeat(30),
  '获取',
  'constructor',
];
const id = fc.oneof(
  fc.constant(''),
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
);
const path = fc
  .array(fc.constantFrom('pets', 'Pets', '{id}', '{petId}', 'v1', 'list-pets', 'y'.repeat(40), '获取'), {
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('/')}`);
const operation = fc
  .tuple(fc.constantFrom('GET', 'POST', 'OPTIONS'), path, id)
  .map((parts) => parts.join(' ').trim());
const operations = fc.uniqueArray(operation, { selector: keyOf, minLength: 1, maxLength: 12 });
const serverName = fc.constantFrom('api', 'a-server-with-a-longer-name');

function expectLegal(names: Record<string, string>, server: string): void {
  const list = Object.values(names);
  expect(new Set(list.map((name) => name.toLowerCase())).size).toBe(list.length);
  for (const name of list) {
    expect(name).toMatch(/^[a-z][a-zA-Z0-9_]*$/);
    expect(name.length).toBeLessThanOrEqual(longestName(server));
  }
}

describe('whatever the document', () => {
  test('names are legal, unique regardless of case, and the same in every order', () => {
    fc.assert(
      fc.property(
        operations.chain((texts) =>
          fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts, { minLength: texts.length })),
        ),
        serverName,
        fc.boolean(),
        ([texts, shuffled], server, camel) => {
          const { names } = run(texts, noNames, server, camel);
          expectLegal(names, server);
          expect(run(shuffled, noNames, server, camel).names).toEqual(names);
        },
      ),
      { numRuns: 300 },
    );
  });

  test('with a lock no name changes its operation: none by another order, one more or one less', () => {
    fc.assert(
      fc.property(
        operations.chain((texts) => fc.tuple(fc.constant(texts), fc.shuffledSubarray(texts))),
        operations,
        fc.boolean(),
        ([texts, kept], others, camel) => {
          const before = run(texts);
          const known = new Set(texts.map(keyOf));
          // One that takes the place of another may be the same by its placeholders or its id.
          const added = others.filter((text) => !known.has(keyOf(text)));
          const same = run([...added, ...kept], before.lock, 'api', camel);
          expectLegal(same.names, 'api');
          for (const text of kept) expect(same.names[keyOf(text)]).toBe(before.names[keyOf(text)]);
          const holders = new Map(Object.entries(same.lock.given).map(([key, { name }]) => [name, key]));
          expect(holders.size).toBe(Object.keys(same.lock.given).length);
          for (const name of Object.values(before.names)) expect([...holders.keys()]).toContain(name);
          expect(run([...kept, ...added], same.lock).names).toEqual(same.names);
        },
      ),
      { numRuns: 300 },
    );
  });
});

/** An operation for whose tool a name is chosen. */
function chosen(text: string, name: string): Operation {
  return { ...makeOperation(text), choice: { name } };
}

/** Names operations where others are left out. */
function nameAll(offered: Operation[], lock: NameLock, leftOut: Operation[] = []) {
  const { diagnostics, report } = collector();
  const naming = { style: 'snake_case' as const, serverName: 'api', lock };
  const named = nameTools({ operations: offered, leftOut }, naming, report);
  const given = Object.fromEntries(Object.entries(named.lock.given).map(([key, { name }]) => [key, name]));
  return { names: offered.map((one) => named.names.get(one)), given, diagnostics };
}

describe('a name that is chosen', () => {
  const { lock } = run(['GET /pets listPets', 'GET /shops listShops', 'GET /gone listGone']);

  test('takes the place of the one in the lock, which is free again', () => {
    const first = nameAll([chosen('GET /pets listPets', 'browse')], lock);
    expect(first).toMatchObject({ names: ['browse'], given: { 'GET /pets': 'browse' }, diagnostics: [] });
    expect(Object.values(first.given)).not.toContain('list_pets');
  });

  test('stays when it is no longer chosen', () => {
    const pets = makeOperation('GET /pets listPets');
    const held: NameLock = { given: { 'GET /pets': { name: 'browse', operationId: 'listPets' } } };
    expect(nameAll([pets], held).names).toEqual(['browse']);
  });

  test('wins over an operation that has it, which is told', () => {
    const { names, given, diagnostics } = nameAll(
      [chosen('GET /pets listPets', 'List_Shops'), makeOperation('GET /shops listShops')],
      lock,
    );
    expect(names).toEqual(['List_Shops', 'get_shops']);
    expect(given).toMatchObject({ 'GET /pets': 'List_Shops', 'GET /shops': 'get_shops' });
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      [
        'name-given',
        '"list_shops" is the name that was chosen for GET /pets; this operation becomes the tool "get_shops".',
      ],
    ]);
  });

  test('may be exchanged for another’s', () => {
    const { names, diagnostics } = nameAll(
      [chosen('GET /pets listPets', 'list_shops'), chosen('GET /shops listShops', 'list_pets')],
      lock,
    );
    expect({ names, diagnostics }).toEqual({ names: ['list_shops', 'list_pets'], diagnostics: [] });
  });

  test('wins over one that is held for an operation that is gone, or not offered', () => {
    const shops = makeOperation('GET /shops listShops');
    const gone = nameAll([chosen('GET /pets listPets', 'list_gone')], lock, [shops]);
    expect(gone.given).toEqual({ 'GET /pets': 'list_gone', 'GET /shops': 'list_shops' });
    const leftOut = nameAll([chosen('GET /pets listPets', 'list_shops')], lock, [shops]);
    expect(leftOut.given).toEqual({ 'GET /pets': 'list_shops', 'GET /gone': 'list_gone' });
  });
});

describe('an operation that is not offered', () => {
  const texts = ['GET /pets listPets', 'GET /shops listShops', 'POST /pets list_pets'];
  const { lock, names } = run(texts);
  const held = Object.fromEntries(Object.entries(lock.given).map(([key, { name }]) => [key, name]));

  test.each([[[0]], [[1]], [[2]], [[0, 2]], [[1, 2]]])('keeps its name: %j are offered', (indexes) => {
    const all = texts.map(makeOperation);
    const offered = all.filter((_, index) => indexes.includes(index));
    const leftOut = all.filter((_, index) => !indexes.includes(index));
    const found = nameAll(offered, lock, leftOut);
    expect(found.given).toEqual(held);
    expect(found.names).toEqual(offered.map((one) => names[`${one.method} ${one.path}`]));
  });

  test('is not taken for one that is offered and has the same operationId', () => {
    const found = nameAll([makeOperation('GET /animals listPets')], lock, [
      makeOperation('GET /pets listPets'),
    ]);
    expect(found.names).toEqual(['list_animals_pets']);
    expect(found.given).toEqual({ ...held, 'GET /animals': 'list_animals_pets' });
  });

  test('has no name where it never had one', () => {
    expect(nameAll([], noNames, texts.map(makeOperation)).given).toEqual({});
  });
});

/** Names operations as a run does that finds tools with former names; gives what it leaves for the next. */
function nameAgain(...offered: Operation[]): NameLock['given'] {
  const naming = { style: 'snake_case' as const, serverName: 'api', lock: renamedBefore };
  return nameTools({ operations: offered, leftOut: [] }, naming, collector().report).lock.given;
}

const renamedBefore: NameLock = {
  given: { 'GET /pets': { name: 'list_pets', was: ['all_pets'] }, 'GET /toys': { name: 'list_toys' } },
};

describe('the names that a tool had before', () => {
  test('stay, and the last one is added where another is chosen', () => {
    expect(nameAgain(chosen('GET /pets', 'find_pets'), makeOperation('GET /toys'))).toEqual({
      'GET /pets': { name: 'find_pets', was: ['all_pets', 'list_pets'] },
      'GET /toys': { name: 'list_toys' },
    });
  });

  test('go to no new operation', () => {
    const given = nameAgain(makeOperation('GET /pets'), makeOperation('GET /animals allPets'));
    expect(given['GET /animals']?.name).not.toBe('all_pets');
    expect(given['GET /pets']).toEqual({ name: 'list_pets', was: ['all_pets'] });
  });

  test('are given up where they are chosen for another, or for the tool itself again', () => {
    const both = nameAgain(chosen('GET /pets', 'all_pets'), chosen('GET /toys', 'list_pets'));
    expect(both).toEqual({
      'GET /pets': { name: 'all_pets' },
      'GET /toys': { name: 'list_pets', was: ['list_toys'] },
    });
  });
});
