import SwaggerParser from '@apidevtools/swagger-parser';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startUpstream as startNasty } from '../../../samples/nasty/upstream.js';
import { startUpstream as startPetstore } from '../../../samples/petstore/upstream.js';
import { serve, type Upstream } from '../../../samples/serve.js';
import { documentPath, operationsOf, readDocument, resolve, type Document, type Media } from './document.js';

const pet = (number: number) => `5b1d5c0e-7d0a-4b59-9a3e-2f6c1d9e${String(number).padStart(4, '0')}`;

describe('both documents', () => {
  test.each(['petstore', 'nasty'])('%s is legal', async (sample) => {
    await expect(SwaggerParser.validate(documentPath(sample))).resolves.toBeDefined();
  });

  test.each(['petstore', 'nasty'])('%s keeps the rules that no schema can see', (sample) => {
    const document = readDocument(sample);
    const schemes = Object.keys(document.components['securitySchemes'] ?? {});
    for (const { key, path, operation, parameters } of operationsOf(document)) {
      const places = parameters.map((one) => `${one.in} ${one.name}`);
      expect(new Set(places).size, `${key}: two parameters are the same`).toBe(places.length);
      const expressions = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
      const names = parameters.filter((one) => one.in === 'path').map(({ name }) => name);
      expect(names.toSorted(), `${key}: its path parameters`).toEqual(expressions.toSorted());
      const needed = (operation.security ?? document.security ?? []).flatMap((one) => Object.keys(one));
      expect(schemes, key).toEqual(expect.arrayContaining(needed));
    }
    const shapes = Object.keys(document.paths).map((path) => path.replaceAll(/\{[^{}]*\}/g, '{}'));
    expect(new Set(shapes).size).toBe(shapes.length);
  });
});

describe('the petstore document', () => {
  const document = readDocument('petstore');
  const requests = compileSchemas(withoutReadOnly(document));

  test('has examples that its own schemas accept', () => {
    let checked = 0;
    const check = (place: string, schema: object | undefined, value: unknown): void => {
      checked++;
      expect(requests(schema!, value), `${place} ${JSON.stringify(value)}`).toEqual([]);
    };
    const checkAll = (place: string, media: Media): void => {
      const named = Object.values(media.examples ?? {}).map(({ value }) => value);
      const values = media.example === undefined ? named : [media.example, ...named];
      for (const value of values) check(place, media.schema, value);
    };
    for (const { key, operation, parameters } of operationsOf(document)) {
      for (const one of parameters) check(`${key} ${one.name}`, one.schema, one.example);
      for (const media of Object.values(operation.requestBody?.content ?? {})) checkAll(key, media);
      for (const response of Object.values(operation.responses ?? {})) {
        const { content = {} } = resolve<{ content?: Record<string, Media> }>(document, response);
        for (const media of Object.values(content)) checkAll(key, media);
      }
    }
    expect(checked).toBeGreaterThan(50);
  });

  test('has an example for every parameter and every request body', () => {
    for (const { key, operation, parameters } of operationsOf(document)) {
      for (const one of parameters) expect(one, `${key} ${one.name}`).toHaveProperty('example');
      for (const media of Object.values(operation.requestBody?.content ?? {})) {
        expect('example' in media || 'examples' in media, key).toBe(true);
      }
    }
  });
});

/** One call and what comes back. A key of `true` is the right one. */
interface Case {
  route: string;
  path?: string;
  key?: boolean;
  headers?: Record<string, string>;
  body?: unknown;
  status: number;
  /** What the body of the answer must hold. */
  holds?: object;
}

const problem = (status: number, pointer: string) => ({
  status,
  errors: expect.arrayContaining([expect.objectContaining({ pointer })]) as unknown,
});
const nobody = '00000000-0000-4000-8000-000000000000';
const vaccination = { kind: 'vaccination', date: '2024-09-12', vet: 'Dr. Okafor', vaccine: 'Rabies' };
const surgery = { kind: 'surgery', date: '2024-10-02', vet: 'Dr. Lindqvist', procedure: 'Neutering' };
const adoption = { ownerName: 'Ada Moreno', ownerEmail: 'ada@example.com' };
const order = { email: 'ada@example.com', lines: [{ sku: 'TOY-0300' }] };
const tree = { id: 'all', name: 'All', children: [{ id: 'food', name: 'Food', skus: ['FOO-0001'] }] };

const cases: Case[] = [
  { route: 'GET /pets', key: false, status: 200, holds: { total: 10, page: 1, limit: 10 } },
  { route: 'GET /pets', path: '/pets?status=pending', status: 200, holds: { total: 1 } },
  { route: 'GET /pets', path: '/pets?species=cat,rabbit&sort=-name', status: 200, holds: { total: 4 } },
  { route: 'GET /pets', path: '/pets?tag=gentle&tag=house-trained', status: 200, holds: { total: 2 } },
  { route: 'GET /pets', path: '/pets?minAge=12', status: 200, holds: { total: 1 } },
  { route: 'GET /pets', path: '/pets?maxAge=1', status: 200, holds: { total: 4 } },
  { route: 'GET /pets', path: '/pets?bornAfter=2023-11-04&search=mO', status: 200, holds: { total: 1 } },
  { route: 'GET /pets', path: '/pets?minAge=3&maxAge=2', status: 422, holds: problem(422, '#/minAge') },
  { route: 'GET /pets', path: '/pets?limit=many', status: 422, holds: problem(422, '#/limit') },
  { route: 'GET /pets', path: '/pets?species=cat,cow', status: 422, holds: problem(422, '#/species') },
  { route: 'POST /pets', body: { name: 'Rex', species: 'dog' }, status: 201, holds: { status: 'available' } },
  { route: 'POST /pets', key: false, body: { name: 'Rex', species: 'dog' }, status: 401 },
  {
    route: 'POST /pets',
    body: { name: 'Rex', species: 'dog', microchip: '276098100000001' },
    status: 409,
  },
  { route: 'POST /pets', body: { species: 'dog' }, status: 422, holds: problem(422, '#/name') },
  {
    route: 'POST /pets',
    body: { name: 'Rex', species: 'dog', id: nobody },
    status: 422,
    holds: problem(422, '#/id'),
  },
  {
    route: 'POST /pets',
    body: { name: 'Rex', species: 'dog', shelterId: 'moon-base' },
    status: 422,
    holds: problem(422, '#/shelterId'),
  },
  {
    route: 'POST /pets',
    body: { name: 'Rex', species: 'dog', birthDate: '9999-01-01' },
    status: 422,
    holds: problem(422, '#/birthDate'),
  },
  { route: 'GET /pets/{petId}', key: false, path: `/pets/${pet(4)}`, status: 200, holds: { name: 'Mochi' } },
  { route: 'GET /pets/{petId}', path: `/pets/${nobody}`, status: 404 },
  {
    route: 'PATCH /pets/{petId}',
    path: `/pets/${pet(9)}`,
    body: { microchip: null, weightKg: 30 },
    status: 200,
    holds: { name: 'Rumble', microchip: null, weightKg: 30, tags: ['gentle'] },
  },
  { route: 'PATCH /pets/{petId}', path: `/pets/${pet(9)}`, key: false, body: { name: 'R' }, status: 401 },
  { route: 'PATCH /pets/{petId}', path: `/pets/${nobody}`, body: { name: 'R' }, status: 404 },
  {
    route: 'PATCH /pets/{petId}',
    path: `/pets/${pet(2)}`,
    body: { microchip: '276098100000009' },
    status: 409,
  },
  {
    route: 'PATCH /pets/{petId}',
    path: `/pets/${pet(2)}`,
    body: { status: 'adopted' },
    status: 422,
    holds: problem(422, '#/status'),
  },
  { route: 'DELETE /pets/{petId}', path: `/pets/${pet(2)}`, status: 204 },
  { route: 'DELETE /pets/{petId}', path: `/pets/${pet(2)}`, key: false, status: 401 },
  { route: 'DELETE /pets/{petId}', path: `/pets/${nobody}`, status: 404 },
  { route: 'DELETE /pets/{petId}', path: `/pets/${pet(1)}`, status: 409 },
  {
    route: 'POST /pets/{petId}/adoption',
    path: `/pets/${pet(4)}/adoption`,
    body: { ...adoption, fetchAt: '2030-05-04T15:30:00Z' },
    status: 200,
    holds: { name: 'Mochi', status: 'pending' },
  },
  {
    route: 'POST /pets/{petId}/adoption',
    path: `/pets/${pet(4)}/adoption`,
    key: false,
    body: adoption,
    status: 401,
  },
  { route: 'POST /pets/{petId}/adoption', path: `/pets/${nobody}/adoption`, body: adoption, status: 404 },
  {
    route: 'POST /pets/{petId}/adoption',
    path: `/pets/${pet(1)}/adoption`,
    body: adoption,
    status: 409,
    holds: { title: 'Conflict', detail: 'Biscuit is pending and cannot be adopted.' },
  },
  {
    route: 'POST /pets/{petId}/adoption',
    path: `/pets/${pet(4)}/adoption`,
    body: { ownerName: 'Ada', ownerEmail: 'nowhere' },
    status: 422,
    holds: problem(422, '#/ownerEmail'),
  },
  {
    route: 'GET /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    status: 200,
    holds: [{ vaccine: 'Myxomatosis' }],
  },
  {
    route: 'GET /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments?kind=surgery`,
    status: 200,
    holds: [],
  },
  { route: 'GET /pets/{petId}/treatments', path: `/pets/${pet(4)}/treatments`, key: false, status: 401 },
  { route: 'GET /pets/{petId}/treatments', path: `/pets/${nobody}/treatments`, status: 404 },
  {
    route: 'GET /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments?kind=bath`,
    status: 422,
    holds: problem(422, '#/kind'),
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    body: vaccination,
    status: 201,
    holds: vaccination,
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    body: surgery,
    status: 201,
    holds: surgery,
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    key: false,
    body: surgery,
    status: 401,
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${nobody}/treatments`,
    body: surgery,
    status: 404,
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    body: { ...surgery, vaccine: 'Rabies' },
    status: 422,
    holds: problem(422, '#/vaccine'),
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    body: { ...surgery, date: '2020-01-01' },
    status: 422,
    holds: problem(422, '#/date'),
  },
  {
    route: 'POST /pets/{petId}/treatments',
    path: `/pets/${pet(4)}/treatments`,
    body: { ...surgery, kind: 'toString' },
    status: 422,
    holds: problem(422, '#/kind'),
  },
  { route: 'GET /catalogue', key: false, status: 200, holds: { id: 'all' } },
  { route: 'PUT /catalogue', body: tree, status: 200, holds: tree },
  { route: 'PUT /catalogue', key: false, body: tree, status: 401 },
  {
    route: 'PUT /catalogue',
    body: { ...tree, children: [tree] },
    status: 422,
    holds: problem(422, '#/children'),
  },
  {
    route: 'PUT /catalogue',
    body: { ...tree, children: [{ id: 'a', name: 'A', children: [7] }] },
    status: 422,
    holds: problem(422, '#/children'),
  },
  { route: 'GET /orders', status: 200, holds: { nextCursor: null } },
  { route: 'GET /orders', path: '/orders?status=shipped', status: 200, holds: { items: [{ id: 1002 }] } },
  {
    route: 'GET /orders',
    path: '/orders?placedSince=2024-03-09T00:00:00Z',
    status: 200,
    holds: { items: [{ id: 1003 }] },
  },
  { route: 'GET /orders', key: false, status: 401 },
  { route: 'GET /orders', path: '/orders?cursor=gone', status: 422, holds: problem(422, '#/cursor') },
  {
    route: 'POST /orders',
    body: { ...order, giftNote: 'Hi', cardToken: 'tok_12345678' },
    status: 201,
    holds: { id: 1004, status: 'placed', giftNote: 'Hi', lines: [{ sku: 'TOY-0300', quantity: 1 }] },
  },
  { route: 'POST /orders', key: false, body: order, status: 401 },
  { route: 'POST /orders', body: { ...order, lines: [{ sku: 'TOY-0404' }] }, status: 409 },
  {
    route: 'POST /orders',
    body: { ...order, lines: [{ sku: 'XXX-0000' }] },
    status: 422,
    holds: problem(422, '#/lines/0/sku'),
  },
  { route: 'POST /orders', body: { ...order, lines: [] }, status: 422, holds: problem(422, '#/lines') },
  {
    route: 'POST /orders',
    body: { ...order, lines: [{ sku: 'TOY-0300', quantity: 21 }] },
    status: 422,
    holds: problem(422, '#/lines'),
  },
  { route: 'GET /orders/{orderId}', path: '/orders/1002', status: 200, holds: { email: 'ada@example.com' } },
  { route: 'GET /orders/{orderId}', path: '/orders/1002', key: false, status: 401 },
  { route: 'GET /orders/{orderId}', path: '/orders/1', status: 404 },
  { route: 'DELETE /orders/{orderId}', path: '/orders/1003', status: 204 },
  { route: 'DELETE /orders/{orderId}', path: '/orders/1003', key: false, status: 401 },
  { route: 'DELETE /orders/{orderId}', path: '/orders/1', status: 404 },
  { route: 'DELETE /orders/{orderId}', path: '/orders/1001', status: 409 },
  { route: 'GET /shelters', key: false, status: 200 },
  {
    route: 'GET /shelters',
    path: '/shelters?city=Northport&openOn=thursday',
    status: 200,
    holds: [{ id: 'tin-roof' }],
  },
  { route: 'GET /shelters', path: '/shelters?openOn=someday', status: 422, holds: problem(422, '#/openOn') },
  {
    route: 'GET /shelters/{shelterId}',
    path: '/shelters/hill-farm',
    key: false,
    status: 200,
    holds: { city: 'Upper Combe' },
  },
  { route: 'GET /shelters/{shelterId}', path: '/shelters/nowhere', status: 404 },
];

describe('the petstore upstream', () => {
  const document = readDocument('petstore');
  const answers = compileSchemas(document);
  const operations = operationsOf(document);
  let upstream: Upstream;
  beforeEach(async () => {
    // Ages depend on the day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2025-01-15T12:00:00Z') });
    upstream = await startPetstore();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await upstream.close();
  });

  const send = ({ route, path, key = true, headers = {}, body }: Omit<Case, 'status'>): Promise<Response> => {
    const [method = '', template = ''] = route.split(' ');
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    return fetch(upstream.url + (path ?? template), {
      method,
      headers: {
        ...(key && { 'X-API-Key': 'demo-key' }),
        ...(body !== undefined && { 'Content-Type': contentType }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };

  test.each(cases)('$route $path answers $status', async (one) => {
    const response = await send(one);
    const text = await response.text();
    expect(response.status, text).toBe(one.status);
    if (one.status === 204) return expect(text).toBe('');
    const value = JSON.parse(text) as unknown;
    if (one.holds) expect(value).toMatchObject(one.holds);

    const { operation } = operations.find(({ key }) => key === one.route)!;
    const declared = resolve<{ content?: Record<string, Media> }>(
      document,
      operation.responses![one.status]!,
    );
    const media = declared.content?.[response.headers.get('content-type')!];
    expect(media, 'the media type is declared').toBeDefined();
    expect(answers(media!.schema!, value), text).toEqual([]);
  });

  test('has a case for every answer that the document declares', () => {
    const declared = operations.flatMap(({ key, operation }) =>
      Object.keys(operation.responses!).map((status) => `${key} ${status}`),
    );
    const tried = new Set(cases.map(({ route, status }) => `${route} ${status}`));
    expect(declared.filter((answer) => !tried.has(answer))).toEqual(['POST /orders 429']);
  });

  test('slows down who orders too often, and nobody else', async () => {
    for (const _ of [1, 2, 3]) {
      expect((await send({ route: 'POST /orders', body: order })).status).toBe(201);
    }
    const response = await send({ route: 'POST /orders', body: order });
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('60');
    const value: unknown = await response.json();
    expect(answers(document.components['schemas']!['Problem']!, value)).toEqual([]);
    const other = { ...order, email: 'lee@example.com' };
    expect((await send({ route: 'POST /orders', body: other })).status).toBe(201);
    vi.setSystemTime(new Date('2025-01-15T12:01:00Z'));
    expect((await send({ route: 'POST /orders', body: order })).status, 'a minute later').toBe(201);
  });

  test('does the same work once for one Idempotency-Key', async () => {
    const once = { route: 'POST /orders', headers: { 'Idempotency-Key': nobody }, body: order };
    const first: unknown = await (await send(once)).json();
    expect(await (await send(once)).json()).toEqual(first);
    const { items } = (await (await send({ route: 'GET /orders' })).json()) as { items: unknown[] };
    expect(items).toHaveLength(4);
    const other = await send({ ...once, body: { ...order, giftNote: 'Another' } });
    expect(other.status).toBe(409);
    const pets = { ...once, route: 'POST /pets', body: { name: 'Rex', species: 'dog' } };
    expect((await send(pets)).status, 'keys of another operation').toBe(201);
  });

  test('leads through its pages by Link', async () => {
    const names: string[] = [];
    let next: string | undefined = '/v1/pets?limit=4';
    let pages = 0;
    while (next !== undefined) {
      const response: Response = await fetch(new URL(next, upstream.url));
      const { items } = (await response.json()) as { items: { name: string }[] };
      names.push(...items.map(({ name }) => name));
      next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      pages++;
    }
    expect(pages).toBe(3);
    expect(names).toHaveLength(10);
    expect(names).toEqual(names.toSorted());
  });

  test('leads through its orders by cursor', async () => {
    const ids: number[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = cursor === '' ? '/orders?limit=2' : `/orders?limit=2&cursor=${cursor}`;
      const response = await send({ route: 'GET /orders', path });
      const page = (await response.json()) as { items: { id: number }[]; nextCursor: string | null };
      ids.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual([1003, 1002, 1001]);
  });

  test('keeps what was changed', async () => {
    const created = await send({ route: 'POST /pets', body: { name: 'Rex', species: 'dog' } });
    const { id } = (await created.json()) as { id: string };
    expect(created.headers.get('location')).toBe(`/v1/pets/${id}`);
    const path = `/pets/${id}`;
    await send({ route: 'PATCH /pets/{petId}', path, body: { notes: 'Barks.' } });
    const changed: unknown = await (await send({ route: 'GET /pets/{petId}', path })).json();
    expect(changed).toMatchObject({ name: 'Rex', notes: 'Barks.' });
    await send({ route: 'POST /pets/{petId}/adoption', path: `${path}/adoption`, body: adoption });
    expect((await send({ route: 'DELETE /pets/{petId}', path })).status).toBe(409);
    const cancelled = '/orders/1003';
    await send({ route: 'DELETE /orders/{orderId}', path: cancelled });
    const order1003: unknown = await (await send({ route: 'GET /orders/{orderId}', path: cancelled })).json();
    expect(order1003).toMatchObject({ status: 'cancelled' });
    await send({ route: 'PUT /catalogue', body: tree });
    expect((await send({ route: 'POST /orders', body: order })).status, 'no longer sold').toBe(422);
  });

  test('refuses what it cannot read', async () => {
    const post = (type: string, body: string) =>
      fetch(`${upstream.url}/pets`, {
        method: 'POST',
        headers: { 'X-API-Key': 'demo-key', 'Content-Type': type },
        body,
      });
    expect((await post('text/plain', 'x')).status).toBe(415);
    expect((await post('application/json', '{')).status).toBe(400);
    expect((await post('application/json', '[]')).status).toBe(400);
    expect((await fetch(`${upstream.url}/cars`)).status).toBe(404);
    expect((await fetch(`${upstream.url}/pets`, { method: 'PUT' })).status).toBe(404);
    expect((await fetch(upstream.url.replace('/v1', '/v2/pets'))).status).toBe(404);
  });

  test('starts each time with its first day', async () => {
    await send({ route: 'DELETE /pets/{petId}', path: `/pets/${pet(2)}` });
    const another = await startPetstore();
    const response = await fetch(`${another.url}/pets/${pet(2)}`);
    await another.close();
    expect(response.status).toBe(200);
  });
});

describe('the nasty document', () => {
  const document = readDocument('nasty');
  const operations = operationsOf(document);

  test('holds what it promises', () => {
    const ids = operations.flatMap(({ operation }) => operation.operationId ?? []);
    expect(ids.length, 'some operations have no id').toBeLessThan(operations.length);
    expect(new Set(ids).size, 'some ids are used more than once').toBeLessThan(ids.length);
    const lengths = operations.map(({ operation }) => operation.description?.length ?? 0);
    expect(Math.max(...lengths)).toBeGreaterThan(31_000);
    const properties = Object.keys(
      (document.components['schemas']!['Hostile'] as { properties: object }).properties,
    );
    expect(properties).toEqual(expect.arrayContaining(['__proto__', 'constructor', 'toString', '', '$ref']));
    expect((globalThis as { pwned?: unknown }).pwned).toBeUndefined();
  });

  test('has text that would run in each kind of quote', () => {
    const text = JSON.stringify(document);
    for (const canary of [
      String.raw`\"+(globalThis.pwned=true)+\"`,
      "'+(globalThis.pwned=true)+'",
      '`+(globalThis.pwned=true)+`',
      '${globalThis.pwned=true}',
      '*/ globalThis.pwned = true; /*',
      '</script><script>globalThis.pwned=true',
      String.raw`\nglobalThis.pwned = true`,
      '\u2028globalThis.pwned = true',
    ]) {
      expect(text).toContain(canary);
    }
  });
});

describe('the nasty upstream', () => {
  let upstream: Upstream;
  beforeAll(async () => {
    upstream = await startNasty();
  });
  afterAll(() => upstream.close());
  const get = (path: string) => fetch(upstream.url + path);

  test('echoes text', async () => {
    const response = await fetch(`${upstream.url}/any/%2Fthing;a=1?b[c]=%20`, {
      method: 'PATCH',
      headers: { 'X-Odd': 'yes', 'Content-Type': 'text/plain' },
      body: 'Grüße',
    });
    expect(await response.json()).toMatchObject({
      method: 'PATCH',
      url: '/acme/v1/any/%2Fthing;a=1?b[c]=%20',
      headers: { 'x-odd': 'yes', 'content-type': 'text/plain' },
      body: 'Grüße',
      encoding: 'utf8',
    });
    expect(upstream.calls.at(-1)).toMatchObject({ method: 'PATCH', body: 'Grüße', aborted: false });
  });

  test('echoes bytes as base64', async () => {
    const body = Buffer.from([0xff, 0xfe, 0]);
    const response = await fetch(`${upstream.url}/bytes`, { method: 'PUT', body });
    expect(await response.json()).toMatchObject({ body: body.toString('base64'), encoding: 'base64' });
    expect(upstream.calls.at(-1)?.bytes).toEqual(body);
  });

  test('answers what the document says below /answers/', async () => {
    const seen: Record<string, [number, string | null]> = {};
    for (const name of [
      'image',
      'bytes',
      'nothing',
      'text',
      'xml',
      'integers',
      'problem',
      'broken',
      'events',
    ]) {
      const response = await get(`/answers/${name}`);
      seen[name] = [response.status, response.headers.get('content-type')];
      await response.arrayBuffer();
    }
    expect(seen).toEqual({
      image: [200, 'image/png'],
      bytes: [200, 'application/octet-stream'],
      nothing: [204, null],
      text: [200, 'text/plain; charset=utf-8'],
      xml: [200, 'application/xml'],
      integers: [200, 'application/json'],
      problem: [422, 'application/problem+json'],
      broken: [200, 'application/json'],
      events: [200, 'text/event-stream'],
    });
  });

  test('answers with the bytes that are promised', async () => {
    const image = Buffer.from(await (await get('/answers/image')).arrayBuffer());
    expect(image.subarray(1, 4).toString()).toBe('PNG');
    expect([...new Uint8Array(await (await get('/answers/bytes')).arrayBuffer())]).toHaveLength(6);
    expect(await (await get('/answers/integers')).text()).toContain('9007199254740993');
    await expect((await get('/answers/broken')).json()).rejects.toThrow(SyntaxError);
    expect(await (await get('/answers/problem')).json()).toMatchObject({ detail: 'The milk is off.' });
  });

  test('echoes the rest', async () => {
    const paths = operationsOf(readDocument('nasty')).map(({ path }) => path);
    const echoed: string[] = [];
    for (const path of [...paths.filter((one) => one.startsWith('/answers/')), '/answers/toString']) {
      const text = await (await get(path)).text();
      if (text.includes('"encoding":"utf8"')) echoed.push(path);
    }
    expect(echoed).toEqual(['/answers/many', '/answers/declared-nothing', '/answers/toString']);
  });

  test('takes its time when asked, and knows who did not wait', async () => {
    const start = performance.now();
    expect(await (await get('/answers/slow?milliseconds=150')).json()).toEqual({ slow: true });
    expect(performance.now() - start).toBeGreaterThanOrEqual(140);
    expect(upstream.calls.at(-1)?.aborted).toBe(false);

    const signal = AbortSignal.timeout(100);
    const before = upstream.calls.length;
    await expect(fetch(`${upstream.url}/answers/slow?milliseconds=30000`, { signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    await expect.poll(() => upstream.calls[before]?.aborted).toBe(true);
  });
});

describe('serve', () => {
  test('listens on the port that was asked for, once', async () => {
    const first = await serve(() => ({ status: 204 }), {});
    const port = Number(new URL(first.url).port);
    await expect(serve(() => ({ status: 204 }), { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    const second = await serve(() => ({ status: 204 }), { port, basePath: '/base' });
    expect(second.url).toBe(`http://127.0.0.1:${port}/base`);
    await second.close();
    await expect(fetch(second.url)).rejects.toThrow('fetch failed');
  });

  test('closes while an answer is still to come', async () => {
    const upstream = await serve(() => ({ status: 204, delay: 60_000 }), {});
    const waiting = fetch(upstream.url).catch((error: unknown) => error);
    await expect.poll(() => upstream.calls.length).toBe(1);
    await upstream.close();
    expect(await waiting).toBeInstanceOf(TypeError);
  });

  test('answers a fault of its own with 500 and lives on', async () => {
    let broken = true;
    const upstream = await serve(() => {
      if (broken) throw new Error('a fault');
      return { status: 204 };
    }, {});
    const response = await fetch(upstream.url);
    expect([response.status, await response.text()]).toEqual([500, 'Error: a fault']);
    broken = false;
    expect((await fetch(upstream.url)).status).toBe(204);
    await upstream.close();
  });
});

/** A check of values against schemas of the document; what is wrong comes back. */
function compileSchemas(document: Document): (schema: object, value: unknown) => unknown[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'document', components: document.components } as object);
  return (schema, value) => {
    const local = JSON.stringify(schema).replaceAll('"#/', '"document#/');
    const validate = ajv.compile(JSON.parse(local) as object);
    return validate(value) ? [] : (validate.errors ?? []);
  };
}

/** The document as a request reads it: what is `readOnly` need not be there (OpenAPI 3.1, Schema Object). */
function withoutReadOnly(document: Document): Document {
  const text = JSON.stringify(document, (_key, value: unknown) => {
    const { required, properties } = (value ?? {}) as { required?: unknown; properties?: unknown };
    if (!Array.isArray(required) || typeof properties !== 'object') return value;
    const known = properties as Record<string, { readOnly?: boolean } | undefined>;
    const needed = (required as string[]).filter((name) => known[name]?.readOnly !== true);
    return { ...(value as object), required: needed };
  });
  return JSON.parse(text) as Document;
}
