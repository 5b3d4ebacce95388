import { openapi } from '@elysiajs/openapi';
import { Elysia, t } from 'elysia';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { type Operation, type Received, namedAsListed } from './sendPlainly.js';
import { serveFetch } from './serveFetch.js';
import { withFiles } from './withFiles.js';

const members = {
  text: t.String(),
  nick: t.Optional(t.Nullable(t.String())),
  count: t.Optional(t.Integer()),
  weight: t.Optional(t.Number()),
  isOpen: t.Optional(t.Boolean()),
  color: t.Optional(t.UnionEnum(['red', 'light blue', ''])),
  level: t.Optional(t.Union([t.Literal(1), t.Literal(2), t.Literal(3)])),
  rank: t.Optional(t.UnionEnum([1, 2, 3])),
  day: t.Optional(t.String({ format: 'date' })),
  at: t.Optional(t.Date()),
  id: t.Optional(t.String({ format: 'uuid' })),
  mail: t.Optional(t.String({ format: 'email' })),
  site: t.Optional(t.String({ format: 'uri' })),
  tags: t.Optional(t.Array(t.String())),
  grid: t.Optional(t.Array(t.Array(t.Number()))),
  address: t.Optional(t.Object({ street: t.String(), floor: t.Optional(t.Integer()) })),
  either: t.Optional(t.Union([t.String(), t.Number(), t.Boolean()])),
  labels: t.Optional(t.Record(t.String(), t.String())),
  extra: t.Optional(t.Any()),
};

const queries = {
  text: t.Optional(t.String()),
  count: t.Optional(t.Integer()),
  weight: t.Optional(t.Number()),
  isOpen: t.Optional(t.Boolean()),
  color: t.Optional(t.UnionEnum(['red', 'light blue'])),
  level: t.Optional(t.Union([t.Literal('1'), t.Literal('2')])),
  day: t.Optional(t.String({ format: 'date' })),
  at: t.Optional(t.Date()),
  id: t.Optional(t.String({ format: 'uuid' })),
  tags: t.Optional(t.Array(t.String())),
  counts: t.Optional(t.Array(t.Number())),
  filter: t.Optional(t.Object({ a: t.Number() })),
};

const each = (place: string, of: object) => Object.fromEntries(Object.keys(of).map((name) => [name, place]));

const operations: (Operation & { schema: object })[] = [
  {
    tool: 'get_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', queries),
      sort_by: 'query sort[by]',
      odd_name: 'query odd name',
      top: 'query $top',
    },
    defaults: { color: 'red' },
    schema: {
      query: t.Object({
        ...queries,
        'sort[by]': t.Optional(t.String()),
        'odd name': t.Optional(t.String()),
        $top: t.Optional(t.String()),
      }),
    },
  },
  {
    tool: 'get_items_by_id',
    method: 'GET',
    path: '/items/{id}',
    places: { id: 'path' },
    fill: { id: 'a' },
    schema: { params: t.Object({ id: t.String() }) },
  },
  {
    tool: 'get_entries_by_number_by_day',
    method: 'GET',
    path: '/entries/{number}/{day}',
    places: { number: 'path', day: 'path' },
    fill: { number: 1, day: '2024-02-29' },
    schema: { params: t.Object({ number: t.Integer(), day: t.String({ format: 'date' }) }) },
  },
  {
    tool: 'get_trace',
    method: 'GET',
    path: '/trace',
    places: { 'x-trace': 'header', 'x-count': 'header', session: 'cookie', visits: 'cookie' },
    fill: { 'x-trace': 'a', session: 'b' },
    schema: {
      headers: t.Object({ 'x-trace': t.String(), 'x-count': t.Optional(t.Number()) }),
      cookie: t.Cookie({ session: t.String(), visits: t.Optional(t.Number()) }),
    },
  },
  {
    tool: 'post_items',
    method: 'POST',
    path: '/items',
    places: each('json', members),
    fill: { text: 'a' },
    defaults: { color: 'red', rank: 1 },
    schema: { body: t.Object(members) },
  },
  {
    tool: 'post_names',
    method: 'POST',
    path: '/names',
    places: { text: 'json', type: 'json @type', odd_name: 'json odd name' },
    fill: { text: 'a' },
    schema: {
      body: t.Object({
        text: t.String(),
        '@type': t.Optional(t.String()),
        'odd name': t.Optional(t.Number()),
      }),
    },
  },
  {
    tool: 'patch_items_by_id',
    method: 'PATCH',
    path: '/items/{id}',
    places: { id: 'path', text: 'json', nick: 'json' },
    fill: { id: 'a' },
    schema: {
      params: t.Object({ id: t.String() }),
      body: t.Partial(t.Object({ text: t.String(), nick: t.Nullable(t.String()) })),
    },
  },
  {
    tool: 'put_items_by_id_tags',
    method: 'PUT',
    path: '/items/{id}/tags',
    places: { id: 'path', body: 'body' },
    fill: { id: 'a', body: ['a'] },
    schema: { params: t.Object({ id: t.String() }), body: t.Array(t.String()) },
  },
  {
    tool: 'post_forms',
    method: 'POST',
    path: '/forms',
    places: { text: 'form', count: 'form', isOpen: 'form' },
    fill: { text: 'a' },
    schema: {
      parse: 'urlencoded',
      body: t.Object({
        text: t.String(),
        count: t.Optional(t.Numeric()),
        isOpen: t.Optional(t.BooleanString()),
      }),
    },
  },
  {
    tool: 'post_covers',
    method: 'POST',
    path: '/covers',
    places: { title: 'multipart', pages: 'multipart', image: 'multipart' },
    fill: { image: { base64: 'aGk=', filename: 'a.png' } },
    schema: {
      body: t.Object({
        title: t.Optional(t.String()),
        pages: t.Optional(t.Numeric()),
        image: t.File(),
        others: t.Optional(t.Files()),
      }),
    },
  },
  {
    tool: 'get_wild',
    method: 'GET',
    path: '/wild/{path}',
    places: { path: 'path' },
    fill: { path: 'a' },
    schema: {},
  },
];

async function start(): Promise<RunningApi> {
  const received: Received[] = [];
  const app = new Elysia().use(openapi({ documentation: { info: { title: 'Items', version: '1' } } }));
  for (const operation of operations) {
    const path = operation.path.replace('{path}', '*').replaceAll(/\{(\w+)\}/g, ':$1');
    app.route(
      operation.method,
      path,
      async (context) => {
        received.push(await withFiles(readRequest(operation, context as never)));
        return new Response('{}');
      },
      operation.schema as never,
    );
  }
  const served = await serveFetch((request) => app.handle(request));
  const document = (await (await fetch(`${served.url}/openapi/json`)).json()) as object;
  return { ...served, document, received, operations };
}

function readRequest(
  operation: Operation,
  context: Partial<Record<'params', Received>> &
    Record<'query' | 'headers' | 'body', Received> & { cookie: Record<string, { value: unknown }> },
): Received {
  const { params = {}, query, headers, cookie, body } = context;
  const kind = Object.values(operation.places)
    .map((place) => place.split(' ')[0]!)
    .find((place) => /json|form|multipart/.test(place));
  const { '*': path, ...named } = params;
  const declared = Object.entries(headers).filter(([name]) => operation.places[name] === 'header');
  const cookies = Object.entries(cookie).filter(([name]) => operation.places[name] === 'cookie');
  return {
    ...named,
    ...(path !== undefined && { path }),
    ...namedAsListed(operation, 'query', query),
    ...Object.fromEntries(declared),
    ...Object.fromEntries(cookies.map(([name, { value }]) => [name, value])),
    ...(operation.places['body'] === undefined ? kind && namedAsListed(operation, kind, body) : { body }),
  };
}

judgeFramework('Elysia', start);
