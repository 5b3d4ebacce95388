import cookie from '@fastify/cookie';
import formBody from '@fastify/formbody';
import multipart, { ajvFilePlugin } from '@fastify/multipart';
import swagger, { type SwaggerOptions } from '@fastify/swagger';
import fastify, { type FastifyRequest, type FastifySchema } from 'fastify';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { each, findBodyPlace, oddQueries, pickDeclared, toRoute, usual } from './operations.js';
import { type Operation, type Received, namedAsListed } from './sendPlainly.js';
import { withFiles } from './withFiles.js';

const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };
const texts = { type: 'array', items: text };
const object = (properties: object, ...required: string[]) => ({ type: 'object', properties, required });

const members = {
  text,
  nick: { type: 'string', nullable: true },
  count: integer,
  weight: number,
  isOpen: { type: 'boolean' },
  color: { type: 'string', enum: ['red', 'light blue', ''] },
  level: { type: 'integer', enum: [1, 2, 3] },
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  id: { type: 'string', format: 'uuid' },
  mail: { type: 'string', format: 'email' },
  site: { type: 'string', format: 'uri' },
  tags: texts,
  grid: { type: 'array', items: { type: 'array', items: number } },
  address: object({ street: text, floor: integer }, 'street'),
  either: { anyOf: [number, object({ a: text }, 'a')] },
  labels: { type: 'object', additionalProperties: text },
  extra: {},
};

const queries = {
  text,
  count: integer,
  weight: number,
  isOpen: { type: 'boolean' },
  color: { type: 'string', enum: ['red', 'light blue'] },
  level: { type: 'integer', enum: [1, 2, 3] },
  day: { type: 'string', format: 'date' },
  at: { type: 'string', format: 'date-time' },
  id: { type: 'string', format: 'uuid' },
  tags: texts,
  counts: { type: 'array', items: integer },
};

const operations: (Operation & { schema: FastifySchema })[] = [
  {
    tool: 'list_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', Object.keys(queries)),
      ...oddQueries,
      limit: 'query',
    },
    defaults: { limit: 10 },
    schema: {
      querystring: object({
        ...queries,
        'sort[by]': text,
        'odd name': text,
        $top: text,
        limit: { type: 'integer', default: 10, maximum: 100 },
      }),
    },
  },
  {
    ...usual.getItem,
    schema: { params: object({ id: text }, 'id') },
  },
  {
    ...usual.getEntry,
    schema: { params: object({ number: integer, day: { type: 'string', format: 'date' } }, 'number', 'day') },
  },
  {
    ...usual.getTrace,
    schema: { headers: object({ 'x-trace': text, 'x-count': integer }, 'x-trace') },
  },
  {
    tool: 'create_item',
    method: 'POST',
    path: '/items',
    places: each('json', Object.keys(members)),
    fill: { text: 'a' },
    schema: { body: object(members, 'text') },
  },
  {
    ...usual.createName,
    schema: { body: object({ text, '@type': text, 'odd name': number }, 'text') },
  },
  {
    ...usual.updateItem,
    schema: { params: object({ id: text }, 'id'), body: object({ text, nick: members.nick }) },
  },
  {
    ...usual.replaceTags,
    schema: { params: object({ id: text }, 'id'), body: texts },
  },
  {
    ...usual.createForm,
    schema: {
      consumes: ['application/x-www-form-urlencoded'],
      body: object(
        { text, count: integer, day: { type: 'string', format: 'date' }, tags: texts, 'odd name': text },
        'text',
      ),
    },
  },
  {
    tool: 'upload_cover',
    method: 'POST',
    path: '/covers',
    places: { title: 'multipart', image: 'multipart' },
    fill: { image: { base64: 'aGk=', filename: 'a.png' } },
    schema: {
      consumes: ['multipart/form-data'],
      body: object({ title: object({ value: text }, 'value'), image: { isFile: true } }, 'image'),
    },
  },
  {
    ...usual.readFile,
    schema: {},
  },
];

async function start(options: SwaggerOptions): Promise<RunningApi> {
  const received: Received[] = [];
  const api = fastify({ ajv: { plugins: [ajvFilePlugin] } });
  await api.register(swagger, options);
  await api.register(cookie);
  await api.register(formBody);
  await api.register(multipart, { attachFieldsToBody: true });
  for (const operation of operations) {
    const operationId = operation.tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    // What reads files changes the schema.
    const schema = { operationId, ...structuredClone(operation.schema) };
    api.route({
      method: operation.method,
      url: toRoute(operation),
      schema,
      handler: async (request) => {
        received.push(await readRequest(operation, request));
        return {};
      },
    });
  }
  const url = await api.listen({ port: 0, host: '127.0.0.1' });
  return { document: api.swagger(), url, received, operations, close: () => api.close() };
}

async function readRequest(
  operation: Operation,
  { params, query, headers, body }: FastifyRequest,
): Promise<Received> {
  const kind = findBodyPlace(operation);
  const { '*': path, ...named } = params as Received;
  return {
    ...named,
    ...(path !== undefined && { path }),
    ...namedAsListed(operation, 'query', query),
    ...pickDeclared(operation, 'header', headers),
    ...(operation.places['body'] === undefined
      ? kind && namedAsListed(operation, kind, kind === 'multipart' ? await readParts(body as object) : body)
      : { body }),
  };
}

/** Parts as @fastify/multipart gives them. */
async function readParts(body: object): Promise<Received> {
  const parts = Object.entries(body).map(async ([name, part]) => {
    const {
      value,
      toBuffer,
      filename,
      mimetype: type,
    } = part as { value?: unknown; toBuffer?: () => Promise<Buffer>; filename: string; mimetype: string };
    return [name, toBuffer === undefined ? value : new File([await toBuffer.call(part)], filename, { type })];
  });
  return withFiles(Object.fromEntries(await Promise.all(parts)) as Received);
}

const info = { title: 'Items', version: '1' };
judgeFramework('Fastify', () => start({ openapi: { openapi: '3.0.3', info } }));
judgeFramework('Fastify with Swagger 2.0', () => start({ swagger: { info } }));
