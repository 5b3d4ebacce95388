import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { features } from '../../../../templates/project/src/generated/features.js';
import { createCaller } from '../../../../templates/project/src/runtime/call/createCaller.js';
import { createOffer } from '../../../../templates/project/src/runtime/offer/createOffer.js';
import { readSettings } from '../../../../templates/project/src/runtime/settings.js';
import type { ObjectSchema, Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';
import pages from './pages.json' with { type: 'json' };

interface Page {
  name: string;
  query?: string[];
  fields?: string[];
  args?: Record<string, unknown>;
  link?: string;
  body?: unknown;
  text?: string;
  more?: string;
  /** Whether there is more that no argument asks for. */
  isOutOfReach?: boolean;
}

interface Said {
  headers?: Record<string, string>;
  body: string | Uint8Array;
  status?: number;
  /** What stands behind the status, byte for byte, which Node itself would not send. */
  reason?: string;
}

let said: Said;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    const { status = 200, reason, headers = {}, body } = said;
    if (reason !== undefined) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      const head = `HTTP/1.1 ${status} ${reason}\r\nconnection: close\r\n${lines.join('')}\r\n`;
      response.socket?.end(head + String(body), 'latin1');
      return;
    }
    response
      .writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers })
      .end(said.body);
  });
});
afterAll(() => upstream.close());

interface Options {
  query?: string[] | undefined;
  fields?: string[] | undefined;
  args?: Record<string, unknown> | undefined;
  answerTokens?: number;
  outputSchema?: ObjectSchema;
  token?: string;
  recipe?: Partial<Recipe>;
}

/** Makes one call of a tool with such arguments, which gets such an answer. */
async function call(answer: Said, options: Options = {}): Promise<CallToolResult> {
  said = answer;
  const { query = [], fields = [], args = {}, answerTokens = 20_000, outputSchema, token } = options;
  const recipe: Partial<Recipe> = {
    parameters: query.map((name) => makeParameter({ name, argument: toArgument(name) })),
    ...(fields.length > 0 && {
      method: 'POST',
      body: makeBody({ required: false, fields: Object.fromEntries(fields.map((name) => [name, name])) }),
    }),
    ...(token !== undefined && { security: [{ token: [] }] }),
    ...options.recipe,
  };
  const tool = Object.assign(makeTool(recipe), outputSchema && { outputSchema });
  const auth = { token: { kind: 'bearer', env: 'TEST_TOKEN' } } as const;
  const catalog = makeCatalog([tool], { api: { servers: [{ url: upstream.url }], auth } });
  const env = { TEST_TOKEN: token };
  const offer = createOffer(catalog, {}, readSettings({}), async () => features);
  const caller = await createCaller({ features, catalog, env, timeoutMs: 5_000, answerTokens, offer });
  const offered = await offer.find('the_tool');
  return caller(offered!, args, { signal: new AbortController().signal, trace: {} });
}

const toArgument = (name: string) => name.replace('$', '').replaceAll(/\[(\w+)\]/g, '_$1');

const textsOf = ({ content }: CallToolResult) =>
  content.map((block) => (block.type === 'text' ? block.text : ''));
const json = (value: unknown): Said => ({ body: JSON.stringify(value) });
const ids = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

describe('where more is to be had is said', () => {
  test.each((pages as Page[]).map((page) => [page.more ?? 'nothing', page.name, page] as const))(
    '%s: by %s',
    async (_more, _name, { query, fields, args, link, body, text, more, isOutOfReach }) => {
      const answer = { headers: link === undefined ? {} : { link }, body: text ?? JSON.stringify(body) };
      const result = await call(answer, { query, fields, args });
      const lines = [
        ...(more === undefined ? [] : [`More: call again with ${more}`]),
        ...(isOutOfReach
          ? ['This list has a next page, but this tool has no arguments that ask for it.']
          : []),
      ];
      expect(textsOf(result)).toEqual([answer.body, ...lines]);
      if (text === undefined) expect(result).toHaveProperty('structuredContent');
    },
  );

  test('behind text that is no JSON', async () => {
    const headers = { 'content-type': 'text/csv', link: '</things?page=2>; rel="next"' };
    expect(textsOf(await call({ headers, body: 'a,b\n' }, { query: ['page'] }))).toEqual([
      'a,b\n',
      'More: call again with page=2',
    ]);
  });

  test('without secrets, and not of values that nobody would repeat', async () => {
    const options = { query: ['cursor'], token: 'secret-token' };
    const [, more] = textsOf(await call(json({ next_cursor: 'x-secret-token' }), options));
    expect(more).toBe('More: call again with cursor="x-[redacted]"');
    expect(textsOf(await call(json({ next_cursor: 'x'.repeat(5_000) }), options))).toHaveLength(1);
  });
});

type Links = NonNullable<Recipe['links']>;
const linkTo = (args: object): Links => [{ tool: 'the_tool', arguments: { ...args } }];

describe('the tools that an answer leads to', () => {
  const parameters = [
    makeParameter({ in: 'path', name: 'userId', argument: 'user_id' }),
    makeParameter({ in: 'header', name: 'X-Team', argument: 'team' }),
  ];
  const lead = (links: Links, answer: object, args: Record<string, unknown> = { user_id: 3 }) =>
    call(
      { ...json(answer), headers: { 'x-kind': 'new' } },
      { recipe: { path: '/users/{userId}', parameters, links }, args },
    );

  test.each<[string, object, string]>([
    ['of the answer', { id: '$response.body#/user/id' }, 'the_tool with id=7'],
    ['of a list', { id: '$response.body#/list/0/id' }, 'the_tool with id="a\\u0000"'],
    ['of its headers', { kind: '$response.header.X-Kind' }, 'the_tool with kind="new"'],
    [
      'of the request',
      { id: '$request.path.userId', team: '$request.header.x-team' },
      'the_tool with id=3, team="t"',
    ],
    ['within a text', { name: 'user-{$response.body#/user/id}!' }, 'the_tool with name="user-7!"'],
    ['and values', { deep: true, method: '$method' }, 'the_tool with deep=true, method="GET"'],
    ['or none', {}, 'the_tool'],
  ])('are told with arguments %s', async (_name, args, told) => {
    const answer = { user: { id: 7 }, list: [{ id: 'a\u0000' }] };
    const [, more] = textsOf(await lead(linkTo(args), answer, { user_id: 3, team: 't' }));
    expect(more).toBe(`Next: ${told}`);
  });

  test.each<[string, object]>([
    ['is not there', { id: '$response.body#/nothing' }],
    ['is an object', { id: '$response.body#/user' }],
    ['is too long', { id: '$response.body#/long' }],
    ['is not there, within a text', { id: 'user-{$response.body#/nothing}' }],
    ['is no member of its own', { id: '$response.body#/constructor/name' }],
    ['is of another kind of expression', { id: '$inputs.id' }],
  ])('are not told where an argument %s', async (_name, args) => {
    expect(textsOf(await lead(linkTo(args), { user: { id: 7 }, long: 'x'.repeat(500) }))).toHaveLength(1);
  });

  test('are not told where they are not offered, and five at most', async () => {
    const others = [
      { tool: 'another', arguments: {} },
      ...Array.from({ length: 9 }, () => linkTo({})).flat(),
    ];
    const [, more = ''] = textsOf(await lead(others, {}));
    expect(more).toBe(`Next: ${Array.from({ length: 5 }, () => 'the_tool').join('; ')}`);
  });
});

describe('the link to the next page', () => {
  const recipe = {
    parameters: [
      makeParameter({ name: 'q', argument: 'q' }),
      makeParameter({ name: 'v', constant: '1', argument: '' }),
    ],
    nextPage: { argument: 'next_page', ignored: ['key'] },
  };
  const follow = (link: string, args: object = {}) =>
    call(json({ values: [] }), { recipe, args: { ...args, next_page: link } });

  test('is told, with what it says besides', async () => {
    const next = '?q=x&after=2&v=2';
    const [, more] = textsOf(await call(json({ values: ids(2), next }), { recipe }));
    expect(more).toBe(`More: call again with next_page="${upstream.url}/things?q=x&after=2&v=2", q=x`);
  });

  test('is not told where it leads to another path', async () => {
    const [, more] = textsOf(await call(json({ values: ids(2), next: '/others?after=2' }), { recipe }));
    expect(more).toBe('This list has a next page, but this tool has no arguments that ask for it.');
  });

  test.each([
    ['whole', '{here}/things?q=x&after=2'],
    ['as a path', '/things?q=x&after=2'],
    ['as a query, with what it must not say', '?q=x&after=2&v=2&key=stolen&_method=DELETE'],
    ['with a slash', '{here}/things/?after=2&q=x'],
  ])('is followed where it is given %s', async (_name, link) => {
    await follow(link.replace('{here}', upstream.url), { q: 'x' });
    expect(upstream.got.at(-1)?.url).toBe('/things?q=x&v=1&after=2');
  });

  test('may say something several times', async () => {
    await follow('?after=2&after=3');
    expect(upstream.got.at(-1)?.url).toBe('/things?v=1&after=2&after=3');
  });

  test.each([
    ['to another host', 'https://example.com/things?after=2', 'it leads elsewhere than {here}/things'],
    ['to another path', '/admin?after=2', 'it leads elsewhere than {here}/things'],
    ['nowhere', 'http://[', 'it leads elsewhere than {here}/things'],
    ['past the schema of an argument', '?q=x', 'next_page: has q=x: give that as q, too'],
  ])('is refused where it leads %s', async (_name, link, words) => {
    const before = upstream.got.length;
    const result = await follow(link);
    expect(result.isError).toBe(true);
    expect(textsOf(result).join().replaceAll(upstream.url, '{here}')).toContain(words);
    expect(upstream.got).toHaveLength(before);
  });
});

/** Media types of texts, by name or by what comes in them. */
const ofText = [
  'application/x-zpl',
  'application/zpl',
  'application/vnd.shop.label+text',
  'application/vnd.shop.label',
  'application/x-www-form-urlencoded',
  'application/javascript',
  'application/graphql',
  'application/sql',
  'application/x-ndjson',
  'application/jsonl',
  'application/yaml',
  'application/vnd.oai.openapi',
  'application/toml',
  'application/x-pem-file',
  'application/vnd.apple.mpegurl',
  'application/rtf',
  'image/svg+xml',
];

/** Media types of bytes, whatever comes in them. */
const ofBytes = [
  'application/octet-stream',
  'application/pdf',
  'application/x-tar',
  'application/vnd.ms-excel',
  'application/msword',
  'application/x-pkcs12',
  'font/woff2',
];

describe('headers of an answer', () => {
  const recipe = { tells: ['ETag', 'X-Total-Count'] };
  const headers = { etag: '"v7"', 'x-total-count': '0', 'x-other': 'no', location: '/things/9' };

  test('that the recipe names stand behind it, and not in its value', async () => {
    const result = await call({ headers, body: '{"a":1}' }, { recipe });
    expect(textsOf(result)).toEqual(['{"a":1}', 'Response headers:\nETag: "v7"\nX-Total-Count: 0']);
    expect(result.structuredContent).toEqual({ a: 1 });
    expect(textsOf(await call({ headers, body: '{"a":1}' }))).toEqual(['{"a":1}']);
    expect(textsOf(await call(json({ a: 1 }), { recipe }))).toEqual(['{"a":1}']);
  });

  test.each([201, 202])('say where the thing is that %s speaks of', async (status) => {
    const texts = textsOf(await call({ headers, body: '{"a":1}', status }));
    expect(texts).toEqual(['{"a":1}', 'Response headers:\nLocation: /things/9']);
  });

  test('stand in the text of an answer that has no content', async () => {
    const [text] = textsOf(await call({ headers, body: '', status: 201 }, { recipe }));
    expect(text?.split('\n')).toEqual([
      '201 Created',
      'location: /things/9',
      'content-type: application/json',
      'ETag: "v7"',
      'X-Total-Count: 0',
    ]);
  });

  test('that are long, hidden or secret are not shown as they are', async () => {
    const token = 'secret-token-of-the-user';
    const told = { etag: 'x'.repeat(501), 'x-total-count': `a\u00adb ${token}` };
    const text = textsOf(await call({ headers: told, body: '{}' }, { recipe, token })).join('\n');
    expect(text).toContain('ETag: (501 characters, which are not shown)');
    expect(text).toContain(String.raw`X-Total-Count: a\u00adb `);
    expect(text).not.toContain(token);
  });
});

describe('an answer of a media type that is seldom', () => {
  const bytes = Buffer.from([0x5e, 0x58, 0x41, 0xff, 0xfe, 0x00, 0x5e]);
  const nul = Buffer.from('^XA\0^XZ');

  test.each(ofText)('is text where it is one: %s', async (type) => {
    const body = '^XA^FDGrüße^FS^XZ';
    expect((await call({ headers: { 'content-type': type }, body })).content).toEqual([
      { type: 'text', text: body },
    ]);
  });

  test.each(['application/vnd.shop.label', 'application/x-shop'])(
    'is bytes where it holds some: %s',
    async (type) => {
      for (const body of [bytes, nul]) {
        const { content } = await call({ headers: { 'content-type': type }, body });
        expect(content[1]).toMatchObject({ resource: { mimeType: type, blob: body.toString('base64') } });
      }
    },
  );

  test.each(ofBytes)('is bytes where its type says so, whatever they are: %s', async (type) => {
    const body = '%PDF-1.7 plain';
    const { content } = await call({ headers: { 'content-type': type }, body });
    expect(content[1]).toMatchObject({ resource: { blob: Buffer.from(body).toString('base64') } });
  });

  test('keeps no text of an error back', async () => {
    const headers = { 'content-type': 'application/x-zpl' };
    const result = await call({ headers, body: 'no such label', status: 404 });
    expect(textsOf(result)[0]).toContain('no such label');
  });
});

describe('an answer that is too long', () => {
  const list = json({ data: ids(1_000), has_more: true });

  test.each<[args: string, options: Options, advice: string]>([
    ['none', {}, 'This tool has no argument by which less could be asked for.'],
    ['a size', { query: ['per_page'] }, 'Call again with per_page=42 or less.'],
    [
      'a size and an offset',
      { query: ['limit', 'offset'] },
      'Call again with limit=42 or less; for what follows, call again with offset=42.',
    ],
    [
      'an offset that was given',
      { query: ['offset'], args: { offset: 100 } },
      'For what follows, call again with offset=142.',
    ],
    [
      'a size, fields and filters',
      { query: ['limit', 'fields', 'q', 'since', 'state', 'type'] },
      'Call again with limit=42 or less; ask for less with fields, q, since or state.',
    ],
    ['a size in the body', { fields: ['page_size', 'x'] }, 'Call again with page_size=42 or less.'],
    ['others', { query: ['owner', 'repo'] }, 'Ask for less, perhaps with owner or repo.'],
  ])('is cut, with what can be done by these arguments: %s', async (_name, options, advice) => {
    const result = await call(list, { ...options, answerTokens: 100 });
    const [text = '', ...others] = textsOf(result);
    const [shown = '', note, ...rest] = text.split('\n');
    expect(JSON.parse(shown)).toEqual({ data: ids(42), has_more: true });
    expect(note).toBe(`[truncated: shown 42 of 1,000 items of data. ${advice}]`);
    expect([...rest, ...others]).toEqual([]);
    expect(result).not.toHaveProperty('structuredContent');
  });

  test('suggests no page that few APIs would take', async () => {
    const [text = ''] = textsOf(await call(list, { query: ['limit'], answerTokens: 1_000 }));
    expect(text).toMatch(/shown \d{3} of 1,000 items of data. Call again with limit=100 or less/);
  });

  test('says how to go on only where nothing is lost by it', async () => {
    const answer = { headers: { link: '</things?page=2>; rel="next"' }, body: JSON.stringify(ids(1_000)) };
    const more = 'More: call again with page=2';
    expect(textsOf(await call(answer, { query: ['page'], answerTokens: 100 }))[1]).toBe(more);
    expect(textsOf(await call(answer, { query: ['page', 'limit'], answerTokens: 100 }))).toHaveLength(1);
    const text = { ...answer, body: JSON.stringify([{ text: 'x'.repeat(1_000) }]) };
    expect(textsOf(await call(text, { query: ['page', 'limit'], answerTokens: 100 }))[1]).toBe(more);
  });

  test('has text and note as its value where one was promised', async () => {
    const result = await call(list, { answerTokens: 100, outputSchema: { type: 'object', properties: {} } });
    expect(result.structuredContent).toEqual({ result: textsOf(result)[0] });
  });

  test('is cut for the sake of clients, however many tokens are allowed', async () => {
    const body = `"${String.raw`\"`.repeat(2_000_000)}"`;
    const result = await call({ ...json(''), body }, { answerTokens: 10_000_000 });
    expect(textsOf(result)[0]).toContain('[truncated: ');
    expect(JSON.stringify(result).length).toBeLessThan(8 * 1024 * 1024);
  });

  test('that is no JSON is cut at a line', async () => {
    const headers = { 'content-type': 'application/x-ndjson' };
    const [text] = textsOf(await call({ headers, body: '{"id":1}\n'.repeat(1_000) }, { answerTokens: 100 }));
    expect(text).toBe(
      `${'{"id":1}\n'.repeat(49)}[truncated: shown 49 of 1,000 lines. This tool has no argument by which less could be asked for.]`,
    );
  });

  test('has no part of a secret in it', async () => {
    const token = 'secret-token-of-the-user';
    for (let length = 405; length < 445; length += 1) {
      const answer = json({ text: 'x'.repeat(length) + token + 'x'.repeat(500) });
      expect(textsOf(await call(answer, { token, answerTokens: 100 })).join('')).not.toContain('secret');
    }
  });
});

describe('the value goes with the text of JSON', () => {
  test.each([
    'text/json',
    'text/x-json; charset=utf-8',
    'application/x-json',
    'Application/JSON;odata=verbose',
    'application/vnd.shop.v3+json',
    'application/vnd.shop.v3',
    'text/plain',
    'json',
  ])('under %s', async (mediaType) => {
    const result = await call({ headers: { 'content-type': mediaType }, body: '\n[{"id": 1}]' });
    expect(result).toEqual({
      content: [{ type: 'text', text: '[{"id":1}]' }],
      structuredContent: { result: [{ id: 1 }] },
    });
  });

  test.each([
    ['text/plain', '{not JSON'],
    ['text/plain', '12'],
    ['text/csv', '[1]'],
  ])('and not under %s: %s', async (mediaType, body) => {
    const result = await call({ headers: { 'content-type': mediaType }, body });
    expect(result).toEqual({ content: [{ type: 'text', text: body }] });
  });

  test('and a file of a vendor stays one', async () => {
    const result = await call({ headers: { 'content-type': 'application/vnd.shop.v3' }, body: '{\u0000' });
    expect(result.content).toMatchObject([{ type: 'text' }, { type: 'resource' }]);
  });
});

describe('what stands behind the status acts on no terminal', () => {
  const reason = 'Not\u001b[2J\u0007 \u009b31mhere';
  const shown = String.raw`Not\u001b[2J\u0007 \u009b31mhere`;
  test.each([
    ['of a refusal', 404, {}, `The API answered 404 ${shown}.`],
    ['of an answer without content', 202, {}, `202 ${shown}`],
    [
      'of a redirect, and where that leads',
      307,
      { location: '/\u009b31m' },
      String.raw`It redirects to /\u009b31m.`,
    ],
  ])('is escaped: %s', async (_what, status, headers, words) => {
    const recipe = { method: 'POST' as const };
    const text = textsOf(await call({ status, reason, headers, body: '' }, { recipe })).join('\n');
    expect(text).toContain(words);
    expect(text).toContain(shown);
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  test('and is the usual one where it is long', async () => {
    const text = textsOf(await call({ status: 404, reason: 'x'.repeat(9_000), body: '' })).join('\n');
    expect(text).toContain('The API answered 404 Not Found.');
  });
});
