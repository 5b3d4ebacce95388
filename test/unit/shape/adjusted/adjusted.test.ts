import { describe, expect, test } from 'vitest';
import { inspect } from '../../../../generator/inspect.js';
import { addPath, parsePath } from '../../../../generator/shape/adjusted/paths.js';
import { type Config, defaults } from '../../../../generator/model/config.js';
import type { Tool } from '../../../../generator/model/server.js';
import { rejectionOf } from '../../../support/thrownBy.js';

const text = { type: 'string' };
const user = { type: 'object', properties: { login: text, email: text } };
const order = {
  type: 'object',
  required: ['id', 'note'],
  properties: { id: { type: 'integer' }, note: text, owner: { $ref: '#/components/schemas/User' } },
};
/** What is itself, or a list of itself, in several ways. */
const knot = {
  oneOf: Array.from({ length: 8 }, (_, index) =>
    index % 2 === 0
      ? { $ref: '#/components/schemas/Knot' }
      : { type: 'array', items: { $ref: '#/components/schemas/Knot' } },
  ),
};
const json = (schema: object, more: object = {}) => ({
  responses: { 200: { description: 'Fine', content: { 'application/json': { schema }, ...more } } },
});
const listOf = (items: object) => ({ type: 'array', items });
const keyed = (operationId: string) => ({
  operationId,
  parameters: [{ name: 'Idempotency-Key', in: 'header', schema: text }],
});

const paths = {
  '/orders': {
    get: {
      operationId: 'listOrders',
      tags: ['orders'],
      ...json({
        type: 'object',
        properties: { items: listOf({ $ref: '#/components/schemas/Order' }), total: { type: 'integer' } },
      }),
    },
    post: { operationId: 'addOrder', tags: ['orders'], ...json({ $ref: '#/components/schemas/Order' }) },
    put: { operationId: 'replaceOrders', tags: ['orders'], responses: {} },
  },
  '/payments': { post: { ...keyed('pay'), tags: ['orders'], responses: {} } },
  '/users': {
    get: {
      operationId: 'listUsers',
      tags: ['users'],
      ...json({ type: 'object', properties: { data: listOf(user), meta: { type: 'object' } } }),
    },
  },
  '/either': {
    get: {
      operationId: 'getEither',
      ...json({ oneOf: [{ $ref: '#/components/schemas/Order' }, user, { type: 'null' }] }),
    },
  },
  '/prices': {
    get: {
      operationId: 'getPrices',
      ...json({
        type: 'object',
        properties: {
          prices: {
            type: 'object',
            additionalProperties: { type: 'object', properties: { amount: { type: 'number' }, note: text } },
          },
        },
      }),
    },
  },
  '/open': { get: { operationId: 'getOpen', ...json({ type: 'object' }) } },
  '/report': {
    get: {
      operationId: 'getReport',
      ...json({ type: 'object', properties: { rows: listOf(text) } }, { 'text/csv': { schema: text } }),
    },
  },
  '/search': {
    get: {
      operationId: 'search',
      parameters: [
        { name: 'tags', in: 'query', style: 'form', explode: false, schema: listOf(text) },
        { name: 'open', in: 'query', schema: { type: 'boolean' } },
        { name: 'kinds', in: 'query', schema: listOf(text) },
      ],
      responses: {},
    },
  },
  '/find': {
    get: {
      operationId: 'find',
      parameters: [
        { name: 'open', in: 'query', schema: { type: 'boolean' } },
        { name: 'kinds', in: 'query', schema: listOf(text) },
      ],
      responses: {},
    },
  },
};
const shop = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  paths,
  components: { schemas: { User: user, Order: order } },
};

/** The tools of the shop as they are configured, and what is said of that. */
async function shape(config: Partial<Config>, document: object = shop) {
  const { server, diagnostics } = await inspect(
    '-',
    { ...defaults, ...config },
    { readStdin: () => Promise.resolve(JSON.stringify(document)) },
  );
  const tools = server.toolsets.flatMap((toolset) => toolset.tools.map(({ tool }) => tool));
  return {
    server,
    tools,
    diagnostics,
    find: (path: string, method = 'GET') => findTool(tools, path, method),
  };
}

function findTool(tools: readonly Tool[], path: string, method: string): Tool {
  const found = tools.find(({ request }) => request.path === path && request.method === method);
  return found ?? expect.unreachable(`no tool for ${method} ${path}`);
}

const refusal = (config: Partial<Config>) => rejectionOf(shape(config));

describe('limits of calls', () => {
  test('are none where nothing is said', async () => {
    const { tools } = await shape({});
    for (const tool of tools) {
      expect(tool).not.toHaveProperty('adjust');
      expect(tool).not.toHaveProperty('shown');
    }
  });

  test('are those of the tool, then of the first rule that says something', async () => {
    const { find, tools } = await shape({
      tools: { listOrders: { timeoutMs: 1_000 }, 'PUT /orders': { concurrency: 1 } },
      adjust: [
        { for: [{ tag: ['orders'] }], timeoutMs: 2_000, concurrency: 2 },
        { for: [{ method: ['GET'] }], timeoutMs: 3_000, retries: 0 },
        { timeoutMs: 4_000 },
      ],
    });
    const shared = { most: 2, shared: 'adjust 0' };
    expect(find('/orders').adjust).toEqual({ timeoutMs: 1_000, retries: 0, concurrency: shared });
    expect(find('/orders', 'POST').adjust).toEqual({ timeoutMs: 2_000, concurrency: shared });
    expect(find('/orders', 'PUT').adjust).toEqual({ timeoutMs: 2_000, concurrency: { most: 1 } });
    expect(find('/users').adjust).toEqual({ timeoutMs: 3_000, retries: 0 });
    expect(tools.filter(({ adjust }) => adjust === undefined)).toEqual([]);
  });

  test('allow retries where they do no harm', async () => {
    const { find, diagnostics } = await shape({
      tools: {
        listOrders: { retries: 5 },
        replaceOrders: { retries: 4 },
        pay: { retries: 3 },
        addOrder: { retries: 0 },
      },
    });
    expect(find('/orders').adjust).toEqual({ retries: 5 });
    expect(find('/orders', 'PUT').adjust).toEqual({ retries: 4 });
    expect(find('/payments', 'POST').adjust).toEqual({ retries: 3 });
    expect(find('/orders', 'POST').adjust).toEqual({ retries: 0 });
    expect(diagnostics).toEqual([]);
  });

  test('allow no retries of a POST without a key', async () => {
    expect(await refusal({ tools: { addOrder: { retries: 1 } } })).toMatchObject({
      message:
        'POST /orders cannot be retried: sent twice, it may take effect twice, and it has no parameter Idempotency-Key.',
      pointer: 'config#/tools/addOrder/retries',
    });
    const { find, diagnostics } = await shape({
      adjust: [{ for: [{ tag: ['orders'] }], retries: 9, timeoutMs: 1 }],
    });
    expect(find('/orders').adjust).toEqual({ retries: 9, timeoutMs: 1 });
    expect(find('/orders', 'POST').adjust).toEqual({ timeoutMs: 1 });
    expect(diagnostics).toMatchObject([
      {
        code: 'retries-ignored',
        pointer: 'config#/adjust/0/retries',
        message: expect.stringMatching(/^POST \/orders cannot/),
      },
    ]);
  });

  test('of what is misspelt are reported with what is meant', async () => {
    const { diagnostics } = await shape({
      tools: { listOrder: { timeoutMs: 1 } },
      adjust: [{ for: [{ tag: ['order'] }], timeoutMs: 1 }],
    });
    expect(diagnostics.map(({ message, pointer }) => [message, pointer])).toEqual([
      ['"listOrder" under tools matches no operation; did you mean "listOrders"?', 'config#/tools/listOrder'],
      [
        'The adjust.0.for rule tag=order matches no operation; did you mean "orders"?',
        'config#/adjust/0/for/0',
      ],
    ]);
  });
});

describe('what is shown of an answer', () => {
  test('is told in the description and the output schema', async () => {
    const { find } = await shape({
      tools: { listOrders: { fields: ['items[].id', 'items[].owner.login'] } },
      output: 'schema',
    });
    const { description, outputSchema, shown } = find('/orders');
    expect(shown).toEqual({ keep: { items: [{ id: true, owner: { login: true } }] } });
    expect(description).toContain('Returns only items[].id, items[].owner.login.');
    const { items, ...others } = outputSchema?.properties ?? {};
    expect(Object.keys(others)).toEqual(['untyped']);
    expect(items).toMatchObject({
      items: { properties: { id: {}, owner: { properties: { login: { type: 'string' } } } } },
    });
    expect(JSON.stringify(items)).not.toMatch(/note|email/);
  });

  test('is what callers can rely on', async () => {
    const { server } = await shape({ tools: { listOrders: { fields: ['items[].id'] } } });
    const whole = await shape({});
    const promised = ({ promises }: typeof server) => JSON.stringify(promises?.answers['list_orders']);
    expect(promised(whole.server)).toContain('total');
    expect(promised(server)).not.toMatch(/total|note/);
  });

  test('is what each member of a map has of it', async () => {
    const { find } = await shape({
      tools: { getPrices: { fields: ['prices.*.amount'] } },
      output: 'schema',
    });
    const { shown, outputSchema } = find('/prices');
    expect(shown).toEqual({ keep: { prices: { '*': { amount: true } } } });
    expect(outputSchema?.properties['prices']).toMatchObject({
      additionalProperties: { properties: { amount: { type: 'number' } } },
    });
    expect(JSON.stringify(outputSchema)).not.toContain('note');
  });

  test('is a member in place of the whole, and fields of that', async () => {
    const { find } = await shape({
      tools: { listUsers: { unwrap: 'data', fields: ['[].login'] } },
      output: 'schema',
    });
    const { shown, outputSchema, typed } = find('/users');
    expect(shown).toEqual({ unwrap: 'data', keep: [{ login: true }] });
    expect(typed).toMatchObject({ wrapped: true });
    expect(outputSchema?.properties['result']).toMatchObject({
      type: 'array',
      items: { properties: { login: { type: 'string' } } },
    });
    expect(JSON.stringify(outputSchema)).not.toMatch(/email|meta/);
  });

  test('is by a rule what the answers of each have of it', async () => {
    const { find } = await shape({
      adjust: [{ unwrap: 'data' }, { for: [{ path: ['/orders'] }], fields: ['total', 'id'] }],
    });
    expect(find('/users').shown).toEqual({ unwrap: 'data' });
    expect(find('/orders').shown).toEqual({ keep: { total: true } });
    expect(find('/orders', 'POST').shown).toEqual({ keep: { id: true } });
    expect(find('/report')).not.toHaveProperty('shown');
  });

  test('is what one of several kinds of answers has, or nobody has said', async () => {
    const { find } = await shape({
      tools: { getEither: { fields: ['login', 'owner.email'] }, getOpen: { fields: ['a.b[].c'] } },
    });
    expect(find('/either').shown).toEqual({ keep: { login: true, owner: { email: true } } });
    expect(find('/open').shown).toEqual({ keep: { a: { b: [{ c: true }] } } });
  });

  test('is looked for within bounds where schemas hold themselves', async () => {
    const { find } = await shape(
      { tools: { getKnot: { fields: ['c'] } } },
      {
        ...shop,
        paths: {
          '/knot': { get: { operationId: 'getKnot', ...json({ $ref: '#/components/schemas/Knot' }) } },
        },
        components: { schemas: { Knot: knot } },
      },
    );
    expect(find('/knot').shown).toEqual({ keep: { c: true } });
  });

  test.each<[string, Config['tools'], string, string]>([
    [
      'a field that no response has',
      { listOrders: { fields: ['items[].nota'] } },
      'GET /orders has no response with "items[].nota"; did you mean "items[].note"?',
      'items, total, items[].id, items[].note, items[].owner, items[].owner.login',
    ],
    [
      'a member of no member of a map',
      { getPrices: { fields: ['prices.*.sum'] } },
      'GET /prices has no response with "prices.*.sum"',
      'prices.*.amount',
    ],
    [
      'a list without its brackets',
      { listOrders: { fields: ['items.id'] } },
      'did you mean "items[].id"?',
      'items[].id',
    ],
    [
      'brackets behind what is no list',
      { addOrder: { fields: ['owner[].login'] } },
      'did you mean "owner.login"?',
      'owner.login',
    ],
    [
      'what is no path',
      { listOrders: { fields: ['items..id'] } },
      '"items..id" is no path of a response.',
      'with dots between them',
    ],
    [
      'fields of the whole beside unwrap',
      { listUsers: { unwrap: 'data', fields: ['data[].login'] } },
      'GET /users has no data of the response with "data[].login"; did you mean "[].login"?',
      '[].login, [].email',
    ],
    [
      'a member that no response has',
      { listUsers: { unwrap: 'date' } },
      'GET /users has no response with "date"; did you mean "data"?',
      'data, meta',
    ],
    [
      'fields of one thing as a list and as an object',
      { getOpen: { fields: ['a[].b', 'a.c'] } },
      'Another field takes for an object what "a.c" takes for a list, or the reverse.',
      'Write [] behind the name of a list',
    ],
    [
      'fields of no JSON',
      { pay: { fields: ['id'] } },
      'POST /payments has no response with "id".',
      'declares no JSON',
    ],
  ])('is refused: %s', async (_name, tools, message, hint) => {
    const error = await refusal({ tools });
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
    expect(error.pointer).toMatch(/^config#\/tools\/\w+\/(?:fields|unwrap)$/);
  });

  test('is refused where a rule asks for what none of its tools has', async () => {
    expect(await refusal({ adjust: [{ for: [{ tag: ['orders'] }], unwrap: 'data' }] })).toMatchObject({
      pointer: 'config#/adjust/0/unwrap',
    });
  });
});

test.each<[string, string[] | undefined]>([
  ['a', ['a']],
  ['[].a', ['[]', 'a']],
  ['a[][].b', ['a', '[]', '[]', 'b']],
  ['"a.b"."c[]"', ['a.b', 'c[]']],
  ['@odata.count', ['@odata', 'count']],
  ['[]', ['[]']],
  ['', undefined],
  ['.a', undefined],
  ['a.', undefined],
  ['a[0]', undefined],
  ['a[]b', undefined],
  ['"a', undefined],
  ['"\\q"', undefined],
  ['__proto__.a', undefined],
  ['a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u', undefined],
])('the path %j has the parts %j', (path, parts) => expect(parsePath(path)).toEqual(parts));

function keepOf(...all: string[]): ReturnType<typeof addPath> {
  let keep: ReturnType<typeof addPath>;
  for (const path of all) keep = addPath(keep, parsePath(path)!);
  return keep;
}

test('a path within another adds nothing, and a wider one takes its place', () => {
  expect(keepOf('a', 'a.b')).toEqual({ a: true });
  expect(keepOf('a.b', 'a')).toEqual({ a: true });
  expect(keepOf('a[].b', 'a[]')).toEqual({ a: true });
});

describe('how requests are written', () => {
  test('is chosen for a tool, for those of a rule, and for a parameter', async () => {
    const { find } = await shape({
      tools: {
        search: {
          requests: { booleans: 'digits' },
          parameters: { tags: { style: 'pipeDelimited' }, kinds: { arrays: 'brackets' } },
        },
      },
      adjust: [{ requests: { arrays: 'repeated' } }],
    });
    const [tags, open, kinds] = find('/search').request.parameters;
    expect(tags).toMatchObject({ name: 'tags', style: 'pipeDelimited' });
    expect(tags).not.toHaveProperty('explode', true);
    expect(find('/search').inputSchema.properties['open']).toMatchObject({ enum: [1, 0] });
    expect(open).toMatchObject({ name: 'open' });
    expect(kinds).toMatchObject({ name: 'kinds[]' });
    const other = find('/find');
    expect(other.inputSchema.properties['open']).toMatchObject({ type: 'boolean' });
    expect(other.request.parameters.map(({ name }) => name)).toEqual(['open', 'kinds']);
  });

  test('overrules the document for a parameter', async () => {
    const { find } = await shape({ tools: { search: { parameters: { tags: { explode: true } } } } });
    expect(find('/search').request.parameters[0]).toEqual({ argument: 'tags', name: 'tags', in: 'query' });
  });

  test.each<[Config['tools'], string, string]>([
    [
      { search: { parameters: { tag: { style: 'form' } } } },
      'GET /search has no parameter "tag"; did you mean "tags"?',
      'It has tags, open, kinds.',
    ],
    [
      { search: { parameters: { tags: { style: 'matrix' } } } },
      'The parameter "tags" is in the query, and cannot have the style matrix.',
      'form, spaceDelimited, pipeDelimited, deepObject',
    ],
  ])('is refused where there is no such thing: %j', async (tools, message, hint) => {
    const error = await refusal({ tools });
    expect(error).toMatchObject({ message, hint: expect.stringContaining(hint) });
    expect(error.pointer).toMatch(/^config#\/tools\/search\/parameters\//);
  });

  test('takes the media type of answers that is chosen, without a body', async () => {
    const { find } = await shape({ tools: { getReport: { mediaType: 'text/csv' } } });
    expect(find('/report').request.accept).toEqual(['text/csv']);
    expect(find('/report')).not.toHaveProperty('outputSchema');
    const plain = await shape({ tools: { getReport: { mediaType: 'application/json' } } });
    expect(plain.find('/report').request.accept).toEqual(['application/json']);
    expect(plain.find('/report')).toHaveProperty('outputSchema');
    expect((await refusal({ tools: { getReport: { mediaType: 'text/cvs' } } })).message).toBe(
      'No response of GET /report is declared as "text/cvs"; did you mean "text/csv"?',
    );
  });
});
