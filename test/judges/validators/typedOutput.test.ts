import { join } from 'node:path';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Schema } from '../../../generator/model/api.js';
import { inspect } from '../../../generator/inspect.js';
import { defaults } from '../../../generator/model/config.js';
import { features } from '../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../templates/project/src/runtime/call/createCaller.js';
import { customize } from '../../../templates/project/src/runtime/customize.js';
import { offerTools } from '../../../templates/project/src/runtime/offer/createOffer.js';
import { fitValue } from '../../../templates/project/src/runtime/result/fitValue.js';
import type { Tool } from '../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { type AnyClient, connectHttp, dialects } from '../../support/runtime/clients.js';
import { makeCatalog } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';
import { shapeDocument } from '../../support/shapeDocument.js';
import { root } from '../../support/sources.js';

const components: Record<string, Schema> = {
  Pet: {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      name: { type: 'string' },
      status: { type: 'string', enum: ['free', 'sold'] },
      born: { type: 'string', format: 'date-time' },
      tags: { type: 'array', items: { type: 'string' } },
      owner: { type: ['object', 'null'], properties: { name: { type: 'string' } } },
      constructor: { type: 'string' },
    },
  },
};
const pet = { $ref: '#/components/schemas/Pet' };
const answers: Record<string, Schema> = {
  get_pet: pet,
  list_pets: { type: 'array', items: pet },
  count_pets: { type: 'object', additionalProperties: { type: 'integer' } },
  page_pets: {
    type: 'object',
    properties: { items: { type: 'array', items: pet }, next_cursor: { type: 'string' } },
  },
  own_pet: pet,
  other_pet: pet,
};

function shape(profile: 'portable' | 'rich'): readonly Tool[] {
  const operations = Object.entries(answers).map(([operationId, schema]) => {
    const responses = { '200': { description: 'Ok', content: { 'application/json': { schema } } } };
    const parameters = operationId === 'page_pets' ? [{ name: 'cursor', in: 'query', schema: {} }] : [];
    return [`/${operationId}`, { get: { operationId, responses, parameters } }] as const;
  });
  const document = { paths: Object.fromEntries(operations), components: { schemas: components } };
  const { tools } = shapeDocument(document, { output: 'schema', outputBudget: 400, select: true, profile });
  return tools.map(({ tool }) => tool);
}

const tools = shape('portable');

/** Code of an owner that changes the value, or keeps it to itself. */
const custom = customize({
  tools: {
    own_pet: {
      wrap: async (args, next) => ({ ...(await next(args)), structuredContent: { id: 'seven' } }),
    },
    other_pet: {
      wrap: async (args, next) => ({
        ...(await next(args)),
        structuredContent: [1] as unknown as Record<string, unknown>,
      }),
    },
  },
} as Parameters<typeof customize<Record<string, unknown>>>[0]);

interface Said {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

const json = (value: unknown): Said => ({ body: JSON.stringify(value) });
let said: Said;
let upstream: Upstream;
let server: HttpServer;
let mock: HttpServer;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    const { status = 200, headers = { 'content-type': 'application/json' }, body } = said;
    response.writeHead(status, headers).end(body);
  });
  const mocks = {
    get_pet: { status: 200, mediaType: 'application/json', body: { id: '7' }, source: 'example' as const },
  };
  const catalog = makeCatalog(tools, { api: { servers: [{ url: upstream.url }] }, mocks });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined };
  server = await serveOverHttp(createApp({ catalog, custom, features, env: {} }), local);
  mock = await serveOverHttp(createApp({ catalog, features, env: { MCP_MOCK: '1' } }), local);
});
afterAll(async () => {
  await Promise.all([server.close(), mock.close()]);
  await upstream.close();
});

const differs = (where: string) =>
  `This response is not as the API declares it: ${where}. In structured content, all of it stands under "untyped".`;
const whole = (untyped: unknown) => ({ untyped });
const long = 'x'.repeat(100_000);
const text = expect.any(String);
const nothing = { status: 204, headers: {}, body: '' };

/** What the API says, what clients get of it as a value, and what they are told. */
const cases: [tool: string, what: string, said: Said, value: unknown, where?: string][] = [
  [
    'get_pet',
    'what is declared',
    json({ id: 7, name: 'Rex', owner: null }),
    { id: 7, name: 'Rex', owner: null },
  ],
  ['get_pet', 'more members', json({ id: 7, age: null }), { id: 7, age: null }],
  ['get_pet', 'fewer members', json({ name: 'Rex' }), { name: 'Rex' }],
  ['get_pet', 'an odd date', json({ born: 'yesterday' }), { born: 'yesterday' }],
  ['get_pet', 'another type', json({ id: '7' }), whole({ id: '7' }), 'id is of type string, not integer'],
  [
    'get_pet',
    'null',
    json({ id: 7, tags: [null] }),
    whole({ id: 7, tags: [null] }),
    'tags.0 is of type null, not string',
  ],
  [
    'get_pet',
    'a value beside the list',
    json({ status: 'gone' }),
    whole({ status: 'gone' }),
    'status is none of the values that are listed',
  ],
  [
    'get_pet',
    'what is within what may be null',
    json({ owner: { name: 1 } }),
    whole({ owner: { name: 1 } }),
    'owner.name is of type integer, not string',
  ],
  [
    'get_pet',
    'neither of two types',
    json({ owner: 'Ann' }),
    whole({ owner: 'Ann' }),
    'owner is of type string, not object or null',
  ],
  [
    'get_pet',
    'a list in place of an object',
    json([{ id: 7 }]),
    whole([{ id: 7 }]),
    'all of it is of type array, not object',
  ],
  ['get_pet', 'null in place of an object', json(null), whole(null), 'all of it is of type null, not object'],
  ['list_pets', 'what is declared', json([{ id: 7 }]), { result: [{ id: 7 }] }],
  [
    'list_pets',
    'an item of another type',
    json([{ id: 7 }, null]),
    whole([{ id: 7 }, null]),
    '1 is of type null, not object',
  ],
  [
    'list_pets',
    'an object in place of a list',
    json({ result: [] }),
    whole({ result: [] }),
    'all of it is of type object, not array',
  ],
  ['count_pets', 'what is declared', json({ a: 1, untyped: 'x' }), { a: 1, untyped: 'x' }],
  ['count_pets', 'another type', json({ a: 1.5 }), whole({ a: 1.5 }), 'a is of type number, not integer'],
  ['get_pet', 'nothing', nothing, whole('204 No Content')],
  ['list_pets', 'nothing', nothing, whole('204 No Content')],
  ['get_pet', 'too much', json({ name: long }), whole(text)],
  ['list_pets', 'too much', json([long]), whole(text)],
  [
    'get_pet',
    'a number beyond JavaScript',
    { body: '{"id":12345678901234567890}' },
    whole('{"id":12345678901234567890}'),
  ],
  ['get_pet', 'text', { headers: { 'content-type': 'text/plain' }, body: 'Rex' }, whole('Rex')],
];

describe.each(dialects)('%s', (dialect) => {
  let client: AnyClient;
  let onMock: AnyClient;
  beforeAll(async () => {
    [client, onMock] = await Promise.all([connectHttp(dialect, server.url), connectHttp(dialect, mock.url)]);
    // From here on the clients check what tools answer.
    await Promise.all([client.listTools(), onMock.listTools()]);
  });
  afterAll(() => Promise.all([client.close(), onMock.close()]));

  const call = async (name: string, args = {}) => {
    const { content, ...result } = await client.callTool({ name, arguments: args });
    return { ...result, texts: content.map((block) => block.text) };
  };

  test.each(cases)('%s takes %s', async (name, _what, answer, value, where) => {
    said = answer;
    const { isError, structuredContent, texts } = await call(name);
    expect(isError ?? false).toBe(false);
    expect(structuredContent).toEqual(value);
    expect(texts.slice(1)).toEqual(where === undefined ? [] : [differs(where)]);
    if (where !== undefined) expect(texts[0]).toBe(answer.body);
  });

  test('is told of broken JSON in words, and not in the value', async () => {
    said = { body: '{oops' };
    for (const name of ['get_pet', 'list_pets']) {
      const { structuredContent, texts } = await call(name);
      expect(structuredContent).toEqual(whole('{oops'));
      expect(texts).toEqual(['{oops', 'The API declared this as JSON, but it cannot be parsed.']);
    }
  });

  test('takes a failure, which promises nothing', async () => {
    said = { status: 404, body: '{"message":"no such pet"}' };
    const result = await call('get_pet');
    expect(result.isError).toBe(true);
    expect(result).not.toHaveProperty('structuredContent');
  });

  test('takes what _select picks out, of which nothing was declared', async () => {
    said = json({ id: 7, name: 'Rex', tags: ['a'] });
    for (const [_select, value] of [
      ['tags', whole(['a'])],
      ['{id: name}', whole({ id: 'Rex' })],
      ['{id: id}', { id: 7 }],
    ] as const) {
      const { structuredContent, texts } = await call('get_pet', { _select });
      expect(structuredContent).toEqual(value);
      expect(texts).toHaveLength(1);
    }
  });

  test('takes a page, and is told of the next and of what differs', async () => {
    said = json({ items: [{ id: null }], next_cursor: 'abc' });
    const { structuredContent, texts } = await call('page_pets');
    expect(structuredContent).toEqual(whole({ items: [{ id: null }], next_cursor: 'abc' }));
    expect(texts).toHaveLength(3);
    expect(texts[1]).toContain('cursor');
    expect(texts[2]).toBe(differs('items.0.id is of type null, not integer'));
  });

  test.each([
    ['own_pet', whole({ id: 'seven' }), 'id is of type string, not integer'],
    ['other_pet', whole([1]), 'all of it is of type array, not object'],
  ])('takes what custom code makes of it: %s', async (name, value, where) => {
    said = json({ id: 7 });
    const { structuredContent, texts } = await call(name);
    expect(structuredContent).toEqual(value);
    expect(texts).toEqual(['{"id":7}', differs(where)]);
  });

  test('takes a mock that is not as it is declared', async () => {
    const { content, structuredContent } = await onMock.callTool({ name: 'get_pet', arguments: {} });
    expect(structuredContent).toEqual(whole({ id: '7' }));
    expect(content[1]?.text).toBe(differs('id is of type string, not integer'));
  });
});

const names = [
  'id',
  'name',
  'status',
  'born',
  'tags',
  'owner',
  'items',
  'untyped',
  'result',
  'constructor',
  '__proto__',
];
const { value: anything } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, 7, 1.5, 1e300, 'free', 'Rex', true, [], {}),
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
  ),
}));

describe.each(['portable', 'rich'] as const)('whatever JSON the API sends, in the profile %s', (profile) => {
  test('the listed output schemas accept what is made of it, whoever validates', async () => {
    const shaped = shape(profile);
    const catalog = makeCatalog(shaped);
    const [toolset] = catalog.toolsets;
    const offered = await offerTools(toolset!);
    let body = '';
    const caller = await createCaller({
      catalog,
      features,
      env: {},
      timeoutMs: 60_000,
      fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
    });
    const clients = [new Ajv({ strict: false }), new Ajv2020({ strict: false })];
    const validators = shaped.map(({ name, outputSchema }) => ({
      name,
      accepts: clients.map((ajv) => ajv.compile(outputSchema!)),
    }));
    const circumstances = { signal: new AbortController().signal, trace: {} };
    let fitting = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          anything.map((one) => JSON.stringify(one)),
          fc.string(),
        ),
        async (sent) => {
          body = sent;
          for (const { name, accepts } of validators) {
            const result: CallToolResult = await caller(offered.get(name)!, {}, circumstances);
            expect(result.isError ?? false).toBe(false);
            for (const accept of accepts) expect(accept(result.structuredContent), sent).toBe(true);
            if (!Object.hasOwn(result.structuredContent as object, 'untyped')) fitting += 1;
          }
        },
      ),
      { numRuns: 100 },
    );
    // Not everything is delivered in the form that accepts anything.
    expect(fitting).toBeGreaterThan(30);
  });
});

const readStdin = () => Promise.resolve('');

describe('the output schemas of a document with all that is odd', () => {
  test('accept what is made of any value', async () => {
    const file = join(root, 'samples/nasty/openapi.yaml');
    const { server: shaped } = await inspect(file, { ...defaults, output: 'schema' }, { readStdin });
    const typed = shaped.toolsets
      .flatMap((toolset) => toolset.tools.map(({ tool }) => tool))
      .filter((tool) => tool.typed !== undefined);
    expect(typed.length).toBeGreaterThan(20);
    const ajv = new Ajv({ strict: false });
    for (const tool of typed) {
      const accept = ajv.compile(tool.outputSchema!);
      const keys = [...JSON.stringify(tool.outputSchema).matchAll(/"([^"\\]+)":/g)].map(
        ([, key = '']) => key,
      );
      const object = fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 4 });
      fc.assert(
        fc.property(fc.oneof(object, fc.array(object, { maxLength: 2 }), anything), (value) => {
          expect(accept(fitValue(tool, value).structuredContent), tool.name).toBe(true);
        }),
        { numRuns: 10 },
      );
    }
  });
});
