import { describe, expect, test } from 'vitest';
import { shapeDocument } from '../../../support/shapeDocument.js';

/** Operations by `METHOD /path`, an id and a tag, which may be missing. */
type Row = readonly [
  key: string,
  operationId?: string | undefined,
  tag?: string | undefined,
  schema?: object,
];

function toDocument(rows: readonly Row[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const [key, operationId, tag, schema] of rows) {
    const [method = '', path = ''] = key.split(' ');
    const content = schema && { '*/*': { schema } };
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        ...(operationId === undefined ? {} : { operationId }),
        ...(tag === undefined ? {} : { tags: [tag] }),
        responses: { 200: { description: '', ...(content && { content }) } },
      },
    };
  }
  return { paths };
}

/** The names of the tools, in the order of the rows. */
function nameRows(rows: readonly Row[], name = 'api'): (string | undefined)[] {
  const { tools } = shapeDocument(toDocument(rows), { name });
  const named = new Map(tools.map(({ tool, pointer }) => [pointer, tool.name]));
  return rows.map(([key]) => {
    const [method = '', path = ''] = key.split(' ');
    return named.get(`#/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method.toLowerCase()}`);
  });
}

const list = { type: 'array', items: { type: 'object' } };

describe('what path and method predict of an id is taken off', () => {
  test.each<[string, Row[], string[]]>([
    [
      'function, path and method',
      [
        ['GET /api/v1/users/', 'read_users_api_v1_users__get', 'users'],
        ['GET /api/v1/users/{user_id}', 'read_user_api_v1_users__user_id__get', 'users'],
        ['POST /users/delete', 'delete_user_users_delete_post', 'users'],
        ['GET /', 'root__get'],
        ['GET /health', 'health_health_get'],
        ['POST /items', 'items_items_post'],
        ['POST /score', 'predict_score_post'],
      ],
      ['read_users', 'read_user', 'delete_user', 'get_root', 'get_health', 'post_items', 'predict_score'],
    ],
    [
      'classes of PHP, with their functions',
      [
        ['GET /api/users', String.raw`GET::/api/users::App\Http\Controllers\UserController::index`, 'users'],
        ['GET /api/users/{id}', String.raw`App\Http\Controllers\UserController::show`, 'users'],
        ['POST /api/orders', String.raw`App\Http\Controllers\OrderController::store`, 'orders'],
      ],
      ['list_users', 'show_user', 'store_order'],
    ],
    [
      'functions of one name in several files, which get their noun from the path',
      [
        ['GET /v1/orders/', 'get_all_v1_orders__get', 'orders'],
        ['GET /v1/invoices/', 'get_all_v1_invoices__get', 'invoices'],
        ['POST /v1/orders/', 'create_v1_orders__post', 'orders'],
        ['GET /v1/items/{id}', 'read_item_v1_items__id__get', 'items'],
        ['GET /v1/admin/items/{id}', 'read_item_v1_admin_items__id__get', 'admin'],
      ],
      ['get_all_orders', 'get_all_invoices', 'create_order', 'read_item', 'read_admin_item'],
    ],
    [
      'functions of one name in several files, which get what is within their things, too',
      [
        [
          'POST /api/v2/user-groups/{group_id}/members',
          'create_api_v2_user_groups__group_id__members_post',
          'user-groups',
        ],
        [
          'GET /api/v2/user-groups/{group_id}/members',
          'read_all_api_v2_user_groups__group_id__members_get',
          'user-groups',
        ],
        [
          'DELETE /api/v2/user-groups/{group_id}/members/{id}',
          'delete_api_v2_user_groups__group_id__members__id__delete',
          'user-groups',
        ],
        ['GET /api/v2/users/me', 'read_api_v2_users_me_get', 'users'],
        ['GET /api/v2/users/', 'read_api_v2_users__get', 'users'],
        ['POST /api/v2/orders/{order_id}/cancel', 'cancel_api_v2_orders__order_id__cancel_post', 'orders'],
      ],
      [
        'create_user_group_member',
        'read_all_user_group_members',
        'delete_user_group_member',
        'read_users_me',
        'read_users',
        'cancel_order',
      ],
    ],
    [
      'numbers, of which all are several',
      [
        ['GET /order', 'findAll', 'order'],
        ['GET /category', 'findAll_1', 'category'],
        ['GET /inventory', 'findAll_2', 'inventory'],
      ],
      ['find_all_orders', 'find_all_categories', 'find_all_inventory'],
    ],
    [
      'the method, and numbers',
      [
        ['GET /users', 'listUsingGET', 'user-controller'],
        ['GET /orders', 'listUsingGET_1', 'order-controller'],
        ['DELETE /orders/{id}', 'deleteOrderUsingDELETE', 'order-controller'],
      ],
      ['list_users', 'list_orders', 'delete_order'],
    ],
    [
      'all of it',
      [
        ['GET /api/Values', 'ApiValuesGet', 'Values'],
        ['GET /api/Values/{id}', 'ApiValuesByIdGet', 'Values'],
        ['GET /api/users', 'getApiUsers'],
      ],
      ['list_values', 'get_values_by_id', 'list_users'],
    ],
    [
      'the segments that all paths begin with',
      [
        ['GET /api/v1/users/', 'api_v1_users_list', 'api'],
        ['PATCH /api/v1/users/{id}/', 'api_v1_users_partial_update', 'api'],
        ['GET /api/v1/users/export/', 'api_v1_users_list_2', 'api'],
      ],
      ['users_list', 'users_partial_update', 'users_export_list'],
    ],
    [
      'nothing of an id that says the same by itself',
      [
        ['GET /users', 'getUsers'],
        ['GET /pets', 'pets_get'],
        ['GET /keys', 'api_keys_list'],
        ['POST /orders', 'payUsingGIRO'],
      ],
      ['get_users', 'pets_get', 'api_keys_list', 'pay_using_giro'],
    ],
    [
      'nothing of one id among others whose rest is no action',
      [
        ['GET /users', 'admin_users_get'],
        ['GET /pets', 'findPets'],
        ['GET /toys', 'findToys'],
      ],
      ['admin_users_get', 'find_pets', 'find_toys'],
    ],
  ])('%s', (_, rows, names) => {
    expect(nameRows(rows)).toEqual(names);
  });
});

describe('ids that say nothing count as none', () => {
  const md5 = '0cc175b9c0f1b6a831c399e269772661';
  test.each([
    ['a digest of 32 digits', md5, 'post_pets'],
    ['one of 40', `${md5}aa110099`, 'post_pets'],
    ['one of 24, as Azure API Management has them', '57d4e6f2dbe2d910b4a15fcd', 'post_pets'],
    ['a UUID', '6f1b7c1e-9d3a-4c55-8f5e-1c2d3e4f5a6b', 'post_pets'],
    ['a number', '4711', 'post_4711'],
    ['a word of such letters', 'facade', 'facade'],
    ['a digest and a word', `x${md5.slice(0, 8)}`, 'x0cc175b9'],
  ])('%s', (_, id, name) => {
    expect(nameRows([['POST /pets', id]])).toEqual([name]);
  });
});

describe('numbers that tell equal ids apart', () => {
  test('give way to the noun of tag or path', () => {
    const rows: Row[] = [
      ['GET /api/customers', 'findAll', 'customer-controller', list],
      ['GET /api/orders', 'findAll_1', 'order-controller', list],
      ['GET /api/customers/{id}/orders', 'findAll_2', 'customer-order-controller', list],
      ['GET /api/orders/{id}', 'findById', 'order-controller'],
      ['GET /api/customers/{id}/exists', 'exists', 'customer-controller', { type: 'boolean' }],
      ['PUT /api/orders/{id}/status', 'updateStatus', 'order-controller'],
      ['PUT /api/shipments/{id}/status', 'updateStatus_1', 'shipment-controller'],
      ['GET /api/users/{id}', 'getUser_1', 'user-controller'],
      ['GET /api/admin/users/{id}', 'getUser', 'admin-controller'],
    ];
    const names = [
      'find_all_customers',
      'find_all_orders',
      'find_all_customer_orders',
      'find_order_by_id',
      'customer_exists',
      'update_order_status',
      'update_shipment_status',
      'get_user',
      'get_admin_user',
    ];
    expect(nameRows(rows)).toEqual(names);
    expect(nameRows(rows.toReversed())).toEqual(names.toReversed());
  });

  test('stay where there is no such id without', () => {
    expect(
      nameRows([
        ['GET /a', 'runStep_1'],
        ['GET /b', 'runStep_2'],
      ]),
    ).toEqual(['run_step_1', 'run_step_2']);
  });
});

describe('a verb', () => {
  test.each<[string, Row, string]>([
    ['of two words stays together', ['POST /v1/in', 'AuthService_SignIn', 'AuthService'], 'sign_in'],
    ['of two words', ['POST /v1/out', 'AuthService_LogOut', 'AuthService'], 'log_out'],
    ['of two words, with its object', ['POST /devices/{id}/off', 'DeviceService_TurnOff'], 'turn_off_device'],
    ['and what is done to it', ['POST /rooms/{id}:in', 'RoomsController_checkIn'], 'check_in_room'],
    ['without object', ['POST /auth/login', 'AuthController_login'], 'login'],
    ['after what nobody acts on', ['POST /auth/refresh', 'AuthController_refresh'], 'auth_refresh'],
    ['alone, by hand', ['DELETE /pets/{id}', 'delete'], 'delete'],
    ['alone, in code', ['DELETE /pets/{id}', 'delete', 'pet-controller'], 'delete_pet'],
    ['alone, before a path', ['POST /pets', 'create_pets_post'], 'create_pet'],
    ['alone, where the path has no other word', ['GET /search', 'search', 'General'], 'search'],
    ['before an object', ['GET /pets/{id}/status', 'getStatus'], 'get_status'],
    ['that is no second one', ['POST /signs/in', 'SignsController_createIn'], 'create_sign_in'],
  ])('%s', (_, row, name) => {
    expect(nameRows([row])).toEqual([name]);
  });
});

describe('what the ids of a tag begin with', () => {
  test('stays as a noun where the rest has none, or another resource is called so', () => {
    const rows: Row[] = [
      ['GET /properties', 'Property_listGet', 'Property'],
      ['GET /units/{id}', 'Unit_get', 'Unit'],
      ['PUT /units/{id}/properties', 'Unit_updateProperties', 'Unit'],
      ['POST /units/{id}/photos', 'Unit_addPhotos', 'Unit'],
    ];
    const names = ['list_properties', 'get_unit', 'update_unit_properties', 'add_photos'];
    expect(nameRows(rows)).toEqual(names);
  });

  test('is one style for all', () => {
    const rows: Row[] = [
      ['GET /repos/{id}/issues', 'issues/list-for-repo', 'issues'],
      ['POST /repos/{id}/issues/{n}/comments', 'issues/create-comment', 'issues'],
      ['POST /repos/{id}/pulls/{n}/comments', 'pulls/create-comment', 'pulls'],
      ['GET /repos/{id}/pulls', 'pulls/list', 'pulls'],
      ['GET /orgs/{org}/members', 'orgs/list-members', 'orgs'],
      ['GET /orgs/{org}', 'orgs/get', 'orgs'],
      ['GET /orgs/{org}/teams/{slug}/members', 'teams/list-members-in-org', 'teams'],
      ['GET /orgs/{org}/teams/{slug}', 'teams/get-by-name', 'teams'],
      ['PUT /user/starred/{owner}/{repo}', 'activity/star-repo', 'activity'],
      ['GET /user/starred', 'activity/list-starred', 'activity'],
    ];
    const names = [
      'list_issues_for_repo',
      'create_issue_comment',
      'create_pull_comment',
      'list_pulls',
      'list_org_members',
      'get_org',
      'list_team_members_in_org',
      'get_team_by_name',
      'star_repo',
      'list_starred_activity',
    ];
    expect(nameRows(rows)).toEqual(names);
  });

  test('is dropped where it is a class of code, even where the short name is taken', () => {
    const rows: Row[] = [
      ['GET /customers', 'CustomersController_list', 'customers'],
      ['POST /reports/customers', 'list_customers', 'reports'],
      ['GET /search', 'SearchController_search', 'search'],
      ['GET /', 'AppController_getHello', 'app'],
      ['GET /api/posts', 'blog_views_create_post', 'blog'],
      ['POST /api/posts', 'blog_views_list_posts', 'blog'],
    ];
    const names = ['customers_list', 'list_customers', 'search', 'get_hello', 'create_post', 'list_posts'];
    expect(nameRows(rows)).toEqual(names);
  });
});

describe('names that are too long', () => {
  const price = 'ProductCatalogueWarehouseInventoryRegional';

  test('are told apart by their ends', () => {
    const rows: Row[] = [
      ['GET /prices/a', `get${price}WholesalePrice`, 'prices'],
      ['GET /prices/b', `get${price}RetailPrice`, 'prices'],
      ['PUT /prices/b', `update${price}RetailPriceWithoutTax`, 'prices'],
    ];
    const names = nameRows(rows, 'acme-warehouses');
    expect(names).toEqual([
      expect.stringMatching(/^get_.*_wholesale_price$/),
      expect.stringMatching(/^get_.*_retail_price$/),
      expect.stringMatching(/^update_.*_price_without_tax$/),
    ]);
    for (const name of names) expect(name?.length).toBeLessThanOrEqual(42);
  });

  test('lose the words of their group first, but where these tell them apart', () => {
    const rows: Row[] = ['v1', 'v1beta1'].flatMap((version) =>
      ['Deployment', 'DeploymentScale', 'StatefulSetStatus'].map((kind, index): Row => {
        const id = `readApps${version.charAt(0).toUpperCase()}${version.slice(1)}NamespacedWorkload${kind}`;
        const isSame = index < 2 || version === 'v1';
        return [`GET /apis/apps/${version}/${kind}`, isSame ? id : `${id}Old`, `apps_${version}`];
      }),
    );
    const names = nameRows(rows, 'a-long-name-of-a-server');
    expect(new Set(names).size).toBe(names.length);
    expect(names[0]).toMatch(/^read_.*v1_.*deployment$/);
    expect(names[3]).toMatch(/^read_.*v1beta1_.*deployment$/);
    expect(names[2]).toMatch(/^read_workload_.*status$/);
    expect(names.filter((name) => /_[0-9a-f]{6}$/.test(name ?? ''))).toEqual([]);
  });

  test('end in a hash where nothing may go', () => {
    const [first, second] = nameRows([
      ['GET /a', `get${'X'.repeat(80)}`],
      ['GET /b', `not${'y'.repeat(80)}`],
    ]);
    expect([first, second]).toEqual([
      expect.stringMatching(/_[0-9a-f]{6}$/),
      expect.stringMatching(/_[0-9a-f]{6}$/),
    ]);
  });
});

describe('an operation without an id', () => {
  test('has no segment in its name that all paths share, nor a version', () => {
    const rows: Row[] = [
      ['GET /api/Users', undefined, 'Users', list],
      ['POST /api/Users/{id}/activate'],
      ['GET /api/v2/Reports'],
      ['GET /health'],
    ];
    const names = ['list_users', 'post_users_by_id_activate', 'list_reports', 'get_health'];
    expect(nameRows(rows)).toEqual(names);
    expect(nameRows([['GET /shop/carts'], ['GET /shop/orders/{id}']])).toEqual([
      'list_carts',
      'get_orders_by_id',
    ]);
  });

  test('keeps what tells it from others, and collections', () => {
    expect(nameRows([['GET /v1/users'], ['GET /v2/users']])).toEqual(['list_v1_users', 'list_v2_users']);
    expect(nameRows([['GET /users/me'], ['GET /users/search']])).toEqual([
      'get_users_me',
      'get_users_search',
    ]);
    expect(nameRows([['GET /api/{id}'], ['GET /api']])).toEqual(['get_api_by_id', 'list_api']);
  });

  test('is called after the thing whose whole name it takes, as gateways of gRPC have it', () => {
    const rows: Row[] = [
      ['GET /v1/{name=shelves/*/books/*}'],
      ['GET /v1/{name=shelves/*}'],
      ['DELETE /v1/{name=shelves/*}'],
      ['GET /v1/{parent=shelves/*}/books', undefined, undefined, list],
      ['GET /v1/{parent=authors/*}/books', undefined, undefined, list],
      ['POST /v1/{name=shelves/*}:merge'],
      ['GET /v1/{name=shelves/*/config}'],
    ];
    expect(nameRows(rows)).toEqual([
      'get_book',
      'get_shelf',
      'delete_shelf',
      'list_shelf_books',
      'list_author_books',
      'post_shelf_merge',
      'get_config',
    ]);
    const { toolsets } = shapeDocument(toDocument(rows)).server;
    expect(toolsets.map(({ name }) => name)).toEqual(['authors', 'shelves']);
  });

  test('is called by all that its path has where others have the last thing, too', () => {
    const rows: Row[] = [['GET /v1/{name=shelves/*/books/*}'], ['GET /v1/{name=authors/*/books/*}']];
    expect(nameRows(rows)).toEqual([
      'get_shelves_by_name_books_by_name',
      'get_authors_by_name_books_by_name',
    ]);
  });

  test.each([
    ['GET /orders/{id}/exists', { type: 'boolean' }, 'get_orders_by_id_exists'],
    ['GET /server/infos', { type: 'object', properties: { name: { type: 'string' } } }, 'get_server_infos'],
    ['GET /server/logs', { type: 'string' }, 'get_server_logs'],
    ['GET /server/logs', list, 'list_server_logs'],
  ])('%s gives one where the answer is no list', (key, schema, name) => {
    expect(nameRows([[key, undefined, undefined, schema]])).toEqual([name]);
  });
});

describe('equal ids', () => {
  test('keep their words, with those of the path that differ', () => {
    const rows: Row[] = [
      ['GET /pets', 'listPets'],
      ['GET /owners/{id}/pets', 'listPets'],
      ['GET /pets/{id}', 'deletePet'],
      ['DELETE /pets/{id}/photos', 'deletePet'],
      ['GET /toys', 'getToys'],
      ['GET /toys/{toyId}', 'getToys'],
    ];
    const names = [
      'list_pets',
      'list_owner_pets',
      'get_pets_by_id',
      'delete_pet',
      'get_toys',
      'get_toys_by_toy_id',
    ];
    expect(nameRows(rows)).toEqual(names);
  });

  test('are told apart by numbers at their ends, and names begin with a letter', () => {
    const rows: Row[] = [
      ['GET /things/04', 'getThing'],
      ['GET /things/05', 'getThing'],
      ['GET /x/06', 'pwned_true'],
      ['GET /x/07', 'pwned_true'],
      ['GET /08', '9lives'],
      ['GET /09', '9lives'],
    ];
    const names = [
      'get_thing_04',
      'get_thing_05',
      'pwned_true_06',
      'pwned_true_07',
      'get_9lives_08',
      'get_9lives_09',
    ];
    expect(nameRows(rows)).toEqual(names);
  });

  test('of a thousand are worked out in a moment', () => {
    const rows = Array.from({ length: 1000 }, (_, index): Row => [`GET /p/{id}/q${index}`, 'getThing_1']);
    expect(new Set(nameRows(rows)).size).toBe(1000);
  });
});

/** The name and title of each toolset. */
function groupRows(rows: readonly Row[], tags: object[] = []) {
  return shapeDocument({ ...toDocument(rows), tags }).server.toolsets.map(({ name, title }) => [name, title]);
}

describe('toolsets of tags in other letters', () => {
  test('are called after the paths of the tag', () => {
    const rows: Row[] = [
      ['GET /api/users', undefined, 'Пользователи'],
      ['GET /api/users/{id}', undefined, 'Пользователи'],
      ['GET /api/orders', undefined, '订单 API'],
      ['GET /api/users/{id}/roles', undefined, '역할'],
    ];
    expect(groupRows(rows, [{ name: '订单 API' }])).toEqual([
      ['orders', '订单 API'],
      ['roles', '역할'],
      ['users', 'Пользователи'],
    ]);
  });

  test('but where these have no word that begins with a letter', () => {
    expect(
      groupRows([
        ['GET /names/10', undefined, '日本語'],
        ['GET /20', undefined, '中文'],
      ]),
    ).toEqual([
      [expect.stringMatching(/^group_[0-9a-f]{6}$/), '中文'],
      ['names', '日本語'],
    ]);
  });

  test('but where operations without a tag are in such a one', () => {
    expect(groupRows([['GET /pets/1', undefined, '日本語'], ['GET /pets/2'], ['GET /toys']])).toEqual([
      [expect.stringMatching(/^group_[0-9a-f]{6}$/), '日本語'],
      ['pets', 'pets'],
      ['toys', 'toys'],
    ]);
  });

  test('but where another is called so', () => {
    const rows: Row[] = [
      ['GET /api/users', undefined, 'Пользователи'],
      ['GET /api/users/{id}', undefined, 'Users'],
      ['GET /api/orders', undefined, 'Größe'],
    ];
    expect(groupRows(rows)).toEqual([
      ['grosse', 'Größe'],
      [expect.stringMatching(/^group_[0-9a-f]{6}$/), 'Пользователи'],
      ['users', 'Users'],
    ]);
  });

  test('are chosen by that name or by their title', () => {
    const paths = toDocument([
      ['GET /api/users', undefined, 'Пользователи'],
      ['GET /api/orders', undefined, 'Orders'],
    ]);
    for (const key of ['users', 'Пользователи']) {
      const { server } = shapeDocument(paths, { toolsets: { [key]: { title: 'People' } } });
      expect(server.toolsets.map(({ name, title }) => [name, title])).toContainEqual(['users', 'People']);
    }
  });
});
