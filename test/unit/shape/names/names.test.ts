import { describe, expect, test } from 'vitest';
import { longestName } from '../../../../generator/shape/names/legal.js';
import { splitWords } from '../../../../generator/text/words.js';
import { shapeDocument } from '../../../support/shapeDocument.js';

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
    ['Ægir', 'aegir'],
    ['ÆGIR', 'aegir'],
    ['größe', 'grosse'],
    ['GRÖẞE', 'grosse'],
    ['hentStørrelse', 'hent storrelse'],
    ['Łódź ılık þorn Đakovo', 'lodz ilik thorn dakovo'],
    ['размер', ''],
    ['μέγεθος', ''],
    ['get\u001b[31mPet\u001b[0m', 'get pet'],
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

  test('leave out words in the middle where they are too long; a single word ends in a hash', () => {
    const { named, diagnostics } = nameAll({
      'GET /a': 'listAllTheThingsThatAnyoneCouldEverWantToListInThisApi',
      'GET /b': 'x'.repeat(60),
    });
    expect(named['GET /a']).toBe('list_all_things_that_anyone_ever_want_list_this_api');
    expect(named['GET /b']).toMatch(/^x{46}_[0-9a-f]{6}$/);
    expect(diagnostics.map(({ message }) => message)).toEqual([
      `"listAllTheThingsThatAnyoneCouldEverWantToListInThisApi" becomes the tool "${named['GET /a']}": names have at most 53 characters.`,
      `"${'x'.repeat(60)}" becomes the tool "${named['GET /b']}": names have at most 53 characters.`,
    ]);
  });

  test('are unique: the only exact id first; the others by words of their path, then by hash', () => {
    const { named, diagnostics } = nameAll({
      'GET /a': 'get.user',
      'GET /b': 'get_user',
      'GET /c': 'GetUser',
      'GET /get/c': 'get_c',
      'GET /c/': undefined,
    });
    expect(named['GET /a']).toBe('get_a_user');
    expect(named['GET /b']).toBe('get_user');
    expect(named['GET /c']).toBe('get_c_user');
    expect(named['GET /get/c']).toBe('get_c');
    expect(named['GET /c/']).toMatch(/^get_c_[0-9a-f]{6}$/);
    expect(diagnostics.map(({ code }) => code)).toEqual(['name-shared', 'name-shared', 'name-shared']);
    expect(diagnostics.map(({ message }) => message)).toContain(
      'The operationId "get.user" is used by several operations; this one becomes the tool "get_a_user".',
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

  test('of equal operationIds stay with the one without a placeholder in its path', () => {
    const ids = {
      'GET /pets': 'listPets',
      'GET /owners/{id}/pets': 'listPets',
      'GET /shops/{id}/pets': 'listPets',
    };
    const expected = {
      'GET /pets': 'list_pets',
      'GET /owners/{id}/pets': 'list_owner_pets',
      'GET /shops/{id}/pets': 'list_shop_pets',
    };
    expect(nameAll(ids).named).toEqual(expected);
    expect(nameAll(Object.fromEntries(Object.entries(ids).toReversed())).named).toEqual(expected);
  });

  test('of several that have it as their very id are given to none', () => {
    const { named } = nameAll({ 'GET /a': 'get_user', 'GET /b': 'get_user', 'GET /c': 'getUser' });
    expect(Object.values(named)).toEqual(['get_a_user', 'get_b_user', 'get_c_user']);
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
        'GET /c': `list${'Pets'.repeat(20)}Once`,
      },
      'camelCase',
    );
    expect(named['GET /a']).toBe('listAllCats');
    expect(named['GET /b']).toBe('listAllPets');
    expect(named['GET /b/{id}']).toBe('getBById');
    expect(named['GET /c']).toBe(`list${'Pets'.repeat(11)}Once`);
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

/** The names of the tools of one tag, by operationId; `METHOD /path` may follow it. */
function nameTag(...ids: string[]) {
  const paths: Record<string, object> = {};
  for (const [index, id] of ids.entries()) {
    const [operationId = '', method = 'get', path = `/p${index}`] = id.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, tags: ['Shop'] } };
  }
  const { tools } = shapeDocument({ paths });
  return ids.map((id) => {
    const [operationId] = id.split(' ');
    const found = tools.find(({ pointer }) =>
      Object.entries(paths).some(([path, item]) =>
        Object.entries(item as Record<string, { operationId: string }>).some(
          ([method, one]) =>
            one.operationId === operationId && pointer === `#/paths/${path.replaceAll('/', '~1')}/${method}`,
        ),
      ),
    );
    return found?.tool.name;
  });
}

describe('what all operations of a tag begin with', () => {
  test.each([
    ['is dropped', ['ShopController_getOrders', 'ShopController_getCart'], ['get_orders', 'get_cart']],
    [
      'leaves its noun where nothing else names one',
      [
        'CustomersController_findAll GET /customers',
        'CustomersController_findOne GET /customers/{id}',
        'CustomersController_create POST /customers',
        'CustomersController_remove DELETE /customers/{id}',
        'CustomersController_return POST /customers/{id}/return',
        'CustomersController_getStatus GET /customers/{id}/status',
        'CustomersController_listForOwner GET /owners/{id}/customers',
      ],
      [
        'find_all_customers',
        'find_one_customer',
        'create_customer',
        'remove_customer',
        'return_customer',
        'get_customer_status',
        'list_customers_for_owner',
      ],
    ],
    ['where it is a single one, called as code is', ['HealthController_check'], ['check_health']],
    ['without a separator', ['UsersControllerGetAll', 'UsersControllerBan'], ['get_all_users', 'ban_users']],
    [
      'in several parts',
      ['acme.shop.v1.OrdersService.List', 'acme.shop.v1.CartService.List'],
      ['list_orders', 'list_cart'],
    ],
    [
      'by slashes',
      ['repos/list-for-org', 'repos/create-release', 'repos/get GET /repos/{repo}'],
      ['list_repos_for_org', 'create_release', 'get_repo'],
    ],
    [
      'leaves its noun where two would be the same without it',
      ['CustomersController_getOrders', 'VendorsController_getOrders'],
      ['get_customers_orders', 'get_vendors_orders'],
    ],
    ['stays where it is a verb', ['list_pets', 'list_shops'], ['list_pets', 'list_shops']],
    ['stays where it is a verb of two', ['list.pets', 'list.shops'], ['list_pets', 'list_shops']],
    ['stays in snake case', ['pets_owner_list', 'pets_list'], ['pets_owner_list', 'pets_list']],
    [
      'holds the separator itself',
      [
        'Api_V1_Customers_findAll GET /customers',
        'Api_V1_Customers_findOne GET /customers/{id}',
        'Api_V1_Customers_create POST /customers',
      ],
      ['find_all_customers', 'find_one_customer', 'create_customer'],
    ],
    ['in either case', ['Zed_Service_create', 'zed_service_list_things'], ['create_zed', 'list_things']],
    ['in words of code', ['Shop_Carts_findAll', 'Shop_Carts_create'], ['find_all_carts', 'create_cart']],
    [
      'stays where it is of words',
      ['gift_card_list', 'gift_card_refund', 'gift_card_get_balance'],
      ['gift_card_list', 'gift_card_refund', 'gift_card_get_balance'],
    ],
    ['stays where it is a thing', ['api_key_service_list', 'api_key_service_get'], undefined],
    ['stays where not all have it', ['orders.list', 'ping'], ['orders_list', 'ping']],
    ['stays where the rest is no action', ['orders.mine', 'orders.byId'], ['orders_mine', 'orders_by_id']],
  ])('%s', (_, ids, names) => {
    expect(nameTag(...ids)).toEqual(names ?? ids);
  });
});

/** Answers that are an object. */
const object = (properties: object) => ({
  200: { description: '', content: { 'application/json': { schema: { type: 'object', properties } } } },
});

describe('a GET without an operationId', () => {
  const array = { 200: { description: '', content: { 'application/json': { schema: { type: 'array' } } } } };
  test.each([
    ['/pets', {}, 'list_pets'],
    ['/pets/{id}', {}, 'get_pets_by_id'],
    ['/owners/{id}/pets', {}, 'list_owners_by_id_pets'],
    ['/status', {}, 'get_status'],
    ['/me', {}, 'get_me'],
    ['/fish', array, 'list_fish'],
    ['/settings', {}, 'get_settings'],
    ['/options', object({ theme: { type: 'string' } }), 'get_options'],
    ['/orders', object({ data: { type: 'array' } }), 'list_orders'],
  ])('on %s answers with one or many', (path, responses, name) => {
    expect(shapeDocument({ paths: { [path]: { get: { responses } } } }).tools[0]?.tool.name).toBe(name);
  });

  test('lists what has items below it', () => {
    const paths = { '/sheep': { get: {} }, '/sheep/{id}': { get: {} } };
    expect(shapeDocument({ paths }).tools.map(({ tool }) => tool.name)).toEqual([
      'list_sheep',
      'get_sheep_by_id',
    ]);
  });
});

test('arguments of one name say which goes where, by the name that is sent', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'id', in: 'query', schema: { type: 'string' } },
    { name: 'filter[name]', in: 'query', schema: { type: 'string' } },
    { name: 'filter_name', in: 'query', schema: { type: 'string' } },
    { name: 'limit', in: 'query', schema: { type: 'integer' } },
  ];
  const { tools } = shapeDocument({ paths: { '/pets/{id}': { get: { parameters } } } });
  const { properties } = tools[0]?.tool.inputSchema ?? { properties: {} };
  expect(
    Object.entries(properties).map(([key, part]) => [key, (part as { description?: string }).description]),
  ).toEqual([
    ['id', '(path parameter)'],
    ['id_query', '(query parameter "id")'],
    ['filter_name_query', '(query parameter "filter[name]")'],
    ['filter_name', '(query parameter)'],
    ['limit', undefined],
  ]);
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
        name: 'b',
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
