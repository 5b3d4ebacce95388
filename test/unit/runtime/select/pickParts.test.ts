import { search } from '@jmespath-community/jmespath';
import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { compactJson } from '../../../../templates/project/src/runtime/http/readJson.js';
import {
  SelectorError,
  boundWork,
  countValues,
} from '../../../../templates/project/src/runtime/select/boundWork.js';
import {
  createSelector,
  parseSelector,
} from '../../../../templates/project/src/runtime/select/createSelector.js';
import type { ObjectSchema, Recipe, Tool } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { type Answer, type ViewClient, connectView } from '../../../support/runtime/connectView.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import written from './pickParts.json' with { type: 'json' };
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

/** An expression, and what comes of it on {@link list}. */
interface Case {
  expression: string;
  /** The structured content. */
  value?: unknown;
  /** The line beside it. */
  line?: string;
  /** Why nothing is sent. */
  refused?: string;
  /** Why it cannot be applied to what came. */
  problem?: string;
}

const cases = written as Case[];
const list = {
  data: [
    { id: 1, name: 'a', tags: ['x', 'y'] },
    { id: 2, name: 'b' },
  ],
  has_more: false,
  owner: { name: 'Ann', email: 'x@example.com' },
};

interface Said {
  status?: number;
  type?: string;
  body: string;
}

let said: Said;
let upstream: Upstream;
/** A client of the tool as it is for most tests. */
let usual: ViewClient;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    const { status = 200, type = 'application/json', body } = said;
    response.writeHead(status, body === '' ? {} : { 'content-type': type }).end(body);
  });
  usual = await connect();
});
afterAll(async () => {
  await usual.close();
  await upstream.close();
});
beforeEach(() => {
  said = { body: JSON.stringify(list) };
  upstream.got.length = 0;
});

const schema: ObjectSchema = {
  type: 'object',
  properties: { _select: { type: 'string', maxLength: 1000 }, limit: { type: 'integer' } },
  additionalProperties: false,
};

interface Options extends Partial<Pick<Tool, 'outputSchema'>> {
  recipe?: Partial<Recipe>;
  schema?: ObjectSchema;
  tokens?: string;
}

async function connect(options: Options = {}): Promise<ViewClient> {
  const { recipe, schema: enforced = schema, tokens = '20000', ...more } = options;
  const parameters = [makeParameter({ name: 'limit', argument: 'limit' })];
  const tool: Tool = { ...makeTool({ parameters, ...recipe }), inputSchema: enforced, select: true, ...more };
  const rest = { api: { servers: [{ url: upstream.url }] }, schemas: { the_tool: enforced } };
  const env = { MCP_ANSWER_TOKENS: tokens };
  const client = await connectView(createApp({ catalog: makeCatalog([tool], rest), env }).view());
  // The client then checks answers against the output schema.
  await client.list();
  return client;
}

async function call(expression: unknown, options?: Options): Promise<Answer> {
  if (options === undefined) return usual.call('the_tool', { _select: expression });
  const client = await connect(options);
  const answer = await client.call('the_tool', { _select: expression });
  await client.close();
  return answer;
}

/** Applies an expression to a document that is given as JSON. */
function pick(expression: string, json: string): string {
  const picked = createSelector(expression).pick(answerOf(json));
  if (picked instanceof Error) throw picked;
  return picked.text;
}

const nested = (open: string, close: string, times: number) => `${open.repeat(times)}a${close.repeat(times)}`;

const items = (count: number, length: number) =>
  JSON.stringify({ a: Array.from({ length: count }, (_, id) => ({ id, s: 'x'.repeat(length) })) });

describe('an expression', () => {
  test.each(cases)('$expression', async ({ expression, value, line, refused, problem }) => {
    const { text, isError, structuredContent } = await call(expression);
    if (refused !== undefined) {
      expect(text).toContain(`- _select: ${refused}`);
      expect(text).toContain('nothing was sent to the API');
      expect(isError).toBe(true);
      expect(upstream.got).toEqual([]);
      return;
    }
    expect(upstream.got).toHaveLength(1);
    expect(isError).toBe(problem !== undefined);
    if (problem !== undefined) {
      expect(text).toMatch(/^_select could not be applied: /);
      expect(text).toContain(problem);
      expect(text).toContain('Call again with another _select, or without.');
      return;
    }
    expect(structuredContent).toEqual(value);
    const [json = '', beside] = text.split('\n');
    const { result = value } = value as { result?: unknown };
    expect(JSON.parse(json)).toEqual(result);
    expect(beside).toBe(line);
  });

  test('is never sent, in no part of a request', async () => {
    const body = makeBody({ fields: { name: 'name' } });
    const open = { ...schema, properties: { ...schema.properties, name: { type: 'string' } } };
    const client = await connect({ recipe: { method: 'POST', body }, schema: open });
    const { structuredContent } = await client.call('the_tool', { _select: 'has_more', name: 'n', limit: 1 });
    await client.close();
    expect(structuredContent).toEqual({ result: false });
    expect(upstream.got.map(({ url, body: sent }) => [url, sent])).toEqual([
      ['/things?limit=1', '{"name":"n"}'],
    ]);
  });

  test.each([[''], ['  ']])('that is %j picks nothing out', async (expression) => {
    expect((await call(expression)).structuredContent).toEqual(list);
  });

  test('beyond 1,000 characters is refused', async () => {
    const { text } = await call(`data${' '.repeat(1000)}`);
    expect(text).toContain('_select');
    expect(upstream.got).toEqual([]);
  });

  test('is nothing special where the tool takes something of that name itself', async () => {
    const parameters = [makeParameter({ name: '_select', argument: '_select' })];
    const tool = makeTool({ parameters });
    const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
    const client = await connectView(createApp({ catalog, env: {} }).view());
    const { structuredContent } = await client.call('the_tool', { _select: 'data[' });
    await client.close();
    expect(structuredContent).toEqual(list);
    expect(upstream.got[0]?.url).toBe('/things?_select=data%5B');
  });
});

describe('what is picked out', () => {
  test('is short where the answer is too long, and is cut itself where it is', async () => {
    said = { body: items(500, 100) };
    const whole = await call(undefined, { tokens: '500' });
    expect(whole.text).toMatch(/Call again with limit=\d+ or less; pick parts of it out with _select\.\]$/);
    const ids = await call('a[:3].id', { tokens: '500' });
    expect(ids.text).toBe('[0,1,2]');
    const texts = await call('a[].s', { tokens: '500' });
    expect(texts.text).toMatch(
      /of 500 items\. Call again with a smaller limit; pick less out with _select\.\]$/,
    );
  });

  test('leaves the line about the next page, by what the whole answer says', async () => {
    const parameters = [makeParameter({ name: 'cursor', argument: 'cursor' })];
    const properties = { ...schema.properties, cursor: { type: 'string' } };
    said = { body: JSON.stringify({ items: [1], next_cursor: 'abc' }) };
    const { text } = await call('items', { recipe: { parameters }, schema: { ...schema, properties } });
    expect(text).toBe('[1]\nMore: call again with cursor=abc');
  });

  test.each([['data[].id'], ['owner'], ['nothing'], ['length(has_more)']])(
    '%s fits the output schema of the tool',
    async (expression) => {
      const outputSchema: ObjectSchema = { type: 'object', properties: { data: { items: {} } } };
      const { structuredContent } = await call(expression, { outputSchema });
      if (expression !== 'length(has_more)') expect(structuredContent).toBeTypeOf('object');
    },
  );

  test('is nothing of a failure', async () => {
    said = { status: 404, body: '{"message":"no such list"}' };
    const { text, isError } = await call('message');
    expect(text).toContain('The API answered 404 Not Found.');
    expect(isError).toBe(true);
  });

  test('is nothing of what is no JSON, which is said', async () => {
    said = { type: 'text/plain', body: 'words' };
    expect((await call('message')).text).toBe('words\n_select was not applied: this is no JSON.');
    said = { status: 204, body: '' };
    expect((await call('message')).text).toBe('204 No Content');
  });

  test('of what was changed: where it fails, that is not to be sent again', async () => {
    const { text, isError } = await call('length(has_more)', { recipe: { method: 'POST' } });
    expect(text).toContain('The request itself was carried out: do not send it again because of this.');
    expect(isError).toBe(false);
  });

  test('of a list is told by its first item', async () => {
    said = { body: '[{"id":1}]' };
    expect((await call('id')).text).toBe(
      'null\n_select picked nothing out: the response is a list of 1 item, the first of which is an object with id.',
    );
    for (const [body, words] of [
      ['[]', 'a list of 0 items.'],
      ['[[1]]', 'the first of which is a list.'],
      ['"x"', 'the response is a text.'],
      ['7', 'the response is a number.'],
      ['null', 'the response is null.'],
      ['{}', 'the response is an object without members.'],
    ] as const) {
      said = { body };
      expect((await call('id')).text).toContain(words);
    }
  });
});

describe('integers beyond 2^53', () => {
  const json =
    '{"id": 12345678901234567890, "near": -9007199254740993, "list": [{"id": 9007199254740993, "n": "a"}, {"id": 9007199254740992, "n": "b"}], "text": "12345678901234567890", "real": 1.5, "float": 12345678901234567890.5}';

  test.each([
    ['id', '12345678901234567890'],
    ['{a: id, b: near}', '{"a":12345678901234567890,"b":-9007199254740993}'],
    ['list[].id', '[9007199254740993,9007199254740992]'],
    ['list[?id == `9007199254740993`].n', '["a"]'],
    ["list[?id == `9007199254740993` || n == '`1`'].n", '["a"]'],
    ['sort_by(list[:1], &id)[0].id', '9007199254740993'],
    ['list[?contains(`[9007199254740993]`, id)].id', '[9007199254740993]'],
    ['text', '"12345678901234567890"'],
    ["join('-', [text, to_string(id)])", '"12345678901234567890-12345678901234567890"'],
    ['real', '1.5'],
  ])('keep their digits through %s', (expression, expected) => {
    expect(pick(expression, json)).toBe(expected);
  });

  test.each([['12345678901234567890.0'], ['-1.2345678901234567890e19'], ['12345678901234567.89'], ['1e400']])(
    'are marked however they are written: %s',
    async (number) => {
      said = { body: `{"n": ${number}, "m": 1}` };
      const { text, structuredContent } = await call('n');
      expect(text).toBe(number);
      expect(structuredContent).toBeUndefined();
      expect(pick(`[m, n] | [?@ == \`${number}\`]`, said.body)).toBe(`[${number}]`);
    },
  );

  test('are passed over where values are put in order, which is said', async () => {
    said = { body: '{"items":[{"id":5},{"id":9007199254740995}]}' };
    const line = 'This response has numbers beyond what _select can put in order';
    for (const expression of ['items[?id > `4`].id', 'max_by(items, &id).id']) {
      expect((await call(expression)).text).toContain(line);
    }
    expect((await call('items[].id')).text).toBe('[5,9007199254740995]');
    said = { body: '{"items":[{"id":5},{"id":6}]}' };
    expect((await call('items[?id > `5`].id')).text).toBe('[6]');
  });

  test('are no value of a program, but for those that it can hold', async () => {
    said = { body: json };
    expect(await call('id')).toMatchObject({ text: '12345678901234567890', structuredContent: undefined });
    expect((await call('real')).structuredContent).toEqual({ result: 1.5 });
  });
});

describe('an expression that is out for harm', () => {
  test.each([
    ['doubles again and again', `[@,@]${'|[@,@]'.repeat(160)}`],
    ['does so by name', `{a:@,b:@}${'|{a:@,b:@}'.repeat(90)}`],
    ['doubles each item', `[@,@]${'[].[@,@]'.repeat(120)}`],
    ['doubles within functions', `[@]${'|map(&[@,@],@)'.repeat(60)}`],
    ['repeats a text', `to_string(@)${"|join('xxxxxxxxxx',split(@,''))".repeat(30)}`],
    ['escapes again and again', `to_string(@)${'|to_string([@,@])'.repeat(50)}`],
    ['zips', `@${'|zip(@,@,@,@)'.repeat(70)}`],
    ['groups', `a${"|[@,@][]|[group_by(@,&'x'),@]".repeat(30)}`],
    ['compares what it doubled', `[@,@]${'|[@,@]'.repeat(100)}|@ == @`],
    ['opens and never closes', '{a:'.repeat(300)],
  ])('and %s is refused', (_name, expression) => {
    expect(expression.length).toBeLessThanOrEqual(1000);
    expect(() => createSelector(expression)).toThrow(SelectorError);
  });

  test.each([
    ['brackets', nested('(', ')', 499), '[]'],
    ['lists', nested('[', ']', 499), `${'['.repeat(500)}${']'.repeat(500)}`],
    ['negations', `${'!'.repeat(998)}a`, 'false'],
    ['pipes', `a${'|@'.repeat(499)}`, '[]'],
    ['JSON', `\`${'['.repeat(490)}1${']'.repeat(490)}\``, `${'['.repeat(490)}1${']'.repeat(490)}`],
  ])('may be nested in %s', (_name, expression, expected) => {
    expect(pick(expression, '{"a":[]}')).toBe(expected);
  });

  test.each([
    ['steps', `a[].[${'!'.repeat(200)}@, s]`, items(12_000, 3)],
    ['comparisons', `[${Array.from({ length: 20 }, () => 'sort_by(a, &s)').join(', ')}]`, items(10_000, 80)],
    ['characters', `[${Array.from({ length: 60 }, () => 'a[].s').join(', ')}]`, items(2_000, 800)],
  ])('may do with few %s, but not with many', (_name, expression, large) => {
    expect(pick(expression, items(3, 3))).toContain('xxx');
    expect(() => pick(expression, large)).toThrow('far too much');
  });

  test.each(['values(@)', '*', 'from_items(items(@))', 'merge(@, @)'])(
    'and takes one object of very many members apart is refused: %s',
    (expression) => {
      // What an object of 1,650,000 short members has.
      const extent = { chars: 22e6, values: 3.3e6 };
      expect(() => boundWork(parseSelector(expression), extent)).toThrow('far too much');
    },
  );

  test('finds no expression in the answer', () => {
    const evil = '{"e":{"expref":true,"type":"Root"},"l":[1]}';
    expect(() => pick('map(e, l)', evil)).toThrow('after &');
    expect(() => pick('sort_by(l, e)', evil)).toThrow('after &');
  });

  test('reaches nothing that is not in the answer', () => {
    for (const name of ['constructor', '__proto__', 'toString', 'hasOwnProperty.call'])
      expect(pick(`{x: ${name}}`, '{"a":1}')).toMatch(/^\{("x":null)?\}$/);
    expect(pick('constructor', '{"constructor":{"name":"Ferrari"}}')).toBe('{"name":"Ferrari"}');
    expect(() => pick('group_by(@, &k)', '[{"k":"__proto__"}]')).toThrow(SelectorError);
    expect(({} as Record<string, unknown>)['k']).toBeUndefined();
  });

  test('is none where the answer is one of the largest', () => {
    const large = items(50_000, 400);
    expect(large.length).toBeGreaterThan(20e6);
    expect(pick('a[?id == `7`].{id: id, size: length(s)}', large)).toBe('[{"id":7,"size":400}]');
  });
});

describe('ordinary expressions over ordinary documents', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const document = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, false, 0, 1, -1.5, 'a', 'b', '', 'x, "y"'),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 3 }),
    ),
  })).value;
  const expression = fc.letrec<{ one: string }>((tie) => {
    const one = tie('one');
    const unary = (words: string) => one.map((inner) => words.replaceAll('#', inner));
    return {
      one: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.constantFrom('a', 'b', 'c', '@', '[0]', '[*]', '[]', '*', "'a'", '`1`', '[1:]', '[::-1]'),
        fc.tuple(one, one).map(([left, right]) => `${left} | ${right}`),
        fc.tuple(one, one).map(([left, right]) => `${left} || ${right}`),
        fc.tuple(one, one).map(([left, right]) => `${left} && ${right}`),
        fc.tuple(one, one).map(([left, right]) => `(${left}) == (${right})`),
        fc.tuple(one, one).map(([left, right]) => `[${left}, ${right}]`),
        fc.tuple(one, one).map(([left, right]) => `{x: ${left}, y: ${right}}`),
        fc.tuple(name, one).map(([left, right]) => `${left}[?${right}]`),
        fc.tuple(name, name).map(([left, right]) => `${left}.${right}`),
        fc.tuple(name, one).map(([left, right]) => `map(&(${right}), ${left})`),
        fc.tuple(name, one).map(([left, right]) => `sort_by(${left}, &(${right}))`),
        ...[
          '(#)',
          '!(#)',
          'type(#)',
          'to_array(#)',
          'to_string(#)',
          'not_null(#)',
          'length(#)',
          'keys(#)',
          'reverse(#)',
          'sort(#)',
          'sum(#)',
          'max(#)',
          "join(', ', #)",
          'merge(#)',
          'items(#)',
          "split(#, 'a')",
          'upper(#)',
          "contains(#, 'a')",
        ].map(unary),
      ),
    };
  }).one;

  test('come to what the library itself says, and to no more than was foreseen', () => {
    fc.assert(
      fc.property(expression, document, (text, value) => {
        fc.pre(text.length <= 1000);
        let expected: string;
        try {
          expected = JSON.stringify(search(value as Parameters<typeof search>[0], text) ?? null);
        } catch (error) {
          const picked = createSelector(text).pick(answerOf(JSON.stringify(value)));
          expect(picked).toBeInstanceOf(SelectorError);
          expect(error).toBeInstanceOf(Error);
          return;
        }
        const json = JSON.stringify(value);
        expect(pick(text, json)).toBe(expected);
        const size = { chars: json.length, values: countValues(json) };
        expect(expected.length).toBeLessThanOrEqual(boundWork(parseSelector(text), size).chars + 4);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** JSON as a call hands it to what picks its parts out. */
function answerOf(json: string) {
  const compact = compactJson(json);
  return { ...compact, value: () => JSON.parse(compact.text) as unknown };
}
