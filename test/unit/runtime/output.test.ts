import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { customize } from '../../../templates/project/src/runtime/customize.js';
import type { ObjectSchema } from '../../../templates/project/src/runtime/tool.js';
import {
  type HttpServer,
  serveOverHttp,
} from '../../../templates/project/src/runtime/transport/http/runHttp.js';
import { createApp } from '../../../templates/project/src/server.js';
import { type AnyClient, connectHttp, dialects } from '../../support/runtime/clients.js';
import { makeCatalog, makeTool } from '../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../support/runtime/upstream.js';

/** As the generator writes them. */
const pet = { properties: { id: { description: 'integer' }, tags: { items: { description: 'string' } } } };
const outputs: Record<string, ObjectSchema> = {
  get_pet: { type: 'object', ...pet },
  list_pets: { type: 'object', properties: { result: { items: pet } } },
  count_pets: { type: 'object', properties: {}, additionalProperties: { description: 'integer' } },
  short_pet: { type: 'object', ...pet },
  pets_of_mine: { type: 'object', ...pet },
  say_pet: { type: 'object', ...pet },
};
const tools = Object.entries(outputs).map(([name, outputSchema]) =>
  Object.assign(makeTool({ name, path: `/${name}` }), { outputSchema }),
);

/** Changes of a user who thinks of the text alone, or of the value alone. */
const custom = customize({
  tools: {
    short_pet: { wrap: () => ({ content: [{ type: 'text', text: 'A pet' }] }) },
    pets_of_mine: {
      wrap: async (args, next) => ({
        ...(await next(args)),
        structuredContent: [1] as unknown as Record<string, unknown>,
      }),
    },
    say_pet: { wrap: () => ({ content: [] }) },
  },
} as Parameters<typeof customize<Record<string, unknown>>>[0]);

interface Said {
  status?: number;
  headers?: Record<string, string>;
  body: string | Buffer;
}

let said: Said;
let upstream: Upstream;
let server: HttpServer;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    const { status = 200, headers = { 'content-type': 'application/json' }, body } = said;
    response.writeHead(status, headers).end(body);
  });
  const catalog = makeCatalog(tools, { api: { servers: [{ url: upstream.url }] } });
  const local = { host: '127.0.0.1', port: 0, allowUnauthenticated: false, log: () => undefined };
  server = await serveOverHttp(createApp({ catalog, custom, env: {} }), local);
});
afterAll(async () => {
  await server.close();
  await upstream.close();
});

const json = (value: unknown): Said => ({ body: JSON.stringify(value) });
const long = 'x'.repeat(100_000);

/** What the API says, and what clients get of it as a value. */
const answers: [name: string, said: Said, value: (content: unknown) => unknown][] = [
  ['what was promised', json({ id: 1, tags: ['a'] }), () => ({ id: 1, tags: ['a'] })],
  ['null where nothing says so', json({ id: null, tags: null }), () => ({ id: null, tags: null })],
  ['other types', json({ id: '1', tags: { a: [1] } }), () => ({ id: '1', tags: { a: [1] } })],
  ['more members and fewer', json({ name: 'Rex' }), () => ({ name: 'Rex' })],
  ['a member of the name of the wrapper', json({ result: 5 }), () => ({ result: 5 })],
  [
    'keys that every object has',
    json({ constructor: 1, toString: null }),
    () => ({ constructor: 1, toString: null }),
  ],
  ['a list', json([{ id: 1 }, null, 'x']), () => ({ result: [{ id: 1 }, null, 'x'] })],
  ['a list of lists', json([[1]]), () => ({ result: [[1]] })],
  ['a text', json('Rex'), () => ({ result: 'Rex' })],
  ['null', json(null), () => ({ result: null })],
  ['false', json(false), () => ({ result: false })],
  ['an empty object', json({}), () => ({})],
  ['broken JSON', { body: '{oops' }, () => ({ result: '{oops' })],
  ['nothing', { status: 204, headers: {}, body: '' }, () => ({ result: '204 No Content' })],
  ['nothing, as JSON', { body: '' }, (text) => ({ result: text })],
  ['plain text', { headers: { 'content-type': 'text/plain' }, body: 'Rex' }, () => ({ result: 'Rex' })],
  ['an image', { headers: { 'content-type': 'image/png' }, body: Buffer.from([1]) }, () => ({})],
  [
    'a file',
    { headers: { 'content-type': 'application/x-pet' }, body: Buffer.from([0, 159]) },
    (text) => ({ result: text }),
  ],
  [
    'text of a type of its own',
    { headers: { 'content-type': 'application/x-pet' }, body: 'Rex' },
    () => ({ result: 'Rex' }),
  ],
  ['too much', json({ name: long }), (text) => ({ result: text })],
  ['a number beyond JavaScript', { body: '{"id":12345678901234567890}' }, (text) => ({ result: text })],
];

describe.each(dialects)('%s', (dialect) => {
  let client: AnyClient;
  let listed: { name: string; outputSchema?: unknown }[];
  beforeAll(async () => {
    client = await connectHttp(dialect, server.url);
    // From here on the client checks what tools answer.
    listed = (await client.listTools()).tools;
  });
  afterAll(() => client.close());

  test('gets the output schemas', () => {
    expect(Object.fromEntries(listed.map(({ name, outputSchema }) => [name, outputSchema]))).toEqual(outputs);
  });

  test.each(answers)('takes %s', async (_name, answer, value) => {
    said = answer;
    for (const name of ['get_pet', 'list_pets', 'count_pets']) {
      const result = await client.callTool({ name, arguments: {} });
      expect(result.isError ?? false).toBe(false);
      expect(result.structuredContent).toEqual(value(result.content[0]?.text));
      expect(result.content).toHaveLength(['a file', 'broken JSON'].includes(_name) ? 2 : 1);
    }
  });

  test('is told of broken JSON in words, and not in the value', async () => {
    const page =
      '\nThe API declares JSON here, but this is an HTML page, such as one to log in: do not take it as success.';
    for (const [name, body] of [
      ['get_pet', '{oops'],
      ['list_pets', '<html>Down for maintenance</html>'],
      ['count_pets', '{"a":1}{"a":2}'],
    ] as const) {
      said = { body };
      const result = await client.callTool({ name, arguments: {} });
      expect(result.structuredContent).toEqual({ result: body });
      expect(result.content.map(({ text }) => text)).toEqual([
        body,
        `The API declared this as JSON, but it cannot be parsed.${name === 'list_pets' ? page : ''}`,
      ]);
    }
  });

  test('takes a failure, which promises nothing', async () => {
    said = { status: 404, body: '{"message":"no such pet"}' };
    const result = await client.callTool({ name: 'get_pet', arguments: {} });
    expect(result).toMatchObject({ isError: true });
    expect(result).not.toHaveProperty('structuredContent');
  });

  test.each([
    ['short_pet', { result: 'A pet' }],
    ['pets_of_mine', { result: [1] }],
    ['say_pet', {}],
  ])('takes what custom code makes of it: %s', async (name, value) => {
    said = json({ id: 1 });
    expect((await client.callTool({ name, arguments: {} })).structuredContent).toEqual(value);
  });
});
