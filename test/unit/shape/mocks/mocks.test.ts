import { isDeepStrictEqual } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { load } from '../../../../generator/load/load.js';
import { defaults } from '../../../../generator/model/config.js';
import { collector } from '../../../../generator/model/diagnostic.js';
import type { MockResponse, Mocks } from '../../../../generator/model/server.js';
import { read } from '../../../../generator/read/read.js';
import { type Sampler, loadSampler } from '../../../../generator/shape/mocks/loadSampler.js';
import { mostCharacters } from '../../../../generator/shape/mocks/sampleResponse.js';
import { listCallable } from '../../../../generator/model/server.js';
import { planMocks } from '../../../../generator/shape/mocks/planMocks.js';
import { shapeTools } from '../../../../generator/shape/shapeTools.js';
import { countTokens } from '../../../support/countTokens.js';
import written from './mocks.json' with { type: 'json' };
import recursive from './recursive.json' with { type: 'json' };

/** The responses of one operation, and what it answers as a mock. */
interface Case {
  name: string;
  responses: object;
  method?: string;
  openapi?: string;
  swagger?: string;
  produces?: string[];
  definitions?: object;
  components?: object;
  out: MockResponse;
}

const cases = written as unknown as Case[];
let sampler: Sampler;
beforeAll(async () => {
  sampler = await loadSampler();
});

async function mocksOf(document: object): Promise<Mocks> {
  const { report } = collector();
  const readStdin = () => Promise.resolve(JSON.stringify(document));
  const api = read(await load('-', { readStdin }, report), report);
  return planMocks(api, listCallable(shapeTools(api, defaults, report, countTokens)), sampler);
}

async function answerOf(one: Pick<Case, 'responses'> & Partial<Case>) {
  const { responses, method = 'get', openapi = '3.1.0', swagger, produces, definitions, components } = one;
  const mocks = await mocksOf({
    ...(swagger === undefined ? { openapi } : { swagger }),
    info: { title: 'Test', version: '1' },
    produces,
    definitions,
    components,
    paths: { '/r': { [method]: { operationId: 'op', responses } } },
  });
  return mocks['op'];
}

describe('a mock answers', () => {
  test.each(cases)('$name', async (one) => {
    expect(await answerOf(one)).toEqual(one.out);
  });
});

test.each(recursive)('a schema that holds itself ends where it may: $name', async ({ schema, body }) => {
  const schemas = { T: schema, N: { type: 'null' } };
  const media = { schema: { $ref: '#/components/schemas/T' } };
  const answer = (await answerOf({ responses: json(media), components: { schemas } })) as MockResponse;
  expect(answer).toMatchObject({ body, source: 'schema' });
  const whole = JSON.parse(
    JSON.stringify({ ...media, components: { schemas } }).replaceAll('#/components', '#/$defs'),
  ) as {
    schema: object;
    components: object;
  };
  const judge = new Ajv2020({ strict: false }).compile({ ...whole.schema, $defs: whole.components });
  expect([answer.body, judge(answer.body)]).toEqual([body, true]);
});

const json = (media: object) => ({ '200': { description: 'Ok', content: { 'application/json': media } } });
const bodyOf = async (responses: object) => (await answerOf({ responses })) as Required<MockResponse>;
const membersUpTo = (most: number) => Array.from({ length: most }, (_, index) => `member_${index}`).join();

const objectOf = (names: number, member: object, required = false) => {
  const all = Array.from({ length: names }, (_, index) => `member_${index}`);
  const properties = Object.fromEntries(all.map((name) => [name, member]));
  return { type: 'object', properties, ...(required && { required: all }) };
};

describe('a large answer', () => {
  const text = { type: 'string' };
  const long = 'x'.repeat(200);

  test.each<[what: string, media: object, holds: (body: unknown) => boolean]>([
    [
      'loses levels',
      { schema: objectOf(20, objectOf(20, objectOf(20, text))) },
      (body) => Object.keys(body as object).length === 20,
    ],
    [
      'loses what is not required',
      { schema: { ...objectOf(1000, text), required: ['member_7'] } },
      (body) => JSON.stringify(body) === '{"member_7":"string"}',
    ],
    [
      'loses the items of lists',
      {
        schema: {
          type: 'object',
          required: ['list', 'id'],
          properties: { id: text, list: { type: 'array', items: objectOf(500, text, true) } },
        },
      },
      (body) => JSON.stringify(body) === '{"id":"string","list":[]}',
    ],
    [
      'loses examples of members',
      {
        schema: {
          type: 'object',
          required: ['a'],
          properties: { a: { ...text, example: 'x'.repeat(9000) } },
        },
      },
      (body) => JSON.stringify(body) === '{"a":"string"}',
    ],
    [
      'has the first members where everything is needed',
      { schema: objectOf(1000, text, true) },
      (body) => Object.keys(body as object).join() === membersUpTo(100),
    ],
    [
      'of a list has the first members of an item where each is large',
      { schema: { type: 'array', minItems: 1, items: objectOf(1000, text, true) } },
      (body) => Object.keys((body as [object])[0]).join() === membersUpTo(100),
    ],
    [
      'has few items of many that are asked for',
      {
        schema: {
          type: 'array',
          minItems: 1_000_000,
          items: { type: 'array', minItems: 1_000_000, items: text },
        },
      },
      (body) => JSON.stringify(body) === '[]',
    ],
    [
      'by an example has fewer items of each list',
      { example: { list: Array.from({ length: 100 }, (_, id) => ({ id, long })) } },
      (body) => (body as { list: unknown[] }).list.length === 10,
    ],
    [
      'by an example loses its deepest objects, but for what tells them apart',
      {
        example: {
          id: 7,
          title: 'Fix it',
          labels: ['bug'],
          user: { login: 'ann', id: 1, url: 'https://example.com/ann', plan: { name: 'free', space: 1 } },
          head: { sha: 'abc', repo: { id: 2, name: 'r', text: 'x'.repeat(3900), owner: { id: 3 } } },
          links: { self: { href: 'https://example.com/7' } },
        },
      },
      (body) =>
        isDeepStrictEqual(body, {
          id: 7,
          title: 'Fix it',
          labels: ['bug'],
          user: { login: 'ann', id: 1, url: 'https://example.com/ann', plan: { name: 'free' } },
          head: { sha: 'abc', repo: { id: 2, name: 'r' } },
          links: {},
        }),
    ],
    [
      'by an example keeps its plain members and what tells its objects apart',
      {
        example: [
          { id: 7, user: { id: 1, bio: 'x'.repeat(3000) }, more: { text: 'x'.repeat(3000) } },
          { id: 8 },
        ],
      },
      (body) => isDeepStrictEqual(body, [{ id: 7, user: { id: 1 } }]),
    ],
    [
      'is that of the first example that is short enough',
      { examples: { a: { value: { a: 'x'.repeat(9000) } }, b: { value: { b: 1 } } } },
      (body) => JSON.stringify(body) === '{"b":1}',
    ],
    [
      'is sampled where no example is short enough',
      { schema: objectOf(1, text), example: { a: 'x'.repeat(9000) } },
      (body) => JSON.stringify(body) === '{"member_0":"string"}',
    ],
  ])('%s', async (_what, media, holds) => {
    const { body } = await bodyOf(json(media));
    expect(JSON.stringify(body).length).toBeLessThanOrEqual(mostCharacters);
    expect(holds(body), JSON.stringify(body).slice(0, 200)).toBe(true);
  });

  test('of text is no longer either', async () => {
    const content = { 'text/plain': { example: 'x'.repeat(9000), schema: { type: 'string' } } };
    const { body } = await bodyOf({ '200': { description: 'Ok', content } });
    expect(body).toBe('string');
  });
});

test('tools that answer alike share what the first of them answers', async () => {
  const responses = json({ schema: { type: 'object', properties: { id: { type: 'integer' } } } });
  const of = (operationId: string, other?: object) => ({
    get: { operationId, responses: other ?? responses },
  });
  const mocks = await mocksOf({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/a': of('a'), '/b': of('b'), '/c': of('c', {}), '/d': of('d') },
  });
  const answer = { status: 200, mediaType: 'application/json', body: { id: 0 }, source: 'schema' };
  expect(mocks).toEqual({ a: answer, b: 'a', c: { status: 200 }, d: 'a' });
});

test('nothing is said to the console', async () => {
  const said: unknown[] = [];
  const { warn, log, error } = console;
  Object.assign(console, {
    warn: said.push.bind(said),
    log: said.push.bind(said),
    error: said.push.bind(said),
  });
  try {
    for (const { responses } of cases.filter(({ swagger }) => swagger === undefined))
      await answerOf({ responses, components: { schemas: {} } });
  } finally {
    Object.assign(console, { warn, log, error });
  }
  expect(said).toEqual([]);
});
