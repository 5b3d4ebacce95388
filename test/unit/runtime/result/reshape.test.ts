import type { CallToolResult } from '@modelcontextprotocol/server';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { offerTools } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import type { Kept, Shown } from '../../../../templates/project/src/runtime/select/reshape.js';
import type { Tool } from '../../../../templates/project/src/runtime/tool.js';
import { makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

interface Said {
  status?: number;
  type?: string;
  body: string | Buffer;
}

let said: Said;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    const { status = 200, type = 'application/json', body } = said;
    response.writeHead(status, { 'content-type': type }).end(body);
  });
});
afterAll(() => upstream.close());

/** What a tool that shows a part makes of an answer. */
async function show(
  shown: Shown,
  answer: Said | string,
  more: Partial<Tool> = {},
  args: Record<string, unknown> = {},
): Promise<CallToolResult> {
  said = typeof answer === 'string' ? { body: answer } : answer;
  const tool = { ...makeTool({}), ...more, shown };
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }] } });
  const call = await createCaller({ features, catalog, env: {}, timeoutMs: 5_000 });
  const offered = (await offerTools(catalog.toolsets[0]!)).get('the_tool')!;
  return call(offered, args, { signal: new AbortController().signal, trace: {} });
}

const linesOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : block.type));

describe('fields of an answer', () => {
  const cases: [string, Kept, string, string][] = [
    [
      'members',
      { id: true, name: true },
      '{ "id": 1, "secret": {"a": [1]}, "name": "n" }',
      '{"id":1,"name":"n"}',
    ],
    [
      'members of members',
      { owner: { login: true } },
      '{"owner":{"id":7,"login":"x"},"b":1}',
      '{"owner":{"login":"x"}}',
    ],
    [
      'of each item',
      { items: [{ id: true }] },
      '{"total":2,"items":[{"id":1,"x":[{}]},{"x":"]"},{"id":3}]}',
      '{"items":[{"id":1},{},{"id":3}]}',
    ],
    [
      'of a list that is the whole',
      [{ id: true }],
      '[{"id":1,"b":2} , {"b":1,"id":2}]',
      '[{"id":1},{"id":2}]',
    ],
    [
      'of each member of a map',
      { prices: { '*': { amount: true }, base: true } },
      '{"prices":{"eur":{"amount":1,"x":2},"base":{"y":3},"usd":{"amount":4}},"b":1}',
      '{"prices":{"eur":{"amount":1},"base":{"y":3},"usd":{"amount":4}}}',
    ],
    ['whole lists', { tags: true }, '{"tags":[[1],{"a":2}],"x":0}', '{"tags":[[1],{"a":2}]}'],
    [
      'numbers as they are written',
      { id: true },
      '{"id":12345678901234567890.10,"x":1}',
      '{"id":12345678901234567890.10}',
    ],
    [
      'texts as they are written',
      { 'a"b': true },
      '{"a\\u0022b":"\\u00e9\\"}","c":"\\\\"}',
      '{"a\\u0022b":"\\u00e9\\"}"}',
    ],
    [
      'what is neither list nor object, where either is declared',
      { a: { b: true }, c: [{ d: true }] },
      '{"a":null,"c":"none"}',
      '{"a":null,"c":"none"}',
    ],
    ['a list in place of an object', { a: { b: true } }, '{"a":[{"b":1,"c":2}]}', '{"a":[{"b":1}]}'],
    ['an object in place of a list', { a: [{ b: true }] }, '{"a":{"b":1,"c":2}}', '{"a":{"b":1}}'],
    [
      'nothing of what every object has',
      { ['constructor' as string]: true, a: true },
      '{"a":1,"toString":2}',
      '{"a":1}',
    ],
    ['an empty list', { items: [{ id: true }] }, '{"items":[ ],"x":1}', '{"items":[]}'],
  ];
  test.each(cases)('are kept: %s', async (_name, keep, body, text) => {
    const { content, structuredContent } = await show({ keep }, body);
    expect(content).toEqual([{ type: 'text', text }]);
    if (structuredContent !== undefined && !text.startsWith('['))
      expect(structuredContent).toEqual(JSON.parse(text));
  });

  test('are told of where there are none of them', async () => {
    expect(linesOf(await show({ keep: { id: true } }, '{"message":"x"}'))).toEqual([
      '{}',
      'This response has none of the fields that this tool shows.',
    ]);
  });

  test('are kept of a text in another character set', async () => {
    const body = Buffer.from('{"a":"é","b":1}', 'latin1');
    expect(
      linesOf(await show({ keep: { a: true } }, { type: 'application/json; charset=iso-8859-1', body })),
    ).toEqual(['{"a":"é"}']);
  });

  test('are none of what is no JSON, of a failure, or of what cannot be parsed', async () => {
    const keep = { id: true } as const;
    expect(linesOf(await show({ keep }, { type: 'text/plain', body: 'id: 1' }))).toEqual(['id: 1']);
    expect(linesOf(await show({ keep }, { status: 404, body: '{"code":"x"}' }))[0]).toContain('{"code":"x"}');
    expect(linesOf(await show({ keep }, '{"id":1,'))).toEqual([
      '{"id":1,',
      'The API declared this as JSON, but it cannot be parsed.',
    ]);
  });

  test('are what _select looks at', async () => {
    const result = await show(
      { keep: { items: [{ id: true }] } },
      '{"items":[{"id":1,"x":2}]}',
      { select: true },
      {
        _select: 'items[]',
      },
    );
    expect(linesOf(result)).toEqual(['[{"id":1}]']);
  });

  test('leave the next page told', async () => {
    const parameters = [makeParameter({ argument: 'cursor', name: 'cursor' })];
    const { request } = makeTool({ parameters });
    const result = await show(
      { keep: { items: [{ id: true }] } },
      '{"items":[{"id":1}],"next_cursor":"abc"}',
      { request },
    );
    expect(linesOf(result)[0]).toBe('{"items":[{"id":1}]}');
    expect(linesOf(result).slice(1).join('\n')).toContain('cursor=abc');
  });

  test('are found in any JSON as a program would find them', async () => {
    const project = (value: unknown, keep: Kept): unknown => {
      if (keep === true || typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) {
        const inner = (Array.isArray(keep) ? keep[0] : keep) as Kept;
        return value.map((item) => project(item, inner));
      }
      const inner = keep as unknown;
      if (Array.isArray(inner)) return project(value, inner[0] as Kept);
      return Object.fromEntries(
        Object.entries(value).flatMap(([name, member]) =>
          Object.hasOwn(keep, name) ? [[name, project(member, (keep as Record<string, Kept>)[name]!)]] : [],
        ),
      );
    };
    const { tree } = fc.letrec<{ tree: Kept; value: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        fc.constant<Kept>(true),
        fc.tuple(tie('tree')).map(([inner]): Kept => [inner]),
        fc.dictionary(fc.constantFrom('a', 'b', 'é"'), tie('tree'), { minKeys: 1 }) as fc.Arbitrary<Kept>,
      ),
      value: fc.anything(),
    }));
    const value = fc.dictionary(
      fc.constantFrom('a', 'b', 'é"', 'other'),
      fc.jsonValue({ depthSize: 'small', maxDepth: 3 }),
    );
    const shape = fc.dictionary(fc.constantFrom('a', 'b', 'é"'), tree, { minKeys: 1 });
    await fc.assert(
      fc.asyncProperty(value, shape, fc.constantFrom(undefined, 1, '\t'), async (body, keep, indent) => {
        const [text = ''] = linesOf(await show({ keep: keep as Kept }, JSON.stringify(body, null, indent)));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(project(body, keep as Kept))));
      }),
      { numRuns: 60 },
    );
  });

  test('take little work of what is very deep and very long', async () => {
    const deep = `{"a":${'['.repeat(90_000)}${']'.repeat(90_000)}}`;
    const { isError } = await show({ keep: { a: { b: true } } }, deep);
    expect(isError).toBeUndefined();
    const long = `{"items":[${Array.from({ length: 100_000 }, (_, id) => `{"id":${id},"x":"${'y'.repeat(50)}"}`).join()}]}`;
    const [text = ''] = linesOf(await show({ keep: { items: [{ id: true }] } }, long));
    expect(text).toMatch(/^\{"items":\[\{"id":0\},\{"id":1\},/);
    expect(text).not.toContain('yyy');
  });
});

describe('a member in place of the whole', () => {
  test.each([
    ['an object', '{"meta":1,"data":{"id":1}}', '{"id":1}', { id: 1 }],
    ['a list', '{"data":[{"id":1}],"meta":{}}', '[{"id":1}]', { result: [{ id: 1 }] }],
    ['a text', '{"data":"x"}', '"x"', { result: 'x' }],
    ['null', '{"data":null}', 'null', { result: null }],
  ])('is shown: %s', async (_name, body, text, content) => {
    const result = await show({ unwrap: 'data' }, body);
    expect(linesOf(result)).toEqual([text]);
    expect(result.structuredContent).toEqual(content);
  });

  test('has fields of its own', async () => {
    const shown = { unwrap: 'data', keep: [{ id: true }] } as const;
    expect(linesOf(await show(shown, '{"data":[{"id":1,"x":1},{"id":2}]}'))).toEqual(['[{"id":1},{"id":2}]']);
  });

  test.each(['{"id":1}', '[{"data":1}]'])(
    'is not there: the answer stays, and it is said (%s)',
    async (body) => {
      expect(linesOf(await show({ unwrap: 'data', keep: { id: true } }, body))).toEqual([
        body,
        'This response has no member "data", which this tool shows: it is shown as it came.',
      ]);
    },
  );
});
