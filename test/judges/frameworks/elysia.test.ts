import { openapi } from '@elysiajs/openapi';
import { Elysia, t } from 'elysia';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { each, findBodyPlace, oddQueries, pickDeclared, toRoute, usual } from './operations.js';
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

const operations: (Operation & { schema: object })[] = [
  {
    tool: 'get_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', Object.keys(queries)),
      ...oddQueries,
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
    ...usual.getItem,
    tool: 'get_items_by_id',
    schema: { params: t.Object({ id: t.String() }) },
  },
  {
    ...usual.getEntry,
    tool: 'get_entries_by_number_by_day',
    schema: { params: t.Object({ number: t.Integer(), day: t.String({ format: 'date' }) }) },
  },
  {
    ...usual.getTrace,
    places: { ...usual.getTrace.places, session: 'cookie', visits: 'cookie' },
    fill: { ...usual.getTrace.fill, session: 'b' },
    schema: {
      headers: t.Object({ 'x-trace': t.String(), 'x-count': t.Optional(t.Number()) }),
      cookie: t.Cookie({ session: t.String(), visits: t.Optional(t.Number()) }),
    },
  },
  {
    tool: 'post_items',
    method: 'POST',
    path: '/items',
    places: each('json', Object.keys(members)),
    fill: { text: 'a' },
    defaults: { color: 'red', rank: 1 },
    schema: { body: t.Object(members) },
  },
  {
    ...usual.createName,
    tool: 'post_names',
    schema: {
      body: t.Object({
        text: t.String(),
        '@type': t.Optional(t.String()),
        'odd name': t.Optional(t.Number()),
      }),
    },
  },
  {
    ...usual.updateItem,
    tool: 'patch_items_by_id',
    schema: {
      params: t.Object({ id: t.String() }),
      body: t.Partial(t.Object({ text: t.String(), nick: t.Nullable(t.String()) })),
    },
  },
  {
    ...usual.replaceTags,
    tool: 'put_items_by_id_tags',
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
    ...usual.uploadCover,
    tool: 'post_covers',
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
    app.route(
      operation.method,
      toRoute(operation),
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
  const kind = findBodyPlace(operation);
  const { '*': path, ...named } = params;
  const cookies = Object.entries(pickDeclared(operation, 'cookie', cookie));
  return {
    ...named,
    ...(path !== undefined && { path }),
    ...namedAsListed(operation, 'query', query),
    ...pickDeclared(operation, 'header', headers),
    ...Object.fromEntries(cookies.map(([name, { value }]) => [name, value])),
    ...(operation.places['body'] === undefined ? kind && namedAsListed(operation, kind, body) : { body }),
  };
}

judgeFramework('Elysia', start);
