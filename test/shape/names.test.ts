import { describe, expect, test } from 'vitest';
import { longestName } from '../../generator/shape/longestName.js';
import { splitWords } from '../../generator/shape/splitWords.js';
import { shapeDocument } from './shapeDocument.js';

/** The tools of operations that are given by `METHOD /path` and operationId. */
function nameAll(
  operations: Record<string, string | undefined>,
  names: 'snake_case' | 'camelCase' = 'snake_case',
) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, operationId] of Object.entries(operations)) {
    const [method = '', path = ''] = key.split(' ');
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: operationId === undefined ? {} : { operationId },
    };
  }
  const { tools, diagnostics } = shapeDocument({ paths }, { names });
  const named = Object.fromEntries(
    tools.map(({ tool: { name, request } }) => [`${request.method} ${request.path}`, name]),
  );
  return { named, diagnostics };
}

/** The toolsets of a document. */
function group(paths: object, tags: object[] = []) {
  return shapeDocument({ paths, tags }).server.toolsets.map(({ name, title, description, tools }) => ({
    name,
    title,
    description,
    tools: tools.length,
  }));
}

describe('words', () => {
  test.each([
    ['listPetsV2', 'list pets v2'],
    ['getURLById', 'get url by id'],
    ['listURLs', 'list urls'],
    ['getIDsByUser', 'get ids by user'],
    ['readCoreV1NamespacedPod', 'read core v1 namespaced pod'],
    ['apps/v1beta1/Scale', 'apps v1beta1 scale'],
    ['s3Bucket', 's3 bucket'],
    ['3dModel', '3d model'],
    ['__proto__', 'proto'],
    ['a b!@#c', 'a b c'],
    ['', ''],
    ['获取', ''],
    ['listeMüller', 'liste muller'],
    ['Ægir', 'gir'],
  ])('%s', (text, words) => {
    expect(splitWords(text).join(' ')).toBe(words);
  });
});

describe('names of tools', () => {
  test('come from the operationId, else from method and path', () => {
    expect(
      nameAll({
        'GET /pets': 'listPets',
        'GET /pets/{petId}': undefined,
        'POST /pets/{petId}:feed': undefined,
        'GET /': undefined,
        'GET /odd': '获取用户',
        'PUT /odd': '../../etc/passwd',
        'POST /odd': '1st;process.exit(9)',
        'DELETE /odd': 'delete',
        'PATCH /odd': 'constructor',
      }).named,
    ).toEqual({
      'GET /pets': 'list_pets',
      'GET /pets/{petId}': 'get_pets_by_pet_id',
      'POST /pets/{petId}:feed': 'post_pets_by_pet_id_feed',
      'GET /': 'get_root',
      'GET /odd': 'get_odd',
      'PUT /odd': 'etc_passwd',
      'POST /odd': 'post_1st_process_exit_9',
      'DELETE /odd': 'delete',
      'PATCH /odd': 'constructor',
    });
  });

  test('are cut between words, with a hash of the operation', () => {
    const { named, diagnostics } = nameAll({
      'GET /a': 'listAllTheThingsThatAnyoneCouldEverWantToListInThisApi',
      'GET /b': 'x'.repeat(60),
    });
    expect(named['GET /a']).toMatch(/^list_all_the_things_that_anyone_could_ever_[0-9a-f]{6}$/);
    expect(named['GET /b']).toMatch(/^x{46}_[0-9a-f]{6}$/);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `"listAllTheThingsThatAnyoneCouldEverWantToListInThisApi" becomes the tool "${named['GET /a']}": names have at most 53 characters.`,
      `"${'x'.repeat(60)}" becomes the tool "${named['GET /b']}": names have at most 53 characters.`,
    ]);
  });

  test('are unique: the only exact id first; the others by path, then by hash', () => {
    const { named, diagnostics } = nameAll({
      'GET /a': 'get.user',
      'GET /b': 'get_user',
      'GET /c': 'GetUser',
      'GET /get/c': 'get_c',
      'GET /c/': undefined,
    });
    expect(named['GET /a']).toBe('get_a');
    expect(named['GET /b']).toBe('get_user');
    expect(named['GET /c']).toMatch(/^get_user_[0-9a-f]{6}$/);
    expect(named['GET /get/c']).toBe('get_c');
    expect(named['GET /c/']).toMatch(/^get_c_[0-9a-f]{6}$/);
    expect(diagnostics.map(({ code }) => code)).toEqual(['name-shared', 'name-shared', 'name-shared']);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'The operationId "get.user" is used by several operations; this one becomes the tool "get_a".',
    );
  });

  test('of operations that differ only by the fragment of their path', () => {
    const paths = { '/a#1': { get: {} }, '/a#2': { get: {} } };
    const [first, second] = shapeDocument({ paths }).tools.map(({ tool }) => tool.name);
    expect(first).toMatch(/^get_a_[0-9a-f]{6}$/);
    expect(first).not.toBe(second);
    expect(second).toMatch(/^get_a_[0-9a-f]{6}$/);
  });

  test('never move to another operation that has the same id', () => {
    const before = nameAll({ 'GET /pets/{id}': 'getPet' }).named;
    expect(before).toEqual({ 'GET /pets/{id}': 'get_pet' });
    const { named, diagnostics } = nameAll({
      'GET /pets/{id}': 'getPet',
      'DELETE /admin/pets/{id}': 'getPet',
      'GET /pet': undefined,
    });
    expect(named).toEqual({
      'GET /pets/{id}': 'get_pets_by_id',
      'DELETE /admin/pets/{id}': 'delete_admin_pets_by_id',
      'GET /pet': expect.stringMatching(/^get_pet_[0-9a-f]{6}$/) as string,
    });
    expect(diagnostics.map(({ severity }) => severity)).toEqual(['warning', 'warning', 'warning']);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'The operationId "getPet" is used by several operations; this one becomes the tool "delete_admin_pets_by_id".',
    );
  });

  test('of several that have it as their very id are given to none', () => {
    const { named } = nameAll({ 'GET /a': 'get_user', 'GET /b': 'get_user', 'GET /c': 'getUser' });
    expect(Object.values(named)).toEqual(['get_a', 'get_b', 'get_c']);
  });

  test('do not change when an operation is added', () => {
    const before = nameAll({ 'GET /b': 'list', 'GET /c': 'list', 'GET /d': 'a'.repeat(60) }).named;
    const after = nameAll({
      'GET /b': 'list',
      'GET /c': 'list',
      'GET /d': 'a'.repeat(60),
      'GET /x': 'list',
      'PUT /d': 'a'.repeat(60),
    }).named;
    expect(after).toMatchObject(before);
    expect(new Set(Object.values(after)).size).toBe(5);
  });

  test('may be written in camelCase', () => {
    const { named } = nameAll(
      {
        'GET /a': 'list_all_cats',
        'GET /b': 'listAllPets',
        'GET /b/{id}': undefined,
        'GET /c': `list${'Pets'.repeat(20)}`,
      },
      'camelCase',
    );
    expect(named['GET /a']).toBe('listAllCats');
    expect(named['GET /b']).toBe('listAllPets');
    expect(named['GET /b/{id}']).toBe('getBById');
    expect(named['GET /c']).toMatch(/^list(Pets){10}_[0-9a-f]{6}$/);
  });

  test('of a thousand operations with one id are told apart', () => {
    const { named } = nameAll(
      Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`GET /p${index}`, 'same'])),
    );
    expect(new Set(Object.values(named)).size).toBe(1000);
  });
});

test.each([
  ['api', 54],
  ['swagger-petstore', 41],
  ['a-name-as-long-as-it-gets', 32],
  ['x'.repeat(60), 32],
])('beside the server %s a name has at most %i characters', (name, longest) => {
  expect(longestName(name)).toBe(longest);
  const { tools } = shapeDocument({ paths: { '/a': { get: { operationId: 'x'.repeat(80) } } } }, { name });
  expect(tools[0]?.tool.name).toHaveLength(longest);
});

describe('toolsets', () => {
  test('follow the first tag, in the order of the document, then by name', () => {
    const paths = {
      '/a': { get: { tags: ['Pet Store', 'b'] }, put: { tags: ['zoo'] } },
      '/b': {
        get: { tags: ['pet-store'] },
        put: { tags: ['aux'] },
        post: { tags: ['获取'] },
        delete: { tags: ['3D'] },
      },
    };
    const tags = [
      { name: 'zoo', description: 'All **animals**.' },
      { name: 'unused' },
      { name: 'Pet Store' },
    ];
    expect(group(paths, tags)).toEqual([
      { name: 'zoo', title: 'zoo', description: 'All animals.', tools: 1 },
      { name: 'pet_store', title: 'Pet Store', description: '', tools: 2 },
      { name: 'aux_tools', title: 'aux', description: '', tools: 1 },
      {
        name: expect.stringMatching(/^group_[0-9a-f]{6}$/) as string,
        title: '获取',
        description: '',
        tools: 1,
      },
      { name: 'group_3_d', title: '3D', description: '', tools: 1 },
    ]);
  });

  test('follow the path after what all paths have in common', () => {
    const paths = {
      '/api/v1/pets': { get: {} },
      '/api/v1/pets/{id}': { get: {} },
      '/api/v1/{tenant}/users?x=1': { get: {} },
      '/api/v1/{tenant}': { get: {} },
    };
    expect(group(paths).map(({ name, tools }) => `${name} ${tools}`)).toEqual([
      'general 1',
      'pets 2',
      'users 1',
    ]);
  });

  test('of one path, and of none', () => {
    expect(group({ '/pets': { get: {} } }).map(({ name }) => name)).toEqual(['pets']);
    expect(group({ '/': { get: {} } }).map(({ name }) => name)).toEqual(['general']);
    expect(group({})).toEqual([]);
  });
});
