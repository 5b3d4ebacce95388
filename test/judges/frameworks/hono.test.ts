import { OpenAPIHono, type RouteConfig, createRoute, z } from '@hono/zod-openapi';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { each, oddQueries, usual } from './operations.js';
import { serveFetch } from './serveFetch.js';
import { withFiles } from './withFiles.js';
import { type Operation, type Received, namedAsListed } from './sendPlainly.js';

const Address = z
  .object({ street: z.string(), zip: z.string().nullable(), floor: z.number().int().optional() })
  .openapi('Address');
const Shape = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('circle'), radius: z.number() }).openapi('Circle'),
    z.object({ kind: z.literal('box'), width: z.number(), depth: z.number().nullish() }).openapi('Box'),
  ])
  .openapi('Shape');

const members = {
  text: z.string(),
  nick: z.string().nullable().optional(),
  count: z.number().int().optional(),
  weight: z.number().optional(),
  isOpen: z.boolean().optional(),
  color: z.enum(['red', 'light blue', '']).optional(),
  level: z.union([z.literal(1), z.literal(2), z.literal(3)]).optional(),
  day: z.iso.date().optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  id: z.uuid().optional(),
  mail: z.email().optional(),
  site: z.url().optional(),
  tags: z.array(z.string()).optional(),
  grid: z.array(z.array(z.number())).optional(),
  pair: z.tuple([z.string(), z.number()]).optional(),
  address: Address.optional(),
  either: z.union([z.string(), z.number(), z.boolean()]).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  counts: z.record(z.string(), z.number()).optional(),
  extra: z.any().optional(),
  nothing: z.null().optional(),
};

const names = { text: z.string(), '@type': z.string().optional(), 'odd name': z.number().optional() };

const queries = {
  text: z.string().optional(),
  count: z.coerce.number().int().optional(),
  weight: z.coerce.number().optional(),
  isOpen: z.enum(['true', 'false']).optional(),
  color: z.enum(['red', 'light blue']).optional(),
  day: z.iso.date().optional(),
  at: z.coerce.date().optional(),
  id: z.uuid().optional(),
  tags: z.array(z.string()).optional(),
};

const responses = { 200: { description: 'Fine', content: { 'application/json': { schema: z.object({}) } } } };
const bodyOf = (type: string, schema: z.ZodType) => ({
  body: { required: true, content: { [type]: { schema } } },
});
const operations: Operation[] = [
  {
    tool: 'search_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', Object.keys(queries)),
      ...oddQueries,
    },
  },
  usual.getItem,
  usual.getEntry,
  {
    ...usual.getTrace,
    places: { ...usual.getTrace.places, session: 'cookie' },
  },
  {
    tool: 'create_item',
    method: 'POST',
    path: '/items',
    places: { body: 'body' },
    members: Object.keys(members),
    fill: { body: { text: 'a' } },
  },
  usual.updateItem,
  usual.createShape,
  usual.createName,
  usual.replaceTags,
  usual.createForm,
  usual.uploadCover,
];

const places = {
  param: 'path',
  query: 'query',
  header: 'header',
  cookie: 'cookie',
  json: 'json',
  form: 'form',
};

async function start(): Promise<RunningApi> {
  const received: Received[] = [];
  const app = new OpenAPIHono();
  const route = (operationId: string, request: RouteConfig['request'] = {}): void => {
    const operation =
      operations[app.openAPIRegistry.definitions.filter(({ type }) => type === 'route').length]!;
    const method = operation.method.toLowerCase() as 'get';
    const config = createRoute({ operationId, method, path: operation.path, request, responses });
    app.openapi(config, async (context) => {
      const given: Received = {};
      for (const [kind, place] of Object.entries(places)) {
        const value: unknown = context.req.valid(kind as never);
        if (kind === 'json' && operation.places['body'] !== undefined) given['body'] = value;
        else Object.assign(given, namedAsListed(operation, place, value));
      }
      received.push(await withFiles(given));
      return context.json({});
    });
  };
  route('searchItems', {
    query: z.object({
      ...queries,
      'sort[by]': z.string().optional(),
      'odd name': z.string().optional(),
      $top: z.string().optional(),
    }),
  });
  route('getItem', { params: z.object({ id: z.string() }) });
  route('getEntry', { params: z.object({ number: z.coerce.number().int(), day: z.iso.date() }) });
  route('getTrace', {
    headers: z.object({ 'x-trace': z.string(), 'x-count': z.coerce.number().optional() }),
    cookies: z.object({ session: z.string().optional() }),
  });
  route('createItem', bodyOf('application/json', z.object(members)));
  route('updateItem', {
    params: z.object({ id: z.string() }),
    ...bodyOf('application/json', z.object({ text: members.text, nick: members.nick }).partial()),
  });
  route('createShape', bodyOf('application/json', Shape));
  route('createName', bodyOf('application/json', z.object(names)));
  route('replaceTags', {
    params: z.object({ id: z.string() }),
    ...bodyOf('application/json', z.array(z.string())),
  });
  route(
    'createForm',
    bodyOf(
      'application/x-www-form-urlencoded',
      z.object({
        text: z.string(),
        count: z.coerce.number().optional(),
        day: z.iso.date().optional(),
        tags: z.array(z.string()).optional(),
        'odd name': z.string().optional(),
      }),
    ),
  );
  route(
    'uploadCover',
    bodyOf(
      'multipart/form-data',
      z.object({
        title: z.string().optional(),
        pages: z.coerce.number().int().optional(),
        image: z.file().openapi({ type: 'string', format: 'binary' }),
      }),
    ),
  );
  const document = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Items', version: '1' } });
  return { ...(await serveFetch(app.fetch)), document, received, operations };
}

judgeFramework('Hono', start);
