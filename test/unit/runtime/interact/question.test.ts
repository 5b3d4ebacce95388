import { assert, asyncProperty, dictionary, jsonValue, oneof, string } from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Recipe } from '../../../../templates/project/src/runtime/tool.js';
import { createApp } from '../../../../templates/project/src/server.js';
import { makeBody, makeCatalog, makeParameter, makeTool } from '../../../support/runtime/fixtures.js';
import { postModern } from '../../../support/runtime/postModern.js';
import { type Upstream, startUpstream } from '../../../support/runtime/upstream.js';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
});
afterAll(() => upstream.close());
beforeEach(() => {
  upstream.got.length = 0;
});

const secret = 'the-secret-key-of-the-server';

/** A tool that takes any arguments, which become the members of its body. */
const spread: Partial<Recipe> = { body: makeBody({ fields: {} }) };

/** Calls a tool that needs consent: the question to the user, or what the model is told in its place. */
async function ask(args: Record<string, unknown>, recipe: Partial<Recipe> = spread) {
  const tool = makeTool({
    name: 'purge',
    method: 'POST',
    path: '/purge',
    security: [{ key: [] }],
    ...recipe,
  });
  const catalog = makeCatalog([{ ...tool, consent: { confirm: true, otherwise: 'refuse' } }], {
    api: {
      servers: [{ url: upstream.url }],
      auth: { key: { kind: 'api-key', in: 'header', name: 'X-Key', env: 'TEST_KEY' } },
    },
  });
  const view = createApp({ catalog, env: { TEST_KEY: secret } }).view();
  const post = postModern(view, { capabilities: { elicitation: {} } });
  const { result = {} } = await post('tools/call', { name: 'purge', arguments: args });
  expect(upstream.got).toEqual([]);
  const requests = Object.values(
    (result['inputRequests'] ?? {}) as Record<string, { params: { message: string } }>,
  );
  const [first = '', ...lines] = (requests[0]?.params.message ?? '').split('\n');
  return {
    first,
    lines,
    size: [first, ...lines].join('\n').length,
    isError: result['isError'],
    said: JSON.stringify(result),
  };
}

const opening = 'Allow this call? Title of purge (purge, POST /purge)';

describe('the question to the user', () => {
  test('shows what comes behind long values, too', async () => {
    const args = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, name.repeat(5_000)]));
    const { first, lines } = await ask({ ...args, everything: true });
    expect(first).toBe(opening);
    expect(lines).toEqual([
      ...Object.keys(args).map((name) => `${name}: ${name.repeat(200)}… (4800 more characters)`),
      'everything: true',
    ]);
  });

  test('shows values of 200 characters whole, and cuts longer ones', async () => {
    const { lines } = await ask({ whole: 'x'.repeat(200), cut: 'y'.repeat(230), list: ['z'.repeat(300)] });
    expect(lines).toEqual([
      `whole: ${'x'.repeat(200)}`,
      `cut: ${'y'.repeat(200)}… (30 more characters)`,
      `list: ["${'z'.repeat(50)}… (250 more characters)"]`,
    ]);
  });

  test.each([
    [30, 'x'.repeat(200)],
    [80, 'x'.repeat(200)],
    [100, 'x'.repeat(3_000)],
    [30, '\u202e'.repeat(200)],
  ])('shows %i long values shorter, each by as much, and short ones whole', async (count, value) => {
    const names = Array.from({ length: count }, (_, index) => `argument_${index}`);
    const { lines, size } = await ask({
      ...Object.fromEntries(names.map((name) => [name, value])),
      everything: true,
    });
    expect(size).toBeLessThanOrEqual(4_000);
    expect(lines.at(-1)).toBe('everything: true');
    const shown = lines.slice(0, -1).map((line) => line.replace(/^\w+/, ''));
    expect(new Set(shown).size).toBe(1);
    expect(shown[0]).toMatch(/^: .*… \(\d+ more characters\)$/);
    expect(lines.slice(0, -1).map((line) => line.split(':')[0])).toEqual(names);
  });

  test('names every argument where there is room for nothing else, and says how much is left out', async () => {
    const names = Array.from({ length: 190 }, (_, index) => `an_argument_${index}`);
    const { lines, size } = await ask(Object.fromEntries(names.map((name) => [name, 'x'.repeat(300)])));
    expect(size).toBeLessThanOrEqual(4_000);
    expect(lines).toEqual([...names, '(values are left out: 57000 characters)']);
  });

  test('shows short values where there is no room for a part of each long one', async () => {
    const names = Array.from({ length: 100 }, (_, index) => `a_rather_long_argument_${index}`);
    const { lines, size } = await ask({
      ...Object.fromEntries(names.map((name) => [name, 'x'.repeat(250)])),
      everything: true,
      amount: 1_000_000,
      reason: 'r'.repeat(150),
    });
    expect(size).toBeLessThanOrEqual(4_000);
    expect(lines).toEqual([
      ...names,
      'everything: true',
      'amount: 1000000',
      `reason: ${'r'.repeat(150)}`,
      '(values are left out: 25000 characters)',
    ]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['many', Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`argument_${index}`, 1]))],
    ['one very long', { ['x'.repeat(4_000)]: 1 }],
    ['hidden ones', { ['\u200b'.repeat(700)]: 1 }],
  ])('is not asked where the names alone are too long: %s', async (_what, args) => {
    const { said, isError } = await ask({ everything: true, ...args });
    expect(isError).toBe(true);
    expect(said).toContain('the names of its');
    expect(said).toContain('nothing was sent');
  });

  test('names the members that a long object would hide', async () => {
    const options = { note: 'n'.repeat(1_000), everything: true, 'dry run': false };
    for (const [name, recipe] of [['options', spread] as const, ['body', { body: makeBody({}) }] as const]) {
      const { lines } = await ask({ [name]: options }, recipe);
      expect(lines).toEqual([
        `${name}: {"note":"${'n'.repeat(50)}… (950 more characters)","everything":true,"dry run":false}`,
      ]);
    }
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member_${index}`, 1]));
    const { lines, size } = await ask({ many, everything: true });
    expect(size).toBeLessThanOrEqual(4_000);
    expect(lines).toEqual([
      expect.stringMatching(
        /^many: \{"member_0":1,.*… \(\d+ more characters, with member_\d+, .* and \d+ more members\)$/,
      ),
      'everything: true',
    ]);
  });

  test.each<[unknown, string]>([
    [
      [{ note: 'x'.repeat(3_000), everything: true }, { everything: true }],
      `[{"note":"${'x'.repeat(50)}… (2950 more characters)","everything":true},{"everything":true}]`,
    ],
    [
      { note: { a: 'x'.repeat(3_000), everything: true }, z: 1 },
      `{"note":{"a":"${'x'.repeat(50)}… (2950 more characters)","everything":true},"z":1}`,
    ],
    [['x'.repeat(300), { drop_all: true }], `["${'x'.repeat(50)}… (250 more characters)",{"drop_all":true}]`],
    [
      [Array.from({ length: 100 }, () => 1), { note: { 'dry run': false, everything: true }, list: [1] }],
      `[[${'1,'.repeat(98)}1… (60 more characters, with 1.note."dry run", 1.note.everything, 1.list)`,
    ],
  ])('names members at any depth: %#', async (value, shown) => {
    expect((await ask({ value, first: 1 })).lines).toEqual([`value: ${shown}`, 'first: 1']);
  });

  test('is asked in as many words about a value of very many members', async () => {
    const value = Object.fromEntries(
      Array.from({ length: 45_000 }, (_, index) => [`m${index}`, 'x'.repeat(70)]),
    );
    const { lines, size } = await ask({ value: { value }, everything: true });
    expect(size).toBeLessThanOrEqual(4_000);
    expect(lines).toEqual([
      expect.stringMatching(
        /^value: \{"value":.* \(\d+ more characters, with value\.m\d+, .* and 44\d{3} more members\)$/,
      ),
      'everything: true',
    ]);
  });

  test('has one line for each argument, whose name passes for nothing else', async () => {
    const args = {
      'a\neverything': 'x\neverything: false',
      'everything: false': '',
      'a\u200bb': '\u202ex',
      'a\\u200bb': '',
      'größe.[0]': 1,
      '(values are left out': 2,
    };
    expect((await ask(args)).lines).toEqual([
      String.raw`"a\neverything": x\u000aeverything: false`,
      '"everything: false": ',
      String.raw`"a\u200bb": \u202ex`,
      String.raw`"a\\u200bb": `,
      'größe.[0]: 1',
      '"(values are left out": 2',
    ]);
  });

  test('shows what is sent though nobody has given it', async () => {
    const parameters = [
      makeParameter({ argument: 'limit', name: 'limit', default: 50 }),
      makeParameter({ argument: '', name: 'version', constant: '2' }),
    ];
    const body = makeBody({ fields: { all: 'everything' }, defaults: { everything: true, mode: 'fast' } });
    expect((await ask({ limit: 1, mode: 'slow' }, { parameters, body })).lines.toSorted()).toEqual([
      'all: true',
      'limit: 1',
      'mode: slow',
    ]);
    expect((await ask({}, { parameters, body: { ...body, required: false } })).lines).toEqual(['limit: 50']);
    const whole = makeBody({ defaults: { everything: true } });
    expect((await ask({ body: { id: 7 } }, { body: whole })).lines).toEqual([
      'body: {"everything":true,"id":7}',
    ]);
  });

  test('shows no part of a secret that stands where a value is cut', async () => {
    for (let before = 170; before <= 200; before += 1) {
      const { lines } = await ask({
        note: `${'x'.repeat(before)}${secret}${'y'.repeat(100)}`,
        more: { [secret]: 'z'.repeat(300) },
      });
      expect(lines.join('\n')).not.toContain(secret.slice(0, 8));
    }
  });

  test('names every argument, whatever they are, or is not asked', async () => {
    const values = oneof(jsonValue(), string({ minLength: 150, maxLength: 600 }));
    await assert(
      asyncProperty(
        dictionary(string({ minLength: 1, maxLength: 60, unit: 'binary' }), values, { maxKeys: 40 }),
        async (args) => {
          const { lines, size, isError, said } = await ask(args);
          if (isError === true) {
            expect(said).toContain('the names of its');
            return;
          }
          expect(size).toBeLessThanOrEqual(4_000);
          const isBare = lines.at(-1)?.startsWith('(values are left out') === true;
          expect(lines).toHaveLength(Object.keys(args).length + (isBare ? 1 : 0));
        },
      ),
      { numRuns: 100 },
    );
  });
});
