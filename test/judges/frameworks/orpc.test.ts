import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { os } from '@orpc/server';
import { ZodToJsonSchemaConverter, experimental_ZodSmartCoercionPlugin } from '@orpc/zod/zod4';
import { z } from 'zod';
import { type RunningApi, judgeFramework } from './judgeFramework.js';
import { each, usual } from './operations.js';
import { type Operation, type Received, namedAsListed } from './sendPlainly.js';
import { serveFetch } from './serveFetch.js';
import { withFiles } from './withFiles.js';

const members = {
  text: z.string(),
  nick: z.string().nullish(),
  count: z.number().int().optional(),
  weight: z.number().optional(),
  isOpen: z.boolean().optional(),
  color: z.enum(['red', 'light blue', '']).optional(),
  level: z.literal([1, 2, 3]).optional(),
  day: z.iso.date().optional(),
  at: z.date().optional(),
  id: z.uuid().optional(),
  site: z.url().optional(),
  large: z.bigint().optional(),
  tags: z.array(z.string()).optional(),
  names: z.set(z.string()).optional(),
  grid: z.array(z.array(z.number())).optional(),
  address: z.object({ street: z.string(), zip: z.string().nullable().optional() }).optional(),
  either: z.union([z.string(), z.number(), z.boolean()]).optional(),
  labels: z.record(z.string(), z.string()).optional(),
  extra: z.any().optional(),
};

const queries = {
  text: z.string().optional(),
  count: z.number().int().optional(),
  weight: z.number().optional(),
  isOpen: z.boolean().optional(),
  color: z.enum(['red', 'light blue']).optional(),
  level: z.literal([1, 2, 3]).optional(),
  day: z.iso.date().optional(),
  at: z.date().optional(),
  id: z.uuid().optional(),
  large: z.bigint().optional(),
  tags: z.array(z.string()).optional(),
  counts: z.array(z.number()).optional(),
  filter: z.object({ name: z.string().optional(), least: z.number().optional() }).optional(),
  names: z.record(z.string(), z.string()).optional(),
};

const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('box'), width: z.number(), depth: z.number().nullish() }),
]);

/** Lists and objects are read with brackets. */
function pairs(name: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value)]];
  return Object.entries(value).flatMap(([key, member]) =>
    pairs(`${name}[${Array.isArray(value) ? '' : key}]`, member),
  );
}

const operations: (Operation & { input: z.ZodType })[] = [
  {
    tool: 'list_items',
    method: 'GET',
    path: '/items',
    places: {
      ...each('query', Object.keys(queries)),
      'sort-by': 'query',
      odd_name: 'query odd name',
      top: 'query $top',
    },
    pairs,
    input: z.object({
      ...queries,
      'sort-by': z.string().optional(),
      'odd name': z.string().optional(),
      $top: z.string().optional(),
    }),
  },
  {
    ...usual.getItem,
    input: z.object({ id: z.string() }),
  },
  {
    ...usual.getEntry,
    input: z.object({ number: z.number().int(), day: z.iso.date() }),
  },
  {
    ...usual.getTrace,
    input: z.object({ headers: z.object({ 'x-trace': z.string(), 'x-count': z.number().optional() }) }),
  },
  {
    tool: 'create_item',
    method: 'POST',
    path: '/items',
    places: each('json', Object.keys(members)),
    fill: { text: 'a' },
    input: z.object(members),
  },
  {
    ...usual.createName,
    input: z.object({ text: z.string(), '@type': z.string().optional(), 'odd name': z.number().optional() }),
  },
  {
    ...usual.updateItem,
    input: z.object({ id: z.string(), text: z.string().optional(), nick: z.string().nullish() }),
  },
  {
    ...usual.createShape,
    input: z.object({ body: shape }),
  },
  {
    ...usual.uploadCover,
    input: z.object({
      title: z.string().optional(),
      pages: z.number().optional(),
      image: z.file(),
      tags: z.array(z.string()).optional(),
    }),
  },
  {
    ...usual.readFile,
    input: z.object({ path: z.string() }),
  },
];

async function start(): Promise<RunningApi> {
  const received: Received[] = [];
  const router = Object.fromEntries(
    operations.map((operation) => {
      const { tool, method, path, input } = operation;
      const name = tool.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
      const inputStructure = /get_trace|create_shape/.test(tool) ? 'detailed' : 'compact';
      const route = os
        .route({ method: method as 'GET', path: path.replace('{path}', '{+path}') as '/', inputStructure })
        .input(input)
        .handler(async ({ input: given }) => {
          received.push(await readInput(operation, given as Received));
          return {};
        });
      return [name, route];
    }),
  );
  const handler = new OpenAPIHandler(router, { plugins: [new experimental_ZodSmartCoercionPlugin()] });
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(router, { info: { title: 'Items', version: '1' } });
  const served = await serveFetch(async (request) => {
    const { response } = await handler.handle(request);
    return response ?? new Response('', { status: 404 });
  });
  return { ...served, document, received, operations };
}

function readInput(operation: Operation, input: Received): Promise<Received> {
  if (operation.places['body'] !== undefined) return Promise.resolve({ body: input['body'] });
  const place = Object.values(operation.places).at(-1)!.split(' ')[0]!;
  return withFiles(namedAsListed(operation, place, place === 'header' ? input['headers'] : input));
}

judgeFramework('oRPC', start);
